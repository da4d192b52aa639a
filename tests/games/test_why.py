"""Why an answer is not on offer, on every shipped game: whatever is not offered has a reason with a place in the rules,
whatever is offered is allowed, the engine stumbles over the same, and no reason depends on what a seat cannot see."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.runtime.schema import PointInfo
from rulewright.runtime.state import State
from rulewright.runtime.why import WhyNot
from tests.games.test_secrets import played, resampled
from tests.properties.shipped_games import TABLES, game

ONE_EACH = list({name: (name, players) for name, players in reversed(TABLES)}.values())
ASKED = 16  # ids of one question
DECISIONS = 16
SECRETIVE = [
    ("nosferatu", 5), ("nosferatu", 7), ("kuhn_poker", 2), ("hearts", 4), ("crazy_eights", 2), ("goofspiel", 2),
]  # fmt: skip


def point_of(state: State) -> PointInfo:
    assert state.decision is not None
    return next(p for p in state.schema.points if p.id == state.decision.point)


def some_ids(state: State, random: Random, most: int = ASKED) -> list[int]:
    """Ids of the question that is asked, from its whole domain."""
    size = sum(branch.size for branch in point_of(state).branches)
    return random.sample(range(size), min(size, most))


def assert_fits(state: State, option: int, found: WhyNot) -> None:
    """Does a reason fit what the engine says?"""
    assert found.allowed == (option in state.option_ids), found
    assert found.option == option
    unmet = state.engine.unmet(state.cells, option)
    if found.allowed:
        assert unmet == []
        return
    assert found.text and found.condition and found.words and found.text.endswith(f"{found.where})")
    name, _, line = found.where.rpartition(":")
    assert name.endswith(".rules") and int(line) > 0
    if unmet is None:
        assert found.kind in ("candidate", "condition") and not found.name
        return
    branch = next(b for b in point_of(state).branches if b.first <= option < b.first + b.size)
    first = branch.needs[unmet[0]]
    assert (found.kind, found.name, found.reason, found.where) == ("requirement", first.name, first.reason, first.line)
    assert found.values


@pytest.mark.parametrize(("name", "players"), ONE_EACH)
def test_everything_has_its_reason(name: str, players: int) -> None:
    random = Random(players)
    state = game(name, players).start(seed=players)
    for _ in range(DECISIONS):
        if state.over:
            break
        assert state.decision is not None
        for option in some_ids(state, random):
            assert_fits(state, option, state.why_not(option))
        for chosen in state.decision.options[:4]:
            assert state.why_not(chosen).allowed and state.why_not(chosen.label).allowed
        others = [s for s in range(players) if s != state.decision.player]
        if point_of(state).keeper < 0:
            assert {state.why_not(0, seat).kind for seat in others} <= {"not asked"}
        state.apply(random.choice(state.option_ids))


@pytest.mark.parametrize(("name", "players"), SECRETIVE)
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), decisions=st.integers(0, 50))
def test_no_reason_depends_on_what_a_seat_cannot_see(name: str, players: int, seed: int, decisions: int) -> None:
    table = rulewright.load(name, players=players)
    state, random = played(table.engine, seed, decisions), Random(seed)
    assert state.decision is not None
    twin = resampled(state, state.decision.player, random)
    for option in some_ids(state, random, 12):
        assert table.why_not(state, option) == table.why_not(twin, option)
    for words in (*(o.label for o in state.decision.options[:2]), "Kill, player 2", "HandOn, player 1", "Night", "12"):
        assert table.why_not(state, words) == table.why_not(twin, words)


def test_the_other_engine_gives_the_same_reasons() -> None:
    table = game("nosferatu", 6)
    one, random = table.start(seed=4), Random(4)
    two = rulewright.runtime.state.start(table.reference(), 4)
    for _ in range(40):
        if one.over:
            break
        for option in some_ids(one, random, 6):
            assert table.why_not(one, option) == table.why_not(two, option)
        option = random.choice(one.option_ids)
        one.apply(option)
        two.apply(option)
