"""Our games in OpenSpiel: its simulation tests, its algorithms, and that what it sees is our game."""

from __future__ import annotations

import pickle
import subprocess
import sys
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import rulewright
from rulewright.runtime.state import State
from rulewright.tools.adapters.open_spiel import load, register
from tests.adapters.shipped import GAMES, loaded

SIMULATED: dict[str, dict[str, int]] = {
    "tic_tac_toe": {}, "kuhn_poker": {}, "leduc_poker": {}, "pig": {"goal": 40}, "connect_four": {}, "nosferatu": {},
    "liars_dice": {}, "goofspiel": {},
}  # fmt: skip


@pytest.mark.parametrize("serialize", [False, True])
@pytest.mark.parametrize("name", SIMULATED)
def test_open_spiel_is_content(name: str, serialize: bool) -> None:
    """Its own test: copies, pickles, names, observations and returns on the way of random games. It ends the process
    where it is not content."""
    game = load(rulewright.load(name, options=SIMULATED[name]), f"simulated_{name}")
    pyspiel.random_sim_test(game, num_sims=20, serialize=serialize, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_our_game(name: str) -> None:
    """Side by side with a state of ours, chance included: who is asked, options, odds, names, returns."""
    game = loaded(name)
    theirs = load(game).new_initial_state()
    ours, random = game.start(chance="exposed"), Random(name)
    actions = theirs.get_game().tree.actions
    while not ours.over:
        assert not theirs.is_terminal()
        if ours.chance is not None:
            assert theirs.is_chance_node()
            assert theirs.chance_outcomes() == list(zip(ours.option_ids, ours.chance.probabilities, strict=True))
            option = random.choice(ours.option_ids)
            number = option
            label = next(o.label for o in ours.chance.outcomes if o.id == option)
        else:
            assert ours.decision is not None and theirs.current_player() == ours.decision.player
            assert theirs.legal_actions() == [actions.number(ours.decision.point, i) for i in ours.option_ids]
            option = random.choice(ours.option_ids)
            number = actions.number(ours.decision.point, option)
            label = actions.name(number)
        assert theirs.action_to_string(number).endswith(label)
        theirs.apply_action(number)
        ours.apply(option)
        assert_knows_the_same(theirs, ours)
    assert theirs.is_terminal() and ours.outcome is not None
    assert theirs.returns() == list(ours.outcome.scores)


def assert_knows_the_same(theirs: Any, ours: State) -> None:
    for seat in range(ours.schema.players):
        assert theirs.position.log(seat) == ours.log(seat)
        known = theirs.information_state_string(seat).split("\n")[1:]
        told = [line for line in known if not line.startswith(("answered", "asked"))]
        assert told == [" ".join(map(str, event)) for event in ours.told(seat)]
        layout = theirs.get_game().tree.layout
        assert theirs.observation_tensor(seat) == layout.array(ours.engine, ours.cells, seat).tolist()


def test_their_regret_minimisation_solves_our_kuhn_poker() -> None:
    game = load(loaded("kuhn_poker"), "our_kuhn", zero_sum=True)
    solver = cfr.CFRSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    worth = expected_game_score.policy_value(game.new_initial_state(), [average, average])
    assert worth[0] == pytest.approx(-1 / 18, abs=2e-3)
    assert exploitability.exploitability(game, average) < 0.01


def test_equal_positions_of_an_open_game_are_equal_texts() -> None:
    """Tic-tac-toe has 5,478 positions (and many more ways to them)."""
    start = load(loaded("tic_tac_toe")).new_initial_state()
    found, waiting = {str(start)}, [start]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions():
            after = state.child(action)
            if str(after) not in found:
                found.add(str(after))
                waiting.append(after)
    assert len(found) == 5478


def test_information_states_are_those_of_the_game() -> None:
    """Kuhn poker has 12; the other card is not in them."""
    found: set[str] = set()
    waiting = [load(loaded("kuhn_poker")).new_initial_state()]
    while waiting:
        state = waiting.pop()
        if not state.is_chance_node() and not state.is_terminal():
            found.add(state.information_state_string())
        waiting += [state.child(action) for action in state.legal_actions()]
    assert len(found) == 12


def test_a_copy_goes_its_own_way_and_pickles_come_back() -> None:
    game = load(loaded("leduc_poker"))
    state = game.new_initial_state()
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    twin = state.clone()
    twin.apply_action(twin.legal_actions()[-1])
    assert len(state.history()) == 3 and str(state) != str(twin)
    assert state.position.cells != twin.position.cells
    again = pickle.loads(pickle.dumps(twin))
    assert str(again) == str(twin) and again.position.cells == twin.position.cells
    assert again.information_state_string(0) == twin.information_state_string(0)
    assert game.deserialize_state(twin.serialize()).legal_actions() == twin.legal_actions()


def test_what_open_spiel_is_told_of_a_game() -> None:
    kinds = pyspiel.GameType
    pig, kuhn, board = (load(loaded(name)) for name in ("pig", "kuhn_poker", "tic_tac_toe"))
    assert pig.get_type().information == kinds.Information.PERFECT_INFORMATION
    assert pig.get_type().chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC and pig.max_chance_outcomes() == 7
    assert kuhn.get_type().information == kinds.Information.IMPERFECT_INFORMATION
    assert (kuhn.min_utility(), kuhn.max_utility(), kuhn.num_distinct_actions()) == (-2, 2, 4)
    assert board.get_type().chance_mode == kinds.ChanceMode.DETERMINISTIC and board.max_utility() == 1
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    with pytest.raises(ValueError, match="all that one seat sees"):
        kuhn.make_py_observer(public)


def test_a_name_stands_for_one_game() -> None:
    three = rulewright.load("nosferatu", players=6)
    register("a_name", three)
    register("a_name", three)
    assert pyspiel.load_game("a_name").num_players() == 6
    for again in ({"game": loaded("pig")}, {"game": three, "zero_sum": True}, {"game": three, "longest": 5}):
        with pytest.raises(ValueError, match="another game"):
            register("a_name", **again)
    with pytest.raises(ValueError, match="another game"):
        register("kuhn_poker", loaded("kuhn_poker"))


def test_games_that_take_too_long_and_promises_that_are_broken() -> None:
    short = load(loaded("tic_tac_toe"), "short_game", longest=2).new_initial_state()
    short.apply_action(0)
    short.apply_action(1)
    assert short.is_terminal() and short.returns() == [0, 0] and short.legal_actions() == []
    hearts = load(loaded("hearts"), "not_zero_sum", zero_sum=True).new_initial_state()
    while not hearts.is_terminal():
        hearts.apply_action(hearts.legal_actions()[0])
    with pytest.raises(ValueError, match="do not add up to 0"):
        hearts.returns()
    with pytest.raises(ValueError, match="not on offer"):
        load(loaded("tic_tac_toe")).new_initial_state().position.apply(9)


def test_a_process_with_our_games_ends_well() -> None:
    """OpenSpiel lets go of the games after Python has ended, which crashes if they are given to it the wrong way."""
    program = (
        "import rulewright, pyspiel\n"
        "from rulewright.tools.adapters.open_spiel import load, register\n"
        "game = load(rulewright.load('kuhn_poker'))\n"
        "register('never_loaded', rulewright.load('pig'))\n"
        "state = game.new_initial_state()\n"
        "print(len(state.information_state_string(0)) > 0)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "True\n"), ran.stderr
