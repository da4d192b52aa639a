"""A position thought possible to another one, by another way to it: one early answer or outcome that its seat was not
told of is changed, and the rest happens as it did.

A sample forgets: what was decided early, in secret, comes to be the same in most of its positions, by luck alone. A
Metropolis step on the way that led to a position ("resample-move", Gilks and Berzuini 2001) mends that without
changing how likely anything is: the changed way counts only if the seat would have been told the same, and is taken as
often as it is likely next to the other.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attrs import frozen

from rulewright.runtime.engine import RuleFault
from rulewright.runtime.events import Event
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import POINT

FIRST = 4  # of the secrets of a way, one of the first few is changed: half the time the first, and so on


@frozen
class Way:
    """How a position came about: the way to the one before it, and the last answer or outcome. `free`: there were
    others of which the seat would have been told the same. `odds`: how likely this one was."""

    before: Way | None
    option: int
    free: bool
    odds: float


def changed(ruleset: Ruleset, last: Way, random: Random) -> tuple[list[Way], int] | None:
    """The steps of a way, and at which of them it is to be changed; None if there is no secret in it."""
    steps: list[Way] = []
    at: Way | None = last
    while at is not None:
        steps.append(at)
        at = at.before
    steps.reverse()
    free = [number for number, step in enumerate(steps) if step.free][:FIRST]
    if not free:
        return None
    chosen = 0
    while chosen < len(free) - 1 and random.random() < 0.5:
        chosen += 1
    return steps, free[chosen]


def another_way(
    ruleset: Ruleset, last: Way, random: Random, fits: Callable[[list[int], list[int], int], bool],
    heard_of: Callable[[list[Event], int], int | None],
) -> tuple[list[int], list[int], int, Way] | None:
    """The cells, what is on offer there, and the way: None if the changed way does not lead there, or was not taken.
    `heard_of` gives how much was heard after some events; `fits(cells, ids, heard)` whether a question may be asked so."""
    picked = changed(ruleset, last, random)
    if picked is None:
        return None
    steps, change = picked
    engine, events = ruleset.engine, list[Event]()
    cells = engine.new(0)
    ids = engine.begin(cells, events)
    heard: int | None = heard_of(events, 0)
    likely, way = 1.0, None
    for number, step in enumerate(steps):
        option = step.option
        if number == change:
            others = [one for one in ids if one != option]
            option = others[int(random.random() * len(others))]
        if number < change:
            odds, free = step.odds, step.free
        else:
            if option not in ids or heard is None or not fits(cells, ids, heard):
                return None
            odds, free = 1 / len(ids), step.free
            if cells[POINT] in ruleset.chance_points:
                weights = engine.weights(cells)
                odds = weights[ids.index(option)] / sum(weights)
            elif step.odds == 1.0:
                odds = 1.0  # an answer of the seat's own
            likely *= odds / step.odds
        way = Way(way, option, free, odds)
        events.clear()
        try:
            ids = engine.apply(cells, option, events)
        except RuleFault:
            return None
        heard = heard_of(events, heard or 0)
        if heard is None or not ids:
            return None
    if random.random() >= likely or way is None:
        return None
    return cells, ids, heard, way
