"""Leduc poker in the words of both: the card dealt, or Fold, Call, Raise. Their cards are numbered rank by rank."""

from __future__ import annotations

from tests.judges.lockstep import Asked, Chance, Judged, Option, Theirs, Word

CARDS = ("Jack of Spades", "Jack of Hearts", "Queen of Spades", "Queen of Hearts", "King of Spades", "King of Hearts")


def ours_said(option: Option, asked: Asked) -> Word:
    return CARDS.index(option.label) if isinstance(asked, Chance) else option.branch


def theirs_said(state: Theirs, action: int) -> Word:
    return action if state.is_chance_node() else state.action_to_string(action)


TABLES = [Judged("leduc_poker", 2, {}, "leduc_poker", ours_said, theirs_said)]
