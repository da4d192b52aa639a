"""Bodies and plain statements. What asks is in `decisions`, what moves components in `moves`, what repeats or branches
in `flow`, what ends the game in `results`."""

from __future__ import annotations

from attrs import evolve

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import (
    at_once,
    calls,
    costs,
    decisions,
    dice,
    expressions,
    flow,
    moves,
    ordering,
    places,
    results,
)
from rulewright.dsl.elaborate.audiences import spoken
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle, NoneType, Unknown, arithmetic, describe, surely_inside
from rulewright.dsl.source import Span
from rulewright.dsl.walk import falls_through


def body(scope: Scope, b: ast.Body) -> tuple[ir.Stmt, ...]:
    """The statements of a body, in a frame of their own."""
    with scope.inner():
        return statements(scope, b)


def statements(scope: Scope, b: ast.Body) -> tuple[ir.Stmt, ...]:
    """The statements of a body, in the frame at hand. What can never be reached is reported."""
    made: list[ir.Stmt] = []
    for stmt in b.stmts:
        if made and not falls_through((made[-1],)):
            scope.symbols.report.add("RW0601", stmt.span)
            made_before = len(scope.before)
            statement(scope, stmt)
            del scope.before[made_before:]
            break
        kept, scope.before = scope.before, []
        found = statement(scope, stmt)
        made.extend(scope.before)
        scope.before = kept
        made.extend(found)
    return tuple(made)


def statement(scope: Scope, s: ast.Stmt) -> list[ir.Stmt]:
    """The IR of one statement; nothing where it is wrong."""
    match s:
        case ast.Let():
            return let(scope, s)
        case ast.Assign():
            return assign(scope, s)
        case ast.Change():
            return change(scope, s)
        case ast.MoveStmt():
            return moves.move(scope, s)
        case ast.DrawStmt():
            return moves.draw(scope, s)
        case ast.DrawCard():
            return moves.draw_card(scope, s)
        case ast.Shuffle():
            zone = places.zone(scope, s.zone)
            return [] if zone is None else [ir.Mix(zone, span=s.span)]
        case ast.TurnFace():
            return moves.turn(scope, s)
        case ast.TurnTo():
            return dice.turn_to(scope, s)
        case ast.RollDice():
            return dice.roll_dice(scope, s)
        case ast.Show():
            return show(scope, s)
        case ast.Announce():
            return announce(scope, s)
        case ast.Do():
            return calls.do(scope, s)
        case ast.Give():
            return calls.give(scope, s)
        case ast.End():
            return flow.end(scope, s)
        case ast.EndGame():
            return results.end_game(scope, s)
        case ast.ResultOf():
            return results.result_of(scope, s)
        case ast.ResultRanked():
            return results.ranked(scope, s)
        case ast.Nothing():
            return []
        case ast.Original():
            scope.symbols.report.add("RW1026", s.span)
            return []
        case ast.Inserted():
            return list(body(scope, s.body))
        case ast.IfStmt():
            return flow.if_(scope, s)
        case ast.EachStmt():
            return flow.each(scope, s)
        case ast.AtOnce():
            return at_once.at_once(scope, s)
        case ast.Together():
            return flow.together(scope, s)
        case ast.RepeatTimes():
            return flow.repeat_times(scope, s)
        case ast.RepeatWhile():
            return flow.repeat_while(scope, s)
        case ast.ChooseStmt():
            return decisions.choose(scope, s)
        case ast.ChooseOne():
            return decisions.choose_one(scope, s)
        case ast.MayDo():
            return decisions.may_do(scope, s)
        case ast.OrdersEach():
            return ordering.orders_each(scope, s)
        case ast.PayWith():
            return costs.pay_with(scope, s)
        case ast.ChanceStmt():
            return decisions.chance(scope, s)
        case ast.Phase():
            return flow.phase(scope, s)
        case ast.Check():
            cond = expressions.truth(scope, s.cond)
            return [ir.Check(cond, s.reason, s.refs, span=s.span)]


