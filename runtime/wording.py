"""How values, elements and seats are called in labels, views and logs.

`Wording` turns the numbers of one ruleset into words: titles for people, and for seats the names given at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from rulewright.runtime.schema import (
    BinderInfo,
    BranchInfo,
    ClassInfo,
    FieldInfo,
    PointInfo,
    Schema,
    TypeInfo,
    ZoneInfo,
)

BACKS = {"cards": ("card", "cards"), "tokens": ("token", "tokens"), "dice": ("die", "dice")}
HOLE = re.compile(r"\{[^{}]*\}")  # a name in a question
FACES = ("face down", "face up")


@frozen
class Wording:
    """Words for one schema. `seats` holds one name per player (default: the titles of the schema's players)."""

    schema: Schema
    seats: tuple[str, ...] = ()
    _classes: Mapping[str, ClassInfo] = field(init=False, repr=False, eq=False)
    _zones: Mapping[str, ZoneInfo] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_classes", {c.name: c for c in self.schema.classes})
        object.__setattr__(self, "_zones", {z.name: z for z in self.schema.zones})

    def seat(self, player: int) -> str:
        """What player `player` (from 0) is called."""
        return self.seats[player] if player < len(self.seats) else f"player {player + 1}"

    def member(self, cls: str, member: int) -> str:
        """The title of a member of a class; "none" past the last."""
        info = self._classes[cls]
        if not 0 <= member < info.size:
            return "none"
        return self.seat(member) if info.sort == "player" else info.titles[member] or info.members[member]

    def value(self, type: TypeInfo, value: int) -> str:
        """A value of a type."""
        if type.kind == "truth":
            return "yes" if value else "no"
        if type.kind == "number":
            return str(value)
        if type.kind == "name":
            return self.member(type.cls, value)
        return listed(self.member(type.cls, m) for m in range(self._classes[type.cls].size) if value >> m & 1)

    def element(self, zone: ZoneInfo, code: int) -> str:
        """A component of a zone by its element code, with its face where the zone mixes faces."""
        if not zone.either:
            return self.member(zone.cls, code)
        return f"{self.member(zone.cls, code // 2)} {FACES[code % 2]}"

    def elements(self, zone: ZoneInfo, elements: Iterable[Sequence[int]]) -> str:
        """Several (code, how many)."""
        return listed(
            self.element(zone, code) if many == 1 else f"{many} {self.element(zone, code)}" for code, many in elements
        )

    def place(self, info: ZoneInfo | FieldInfo, index: int) -> str:
        """A zone or a field cell, with its index where it has one."""
        title = info.title or info.name
        return title if info.per is None else f"{title} of {self.member(info.per, index)}"

    def backs(self, zone: ZoneInfo, many: int) -> str:
        """Components of a zone whose kinds are not told."""
        one, more = BACKS[self._classes[zone.cls].sort]
        return f"a {one}" if many == 1 else f"{many} {more}"

    def binder(self, binder: BinderInfo, member: int) -> str:
        """A member that a binder of a branch may take."""
        return self.element(self._zones[binder.zone], member) if binder.zone else self.value(binder.type, member)

    def option(self, branch: BranchInfo, option: int) -> str:
        """The label of an option: its branch's words, then what its binders stand for."""
        words = ", ".join(self.binder(b, m) for b, m in zip(branch.binders, binding(branch, option), strict=True))
        return ": ".join(part for part in (branch.label, words) if part) or branch.name

    def question(self, point: PointInfo, about: Sequence[int]) -> str:
        """The words of a question, with what it is about in the places of its braces."""
        words = [self.value(t, value) for t, value in zip(point.about, about, strict=True)]
        return HOLE.sub(lambda _: words.pop(0), point.prompt)

    def outcome(self, type: TypeInfo | None, zone: str, outcome: int) -> str:
        """An outcome of a chance point."""
        if zone:
            return self.element(self._zones[zone], outcome)
        return str(outcome) if type is None else self.value(type, outcome)


def binding(branch: BranchInfo, option: int) -> tuple[int, ...]:
    """The members that a stable id binds, one for each binder of its branch."""
    members: list[int] = []
    rest = option - branch.first
    for binder in reversed(branch.binders):
        rest, digit = divmod(rest, binder.size)
        members.append(binder.low + digit)
    return tuple(reversed(members))


def listed(words: Iterable[str]) -> str:
    """ "a, b and c"; "nothing" of no words."""
    parts = list(words)
    if not parts:
        return "nothing"
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
