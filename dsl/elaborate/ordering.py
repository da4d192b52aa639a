"""Orders that a player settles: all members have their turn, and the player says each time which one is next.

    p orders each Place d where d.open "Which one now?"
      do Search(d)

becomes a set of those left, and as many rounds as it has members: if there is one that can come now, it is chosen (the
only one without a question), taken out of the set, and has its turn.
"""

from __future__ import annotations

from typing import Literal

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, decisions, expressions, statements
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Unknown
from rulewright.dsl.walk import put_for


def orders_each(scope: Scope, s: ast.OrdersEach) -> list[ir.Stmt]:
    """The set, and its rounds."""
    symbols = scope.symbols
    point = symbols.next_point()
    with scope.arms() as arms:
        with arms.arm():
            scope.go_round(s.body)
            actor = expressions.player(scope, s.actor)
            named = decisions.about(scope, s.question, s.about, s.span)
            bound = binders.bind(scope, s.binder, fixed=True)
            bound.symbol.used = True
            guard = bound.guard(expressions.truth(scope, s.where) if s.where is not None else None)
            with scope.knowing(guard or ir.Const(1)):
                body = statements.body(scope, s.body)
        arms.done(goes_on=True)
        arms.restore()
        arms.done(goes_on=True)
    if actor.broken or isinstance(bound.type, Unknown):
        return []
    domain = bound.domain
    if not isinstance(domain, ir.ClassDomain | ir.SetDomain):
        symbols.report.add("RW0629", s.binder.span)
        return []
    if not symbols.set_fits(domain.cls, s.binder.span):
        return []
    left = symbols.new_local("left", ir.SetType(domain.cls))
    chosen = symbols.new_local(s.binder.name.text, bound.type)
    branch = ir.Branch(
        "", "", (ir.Binder(chosen, among(domain.cls, left), decisions.radix(scope, bound)),),
        of(guard, bound.local, chosen), (), (ir.SetLocal(bound.local, ir.Local(chosen), span=s.span),), span=s.span,
    )  # fmt: skip
    ask = ir.Choose(
        point, actor.expr, s.question, (branch,), (), decisions.here(scope), s.refs, about=named, span=s.span
    )
    return rounds(scope, s, bound, guard, left, ask, body)


def rounds(
    scope: Scope,
    s: ast.OrdersEach,
    bound: binders.Bound,
    guard: ir.Expr | None,
    left: str,
    ask: ir.Choose,
    body: tuple[ir.Stmt, ...],
) -> list[ir.Stmt]:
    """The statements, made of the question and of what is done for each."""
    symbols = scope.symbols
    domain = bound.domain
    assert isinstance(domain, ir.ClassDomain | ir.SetDomain) and isinstance(bound.type, ir.Name)
    cls, place = domain.cls, among(domain.cls, left)

    def local() -> str:
        return symbols.new_local(s.binder.name.text, ir.Name(cls))

    def fold(op: Literal["some", "count", "set"], over: ir.Domain, where: ir.Expr | None) -> ir.Fold:
        """Of those for which the condition on the bound name holds."""
        other = local()
        return ir.Fold(op, other, over, of(where, bound.local, other))

    everything = domain.set if isinstance(domain, ir.SetDomain) else fold("set", domain, None)
    several = ir.Compare(">", fold("count", place, guard), ir.Const(1))
    single, other = local(), local()
    found = ir.SetLocal(bound.local, ir.Local(single), span=s.span)
    only = ir.Each(single, place, of(guard, bound.local, single), (found,), span=s.span)
    rest = ir.Fold("set", other, place, ir.Compare("is not", ir.Local(other), ir.Local(bound.local)))
    next_one = (ir.If(several, (ask,), (only,), span=s.span), ir.SetLocal(left, rest, span=s.span))
    once = ir.If(fold("some", place, guard), (*next_one, *body), span=s.span)
    nth = symbols.new_local("nth", ir.Number(1, max(1, bound.most)))
    high = ir.Const(bound.most) if isinstance(domain, ir.ClassDomain) else fold("count", place, None)
    turns = ir.RangeDomain(ir.Const(1), high, 1, bound.most)
    return [
        ir.SetLocal(left, everything, span=s.span),
        ir.Each(nth, turns, None, (once,), orders=True, span=s.span),
    ]


def among(cls: str, left: str) -> ir.SetDomain:
    return ir.SetDomain(cls, ir.Local(left))


def of(guard: ir.Expr | None, name: str, other: str) -> ir.Expr | None:
    """The condition on one local, as one on another."""
    found: ir.Expr | None = None if guard is None else put_for(guard, name, ir.Local(other))
    return found
