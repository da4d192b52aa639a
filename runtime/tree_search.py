"""The `mcts` judgement: Monte-Carlo tree search over what seats know, on positions that are possible.

Information-set search with a tree for each seat (Cowling, Powley and Whitehouse 2012, "multiple-observer"): every game
begins at a position drawn anew. A seat's question is looked up under what this seat would have been told since, and
what it answered; so no answer in the tree goes by what its seat could not know, and answers given in secret or at once
need nothing special. An option is taken by UCB1, counted over the times it was on offer. Every seat is out for its
own score. From the first question not met before, the game goes on by habit (habits.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from random import Random
from typing import TypeAlias

from attrs import define, field, frozen

from rulewright.runtime.events import Event
from rulewright.runtime.habits import Given, Habits
from rulewright.runtime.log import projected
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import POINT
from rulewright.runtime.thinking import Possible, best_of
from rulewright.runtime.worth import Worth

CURIOSITY = 0.7  # how much an option counts that was seldom tried, next to returns from 0 to 1
DEEPEST = 200  # questions in the tree before a game goes on at random

Key: TypeAlias = tuple[object, ...]


@define
class Tried:
    """An option of a question: how often it was on offer, how often it was taken, and what its seat got by it."""

    offered: int = 0
    taken: int = 0
    total: float = 0.0


@define
class Node:
    """A question to a seat that knows certain things, with its options by id."""

    options: dict[int, Tried] = field(factory=dict)


@define
class Search:
    """One search. `low` and `high` are the returns seen so far."""

    ruleset: Ruleset
    random: Random
    habits: Habits
    worth: Worth
    nodes: dict[Key, Node] = field(factory=dict)
    low: float = inf
    high: float = -inf

    def game(self, cells: list[int], ids: list[int]) -> None:
        """One game from a position, with what is learnt from it."""
        given: list[Given] = []
        before = self.worth.before(cells)
        path = self._down(cells, ids, given)
        returns = self.worth.after(cells, before, *self.bounds)
        self.habits.learn(given, returns)
        self.low, self.high = min(self.low, *returns), max(self.high, *returns)
        for seat, tried in path:
            tried.taken += 1
            tried.total += returns[seat]

    def _down(self, cells: list[int], ids: list[int], later: list[Given]) -> list[tuple[int, Tried]]:
        """Through the tree, one question further, and on to the end; the options taken in the tree, with their seats.
        Answers given after that are added to `later`."""
        engine, events = self.ruleset.engine, list[Event]()
        answers: dict[int, list[int]] = {}
        told: dict[int, list[Event]] = {}  # by seat; of how many events stands in `heard`
        heard: dict[int, int] = {}
        path: list[tuple[int, Tried]] = []
        known = True
        while ids and known and len(path) < DEEPEST:
            chosen, seat = ids[0], engine.actor(cells)
            if len(ids) > 1:
                given = answers.setdefault(seat, [])
                mine = told.setdefault(seat, [])
                mine += projected(events[heard.get(seat, 0) :], seat)
                heard[seat] = len(events)
                key = (seat, cells[POINT], tuple(given), *mine)
                known = key in self.nodes
                node = self.nodes[key] if known else self.nodes.setdefault(key, Node())
                chosen = self._choice(node, ids)
                path.append((seat, node.options[chosen]))
                given.append(chosen)
            ids = self.ruleset.apply(cells, chosen, events)
        if ids:
            self.habits.play_on(cells, ids, later, self.worth.longest)
        return path

    @property
    def bounds(self) -> tuple[float, float]:
        """The worst and the best return there is, as far as known: a loss and a win at least."""
        return min(self.low, -1.0), max(self.high, 1.0)

    def _choice(self, node: Node, ids: list[int]) -> int:
        """An option that was never taken, else the one with the highest bound."""
        fresh: list[int] = []
        for option in ids:
            tried = node.options.setdefault(option, Tried())
            tried.offered += 1
            if not tried.taken:
                fresh.append(option)
        if fresh:
            return fresh[int(self.random.random() * len(fresh))]
        span = self.high - self.low or 1.0
        best, most = ids[0], -inf
        for option in ids:
            tried = node.options[option]
            bound = (tried.total / tried.taken - self.low) / span + CURIOSITY * sqrt(log(tried.offered) / tried.taken)
            if bound > most:
                best, most = option, bound
        return best


@frozen
class TreeSearch:
    """So many games; then the option that was taken most often."""

    games: int

    def __call__(self, ruleset: Ruleset, seat: int, ids: Sequence[int], possible: Possible) -> int:
        sure = len(possible.particles) == 1
        search = Search(ruleset, possible.random, Habits(ruleset, possible.random, seat, sure), Worth(ruleset))
        for _ in range(self.games):
            search.game(possible.draw(), list(ids))
        root = next(iter(search.nodes.values()))
        return best_of({option: tried.taken for option, tried in root.options.items()}, possible.random)
