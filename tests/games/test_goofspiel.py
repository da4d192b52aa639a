"""Goofspiel against its published trees: simultaneous bids, asked one after the other in secret. It favours nobody."""

from __future__ import annotations

from itertools import product

import pytest

import rulewright
from rulewright.runtime.state import State
from rulewright.runtime.together import apply_together, together


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


def mirrored_ends(one: State, other: State) -> int:
    """Play every game on with both, in the second with the bids exchanged; scores must be, too. Counts the ends."""
    if one.outcome is not None:
        assert other.outcome is not None and one.outcome.scores == other.outcome.scores[::-1]
        return 1
    asked = [one.option_ids] if one.chance else [[option.id for option in d.options] for d in together(one)]
    return sum(mirrored_ends(after(one, bids), after(other, bids[::-1])) for bids in product(*asked))


def after(state: State, answers: tuple[int, ...]) -> State:
    """The state to which a bid of each seat leads, or an outcome of chance."""
    following = state.clone()
    if state.chance is not None:
        following.apply(answers[0])
    else:
        apply_together(following, dict(enumerate(answers)))
    return following


@pytest.mark.parametrize(("cards", "shuffled", "ends"), [(3, False, 36), (3, True, 216), (4, False, 576)])
def test_seats_are_alike_so_that_its_value_is_0(cards: int, shuffled: bool, ends: int) -> None:
    game = rulewright.load("goofspiel", options={"cards": cards, "shuffled": shuffled})
    assert mirrored_ends(game.start(chance="exposed"), game.start(chance="exposed")) == ends
