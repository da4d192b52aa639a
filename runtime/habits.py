"""What answers were good for on average, wherever in a game they were given; and games played on by such habits.

A seat that is asked in a random game takes the best of a few options drawn at random, by what its seat got in the games
before in which it took the same option at the same point ("move-average sampling", Finnsson and Bjornsson 2008). So the
games that a search learns from are played a little better than at random, at almost no cost.

Where the seat that thinks is not sure of the position, only it and those that mostly come out as it does have habits.
The others would learn from its secrets: these are the same in all its games, and the others know nothing of them.
"""

from __future__ import annotations

from math import inf, sqrt
from random import Random
from typing import TypeAlias

from attrs import define, field

from rulewright.runtime.ruleset import LONGEST, Ruleset
from rulewright.runtime.schema import POINT, WON
from rulewright.runtime.sure_wins import SureWins

DRAWN = 5  # options of which the best is taken
FADING = 0.9  # how much what was learnt at questions before counts
ALLIED = 0.6  # in so many of the games another seat must come out as this one does

Given: TypeAlias = tuple[int, int]  # a point, the id of an option
DOUBT = 2.0


@define
class Habit:
    """How often an answer was given, and what its seat got in all."""

    times: float = 0.0
    total: float = 0.0


@define
class Habits:
    """Of a seat and its allies, in the games of one search."""

    ruleset: Ruleset
    random: Random
    seat: int
    sure: bool = False
    games: float = 0
    low: float = 0.0
    high: float = 0.0
    alike: dict[int, float] = field(factory=dict)  # by seat, in how many games it got what this one did
    allies: set[int] = field(factory=set)
    known: dict[Given, Habit] = field(factory=dict)
    wins: SureWins = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.wins = SureWins(self.ruleset, self.random)

    def fade(self, *, sure: bool) -> None:
        """A new question: what was learnt before counts for less. Is the position known for sure?"""
        self.sure = sure
        self.wins.hidden.clear()
        self.games *= FADING
        for seat in self.alike:
            self.alike[seat] *= FADING
        for habit in self.known.values():
            habit.times *= FADING
            habit.total *= FADING

    def practise(self, cells: list[int], ids: list[int]) -> None:
        """A game from a position, to learn from."""
        given: list[tuple[int, Given]] = []
        self.play_on(cells, ids, given)
        self.learn(given, self.ruleset.returns(cells))

    def learn(self, given: list[tuple[int, Given]], returns: list[int]) -> None:
        """Take in a game: the answers in it, and what each seat got."""
        self.games += 1
        for seat, got in enumerate(returns):
            self.alike[seat] = self.alike.get(seat, 0) + (got == returns[self.seat])
        least = 0 if self.sure else ALLIED * self.games
        self.allies = {seat for seat, games in self.alike.items() if games >= least}
        self.low, self.high = min(self.low, *returns), max(self.high, *returns)
        for seat, one in given:
            habit = self.known.setdefault(one, Habit())
            habit.times += 1
            habit.total += returns[seat]

    def play_on(self, cells: list[int], ids: list[int], given: list[tuple[int, Given]]) -> None:
        """Play to the end from a question at which `ids` are on offer; the answers are added to `given`. Raises
        RuleFault."""
        ruleset, actor = self.ruleset, self.ruleset.engine.actor
        step, last, mood = ids, list[tuple[int, int]](), dict[Given, float]()
        for _ in range(LONGEST):
            if not step:
                break
            chosen = step[0]
            seat, point = actor(cells), cells[POINT]
            last.append((seat, point))
            if len(step) > 1:
                winning = self.wins.winning(cells, step, seat)
                if winning is not None:
                    chosen = winning
                elif seat in self.allies:
                    chosen = self._chosen(point, step, mood)
                    given.append((seat, (point, chosen)))
                else:
                    chosen = step[int(self.random.random() * len(step))]
            step = ruleset.next(cells, chosen)
        self.wins.notice(last, cells[WON])

    def _chosen(self, point: int, ids: list[int], mood: dict[Given, float]) -> int:
        """The best of a few, by what was got with it and the mood of this game; one never given counts as best."""
        random, many = self.random.random, len(ids)
        best, most = ids[0], -inf
        for _ in range(DRAWN):
            option = ids[int(random() * many)]
            worth = mood.get((point, option))
            if worth is None:
                worth = mood[point, option] = self._worth((point, option))
            if worth > most:
                best, most = option, worth
        return best

    def _worth(self, given: Given) -> float:
        """What an answer is good for, give or take what is not known of it."""
        habit = self.known.get(given)
        if habit is None:
            return self.random.gauss(self.high, self.high - self.low)
        doubt = (self.high - self.low) * DOUBT / sqrt(habit.times + 1)
        return self.random.gauss(habit.total / (habit.times+1e-9), doubt)
