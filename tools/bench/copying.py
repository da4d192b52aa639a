"""What a copy of a game in progress costs: the bare cells, as search copies them, and a whole `State`."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from statistics import median

from attrs import frozen

from rulewright.tools.bench.games import Contest, loaded

ANSWERED = 12  # the game that is copied is so many answers old, or over if it is shorter
COPIES = 2_000
ROUNDS = 7


@frozen
class Copying:
    """Median microseconds of CPU time a copy, and how many cells there are."""

    cells: int
    bare: float
    state: float


def copying(contest: Contest) -> Copying:
    """Copy a compiled game in the middle, over and over. Raises RulesError if there is no such game."""
    state = loaded(contest).start(seed=1)
    rng = random.Random(1)
    for _ in range(ANSWERED):
        if not state.over:
            state.apply(rng.choice(state.option_ids))
    return Copying(len(state.cells), microseconds(state.cells.copy), microseconds(state.clone))


def microseconds(act: Callable[[], object]) -> float:
    rates = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for _ in range(COPIES):
            act()
        rates.append((time.process_time() - start) / COPIES * 1e6)
    return median(rates)
