"""Which columns of places and links say how a map is drawn: what groups places, shades, marks and labels them.

Nobody has to say so. A column groups the places if it has few values and most links join places of the same value, as
floors and decks do: of several the one that exceeds most what would come of joining the same ends at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from rulewright.compiler.words.text import capital, spaced
from rulewright.dsl import ir

MOST_GROUPS = 12
MOST_SHADES = 4
MOST_KINDS = 8
Pair = tuple[int, int]
Classes = dict[str, ir.Class]


@frozen
class Grouping:
    """The column by which it is grouped ("": none), what the groups are called, and the group of every member."""

    column: str
    names: tuple[str, ...]
    of: tuple[int, ...]


def places_of(links: ir.Class) -> str:
    """The class of the places that a class of links joins."""
    kind = links.columns[0].type
    assert isinstance(kind, ir.Name)
    return kind.cls


def ends(links: ir.Class) -> list[Pair]:
    return list(zip(links.columns[0].values, links.columns[1].values, strict=True))


def in_words(classes: Classes, type: ir.Type, value: int) -> str:
    """A value of a column, not a set."""
    if isinstance(type, ir.Name):
        cls = classes[type.cls]
        return cls.titles[value] or cls.members[value] if value < cls.size else "none"
    return ("no", "yes")[value] if isinstance(type, ir.Truth) else str(value)


# ------------------------------------------------------------------------------------------------ places


def groupers(of: ir.Class) -> Iterator[ir.Column]:
    """The columns that can group these places: numbers and names, but not the names of other places."""
    for column in of.columns:
        number = isinstance(column.type, ir.Number)
        name = isinstance(column.type, ir.Name) and column.type.cls != of.name
        if (number or name) and len(set(column.values)) <= MOST_GROUPS and of.sort != "grid":
            yield column


def grouped(classes: Classes, of: ir.Class, links: Sequence[Pair], by: str | None) -> Grouping:
    """The places by the column `by`, or by the one that links keep; in one group without a name if there is none, or if
    `by` is ""."""
    fit = [c for c in groupers(of) if c.name == by] or ([] if by == "" else _kept(list(groupers(of)), links))
    return _by(classes, of, fit[0]) if fit else Grouping("", (), (0,) * of.size)


def shaded(classes: Classes, of: ir.Class, links: Sequence[Pair], but: str) -> Grouping:
    """What groups the places next: a name of few values, or yes and no."""
    others = [c for c in groupers(of) if isinstance(c.type, ir.Name) and len(set(c.values)) <= MOST_SHADES]
    others += [c for c in of.columns if isinstance(c.type, ir.Truth)]
    fit = _kept([c for c in others if c.name != but], links)
    return _by(classes, of, fit[0]) if fit else Grouping("", (), (0,) * of.size)


def _kept(found: Sequence[ir.Column], links: Sequence[Pair]) -> list[ir.Column]:
    """Those that most links keep, and oftener than by chance; the one with the most to spare first."""
    spare = {c.name: _spare(c, links) for c in found}
    fit = [c for c in found if spare[c.name] > 0 and _keeping(c, links) * 2 > len(links)]
    return sorted(fit, key=lambda c: -spare[c.name])


def _keeping(column: ir.Column, links: Sequence[Pair]) -> int:
    return sum(column.values[a] == column.values[b] for a, b in links)


def _spare(column: ir.Column, links: Sequence[Pair]) -> Fraction:
    """Which share of the links keeps a column, less the share that would if their ends were joined at random."""
    if not links:
        return Fraction(0)
    ends = [column.values[place] for pair in links for place in pair]
    alike = sum(ends.count(value) ** 2 for value in set(ends))
    return Fraction(_keeping(column, links), len(links)) - Fraction(alike, len(ends) ** 2)


def _by(classes: Classes, of: ir.Class, column: ir.Column) -> Grouping:
    values = sorted(set(column.values))
    names = tuple(_group_name(classes, column, value) for value in values)
    return Grouping(column.name, names, tuple(values.index(value) for value in column.values))


def _group_name(classes: Classes, column: ir.Column, value: int) -> str:
    """ "Floor 2", "Upper deck", "outdoors"; nothing for what is not so."""
    if isinstance(column.type, ir.Truth):
        return spaced(column.name) if value else ""
    if isinstance(column.type, ir.Number):
        return capital(f"{spaced(column.name)} {value}")
    none = f"{spaced(column.name)}: none"
    return capital(none if value == classes[column.type.cls].size else in_words(classes, column.type, value))


# ------------------------------------------------------------------------------------------------ links


def kinds(classes: Classes, links: ir.Class) -> Grouping | None:
    """The kinds of links: by the first column of few names; in the order of the names, only those that there are."""
    for column in links.columns[2:]:
        if isinstance(column.type, ir.Name) and len(set(column.values)) <= MOST_KINDS:
            none = classes[column.type.cls].size
            values = sorted(set(column.values) - {none})
            names = tuple(in_words(classes, column.type, value) for value in values)
            return Grouping(column.name, names, tuple(values.index(v) if v != none else -1 for v in column.values))
    return None


def label_name(links: ir.Class) -> str:
    """The first column of numbers: it stands beside the links."""
    return next((spaced(c.name) for c in links.columns[2:] if isinstance(c.type, ir.Number)), "")


def labels(links: ir.Class) -> list[str]:
    """What stands beside each link: its number, and what is marked with yes."""
    number = next((c for c in links.columns[2:] if isinstance(c.type, ir.Number)), None)
    marks = [c for c in links.columns[2:] if isinstance(c.type, ir.Truth)]
    found = []
    for n in range(links.size):
        words = [] if number is None else [str(number.values[n])]
        found.append(", ".join([*words, *(spaced(c.name) for c in marks if c.values[n])]))
    return found
