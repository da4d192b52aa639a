"""Games to how often each seat, and each bot, won: with intervals, since bots play few games. `run` is there without
the libraries that `compare` has its intervals from."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from rulewright.tools.simulate import Plan, Tally

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations


@frozen
class Standing:
    """Wins out of so many games; several may win one. `low` and `high`: the share lies there with 95 % confidence."""

    bot: str
    seat: int
    wins: int
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)


def standings(plan: Plan, tally: Tally) -> list[Standing]:
    """One for each seat, from 0, in order."""
    return [
        Standing(str(bot), seat, sum(games * (won >> seat & 1) for (_, won, _), games in tally.endings.items()),
                 tally.games)
        for seat, bot in enumerate(plan.bots)
    ]  # fmt: skip


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    share, z2 = hits / games, Z * Z
    middle = share + z2 / (2 * games)
    reach = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, (middle - reach) / (1 + z2 / games)), min(1.0, (middle + reach) / (1 + z2 / games))
