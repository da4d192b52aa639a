"""The PettingZoo environment: PettingZoo's own tests, and that it plays our game."""

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra rl is not installed")

from pettingzoo.test import api_test, seed_test

from rulewright.runtime.decision import IllegalOption
from rulewright.tools.adapters.pettingzoo import env, raw_env
from tests.adapters.shipped import GAMES, loaded


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo_is_content(name: str) -> None:
    game = loaded(name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it advises against dicts, which masks need
        api_test(env(game, seed=1), num_cycles=200)
        seed_test(lambda: env(game), num_cycles=100)


@pytest.mark.parametrize("name", GAMES)
def test_it_is_our_game(name: str) -> None:
    """Rewards are the scores; masks are the options; only the one that is asked has any."""
    made, random = raw_env(loaded(name), seed=5), Random(5)
    made.reset()
    paid = dict.fromkeys(made.possible_agents, 0.0)
    for agent in made.agent_iter():
        seen, reward, ended, cut, _ = made.last()
        paid[agent] += reward
        state = made.state_of_game
        assert state is not None and not cut
        if ended:
            assert not seen["action_mask"].any()
            made.step(None)
            continue
        assert state.decision is not None and agent == f"player_{state.decision.player}"
        offered = [made.actions.answer(int(number)) for number in np.flatnonzero(seen["action_mask"])]
        assert offered == [(state.decision.point, option.id) for option in state.decision.options]
        others = [other for other in made.agents if other != agent]
        assert not any(made.observe(other)["action_mask"].any() for other in others)
        made.step(made.actions.number(*random.choice(offered)))
    state = made.state_of_game
    assert state is not None and state.outcome is not None
    assert list(paid.values()) == list(state.outcome.scores)


def test_an_action_that_is_not_on_offer_changes_nothing() -> None:
    made = env(loaded("tic_tac_toe"))
    made.reset(1)
    made.step(4)
    before = made.observe("player_1")["observation"]
    with pytest.raises(IllegalOption):
        made.step(4)
    with pytest.raises(AssertionError):
        made.step(9)
    assert (made.observe("player_1")["observation"] == before).all()
    kuhn = env(loaded("kuhn_poker"))
    kuhn.reset(1)
    with pytest.raises(IllegalOption, match="Answer: Call"):
        kuhn.step(3)


def test_long_games_are_cut_without_rewards() -> None:
    made = env(loaded("tic_tac_toe"), longest=2)
    made.reset(1)
    made.step(0)
    made.step(1)
    seen, reward, ended, cut, _ = made.last()
    assert (reward, ended, cut) == (0, False, True) and not seen["action_mask"].any()
    made.step(None)
    made.step(None)
    assert made.agents == []


def test_a_seed_decides_this_game_and_the_next() -> None:
    made = raw_env(loaded("kuhn_poker"))
    games = []
    for seed in (3, None, 3, None, None):
        made.reset(seed)
        assert made.state_of_game is not None
        games.append(made.state_of_game.cells)
    assert games[:2] == games[2:4] and len({tuple(cells) for cells in games}) == 3
    again = raw_env(loaded("kuhn_poker"), seed=3)
    again.reset()
    assert again.state_of_game is not None and again.state_of_game.cells == games[0]


def test_rendering_shows_what_the_agent_was_told() -> None:
    made = env(loaded("kuhn_poker"), render_mode="ansi")
    made.reset(1)
    text = made.render()
    assert "stock is shuffled" in text and "a card goes from stock to held of player 2" in text
    with pytest.raises(ValueError, match="render mode"):
        env(loaded("kuhn_poker"), render_mode="human")


def test_nothing_else_imports_the_adapters() -> None:
    program = (
        "import sys, rulewright, rulewright.tools.cli\n"
        "assert rulewright.load('pig').playout(1).finished\n"
        "heavy = {'numpy', 'gymnasium', 'pettingzoo', 'pyspiel', 'rulewright.tools.adapters'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert ran.stdout == "[]\n", ran.stderr
