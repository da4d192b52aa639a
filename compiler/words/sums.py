"""Numbers with additions that come and go, and totals, in words: "1, 1 more if the Curfew lies there (at least 0)"."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulewright.compiler.words.text import plural
from rulewright.dsl import ir

if TYPE_CHECKING:
    from rulewright.compiler.words.nouns import Nouns

FOLDED = {"total": "total of", "highest": "highest of", "lowest": "lowest of"}
Addition: TypeAlias = tuple[str, ir.Expr, ir.Expr]  # "more" or "less", how much, if what


def changing(words: Nouns, e: ir.Arith) -> str | None:
    """A number that is more or less under conditions, maybe within bounds; None for any other."""
    low: ir.Expr | None = None
    high: ir.Expr | None = None
    inner: ir.Expr = e
    if isinstance(inner, ir.Arith) and inner.op == "max":
        low, inner = inner.left, inner.right
    if isinstance(inner, ir.Arith) and inner.op == "min":
        high, inner = inner.left, inner.right
    base, additions = taken_apart(inner)
    if not additions:
        return None
    told = [words.noun(base), *(f"{words.noun(n)} {word} if {words.clause(c)}" for word, n, c in additions)]
    bounds = f" (at least {words.noun(low)})" if low is not None else ""
    if low is not None and high is not None:
        bounds = f" (from {words.noun(low)} to {words.noun(high)})"
    elif high is not None:
        bounds = f" (at most {words.noun(high)})"
    return ", ".join(told) + bounds


def taken_apart(e: ir.Expr) -> tuple[ir.Expr, list[Addition]]:
    """What a sum begins with, and what is added or taken away only if something holds."""
    if not isinstance(e, ir.Arith) or e.op not in ("+", "-"):
        return e, []
    match e.right:
        case ir.Cases(cases=((cond, number),), default=ir.Const(0)):
            base, additions = taken_apart(e.left)
            return base, [*additions, ("more" if e.op == "+" else "less", number, cond)]
    return e, []


def folded(words: Nouns, e: ir.Fold) -> str:
    """All members that something holds for, their number, or what is worked out over them."""
    noun, rest = words.member(e.local, e.domain, e.guard)
    if e.op == "set" and isinstance(e.guard, ir.Apply) and e.guard.args == (ir.Local(e.local),):
        return words.called(e.guard.name)
    among = words.within(e.domain) + ("" if rest is None else f" {words.conditions(rest, e.local)}")
    if e.op in ("set", "count") or e.body is None:
        return f"the {'number of ' if e.op == 'count' else ''}{plural(noun)}{among}"
    if e.op == "total" and isinstance(e.body, ir.Const):
        return f"{e.body.value} for each {noun}{among}"
    if e.op == "lowest" and e.body == ir.Local(e.local):
        return f"the first {noun}{among}"
    return f"the {FOLDED[e.op]} {words.calling(e.local, f'each {noun}').noun(e.body)}{among}"
