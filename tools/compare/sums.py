"""Sums over the games of a comparison: everything that its figures need, in whole numbers.

Games are added block by block and not remembered, so a million take no more memory than a thousand.
"""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeAlias

import numpy as np
from attrs import define, field
from numpy.typing import NDArray

from rulewright.tools.compare.figures import DECISIONS, Figure, Rows, Sheet, measured
from rulewright.tools.compare.intervals import Pairs, Sample

Totals: TypeAlias = NDArray[Any]  # Python's whole numbers, which never overflow
LARGE = 2**26  # the products of a block of numbers below it can be added in 64 bits


def _zeros(many: int) -> Totals:
    return np.full(many, 0, object)


def _exact(values: NDArray[Any]) -> Totals:
    """The sum of each column."""
    totals: Totals = values.sum(axis=0).astype(object)
    return totals


def _multiplied(first: NDArray[Any], second: NDArray[Any]) -> NDArray[Any]:
    """Products that can be added up: numbers that are too large for that become Python's."""
    largest = max((int(np.abs(a).max()) for a in (first, second) if a.size), default=0)
    products: NDArray[Any] = first * second if largest < LARGE else first.astype(object) * second.astype(object)
    return products


@define(eq=False)
class Sums:
    """Of one ruleset. Counted figures come after the others, and have games of their own."""

    sheet: Sheet
    games: int = 0
    counted: int = 0
    totals: Totals = field(init=False)
    squares: Totals = field(init=False)
    hits: Totals = field(init=False)
    lengths: Counter[int] = field(factory=Counter)

    def __attrs_post_init__(self) -> None:
        many = len(self.sheet.figures) + len(self.sheet.counted)
        self.totals, self.squares, self.hits = _zeros(many), _zeros(many), _zeros(many)

    @property
    def figures(self) -> tuple[Figure, ...]:
        return self.sheet.figures + self.sheet.counted

    def measured(self, rows: Rows) -> NDArray[np.int64]:
        """Each game's figures; counted ones only if the rows have them."""
        counted = rows.shape[1] > self.sheet.width
        return measured(self.figures if counted else self.sheet.figures, rows)

    def add(self, rows: Rows, values: NDArray[np.int64]) -> None:
        """Take in some games, with their `measured` values."""
        many = values.shape[1]
        self.games += len(rows)
        self.counted += len(rows) if many > len(self.sheet.figures) else 0
        self.totals[:many] += _exact(values)
        self.squares[:many] += _exact(_multiplied(values, values))
        self.hits[:many] += _exact(values != 0)
        lengths, times = np.unique(rows[:, DECISIONS], return_counts=True)
        self.lengths.update(dict(zip(lengths.tolist(), times.tolist(), strict=True)))

    def sample(self, figure: int) -> Sample | None:
        """One figure over all games that have it; None if none has."""
        games = self.games if figure < len(self.sheet.figures) else self.counted
        if games == 0:
            return None
        return Sample(games, int(self.totals[figure]), int(self.squares[figure]), int(self.hits[figure]))


@define(eq=False)
class Joint:
    """Of two rulesets whose games have the same seeds: sums over pairs of games, for the figures that both have."""

    first: Sums
    second: Sums
    shared: list[tuple[int, int]] = field(init=False)
    products: Totals = field(init=False)
    differ: Totals = field(init=False)

    def __attrs_post_init__(self) -> None:
        places = {figure.name: n for n, figure in enumerate(self.second.figures)}
        self.shared = [(n, places[f.name]) for n, f in enumerate(self.first.figures) if f.name in places]
        self.products, self.differ = _zeros(len(self.shared)), _zeros(len(self.shared))

    def add(self, first: NDArray[np.int64], second: NDArray[np.int64]) -> None:
        """Take in some pairs of games."""
        there = [n for n, (a, b) in enumerate(self.shared) if a < first.shape[1] and b < second.shape[1]]
        mine = first[:, [self.shared[n][0] for n in there]]
        other = second[:, [self.shared[n][1] for n in there]]
        self.products[there] += _exact(_multiplied(mine, other))
        self.differ[there] += _exact(mine != other)

    def pairs(self, place: int) -> Pairs | None:
        """The figure at `shared[place]` over all pairs; None if there are none."""
        a, b = self.shared[place]
        first, second = self.first.sample(a), self.second.sample(b)
        if first is None or second is None:
            return None
        return Pairs(first, second, int(self.products[place]), int(self.differ[place]))
