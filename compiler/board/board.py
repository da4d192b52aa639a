"""What there is to draw of a game's board, as data: its maps (places joined by links) and its grids.

A program becomes this in columns.py and here; sheet.py says where everything is drawn, dot.py writes it down.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.compiler.board import columns
from rulewright.compiler.board.columns import Grouping
from rulewright.compiler.words.text import capital, spaced
from rulewright.dsl import ir
from rulewright.dsl.suggest import nearest


class NoBoard(Exception):
    """The program has neither maps nor grids."""


class NoColumn(Exception):
    """No table of places has a column of this name; `near` is a name like it, or ""."""

    def __init__(self, name: str, near: str, known: tuple[str, ...]) -> None:
        super().__init__(f"no places have a column {name!r}")
        self.name = name
        self.near = near
        self.known = known


@frozen
class Place:
    """A box of a map. `group` and `shade`: numbers into those of the map; `marks`: which of the map's marks it has;
    `facts`: what its columns say, in words."""

    name: str
    title: str
    group: int
    shade: int | None
    marks: tuple[int, ...]
    facts: tuple[str, ...]


@frozen
class Link:
    """What joins two places, which are numbers into those of the map. `member` of the class `of`; `label` stands beside
    the line; `kind` is a number into the kinds of the map, -1 for none."""

    of: str
    member: str
    a: int
    b: int
    kind: int = -1
    label: str = ""


@frozen
class Map:
    """Places of one class with all links between them. Of what the author did not say, the names are empty. `spots`:
    columns and rows, if the places are cells of a grid."""

    of: str
    title: str
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    groups: tuple[str, ...]
    kinds: tuple[str, ...]
    marks: tuple[str, ...]
    shades: tuple[str, ...]
    label: str = ""  # what the labels of the links are
    spots: tuple[tuple[int, int], ...] = ()

    def around(self, place: int) -> list[Link]:
        """The links at a place, in the order of their tables."""
        return [link for link in self.links if place in (link.a, link.b)]


@frozen
class Grid:
    """A board of cells: squares, or hexagons with each row half a cell to the right of the one above."""

    of: str
    title: str
    rows: int
    columns: int
    hexagons: bool


@frozen
class Board:
    """Everything of one program, in the order of the rules."""

    title: str
    maps: tuple[Map, ...]
    grids: tuple[Grid, ...]


def board_of(program: ir.Program, by: str | None = None) -> Board:
    """The board of a checked program. `by`: the column that groups the places, "" for none; without it, and where there
    is no such column, the one that links keep is taken (see columns.py). Raises `NoBoard` and `NoColumn`."""
    classes = {c.name: c for c in program.classes}
    joined: dict[str, list[ir.Class]] = {}
    for cls in program.classes:
        if cls.sort == "links":
            joined.setdefault(columns.places_of(cls), []).append(cls)
    grids = tuple(_grid(c) for c in program.classes if c.sort == "grid")
    if not joined and not grids:
        raise NoBoard
    if by:
        known = tuple(dict.fromkeys(c.name for of in joined for c in columns.groupers(classes[of])))
        if by not in known:
            raise NoColumn(by, nearest(by, known), known)
    maps = tuple(_map(classes, classes[of], links, by) for of, links in joined.items())
    return Board(program.title, maps, grids)


def _map(classes: dict[str, ir.Class], of: ir.Class, tables: list[ir.Class], by: str | None) -> Map:
    pairs = [pair for table in tables for pair in columns.ends(table)]
    grouping = columns.grouped(classes, of, pairs, by)
    shading = columns.shaded(classes, of, pairs, grouping.column)
    yes_no = [c for c in of.columns if isinstance(c.type, ir.Truth) and c.name != shading.column]
    places = tuple(
        Place(
            name, of.titles[n] or name, grouping.of[n], shading.of[n] if shading.names else None,
            tuple(m for m, column in enumerate(yes_no) if column.values[n]), tuple(_facts(classes, of, n)),
        )
        for n, name in enumerate(of.members)
    )  # fmt: skip
    kinds: list[str] = []
    links: list[Link] = []
    for table in tables:
        own = columns.kinds(classes, table) or Grouping("", (), (-1,) * table.size)
        if len(tables) > 1:  # the table is what is told apart first
            named = tuple(f"{_title(table)}: {name}" for name in own.names) or (_title(table),)
            own = Grouping(own.column, named, own.of if own.names else (0,) * table.size)
        labels = columns.labels(table)
        for n, (a, b) in enumerate(columns.ends(table)):
            kind = own.of[n] + len(kinds) if own.of[n] >= 0 else -1
            links.append(Link(table.name, table.members[n], a, b, kind, labels[n]))
        kinds += own.names
    label = next((name for table in tables if (name := columns.label_name(table))), "")
    return Map(
        of.name, _title(of), places, tuple(links), grouping.names, tuple(kinds), tuple(spaced(c.name) for c in yes_no),
        shading.names, label, _spots(of),
    )  # fmt: skip


def _title(cls: ir.Class) -> str:
    return capital(cls.title or spaced(cls.name))


def _facts(classes: dict[str, ir.Class], of: ir.Class, place: int) -> list[str]:
    """What the author's columns say of a place; sets are left out, among them what the links add."""
    found = []
    for column in of.columns:
        if not isinstance(column.type, ir.SetType):
            value = columns.in_words(classes, column.type, column.values[place])
            if value != of.members[place]:  # else it is the column with the names
                found.append(f"{spaced(column.name)}: {value}")
    return found


def _spots(of: ir.Class) -> tuple[tuple[int, int], ...]:
    if of.sort != "grid":
        return ()
    rows, across = (next(c for c in of.columns if c.name == name).values for name in ("row", "column"))
    return tuple(zip(across, rows, strict=True))


def _grid(cls: ir.Class) -> Grid:
    by_name = {c.name: c for c in cls.columns}
    hexagons = "north" not in by_name
    return Grid(cls.name, _title(cls), max(by_name["row"].values), max(by_name["column"].values), hexagons)
