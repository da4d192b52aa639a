"""Checkers in the words of both: the piece, and the cell it steps to or the piece it takes. They write a jump "g3e5".

Their ranks count from the bottom, our rows from the top; both first players begin at the bottom.
"""

from __future__ import annotations

from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    return option.label


def theirs_said(state: Theirs, action: int) -> Word:
    text: str = state.action_to_string(action)
    row, column, to_row, to_column = 9 - int(text[1]), ord(text[0]), 9 - int(text[3]), ord(text[2])
    if abs(to_row - row) == 2:
        to_row, to_column = (row + to_row) // 2, (column + to_column) // 2
    return f"r{row}c{column - ord('a') + 1}, r{to_row}c{to_column - ord('a') + 1}"


TABLES = [Judged("checkers", 2, {}, "checkers", ours_said, theirs_said)]
