"""The value of an expression and the members of a domain: one function for each kind of node.

Expressions change nothing. Truth is 1 and 0. A fault (division by zero, an index that is none) raises RuleFault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import frozen

from rulewright.compiler.reference.rules import Rules, fault
from rulewright.compiler.reference.store import Store
from rulewright.dsl import ir
from rulewright.dsl.source import NOWHERE, Span
from rulewright.runtime.schema import Schema

Locals: TypeAlias = dict[str, int]


@frozen
class Scope:
    """What an expression can see: the rules, the table, and the locals around it."""

    rules: Rules
    store: Store
    locals: Locals

    def plus(self, local: str, member: int) -> Scope:
        """The same with one more local; this one is left as it is."""
        return Scope(self.rules, self.store, {**self.locals, local: member})


def without_state(program: ir.Program) -> Scope:
    """A scope for expressions that look at nothing but tables: there is no state yet, and no schema."""
    nothing = Schema(
        name=program.name, title=program.title, language="", text_hash="", players=program.players, options={},
        variants=(), classes=(), fields=(), zones=(), points=(), results=(), texts=(), types=(), cells=(),
    )  # fmt: skip
    return Scope(Rules(program, nothing), Store({}, {}), {})


def value(scope: Scope, expr: ir.Expr) -> int:
    """Evaluate an expression."""
    return _EVALUATE[type(expr)](scope, expr)


def holds(scope: Scope, condition: ir.Expr | None) -> bool:
    """Does a condition hold? None always does."""
    return condition is None or bool(value(scope, condition))


def index_of(scope: Scope, place: str, per: str | None, index: ir.Expr | None, span: Span = NOWHERE) -> int:
    """Which one of something that is declared `per` a class; 0 where it is not."""
    if per is None or index is None:
        return 0
    which = value(scope, index)
    if not 0 <= which < scope.rules.classes[per].size:
        raise fault(f"there is no {place} of nobody and nothing", span)
    return which


def field_of(scope: Scope, place: ir.FieldRef, span: Span = NOWHERE) -> tuple[str, int]:
    """A field cell: name and index."""
    return place.field, index_of(scope, place.field, scope.rules.fields[place.field].per, place.index, span)


def pile_of(scope: Scope, place: ir.ZoneRef, span: Span = NOWHERE) -> tuple[str, int]:
    """A zone: name and index."""
    return place.zone, index_of(scope, place.zone, scope.rules.zones[place.zone].per, place.index, span)


def members(scope: Scope, domain: ir.Domain) -> list[int]:
    """The members of a domain, in canonical order: numbers, member indexes, or element codes."""
    match domain:
        case ir.RangeDomain():
            return list(range(value(scope, domain.low), value(scope, domain.high) + 1))
        case ir.ClassDomain():
            return list(range(scope.rules.classes[domain.cls].size))
        case ir.SetDomain():
            mask = value(scope, domain.set)
            return [m for m in range(scope.rules.classes[domain.cls].size) if mask >> m & 1]
        case ir.ZoneDomain():
            zone, index = pile_of(scope, domain.zone)
            return list(scope.store.content(zone, index))


def kind_of(code: int, either: bool) -> int:
    """The kind an element code stands for."""
    return code // 2 if either else code


def _const(scope: Scope, expr: ir.Const) -> int:
    return expr.value


def _local(scope: Scope, expr: ir.Local) -> int:
    return scope.locals[expr.name]


def _read(scope: Scope, expr: ir.Read) -> int:
    name, index = field_of(scope, expr.place, expr.span)
    return scope.store.fields[name][index]


def _column_of(scope: Scope, expr: ir.ColumnOf) -> int:
    values = scope.rules.columns[expr.cls, expr.column].values
    row = value(scope, expr.row)
    return values[row] if 0 <= row < len(values) else 0


def _count(scope: Scope, expr: ir.Count) -> int:
    name, index = pile_of(scope, expr.zone, expr.span)
    either = scope.rules.zones[name].face == "either"
    kind = None if expr.kind is None else value(scope, expr.kind)
    return sum(
        many
        for code, many in scope.store.content(name, index).items()
        if (kind is None or kind_of(code, either) == kind) and (expr.facing is None or code & 1 == expr.facing)
    )


def _slot_kind(scope: Scope, expr: ir.SlotKind) -> int:
    name, index = pile_of(scope, expr.zone, expr.span)
    zone = scope.rules.zones[name]
    for code in scope.store.content(name, index):
        return kind_of(code, zone.face == "either")
    return scope.rules.classes[zone.cls].size


def _kind_of(scope: Scope, expr: ir.KindOf) -> int:
    return kind_of(value(scope, expr.handle), expr.either)


def _face_of(scope: Scope, expr: ir.FaceOf) -> int:
    return value(scope, expr.handle) & 1


def _arith(scope: Scope, expr: ir.Arith) -> int:
    left, right = value(scope, expr.left), value(scope, expr.right)
    match expr.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            if right == 0:
                raise fault("nothing can be divided by zero", expr.span)
            return left // right
        case "min":
            return min(left, right)
        case "max":
            return max(left, right)


def _compare(scope: Scope, expr: ir.Compare) -> int:
    left, right = value(scope, expr.left), value(scope, expr.right)
    match expr.op:
        case "is":
            return int(left == right)
        case "is not":
            return int(left != right)
        case "<":
            return int(left < right)
        case "<=":
            return int(left <= right)
        case ">":
            return int(left > right)
        case ">=":
            return int(left >= right)


def _logic(scope: Scope, expr: ir.Logic) -> int:
    if expr.op == "not":
        return int(not value(scope, expr.parts[0]))
    if expr.op == "and":
        return int(all(value(scope, part) for part in expr.parts))
    return int(any(value(scope, part) for part in expr.parts))


def _cases(scope: Scope, expr: ir.Cases) -> int:
    for condition, result in expr.cases:
        if value(scope, condition):
            return value(scope, result)
    return value(scope, expr.default)


def _fold(scope: Scope, expr: ir.Fold) -> int:
    weights: dict[int, int] = {}
    if isinstance(expr.domain, ir.ZoneDomain):
        weights = scope.store.content(*pile_of(scope, expr.domain.zone, expr.span))
    found = [m for m in members(scope, expr.domain) if holds(scope.plus(expr.local, m), expr.guard)]
    if expr.op == "some":
        return int(bool(found))
    if expr.op == "count":
        return sum(weights.get(m, 1) for m in found)
    if expr.op == "set":
        return sum(1 << m for m in found)
    assert expr.body is not None, "this fold needs a body"
    results = [value(scope.plus(expr.local, m), expr.body) for m in found]
    if expr.op == "total":
        return sum(weights.get(m, 1) * result for m, result in zip(found, results, strict=True))
    return (max if expr.op == "highest" else min)(results, default=0)


def _players(scope: Scope, expr: ir.Players) -> int:
    mask = 0
    for part, is_set in zip(expr.parts, expr.sets, strict=True):
        who = value(scope, part)
        mask |= who if is_set else 1 << who
    return mask & scope.rules.everybody  # none, as a player, is nobody


def _member(scope: Scope, expr: ir.Member) -> int:
    return value(scope, expr.set) >> value(scope, expr.item) & 1


def _apply(scope: Scope, expr: ir.Apply) -> int:
    called = scope.rules.values[expr.name]
    arguments = [value(scope, argument) for argument in expr.args]
    return value(Scope(scope.rules, scope.store, dict(zip(called.params, arguments, strict=True))), called.body)


def _reach(scope: Scope, expr: ir.Reach) -> int:
    found = 0
    for edge in _edges(scope, expr):
        found |= edge
    return found


def _distance(scope: Scope, expr: ir.Distance) -> int:
    to = value(scope, expr.to)
    for steps, edge in enumerate(_edges(scope, expr.reach)):
        if edge >> to & 1:
            return steps
    return scope.rules.classes[expr.reach.cls].size


def _edges(scope: Scope, expr: ir.Reach) -> Iterator[int]:
    """What is reached after no step, after one, and so on: each time what is new."""
    first = value(scope, expr.start)
    everyone = (1 << scope.rules.classes[expr.cls].size) - 1
    found = edge = first if expr.is_set else 1 << first & everyone
    steps = value(scope, expr.within) if expr.within is not None else len(bin(everyone))
    yield edge
    while edge and steps > 0:
        near = 0
        for member in range(edge.bit_length()):
            if edge >> member & 1:
                near |= value(scope.plus(expr.local, member), expr.over)
        entered = [
            m
            for m in range(near.bit_length())
            if (near & ~found) >> m & 1 and holds(scope.plus(expr.local, m), expr.guard)
        ]
        edge = sum(1 << m for m in entered)
        found |= edge
        steps -= 1
        yield edge


def _next_member(scope: Scope, expr: ir.NextMember) -> int:
    return (value(scope, expr.of) + expr.step) % scope.rules.classes[expr.cls].size


_EVALUATE: dict[type, Callable[[Scope, Any], int]] = {
    ir.Const: _const,
    ir.Local: _local,
    ir.Read: _read,
    ir.ColumnOf: _column_of,
    ir.Count: _count,
    ir.SlotKind: _slot_kind,
    ir.KindOf: _kind_of,
    ir.FaceOf: _face_of,
    ir.Arith: _arith,
    ir.Compare: _compare,
    ir.Logic: _logic,
    ir.Cases: _cases,
    ir.Fold: _fold,
    ir.Players: _players,
    ir.Member: _member,
    ir.Apply: _apply,
    ir.Reach: _reach,
    ir.Distance: _distance,
    ir.NextMember: _next_member,
}
