"""How long a person waits: loading a game with an empty and with a filled cache, and the command line's start.

Each measurement is a fresh process. Wall-clock time here, since it is the waiting that counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from statistics import median

from attrs import frozen

from rulewright.tools.cache import VARIABLE

LOADING = """
import sys, time
import rulewright
start = time.perf_counter()
rulewright.load(sys.argv[1], players=int(sys.argv[2])).playout()
print(time.perf_counter() - start)
"""
LISTING = "from rulewright.tools.cli import main; main()"


@frozen
class Loading:
    """Median seconds from `rulewright.load` to the end of the first random game, in a new process each time.

    `cold`: with an empty cache, so the parser's tables are made too, and the rules are checked and compiled.
    """

    cold: float
    warm: float


def loading(game: str, players: int, times: int) -> Loading:
    """Load a game `times` times with an empty cache directory, each time once more with the cache just filled."""
    cold, warm = [], []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(load_once(game, players, cache))
            warm.append(load_once(game, players, cache))
    return Loading(median(cold), median(warm))


def load_once(game: str, players: int, cache: str) -> float:
    done = subprocess.run(
        [sys.executable, "-c", LOADING, game, str(players)],
        env={**os.environ, VARIABLE: cache},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(done.stdout)


def listing(times: int) -> float:
    """Median seconds from starting `rulewright list` to its end, after one uncounted start."""
    waits = []
    for _ in range(times + 1):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", LISTING, "list"], check=True, capture_output=True)
        waits.append(time.perf_counter() - start)
    return median(waits[1:])
