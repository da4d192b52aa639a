"""Directions as a player sees them: a grid's `looks` lines, and `c.ahead(p)`, `c.behind_left(p)` and so on.

A player looks one of the grid's ways; the other words follow by turning clockwise. What lies that way from each cell is
one table for all players, worked out before play.
"""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions as ex
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import describe
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest

COMPASS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")  # clockwise
HEXAGON = ("northeast", "east", "southeast", "southwest", "west", "northwest")
WAYS = ("ahead", "ahead_right", "right", "behind_right", "behind", "behind_left", "left", "ahead_left")
HEXAGON_WAYS = ("ahead", "ahead_right", "behind_right", "behind", "behind_left", "ahead_left")


def is_way(word: str) -> bool:
    return word in WAYS


def declare_looks(s: Symbols, d: ast.Grid) -> None:
    """Note which way each player looks on a grid: every player, once, or nobody."""
    directions = HEXAGON if d.hexagons else COMPASS
    found: dict[int, int] = {}
    spans: dict[int, Span] = {}
    for line in d.looks:
        who = ex.player(Scope(s), line.player)
        if line.direction.text not in directions:
            near = nearest(line.direction.text, directions)
            advice = f"did you mean `{near}`?" if near else ""
            s.report.add(
                "RW0237", line.direction.span, name=line.direction.text, known=", ".join(directions), help=advice
            )
            continue
        if who.broken:
            continue
        if not isinstance(who.expr, ir.Const):
            s.report.add("RW0320", line.player.span, what="the player who looks that way")
            continue
        if who.expr.value in spans:
            s.report.add("RW0238", line.span, labels=[Label(spans[who.expr.value], "the first one")])
        spans.setdefault(who.expr.value, line.span)
        found[who.expr.value] = directions.index(line.direction.text)
    if d.looks and not s.report.problems:
        missing = [p for p in range(s.players) if p not in found]
        if missing:
            s.report.add("RW0239", d.span, seats=", ".join(f"seat({p + 1})" for p in missing), players=s.players)
    s.looks[d.name.text] = tuple(found.get(p, 0) for p in range(s.players)) if d.looks else ()


def way(scope: Scope, of: ast.Dot, e: ast.CallExpr) -> ex.Typed:
    """`c.ahead(p)`: the next cell that way, or none."""
    s = scope.symbols
    cell = ex.typed(scope, of.of)
    if cell.broken:
        return ex.ERROR
    known = cell.expr in scope.facts
    if not isinstance(cell.type, ir.Name) or cell.type.cls not in s.grids or (cell.type.optional and not known):
        s.report.add("RW0301", of.of.span, expected="a cell of a grid", found=describe(cell.type))
        return ex.ERROR
    if len(e.args) != 1:
        s.report.add("RW0305", e.span, name=of.name.text, wanted=1, given=len(e.args))
        return ex.ERROR
    grid = cell.type.cls
    ways = HEXAGON_WAYS if s.grids[grid][2] else WAYS
    who = ex.player(scope, e.args[0])
    if who.broken:
        return ex.ERROR
    if not s.looks.get(grid) or of.name.text not in ways:
        s.report.add("RW0240", of.name.span, name=of.name.text, grid=grid, ways=", ".join(ways))
        return ex.ERROR
    size = s.cls(grid).size
    row = ir.Arith("+", ir.Arith("*", who.expr, ir.Const(size)), cell.expr)
    return ex.Typed(ir.ColumnOf(_table(s, grid, of.name.text), "cell", row, span=e.span), ir.Name(grid, True))


def _table(s: Symbols, grid: str, word: str) -> str:
    """What lies that way, by player and cell: row p * size + c, column `cell`. Made on first use."""
    name = f"{grid} {word}"
    if name in s.classes:
        return name
    directions, ways = (HEXAGON, HEXAGON_WAYS) if s.grids[grid][2] else (COMPASS, WAYS)
    columns = {c.name: c.values for c in s.cls(grid).columns}
    turned = ways.index(word)
    cells = tuple(c for look in s.looks[grid] for c in columns[directions[(look + turned) % len(directions)]])
    keys = tuple(str(i) for i in range(len(cells)))
    s.classes[name] = ir.Class(name, "table", keys, keys, (ir.Column("cell", ir.Name(grid, True), cells),))
    s.used.add(name)
    return name
