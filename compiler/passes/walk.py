"""Going through the IR without naming every node: the direct children of a node, all nodes under it, and rebuilding.

Every pass that only cares about a few kinds of node is written with these, so a new kind of node is handled by all of
them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast

import attrs

from rulewright.dsl import ir

Node = Any  # any attrs class of dsl.ir
N = TypeVar("N")

_PLAIN = {"span", "refs", "reads"}


class _Fields(dict[type, tuple[str, ...]]):
    """By class: the names of the attributes that can hold nodes (none for what is no node). Found when asked for."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        known: tuple[str, ...] = ()
        if attrs.has(kind) and kind.__module__ == ir.__name__:
            known = tuple(f.name for f in attrs.fields(kind) if f.name not in _PLAIN)
        self[kind] = known
        return known


_FIELDS = _Fields()


def children(node: Node) -> list[Node]:
    """The IR nodes directly inside a node (or inside a tuple of them), in written order."""
    found: list[Node] = []
    if type(node) is tuple:
        _add_parts(node, found)
        return found
    for name in _FIELDS[type(node)]:
        value = getattr(node, name)
        kind = type(value)
        if kind is tuple:
            _add_parts(value, found)
        elif _FIELDS[kind]:
            found.append(value)
    return found


def _add_parts(parts: tuple[Node, ...], found: list[Node]) -> None:
    for part in parts:
        kind = type(part)
        if kind is tuple:
            _add_parts(part, found)
        elif _FIELDS[kind]:
            found.append(part)


def everything(node: Node) -> Iterator[Node]:
    """The node and all nodes under it (a tuple stands for its parts), parents first."""
    stack = children(node)[::-1] if type(node) is tuple else [node]
    while stack:
        top = stack.pop()
        yield top
        inside = children(top)
        if inside:
            inside.reverse()
            stack += inside


def rebuild(node: N, change: Callable[[Node], Node]) -> N:
    """A copy of a node with `change` applied to each direct child (the same node if nothing changed)."""
    if type(node) is tuple:
        return cast(N, _rebuild_tuple(node, change))
    changes: dict[str, Any] = {}
    for name in _FIELDS[type(node)]:
        value = getattr(node, name)
        kind = type(value)
        if kind is tuple:
            new = _rebuild_tuple(value, change)
        elif _FIELDS[kind]:
            new = change(value)
        else:
            continue
        if new is not value:
            changes[name] = new
    return attrs.evolve(node, **changes) if changes else node  # type: ignore[misc]


def _rebuild_tuple(parts: Any, change: Callable[[Node], Node]) -> Any:
    new = tuple(
        _rebuild_tuple(p, change) if type(p) is tuple else change(p) if _FIELDS[type(p)] else p for p in parts
    )
    return new if any(a is not b for a, b in zip(new, parts, strict=True)) else parts


def size_of(node: Node) -> int:
    """How many nodes there are in a tree."""
    return sum(1 for _ in everything(node))


def conjuncts(e: ir.Expr | None) -> list[ir.Expr]:
    """The conditions that must all hold for a condition to hold; none for None."""
    if e is None:
        return []
    if isinstance(e, ir.Logic) and e.op == "and":
        return [part for p in e.parts for part in conjuncts(p)]
    return [e]
