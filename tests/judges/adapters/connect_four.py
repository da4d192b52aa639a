"""Connect four in the words of both: the cell a disc comes to lie in. Theirs are columns: their board says how deep."""

from __future__ import annotations

from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    return option.label


def theirs_said(state: Theirs, action: int) -> Word:
    depth = sum(row[action] == "." for row in str(state).split())
    return f"r{depth}c{action + 1}"


TABLES = [Judged("connect_four", 2, {}, "connect_four", ours_said, theirs_said)]
