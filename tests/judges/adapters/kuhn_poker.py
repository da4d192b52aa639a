"""Kuhn poker in the words of both: the card dealt, by rank; a bet or a call is their "Bet", the rest their "Pass"."""

from __future__ import annotations

from tests.judges.lockstep import Asked, Chance, Judged, Option, Theirs, Word

CARDS = ("Jack", "Queen", "King")
DONE = {"Pass": "Pass", "Fold": "Pass", "Bet": "Bet", "Call": "Bet"}


def ours_said(option: Option, asked: Asked) -> Word:
    return CARDS.index(option.label) if isinstance(asked, Chance) else DONE[option.branch]


def theirs_said(state: Theirs, action: int) -> Word:
    return action if state.is_chance_node() else state.action_to_string(action)


TABLES = [Judged("kuhn_poker", 2, {}, "kuhn_poker", ours_said, theirs_said)]