def let(scope: Scope, s: ast.Let) -> list[ir.Stmt]:
    """`let n = E`: a local that may be set later in the same body."""
    if isinstance(s.value, ast.RollDie):
        kind = decisions.die(scope, s.value)
        if kind is None:
            scope.bind(s.name.text, Unknown(), s.name.span)
            return []
        symbol = scope.bind(s.name.text, kind[1], s.name.span, fixed=False)
        return [decisions.roll_into(scope, symbol.name, kind[0], s.value.span)]
    if isinstance(s.value, ast.DoCall):
        call = calls.value_of(scope, s.value)
        type: ir.Type | Unknown = Unknown() if call is None else call[1]
        symbol = scope.bind(s.name.text, type, s.name.span, fixed=False)
        return [] if call is None else [ir.Call(call[0].procedure, call[0].args, symbol.name, span=s.span)]
    t = expressions.typed(scope, s.value)
    if isinstance(t.type, Handle):
        t = expressions.as_stored(scope, t, ir.Name(t.type.cls))
    if isinstance(t.type, NoneType):
        scope.symbols.report.add("RW0323", s.span)
        t = expressions.ERROR
    stored = t.type
    if isinstance(stored, ir.Name) and stored.optional and t.expr in scope.facts:
        stored = ir.Name(stored.cls)
    symbol = scope.bind(s.name.text, stored, s.name.span, fixed=False)
    return [] if t.broken else [keep(scope, symbol.name, t.expr, s.span)]


def assign(scope: Scope, s: ast.Assign) -> list[ir.Stmt]:
    """`set T to V`, where T is a field cell or a local made by `let`."""
    symbols = scope.symbols
    if isinstance(s.target, ast.Name) and (local := scope.find(s.target.name)) is not None:
        return assign_local(scope, s, local.name)
    place = places.field(scope, s.target)
    if place is None:
        return []
    declared = symbols.fields[place.field]
    if isinstance(s.value, ast.RollDie):
        kind = decisions.die(scope, s.value)
        if kind is None:
            return []
        fallen = symbols.new_local("rolled", kind[1])
        first: list[ir.Stmt] = [decisions.roll_into(scope, fallen, kind[0], s.value.span)]
        value = expressions.Typed(ir.Local(fallen), kind[1])
    elif isinstance(s.value, ast.DoCall):
        call = calls.value_of(scope, s.value)
        if call is None:
            return []
        given = symbols.new_local("given", call[1])
        first = [ir.Call(call[0].procedure, call[0].args, given, span=s.span)]
        value = expressions.Typed(ir.Local(given), call[1])
    else:
        first = []
        value = expressions.value_for(scope, s.value, declared.type, f"`{place.field}`")
    shown = None if s.shown is None else spoken(scope, s.shown)
    if value.broken:
        return []
    return [*first, evolve(write(scope, place, value, s.span), shown=shown)]


def write(scope: Scope, place: ir.FieldRef, value: expressions.Typed, span: Span) -> ir.SetField:
    """Write a field cell, as its declaration says about bounds."""
    declared = scope.symbols.fields[place.field]
    range: str = "safe"
    if isinstance(declared.type, ir.Number) and not surely_inside(value.type, declared.type):
        range = "clamp" if declared.clamps else "check"
    widens = tuple(scope.symbols.audiences_of.get(place.field, ()))
    scope.forget(place.field)
    return ir.SetField(place, value.expr, range, widens, span=span)  # type: ignore[arg-type]


def assign_local(scope: Scope, s: ast.Assign, name: str) -> list[ir.Stmt]:
    assert isinstance(s.target, ast.Name)
    local = scope.find(s.target.name)
    assert local is not None
    if local.fixed:
        scope.symbols.report.add("RW0324", s.target.span, name=s.target.name, labels=[Label(local.span, "bound here")])
        return []
    if s.shown is not None:
        scope.symbols.report.add("RW0704", s.span, name=s.target.name)
        return []
    if isinstance(local.type, Unknown):
        return []
    if isinstance(s.value, ast.RollDie):
        kind = decisions.die(scope, s.value)
        return [] if kind is None else [decisions.roll_into(scope, name, kind[0], s.value.span)]
    if isinstance(s.value, ast.DoCall):
        call = calls.value_of(scope, s.value)
        return [] if call is None else [ir.Call(call[0].procedure, call[0].args, name, span=s.span)]
    assert isinstance(local.type, ir.Truth | ir.Number | ir.Name | ir.SetType)
    target: ir.Type = local.type
    if isinstance(target, ir.Number):  # a local number grows with what is put in it
        t = expressions.number(scope, s.value)
        if t.broken:
            return []
        widen_local(scope, s.target.name, t)
        return [keep(scope, name, t.expr, s.span)]
    value = expressions.value_for(scope, s.value, target, f"`{s.target.name}`")
    return [] if value.broken else [keep(scope, name, value.expr, s.span)]


