"""Othello in the words of both: the cell, or "Pass", which both ask for though nothing else is possible."""

from __future__ import annotations

from tests.judges.adapters.boards import cell
from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word


def ours_said(option: Option, asked: Asked) -> Word:
    return option.label


def theirs_said(state: Theirs, action: int) -> Word:
    text: str = state.action_to_string(action)
    return "Pass" if text == "pass" else cell(text)


TABLES = [Judged("othello", 2, {}, "othello", ours_said, theirs_said)]
