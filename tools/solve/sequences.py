"""An engine to the sequence form of its game: for each seat its information sets and sequences, and a sparse matrix.

An information set is what a seat knows when it is asked: everything it was told, what it answered before, the
question and the options. A sequence is the list of a seat's answers on the way to a node; sequence 0 is the empty one.
Every end of the game adds its probability (of chance) times the first seat's score to the matrix, at the sequences of
the two seats. All of regret matching and best responses works on these arrays alone, without the game.
"""

from __future__ import annotations

from typing import Any

from attrs import define, field, frozen

from rulewright.runtime.engine import Engine
from rulewright.runtime.events import Event
from rulewright.runtime.log import project
from rulewright.runtime.schema import POINT
from rulewright.tools.solve.limits import Meter, Stakes

FIRST = 0  # nothing known yet; the empty sequence


@frozen
class InfoSet:
    """`parent` is the sequence that leads here; option number n leads to the sequence `first + n`. `knowledge` is a
    node of `Sequences.learnt`."""

    parent: int
    first: int
    ids: tuple[int, ...]
    point: int
    knowledge: int

    @property
    def size(self) -> int:
        return len(self.ids)


@define
class Sequences:
    """Information sets are in an order in which those that lead to others come first."""

    infosets: tuple[list[InfoSet], list[InfoSet]] = field(factory=lambda: ([], []))
    sequences: list[int] = field(factory=lambda: [1, 1])
    payoff: dict[tuple[int, int], float] = field(factory=dict)
    decisions: int = 0
    chances: int = 0
    ends: int = 0
    learnt: list[tuple[int, Any]] = field(factory=lambda: [(FIRST, None)])  # (what was known before, what came)

    def told(self, infoset: InfoSet) -> list[Event]:
        """The events a seat was told before it comes to an information set."""
        events: list[Event] = []
        at = infoset.knowledge
        while at != FIRST:
            at, item = self.learnt[at]
            if item[0] != ANSWER:
                events.append(item)
        return events[::-1]


ANSWER = "answer"


def walk(engine: Engine, meter: Meter, stakes: Stakes) -> Sequences:
    """The whole tree, once. Raises Unsolvable (too large, scores that do not fit) and RuleFault."""
    found = Sequences()
    seats = range(engine.schema.players)
    chance_points = {p.id for p in engine.schema.points if p.chance}
    known: dict[tuple[int, Any], int] = {}
    sets: tuple[dict[Any, InfoSet], dict[Any, InfoSet]] = ({}, {})

    def learn(before: int, item: Any) -> int:
        node = known.setdefault((before, item), len(found.learnt))
        if node == len(found.learnt):
            found.learnt.append((before, item))
        return node

    def hear(knowledge: tuple[int, ...], events: list[Event]) -> tuple[int, ...]:
        after = list(knowledge)
        for event in events:
            for seat in seats:
                told = project(event, seat)
                if told is not None:
                    after[seat] = learn(after[seat], told)
        return tuple(after)

    def asked(seat: int, point: int, ids: tuple[int, ...], knowledge: int, parent: int) -> InfoSet:
        key = (knowledge, point, ids)
        infoset = sets[seat].get(key)
        if infoset is None:
            infoset = sets[seat][key] = InfoSet(parent, found.sequences[seat], ids, point, knowledge)
            found.infosets[seat].append(infoset)
            found.sequences[seat] += len(ids)
        assert infoset.parent == parent, "a seat forgot what it answered"
        return infoset

    cells, events = engine.new(0), list[Event]()
    options = engine.begin(cells, events)
    todo = [(cells, options, 1.0, (FIRST, FIRST), hear((FIRST, FIRST), events))]
    while todo:
        cells, options, chance, taken, knowledge = todo.pop()
        meter.add()
        point, weights, infoset, seat = cells[POINT], [0], None, 0
        if not options:
            found.ends += 1
            score = chance * stakes.add(engine.scores(cells))
            found.payoff[taken] = found.payoff.get(taken, 0.0) + score
            continue
        if point in chance_points:
            found.chances += 1
            weights = engine.weights(cells)
        else:
            found.decisions += 1
            seat = engine.actor(cells)
            infoset = asked(seat, point, tuple(options), knowledge[seat], taken[seat])
        for number, option in enumerate(options):
            after, events = cells.copy(), []
            ids = engine.apply(after, option, events)
            if infoset is None:
                part = chance * weights[number] / sum(weights)
                todo.append((after, ids, part, taken, hear(knowledge, events)))
                continue
            answered = learn(knowledge[seat], (ANSWER, point, infoset.ids, option))
            sequence = infoset.first + number
            if seat == 0:
                todo.append((after, ids, chance, (sequence, taken[1]), hear((answered, knowledge[1]), events)))
            else:
                todo.append((after, ids, chance, (taken[0], sequence), hear((knowledge[0], answered), events)))
    return found
