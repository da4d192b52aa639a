"""Hex in the words of both: the cell. Theirs are "d3"; their first player joins top and bottom, too."""

from __future__ import annotations

from tests.judges.adapters.boards import cell
from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    return option.label


def theirs_said(state: Theirs, action: int) -> Word:
    return cell(state.action_to_string(action))


def table(size: int) -> Judged:
    return Judged("hex", 2, {"size": size}, f"hex(board_size={size})", ours_said, theirs_said)


TABLES = [table(size) for size in range(2, 12)]
