"""The generator: the numbers it gives are fixed for ever, bounded, and fair."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulewright.runtime.chance import MULTIPLIER, below, seeded, weighted


def test_one_step_is_the_published_recurrence() -> None:
    low, carry = 0x12345678, 0x9ABCDEF0
    cells = [0, carry << 32 | low]
    # a bound of 2**32 - 1 leaves nearly all of the 32-bit output: its high part
    assert below(cells, 0xFFFFFFFF) == ((low ^ carry) * 0xFFFFFFFF) >> 32
    assert cells[1] == MULTIPLIER * low + carry


@given(st.integers())
def test_every_seed_gives_a_usable_state(seed: int) -> None:
    state = seeded(seed)
    carry, low = divmod(state, 1 << 32)
    assert 0 < carry < MULTIPLIER and 0 <= low < 1 << 32
    cells = [0, state]
    below(cells, 6)
    assert cells[1] != state


@given(st.integers(0, 10**6), st.integers(1, 2**32 - 1))
def test_draws_stay_below_their_bound(seed: int, bound: int) -> None:
    cells = [0, seeded(seed)]
    assert all(0 <= below(cells, bound) < bound for _ in range(20))


@pytest.mark.parametrize("bound", [3, 6, 3 * 2**10, 3 * 2**30])
def test_draws_are_fair(bound: int) -> None:
    cells = [0, seeded(11)]
    thirds = Counter(below(cells, bound) * 3 // bound for _ in range(6000))
    assert all(abs(thirds[third] / 6000 - 1 / 3) < 0.03 for third in range(3))


def test_weighted_draws() -> None:
    cells = [0, seeded(5)]
    drawn = Counter(weighted(cells, [1, 0, 3]) for _ in range(4000))
    assert drawn[1] == 0 and abs(drawn[2] / 4000 - 0.75) < 0.03
    before = cells[1]
    assert weighted(cells, [0, 5, 0]) == 1
    assert cells[1] == before, "one possible outcome draws nothing"
