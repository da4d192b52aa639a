"""The small type system: what an expression can be, when two can be compared, and interval arithmetic for numbers.

To the types of the IR it adds those that exist only while elaborating: a handle (one component in one zone), the word
`none`, and the type of something already reported, which agrees with everything so that one mistake is told once.
"""

from __future__ import annotations

from typing import TypeAlias

from attrs import frozen

from rulewright.dsl import ir

LARGEST = 2**31 - 1


@frozen
class Handle:
    """One component of class `cls` in `zone`; `either`: its code carries a face."""

    cls: str
    zone: ir.ZoneRef
    either: bool


@frozen
class NoneType:
    """The word `none`."""


@frozen
class Unknown:
    """The type of an expression whose mistake is already reported."""


Static: TypeAlias = ir.Type | Handle | NoneType | Unknown


def describe(t: Static) -> str:
    """A type in the designer's words."""
    match t:
        case ir.Truth():
            return "yes or no"
        case ir.Number():
            return "a number" if t.low != t.high else f"the number {t.low}"
        case ir.Name():
            return f"{article(t.cls)} `{t.cls}`" + (" or none" if t.optional else "")
        case ir.SetType():
            return f"a set of `{t.cls}`"
        case Handle():
            return f"one component of `{t.cls}`"
        case NoneType():
            return "none"
        case Unknown():
            return "something wrong"


def article(word: str) -> str:
    return "an" if word[:1].lower() in "aeiou" else "a"


def comparable(a: Static, b: Static) -> bool:
    """May these two be compared with `is`? Handles compare by their kind."""
    if isinstance(a, Unknown) or isinstance(b, Unknown):
        return True
    if isinstance(a, NoneType) or isinstance(b, NoneType):
        other = b if isinstance(a, NoneType) else a
        return isinstance(other, NoneType) or (isinstance(other, ir.Name) and other.optional)
    ca = a.cls if isinstance(a, ir.Name | Handle) else None
    cb = b.cls if isinstance(b, ir.Name | Handle) else None
    if ca or cb:
        return ca == cb
    return type(a) is type(b)


def fits(value: Static, target: ir.Type) -> bool:
    """May `value` be stored where `target` is declared? Ranges that only overlap do (they are checked in play)."""
    match value, target:
        case (Unknown(), _):
            return True
        case (NoneType(), ir.Name()):
            return target.optional
        case (ir.Number(), ir.Number()):
            return value.low <= target.high and value.high >= target.low
        case (ir.Name(), ir.Name()):
            return value.cls == target.cls and (target.optional or not value.optional)
        case (Handle(), ir.Name()):
            return value.cls == target.cls
        case (ir.SetType(), ir.SetType()):
            return value.cls == target.cls
        case _:
            return type(value) is type(target)


def surely_inside(value: Static, target: ir.Type) -> bool:
    """Is no value of this type outside the target's range?"""
    if isinstance(value, ir.Number) and isinstance(target, ir.Number):
        return target.low <= value.low and value.high <= target.high
    return True


def join(a: Static, b: Static) -> Static | None:
    """The type of "either of these", or None if they do not go together."""
    match a, b:
        case (Unknown(), other) | (other, Unknown()):
            return other
        case (ir.Number(), ir.Number()):
            return ir.Number(min(a.low, b.low), max(a.high, b.high))
        case (NoneType(), ir.Name()):
            return ir.Name(b.cls, True)
        case (ir.Name(), NoneType()):
            return ir.Name(a.cls, True)
        case (ir.Name(), ir.Name()) if a.cls == b.cls:
            return ir.Name(a.cls, a.optional or b.optional)
        case _:
            return a if a == b else None


def arithmetic(op: str, a: ir.Number, b: ir.Number) -> ir.Number:
    """The range of `a op b`, held inside 32 bits."""
    match op:
        case "+":
            low, high = a.low + b.low, a.high + b.high
        case "-":
            low, high = a.low - b.high, a.high - b.low
        case "*":
            ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
            low, high = min(ends), max(ends)
        case "min":
            low, high = min(a.low, b.low), min(a.high, b.high)
        case "max":
            low, high = max(a.low, b.low), max(a.high, b.high)
        case _:
            divisors = [d for d in (b.low, b.high, -1, 1) if b.low <= d <= b.high and d != 0] or [1]
            ends = [x // d for x in (a.low, a.high) for d in divisors]
            low, high = min(ends), max(ends)
    return ir.Number(max(low, -LARGEST), min(high, LARGEST))
