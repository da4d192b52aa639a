"""Moving, drawing and turning components."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions, places, statements
from rulewright.dsl.elaborate.audiences import spoken
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle, Unknown, describe
from rulewright.dsl.walk import falls_through


def move(scope: Scope, s: ast.MoveStmt) -> list[ir.Stmt]:
    """`move WHAT from Z to Z`: a component at hand, some of a kind, all of a kind, or all of a zone."""
    symbols = scope.symbols
    if s.source is None and s.form == "one" and isinstance(s.what, ast.Name):
        local = scope.find(s.what.name)
        if local is not None and isinstance(local.type, Handle | Unknown):
            return move_handle(scope, s)
    if s.source is None:
        if s.form != "all":
            symbols.report.add("RW0409", s.span)
            return []
        zone = places.zone(scope, s.what)
        if zone is None:
            return []
        target = target_of(scope, s.target, symbols.zones[zone.zone].cls)
        return [] if target is None else [moved(scope, s, zone, target)]
    return move_kind(scope, s)


def move_handle(scope: Scope, s: ast.MoveStmt) -> list[ir.Stmt]:
    t = expressions.typed(scope, s.what)
    if not isinstance(t.type, Handle):
        return []
    assert isinstance(s.what, ast.Name)
    local = scope.find(s.what.name)
    assert local is not None
    target = target_of(scope, s.target, t.type.cls)
    if target is None:
        return []
    target = places.fixed(scope, target)
    made = moved(scope, s, t.type.zone, target, handle=local.name)
    either = scope.symbols.zones[target.zone].face == "either"
    local.type = Handle(t.type.cls, target, either)
    if either and not t.type.either:
        widen(scope, local.name, t.type.cls)
    return [made]


def widen(scope: Scope, name: str, cls: str) -> None:
    """The local will hold codes with a face."""
    scope.symbols.widen_local(name, ir.Number(0, 2 * scope.symbols.cls(cls).size - 1))


def move_kind(scope: Scope, s: ast.MoveStmt) -> list[ir.Stmt]:
    symbols = scope.symbols
    assert s.source is not None
    cls = class_moved(scope, s)
    if cls is None:
        return []
    source = places.zone(scope, s.source, box_of=cls)
    target = target_of(scope, s.target, cls)
    if source is None or target is None:
        return []
    if source.zone == f"box.{cls}" and symbols.cls(cls).stock:
        symbols.report.add("RW0297", s.span, cls=cls)
        return []
    kind: ir.Expr | None = None
    whole = isinstance(s.what, ast.Name) and s.what.name == cls
    if whole and s.form != "all":
        symbols.report.add("RW0410", s.what.span, cls=cls)
        return []
    if whole:
        symbols.used.add(cls)
    else:
        found = expressions.value_for(scope, s.what, ir.Name(cls), f"`{source.zone}`")
        if found.broken:
            return []
        kind = found.expr
    count: ir.Expr | None = None if s.form == "all" else ir.Const(1)
    if s.number is not None:
        number = expressions.number(scope, s.number)
        if number.broken:
            return []
        count = number.expr
    return [moved(scope, s, source, target, kind=kind, count=count)]


def class_moved(scope: Scope, s: ast.MoveStmt) -> str | None:
    """The class of what moves: of its source, or (out of a box) of its target."""
    symbols = scope.symbols
    for end in (s.source, s.target):
        assert end is not None
        if isinstance(end, ast.Name) and end.name == "box":
            continue
        zone = places.zone(scope, end)
        return None if zone is None else symbols.zones[zone.zone].cls
    symbols.report.add("RW0411", s.span)
    return None


def target_of(scope: Scope, e: ast.Expr, cls: str) -> ir.ZoneRef | None:
    """The zone something of class `cls` goes to, or None (reported)."""
    zone = places.zone(scope, e, box_of=cls)
    if zone is None:
        return None
    declared = scope.symbols.zones[zone.zone]
    if declared.cls != cls:
        scope.symbols.report.add(
            "RW0412",
            e.span,
            zone=zone.zone,
            holds=declared.cls,
            cls=cls,
            labels=[Label(declared.span, "declared here")],
        )
        return None
    return zone


def moved(
    scope: Scope,
    s: ast.MoveStmt | ast.DrawStmt | ast.DrawCard,
    source: ir.ZoneRef,
    target: ir.ZoneRef,
    *,
    handle: str | None = None,
    kind: ir.Expr | None = None,
    count: ir.Expr | None = None,
) -> ir.Move:
    """The Move with its manner of arrival."""
    a = s.arrival
    declared = scope.symbols.zones[target.zone]
    if a.face is not None and declared.face != "either":
        scope.symbols.report.add("RW0405", s.span, zone=target.zone, labels=[Label(declared.span, "declared here")])
    if a.spot is not None and not declared.ordered:
        scope.symbols.report.add("RW0413", s.span, zone=target.zone, labels=[Label(declared.span, "declared here")])
    scope.forget(source.zone)
    scope.forget(target.zone)
    face = None if a.face is None or declared.face != "either" else int(a.face)
    shown = None if a.shown is None else spoken(scope, a.shown)
    return ir.Move(source, target, handle, kind, count, face, a.spot or "top", shown, span=s.span)  # type: ignore[arg-type]


def draw(scope: Scope, s: ast.DrawStmt) -> list[ir.Stmt]:
    """`draw N from D to Z`: one after the other from the top, as many as there are."""
    number = expressions.number(scope, s.number)
    source = places.zone(scope, s.source)
    if number.broken or source is None:
        return []
    target = target_of(scope, s.target, scope.symbols.zones[source.zone].cls)
    if target is None:
        return []
    times = constant(number.expr, scope.symbols)
    one = draw_one(scope, s, source, target, "drawn")[0]
    if times == 1:
        return [one]
    assert isinstance(number.type, ir.Number)
    turn = scope.symbols.new_local("nth", ir.Number(1, max(1, number.type.high)))
    domain = ir.RangeDomain(ir.Const(1), number.expr, 1, max(0, number.type.high))
    return [ir.Each(turn, domain, None, (one,), span=s.span)]


def draw_one(
    scope: Scope, s: ast.DrawStmt | ast.DrawCard, source: ir.ZoneRef, target: ir.ZoneRef, name: str
) -> tuple[ir.If, str]:
    """`if there is one: take it from the top`; the local holds it."""
    declared = scope.symbols.zones[source.zone]
    local = scope.symbols.new_local(name, Handle(declared.cls, source, declared.face == "either"))
    if scope.symbols.zones[target.zone].face == "either":
        widen(scope, local, declared.cls)
    take = (
        ir.Sample(scope.symbols.next_point(), local, ir.TopOf(source), span=s.span),
        moved(scope, s, source, target, handle=local),
    )
    some = ir.Compare(">", ir.Count(source), ir.Const(0))
    return ir.If(some, take, span=s.span), local


def draw_card(scope: Scope, s: ast.DrawCard) -> list[ir.Stmt]:
    """`draw card c from D to Z` with a body for the card and an `otherwise` for the empty deck."""
    symbols = scope.symbols
    source = places.zone(scope, s.source)
    if source is None:
        return []
    declared = symbols.zones[source.zone]
    target = target_of(scope, s.target, declared.cls)
    if target is None:
        return []
    target = places.fixed(scope, target)
    either = symbols.zones[target.zone].face == "either"
    with scope.arms() as arms:
        with arms.arm():
            one, local = draw_one(scope, s, source, target, s.name.text)
            symbol = scope.bind(s.name.text, Handle(declared.cls, target, either), s.name.span)
            symbol.name = local
            then = statements.body(scope, s.body)
        arms.done(goes_on=falls_through(then))
        other: tuple[ir.Stmt, ...] = ()
        with arms.arm():
            if s.otherwise is not None:
                other = statements.body(scope, s.otherwise)
        arms.done(goes_on=falls_through(other))
    return [ir.If(one.cond, (*one.then, *then), other, span=s.span)]


def turn(scope: Scope, s: ast.TurnFace) -> list[ir.Stmt]:
    """`turn c face down` (a component, or what lies in a slot), `turn all Z face up`."""
    symbols = scope.symbols
    zone = places.zone(scope, s.what, quiet=True)
    if zone is not None:
        declared = symbols.zones[zone.zone]
        if s.form == "one" and not declared.slot:
            symbols.report.add("RW0414", s.what.span, zone=zone.zone)
        if declared.face != "either":
            symbols.report.add("RW0405", s.span, zone=zone.zone, labels=[Label(declared.span, "declared here")])
            return []
        scope.forget(zone.zone)
        return [ir.Turn(zone, 1 if s.up else 0, span=s.span)]
    t = expressions.typed(scope, s.what)
    if t.broken:
        return []
    if not isinstance(t.type, Handle) or not isinstance(t.expr, ir.Local):
        symbols.report.add("RW0301", s.what.span, expected="a component or a zone", found=describe(t.type))
        return []
    if not t.type.either:
        name = t.type.zone.zone
        symbols.report.add("RW0405", s.span, zone=name, labels=[Label(symbols.zones[name].span, "declared here")])
        return []
    scope.forget(t.type.zone.zone)
    return [ir.Turn(t.type.zone, 1 if s.up else 0, t.expr.name, span=s.span)]
