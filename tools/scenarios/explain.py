"""The values inside an expectation that does not hold: each part of it that was compared, counted or read."""

from __future__ import annotations

from rulewright.compiler.reference import Interpreter
from rulewright.dsl import ir
from rulewright.dsl.walk import below
from rulewright.runtime.state import State

SHOWN = (ir.Count, ir.Read, ir.SlotKind, ir.Apply, ir.Fold, ir.Arith, ir.ColumnOf)
MOST = 8


def values_inside(judge: Interpreter, state: State, cond: ir.Expr) -> tuple[str, ...]:
    """Lines like `count library: 32`, for the parts of `cond` that have a place in the text, outermost first."""
    lines: list[str] = []
    bound = {n.local for n in below(cond) if isinstance(n, ir.Fold)}
    for part in below(cond):
        if not isinstance(part, SHOWN) or part.span.end == 0:
            continue
        if any(isinstance(n, ir.Local) and n.name in bound for n in below(part)) and not isinstance(part, ir.Fold):
            continue
        text = part.span.source.text[part.span.start : part.span.end]
        line = f"{text}: {judge.evaluate(state.cells, part)}"
        if line not in lines:
            lines.append(line)
    return tuple(lines[:MOST])
