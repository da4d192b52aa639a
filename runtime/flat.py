"""The `flat` judgement: games played to the end at random after each option, and the best average taken."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.thinking import Possible, best_of


@frozen
class Flat:
    """So many games, as many for each option (one at least); the same positions for all."""

    games: int

    def __call__(self, ruleset: Ruleset, seat: int, ids: Sequence[int], possible: Possible) -> int:
        total = dict.fromkeys(ids, 0.0)
        for _ in range(max(1, self.games // len(ids))):
            before = possible.draw()
            for option in ids:
                cells = before.copy()
                ruleset.play_on(cells, ruleset.apply(cells, option, []), possible.random.random)
                total[option] += ruleset.returns(cells)[seat]
        return best_of(total, possible.random)
