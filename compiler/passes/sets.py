"""Sets of the members of a class as small expressions: what a condition on all of them comes to.

Made from guards by reading.py, written as Python by compiler/python/masks.py. A set is a whole number, bit i being set
if member i belongs to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import frozen

from rulewright.compiler.passes.geometry import Rays
from rulewright.dsl import ir


@frozen
class Known:
    mask: int


@frozen
class Plane:
    """The members for which a field has a value (a truth: for which it holds)."""

    field: str
    value: ir.Expr | None


@frozen
class When:
    """All members if a condition that does not depend on them holds, else none."""

    cond: ir.Expr


@frozen
class One:
    """The set of one member, or of none if it is none."""

    member: ir.Expr


@frozen
class Of:
    """A set that is worked out anyway."""

    set: ir.Expr


@frozen
class Tabled:
    """`masks[index - low]`"""

    masks: tuple[int, ...]
    low: int
    index: ir.Expr


@frozen
class Not:
    part: Mask


@frozen
class All:
    parts: tuple[Mask, ...]


@frozen
class Some:
    parts: tuple[Mask, ...]


@frozen
class Either:
    cond: ir.Expr
    yes: Mask
    no: Mask


@frozen
class Shifted:
    """The members x inside a mask for which x + step is in the part; of several ways, for which one of them is."""

    ways: tuple[tuple[int, int], ...]  # (step, inside)
    part: Mask


@frozen
class Loose:
    """As `Shifted` by one step, and maybe members outside of what is looked at."""

    step: int
    part: Mask


@frozen
class Seen:
    """The members from which one of `ends` lies in a straight line with only members of `through` between (with
    `apart`: at least one)."""

    rays: Rays
    ends: Mask
    through: Mask
    apart: bool


@frozen
class Caught:
    """On each ray from a member, the unbroken run of `through` next to it, if one of `ends` comes right behind."""

    rays: Rays
    start: ir.Expr
    ends: Mask
    through: Mask


@frozen
class Union:
    """All members of `set` for each member (`local`) of a domain for which the guard holds."""

    local: str
    domain: ir.Domain
    guard: ir.Expr | None
    set: ir.Expr


Mask: TypeAlias = (
    Known | Plane | When | One | Of | Tabled | Not | All | Some | Either | Shifted | Loose | Seen | Caught | Union
)


def bound(mask: Mask, full: int) -> int:
    """A set that a set is surely part of."""
    match mask:
        case Known():
            return mask.mask
        case Tabled():
            return _all_bits(mask.masks)
        case Shifted():
            return _all_bits(inside for _, inside in mask.ways)
        case All():
            found = full
            for part in mask.parts:
                found &= bound(part, full)
            return found
        case Some():
            return _all_bits(bound(part, full) for part in mask.parts)
        case Either():
            return bound(mask.yes, full) | bound(mask.no, full)
    return full


def _all_bits(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
