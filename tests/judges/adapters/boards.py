"""What a cell of a board is called: "r3c4" is ours and what both are compared by, "d3" is how others write it."""

from __future__ import annotations


def cell(column_and_row: str) -> str:
    """The cell that a letter for the column and a number for the row name, as in "d3"."""
    return f"r{column_and_row[1:]}c{ord(column_and_row[0]) - ord('a') + 1}"
