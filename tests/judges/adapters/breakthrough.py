"""Breakthrough in the words of both: from which cell to which. They write "a8b7*" for a capture.

Their ranks count from the bottom, and the first player begins at the top, in our first row. On
boards below six rows theirs have one row of pieces each, ours two: those are not compared.
"""

from __future__ import annotations

from tests.judges.adapters.boards import cell
from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    return option.label


def table(size: int) -> Judged:
    def theirs_said(state: Theirs, action: int) -> Word:
        text: str = state.action_to_string(action)
        ends = (cell(f"{end[0]}{size + 1 - int(end[1])}") for end in (text[:2], text[2:4]))
        return ", ".join(ends)

    theirs = f"breakthrough(rows={size},columns={size})"
    return Judged("breakthrough", 2, {"size": size}, theirs, ours_said, theirs_said)


TABLES = [table(size) for size in range(6, 9)]
