"""Replays: a game written down, run again, and where it stops to fit."""

from __future__ import annotations

import pytest
from attrs import evolve

from rulewright.runtime.replay import ReplayError, ReplayMismatch, read_replay, replay_of, verify
from rulewright.runtime.schema import CHANCE
from rulewright.runtime.state import State, Step, load_json, start
from tests.runtime.countdown import SCHEMA, Countdown


def game(seed: int = 2) -> State:
    state = start(Countdown(), seed, names=("Ada", "Bo"))
    while not state.over:
        state.apply(state.option_ids[0])
    return state


def test_a_replay_leads_to_the_same_end() -> None:
    state = game()
    replay = read_replay(replay_of(state).to_json())
    assert replay == replay_of(state)
    again = verify(replay, Countdown())
    assert again.events == state.events and again.outcome == state.outcome
    assert again.cells[CHANCE + 1 :] == state.cells[CHANCE + 1 :]


def test_an_unfinished_game_has_a_replay_too() -> None:
    state = start(Countdown())
    state.apply(1)
    replay = replay_of(state)
    assert replay.result is None
    assert verify(replay, Countdown()).option_ids == state.option_ids


def test_the_first_step_that_does_not_fit_is_named() -> None:
    replay = replay_of(game())
    cases = [
        (evolve(replay, steps=(*replay.steps[:2], Step(1, 7, False))), 3, "7 is not on offer: How many"),
        (evolve(replay, steps=(replay.steps[0], Step(1, 0, False))), 2, "asks something else here: d2"),
        (evolve(replay, steps=(*replay.steps, Step(1, 0, False))), len(replay.steps) + 1, "over already"),
        (evolve(replay, steps=replay.steps[:3]), 4, "does not end here"),
        (evolve(replay, result=(1, 2, 1)), len(replay.steps) + 1, "took the last one"),
    ]
    for changed, step, words in cases:
        with pytest.raises(ReplayMismatch, match=words) as caught:
            verify(changed, Countdown())
        assert caught.value.step == step


def test_a_fault_on_the_way_is_a_step_that_does_not_fit() -> None:
    replay = evolve(replay_of(start(Countdown())), steps=(Step(1, 2, False),))
    with pytest.raises(ReplayMismatch, match="three is too many"):
        verify(replay, Countdown(breaks=True))


def test_other_rules_are_recognised() -> None:
    other = Countdown(evolve(SCHEMA, text_hash="new"))
    replay = replay_of(game())
    with pytest.raises(ReplayMismatch, match="the text of the rules differs") as caught:
        verify(replay, other)
    assert caught.value.step == 0
    assert verify(replay, other, ignore_rules=True).over


def test_what_is_no_replay_is_refused() -> None:
    for text in ("", "{}", "[1]", '{"rules": {}, "seed": 0, "names": [], "steps": [[1]], "result": null}'):
        with pytest.raises(ReplayError):
            read_replay(text)
    loaded = load_json(Countdown(), game().save_json())
    with pytest.raises(ReplayError, match="not played from its beginning"):
        replay_of(loaded)
