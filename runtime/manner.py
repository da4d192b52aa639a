"""What options are worth to whoever is asked, to how likely each is to be taken: others are thought to mean something.

Worth is what the rules' heuristic says of the position after an option, for the seat that is asked, in a position in
which it is known what that seat knows. The best are likelier than the worst; how far apart they lie is measured by
the worst, so that any scale will do. Some of the time any option is taken: people have reasons that no heuristic has.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

ANYHOW = 0.35  # how often an option is taken whatever it is worth
STEEP = 4.0  # the best is exp(STEEP) times as likely as the worst, when worth counts


def odds_by_worth(worth: Sequence[float]) -> list[float]:
    """How likely each option is; all alike if they are worth the same."""
    best, many = max(worth), len(worth)
    reach = best - min(worth)
    if not reach:
        return [1 / many] * many
    leaning = [exp(STEEP * (one - best) / reach) for one in worth]
    whole = sum(leaning)
    return [ANYHOW / many + (1 - ANYHOW) * one / whole for one in leaning]