def keep(scope: Scope, local: str, value: ir.Expr, span: Span) -> ir.SetLocal:
    """Put a value into a local; what was known of it is no more."""
    scope.forget_local(local)
    return ir.SetLocal(local, value, span=span)


def widen_local(scope: Scope, word: str, t: expressions.Typed) -> None:
    """A local number can hold whatever 32 bits can once it was set again (its first range says nothing any more)."""
    from rulewright.dsl.elaborate.types import LARGEST

    local = scope.find(word)
    assert local is not None
    wide = ir.Number(-LARGEST, LARGEST)
    local.type = wide
    scope.symbols.widen_local(local.name, wide)


def change(scope: Scope, s: ast.Change) -> list[ir.Stmt]:
    """`add N to T`, `take N from T`."""
    if isinstance(s.target, ast.Name) and (local := scope.find(s.target.name)) is not None:
        amount = expressions.number(scope, s.amount)
        if amount.broken or isinstance(local.type, Unknown):
            return []
        if local.fixed or not isinstance(local.type, ir.Number):
            scope.symbols.report.add(
                "RW0324", s.target.span, name=s.target.name, labels=[Label(local.span, "bound here")]
            )
            return []
        if s.shown is not None:
            scope.symbols.report.add("RW0704", s.span, name=s.target.name)
            return []
        local.used = True
        new = ir.Arith("+" if s.sign > 0 else "-", ir.Local(local.name), amount.expr, span=s.span)
        widen_local(scope, s.target.name, amount)
        return [keep(scope, local.name, new, s.span)]
    place = places.field(scope, s.target)
    amount = expressions.number(scope, s.amount)
    if place is None or amount.broken:
        return []
    declared = scope.symbols.fields[place.field]
    if not isinstance(declared.type, ir.Number):
        scope.symbols.report.add("RW0301", s.target.span, expected="a number", found=describe(declared.type))
        return []
    op = "+" if s.sign > 0 else "-"
    assert isinstance(amount.type, ir.Number)
    kind = arithmetic(op, declared.type, amount.type)
    shown = None if s.shown is None else spoken(scope, s.shown)
    new = ir.Arith(op, ir.Read(place), amount.expr, span=s.span)  # type: ignore[arg-type]
    return [evolve(write(scope, place, expressions.Typed(new, kind), s.span), shown=shown)]


def show(scope: Scope, s: ast.Show) -> list[ir.Stmt]:
    to = spoken(scope, s.audience)
    zone = places.zone(scope, s.thing, quiet=True)
    if zone is not None:
        return [ir.Tell(to, zone=zone, span=s.span)]
    t = expressions.typed(scope, s.thing)
    if t.broken:
        return []
    if not isinstance(t.type, Handle) or not isinstance(t.expr, ir.Local):
        scope.symbols.report.add("RW0408", s.thing.span, found=describe(t.type))
        return []
    return [ir.Tell(to, zone=t.type.zone, handle=t.expr.name, span=s.span)]


def announce(scope: Scope, s: ast.Announce) -> list[ir.Stmt]:
    to = spoken(scope, s.audience) if s.audience else scope.symbols.everybody
    t = expressions.typed(scope, s.value)
    if isinstance(t.type, Handle):
        t = expressions.as_stored(scope, t, ir.Name(t.type.cls))
    if isinstance(t.type, NoneType):
        scope.symbols.report.add("RW0323", s.span)
    if isinstance(t.type, Unknown | NoneType | Handle):
        return []
    return [ir.Tell(to, s.text, t.expr, t.type, span=s.span)]
