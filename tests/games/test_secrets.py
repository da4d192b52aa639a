"""What a seat cannot know changes nothing it is given.

Two properties. Resampling: at a random position, everything a seat does not see is dealt anew over the hidden places;
its view, its question and its options stay the same. Twins: two games that differ only in a secret (who the Vampire
is) tell every third party the same, event by event, until the rules themselves show the difference.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulewright
from rulewright.runtime.bits import renew
from rulewright.runtime.chance import seeded
from rulewright.runtime.engine import Engine
from rulewright.runtime.schema import CHANCE, ZoneInfo
from rulewright.runtime.state import State
from rulewright.runtime.zones import read_packets, write_packets

TABLES = [("nosferatu", 5), ("nosferatu", 6), ("nosferatu", 8), ("kuhn_poker", 2)]


def played(engine: Engine, seed: int, decisions: int) -> State:
    """A game at random, stopped after so many decisions (or just before its end)."""
    random = Random(seed)
    state = rulewright.runtime.state.start(engine, seed)
    for _ in range(decisions):
        before = state.clone()
        state.apply(random.choice(state.option_ids))
        if state.over:
            return before
    return state


def elements(zone: ZoneInfo, cells: list[int], index: int) -> list[int]:
    """The element codes in one zone (none of the shipped games keeps an observable order)."""
    assert not zone.ordered
    return [code for packet in read_packets(zone, cells, index) for code, many in packet.items() for _ in range(many)]


def put(zone: ZoneInfo, cells: list[int], index: int, codes: list[int]) -> None:
    write_packets(zone, cells, index, [Counter(codes)])


def resampled(state: State, seat: int, random: Random) -> State:
    """The same position for `seat`, with everything it does not see dealt anew."""
    cells, schema = state.cells.copy(), state.schema
    hidden: dict[str, list[tuple[ZoneInfo, int, int]]] = {}  # by class: what is not seen
    for number, zone in enumerate(schema.zones):
        for index in range(zone.cells):
            if state.engine.zone_seen(cells, number, index) >> seat & 1:
                continue
            for code in elements(zone, cells, index):
                if not (zone.either and code & 1):
                    hidden.setdefault(zone.cls, []).append((zone, index, code))
    for places in hidden.values():
        kinds = [code // 2 if zone.either else code for zone, _, code in places]
        random.shuffle(kinds)
        new: dict[tuple[str, int], list[int]] = {}
        for (zone, index, _), kind in zip(places, kinds, strict=True):
            new.setdefault((zone.name, index), []).append(2 * kind if zone.either else kind)
        for zone, index in {(z.name, i): (z, i) for z, i, _ in places}.values():
            shown = [c for c in elements(zone, cells, index) if zone.either and c & 1]
            put(zone, cells, index, shown + new[zone.name, index])
    for number, info in enumerate(schema.fields):
        for index in range(info.cells):
            if not state.engine.field_seen(cells, number, index) >> seat & 1:
                cells[info.offset + index] = random.randrange(schema.cells[info.offset + index].bound)
    renew(schema, cells)
    cells[CHANCE] = seeded(random.randrange(2**32))
    twin = state.clone()
    twin.cells = cells
    twin._options = state.engine.options(cells)
    return twin


@pytest.mark.parametrize(("name", "players"), TABLES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), decisions=st.integers(0, 60))
def test_view_question_and_options_do_not_depend_on_what_a_seat_cannot_see(
    name: str, players: int, seed: int, decisions: int
) -> None:
    state = played(rulewright.load(name, players=players).engine, seed, decisions)
    assert state.decision is not None
    for seat in range(players):
        twin = resampled(state, seat, Random(seed))
        assert twin.view(seat) == state.view(seat)
        if state.decision.player == seat:
            assert twin.decision == state.decision
        # the prompt and the actor of a question are nobody's secret either
        assert twin.decision is not None and twin.decision.player == state.decision.player


def test_resampling_does_change_what_is_hidden() -> None:
    """The property above would hold for a resampler that does nothing."""
    state = played(rulewright.load("nosferatu", players=6).engine, 3, 12)
    changed = [resampled(state, seat, Random(1)).cells != state.cells for seat in range(6)]
    assert all(changed)


@pytest.mark.parametrize("players", [5, 6, 7, 8])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32), data=st.data())
def test_third_parties_cannot_tell_who_the_vampire_is(players: int, seed: int, data: st.DataObject) -> None:
    engine = rulewright.load("nosferatu", players=players).engine
    one = rulewright.runtime.state.start(engine, seed)
    two = one.clone()
    assert one.decision is not None
    renfield = one.decision.player
    first, second = data.draw(st.permutations(one.option_ids))[:2]
    one.apply(first)
    two.apply(second)
    strangers = [s for s in range(players) if s not in (renfield, first, second)]
    random = Random(seed)
    for _ in range(400):
        if one.over or two.over:
            break
        mine, other = one.decision, two.decision
        assert mine is not None and other is not None and mine.player == other.player
        shared = [o.id for o in mine.options if o.id in {p.id for p in other.options}]
        differ = {o.id for o in mine.options} ^ {o.id for o in other.options}
        if differ:  # only the Vampire is asked otherwise: he cannot use the Stake
            assert mine.player in (first, second) and mine.path == "Turn.Stake"
        chosen = random.choice(shared)
        one.apply(chosen)
        two.apply(chosen)
        for seat in strangers:
            if one.told(seat) != two.told(seat):
                assert a_role_was_turned_up(one, seat, (first, second))
                return


def a_role_was_turned_up(state: State, seat: int, suspects: tuple[int, int]) -> bool:
    """Has the seat been shown the role of one of these?"""
    role = next(i for i, z in enumerate(state.schema.zones) if z.name == "role")
    turned = [event for event in state.told(seat) if event[0] == "turn" and event[1] == role]
    return any(event[2] in suspects for event in turned)
