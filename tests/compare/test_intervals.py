"""Intervals and p-values: against published numbers, against what they mean, and against scipy where it has them."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.stats import multinomial, ttest_ind, ttest_rel

from rulewright.tools.compare.intervals import (
    Pairs,
    Sample,
    holm,
    mean,
    mean_difference,
    paired_mean_difference,
    paired_share_difference,
    share,
    share_difference,
    tango,
)


def sample(values: list[int] | np.ndarray) -> Sample:
    numbers = [int(v) for v in values]
    return Sample(len(numbers), sum(numbers), sum(v * v for v in numbers), sum(v != 0 for v in numbers))


def happened(times: int, games: int) -> Sample:
    return Sample(games, times, times, times)


def paired(first: list[int] | np.ndarray, second: list[int] | np.ndarray) -> Pairs:
    products = sum(int(a) * int(b) for a, b in zip(first, second, strict=True))
    return Pairs(sample(first), sample(second), products, sum(a != b for a, b in zip(first, second, strict=True)))


def table(both: int, only_first: int, only_second: int, neither: int) -> Pairs:
    games = both + only_first + only_second + neither
    first, second = happened(both + only_first, games), happened(both + only_second, games)
    return Pairs(first, second, both, only_first + only_second)


# Newcombe, "Two-sided confidence intervals for the single proportion" (1998), method 3.
@pytest.mark.parametrize(
    ("times", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_shares_have_wilsons_interval(times: int, games: int, low: float, high: float) -> None:
    found = share(happened(times, games))
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


# Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10.
@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [((48, 80), (56, 70), 0.0524, 0.3339), ((3, 10), (9, 10), 0.1705, 0.8090), ((0, 10), (10, 10), 0.6075, 1.0)],
)
def test_independent_shares_have_newcombes_interval(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    found = share_difference(happened(*first), happened(*second))
    assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_pairs_have_tangos_interval() -> None:
    """Bentur and others (2009): of 21 children 1 had it before and after, 1 only before, 7 only after, 12 never. The
    interval is that of Fagerland, Lydersen and Laake, "Recommended tests and confidence intervals for paired binomial
    proportions" (2014)."""
    found = paired_share_difference(table(1, 7, 1, 12))
    assert (found.low, found.high) == pytest.approx((-0.517, -0.026), abs=5e-4)


@pytest.mark.parametrize(("more", "less", "pairs"), [(7, 1, 21), (12, 2, 50), (3, 0, 400), (0, 0, 60), (30, 45, 200)])
def test_tangos_bounds_are_where_the_score_is(more: int, less: int, pairs: int) -> None:
    """At a bound the data are 1.96 standard errors away, the errors being those of the likeliest cause with that
    difference; here found by search."""

    def errors(difference: float) -> float:
        def unlikely(uneven: float) -> float:  # `uneven`: chance of a pair only the first of which has it
            chances = [uneven + difference, uneven, 1 - 2 * uneven - difference]
            if min(chances) < 0:
                return 1e9
            return -float(multinomial.logpmf([more, less, pairs - more - less], pairs, chances))

        low, high = max(0.0, -difference), (1 - difference) / 2
        best = minimize_scalar(unlikely, bounds=(low, high), method="bounded", options={"xatol": 1e-12}).x
        variance = pairs * (2 * best + difference * (1 - difference))
        return abs(more - less - pairs * difference) / sqrt(variance)

    for bound in tango(more, less, pairs):
        assert errors(bound) == pytest.approx(1.959964, abs=2e-3)


def test_bounds_stay_possible() -> None:
    assert tango(20, 0, 20)[1] == 1 and tango(0, 20, 20)[0] == -1
    low, high = tango(0, 0, 1000)
    assert low == pytest.approx(-high) and 0.003 < high < 0.004, "about 4 in 1,000: nothing was seen, not nothing is"
    assert share_difference(happened(0, 5), happened(5, 5)).high == 1


