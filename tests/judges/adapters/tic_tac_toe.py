"""Tic-tac-toe in the words of both: the cell. Theirs are numbered row by row."""

from __future__ import annotations

from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    return option.label


def theirs_said(state: Theirs, action: int) -> Word:
    return f"r{action // 3 + 1}c{action % 3 + 1}"


TABLES = [Judged("tic_tac_toe", 2, {}, "tic_tac_toe", ours_said, theirs_said)]
