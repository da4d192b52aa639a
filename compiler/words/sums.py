"""Numbers with additions that come and go, and totals, in words: "1, 1 more if the Curfew lies there (at least 0)"."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulewright.compiler.words.text import plural
from rulewright.dsl import ir

if TYPE_CHECKING:
    from rulewright.compiler.words.nouns import Nouns

FOLDED = {"total": "total of", "highest": "highest of", "lowest": "lowest of"}
Addition: TypeAlias = tuple[str, ir.Expr]  # "more" or "less", and how much if what, or for each of what


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
    first = words.noun(base)
    told = [f"({first})" if isinstance(base, ir.Cases) else first]
    told += [added(words, word, what) for word, what in additions]
    bounds = f" (at least {words.noun(low)})" if low is not None else ""
    if low is not None and high is not None:
        bounds = f" (from {words.noun(low)} to {words.noun(high)})"
    elif high is not None:
        bounds = f" (at most {words.noun(high)})"
    return ", ".join(told) + bounds


def added(words: Nouns, word: str, what: ir.Expr) -> str:
    """One addition: "2 more if ...", "1 less for each ..."."""
    match what:
        case ir.Cases(cases=((cond, number),)):
            return f"{words.noun(number)} {word} if {words.clause(cond)}"
        case ir.Fold(body=ir.Const(number)):
            return f"{number} {word} {folded(words, what).partition(' ')[2]}"
    raise AssertionError(what)


def taken_apart(e: ir.Expr) -> tuple[ir.Expr, list[Addition]]:
    """What a sum begins with, and what is added or taken away only if something holds, or for each of some members."""
    if not isinstance(e, ir.Arith) or e.op not in ("+", "-"):
        return e, []
    match e.right:
        case ir.Cases(cases=(_,), default=ir.Const(0)) | ir.Fold(op="total", body=ir.Const()):
            base, additions = taken_apart(e.left)
            return base, [*additions, ("more" if e.op == "+" else "less", e.right)]
    return e, []


def folded(words: Nouns, e: ir.Fold) -> str:
    """All members that something holds for, their number, or what is worked out over them."""
    noun, rest = words.member(e.local, e.domain, e.guard)
    if e.op == "set" and isinstance(e.guard, ir.Apply) and e.guard.args == (ir.Local(e.local),):
        return words.called(e.guard.name)
    lying = f" in {words.zone(e.domain.zone)}" if e.op == "count" and isinstance(e.domain, ir.ZoneDomain) else ""
    among = lying + words.within(e.domain) + ("" if rest is None else f" {words.conditions(rest, e.local)}")
    if e.op in ("set", "count") or e.body is None:
        return f"the {'number of ' if e.op == 'count' else ''}{plural(noun)}{among}"
    if e.op == "total" and isinstance(e.body, ir.Const):
        return f"{e.body.value} for each {noun}{among}"
    if e.op == "lowest" and e.body == ir.Local(e.local):
        return f"the first {noun}{among}"
    return f"the {FOLDED[e.op]} {words.calling(e.local, f'each {noun}').noun(e.body)}{among}"
