"""An engine to a graph of positions: every position once, with its successors; equal cells are one position.

That is right only where every seat always knows the position. So each step is watched: two answers, or two outcomes of
chance, that lead to different positions must be told apart by every seat, by what it is told (its events) or by who
is asked which question next (which everybody at a table sees). The first step that fails raises `Hidden`.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field

from rulewright.runtime.engine import Engine
from rulewright.runtime.events import Event
from rulewright.runtime.log import projected
from rulewright.runtime.schema import POINT
from rulewright.tools.solve.limits import Meter, Stakes

CHANCE, END = -1, -2  # in place of the seat that is asked


class Hidden(Exception):
    """Some seat does not know the position."""


@define
class Positions:
    """By position, the first being number 0: who is asked (a seat, CHANCE or END), the successors, the probability of
    each at a chance point, and at an end the first seat's score. `ids` are the options at the first position."""

    asked: list[int] = field(factory=list)
    following: list[list[int]] = field(factory=list)
    chances: list[list[float]] = field(factory=list)
    scores: list[float] = field(factory=list)
    first_cells: list[int] = field(factory=list)
    first_ids: list[int] = field(factory=list)

    def append(self, asked: int) -> None:
        self.asked.append(asked)
        self.following.append([])
        self.chances.append([])
        self.scores.append(0.0)

    @property
    def chancy(self) -> bool:
        return CHANCE in self.asked


def explore(engine: Engine, meter: Meter, stakes: Stakes) -> Positions:
    """Every position that can be reached. Raises Hidden, Unsolvable (too many) and RuleFault."""
    found = Positions()
    chance_points = {p.id for p in engine.schema.points if p.chance}
    numbers: dict[tuple[int, ...], int] = {}
    todo: list[tuple[int, list[int], list[int]]] = []

    def number_of(cells: list[int], options: list[int]) -> int:
        key = tuple(cells)
        number = numbers.get(key)
        if number is None:
            meter.add()
            number = numbers[key] = len(numbers)
            if not options:
                found.append(END)
                found.scores[number] = stakes.add(engine.scores(cells))
            else:
                found.append(CHANCE if cells[POINT] in chance_points else engine.actor(cells))
                todo.append((number, cells, options))
        return number

    found.first_cells = engine.new(0)
    found.first_ids = engine.begin(found.first_cells, [])
    number_of(found.first_cells, found.first_ids)
    while todo:
        number, cells, options = todo.pop()
        steps: list[tuple[int, list[Event], int]] = []
        for option in options:
            after, events = cells.copy(), list[Event]()
            ids = engine.apply(after, option, events)
            steps.append((number_of(after, ids), events, after[POINT]))
        found.following[number] = [step[0] for step in steps]
        if found.asked[number] == CHANCE:
            weights = engine.weights(cells)
            found.chances[number] = [weight / sum(weights) for weight in weights]
        if len(options) > 1:
            all_know(found, steps, engine.schema.players)
    return found


def all_know(found: Positions, steps: list[tuple[int, list[Event], int]], players: int) -> None:
    """Does every seat know which of these steps was taken? Ends need not be told apart: nothing follows."""
    for seat in range(players):
        seen: dict[Any, int] = {}
        for number, events, point in steps:
            if found.asked[number] != END:
                sign = (tuple(projected(events, seat)), point, found.asked[number])
                if seen.setdefault(sign, number) != number:
                    raise Hidden