def test_means_are_scipys() -> None:
    generator = np.random.default_rng(3)
    first, second = generator.poisson(5, 80), generator.poisson(7, 120)
    a, b = sample(first), sample(second)
    wanted = ttest_ind(second, first, equal_var=False)
    found = mean_difference(a, b)
    assert found.p == pytest.approx(wanted.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(wanted.confidence_interval(0.95)))
    together = ttest_rel(second[:80], first)
    found = paired_mean_difference(paired(first, second[:80]))
    assert found.p == pytest.approx(together.pvalue)
    assert (found.low, found.high) == pytest.approx(tuple(together.confidence_interval(0.95)))


def test_a_mean_has_students_interval() -> None:
    """Student's own sleep data, second drug: 2.33 ± 1.43 hours; here in tenths of an hour."""
    found = mean(sample([19, 8, 11, 1, -1, 44, 55, 16, 46, 34]))
    assert found.value == pytest.approx(23.3) and found.half_width == pytest.approx(14.3, abs=0.05)


def test_one_game_and_equal_games_claim_nothing() -> None:
    assert mean(sample([4])).half_width == float("inf")
    assert mean_difference(sample([4]), sample([5])).p == 1
    same = paired_mean_difference(paired([3, 3, 3], [3, 3, 3]))
    assert (same.low, same.high, same.p) == (0, 0, 1)
    assert paired_share_difference(table(5, 0, 0, 5)).p == 1


def test_large_numbers_do_not_blur() -> None:
    far = 10**9
    found = mean(sample([far + 1, far + 2, far + 3]))
    assert found.value == far + 2 and found.half_width == pytest.approx(mean(sample([1, 2, 3])).half_width)


def test_holms_method() -> None:
    """The example that many textbooks have."""
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([]) == [] and holm([0.9, 0.8]) == [1.0, 1.0]


# ------------------------------------------------------------------------------------------------ do they hold?


ROUNDS = 400


def covered(holds: list[bool]) -> float:
    return sum(holds) / len(holds)


@pytest.mark.parametrize(
    ("both", "only_first", "only_second", "games"),
    [(0.3, 0.2, 0.22, 200), (0.4, 0.01, 0.005, 400), (0.5, 0.0, 0.01, 500), (0.02, 0.02, 0.05, 150)],
)
def test_intervals_of_paired_shares_hold(both: float, only_first: float, only_second: float, games: int) -> None:
    """In 95 of 100 runs at least, give or take what so many runs can tell; and they are no wider than they need be."""
    generator = np.random.default_rng(11)
    chances = [both, only_first, only_second, 1 - both - only_first - only_second]
    draws = [paired_share_difference(table(*map(int, d))) for d in generator.multinomial(games, chances, ROUNDS)]
    assert 0.93 < covered([d.low <= only_second - only_first <= d.high for d in draws]) < 0.995


@pytest.mark.parametrize(("first", "second", "games"), [(0.5, 0.52, 300), (0.02, 0.05, 200), (0.9, 0.7, 80)])
def test_intervals_of_independent_shares_hold(first: float, second: float, games: int) -> None:
    generator = np.random.default_rng(12)
    a, b = generator.binomial(games, first, ROUNDS), generator.binomial(games, second, ROUNDS)
    found = [share_difference(happened(int(x), games), happened(int(y), games)) for x, y in zip(a, b, strict=True)]
    assert 0.93 < covered([d.low <= second - first <= d.high for d in found]) < 0.985


def test_intervals_of_means_hold() -> None:
    generator = np.random.default_rng(13)
    alone, together = [], []
    for _ in range(ROUNDS):
        shared = generator.poisson(4, 60)
        first, second = shared + generator.poisson(1, 60), shared + generator.poisson(2, 60)
        d = paired_mean_difference(paired(first, second))
        together.append(d.low <= 1 <= d.high)
        d = mean_difference(sample(first), sample(generator.poisson(6, 90)))
        alone.append(d.low <= 1 <= d.high)
    assert 0.93 < covered(alone) < 0.97 and 0.93 < covered(together) < 0.97


def test_claims_in_a_family_are_rarely_wrong() -> None:
    """Twelve figures without any difference: Holm lets hardly one comparison in twenty claim anything."""
    generator = np.random.default_rng(14)
    wrong = 0
    for _ in range(150):
        tables = generator.multinomial(300, [0.3, 0.1, 0.1, 0.5], 12)
        wrong += min(holm([paired_share_difference(table(*map(int, t))).p for t in tables])) < 0.05
    assert wrong / 150 < 0.08
