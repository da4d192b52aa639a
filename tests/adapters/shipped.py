"""The shipped games, and positions of theirs that come about at random."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import rulewright
from rulewright.runtime.state import State
from rulewright.tools.game import Game
from rulewright.tools.shelf import all_described

GAMES: list[str] = sorted(described["name"] for described in all_described())


def positions(game: Game, seed: int, most: int = 60) -> Iterator[State]:
    """The questions of a game answered at random, and its end if it comes to it; the state goes on between them."""
    random, state = Random(seed), game.start(seed)
    yield state
    for _ in range(most):
        if state.over:
            return
        state.apply(random.choice(state.option_ids))
        yield state


def loaded(name: str) -> Game:
    return rulewright.load(name)
