"""Games to how often each seat, and each bot, won: with intervals, since bots play few games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.tools.shares import wilson

if TYPE_CHECKING:
    from rulewright.tools.simulate import Plan, Tally


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
