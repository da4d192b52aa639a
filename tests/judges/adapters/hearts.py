"""Hearts in the words of both: a card, or the direction in which cards are passed."""

from __future__ import annotations

from tests.judges.adapters.cards import short
from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word

DIRECTIONS = {"no pass": "No Pass", "to the left": "Left", "across": "Across", "to the right": "Right"}


def ours_said(option: Option, asked: Asked) -> Word:
    return DIRECTIONS.get(option.label) or short(option.label)


def theirs_said(state: Theirs, action: int) -> Word:
    text: str = state.action_to_string(action)
    return text


TABLES = [Judged("hearts", 4, {}, "hearts", ours_said, theirs_said)]
