"""Components that have a name already (the card that is being played) are not there to be paid with.

Places hold so many of each kind, so what is set aside is a number: one less of whatever kind the named one is.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import ir
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle


def named_in(scope: Scope, zone: ir.ZoneRef) -> tuple[str, ...]:
    """The locals that name a component in a place, as far as is known here."""
    symbols = [symbol for frame in scope.frames for symbol in frame.values() if symbol.lost is None]
    return tuple(s.name for s in symbols if isinstance(s.type, Handle) and s.type.zone == zone)


def without(number: ir.Expr, named: tuple[str, ...], counts: Callable[[ir.Local], ir.Expr | None]) -> ir.Expr:
    """A number of components without those that are named and are `counts`ed in it (None: that is any)."""
    for name in named:
        cond = counts(ir.Local(name))
        one: ir.Expr = ir.Const(1) if cond is None else ir.Cases(((cond, ir.Const(1)),), ir.Const(0))
        number = ir.Arith("-", number, one)
    return number


def is_free(domain: ir.Domain, local: str, other: str, named: tuple[str, ...]) -> ir.Expr:
    """Is there a component like the one in `local` that is not set aside? `other` is a local to count with."""
    me = ir.Local(local)
    alike = ir.Fold("count", other, domain, ir.Compare("is", ir.Local(other), me))
    return ir.Compare(">", without(alike, named, lambda it: ir.Compare("is", it, me)), ir.Const(0))
