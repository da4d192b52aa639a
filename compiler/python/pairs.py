"""Questions for a member and one beside it (from where, to where), as sets: for each step the members it can be made
from."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.compiler.passes import sets
from rulewright.compiler.passes.planes import masks_of_pair
from rulewright.compiler.python.masks import whole
from rulewright.compiler.python.text import Piece
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir


@frozen
class Pairs:
    """A branch that asks for a member and one beside it: by step, the set of the first ones. `turn` is a local on whose
    value it depends which steps there are at all (or None), `ways` has the sets for each of its values."""

    turn: str | None
    ways: tuple[tuple[tuple[int, Piece], ...], ...]


def pair_masks(unit: Unit, names: Names, branch: ir.Branch) -> Pairs | None:
    """The pairs of a branch as sets, if they can be had at once."""
    found = _pair_masks(unit, names, branch)
    if found is None:
        return None
    turn = next((name for _, mask in found for name in _turns(unit, mask)), None)
    if turn is None:
        return Pairs(None, (_written_pairs(unit, names, branch, found),))
    kind = unit.types[turn]
    assert isinstance(kind, ir.Name)
    ways = []
    for value_of in range(unit.classes[kind.cls].size):
        known = unit.specialised(branch, turn, value_of)
        found = _pair_masks(unit, names, known)
        if found is None:
            return None
        ways.append(_written_pairs(unit, names, known, found))
    return Pairs(turn, tuple(ways))


def _pair_masks(unit: Unit, names: Names, branch: ir.Branch) -> tuple[tuple[int, sets.Mask], ...] | None:
    found = masks_of_pair(unit.masks, branch)
    if found is None:
        return None
    return tuple((step, sets.All((sets.Known(inside), mask))) for step, inside, mask in found)


def _written_pairs(
    unit: Unit, names: Names, branch: ir.Branch, found: tuple[tuple[int, sets.Mask], ...]
) -> tuple[tuple[int, Piece], ...]:
    first = branch.binders[0].domain
    assert isinstance(first, ir.ClassDomain)
    found_sets = ((step, whole(unit, names, mask, first.cls)) for step, mask in found)
    return tuple((step, piece) for step, piece in found_sets if piece.text != "0")


def _turns(unit: Unit, mask: sets.Mask) -> Iterator[str]:
    """The players that tables of sets are indexed by."""
    match mask:
        case sets.Tabled(index=ir.Local(name=name)) if unit.types.get(name) == ir.Name("player"):
            yield name
        case sets.All() | sets.Some():
            for part in mask.parts:
                yield from _turns(unit, part)
        case sets.Not() | sets.Shifted():
            yield from _turns(unit, mask.part)
        case sets.Either():
            yield from (*_turns(unit, mask.yes), *_turns(unit, mask.no))
