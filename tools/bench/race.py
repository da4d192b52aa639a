"""The race: ways to play the same game take turns in one process, and each is given its games per CPU second.

Turns alternate (A B A B ...) so that a machine that grows slower or faster meanwhile treats both alike; CPU time, so
that other programs count less. One uncounted turn each warms up and says how many games fill a turn.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Mapping
from statistics import median

from attrs import frozen

from rulewright.tools.bench.games import Series

WARM_UP_SECONDS = 0.2


@frozen
class Pace:
    """Games per CPU second, one number a round."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.rounds)


def race(contenders: Mapping[str, Series], rounds: int, seconds: float) -> dict[str, Pace]:
    """Run every contender `rounds` times, about `seconds` a turn, and give the pace of each by its name."""
    gc.collect()
    gc.freeze()  # what lives now is no garbage of a game's, and need not be looked through again and again
    try:
        turn_games = {name: max(1, round(warmed_up(series) * seconds)) for name, series in contenders.items()}
        paces: dict[str, list[float]] = {name: [] for name in contenders}
        for number in range(rounds):
            for name, series in contenders.items():
                games = turn_games[name]
                paces[name].append(games / timed(series, number * 1_000_000, games))
    finally:
        gc.unfreeze()
    return {name: Pace(tuple(rates)) for name, rates in paces.items()}


def warmed_up(series: Series) -> float:
    """Games per second after playing until the warm-up time has passed."""
    games = 1
    while (spent := timed(series, 0, games)) < WARM_UP_SECONDS:
        games *= 2
    return games / spent


def timed(series: Series, seed: int, games: int) -> float:
    """CPU seconds for these games; never zero."""
    gc.collect()
    start = time.process_time()
    series(seed, games)
    return max(time.process_time() - start, 1e-6)
