"""What a state refuses that no type checker has seen: seats, ways of chance and answers that there are not."""

from __future__ import annotations

from typing import Any

import pytest

import rulewright

GAME = rulewright.load("pig")


@pytest.mark.parametrize("seat", [-1, 2, 9])
def test_a_seat_that_there_is_not(seat: int) -> None:
    state = GAME.start(seed=1)
    for ask in (state.view, state.log, state.told):
        with pytest.raises(ValueError, match="there is no seat"):
            ask(seat)


def test_a_way_of_chance_that_there_is_not() -> None:
    way: Any = "nope"
    with pytest.raises(ValueError, match="sampled"):
        GAME.start(seed=1, chance=way)


@pytest.mark.parametrize("answer", [None, [], (1, 2), float("nan")])
def test_what_is_no_answer(answer: Any) -> None:
    with pytest.raises(ValueError, match="an answer is"):
        GAME.start(seed=1).why_not(answer)


def test_one_variant_by_itself() -> None:
    assert rulewright.load("tic_tac_toe", variants="misere").table.variants == ("misere",)
