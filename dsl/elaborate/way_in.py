"""Where a scenario that starts at a phase begins with variants: what they put before a phase belongs to it.

A game can start at the head of a phase or step only. So it starts at the first step that a variant put before the phase
that was named, if there is one; statements without a step of their own cannot be begun with, and are told as passed by.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from attrs import frozen

from rulewright.dsl import ast
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below


@frozen
class WayIn:
    """The path of the block to start at; `passed`: places of what variants put before it that is not run."""

    path: str
    passed: tuple[Span, ...] = ()


def way_in(file: ast.File, variants: Iterable[ast.Variant], path: str, place: Span) -> WayIn:
    """The way into the phase at `place`, whose full path is `path`. `file` is the game with the variants."""
    hooks = [c for v in variants for c in v.changes if isinstance(c, ast.Around) and not c.after]
    spans = [span for c in hooks for span in (c.span, *(stmt.span for stmt in c.body.stmts))]
    before = put_before(file, spans, place) if hooks else []
    for number, node in enumerate(before):
        first = node.body.stmts[0] if isinstance(node, ast.Inserted) else node
        if isinstance(first, ast.Phase) and not isinstance(first.rounds, ast.ForEach):
            around = path.rpartition(".")[0]
            start = f"{around}.{first.name.text}" if around else first.name.text
            return WayIn(start, tuple(n.span for n in before[:number]))
    return WayIn(path, tuple(n.span for n in before))


def put_before(file: ast.File, hooks: Sequence[Span], place: Span) -> list[Any]:
    """What stands just before the phase at `place` and is one of `hooks`: lines of variants, or, at the top level, the
    phases in them."""
    for beside in (file.decls, *(node.stmts for node in below(file) if isinstance(node, ast.Body))):
        at = next((n for n, node in enumerate(beside) if isinstance(node, ast.Phase) and same(node.span, place)), None)
        if at is None:
            continue
        first = at
        while first > 0 and any(same(beside[first - 1].span, hook) for hook in hooks):
            first -= 1
        return [*beside[first:at]]
    return []


def same(one: Span, other: Span) -> bool:
    """The same place, in the same text."""
    return one == other and one.source is other.source
