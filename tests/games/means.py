"""Means over random games, compared with published ones that have an error of their own."""

from __future__ import annotations

from math import sqrt

from attrs import define


@define
class Mean:
    """The mean of what was added, with its standard error."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def value(self) -> float:
        return self.total / self.count

    @property
    def error(self) -> float:
        return sqrt((self.squares / self.count - self.value**2) / self.count)

    def agrees(self, published: float, error: float) -> bool:
        """Is it within four standard errors, ours and the published one together?"""
        return abs(self.value - published) < 4 * sqrt(self.error**2 + error**2)
