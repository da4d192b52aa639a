"""Arithmetic, counting, totals, and sets."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import binders, conditions, named, places
from rulewright.dsl.elaborate import expressions as ex
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import (
    LARGEST,
    Handle,
    Unknown,
    arithmetic,
    describe,
)


def arith(scope: Scope, e: ast.Arithmetic) -> ex.Typed:
    left, right = ex.number(scope, e.left), ex.number(scope, e.right)
    if left.broken or right.broken:
        return ex.ERROR
    assert isinstance(left.type, ir.Number) and isinstance(right.type, ir.Number)
    if e.op == "/" and right.type == ir.Number(0, 0):
        scope.symbols.report.add("RW0312", e.span)
        return ex.ERROR
    operators = {"+": "+", "-": "-", "*": "*", "/": "/"}
    made = ir.Arith(operators[e.op], left.expr, right.expr, span=e.span)  # type: ignore[arg-type]
    return ex.Typed(made, arithmetic(e.op, left.type, right.type))


def first_of(scope: Scope, e: ast.FirstOf) -> ex.Typed:
    """The first of some members: the lowest, since a member is its number in its table."""
    with scope.inner():
        bound = binders.bind(scope, e.binder)
        guard = bound.guard(ex.truth(scope, e.where))
    if isinstance(bound.type, Unknown):
        return ex.ERROR
    if isinstance(bound.type, Handle):
        scope.symbols.report.add("RW0263", e.span, name=e.binder.name.text)
        return ex.ERROR
    me = ir.Local(bound.local, span=e.span)
    return ex.Typed(ir.Fold("lowest", bound.local, bound.domain, guard, me, span=e.span), bound.type)


def chosen(scope: Scope, e: ast.Chosen) -> ex.Typed:
    """A number with cases: the first whose condition holds, else the last."""
    cases: list[tuple[ir.Expr, ir.Expr]] = []
    low, high = LARGEST, -LARGEST
    for value, cond in e.cases:
        test = None if cond is None else ex.truth(scope, cond)
        with scope.knowing(test or ir.Const(1)):
            t = ex.number(scope, value)
        if t.broken:
            return ex.ERROR
        assert isinstance(t.type, ir.Number)
        low, high = min(low, t.type.low), max(high, t.type.high)
        if test is None:
            return ex.Typed(ir.Cases(tuple(cases), t.expr, span=e.span) if cases else t.expr, ir.Number(low, high))
        cases.append((test, t.expr))
    return ex.ERROR


def set_of(scope: Scope, e: ast.SetOf) -> ex.Typed:
    with scope.inner():
        bound = binders.bind(scope, e.binder)
        bound.symbol.used |= e.where is None
        guard = bound.guard(ex.truth(scope, e.where) if e.where is not None else None)
    if isinstance(bound.type, Unknown):
        return ex.ERROR
    if not isinstance(bound.type, ir.Name):
        scope.symbols.report.add("RW0313", e.span)
        return ex.ERROR
    if not scope.symbols.set_fits(bound.type.cls, e.span):
        return ex.ERROR
    return ex.Typed(ir.Fold("set", bound.local, bound.domain, guard, span=e.span), ir.SetType(bound.type.cls))


def count(scope: Scope, e: ast.CountOf) -> ex.Typed:
    s = scope.symbols
    if isinstance(e.of, ast.SetOf):
        with scope.inner():
            bound = binders.bind(scope, e.of.binder)
            bound.symbol.used |= e.of.where is None
            guard = bound.guard(ex.truth(scope, e.of.where) if e.of.where is not None else None)
        return ex.Typed(ir.Fold("count", bound.local, bound.domain, guard, span=e.span), ir.Number(0, bound.most))
    if e.inside is not None:
        inside = places.zone(scope, e.inside, box_of=conditions.box_class(scope, e.of, e.inside))
        if inside is None:
            return ex.ERROR
        kind = ex.value_for(scope, e.of, ir.Name(s.zones[inside.zone].cls), f"`{inside.zone}`")
        if kind.broken:
            return ex.ERROR
        return ex.Typed(ir.Count(inside, kind.expr, span=e.span), ir.Number(0, s.zones[inside.zone].capacity))
    zone = places.zone(scope, e.of, quiet=True)
    if zone is not None:
        return ex.Typed(ir.Count(zone, span=e.span), ir.Number(0, s.zones[zone.zone].capacity))
    t = ex.typed(scope, e.of)
    if t.broken:
        return ex.ERROR
    if not isinstance(t.type, ir.SetType):
        s.report.add("RW0301", e.of.span, expected="a zone or a set", found=describe(t.type))
        return ex.ERROR
    local = s.new_local("counted", ir.Name(t.type.cls))
    domain = ir.SetDomain(t.type.cls, t.expr)
    return ex.Typed(ir.Fold("count", local, domain, None, span=e.span), ir.Number(0, s.cls(t.type.cls).size))


def aggregate(scope: Scope, e: ast.Aggregate) -> ex.Typed:
    with scope.inner():
        bound = binders.bind(scope, e.binder)
        guard = bound.guard(ex.truth(scope, e.where) if e.where is not None else None)
        body = ex.number(scope, e.body)
    if body.broken or isinstance(bound.type, Unknown):
        return ex.ERROR
    assert isinstance(body.type, ir.Number)
    if e.op == "total":
        low, high = min(0, body.type.low * bound.most), max(0, body.type.high * bound.most)
        kind = ir.Number(max(low, -LARGEST), min(high, LARGEST))
        return ex.Typed(ir.Fold("total", bound.local, bound.domain, guard, body.expr, span=e.span), kind)
    sure = guard is None and bound.least > 0
    kind = body.type if sure else ir.Number(min(0, body.type.low), max(0, body.type.high))
    op = "highest" if e.op == "highest" else "lowest"
    return ex.Typed(ir.Fold(op, bound.local, bound.domain, guard, body.expr, span=e.span), kind)  # type: ignore[arg-type]


def next_after(scope: Scope, e: ast.NextAfter) -> ex.Typed:
    s = scope.symbols
    if e.cls.text not in s.classes:
        return named.unknown(scope, ast.Name(e.cls.text, span=e.cls.span))
    s.used.add(e.cls.text)
    of = ex.value_for(scope, e.of, ir.Name(e.cls.text), f"`{'next' if e.step > 0 else 'previous'} {e.cls.text}`")
    if of.broken:
        return ex.ERROR
    return ex.Typed(ir.NextMember(e.cls.text, of.expr, e.step, span=e.span), ir.Name(e.cls.text))
