"""Can a write make the condition of an ending true that was not? If not, nothing need be tested after it.

An ending is tested after every write to what it reads, so before a write its condition does not hold. Adding a card
to a hand cannot empty it, and setting a counter to 0 cannot bring it to the top.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir
from rulewright.dsl.walk import reads

_TEST: dict[str, Callable[[int, int], bool]] = {
    "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def can_wake(watch: ir.Watch, stmt: ir.SetField | ir.Move | ir.Turn, fleeting: frozenset[str]) -> bool:
    """May the write make the watch's condition hold? `fleeting` are the fields that go with a block: they change
    without a test, so of a condition that reads them nothing is known before."""
    if watch.reads & fleeting or isinstance(stmt, ir.Turn):
        return True
    if watch.domain is not None and _touches(watch.domain, stmt):
        return True
    return _may(watch.cond, True, stmt)


def _may(e: ir.Expr, wanted: bool, stmt: ir.SetField | ir.Move) -> bool:
    """May a condition come to hold (or, not `wanted`, cease to) by the write?"""
    match e:
        case ir.Logic(op="not", parts=(part,)):
            return _may(part, not wanted, stmt)
        case ir.Logic():
            return any(_may(part, wanted, stmt) for part in e.parts)
        case ir.Fold(op="some", domain=ir.ClassDomain(), guard=guard) if guard is not None:
            return _may(guard, wanted, stmt)
        case ir.Compare(left=ir.Count() as held, right=ir.Const(value=bound)) if isinstance(stmt, ir.Move):
            if not _touches(e, stmt):
                return False
            by_less = _by_less(e.op, bound)
            if by_less is None or (held.zone.index is not None and _touches(held.zone.index, stmt)):
                return True
            less, more = held.zone.zone == stmt.source.zone, held.zone.zone == stmt.target.zone
            return less if by_less == wanted else more
        case ir.Compare(left=ir.Read(place=ir.FieldRef(field=name, index=index)), right=ir.Const(value=bound)) if (
            isinstance(stmt, ir.SetField) and name == stmt.place.field and isinstance(stmt.value, ir.Const)
        ):
            if index is None or not _touches(index, stmt):
                return _TEST[e.op](stmt.value.value, bound) == wanted
    return _touches(e, stmt)


def _by_less(op: str, bound: int) -> bool | None:
    """Does such a test of a number come to hold when there is less (True), or more (False)? None: by either."""
    if op in ("<", "<=") or (op == "is" and bound == 0):
        return True
    if op in (">", ">=") or (op == "is not" and bound == 0):
        return False
    return None


def _touches(e: ir.Expr | ir.Domain, stmt: ir.SetField | ir.Move) -> bool:
    if any(isinstance(part, ir.Apply) for part in everything(e)):
        return True
    written = {stmt.place.field} if isinstance(stmt, ir.SetField) else {stmt.source.zone, stmt.target.zone}
    return bool(reads(e) & written)
