"""What is raced: for each game, a hand-written and a compiled way to play complete random games.

A `Series` plays so many games in a row, starting from a seed. Both ways make the loop over games themselves, so
that neither pays for the other's way of taking a seed: the hand-written games share one generator, as they would.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeAlias

from attrs import frozen

import rulewright
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


def compiled(game: str, players: int) -> Callable[[int], object]:
    """A function that plays one complete random game from a seed with the quiet compiled module."""
    return rulewright.load(game, players=players).playout


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
    play = compiled(contest.game, contest.players)

    def series(seed: int, games: int) -> None:
        for offset in range(games):
            play(seed + offset)

    return series
