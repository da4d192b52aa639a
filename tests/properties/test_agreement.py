"""All engines are one: the reference interpreter and both flavours of the compiled module, on every shipped game and on
random programs, observed at every question (agreement.py says what is compared)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.compiler.reference import Interpreter
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import POINT
from rulewright.runtime.state import start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step
from tests.properties.random_programs import random_program
from tests.properties.shipped_games import LIMIT, TABLES, examples, game

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_shipped_games(name: str, players: int) -> None:
    @examples(name, 8)
    @given(seed=SEEDS, choices=st.randoms(use_true_random=False))
    def check(seed: int, choices: Random) -> None:
        table = game(name, players)
        reference = Interpreter(table.program, table.schema)
        played = play_in_step(reference, table.engine, seed, choices, LIMIT)
        assume(played.over or len(set(played.answers[-1000:])) > 1)  # not chance that comes out the same way for ever
        assert played.over, "every game ends within the limit"

    check()


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_shipped_games_without_events(name: str, players: int) -> None:
    @examples(name, 12)
    @given(seed=SEEDS, choices=st.randoms(use_true_random=False))
    def check(seed: int, choices: Random) -> None:
        table = game(name, players)
        _quiet_in_step(table.engine, table.quiet, seed, choices)

    check()


@pytest.mark.parametrize("number", range(50))
def test_random_programs(number: int) -> None:
    """Odd numbers have reactions."""
    made = random_program(Random(number), reactions=number % 2 == 1)
    reference, compiled = interpreter(made), load_module(emit(made, events=True), "full")
    for game_number in range(3):
        play_in_step(reference, compiled, number, Random(game_number), 60)


@pytest.mark.parametrize("number", range(50, 80))
def test_random_programs_without_events(number: int) -> None:
    made = random_program(Random(number), reactions=number % 2 == 1)
    full, quiet = (load_module(emit(made, events=events), "module") for events in (True, False))
    for game_number in range(3):
        _quiet_in_step(full, quiet, number, Random(game_number))


def _quiet_in_step(full: object, quiet: object, seed: int, choices: Random) -> None:
    """The quiet flavour draws the chance that the full one is given by `State`, and has the same cells at every
    question."""
    fast = quiet.new(seed)  # type: ignore[attr-defined]
    try:
        state = start(full, seed)  # type: ignore[arg-type]
    except RuleFault:
        with pytest.raises(RuleFault):
            quiet.begin(fast)  # type: ignore[attr-defined]
        return
    options = quiet.begin(fast)  # type: ignore[attr-defined]
    for _ in range(LIMIT):
        assert (fast, options) == (state.cells, list(state.option_ids))
        assert quiet.scores(fast) == state.engine.scores(state.cells)  # type: ignore[attr-defined]
        if not options:
            break
        assert quiet.actor(fast) == state.engine.actor(state.cells)  # type: ignore[attr-defined]
        option = options[choices.randrange(len(options))]
        try:
            state.apply(option)
        except RuleFault as fault:
            if "without asking" not in fault.why and fault.where:
                with pytest.raises(RuleFault):
                    quiet.apply(fast, option)  # type: ignore[attr-defined]
            return
        options = quiet.apply(fast, option)  # type: ignore[attr-defined]
    assert (fast[POINT] == 0) == state.over
