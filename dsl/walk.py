"""Walking the IR: the parts of a node, everything below it, what an expression reads, and other nodes put in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
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


def children(node: Any) -> list[Any]:
    """The attrs nodes directly inside a node (tuples are looked into)."""
    found: list[Any] = []
    kind: Any = type(node)
    for name in _names(kind) or ():
        _collect(getattr(node, name), found)
    return found


def _collect(value: Any, found: list[Any]) -> None:
    kind: Any = type(value)
    if kind is tuple:
        for part in value:
            _collect(part, found)
    elif _names(kind) is not None:
        found.append(value)


def below(node: Any) -> Iterator[Any]:
    """The node and every node below it, parents first, in order."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


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
