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

CACHE_VARIABLE = "RULEWRIGHT_CACHE"
LOADING = """
import sys, time
import rulewright
start = time.perf_counter()
rulewright.load(sys.argv[1], players=int(sys.argv[2]))
print(time.perf_counter() - start)
"""
LISTING = "from rulewright.tools.cli import main; main()"


@frozen
class Loading:
    """Median seconds that `rulewright.load` takes (parse, check, compile, import), in a new process each time."""

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
        env={**os.environ, CACHE_VARIABLE: cache},
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
