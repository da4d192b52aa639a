"""Walking the IR: the parts of a node, everything below it, what an expression reads, and other nodes put in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from typing import Any

import attrs

from rulewright.dsl import ir

# types, as written, of attributes without nodes: most of what there is
LEAVES = {"str", "int", "bool", "str | None", "bool | None", "tuple[str, ...]", "tuple[int, ...]", "frozenset[str]"}


@cache
def _names(cls: Any) -> tuple[str, ...] | None:
    """The attributes of a kind of node in which there can be nodes; None for what is no node."""
    if not attrs.has(cls):
        return None
    return tuple(a.name for a in attrs.fields(cls) if a.name != "span" and str(a.type) not in LEAVES)


class _Readers(dict[Any, Any]):
    """By kind: what reads all those attributes at once; None for what is no node, or has none. Programs are walked many
    times over, so this is worth its trouble."""

    def __missing__(self, cls: Any) -> Any:
        names = _names(cls)
        # attrgetter gives the bare value for one name; a second, which is no node, makes a tuple of it
        self[cls] = reader = attrgetter(*names, *(["__class__"] if len(names) == 1 else [])) if names else None
        return reader


_READERS = _Readers()


def children(node: Any) -> list[Any]:
    """The attrs nodes directly inside a node (tuples are looked into)."""
    reader = _READERS[type(node)]
    found: list[Any] = []
    if reader is not None:
        _collect(reader(node), found)
    return found


def _collect(values: tuple[Any, ...], found: list[Any]) -> None:
    for value in values:
        kind: Any = type(value)
        if kind is tuple:
            if value:
                _collect(value, found)
        elif value is not None and _names(kind) is not None:
            found.append(value)


def below(node: Any) -> Iterator[Any]:
    """The node and every node below it, parents first, in order."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        reader = _READERS[type(node)]
        if reader is not None:
            found: list[Any] = []
            _collect(reader(node), found)
            found.reverse()
            waiting += found


def reads(node: Any, values: dict[str, ir.Value] | None = None) -> frozenset[str]:
    """The names of all fields and zones that an expression reads, through the values it applies if they are given."""
    found: set[str] = set()
    _reads(node, values or {}, found, set())
    return frozenset(found)


def _reads(node: Any, values: dict[str, ir.Value], found: set[str], applied: set[str]) -> None:
    for part in below(node):
        match part:
            case ir.Read():
                found.add(part.place.field)
            case ir.Count() | ir.SlotKind() | ir.ZoneDomain():
                found.add(part.zone.zone)
            case ir.Apply():
                if part.name in values and part.name not in applied:
                    applied.add(part.name)
                    _reads(values[part.name].body, values, found, applied)


def put_for(node: Any, local: str, new: ir.Expr) -> Any:
    """A piece of program in which `new` stands for a local."""
    if isinstance(node, ir.Local):
        return new if node.name == local else node
    if isinstance(node, tuple):
        return tuple(put_for(part, local, new) for part in node)
    kind: Any = type(node)
    names = _names(kind)
    if not names:
        return node
    return attrs.evolve(node, **{name: put_for(getattr(node, name), local, new) for name in names})


def falls_through(body: tuple[ir.Stmt, ...]) -> bool:
    """Can the end of this body be reached? (Only plain endings are seen: a leave, a result, an if with both.)"""
    for stmt in body:
        match stmt:
            case ir.Leave() | ir.Result():
                return False
            case ir.If():
                if not falls_through(stmt.then) and not falls_through(stmt.otherwise):
                    return False
    return True
