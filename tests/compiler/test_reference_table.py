"""The reference interpreter: packets, moves, faces, fields, and who is told."""

from __future__ import annotations

import pytest

from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import POINT
from tests.compiler.small import (
    BITE,
    DAWN,
    NIGHT,
    NOBODY,
    add,
    at,
    begun,
    c,
    compare,
    draw,
    go,
    interpreter,
    number,
    place,
    program,
    put,
    read,
    some,
    with_deck,
    zone,
)


def test_packets_lie_as_they_were_put() -> None:
    top = (some(NIGHT, 2, "pile"), some(DAWN, 1, "pile"))
    setup = (*top, some(BITE, 1, "pile", "bottom"), some(DAWN, 1, "pile", "in"))
    engine, cells, _ = begun(with_deck(*draw(2, "pile"), go(1), setup=setup))
    assert engine.store_of(cells).zones["pile"] == [[{DAWN: 1}, {NIGHT: 2}, {BITE: 1}]], "one of two Dawns was drawn"
    assert engine.store_of(cells).zones["hand"] == [[{DAWN: 1}], []]
    assert cells[POINT] == 1, "a packet of equal components needs no chance"


def test_shuffled_deck_is_one_packet_and_draws_by_copies() -> None:
    setup = (some(NIGHT, 2, "deck"), some(DAWN, 1, "deck"), ir.Mix(zone("deck")))
    engine, cells, log = begun(with_deck(*draw(2), go(1), setup=setup))
    assert cells[POINT] == 2
    assert engine.options(cells) == [NIGHT, DAWN]
    assert engine.weights(cells) == [2, 1]
    log.clear()
    assert engine.apply(cells, DAWN, log) == [0]
    assert engine.store_of(cells).zones["deck"][0] == [{NIGHT: 2}]
    deck, hand = 1, 3
    assert log == [("move", 0b01, deck, 0, hand, 0, ((DAWN, 1),))], "only the owner of the hand sees what came"


def test_a_move_of_all_carries_packets_and_takes_what_is_there() -> None:
    setup = (some(NIGHT, 2, "deck"), some(DAWN, 1, "deck"), some(BITE, 9, "deck"), some(DAWN, 1, "pile"))
    engine, cells, log = begun(with_deck(ir.Move(zone("deck"), zone("pile")), go(1), setup=setup))
    assert engine.store_of(cells).zones["pile"][0] == [{BITE: 1}, {DAWN: 1}, {NIGHT: 2}, {DAWN: 1}]
    assert log[-1] == ("move", 0b11, 1, 0, 2, 0, ((NIGHT, 2), (DAWN, 1), (BITE, 1)))


def test_kinds_come_from_the_top_packet_down_and_arrive_together() -> None:
    setup = (some(NIGHT, 2, "deck"), some(DAWN, 1, "deck"), some(NIGHT, 1, "deck"))
    flow = ir.Move(zone("deck"), zone("pile"), kind=c(NIGHT), count=c(2))
    engine, cells, _ = begun(with_deck(flow, go(1), setup=setup))
    assert engine.store_of(cells).zones["deck"][0] == [{DAWN: 1}, {NIGHT: 1}]
    assert engine.store_of(cells).zones["pile"][0] == [{NIGHT: 2}]


def test_a_move_of_nothing_tells_nothing() -> None:
    _, _, log = begun(with_deck(ir.Move(zone("deck"), zone("pile")), go(1), setup=()))
    assert log == []


def test_a_full_slot_is_a_fault() -> None:
    slot = place("slot", slot=True, capacity=1)
    again = ir.Move(zone("box.Card"), zone("slot"), kind=c(DAWN), count=c(1), span=at(9))
    engine = interpreter(with_deck(again, go(1), setup=(some(NIGHT, 1, "slot"),), zones=(slot,)))
    with pytest.raises(RuleFault, match=r"small\.rules:9: slot is full"):
        engine.begin(engine.new(1), [])


def test_faces_decide_who_is_told() -> None:
    table = place("table", face="either", seen=NOBODY)
    a_dawn = compare(ir.KindOf(ir.Local("top"), True), "is", DAWN)
    flow = (
        ir.Move(zone("box.Card"), zone("table"), kind=c(NIGHT), count=c(2)),
        ir.Move(zone("box.Card"), zone("table"), kind=c(DAWN), count=c(1), face=1),
        ir.Turn(zone("table"), 1),
        ir.Turn(zone("table"), 1),
        ir.Sample(2, "top", ir.AnyOf(ir.ZoneDomain(zone("table")), a_dawn)),
        ir.Turn(zone("table"), 0, handle="top"),
        ir.Move(zone("table"), zone("hand", 1)),
        go(1),
    )
    _, _, log = begun(with_deck(*flow, setup=(), zones=(table,)))
    at_table = 4
    down = [("move", 0b00, 0, 0, at_table, 0, ((2 * NIGHT, 2),))]
    up = [("move", 0b11, 0, 0, at_table, 0, ((2 * DAWN + 1, 1),)), ("turn", 0b11, at_table, 0, ((2 * NIGHT + 1, 2),))]
    assert log[:3] == down + up
    assert log[3] == ("turn", 0b00, at_table, 0, ((2 * DAWN, 1),)), "turning up what lies up tells nothing"
    hidden, seen = log[4:]
    assert hidden == ("move", 0b10, at_table, 0, 3, 1, ((DAWN, 1),)), "face down: only the owner of the hand"
    assert seen == ("move", 0b11, at_table, 0, 3, 1, ((NIGHT, 2),)), "what lay face up was seen by all"


def test_a_handle_follows_its_component() -> None:
    table = place("table", face="either")
    flow = (*draw(2, target=zone("table"), face=1), ir.Move(zone("table"), zone("pile"), handle="top"), go(1))
    engine, cells, _ = begun(with_deck(*flow, setup=(some(BITE, 1, "deck"),), zones=(table,)))
    assert engine.store_of(cells).zones["pile"][0] == [{BITE: 1}]




def test_fields_clamp_or_fault() -> None:
    engine = interpreter(
        program(put("n", 50, range="clamp"), add("m", 10, span=at(4)), go(1), fields=(number("n"), number("m")))
    )
    cells = engine.new(1)
    with pytest.raises(RuleFault, match=r"small\.rules:4: m would become 10, but goes from 0 to 9"):
        engine.begin(cells, [])
    assert engine.evaluate(cells, read("n")) == 9


def test_newcomers_are_shown_what_they_see_now() -> None:
    open_to_all = ir.Cases(((read("open"), c(3)),), c(0))
    made = program(
        put("open", 1, widens=("secret", "hidden")),
        put("open", 1, widens=("secret", "hidden")),
        go(1),
        fields=(number("open", ir.Truth()), number("secret", seen=open_to_all, initial=c(4))),
        zones=(place("hidden", seen=open_to_all),),
        setup=(some(BITE, 1, "hidden"),),
    )
    _, _, log = begun(made)
    told = ("set", 0b11, 0, 0, 1)
    assert log[1:] == [told, ("set", 0b11, 1, 0, 4), ("show", 0b11, 1, 0, ((BITE, 1),)), told]
