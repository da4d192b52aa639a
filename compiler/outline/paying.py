"""`if N > 0: take N from F`, which is what a cost of N does, told as what it is: N is taken."""

from __future__ import annotations

from rulewright.dsl import ir


def payment(s: ir.If) -> tuple[ir.Stmt, ...] | None:
    """What is paid, if that is all the branch is about."""
    match s:
        case ir.If(ir.Compare(">", amount, ir.Const(0)), (ir.SetField(place, ir.Arith("-", ir.Read(of), taken)),), ()):
            return s.then if place == of and as_written(amount, taken) else None
    return None


def as_written(a: ir.Expr, b: ir.Expr) -> bool:
    """Are they one expression of the rules? (Locals bound inside have other names each time.)"""
    written = bool(a.span.source.text) and a.span == b.span and a.span.source is b.span.source
    return a == b or (written and type(a) is type(b))
