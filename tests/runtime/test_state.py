"""A game in progress: asking, answering, chance in its three modes, undo, clones, equality."""

from __future__ import annotations

from collections import Counter

import pytest
from attrs import evolve

from rulewright.runtime.decision import IllegalOption, Outcome
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import CHANCE
from rulewright.runtime.script import ScriptError
from rulewright.runtime.state import State, start, start_at
from tests.runtime.countdown import HEAP, SCHEMA, TALLY, Countdown


def test_a_game_from_start_to_outcome() -> None:
    state = start(Countdown(), seed=7)
    assert not state.over and state.outcome is None
    decision = state.decision
    assert decision is not None
    assert (decision.player, decision.prompt, decision.path) == (0, "How many?", "Turn")
    assert [(o.id, o.label, o.branch) for o in decision.options] == [
        (0, "Take: 1", "take"),
        (1, "Take: 2", "take"),
        (2, "Take: 3", "take"),
    ]
    assert not decision.forced
    state.apply(decision.options[2])
    state.apply(2)
    assert state.decision is not None and state.decision.forced and state.decision.player == 0
    state.apply(0)
    assert state.over and state.decision is None
    assert state.outcome == Outcome((0,), (1,), (), "took the last one", (1, -1))


def test_an_illegal_answer_names_what_it_lacks_and_changes_nothing() -> None:
    state = start(Countdown())
    state.apply(2)
    state.apply(1)
    before = state.clone()
    with pytest.raises(IllegalOption) as caught:
        state.apply(2)
    assert str(caught.value) == "“Take: 3” is not possible: there are not that many left (countdown.rules:4)"
    assert [need.name for need in caught.value.failed] == ["enough"]
    with pytest.raises(IllegalOption, match="“option 9” is not an option here"):
        state.apply(9)
    assert state == before
    state.apply(1)
    with pytest.raises(IllegalOption):
        state.apply(0)


def test_exposed_chance_stops_with_weights() -> None:
    state = start(Countdown(), seed=7, chance="exposed")
    assert state.chance is None
    state.apply(0)
    assert state.decision is None and not state.over
    chance = state.chance
    assert chance is not None
    assert (chance.source, chance.weights, chance.probabilities) == ("d2", (1, 2), (1 / 3, 2 / 3))
    assert [o.label for o in chance.outcomes] == ["1", "2"]
    drawn_before = state.cells[CHANCE]
    state.apply(chance.outcomes[1])
    assert state.cells[CHANCE] == drawn_before, "an exposed outcome draws nothing"
    assert state.cells[TALLY] == 2
    state.apply(0)
    with pytest.raises(IllegalOption):
        state.apply(3)


def test_sampled_chance_follows_the_weights_and_the_seed() -> None:
    first = Counter(_first_roll(seed) for seed in range(600))
    assert 340 < first[2] < 460, "two of three, give or take four standard deviations"
    assert [_first_roll(seed) for seed in range(50)] == [_first_roll(seed) for seed in range(50)]


def _first_roll(seed: int) -> int:
    state = start(Countdown(), seed)
    state.apply(0)
    return state.cells[TALLY]


def test_scripted_chance() -> None:
    state = start(Countdown(), chance={"d2": [1, "2"]})
    for _ in range(3):
        state.apply(0)
    assert state.events[1][3] == 1
    assert state.events[4][3] == 2
    assert not state.over, "a queue that is used up leaves it to the generator"
    called: list[str] = []
    state = start(Countdown(), chance=lambda chance: called.append(chance.source))
    state.apply(0)
    assert called == ["d2"]
    impossible = start(Countdown(), chance={"d2": ["5"]})
    before = impossible.clone()
    with pytest.raises(ScriptError, match="d2 cannot give 5 here; possible: 1, 2"):
        impossible.apply(0)
    assert impossible == before and impossible.events == []


def test_undo_restores_everything_chance_included() -> None:
    state = start(Countdown(), seed=3)
    assert not state.can_undo and not state.undo_reveals()
    state.apply(0)
    middle, events, steps = state.clone(), list(state.events), list(state.steps)
    state.apply(1)
    after = state.clone()
    assert state.undo_reveals(), "a die fell"
    state.undo()
    assert state == middle
    assert (state.events, state.steps, state.option_ids) == (events, steps, middle.option_ids)
    state.apply(1)
    assert state == after, "the same die falls again"
    state.undo()
    state.undo()
    with pytest.raises(ValueError, match="nothing to undo"):
        state.undo()


def test_an_open_step_reveals_nothing() -> None:
    state = start(Countdown(), chance="exposed")
    state.apply(0)
    assert not state.undo_reveals(), "a public number fell: no news"
    state.apply(2)
    assert state.undo_reveals()


def test_a_fault_leaves_the_state_as_it_was() -> None:
    state = start(Countdown(breaks=True))
    before = state.clone()
    with pytest.raises(RuleFault, match=r"countdown\.rules:5: three is too many"):
        state.apply(2)
    assert state == before and state.events == [] and state.steps == [] and not state.can_undo
    state.apply(1)


def test_clones_are_independent() -> None:
    state = start(Countdown(), seed=5)
    state.apply(0)
    twin = state.clone()
    assert twin == state and hash(twin) == hash(state)
    twin.apply(0)
    assert twin != state and len(twin.events) > len(state.events)
    twin.undo()
    twin.undo()
    other = state.clone()
    other.undo()
    assert other == twin
    other.apply(2)
    assert twin.cells[HEAP] == 7
    assert state.clone() == state


def test_states_of_different_rules_are_not_equal() -> None:
    other = Countdown(evolve(SCHEMA, text_hash="other"))
    assert start(Countdown()) != start(other)
    assert start(Countdown()) != "a state"


def test_starting_in_the_middle() -> None:
    engine = Countdown()
    cells = engine.new(1)
    cells[HEAP] = 2
    state = start_at(engine, cells, "Turn")
    assert state.option_ids == (0, 1)
    with pytest.raises(KeyError):
        start_at(engine, engine.new(1), "Nowhere")


def test_seats_have_names() -> None:
    state = start(Countdown(), names=("Ada", "Bo"))
    assert [state.wording.seat(p) for p in range(2)] == ["Ada", "Bo"]
    assert start(Countdown()).wording.seat(1) == "player 2"
    assert isinstance(state, State)
