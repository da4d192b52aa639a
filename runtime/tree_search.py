"""The `mcts` judgement: Monte-Carlo tree search over what seats know, on positions that are possible.

Information-set search with a tree for each seat (Cowling, Powley and Whitehouse 2012, "multiple-observer"): every game
begins at a position drawn anew. A seat's question is looked up under what this seat would have been told since, and
what it answered; so no answer in the tree goes by what its seat could not know, and answers given in secret or at once
need nothing special. An option is taken by UCB1, counted over the times it was on offer. Every seat is out for its
own score. From the first question not met before, the game goes on at random.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log, sqrt
from random import Random
from typing import TypeAlias

from attrs import define, field, frozen

from rulewright.runtime.events import Event
from rulewright.runtime.log import projected
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import POINT
from rulewright.runtime.thinking import Possible, best_of

CURIOSITY = 0.7  # how much an option counts that was seldom tried, next to returns from 0 to 1
import os
AMAF = float(os.environ.get("AMAF", "50"))
ALLSEATS = os.environ.get("ALL") == "1"
ROUNDS = int(os.environ.get("ROUNDS", "1"))
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
    nodes: dict[Key, Node] = field(factory=dict)
    habits: dict = field(factory=dict)
    trail: list = field(factory=list)
    me: int = 0
    low: float = inf
    high: float = -inf

    def game(self, cells: list[int], ids: list[int]) -> None:
        """One game from a position, with what is learnt from it."""
        path = self._down(cells, ids)
        returns = self.ruleset.returns(cells)
        for key in self.trail:
            habit = self.habits.get(key)
            if habit is None:
                self.habits[key] = [1, returns[key[0]]]
            else:
                habit[0] += 1
                habit[1] += returns[key[0]]
        self.low, self.high = min(self.low, *returns), max(self.high, *returns)
        for seat, tried in path:
            tried.taken += 1
            tried.total += returns[seat]

    def _down(self, cells: list[int], ids: list[int]) -> list[tuple[int, Tried]]:
        """Through the tree, one question further, and on to the end; the options taken in the tree, with their seats."""
        engine, events = self.ruleset.engine, list[Event]()
        answers: dict[int, list[int]] = {}
        path: list[tuple[int, Tried]] = []
        known = True
        while ids and known and len(path) < DEEPEST:
            chosen, seat = ids[0], engine.actor(cells)
            if len(ids) > 1:
                given = answers.setdefault(seat, [])
                key = (seat, cells[POINT], tuple(given), *projected(events, seat))
                known = key in self.nodes
                node = self.nodes[key] if known else self.nodes.setdefault(key, Node())
                chosen = self._choice(node, ids, seat, cells[POINT])
                path.append((seat, node.options[chosen]))
                given.append(chosen)
            ids = self.ruleset.apply(cells, chosen, events)
        self.trail = []
        if ids:
            self._play_on(cells, ids)
        return path

    def _play_on(self, cells, ids):
        quiet = self.ruleset.quiet
        apply, go_on, actor = quiet.APPLY, quiet.go_on, quiet.ACTOR
        random, habits, trail = self.random.random, self.habits, self.trail
        step = ids
        for _ in range(2000):
            if not step:
                return
            many = len(step)
            if many == 1:
                chosen = step[0]
            else:
                point = cells[POINT]
                seat = actor[point](cells)
                chosen = step[int(random() * many)]
                if ALLSEATS or seat == self.me:
                  if ROUNDS:
                    for _ in range(ROUNDS):
                        other = step[int(random() * many)]
                        if other != chosen:
                            a, b = habits.get((seat, point, chosen)), habits.get((seat, point, other))
                            if b is None or (a is not None and b[1] * a[0] > a[1] * b[0]):
                                chosen = other
                  trail.append((seat, point, chosen))
            step = apply[cells[POINT]](cells, chosen)
            if type(step) is int:
                step = go_on(cells, step)

    def _choice(self, node: Node, ids: list[int], seat, point) -> int:
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
            h = self.habits.get((seat, point, option))
            mean = (tried.total + AMAF * h[1] / h[0]) / (tried.taken + AMAF) if h else tried.total / tried.taken
            bound = (mean - self.low) / span + CURIOSITY * sqrt(log(tried.offered) / tried.taken)
            if bound > most:
                best, most = option, bound
        return best


@frozen
class TreeSearch:
    """So many games; then the option that was taken most often."""

    games: int

    def __call__(self, ruleset: Ruleset, seat: int, ids: Sequence[int], possible: Possible) -> int:
        search = Search(ruleset, possible.random, me=seat)
        for _ in range(self.games):
            search.game(possible.draw(), list(ids))
        root = next(iter(search.nodes.values()))
        point=possible.particles[0].cells[POINT]
        def v(o,t):
            h=search.habits.get((seat,point,o))
            return (t.total+AMAF*h[1]/h[0])/(t.taken+AMAF) if h else t.total/t.taken
        return best_of({option: v(option,tried) for option, tried in root.options.items() if tried.taken}, possible.random)
