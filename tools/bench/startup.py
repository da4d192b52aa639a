"""How long a person waits: loading a game with an empty and with a filled cache, and the command line's start.

Each measurement is a fresh process. It is the waiting that counts, so this is time by the clock; CPU time is given
besides, which says what the waiting would be if nothing else ran.
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

GAME, PLAYERS = "nosferatu", 6
LOADING = """
import sys, time
import rulewright
start, worked = time.perf_counter(), time.process_time()
rulewright.load(sys.argv[1], players=int(sys.argv[2])).playout()
print(time.perf_counter() - start, time.process_time() - worked)
"""
LISTING = "from rulewright.tools.cli import main; main()"


@frozen
class Wait:
    """Median seconds by the clock, and of CPU time."""

    clock: float
    cpu: float


@frozen
class Waits:
    """The wait from `rulewright.load` to the end of the first random game, and that for `rulewright list`.

    `cold`: with an empty cache, so the parser's tables are made too, and the rules are checked and compiled.
    """

    cold: Wait
    warm: Wait
    listing: Wait


def waits(times: int) -> Waits:
    """Load the game so many times with an empty cache directory, each time once more with the cache just filled; and
    start `rulewright list` as often."""
    cold, warm = [], []
    for _ in range(times):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(load_once(cache))
            warm.append(load_once(cache))
    return Waits(middle(cold), middle(warm), listing(times))


def middle(waits: list[Wait]) -> Wait:
    return Wait(median(wait.clock for wait in waits), median(wait.cpu for wait in waits))


def load_once(cache: str) -> Wait:
    done = subprocess.run(
        [sys.executable, "-c", LOADING, GAME, str(PLAYERS)],
        env={**os.environ, VARIABLE: cache},
        check=True,
        capture_output=True,
        text=True,
    )
    clock, cpu = done.stdout.split()
    return Wait(float(clock), float(cpu))


def listing(times: int) -> Wait:
    """The wait from starting `rulewright list` to its end, after one uncounted start."""
    waits = []
    for _ in range(times + 1):
        start, worked = time.perf_counter(), children_cpu()
        subprocess.run([sys.executable, "-c", LISTING, "list"], check=True, capture_output=True)
        waits.append(Wait(time.perf_counter() - start, children_cpu() - worked))
    return middle(waits[1:])


def children_cpu() -> float:
    """CPU seconds of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system
