"""What an answer needs and costs: requirements (`needs`), and what is paid for it (`costs`) from a field or with
components.

A cost is a requirement, so much must be there, and a payment, which comes before anything else that is done. With
components of a kind that is a move. Which ones, where that is not said (`costs 2 card c from p.hand to p.discard`), is
asked when the option has been chosen: one after the other, each no earlier in the order of the table than the one
before, so that the same cards are not offered again in every order; and only those after which there are enough left.
"""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import binders, decisions, expressions, moves, places
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.set_aside import is_free, named_in, without
from rulewright.dsl.elaborate.types import Handle
from rulewright.dsl.walk import put_for

LOOSE = {"cards": "cards", "tokens": "tokens", "dice": "dice"}  # what several components of a sort are called


def needs_of(scope: Scope, needs: tuple[ast.Needs | ast.Costs, ...]) -> tuple[ir.Need, ...]:
    """The requirements; a cost is one, too: so much must be there."""
    seen: dict[str, ast.Ident] = {}
    paid_from: list[tuple[ir.ZoneRef, ast.Costs]] = []
    made = []
    for n in needs:
        if n.name.text in seen:
            labels = [Label(seen[n.name.text].span, "the first one")]
            scope.symbols.report.add("RW0212", n.name.span, name=n.name.text, of="the requirements here", labels=labels)
        seen[n.name.text] = n.name
        if isinstance(n, ast.Needs):
            made.append(ir.Need(n.name.text, expressions.truth(scope, n.cond), n.reason, span=n.span))
        elif n.components is None:
            made += price(scope, n)
        else:
            made += price_in_components(scope, n, n.components, paid_from)
    return tuple(made)


def price(scope: Scope, c: ast.Costs) -> list[ir.Need]:
    """What a cost requires. What it is paid from is looked at again where it is taken, and reported there."""
    place = places.field(scope, c.target)
    amount = expressions.number(scope, c.amount)
    if place is None or amount.broken:
        return []
    title = scope.symbols.fields[place.field].title or place.field
    there = ir.Compare(">=", ir.Read(place, span=c.target.span), amount.expr, span=c.span)
    return [ir.Need(c.name.text, there, c.reason or f"not enough {title}", span=c.span)]


def price_in_components(
    scope: Scope, c: ast.Costs, paid: ast.Components, before: list[tuple[ir.ZoneRef, ast.Costs]]
) -> list[ir.Need]:
    """So many components must lie there; `before` are the costs above that are paid from a place, too."""
    symbols = scope.symbols
    zone = places.zone(scope, c.target)
    amount = expressions.number(scope, c.amount)
    if zone is None:
        return []
    for other, cost in before:
        if other == zone and (paid.chosen is not None or (cost.components and cost.components.chosen is not None)):
            labels = [Label(cost.target.span, "the other cost")]
            symbols.report.add("RW0282", c.target.span, zone=zone.zone, labels=labels)
    before.append((zone, c))
    declared = symbols.zones[zone.zone]
    cls = symbols.cls(declared.cls)
    where_from = declared.title or zone.zone
    aside = named_in(scope, zone)
    if paid.chosen is None:
        assert paid.kind is not None
        kind = None
        if not (isinstance(paid.kind, ast.Name) and paid.kind.name == cls.name):  # that is reported where it is paid
            kind = expressions.value_for(scope, paid.kind, ir.Name(cls.name), f"`{zone.zone}`")
        if kind is None or kind.broken:
            return []
        of_kind, either = kind.expr, declared.face == "either"
        counted = ir.Count(zone, of_kind, span=c.target.span)
        number = without(counted, aside, lambda it: ir.Compare("is", ir.KindOf(it, either), of_kind))
        lacking = c.name.text
    else:
        with scope.inner():
            bound = binders.bind(scope, evolve(paid.chosen, domain=ast.DomainIn(c.target)))
            bound.symbol.used = True
            guard = bound.guard(expressions.truth(scope, paid.where) if paid.where is not None else None)
        if not isinstance(bound.type, Handle):
            return []
        there_are = ir.Fold("count", bound.local, bound.domain, guard, span=c.target.span)
        number = without(there_are, aside, lambda it: put_for(guard, bound.local, it))
        lacking = LOOSE.get(cls.sort, "components") + (" like that" if guard is not None else "")
    if amount.broken:
        return []
    enough = ir.Compare(">=", number, amount.expr, span=c.span)
    return [ir.Need(c.name.text, enough, c.reason or f"not enough {lacking} in {where_from}", span=c.span)]


def paid_for(actor: ast.Expr, needs: tuple[ast.Needs | ast.Costs, ...], body: ast.Body) -> ast.Body:
    """The body with its costs taken first; `actor` says what they are paid with."""
    return evolve(body, stmts=(*(taken(actor, c) for c in needs if isinstance(c, ast.Costs)), *body.stmts))


