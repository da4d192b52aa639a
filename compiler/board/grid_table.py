"""A grid as a table for an HTML-like label: rows and columns with their names, on whole cells or half ones."""

from __future__ import annotations

from rulewright.compiler.board.board import Grid
from rulewright.compiler.board.sheet import CELL
from rulewright.compiler.diagram.dot_text import GREY, LINE, sized


def halves(grid: Grid) -> int:
    """How many half cells wide it is; rows of hexagons begin half a cell to the right of the one above."""
    return 2 * grid.columns + (grid.rows - 1 if grid.hexagons else 0)


def table(grid: Grid) -> str:
    """The table."""
    width = halves(grid)
    half = f'<TD WIDTH="{CELL // 2}" HEIGHT="1"></TD>'
    rows = [f"<TR>{half * (width + 2)}</TR>", _row("", [f"c{c + 1}" for c in range(grid.columns)], 0, width, "")]
    looks = f' BORDER="1" COLOR="{LINE}" BGCOLOR="#FAFAF8"'
    for r in range(grid.rows):
        rows.append(_row(f"r{r + 1}", [""] * grid.columns, r if grid.hexagons else 0, width, looks))
    return f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="0" CELLPADDING="0">{"".join(rows)}</TABLE>'


def _row(name: str, cells: list[str], before: int, width: int, looks: str) -> str:
    """A row with its name, `before` half cells from the left."""
    size = f'COLSPAN="2" WIDTH="{CELL}" HEIGHT="{CELL}"'
    shift = f'<TD COLSPAN="{before}"></TD>' if before else ""
    rest = width - before - 2 * len(cells)
    end = f'<TD COLSPAN="{rest}"></TD>' if rest else ""
    done = "".join(f"<TD {size}{looks}>{_figure(text)}</TD>" for text in cells)
    return f"<TR>{shift}<TD {size}>{_figure(name)}</TD>{done}{end}</TR>"


def _figure(text: str) -> str:
    return sized(text, "9", GREY) if text else ""
