"""What a compiled game says about itself: names, where things lie in the state, and what it can ask.

A state is a flat list of whole numbers. The first cells are the same in every game:

    0  POINT    the decision or chance point the game waits at; 0 when it is over (or has not begun)
    1  CHANCE   the generator's 64-bit state (see chance.py)
    2  ENDING   0 while playing, else 1 + the id of the result that ended it
    3  WON      bit mask of the players who won
    4  LOST     bit mask of the players who lost

then fields, zones, and last the frame: locals, loop positions, return marks, woken watches. Everything after the zones
is zero wherever it is not in use, so equal positions are equal lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import field, frozen

POINT, CHANCE, ENDING, WON, LOST = range(5)
FIRST_FREE = 5
ROUNDS = "(rounds)"  # the field of a module made to count rounds; no name in a text can be this
COUNTS = "(counts)"  # how the names of the fields of a module that counts everything begin


@frozen
class TypeInfo:
    """How to print a value. `cls` for `name` and `set`; an optional name's none is the class size."""

    kind: Literal["truth", "number", "name", "set"]
    cls: str = ""
    low: int = 0
    high: int = 1
    optional: bool = False


@frozen
class ClassInfo:
    name: str
    title: str
    sort: str
    members: tuple[str, ...]
    titles: tuple[str, ...]
    copies: tuple[int, ...] = ()

    @property
    def size(self) -> int:
        return len(self.members)


@frozen
class FieldInfo:
    """`cells` values from `offset` on: one, or one per member of class `per`. With `planes` (0: without) the field is
    kept a second time from there on, as the set of members that have a value: one cell for each value from 0 up, of a
    truth only for yes. Whoever writes such a field in cells calls `bits.renew` afterwards."""

    name: str
    title: str
    type: TypeInfo
    per: str | None
    offset: int
    cells: int
    planes: int = 0

    @property
    def plane_values(self) -> range:
        """The values that have a plane, in order, where the field has planes."""
        return range(1, 2) if self.type.kind == "truth" else range(self.type.high + 1)


@frozen
class ZoneInfo:
    """`cells` zones from `offset` on, `stride` state cells each.

    Element codes are `kind`, or `2 * kind + face` when `either`; there are `codes` of them. One zone is stored as
    * slot: one cell, the code in it, or `codes` when empty;
    * a set (`masked`; no two components of the class are of one kind): one cell, bit `code` being set if it is there;
    * unordered (`ordered` false): `codes` cells, how many of each;
    * ordered: the length, then `capacity` cells from the top down, each `2 * code + last` with last = 1 on the last
      component of a packet; codes rise inside a packet; unused cells are 0.

    A zone declared ordered whose order can never be observed is stored unordered (`declared_ordered` keeps the word).
    """

    name: str
    title: str
    cls: str
    per: str | None
    either: bool
    slot: bool
    ordered: bool
    declared_ordered: bool
    capacity: int
    codes: int
    stride: int
    offset: int
    cells: int
    masked: bool = False


@frozen
class BinderInfo:
    """One binder of a branch: ids count `low .. low + size - 1`; `type` prints a member, `zone` (a zone's name) says
    that members are element codes of that zone."""

    type: TypeInfo
    low: int
    size: int
    zone: str = ""


@frozen
class NeedInfo:
    name: str
    reason: str
    line: str


@frozen
class BranchInfo:
    """`first` is the stable id of its first tuple."""

    name: str
    label: str
    binders: tuple[BinderInfo, ...]
    needs: tuple[NeedInfo, ...]
    first: int
    size: int


@frozen
class PointInfo:
    """A decision point (id 1 ..), or a chance point (`chance`; its outcome ids are die sides, element codes, members).
    `source` names what chance is asked for: a zone, `d6`, or a class. `keeper`: for a choice that several make at once,
    the position in `Schema.fields` of the field that keeps each seat's answer until all have given theirs (see
    together.py); else -1. `about`: what `Engine.about` gives for the braces in the prompt."""

    id: int
    prompt: str
    path: str
    line: str
    branches: tuple[BranchInfo, ...] = ()
    chance: bool = False
    source: str = ""
    type: TypeInfo | None = None
    zone: str = ""
    keeper: int = -1
    about: tuple[TypeInfo, ...] = ()


@frozen
class ResultInfo:
    reason: str
    line: str


@frozen
class CellInfo:
    """One state cell: its name and how many values it can take (low .. low + bound - 1; `low` is 0 or negative)."""

    name: str
    bound: int
    low: int = 0


@frozen
class Schema:
    """Everything a driver, a view, a log or a save file needs to know about one ruleset."""

    name: str
    title: str
    language: str
    text_hash: str
    players: int
    options: Mapping[str, int]
    variants: tuple[str, ...]
    classes: tuple[ClassInfo, ...]
    fields: tuple[FieldInfo, ...]
    zones: tuple[ZoneInfo, ...]
    points: tuple[PointInfo, ...]
    results: tuple[ResultInfo, ...]
    texts: tuple[str, ...]
    types: tuple[TypeInfo, ...]
    cells: tuple[CellInfo, ...]
    entries: Mapping[str, int] = field(factory=dict)

    @property
    def size(self) -> int:
        """How many whole numbers a state is."""
        return len(self.cells)
