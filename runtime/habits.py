"""What answers were good for on average, wherever in a game they were given; and games played on by such habits.

A seat that is asked in a random game takes the best of a few options drawn at random, by what its seat got in the games
before in which it took the same option at the same point ("move-average sampling", Finnsson and Bjornsson 2008). So the
games that a search learns from are played a little better than at random, at almost no cost.
"""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

from attrs import define, field

from rulewright.runtime.ruleset import LONGEST, Ruleset
from rulewright.runtime.schema import POINT

DRAWN = 3  # options of which the best is taken

Given: TypeAlias = tuple[int, int, int]  # a seat, a point, the id of an option


@define
class Habit:
    """How often an answer was given, and what its seat got in all."""

    times: int = 0
    total: float = 0.0


@define
class Habits:
    """Of all seats, in the games of one search."""

    ruleset: Ruleset
    random: Random
    known: dict[Given, Habit] = field(factory=dict)

    def learn(self, given: list[Given], returns: list[int]) -> None:
        """Take in a game: the answers in it, and what each seat got."""
        for one in given:
            habit = self.known.setdefault(one, Habit())
            habit.times += 1
            habit.total += returns[one[0]]

    def play_on(self, cells: list[int], ids: list[int], given: list[Given]) -> None:
        """Play to the end from a question at which `ids` are on offer; the answers are added to `given`. Raises
        RuleFault."""
        quiet, ruleset, actor = self.ruleset.quiet, self.ruleset, self.ruleset.engine.actor
        step: Any = ids
        for _ in range(LONGEST):
            if not step:
                return
            chosen = step[0]
            if len(step) > 1:
                seat, point = actor(cells), cells[POINT]
                chosen = self._chosen(seat, point, step)
                given.append((seat, point, chosen))
            if quiet is None:
                step = ruleset.apply(cells, chosen, [])
                continue
            step = quiet.APPLY[cells[POINT]](cells, chosen)
            if type(step) is int:
                step = quiet.go_on(cells, step)

    def _chosen(self, seat: int, point: int, ids: list[int]) -> int:
        """The best of a few; one that was never given counts as best."""
        random, known, many = self.random.random, self.known, len(ids)
        best = ids[int(random() * many)]
        habit = known.get((seat, point, best))
        for _ in range(DRAWN - 1):
            if habit is None:
                break
            other = ids[int(random() * many)]
            rival = known.get((seat, point, other))
            if rival is None or rival.total * habit.times > habit.total * rival.times:
                best, habit = other, rival
        return best
