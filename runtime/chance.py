"""The generator behind every die, draw and shuffle: MWC64X, a 64-bit multiply-with-carry, and an unbiased bounded draw.

The whole generator is one number below 2**64 kept in the state, so a copied or saved game goes on alike anywhere.
One step (David B. Thomas, "The MWC64X Random Number Generator"): with x the low and c the high 32 bits,
the output is x ^ c and the next state 4294883355 * x + c. A bounded draw (Lemire, "Fast Random Integer Generation in
an Interval", 2019) multiplies the output by the bound and rejects the few outputs that would favour some results.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.runtime.schema import CHANCE

MULTIPLIER = 4294883355
LOW = 0xFFFFFFFF


def seeded(seed: int) -> int:
    """A good generator state for any whole number: SplitMix64, kept off the generator's two fixed points."""
    mask = 0xFFFFFFFFFFFFFFFF
    z = (seed + 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    z ^= z >> 31
    carry = (z >> 32) % (MULTIPLIER - 1) + 1  # 1 .. MULTIPLIER - 1: neither fixed point
    return carry << 32 | z & LOW


def below(cells: list[int], bound: int) -> int:
    """A uniform whole number from 0 to bound - 1 (bound at least 1, below 2**32); advances the generator in `cells`."""
    state = cells[CHANCE]
    low = state & LOW
    product = (low ^ (state >> 32)) * bound
    state = MULTIPLIER * low + (state >> 32)
    if product & LOW < bound:
        least = (LOW + 1 - bound) % bound
        while product & LOW < least:
            low = state & LOW
            product = (low ^ (state >> 32)) * bound
            state = MULTIPLIER * low + (state >> 32)
    cells[CHANCE] = state
    return product >> 32


def weighted(cells: list[int], weights: Sequence[int]) -> int:
    """An index drawn with these whole-number weights (their sum at least 1). A single positive weight draws nothing."""
    total = sum(weights)
    if max(weights) == total:
        return weights.index(total)
    pick = below(cells, total)
    for index, weight in enumerate(weights):
        pick -= weight
        if pick < 0:
            return index
    raise AssertionError("weights changed while drawing")
