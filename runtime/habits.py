"""What answers were good for on average, wherever in a game they were given; and games played on by such habits.

A seat that is asked in a random game takes the best of a few options drawn at random, by what its seat got in the games
before in which it took the same option at the same point ("move-average sampling", Finnsson and Bjornsson 2008). So the
games that a search learns from are played a little better than at random, at almost no cost.

Where the seat that thinks is not sure of the position, only it and those that mostly come out as it does have habits.
The others would learn from its secrets: these are the same in all its games, and the others know nothing of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeAlias

from attrs import define, field

from rulewright.runtime.ruleset import LONGEST, Ruleset
from rulewright.runtime.schema import POINT

DRAWN = 3  # options of which the best is taken
ALLIED = 0.6  # in so many of the games another seat must come out as this one does

Given: TypeAlias = tuple[int, int, int]  # a seat, a point, the id of an option


@define
class Habit:
    """How often an answer was given, and what its seat got in all."""

    times: int = 0
    total: float = 0.0


@define
class Habits:
    """Of a seat and its allies, in the games of one search."""

    ruleset: Ruleset
    random: Random
    seat: int
    sure: bool
    games: int = 0
    alike: dict[int, int] = field(factory=dict)  # by seat, in how many games it got what this one did
    allies: set[int] = field(factory=set)
    known: dict[Given, Habit] = field(factory=dict)

    def learn(self, given: list[Given], returns: Sequence[float]) -> None:
        """Take in a game: the answers in it, and what each seat got."""
        self.games += 1
        for seat, got in enumerate(returns):
            self.alike[seat] = self.alike.get(seat, 0) + (got == returns[self.seat])
        least = 0 if self.sure else ALLIED * self.games
        self.allies = {seat for seat, games in self.alike.items() if games >= least}
        for one in given:
            habit = self.known.setdefault(one, Habit())
            habit.times += 1
            habit.total += returns[one[0]]

    def play_on(self, cells: list[int], ids: list[int], given: list[Given], longest: int = LONGEST) -> None:
        """Play to the end from a question at which `ids` are on offer; the answers are added to `given`. Raises
        RuleFault."""
        quiet, ruleset, actor = self.ruleset.quiet, self.ruleset, self.ruleset.engine.actor
        step: Any = ids
        for _ in range(longest):
            if not step:
                return
            chosen = step[0]
            if len(step) > 1:
                seat, point = actor(cells), cells[POINT]
                if seat in self.allies:
                    chosen = self._chosen(seat, point, step)
                    given.append((seat, point, chosen))
                else:
                    chosen = step[int(self.random.random() * len(step))]
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
