"""Choices at once in OpenSpiel as simultaneous moves: its simulation tests, our questions, and its own goofspiel."""

from __future__ import annotations

import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

import rulewright
from rulewright.runtime.state import State
from rulewright.runtime.together import apply_together, together
from rulewright.tools.adapters.open_spiel import load, register
from rulewright.tools.game import Game
from tests.adapters.shipped import loaded
from tests.runtime import at_once_games as games

OURS = {"stall": games.STALL, "nested": games.NESTED, "alone": games.ALONE, "leaves": games.LEAVES}
GOOFSPIEL = {"ordered": {"cards": 4}, "shuffled": {"cards": 4, "shuffled": True}}
GAMES = [*OURS, *GOOFSPIEL]
SIMULTANEOUS, CHANCE = int(pyspiel.PlayerId.SIMULTANEOUS), int(pyspiel.PlayerId.CHANCE)


def made(name: str, folder: Path) -> Game:
    if name in GOOFSPIEL:
        return rulewright.load("goofspiel", options=GOOFSPIEL[name])
    file = folder / f"{name}.rules"
    file.write_text(OURS[name], encoding="utf-8")
    return rulewright.load(file)


@pytest.mark.parametrize("serialize", [False, True])
@pytest.mark.parametrize("turn_based", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_open_spiel_is_content(name: str, turn_based: bool, serialize: bool, tmp_path: Path) -> None:
    """Its own test, also of what it makes of the game by asking one after the other itself."""
    game = load(made(name, tmp_path), f"content_{name}_{turn_based}_{serialize}", simultaneous=True)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    tested = pyspiel.convert_to_turn_based(game) if turn_based else game
    pyspiel.random_sim_test(tested, num_sims=6, serialize=serialize, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_our_game(name: str, tmp_path: Path) -> None:
    """Side by side with a state of ours: who is asked, options, what each seat knows and sees, returns."""
    game, random, kinds = made(name, tmp_path), Random(name), set()
    theirs_start = load(game, f"ours_{name}", simultaneous=True).new_initial_state()
    for _ in range(5):
        theirs, ours = theirs_start.clone(), game.start(chance="exposed")
        while not ours.over:
            decisions = together(ours)
            kinds.add(len(decisions))
            assert not theirs.is_terminal() and theirs.is_chance_node() == (not decisions)
            assert theirs.is_simultaneous_node() == (len(decisions) > 1)
            if not decisions:
                assert [outcome for outcome, _ in theirs.chance_outcomes()] == list(ours.option_ids)
                option = random.choice(ours.option_ids)
                theirs.apply_action(option)
                ours.apply(option)
                continue
            assert_asks_the_same(theirs, ours)
            given = {decision.player: random.choice(decision.options).id for decision in decisions}
            actions = [0] * game.players  # what OpenSpiel wants of a seat that is not asked
            for decision in decisions:
                numbers = theirs.get_game().tree.actions
                actions[decision.player] = numbers.number(decision.point, given[decision.player])
            if len(decisions) > 1:
                theirs.apply_actions(actions)
            else:
                assert theirs.current_player() == decisions[0].player
                theirs.apply_action(actions[decisions[0].player])
            apply_together(ours, given)
        assert ours.outcome is not None
        assert theirs.is_terminal() and theirs.returns() == list(ours.outcome.scores)
    assert game.players in kinds


def assert_asks_the_same(theirs: Any, ours: State) -> None:
    tree = theirs.get_game().tree
    asked = {decision.player: decision for decision in together(ours)}
    for seat in range(ours.schema.players):
        mine = asked.get(seat)
        ids = [option.id for option in mine.options] if mine else []
        numbers = [tree.actions.number(mine.point, option) for option in ids] if mine else []
        assert theirs.legal_actions(seat) == numbers
        known = theirs.information_state_string(seat).split("\n")[1:]
        assert [line for line in known if line.startswith("asked")] == (
            [f"asked {tuple(ids)} at {mine.point}"] if mine else []
        )
        told = [line for line in known if not line.startswith(("answered", "asked"))]
        assert told == [" ".join(map(str, event)) for event in ours.told(seat)]
        seen = dict(zip(tree.layout.names, theirs.observation_tensor(seat), strict=True))
        assert seen["asked"] == (mine is not None)
        plain = tree.layout.array(ours.engine, ours.cells, seat)
        questions = slice(ours.schema.players, tree.layout.sections[1][1] + tree.layout.sections[1][2])
        assert theirs.observation_tensor(seat)[questions.stop :] == plain[questions.stop :].tolist()


def test_what_one_answers_is_unknown_to_the_other_until_both_have() -> None:
    """All knowledge after a round comes from its events: with three cards, what each seat can know before the second
    bid is its own bid and what was seen of the other's, 3 times 3."""
    state = load(rulewright.load("goofspiel", options={"cards": 3}), "unknown", simultaneous=True).new_initial_state()
    known = set()
    for mine in state.legal_actions(0):
        for yours in state.legal_actions(1):
            after = state.clone()
            after.apply_actions([mine, yours])
            known.add(after.information_state_string(0))
    assert len(known) == 9 and len({state.information_state_string(seat) for seat in (0, 1)}) == 2


def test_positions_of_an_open_game_are_equal_texts() -> None:
    """Equal bids three times: whichever came first, the same is left, and nothing of it lies where answers are kept."""
    game = load(rulewright.load("goofspiel", options={"cards": 5}), "open", simultaneous=True)
    assert game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
    texts = []
    for bids in ([0, 1, 2], [1, 0, 2], [0, 2, 1]):
        state = game.new_initial_state()
        for bid in bids:
            assert state.is_simultaneous_node()
            state.apply_actions([bid, bid])
        texts.append(str(state))
    assert texts[0] == texts[1] != texts[2] and "choice" not in texts[0]


def test_what_is_hidden_in_a_simultaneous_game(tmp_path: Path) -> None:
    """A body that asks again may do so while others' answers are not carried out yet: not all see all."""
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert load(made("nested", tmp_path), "is_hidden", simultaneous=True).get_type().information == hidden
    assert load(made("alone", tmp_path), "is_asked_in_turn").get_type().information == hidden


def test_their_regret_minimisation_finds_nothing_for_anybody_in_our_goofspiel() -> None:
    ours = rulewright.load("goofspiel", options={"cards": 3})
    game = pyspiel.convert_to_turn_based(load(ours, "to_solve", zero_sum=True, simultaneous=True))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(25):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    left = exploitability.exploitability(game, average)
    assert left < 5e-3
    worth = expected_game_score.policy_value(game.new_initial_state(), [average, average])
    assert abs(worth[0]) <= 2 * left


def test_copies_and_pickles() -> None:
    game = load(rulewright.load("goofspiel", options={"cards": 4}), "pickled", simultaneous=True)
    state = game.new_initial_state()
    state.apply_actions([1, 3])
    twin = state.clone()
    twin.apply_actions([0, 0])
    assert state.history() == [1, 3] and twin.history() == [1, 3, 0, 0]
    again = pickle.loads(pickle.dumps(twin))
    assert again.position.cells == twin.position.cells and again.legal_actions(1) == [1, 2] == twin.legal_actions(1)
    assert again.information_state_string(1) == twin.information_state_string(1)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing is chosen at once in hearts"):
        register("not_at_once", loaded("hearts"), simultaneous=True)
    goofspiel = loaded("goofspiel")
    register("at_once", goofspiel, simultaneous=True)
    register("at_once", goofspiel, simultaneous=True)
    with pytest.raises(ValueError, match="another game"):
        register("at_once", goofspiel)
    state = load(goofspiel, "at_once_again", simultaneous=True).new_initial_state()
    with pytest.raises(ValueError, match="not on offer"):
        state.position.apply_all([0, 13])
    cut = load(goofspiel, "at_once_and_cut", simultaneous=True, longest=3).new_initial_state()
    cut.apply_actions([0, 0])
    assert not cut.is_terminal()
    cut.apply_actions([1, 1])
    assert cut.is_terminal() and cut.returns() == [0, 0]
