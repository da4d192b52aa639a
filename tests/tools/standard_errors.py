"""Frequencies and means of random games, compared within four standard errors."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import mean, variance

STANDARD_ERRORS = 4


def assert_frequency(hits: int, trials: int, probability: float) -> None:
    error = math.sqrt(probability * (1 - probability) / trials)
    assert abs(hits / trials - probability) < STANDARD_ERRORS * error, (hits / trials, probability)


def assert_mean(sample: list[int], expected: float) -> None:
    assert abs(mean(sample) - expected) < STANDARD_ERRORS * math.sqrt(variance(sample) / len(sample))


def assert_same_frequency(hits: int, others: int, trials: int) -> None:
    """Both of so many trials."""
    share = (hits + others) / (2 * trials)
    error = math.sqrt(2 * share * (1 - share) / trials)
    assert abs(hits - others) / trials <= STANDARD_ERRORS * error, (hits, others)


def assert_same_mean(sample: Sequence[int], other: Sequence[int]) -> None:
    error = math.sqrt(variance(sample) / len(sample) + variance(other) / len(other))
    assert abs(mean(sample) - mean(other)) <= STANDARD_ERRORS * error, (mean(sample), mean(other))
