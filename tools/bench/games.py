"""What is raced: for each game, a hand-written and a compiled way to play complete random games.

A `Series` plays so many games in a row, starting from a seed. On both sides one generator, seeded once a series,
chooses among the options of all its games, by the same expression; the compiled game's own chance is seeded anew for
each game, since that is a part of its state. The compiled game runs in two ways: whole games in one call of its
`play`, and step by step, as a program does that looks at the state before each answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias, cast

from attrs import frozen

import rulewright
from rulewright.runtime.playout import Played, QuietModule, playout
from rulewright.tools.bench import handwritten_nosferatu, handwritten_tic_tac_toe

Series: TypeAlias = Callable[[int, int], None]


@frozen
class Contest:
    """One game at one player count; `handwritten` plays one game with the generator it is given."""

    game: str
    players: int
    handwritten: Callable[[random.Random], object]


CONTESTS = (
    Contest("tic_tac_toe", 2, handwritten_tic_tac_toe.play),
    Contest("nosferatu", 6, handwritten_nosferatu.play),
)


def compiled(game: str, players: int, draw: Callable[[], float]) -> Callable[[int], Played]:
    """A function that plays one complete random game from a seed, with the quiet compiled module and the fast loop.

    `draw` chooses the options: numbers from 0 up to 1. Raises RulesError if there is no such game or it has faults.
    """
    module = cast(QuietModule, rulewright.load(game, players=players).quiet)
    return lambda seed: playout(module, seed, draw)


def handwritten_series(contest: Contest) -> Series:
    """Plays the hand-written version: (seed, games) -> nothing."""
    play = contest.handwritten

    def series(seed: int, games: int) -> None:
        rng = random.Random(seed)
        for _ in range(games):
            play(rng)

    return series


def compiled_series(contest: Contest) -> Series:
    """Plays the compiled version: (seed, games) -> nothing. Raises what loading the game raises."""
    rng = random.Random()
    play = compiled(contest.game, contest.players, rng.random)

    def series(seed: int, games: int) -> None:
        rng.seed(seed)
        for offset in range(games):
            play(seed + offset)

    return series


def stepwise_series(contest: Contest) -> Series:
    """Plays the compiled version question by question. Raises what loading the game raises."""
    module = cast(QuietModule, rulewright.load(contest.game, players=contest.players).quiet)
    apply, go_on = module.APPLY, module.go_on

    def series(seed: int, games: int) -> None:
        draw = random.Random(seed).random
        for offset in range(games):
            cells = module.new(seed + offset)
            options = module.begin(cells)
            while options:
                step = apply[cells[0]](cells, options[int(draw() * len(options))])
                options = step if type(step) is list else go_on(cells, step)

    return series
