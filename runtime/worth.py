"""A game that a bot plays in its head, over or stopped in the middle, to what each seat has of it.

What is over counts as it ended. What was stopped is worth what the rules' heuristic says, next to where the game began:
as good as nothing gained if it says the same, better the more it has grown. It lies always between the worst and the
best that a game can come to: how far to one side, goes by how much the heuristic changes on average.
"""

from __future__ import annotations

from attrs import define

from rulewright.runtime.ruleset import LONGEST, Ruleset
from rulewright.runtime.schema import POINT

SHORT = 2  # answers after which a game is stopped, where there is a heuristic
STEEP = 2.0  # a growth of so many times the average is worth half the way to a win


@define
class Worth:
    """Of one search."""

    ruleset: Ruleset
    games: int = 0
    changes: float = 0.0  # of the heuristic, in all these games, for each seat

    @property
    def longest(self) -> int:
        """After how many answers a game is to be stopped."""
        return LONGEST if self.ruleset.worth is None else SHORT

    def before(self, cells: list[int]) -> list[int]:
        """What there is to be compared with: the heuristic where a game begins; nothing if the rules have none."""
        worth = self.ruleset.worth
        return [] if worth is None else [worth(cells, seat) for seat in range(self.ruleset.engine.schema.players)]

    def after(self, cells: list[int], before: list[int], low: float, high: float) -> list[float]:
        """What each seat has, `low` and `high` being the worst and the best that there is to have."""
        if not before or not cells[POINT]:
            return [float(got) for got in self.ruleset.returns(cells)]
        grown = [now - then for now, then in zip(self.before(cells), before, strict=True)]
        self.games += 1
        self.changes += sum(map(abs, grown)) / len(grown)
        scale = STEEP * self.changes / self.games or 1.0
        middle, reach = (high + low) / 2, (high - low) / 2
        return [middle + reach * growth / (abs(growth) + scale) for growth in grown]
