"""What is promised of every game: saves, copies, undo and replays at any question, the same game in another process,
components conserved, bots that end it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime.bots import RandomBot, play_match
from rulewright.runtime.replay import read_replay, replay_of, verify
from rulewright.runtime.state import State, load_bytes, load_json, start
from tests.properties.agreement import components
from tests.properties.shipped_games import LIMIT, TABLES, examples, game

SEEDS = st.integers(0, 2**32)
tables = pytest.mark.parametrize(("name", "players"), TABLES)


def played(state: State, choices: Random, steps: int) -> State:
    for _ in range(steps):
        if state.over:
            break
        state.apply(choices.choice(state.option_ids))
    return state


@tables
def test_going_on_from_a_save_or_a_copy(name: str, players: int) -> None:
    @examples(name, 8)
    @given(seed=SEEDS, steps=st.integers(0, 120), exposed=st.booleans())
    def check(seed: int, steps: int, exposed: bool) -> None:
        engine = game(name, players).engine
        state = played(start(engine, seed, "exposed" if exposed else "sampled"), Random(seed), steps)
        before = list(state.cells)
        twins = [
            state.clone(),
            load_json(engine, state.save_json()),
            load_bytes(engine, state.save_bytes()),
        ]
        for twin in twins:
            assert twin == state and hash(twin) == hash(state) and twin.option_ids == state.option_ids
            assert [twin.view(p) for p in range(players)] == [state.view(p) for p in range(players)]
            known = len(twin.events)
            played(twin, Random(1), 40)
            assert state.cells == before, "what happens to a copy does not touch the original"
            ahead = played(state.clone(), Random(1), 40)
            assert ahead == twin and ahead.events[len(state.events) :] == twin.events[known:]

    check()


@tables
def test_undo_restores_the_whole_state(name: str, players: int) -> None:
    @examples(name, 8)
    @given(seed=SEEDS, steps=st.integers(1, 60))
    def check(seed: int, steps: int) -> None:
        state = start(game(name, players).engine, seed)
        history = [state.clone()]
        choices = Random(seed)
        while len(history) <= steps and not state.over:
            played(state, choices, 1)
            history.append(state.clone())
        for earlier in reversed(history[:-1]):
            state.undo()
            assert state == earlier and state.events == earlier.events and state.option_ids == earlier.option_ids
        assert not state.can_undo

    check()


@tables
def test_replays_verify(name: str, players: int) -> None:
    @examples(name, 8)
    @given(seed=SEEDS)
    def check(seed: int) -> None:
        engine = game(name, players).engine
        state = played(start(engine, seed), Random(seed), LIMIT)
        again = verify(read_replay(replay_of(state).to_json()), engine)
        assert again.outcome == state.outcome and again.events == state.events

    check()


@tables
def test_components_are_conserved_and_logs_have_words(name: str, players: int) -> None:
    @examples(name, 8)
    @given(seed=SEEDS)
    def check(seed: int) -> None:
        state = start(game(name, players).engine, seed)
        choices = Random(seed)
        copies = {c.name: {k: n for k, n in enumerate(c.copies) if n} for c in state.schema.classes}
        while not state.over:
            for cls, held in components(state.schema, state.cells).items():
                assert held == copies[cls]
            state.check()
            played(state, choices, 1)
        for player in range(players):
            assert len(state.log(player)) == len(state.told(player))
            assert state.log(player)[-1].startswith("the game is over")

    check()


@tables
def test_bots_end_it(name: str, players: int) -> None:
    state = game(name, players).start(5)
    assert play_match(state, [RandomBot(seat) for seat in range(players)], LIMIT)
    outcome = state.outcome
    assert outcome is not None
    seats = sorted((*outcome.winners, *outcome.losers, *outcome.draws))
    assert seats == list(range(players)), "everybody wins, loses or draws"
    assert len(outcome.scores) == players


SCRIPT = """
import json, sys
from random import Random
from tests.properties.shipped_games import game
for name, players in json.loads(sys.argv[1]):
    state, choices = game(name, players).start(11), Random(3)
    while not state.over and len(state.steps) < 200:
        state.apply(choices.choice(state.option_ids))
    print(json.dumps([name, state.cells, state.events]))
"""


def test_another_process_plays_the_same_games() -> None:
    firsts = list({name: (name, players) for name, players in reversed(TABLES)}.values())
    run = [sys.executable, "-c", SCRIPT, json.dumps(firsts)]
    outputs = {
        subprocess.run(run, capture_output=True, text=True, check=True, env=_environment(hash_seed)).stdout
        for hash_seed in ("1", "2")
    }
    assert len(outputs) == 1, "whatever the order of sets and dictionaries"
    for line, (name, players) in zip(outputs.pop().splitlines(), firsts, strict=True):
        state, choices = game(name, players).start(11), Random(3)
        while not state.over and len(state.steps) < 200:
            state.apply(choices.choice(state.option_ids))
        assert line == json.dumps([name, state.cells, state.events])


def _environment(hash_seed: str) -> dict[str, str]:
    return {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
