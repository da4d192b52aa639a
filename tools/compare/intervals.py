"""Confidence intervals and p-values: sums over games in, an estimate with its bounds out.

Shares have Wilson's score interval. Two shares are compared by Newcombe's interval where their games are independent,
by Tango's where they come in pairs; two means by Welch's t interval, or by the t interval of the differences in pairs.
scipy has the distributions and the tests; Newcombe's and Tango's intervals it has not.
"""

from __future__ import annotations

from math import copysign, inf, isfinite, sqrt

from attrs import frozen
from scipy.optimize import brentq
from scipy.stats import binomtest, fisher_exact, norm, t

from rulewright.tools.shares import wilson

ALPHA = 0.05  # the chance of a false claim that is put up with
LEVEL = 1 - ALPHA
WILSON, STUDENT = "Wilson", "t"
NEWCOMBE, TANGO, WELCH, PAIRED = "Newcombe", "Tango (pairs)", "Welch's t", "t (pairs)"
FEW = 10_000  # games up to which two independent shares are compared exactly
EDGE = 1e-9  # how close to -1 and 1 bounds are looked for


@frozen
class Estimate:
    """A value and its interval at LEVEL; `p` is the chance of data as uneven as these if there were no difference."""

    value: float
    low: float
    high: float
    method: str
    p: float = 1.0

    @property
    def half_width(self) -> float:
        """Half of the interval's width; infinite where it has no bounds."""
        return (self.high - self.low) / 2 if isfinite(self.low) and isfinite(self.high) else inf


@frozen
class Sample:
    """The sums of one figure over some games, in whole numbers. `hits`: games in which it is not 0."""

    games: int
    total: int
    squares: int
    hits: int = 0

    @property
    def mean(self) -> float:
        return self.total / self.games

    @property
    def variance(self) -> float:
        """Unbiased; 0 for a single game."""
        return spread(self.games, self.total, self.squares)


@frozen
class Pairs:
    """The sums over pairs of games: `products` of both figures; `differ` pairs in which they are not the same."""

    first: Sample
    second: Sample
    products: int
    differ: int

    @property
    def covariance(self) -> float:
        games = self.first.games
        whole = games * self.products - self.first.total * self.second.total
        return whole / (games * (games - 1)) if games > 1 else 0.0

    @property
    def correlation(self) -> float:
        """0 where one of them never changes."""
        both = self.first.variance * self.second.variance
        return self.covariance / sqrt(both) if both > 0 else 0.0


def spread(games: int, total: int, squares: int) -> float:
    """The unbiased variance from sums, without cancellation: the sums are whole numbers."""
    return (games * squares - total * total) / (games * (games - 1)) if games > 1 else 0.0


def share(sample: Sample) -> Estimate:
    """How often something happens."""
    return Estimate(sample.mean, *wilson(sample.total, sample.games), WILSON)


def mean(sample: Sample) -> Estimate:
    """How much there is of something in a game."""
    return _student(sample.mean, sample.variance / sample.games, sample.games - 1, STUDENT)


def share_difference(first: Sample, second: Sample) -> Estimate:
    """The second share less the first, from independent games."""
    a, b = share(first), share(second)
    value = b.value - a.value
    low = value - sqrt((b.value - b.low) ** 2 + (a.high - a.value) ** 2)
    high = value + sqrt((b.high - b.value) ** 2 + (a.value - a.low) ** 2)
    return Estimate(value, max(-1.0, low), min(1.0, high), NEWCOMBE, _two_shares(first, second))


def paired_share_difference(pairs: Pairs) -> Estimate:
    """The second share less the first, from pairs of games with the same seed."""
    only_first, only_second = pairs.first.total - pairs.products, pairs.second.total - pairs.products
    low, high = tango(only_second, only_first, pairs.first.games)
    value = (only_second - only_first) / pairs.first.games
    uneven = only_first + only_second
    p = float(binomtest(only_second, uneven, 0.5).pvalue) if uneven else 1.0  # McNemar's test, exact
    return Estimate(value, low, high, TANGO, p)


def mean_difference(first: Sample, second: Sample) -> Estimate:
    """The second mean less the first, from independent games."""
    a, b = first.variance / first.games, second.variance / second.games
    freedom = float(min(first.games, second.games) - 1)
    if a + b > 0 and freedom > 0:
        freedom = (a + b) ** 2 / (a**2 / (first.games - 1) + b**2 / (second.games - 1))
    return _student(second.mean - first.mean, a + b, freedom, WELCH)


def paired_mean_difference(pairs: Pairs) -> Estimate:
    """The second mean less the first, from pairs of games with the same seed."""
    first, second = pairs.first, pairs.second
    squares = first.squares + second.squares - 2 * pairs.products
    variance = spread(first.games, second.total - first.total, squares)
    return _student(second.mean - first.mean, variance / first.games, first.games - 1, PAIRED)


def tango(more: int, less: int, pairs: int) -> tuple[float, float]:
    """Tango's score interval for (more - less) / pairs: `more` pairs show it only in the second game, `less` only in
    the first. (Tango, "Equivalence test and confidence interval for the difference in proportions for the paired-sample
    design", 1998.)"""
    z = float(norm.ppf((1 + LEVEL) / 2))
    value = (more - less) / pairs

    def errors(difference: float) -> float:
        """How many standard errors the data are above what this difference would make them."""
        away = more - less - pairs * difference
        a = 2 * pairs
        b = -more - less + (2 * pairs - more + less) * difference
        c = -less * difference * (1 - difference)
        uneven = (sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
        variance = pairs * (2 * uneven + difference * (1 - difference))
        if variance > 0:
            return away / sqrt(variance)
        return 0.0 if abs(away) < EDGE * pairs else copysign(1 / EDGE, away)

    low = brentq(lambda d: errors(d) - z, EDGE - 1, value) if value > EDGE - 1 else -1.0
    high = brentq(lambda d: errors(d) + z, value, 1 - EDGE) if value < 1 - EDGE else 1.0
    return float(low), float(high)


def holm(values: list[float]) -> list[float]:
    """p-values made larger so that all that stay small can be claimed together (Holm, "A simple sequentially rejective
    multiple test procedure", 1979)."""
    order = sorted(range(len(values)), key=values.__getitem__)
    adjusted = [1.0] * len(values)
    largest = 0.0
    for rank, place in enumerate(order):
        largest = max(largest, min(1.0, values[place] * (len(values) - rank)))
        adjusted[place] = largest
    return adjusted


def _two_shares(first: Sample, second: Sample) -> float:
    """Fisher's exact test, or with many games the score test that it comes close to."""
    table = [[s.total, s.games - s.total] for s in (first, second)]
    if first.games + second.games <= FEW:
        return float(fisher_exact(table).pvalue)
    pooled = (first.total + second.total) / (first.games + second.games)
    error = sqrt(pooled * (1 - pooled) * (1 / first.games + 1 / second.games))
    return float(2 * norm.sf(abs(second.mean - first.mean) / error)) if error > 0 else 1.0


def _student(value: float, variance: float, freedom: float, method: str) -> Estimate:
    """A t interval. `variance` is the value's. Without any spread it has no width, and with one game no bounds."""
    if freedom < 1:
        return Estimate(value, -inf, inf, method)
    if variance <= 0:
        return Estimate(value, value, value, method, 1.0 if value == 0 else 0.0)
    error = sqrt(variance)
    half = float(t.ppf((1 + LEVEL) / 2, freedom)) * error
    return Estimate(value, value - half, value + half, method, float(2 * t.sf(abs(value) / error, freedom)))
