"""Shares of games: hits out of so many to the interval that the share lies in. It needs no library: `run` has none."""

from __future__ import annotations

from math import sqrt

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    share, z2 = hits / games, Z * Z
    middle = share + z2 / (2 * games)
    reach = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, (middle - reach) / (1 + z2 / games)), min(1.0, (middle + reach) / (1 + z2 / games))
