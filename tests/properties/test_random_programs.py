"""What holds for every program, tried on random ones with the reference interpreter: conservation, copies, undo,
replays, and that a seat's events tell it the fields it sees."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.runtime.engine import RuleFault
from rulewright.runtime.replay import read_replay, replay_of, verify
from rulewright.runtime.save import SaveError
from rulewright.runtime.state import State, start
from rulewright.runtime.view import View
from tests.compiler.small import CARDS, interpreter
from tests.properties.agreement import components
from tests.properties.random_programs import random_program

GAMES = range(60)
LIMIT = 40


def played(seed: int) -> State:
    """A random game of a random program, up to its end, its first fault or the limit."""
    random = Random(seed)
    engine = interpreter(random_program(random))
    try:
        state = start(engine, seed)
    except RuleFault:
        pytest.skip("the rules broke before the first question")
    for _ in range(LIMIT):
        if state.over:
            break
        try:
            state.apply(random.choice(state.option_ids))
        except RuleFault:
            break
        held = components(state.schema, state.cells)["Card"]
        assert held == dict(enumerate(CARDS.copies)), "every component is in exactly one zone"
    return state


@pytest.mark.parametrize("seed", GAMES)
def test_a_random_game(seed: int) -> None:
    state = played(seed)
    _told_what_it_sees(state)
    again = verify(read_replay(replay_of(state).to_json()), state.engine)
    assert again.events == state.events and again.option_ids == state.option_ids
    twin, end = state.clone(), state.clone()
    while twin.can_undo:
        twin.undo()
    assert twin == start(state.engine, seed) and len(twin.events) <= len(state.events)
    assert state == end, "undoing a copy leaves the other alone"
    for step in state.steps[len(twin.steps) :]:
        if not step.chance:
            twin.apply(step.choice)
    assert twin == state and twin.events == state.events, "the generator was restored too"
    with pytest.raises(SaveError, match="reference interpreter"):
        state.save_bytes()


def _told_what_it_sees(state: State) -> None:
    for player in range(2):
        known: dict[tuple[int, int], int] = {}
        for sort, *rest in state.told(player):
            if sort == "set":
                field, index, value = rest
                known[field, index] = value
        view = state.view(player)
        for (number, index), value in known.items():
            info = state.schema.fields[number]
            if info.name == "inner" or not state.engine.field_seen(state.cells, number, index) >> player & 1:
                continue  # not seen any more, or reset without an event
            assert value == state.cells[info.offset + index], f"{info.name} changed unseen"
            assert info.name in view.fields


def test_views_depend_on_what_is_seen_alone() -> None:
    """Hidden cells changed at random: the views of the seats that do not see them stay as they are."""
    changed = 0
    for seed in GAMES:
        state = played_or_none(seed)
        if state is None:
            continue
        for number, info in enumerate(state.schema.fields):
            for index in range(info.cells):
                mask = state.engine.field_seen(state.cells, number, index)
                if info.name not in ("secret", "k") or mask == 3:
                    continue
                before = [state.view(player) for player in range(2)]
                other = state.clone()
                other.cells.store.fields[info.name][index] = 7  # type: ignore[attr-defined]
                other.cells[info.offset + index] = 7
                changed += 1
                for player in range(2):
                    if not mask >> player & 1:
                        assert _table(other.view(player)) == _table(before[player])
    assert changed > 20


def played_or_none(seed: int) -> State | None:
    try:
        return played(seed)
    except pytest.skip.Exception:
        return None


def _table(view: View) -> tuple[object, object]:
    """The fields and zones of a view; which options are on offer may well depend on more."""
    return view.fields, view.zones
