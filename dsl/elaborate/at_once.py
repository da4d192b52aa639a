"""Simultaneous choices: everybody commits in secret, then the choices are carried out in order.

    at once each player q
      q chooses card c in q.hand "Bid"
        move c to q.bid

becomes three loops over hidden fields: forget, ask each (writing the answer where nobody sees it), carry out. Since a
choice makes no event, who is asked later learns nothing of what the others chose.
"""

from __future__ import annotations

import attrs

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, decisions, expressions
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import describe
from rulewright.dsl.source import Span

NOBODY = ir.Const(0)


def at_once(scope: Scope, s: ast.AtOnce) -> list[ir.Stmt]:
    """The loops. The body must be one `chooses` of the bound player with one binder."""
    report = scope.symbols.report
    ask = s.body.stmts[0] if len(s.body.stmts) == 1 else None
    if (
        not isinstance(ask, ast.ChooseStmt)
        or ask.may
        or len(ask.binders) != 1
        or not isinstance(ask.actor, ast.Name)
        or ask.actor.name != s.binder.name.text
    ):
        report.add("RW0625", s.span, name=s.binder.name.text)
        return []
    with scope.arms() as arms, arms.arm():
        bound = binders.bind(scope, s.binder, fixed=True)
        bound.symbol.used = True
        guard = bound.guard(expressions.truth(scope, s.where) if s.where is not None else None)
        made = decisions.choose(scope, ask)
    choice = next((m for m in made if isinstance(m, ir.Choose)), None)
    if choice is None or bound.type != ir.Name("player"):
        if choice is not None:
            report.add("RW0301", s.binder.span, expected="players", found=describe(bound.type))
        return []
    return loops(scope, bound.local, guard, choice, [m for m in made if m is not choice], s.span)


def loops(
    scope: Scope, who: str, guard: ir.Expr | None, choice: ir.Choose, before: list[ir.Stmt], span: Span
) -> list[ir.Stmt]:
    """Forget, ask, carry out. The hidden field holds an answer, `nothing` (could not choose) or `out` (not asked)."""
    branch = choice.branches[0]
    binder = branch.binders[0]
    low = binder.domain.least if isinstance(binder.domain, ir.RangeDomain) else 0
    nothing, out = low + binder.size, low + binder.size + 1
    name = f"(choice {choice.id})"
    kind = ir.Number(min(low, 0), out)
    scope.symbols.fields[name] = ir.Field(name, kind, "player", ir.Const(0), NOBODY, title="choice", span=span)
    place = ir.FieldRef(name, ir.Local(who))
    players = ir.ClassDomain("player")

    def keep(value: ir.Expr) -> ir.Stmt:
        return ir.SetField(place, value, "safe", span=span)

    asking = ir.Choose(
        choice.id, choice.actor, choice.prompt,
        (attrs.evolve(branch, body=(keep(ir.Local(binder.local)),)),),
        (keep(ir.Const(nothing)),), choice.path, choice.refs, name, choice.about, span=choice.span,
    )  # fmt: skip
    chosen = ir.Compare("<", ir.Read(place), ir.Const(nothing))
    carried = ir.If(chosen, (ir.SetLocal(binder.local, ir.Read(place)), *branch.body), choice.otherwise, span=span)
    asked = ir.Compare("is not", ir.Read(place), ir.Const(out))
    return [
        ir.Each(who, players, None, (keep(ir.Const(out)),), span=span),
        ir.Each(who, players, guard, (*before, asking), span=span),
        ir.Each(who, players, asked, (carried,), span=span),
        ir.Each(who, players, None, (keep(ir.Const(0)),), span=span),
    ]
