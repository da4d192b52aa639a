"""Grids: cells with their neighbours as columns, and every straight line of n cells as a table.

A cell is `r1c1` to `rRcC`, rows from the top, columns from the left. Its columns are `row`, `column`, one for each
direction (the next cell that way, or none), `neighbours` (the cells that share a side), `in_line` (those in a straight
line with it) and, on squares, `around` (those that touch it). On hexagons row r is shifted half a cell to the right of
row r - 1, so that the board is a rhombus.
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.classes import MOST_ROWS, NewName, add_class, lose
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.facing import declare_looks
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.suggest import nearest

Step = tuple[int, int]  # rows down, columns to the right
SIDES: dict[str, Step] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
CORNERS: dict[str, Step] = {"northeast": (-1, 1), "southeast": (1, 1), "southwest": (1, -1), "northwest": (-1, -1)}
HEXAGON: dict[str, Step] = {
    "northwest": (-1, 0),
    "northeast": (-1, 1),
    "east": (0, 1),
    "southeast": (1, 0),
    "southwest": (1, -1),
    "west": (0, -1),
}
LARGEST_SET = 256  # members of a set
LARGEST_BETWEEN = 144  # cells of a grid whose pairs are tabled


def whole_number(s: Symbols, e: ast.Expr, what: str) -> int | None:
    """A number known before play, or None (reported)."""
    t = expressions.number(Scope(s), e)
    if t.broken:
        return None
    value = constant(t.expr, s)
    if value is None:
        s.report.add("RW0320", e.span, what=what)
    return value


def declare_grid(s: Symbols, d: ast.Grid, new_name: NewName) -> None:
    """The cells of a grid and their columns."""
    if not new_name(s, d.name):
        return
    rows = whole_number(s, d.rows, "the size of a grid")
    columns = whole_number(s, d.columns, "the size of a grid")
    if rows is None or columns is None or not (rows >= 1 and columns >= 1 and rows * columns <= MOST_ROWS):
        if rows is not None and columns is not None:
            s.report.add("RW0213", d.span, name=d.name.text, most=MOST_ROWS)
        known = [(r, c) for r in range(min(rows or 9, 99)) for c in range(min(columns or 9, 99))]
        lose(s, d.name, *(ast.Ident(cell_name(r, c), span=d.span) for r, c in known))
        return
    places = [(r, c) for r in range(rows) for c in range(columns)]
    names = tuple(cell_name(r, c) for r, c in places)
    steps = HEXAGON if d.hexagons else SIDES | CORNERS
    made = ir.Class(
        d.name.text, "grid", names, names, geometry(d.name.text, places, steps, d.hexagons), title=d.name.text,
        span=d.name.span,
    )  # fmt: skip
    add_class(s, made, dict.fromkeys(names, d.name.span))
    s.grids[d.name.text] = (rows, columns, d.hexagons)
    declare_looks(s, d)


def cell_name(row: int, column: int) -> str:
    return f"r{row + 1}c{column + 1}"


def geometry(cls: str, places: list[Step], steps: dict[str, Step], hexagons: bool) -> tuple[ir.Column, ...]:
    """The columns of a grid."""
    number = {place: i for i, place in enumerate(places)}
    none = len(places)
    rows, columns = max(r for r, _ in places) + 1, max(c for _, c in places) + 1
    found = [
        ir.Column("row", ir.Number(1, rows), tuple(r + 1 for r, _ in places)),
        ir.Column("column", ir.Number(1, columns), tuple(c + 1 for _, c in places)),
    ]
    for name, (down, right) in steps.items():
        reached = tuple(number.get((r + down, c + right), none) for r, c in places)
        found.append(ir.Column(name, ir.Name(cls, True), reached))
    if none <= LARGEST_SET:
        sets = {"neighbours": steps} if hexagons else {"neighbours": SIDES, "around": steps}
        for name, used in sets.items():
            masks = []
            for r, c in places:
                near = {number[r + down, c + right] for down, right in used.values() if (r + down, c + right) in number}
                masks.append(sum(1 << n for n in near))
            found.append(ir.Column(name, ir.SetType(cls), tuple(masks)))
        masks = [sum(1 << n for way in rays(place, number, steps) for n in way) for place in places]
        found.append(ir.Column("in_line", ir.SetType(cls), tuple(masks)))
    return tuple(found)


def rays(place: Step, number: dict[Step, int], steps: dict[str, Step]) -> list[list[int]]:
    """The cells from a place to the edge, in every direction, nearest first."""
    found = []
    for down, right in steps.values():
        r, c = place
        way: list[int] = []
        while (r := r + down, c := c + right) in number:
            way.append(number[r, c])
        found.append(way)
    return found


def between_table(s: Symbols, grid: str) -> str:
    """What lies between two cells in a straight line: row a * size + b, column `cells`. Made on first use."""
    name = f"{grid} between"
    if name in s.classes:
        return name
    rows, columns, hexagons = s.grids[grid]
    places = [(r, c) for r in range(rows) for c in range(columns)]
    number = {place: i for i, place in enumerate(places)}
    size = len(places)
    masks = [0] * (size * size)
    for a, place in enumerate(places):
        for way in rays(place, number, HEXAGON if hexagons else SIDES | CORNERS):
            mask = 0
            for b in way:
                masks[a * size + b] = mask
                mask |= 1 << b
    keys = tuple(str(i) for i in range(size * size))
    s.classes[name] = ir.Class(name, "table", keys, keys, (ir.Column("cells", ir.SetType(grid), tuple(masks)),))
    s.used.add(name)
    return name


def declare_lines(s: Symbols, d: ast.Lines, new_name: NewName) -> None:
    """A table of lines: columns `cell1` to `celln`, and `cells` (the set of them)."""
    if not new_name(s, d.name):
        return
    length = whole_number(s, d.length, "the length of a line")
    grid = s.grids.get(d.grid.text)
    if grid is None or length is None:
        if grid is None and d.grid.text not in s.lost_names:
            near = nearest(d.grid.text, s.grids)
            s.report.add("RW0233", d.grid.span, name=d.grid.text, help=f"did you mean `{near}`?" if near else "")
        lose(s, d.name)
        return
    s.used.add(d.grid.text)
    rows, columns, hexagons = grid
    steps = {n: p for n, p in (HEXAGON if hexagons else SIDES | CORNERS).items() if p > (0, 0)}
    cells = s.classes[d.grid.text].members
    lines: dict[str, list[int]] = {}
    for r in range(rows):
        for c in range(columns):
            for name, (down, right) in steps.items():
                way = [(r + down * i, c + right * i) for i in range(length)]
                if length >= 1 and all(0 <= y < rows and 0 <= x < columns for y, x in way):
                    lines[f"{cell_name(r, c)}_{name}"] = [y * columns + x for y, x in way]
    if length < 2 or not lines or len(lines) > MOST_ROWS:
        s.report.add("RW0234", d.span, length=length, grid=d.grid.text, most=MOST_ROWS)
        lose(s, d.name)
        return
    of = ir.Name(d.grid.text)
    found = [ir.Column(f"cell{i + 1}", of, tuple(way[i] for way in lines.values())) for i in range(length)]
    if len(cells) <= LARGEST_SET:
        masks = tuple(sum(1 << cell for cell in way) for way in lines.values())
        found.append(ir.Column("cells", ir.SetType(d.grid.text), masks))
    made = ir.Class(d.name.text, "table", tuple(lines), tuple(lines), tuple(found), title=d.name.text, span=d.name.span)
    add_class(s, made, dict.fromkeys(lines, d.name.span))
