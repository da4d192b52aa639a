"""`python -m tests.judges.soak [GAMES [FIRST]]`: so many random games of every table, in lockstep with OpenSpiel.

A game depends on its number alone; what fails can be run again (`python -m tests.judges.soak 1 NUMBER`).
"""

from __future__ import annotations

import sys
import time
import traceback
from random import randrange

from tests.judges.lockstep import play_in_lockstep
from tests.judges.tables import TABLES


def soak(games: int, first: int) -> int:
    """Play numbers `first` and on of every table; returns how many tables failed."""
    failed = 0
    for table in TABLES:
        began = time.monotonic()
        answers, number = 0, first
        try:
            for number in range(first, first + games):
                answers += play_in_lockstep(table, number)
        except Exception:
            traceback.print_exc()
            print(f"{table}: game {number} differs; again: python -m tests.judges.soak 1 {number}")
            failed += 1
        else:
            print(f"{table}: {games:,} games, {answers:,} answers agree ({time.monotonic() - began:.0f} s)", flush=True)
    return failed


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    sys.exit(soak(given[0] if given else 1000, given[1] if len(given) > 1 else randrange(10**9)) > 0)
