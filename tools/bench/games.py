"""What is raced: for each contest, the ways to play complete random games of it.

A `Series` plays so many games in a row, starting from a seed. In each one generator, seeded once a series, chooses
among the options of all its games; the compiled game's own chance is seeded anew for each game, since that is a part of
its state. The compiled game runs in two ways: whole games in one call of its `play`, and step by step, as a program
does that looks at the state before each answer.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeAlias, cast

from attrs import frozen

import rulewright
from rulewright.runtime.playout import Played, QuietModule, playout
from rulewright.tools.bench import (
    handwritten_connect_four,
    handwritten_crazy_eights,
    handwritten_nosferatu,
    handwritten_tic_tac_toe,
    open_spiel,
)

Series: TypeAlias = Callable[[int, int], None]
HANDWRITTEN, OPEN_SPIEL, COMPILED, STEPWISE = "handwritten", "open_spiel", "compiled", "stepwise"


class Result(Protocol):
    """How a hand-written game ended; each has its own winners and scores."""

    @property
    def decisions(self) -> int: ...


@frozen
class Contest:
    """One game at one table, and who else plays it.

    `options` are those that differ from the defaults. `handwritten` plays one game with the generator it is given;
    `open_spiel` is what OpenSpiel calls the game, with the parameters that make it the same.
    """

    game: str
    players: int
    options: tuple[tuple[str, int], ...] = ()
    handwritten: Callable[[random.Random], Result] | None = None
    open_spiel: str | None = None

    @property
    def table(self) -> str:
        """Players and options, for people."""
        return ", ".join([str(self.players), *(f"{name} {value}" for name, value in self.options)])


def goofspiel(cards: int) -> Contest:
    theirs = f"goofspiel(num_cards={cards},points_order=descending,returns_type=win_loss)"
    return Contest("goofspiel", 2, (("cards", cards),), open_spiel=theirs)


def pig(goal: int) -> Contest:
    return Contest("pig", 2, (("goal", goal),), open_spiel=f"pig(winscore={goal},horizon=1000000)")


def breakthrough(size: int) -> Contest:
    return Contest("breakthrough", 2, (("size", size),), open_spiel=f"breakthrough(rows={size},columns={size})")


def crazy_eights(players: int) -> Contest:
    by_hand = partial(handwritten_crazy_eights.play, players=players)
    theirs = f"crazy_eights(players={players},max_draw_cards=5,max_turns=100)"
    return Contest("crazy_eights", players, handwritten=by_hand, open_spiel=theirs)


CONTESTS = (
    Contest("tic_tac_toe", 2, handwritten=handwritten_tic_tac_toe.play, open_spiel="tic_tac_toe"),
    Contest("connect_four", 2, handwritten=handwritten_connect_four.play, open_spiel="connect_four"),
    crazy_eights(2),
    crazy_eights(5),
    Contest("nosferatu", 6, handwritten=handwritten_nosferatu.play),
    breakthrough(6),
    breakthrough(8),
    Contest("hex", 2, (("size", 11),), open_spiel="hex(board_size=11)"),
    Contest("othello", 2, open_spiel="othello"),
    Contest("checkers", 2, open_spiel="checkers"),
    Contest("kuhn_poker", 2, open_spiel="kuhn_poker"),
    Contest("leduc_poker", 2, open_spiel="leduc_poker"),
    pig(20),
    pig(100),
    goofspiel(4),
    goofspiel(13),
    Contest("liars_dice", 2, (("sides", 6),), open_spiel="liars_dice(dice_sides=6)"),
    Contest("hearts", 4, open_spiel="hearts"),
)


def contenders(contest: Contest) -> dict[str, Series]:
    """Every way to play this contest that there is here, in the order of their turns, by name.

    Raises RulesError if there is no such game or it has faults.
    """
    ways: dict[str, Series] = {}
    if contest.handwritten:
        ways[HANDWRITTEN] = one_by_one(contest.handwritten)
    if contest.open_spiel and open_spiel.installed():
        ways[OPEN_SPIEL] = one_by_one(open_spiel.player(contest.open_spiel))
    ways[COMPILED] = compiled_series(contest)
    ways[STEPWISE] = stepwise_series(contest)
    return ways


def loaded(contest: Contest) -> rulewright.Game:
    return rulewright.load(contest.game, players=contest.players, options=dict(contest.options))


def compiled(contest: Contest, draw: Callable[[], float]) -> Callable[[int], Played]:
    """A function that plays one complete random game from a seed, with the quiet compiled module and the fast loop.

    `draw` chooses the options: numbers from 0 up to 1.
    """
    module = cast(QuietModule, loaded(contest).quiet)
    return lambda seed: playout(module, seed, draw)


def one_by_one(play: Callable[[random.Random], object]) -> Series:
    """A series of games that take nothing but a generator."""

    def series(seed: int, games: int) -> None:
        rng = random.Random(seed)
        for _ in range(games):
            play(rng)

    return series


def compiled_series(contest: Contest) -> Series:
    """Plays the compiled version by `play`."""
    rng = random.Random()
    play = compiled(contest, rng.random)

    def series(seed: int, games: int) -> None:
        rng.seed(seed)
        for offset in range(games):
            play(seed + offset)

    return series


def stepwise_series(contest: Contest) -> Series:
    """Plays the compiled version question by question."""
    module = cast(QuietModule, loaded(contest).quiet)
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
