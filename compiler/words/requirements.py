"""What a choice requires, in short: "not if the holder's role is Vampire", from the condition or else its reason."""

from __future__ import annotations

from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir

LONGEST = 80  # a longer condition is told by its reason


def required(words: Words, needs: tuple[ir.Need, ...], where: ir.Expr | None) -> tuple[str, ...]:
    """Every requirement of one way to answer; `where` is its guard if that asks nothing of what is chosen."""
    told = [required_by(words, where, "")] if where is not None else []
    return (*told, *(required_by(words, n.cond, n.reason) for n in needs))


def required_by(words: Words, cond: ir.Expr, reason: str) -> str:
    """ "only if", or "not if" where that saves a "not"."""
    only, unless = words.clause(cond), words.denial(cond)
    text = f"not if {unless}" if len(unless) + 2 < len(only) else f"only if {only}"
    return text if len(text) <= LONGEST or not reason else f"not always: “{reason}”"
