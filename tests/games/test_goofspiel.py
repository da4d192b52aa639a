"""Goofspiel against its published trees: simultaneous bids, asked one after the other in secret."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.runtime.state import State


def tree(state: State, counts: dict[str, int]) -> None:
    """Count nodes. The last card of a hand is bid without asking in the reference: forced answers are no nodes here."""
    if state.chance is not None:
        counts["chance"] += 1
    elif state.decision is None:
        counts["terminal"] += 1
        return
    elif not state.decision.forced:
        counts["decision"] += 1
    for option in state.option_ids:
        after = state.clone()
        after.apply(option)
        tree(after, counts)


@pytest.mark.parametrize(
    ("cards", "shuffled", "expected"),
    [
        (3, False, {"decision": 31, "chance": 0, "terminal": 36}),
        (4, False, {"decision": 501, "chance": 0, "terminal": 576}),
        (3, True, {"decision": 174, "chance": 28, "terminal": 216}),
    ],
)
def test_the_tree_has_its_published_size(cards: int, shuffled: bool, expected: dict[str, int]) -> None:
    counts = {"decision": 0, "chance": 0, "terminal": 0}
    game = rulewright.load("goofspiel", options={"cards": cards, "shuffled": shuffled})
    tree(game.start(chance="exposed"), counts)
    assert counts == expected


def test_a_bid_is_nobodys_business_until_all_have_bid() -> None:
    game = rulewright.load("goofspiel", options={"cards": 4})
    views = set()
    for option in game.start().option_ids:
        state = game.start()
        state.apply(option)
        assert state.decision is not None and state.decision.player == 1
        views.add((repr(state.view(1)), tuple(state.log(1))))
    assert len(views) == 1
