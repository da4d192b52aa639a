"""OpenSpiel's games, driven from Python: the loop of its own example, with Python's generator for every choice.

OpenSpiel is written in C++; this calls it for every step of a game, as programs in Python do. It has nothing to do with
tools/adapters/, which shows our games to OpenSpiel.
"""

from __future__ import annotations

import random
from collections.abc import Callable

try:
    import pyspiel
except ImportError:  # the extra `rl` is not installed, or has nothing for this platform
    pyspiel = None


def installed() -> bool:
    return pyspiel is not None


def player(name: str) -> Callable[[random.Random], list[float]]:
    """A function that plays one game with uniformly random decisions and gives what each player gets.

    `name` is the game with its parameters, as in "pig(winscore=20)". Raises what OpenSpiel raises if it has none such.
    """
    game = pyspiel.load_game(name)
    seats = range(game.num_players())

    def play(rng: random.Random) -> list[float]:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
            elif state.is_simultaneous_node():
                state.apply_actions([rng.choice(state.legal_actions(seat)) for seat in seats])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        returns: list[float] = state.returns()
        return returns

    return play
