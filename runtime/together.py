"""Choices made at once (`at once each player q ...`) as one node: an engine's questions in a row to one for all seats.

An engine asks the seats one after the other, in secret, and carries the answers out when it has all of them. What a
seat can answer depends on no other answer, so every question can be known before the first answer is given: here they
are found by answering on a copy. A `keeper` (schema.py) tells where a row ends, even if the same is asked again next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from rulewright.runtime.decision import Decision, Option
from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.schema import POINT, PointInfo, Schema
from rulewright.runtime.state import State


@frozen
class Asked:
    """A seat with the stable ids it can answer with. `cells` are those at its question: for all that a seat sees, and
    for everything but answers that are kept, the same as at the first one."""

    seat: int
    ids: tuple[int, ...]
    cells: list[int]


def asked_together(engine: Engine, cells: list[int], ids: Sequence[int]) -> tuple[Asked, ...]:
    """Who is asked at the decision point the cells wait at, `ids` being on offer: one seat, or all that choose at once
    and have not answered yet, in the order in which an engine asks them. Changes nothing."""
    found = [Asked(engine.actor(cells), tuple(ids), cells)]
    point = next(point for point in engine.schema.points if point.id == cells[POINT])
    while point.keeper >= 0 and len(found) < engine.schema.players:  # each is asked once at most
        last, after = found[-1], found[-1].cells.copy()
        try:
            following = engine.apply(after, last.ids[0], [])
        except RuleFault:  # from what follows when all have chosen; it comes again when they do
            break
        if not _still_kept(engine.schema, point, after, last.seat, last.ids[0]):
            break
        found.append(Asked(engine.actor(after), tuple(following), after))
    return tuple(found)


def _still_kept(schema: Schema, point: PointInfo, cells: list[int], seat: int, answer: int) -> bool:
    """Do the cells wait for more answers to the question that `seat` has just given `answer` to?

    While they do, its answer is kept. When the same point asks anew, nobody's is: every asking begins by forgetting.
    """
    kept = point.branches[0].binders[0].low + answer
    return cells[POINT] == point.id and cells[schema.fields[point.keeper].offset + seat] == kept


def together(state: State) -> tuple[Decision, ...]:
    """The decisions of all seats that are asked now: several where they choose at once, else the one of
    `state.decision`, or none where chance is asked or the game is over. In the order in which an engine asks.

    In the middle of choosing at once (somebody has answered by `state.apply`) they are those that are left.
    """
    waiting = (one.decision for one in _waiting(state))
    return tuple(decision for decision in waiting if decision is not None)


def apply_together(state: State, answers: Mapping[int, Option | int]) -> None:
    """Answer all of `together(state)`: by seat, one of its options or its id. Then the game goes on.

    Raises ValueError if there are answers of other seats than those asked, IllegalOption if one is not on offer, and
    RuleFault if the rules break; the state is then as before. `state.undo` takes back one answer at a time.
    """
    given = {seat: answer.id if isinstance(answer, Option) else answer for seat, answer in answers.items()}
    waiting = {one.engine.actor(one.cells): one for one in _waiting(state)}
    if not waiting or waiting.keys() != given.keys():
        raise ValueError(f"the seats asked are {sorted(waiting)}, but there are answers of {sorted(given)}")
    for seat, one in waiting.items():
        if given[seat] not in one.option_ids:
            one.apply(given[seat])  # which is refused, with the reasons
    done = 0
    try:
        for seat in waiting:
            state.apply(given[seat])
            done += 1
    except (RuleFault, ValueError):
        for _ in range(done):
            state.undo()
        raise


def _waiting(state: State) -> list[State]:
    """A state at the question of each seat that is asked, as if those before it had answered."""
    if state.decision is None:
        return []
    asked = asked_together(state.engine, state.cells, state.option_ids)
    names = state.wording.seats
    return [State(state.engine, one.cells.copy(), names=names, options=list(one.ids)) for one in asked]
