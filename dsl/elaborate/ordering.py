"""Orders that a player settles: all members have their turn, and the player says each time which one is next.

    p orders each Place d where d.open "Which one now?"
      do Search(d)

becomes a set of those left, and as many rounds as it has members: if there is one that can come now, it is chosen (the
only one without a question), taken out of the set, and has its turn.
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, decisions, expressions, flow
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Unknown
from rulewright.dsl.walk import put_for


def orders_each(scope: Scope, s: ast.OrdersEach) -> list[ir.Stmt]:
    """The set, and its rounds."""
    symbols = scope.symbols
    point = symbols.next_point()
    bound, guard, body = flow.turn_of_each(scope, s.binder, s.where, s.body)
    actor = expressions.player(scope, s.actor)
    named = decisions.about(scope, s.question, s.about, s.span)
    if actor.broken or isinstance(bound.type, Unknown):
        return []
    domain = bound.domain
    if not isinstance(domain, ir.ClassDomain | ir.SetDomain):
        symbols.report.add("RW0629", s.binder.span)
        return []
    if not symbols.set_fits(domain.cls, s.binder.span):
        return []
    left = symbols.new_local("left", ir.SetType(domain.cls))
    place = ir.SetDomain(domain.cls, ir.Local(left))
    chosen = symbols.new_local(s.binder.name.text, bound.type)
    branch = ir.Branch(
        "", "", (ir.Binder(chosen, place, decisions.radix(scope, bound)),),
        put_for(guard, bound.local, ir.Local(chosen)), (),
        (ir.SetLocal(bound.local, ir.Local(chosen), span=s.span),), span=s.span,
    )  # fmt: skip
    ask = ir.Choose(
        point, actor.expr, s.question, (branch,), (), decisions.here(scope), s.refs, about=named, span=s.span
    )
    return rounds(scope, s, bound, guard, place, ask, body)


def rounds(
    scope: Scope,
    s: ast.OrdersEach,
    bound: binders.Bound,
    guard: ir.Expr | None,
    place: ir.SetDomain,
    ask: ir.Choose,
    body: tuple[ir.Stmt, ...],
) -> list[ir.Stmt]:
    """The statements, made of the question among those left in `place` and of what is done for each."""
    symbols, domain, cls = scope.symbols, bound.domain, place.cls
    assert isinstance(place.set, ir.Local) and isinstance(domain, ir.ClassDomain | ir.SetDomain)

    def those(other: str) -> ir.Expr | None:
        """The condition on the bound name, on another."""
        found: ir.Expr | None = put_for(guard, bound.local, ir.Local(other))
        return found

    def local() -> str:
        return symbols.new_local(s.binder.name.text, ir.Name(cls))

    counted, single, other, member = local(), local(), local(), local()
    many = symbols.new_local("many", ir.Number(0, bound.most))
    found = ir.SetLocal(bound.local, ir.Local(single), span=s.span)
    only = ir.Each(single, place, those(single), (found,), span=s.span)
    rest = ir.Fold("set", other, place, ir.Compare("is not", ir.Local(other), ir.Local(bound.local)))
    several = ir.If(ir.Compare(">", ir.Local(many), ir.Const(1)), (ask,), (only,), span=s.span)
    taken = ir.SetLocal(place.set.name, rest, span=s.span)
    once = (
        ir.SetLocal(many, ir.Fold("count", counted, place, those(counted)), span=s.span),
        ir.If(ir.Compare(">", ir.Local(many), ir.Const(0)), (several, taken, *body), span=s.span),
    )
    everything = domain.set if isinstance(domain, ir.SetDomain) else ir.Fold("set", member, domain, None)
    high = ir.Const(bound.most) if isinstance(domain, ir.ClassDomain) else ir.Fold("count", member, place, None)
    nth = symbols.new_local("nth", ir.Number(1, max(1, bound.most)))
    return [
        ir.SetLocal(place.set.name, everything, span=s.span),
        ir.Each(nth, ir.RangeDomain(ir.Const(1), high, 1, bound.most), None, once, orders=True, span=s.span),
    ]
