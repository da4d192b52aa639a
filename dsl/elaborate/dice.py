"""Dice that lie: rolled out of the box, rolled where they lie, and turned to another side.

The box of dice that lie has every side as often as there are dice; a die that gets another side goes back and comes out
again with that one, as one change (`together`). So equal dice are a count, like equal tokens, and nothing else in the
language needs to know about sides.
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions, places
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle, describe
from rulewright.dsl.source import Span

ALL = ir.Const(-1)  # as many as there are


def roll_dice(scope: Scope, s: ast.RollDice) -> list[ir.Stmt]:
    """`roll all pool`, `roll 2 Six in pool`, `roll d`: dice that lie there; `roll 3 Die to pool`: out of the box."""
    if s.target is not None:
        return roll_new(scope, s)
    found = _lying(scope, s, s.span)
    if found is None:
        return []
    zone, cls, number, kind, handle = found
    if not _open_to_all(scope, zone, s.span):
        return []
    many = scope.symbols.new_local("dice", ir.Number(0, cls.stock[0]))
    back = ir.Move(zone, _box(cls), None, kind, ir.Local(many), span=s.span)
    return [_as_one(scope, s.span, ir.SetLocal(many, number), back, _rolled(scope, zone, cls, many, s.span, handle))]


def roll_new(scope: Scope, s: ast.RollDice) -> list[ir.Stmt]:
    """So many dice out of the box, as far as there are that many."""
    symbols = scope.symbols
    assert s.target is not None
    zone = places.zone(scope, s.target)
    number = _number(scope, s)
    if zone is None or number is None:
        return []
    cls = _class(scope, zone, s.span)
    if cls is None:
        return []
    if not isinstance(s.what, ast.Name) or s.what.name != cls.name:
        symbols.report.add("RW0295", s.what.span, cls=cls.name)
        return []
    if not _open_to_all(scope, zone, s.span):
        return []
    symbols.used.add(cls.name)
    zone = places.fixed(scope, zone)
    scope.forget(zone.zone)
    many = symbols.new_local("dice", ir.Number(0, cls.stock[0]))
    left = ir.Arith("-", ir.Count(_box(cls)), ir.Const(cls.stock[0] * (cls.size - 1)))
    wanted = left if number is ALL else ir.Arith("max", ir.Const(0), ir.Arith("min", number, left))
    return [_as_one(scope, s.span, ir.SetLocal(many, wanted), _rolled(scope, zone, cls, many, s.span))]


def turn_to(scope: Scope, s: ast.TurnTo) -> list[ir.Stmt]:
    """`turn d to Six`, `turn all Two in pool to One`."""
    found = _lying(scope, s, s.span)
    if found is None:
        return []
    zone, cls, number, kind, handle = found
    side = expressions.value_for(scope, s.side, ir.Name(cls.name), f"`{zone.zone}`")
    if side.broken:
        return []
    many = scope.symbols.new_local("dice", ir.Number(0, cls.stock[0]))
    shown = scope.symbols.new_local("side", ir.Name(cls.name))
    return [
        _as_one(
            scope,
            s.span,
            ir.SetLocal(shown, side.expr),
            ir.SetLocal(many, number),
            ir.Move(zone, _box(cls), None, kind, ir.Local(many), span=s.span),
            ir.Move(_box(cls), zone, None, ir.Local(shown), ir.Local(many), span=s.span),
            *(() if handle is None else (ir.SetLocal(handle, ir.Local(shown), span=s.span),)),
        )
    ]


def _lying(
    scope: Scope, s: ast.RollDice | ast.TurnTo, span: Span
) -> tuple[ir.ZoneRef, ir.Class, ir.Expr, ir.Expr | None, str | None] | None:
    """Where the dice lie, their class, how many of them are meant, of which side (None: any), and the local of the one
    that is at hand."""
    kind: ir.Expr | None = None
    handle: str | None = None
    slot = places.zone(scope, s.what, quiet=True) if s.place is None and s.form == "one" else None
    if slot is not None and not scope.symbols.zones[slot.zone].slot:
        scope.symbols.report.add("RW0414", s.what.span, zone=slot.zone)
        return None
    if s.place is None and s.form == "one" and slot is None:
        t = expressions.typed(scope, s.what)
        if t.broken:
            return None
        if not isinstance(t.type, Handle):
            scope.symbols.report.add("RW0301", s.what.span, expected="a die or a place", found=describe(t.type))
            return None
        zone, kind = t.type.zone, expressions.kind_of(t)
        handle = t.expr.name if isinstance(t.expr, ir.Local) else None
        cls = _class(scope, zone, span)
        number: ir.Expr | None = ir.Const(1)
    else:
        found = places.zone(scope, s.what if s.place is None else s.place)
        cls = None if found is None else _class(scope, found, span)
        if found is None or cls is None:
            return None
        zone = places.fixed(scope, found)
        number = ALL if slot is not None else _number(scope, s)
        whole = isinstance(s.what, ast.Name) and s.what.name == cls.name
        if s.place is not None and not whole:
            t = expressions.value_for(scope, s.what, ir.Name(cls.name), f"`{zone.zone}`")
            if t.broken:
                return None
            kind = t.expr
        elif s.place is not None and s.form != "all":
            scope.symbols.report.add("RW0410", s.what.span, cls=cls.name)
            return None
    if cls is None or number is None:
        return None
    there = ir.Count(zone, kind)
    scope.forget(zone.zone)
    limited = there if number is ALL else ir.Arith("max", ir.Const(0), ir.Arith("min", number, there))
    return zone, cls, limited, kind, handle


def _number(scope: Scope, s: ast.RollDice | ast.TurnTo) -> ir.Expr | None:
    if s.form == "all":
        return ALL
    if s.number is None:
        return ir.Const(1)
    number = expressions.number(scope, s.number)
    return None if number.broken else number.expr


def _class(scope: Scope, zone: ir.ZoneRef, span: Span) -> ir.Class | None:
    """The dice of a place; a report if these are no dice, or none that lie."""
    cls = scope.symbols.cls(scope.symbols.zones[zone.zone].cls)
    if not cls.stock or scope.symbols.zones[zone.zone].face == "either":
        labels = [Label(cls.span, "declared here")]
        scope.symbols.report.add("RW0294", span, cls=cls.name, zone=zone.zone, labels=labels)
        return None
    return cls


def _rolled(scope: Scope, zone: ir.ZoneRef, cls: ir.Class, many: str, span: Span, handle: str | None = None) -> ir.Stmt:
    """So many dice come out of the box, each with the side that chance gives it."""
    symbols = scope.symbols
    side = symbols.new_local("rolled", ir.Name(cls.name))
    nth = symbols.new_local("nth", ir.Number(1, max(1, cls.stock[0])))
    one = (
        ir.Sample(symbols.next_point(), side, ir.RollKind(cls.name), span=span),
        ir.Move(_box(cls), zone, None, ir.Local(side), ir.Const(1), span=span),
        *(() if handle is None else (ir.SetLocal(handle, ir.Local(side), span=span),)),
    )
    return ir.Each(nth, ir.RangeDomain(ir.Const(1), ir.Local(many), 1, cls.stock[0]), None, one, span=span)


def _as_one(scope: Scope, span: Span, *stmts: ir.Stmt) -> ir.Block:
    """All of it as one change, called what the line says."""
    path = scope.symbols.new_local("#together", ir.Truth())
    return ir.Block(path, "together", stmts, span.source.text[span.start : span.end], span=span)


def _box(cls: ir.Class) -> ir.ZoneRef:
    return ir.ZoneRef(f"box.{cls.name}")


def _open_to_all(scope: Scope, zone: ir.ZoneRef, span: Span) -> bool:
    """Do all see what lies there? A roll is told to all; a report if it would tell a secret."""
    declared = scope.symbols.zones[zone.zone]
    if declared.seen == scope.symbols.everybody:
        return True
    scope.symbols.report.add("RW0296", span, zone=zone.zone, labels=[Label(declared.span, "declared here")])
    return False
