"""Sets of members (passes/sets.py) as Python text: operations on whole numbers, and small functions where it takes
several steps."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulewright.compiler.passes import masks, sets
from rulewright.compiler.passes.walk import conjuncts
from rulewright.compiler.python.expr import cond, may_be_none, value
from rulewright.compiler.python.rays import caught, hexed, moved, seen, shifted
from rulewright.compiler.python.text import (
    BIT_AND,
    BIT_OR,
    OR,
    SHIFT,
    SUM,
    TERNARY,
    UNARY,
    Lines,
    Piece,
)
from rulewright.compiler.python.unit import Names, Unit
from rulewright.dsl import ir


@frozen
class Text:
    """The text of a set, or (`negated`) of the set of all that are not in it."""

    piece: Piece
    negated: bool = False


def mask_of(unit: Unit, names: Names, local: str, cls: str, guard: ir.Expr | None) -> Piece | None:
    """The set of the members of a class for which a guard holds; None if it cannot be had at once."""
    if not masks.FEWEST <= unit.classes[cls].size <= masks.MOST:
        return None
    found = unit.masks.of(local, cls, guard)
    return None if found is None else whole(unit, names, found, cls)


def part_masks(
    unit: Unit, names: Names, local: str, cls: str, guard: ir.Expr | None
) -> tuple[Piece, ir.Expr | None] | None:
    """As much of a guard as can be had at once, and the rest of it; None if nothing of it can."""
    if not masks.FEWEST <= unit.classes[cls].size <= masks.MOST:
        return None
    parts = conjuncts(guard)
    found = [unit.masks.of(local, cls, part) for part in parts]
    read = tuple(each for each in found if each is not None)
    rest = tuple(part for part, each in zip(parts, found, strict=True) if each is None)
    if not read:
        return None
    left = None if not rest else rest[0] if len(rest) == 1 else ir.Logic("and", rest)
    return whole(unit, names, sets.All(read), cls), left


def whole(unit: Unit, names: Names, mask: sets.Mask, cls: str) -> Piece:
    """The text of a set."""
    full = (1 << unit.classes[cls].size) - 1
    return _plain(_Writer(unit, names, cls, full).write(mask), full)


def _plain(text: Text, full: int) -> Piece:
    if not text.negated:
        return text.piece
    return Piece(f"{hexed(full)} & ~{text.piece.at(UNARY)}", BIT_AND)


def loosened(part: sets.Mask, known: int) -> sets.Mask:
    """What is taken away needs no edges if only members inside them are left anyway."""
    match part:
        case sets.Not(part=sets.Shifted(ways=((step, inside),), part=moved)) if not known & ~inside:
            return sets.Not(sets.Loose(step, moved))
    return part


@frozen
class _Writer:
    unit: Unit
    names: Names
    cls: str
    full: int

    def write(self, mask: sets.Mask) -> Text:
        unit, names = self.unit, self.names
        match mask:
            case sets.Known():
                return Text(Piece(hexed(mask.mask)))
            case sets.Plane():
                return Text(Piece(f"cells[{self._plane(mask)}]"))
            case sets.When():
                return Text(Piece(f"{hexed(self.full)} if {cond(unit, names, mask.cond, OR)} else 0", TERNARY))
            case sets.One():
                one = f"1 << {value(unit, names, mask.member, SUM)}"
                if may_be_none(unit, mask.member):
                    return Text(Piece(f"({one}) & {hexed(self.full)}", BIT_AND))
                return Text(Piece(one, SHIFT))
            case sets.Of():
                return Text(Piece(value(unit, names, mask.set, BIT_AND), BIT_AND))
            case sets.Tabled():
                table = unit.table(mask.masks, f"{self.cls} sets")
                low = f" - {mask.low}" if mask.low > 0 else f" + {-mask.low}" if mask.low < 0 else ""
                return Text(Piece(f"{table}[{value(unit, names, mask.index, SUM if low else TERNARY)}{low}]"))
            case sets.Not():
                found = self.write(mask.part)
                if isinstance(mask.part, sets.Known):
                    return Text(Piece(hexed(self.full & ~mask.part.mask)))
                return Text(found.piece, not found.negated)
            case sets.All():
                return self.all_of(self.write(part) for part in self._needed(mask.parts))
            case sets.Some():
                flipped = [self.write(part) for part in mask.parts]
                found = self.all_of(Text(t.piece, not t.negated) for t in flipped)
                return Text(found.piece, not found.negated)
            case sets.Either():
                yes, no = (_plain(self.write(part), self.full).at(OR) for part in (mask.yes, mask.no))
                return Text(Piece(f"{yes} if {cond(unit, names, mask.cond, OR)} else {no}", TERNARY))
            case sets.Shifted():
                return Text(self._shifted(mask))
            case sets.Loose():
                return Text(Piece(shifted(_plain(self.write(mask.part), self.full).at(SHIFT), mask.step), SHIFT))
            case sets.Seen():
                parts = ", ".join(_plain(self.write(part), self.full).text for part in (mask.ends, mask.through))
                return Text(Piece(f"{seen(unit, mask)}({parts})"))
            case sets.Caught():
                start = value(unit, names, mask.start)
                parts = ", ".join(_plain(self.write(part), self.full).text for part in (mask.ends, mask.through))
                return Text(Piece(f"{caught(unit, mask)}({start}, {parts})"))
            case sets.Union():
                return Text(self._union(mask))

    def _needed(self, parts: tuple[sets.Mask, ...]) -> list[sets.Mask]:
        """What is in all parts, without constant parts that the others lie in anyway; constants made one."""
        flat = [p for part in parts for p in (part.parts if isinstance(part, sets.All) else (part,))]
        known = self.full
        for part in flat:
            if isinstance(part, sets.Known):
                known &= part.mask
        others: list[sets.Mask] = [part for part in flat if not isinstance(part, sets.Known)]
        others = [loosened(part, known) for part in others]
        around = sets.bound(sets.All(tuple(others)), self.full)
        return others if around & ~known == 0 and others else [sets.Known(known), *others]

    def all_of(self, texts: Iterable[Text]) -> Text:
        """What is in all: those that are plain, less those that are negated."""
        plain: list[Piece] = []
        negated: list[Piece] = []
        for text in texts:
            if text.piece.text in ("0", hexed(self.full)):
                is_all = (text.piece.text != "0") != text.negated
                if not is_all:
                    return Text(Piece("0"))
                continue
            (negated if text.negated else plain).append(text.piece)
        if not plain and not negated:
            return Text(Piece(hexed(self.full)))
        if not plain:
            if len(negated) == 1:
                return Text(negated[0], True)
            return Text(Piece(" | ".join(p.at(BIT_OR) for p in negated), BIT_OR), True)
        if len(plain) == 1 and not negated:
            return Text(plain[0])
        parts = [p.at(BIT_AND) for p in plain] + [f"~{p.at(UNARY)}" for p in negated]
        return Text(Piece(" & ".join(parts), BIT_AND))

    def _plane(self, plane: sets.Plane) -> str:
        first = self.unit.layout.fields[plane.field].planes
        if plane.value is None:
            return str(first)
        if isinstance(plane.value, ir.Const):
            return str(first + plane.value.value)
        return f"{first} + {value(self.unit, self.names, plane.value, SUM)}"

    def _shifted(self, mask: sets.Shifted) -> Piece:
        part = _plain(self.write(mask.part), self.full)
        if len(mask.ways) == 1:
            return moved(part, *mask.ways[0])
        return Piece(f"{near(self.unit, mask.ways)}({part.text})")

    def _union(self, mask: sets.Union) -> Piece:
        from rulewright.compiler.python.fold import free_locals

        unit = self.unit
        node = ir.Fold("some", mask.local, mask.domain, mask.guard, mask.set)
        free = free_locals(unit, self.names, node)
        name = unit.helper(("union", mask, tuple(free)), "union", lambda name: _union_function(unit, name, mask, free))
        args = "".join(f", {unit.local(local, self.names)}" for local in free)
        return Piece(f"{name}(cells{args})")


def near(unit: Unit, ways: tuple[tuple[int, int], ...]) -> str:
    """The function that gives all members from which some step leads into a set."""

    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}(s: int) -> int:")
        lines.add(f"return {' | '.join(moved(Piece('s'), *way).text for way in ways)}")
        return lines

    return unit.helper(("near", ways), "near", write)


def _union_function(unit: Unit, name: str, mask: sets.Union, free: list[str]) -> Lines:
    from rulewright.compiler.python.narrow import narrow

    lines = Lines()
    params = "".join(f", {unit.variable(local)}: int" for local in free)
    names = Names({local: unit.variable(local) for local in free})
    lines.open(f"def {name}(cells: list[int]{params}) -> int:")
    lines.add("result = 0")
    going, guard = narrow(unit, names, mask.local, mask.domain, mask.guard, (mask.set,), mask.set.span)
    lines.open(f"for {going.target} in {going.source}:")
    for test in going.tests:
        lines.open(f"if {test}:")
    if guard is not None:
        lines.open(f"if {cond(unit, going.names, guard)}:")
    lines.add(f"result |= {value(unit, going.names, mask.set)}")
    lines.depth = 1
    lines.add("return result")
    return lines


def mask_fold(unit: Unit, names: Names, fold: ir.Fold) -> Piece | None:
    """Is there one, how many, or which: where the members can be had at once."""
    if fold.op not in ("some", "count", "set") or not isinstance(fold.domain, ir.ClassDomain | ir.SetDomain):
        return None
    found = mask_of(unit, names, fold.local, fold.domain.cls, fold.guard)
    if found is None:
        return None
    if isinstance(fold.domain, ir.SetDomain):
        inside = value(unit, names, fold.domain.set, BIT_AND)
        all_in = found.text == hexed((1 << unit.classes[fold.domain.cls].size) - 1)
        found = Piece(inside, BIT_AND) if all_in else Piece(f"{inside} & {found.at(BIT_AND)}", BIT_AND)
    if fold.op == "set":
        return found
    if fold.op == "count":
        return Piece(f"({found.text}).bit_count()")
    return Piece(found.text, found.binds, is_bool=True)


