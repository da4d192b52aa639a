"""Goofspiel in the words of both: the number bid, or turned up as the prize.

Theirs is one of simultaneous moves, asked one by one in `TABLES`, both together in `AT_ONCE`. The last card of a hand
is bid without asking in theirs, so ours is answered unasked. Whoever has won is compared on some tables, everybody's
points on others.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.runtime.state import State
from tests.judges.lockstep import Asked, Judged, Option, Theirs, Word, scored

NUMBERS = (
    "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen",
)  # fmt: skip


def ours_said(option: Option, asked: Asked) -> Word:
    return NUMBERS.index(option.label) + 1


def theirs_said(state: Theirs, action: int) -> Word:
    return int(state.action_to_string(action).split()[-1])


def points(ours: State) -> list[int]:
    view = ours.view(0)
    return [view.fields["points"][f"seat{seat + 1}"] for seat in range(ours.schema.players)]


def at_once(cards: int, order: str, returns: str) -> str:
    return f"goofspiel(num_cards={cards},{order},{returns})"


def theirs(cards: int, order: str, returns: str) -> str:
    return f"turn_based_simultaneous_game(game={at_once(cards, order, returns)})"


def table(
    cards: int, shuffled: bool, by_points: bool = False, called: Callable[[int, str, str], str] = theirs
) -> Judged:
    order = "points_order=random" if shuffled else "points_order=descending"
    returns, paid = ("returns_type=total_points", points) if by_points else ("returns_type=win_loss", scored)
    options = {"cards": cards, "shuffled": shuffled}
    game = called(cards, order, returns)
    return Judged("goofspiel", 2, options, game, ours_said, theirs_said, paid, asks_forced=False)


TABLES = [
    *(table(cards, shuffled) for cards in (3, 4, 13) for shuffled in (True, False)),
    *(table(cards, shuffled, by_points=True) for cards in (5, 8, 12) for shuffled in (True, False)),
]
AT_ONCE = [table(cards, shuffled, called=at_once) for cards in (3, 4, 13) for shuffled in (True, False)]
