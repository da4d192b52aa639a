"""The `greedy` judgement: the option after which the position is worth most, by the rules' own heuristic.

Without a heuristic the score counts, and without a score nothing but the end of the game does. A position in which the
seat has won is worth more than any other that was seen, one in which it has lost less.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import LOST, POINT, WON
from rulewright.runtime.thinking import Possible, best_of


@frozen
class Greedy:
    """Each option is tried on so many positions, the same for all."""

    positions: int

    def __call__(self, ruleset: Ruleset, seat: int, ids: Sequence[int], possible: Possible) -> int:
        worth: dict[int, list[float]] = {option: [] for option in ids}
        results: dict[int, list[int]] = {option: [] for option in ids}
        for _ in range(self.positions):
            before = possible.draw()
            for option in ids:
                cells = before.copy()
                ruleset.apply(cells, option, [])
                worth[option].append(value(ruleset, cells, seat))
                over = not cells[POINT]
                results[option].append(over * ((cells[WON] >> seat & 1) - (cells[LOST] >> seat & 1)))
        seen = [number for values in worth.values() for number in values]
        low, high = min(seen), max(seen)
        beyond = high - low or 1.0
        total = {
            option: sum(
                high + beyond if won > 0 else low - beyond if won < 0 else number
                for number, won in zip(worth[option], results[option], strict=True)
            )
            for option in ids
        }
        return best_of(total, possible.random)


def value(ruleset: Ruleset, cells: list[int], seat: int) -> float:
    """What a position is worth to the seat. Raises RuleFault if the heuristic breaks on it."""
    return float(ruleset.returns(cells)[seat] if ruleset.worth is None else ruleset.worth(cells, seat))