def taken(actor: ast.Expr, cost: ast.Costs) -> ast.Stmt:
    """What a cost takes. What costs nothing is not paid for, so nobody is told of it."""
    paid = cost.components
    if paid is not None and paid.chosen is not None:
        return ast.PayWith(actor, cost, span=cost.span)
    payment: ast.Stmt = ast.Change(-1, cost.amount, cost.target, span=cost.span)
    if paid is not None and paid.kind is not None:
        payment = ast.MoveStmt(
            "number", paid.kind, cost.amount, cost.target, goes_to(cost, paid), ast.Arrival(None, None, None),
            span=cost.span,
        )  # fmt: skip
    if isinstance(cost.amount, ast.Int):
        return payment
    some = ast.Comparison(">", cost.amount, ast.Int(0, span=cost.span), span=cost.span)
    return ast.IfStmt(some, ast.Body((payment,), span=cost.span), None, span=cost.span)


def goes_to(cost: ast.Costs, paid: ast.Components) -> ast.Expr:
    """Where it goes; into the box, if nothing is said."""
    return paid.to or ast.Name("box", span=cost.target.span)


def pay_with(scope: Scope, s: ast.PayWith) -> list[ir.Stmt]:
    """Ask which components, and move them."""
    symbols, cost, paid = scope.symbols, s.cost, s.cost.components
    assert paid is not None and paid.chosen is not None
    actor = expressions.player(scope, s.actor)
    amount = expressions.number(scope, cost.amount)
    zone = places.zone(scope, cost.target)
    if actor.broken or amount.broken or zone is None:
        return []
    aside = named_in(scope, zone)
    single = constant(amount.expr, symbols) == 1 and not aside
    point = symbols.next_point()
    named = decisions.about(scope, paid.question, paid.about, cost.span)
    scope.forget(zone.zone)
    with scope.inner():
        bound = binders.bind(scope, evolve(paid.chosen, domain=ast.DomainIn(cost.target)), fixed=True)
        if not isinstance(bound.type, Handle):
            return []
        bound.symbol.used = True
        guard = bound.guard(expressions.truth(scope, paid.where) if paid.where is not None else None)
        move = ast.MoveStmt(
            "one", ast.Name(paid.chosen.name.text, span=cost.span), None, None, goes_to(cost, paid),
            ast.Arrival(None, None, None), span=cost.span,
        )  # fmt: skip
        before = list(scope.before)
        moved = moves.move_handle(scope, move)
        moved = [*scope.before[len(before) :], *moved]
        scope.before = before
    question = paid.question or f"Pay with which {paid.chosen.kind.text}?"
    binder = ir.Binder(bound.local, bound.domain, decisions.radix(scope, bound))
    if single:
        branch = ir.Branch("", "", (binder,), guard, (), tuple(moved), span=cost.span)
        return [ir.Choose(point, actor.expr, question, (branch,), (), decisions.here(scope), cost.refs, about=named,
                          span=cost.span)]  # fmt: skip
    assert isinstance(amount.type, ir.Number)
    most = max(1, amount.type.high)
    owed = symbols.new_local("owed", ir.Number(min(0, amount.type.low), most))
    last = symbols.new_local("last", bound.type)
    nth = symbols.new_local("nth", ir.Number(1, most))
    needs = in_order(scope, cost, bound, guard, aside, owed, last, nth)
    keep = ir.SetLocal(last, ir.Local(bound.local), span=cost.span)
    branch = ir.Branch("", "", (binder,), guard, needs, (keep, *moved), span=cost.span)
    ask = ir.Choose(point, actor.expr, question, (branch,), (), decisions.here(scope), cost.refs, about=named,
                    span=cost.span)  # fmt: skip
    turns = ir.RangeDomain(ir.Const(1), ir.Local(owed), 1, most)
    return [
        ir.SetLocal(owed, amount.expr, span=cost.span),
        ir.SetLocal(last, ir.Const(0), span=cost.span),
        ir.Each(nth, turns, None, (ask,), span=cost.span),
    ]


def in_order(
    scope: Scope, cost: ast.Costs, bound: binders.Bound, guard: ir.Expr | None, aside: tuple[str, ...],
    owed: str, last: str, nth: str,
) -> tuple[ir.Need, ...]:  # fmt: skip
    """None that is set aside, no earlier than the last one, and as many are there from this one on as are owed."""
    assert isinstance(bound.type, Handle)
    me, other = ir.Local(bound.local), scope.symbols.new_local(bound.local, bound.type)

    def from_me(it: ir.Local) -> ir.Expr:
        same, later = put_for(guard, bound.local, it), ir.Compare(">=", it, me)
        return later if same is None else ir.Logic("and", (same, later))

    there = without(ir.Fold("count", other, bound.domain, from_me(ir.Local(other))), aside, from_me)
    enough = ir.Compare(">", there, ir.Arith("-", ir.Local(owed), ir.Local(nth)))
    done = ir.Compare("is", ir.Local(nth), ir.Local(owed))
    reasons: list[tuple[str, ir.Expr, str]] = [
        ("order", ir.Compare(">=", me, ir.Local(last)), "what stands before it in its table is paid first"),
        ("enough", ir.Logic("or", (done, enough)), "then there would not be enough after it"),
    ]
    if aside:
        alike = scope.symbols.new_local(bound.local, bound.type)
        free = is_free(bound.domain, bound.local, alike, aside)
        reasons.insert(0, ("free", free, "it is the one that this is about"))
    return tuple(ir.Need(name, cond, reason, span=cost.span) for name, cond, reason in reasons)
