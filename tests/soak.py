"""`python -m tests.soak MINUTES`: the engines side by side on ever new games, until the time is up or they differ.

One round plays a random program, and a game of every shipped ruleset, on the reference interpreter and on the compiled
module. A round depends on its number alone: what fails can be run again (`python -m tests.soak 0 NUMBER`).
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Iterator
from functools import cache
from random import Random, randrange

import rulewright
from rulewright.compiler.layout import lay_out
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.schema_of import schema_of
from rulewright.runtime.engine import Engine
from rulewright.tools.shelf import all_described
from tests.properties.agreement import play_in_step
from tests.properties.random_programs import random_program
from tests.properties.shipped_games import SHORTER


@cache
def tables() -> tuple[tuple[str, int], ...]:
    """Every shipped game at every number of players."""
    return tuple((g["name"], players) for g in all_described() for players in range(g["least"], g["most"] + 1))


@cache
def shipped(name: str, players: int) -> tuple[Engine, Engine]:
    game = rulewright.load(name, players=players, options=SHORTER.get(name))
    return game.reference(), game.engine


def pairs(number: int) -> Iterator[tuple[Engine, Engine]]:
    """The engines of a round."""
    program = random_program(Random(number))
    compiled: Engine = load_module(emit(program, events=True), f"random_{number}")  # type: ignore[assignment]
    yield Interpreter(program, schema_of(program, lay_out(program))), compiled
    yield shipped(*tables()[number % len(tables())])


def play_round(number: int) -> int:
    """Play a round; returns how many answers were given. AssertionError where the engines differ."""
    random = Random(number)
    return sum(len(play_in_step(one, two, number, random).answers) for one, two in pairs(number))


def soak(minutes: float, first: int) -> int:
    end = time.monotonic() + 60 * minutes
    rounds = answers = 0
    while rounds == 0 or time.monotonic() < end:
        try:
            answers += play_round(first + rounds)
        except Exception:
            traceback.print_exc()
            print(f"round {first + rounds} failed; again: python -m tests.soak 0 {first + rounds}")
            return 1
        rounds += 1
    print(f"{rounds:,} rounds, {answers:,} answers, from round {first}: the engines agree")
    return 0


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(soak(float(given[0]) if given else 10, int(given[1]) if len(given) > 1 else randrange(10**9)))
