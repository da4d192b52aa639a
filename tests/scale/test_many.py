"""Many of one thing: what stands one after the other in the rules may not nest in what is made of them."""

from __future__ import annotations

from random import Random

import pytest

from tests.properties.agreement import play_in_step
from tests.scale.test_scale import engines, program_of

GAME = "game many for 2 players\n"
ROUNDS = '  seat(1) chooses number n from 1 to 3 "How many?"\n'


def watches(many: int) -> str:
    """Each `as soon as` sets off another."""
    return (
        GAME
        + "field turns: 0..99\n"
        + "".join(f"field f{n}: 0..9\n" for n in range(many))
        + "".join(f"as soon as f{n} >= 2\n  set f{n} to 0\n  add 1 to f{(7 * n + 1) % many}\n" for n in range(many))
        + "phase Play repeats until turns >= 20\n  add 1 to turns\n"
        + ROUNDS
        + "".join(f"    if n > {n % 3}: add 1 to f{n}\n" for n in range(0, many, 9))
    )


def endings(many: int) -> str:
    """All look at one field."""
    return (
        GAME
        + "field turns: 0..99\nfield f: 0..9\n"
        + "".join(f"field f{n}: 0..9\n" for n in range(many))
        + "".join(f'as soon as f is {n % 3 + 7} and f{n} > 1: seat(1) wins because "{n}"\n' for n in range(many))
        + "phase Play repeats until turns >= 20\n  add 1 to turns\n"
        + ROUNDS
        + "    if f < 9: add 1 to f\n"
        + "".join(f"    set f{n} to n - 1\n" for n in range(0, many, 9))
    )


def towers(many: int) -> str:
    """Procedures that stand on each other, and above them a reaction that stands on as many again."""
    return (
        GAME
        + "field f: 0..99 clamped\nfield g: 0..99\nfield h: 0..9 clamped\n"
        + "".join(f"procedure p{n}\n  if f >= {n % 5}\n    do p{n + 1}\n" for n in range(many))
        + f"procedure p{many}: add 1 to g\n"
        + "".join(f"procedure q{n}\n  if f >= {n % 7}\n    do q{n + 1}\n" for n in range(many))
        + f"procedure q{many}: add 1 to h\n"
        + "as soon as g >= 1\n  set g to 0\n  do q0\n"
        + "phase Play repeats until h >= 2\n"
        + ROUNDS
        + "    add n to f\n    do p0\n"
    )


@pytest.mark.parametrize("text", (watches(110), endings(40), towers(46)), ids=("watches", "endings", "towers"))
def test_both_engines_play_them_alike(text: str) -> None:
    one, two = engines(program_of(text))
    for seed in range(3):
        played = play_in_step(one, two, seed, Random(seed))
        assert played.over and played.fault is None
