"""The reference interpreter as an engine: positions, entering, prepared tables, tracing."""

from __future__ import annotations

import pytest

from rulewright.compiler.reference import Position
from rulewright.dsl import ir
from rulewright.runtime.events import Event
from rulewright.runtime.schema import POINT
from tests.compiler.small import (
    BITE,
    CARDS,
    DAWN,
    NIGHT,
    NUMBER,
    add,
    at,
    begun,
    c,
    compare,
    go,
    interpreter,
    locals_,
    number,
    place,
    program,
    put,
    read,
    say,
    some,
    with_deck,
    zone,
)


def three_questions() -> ir.Program:
    step = ir.Block("P.S", "step", (add("n"), go(2), say("n", read("n"))))
    phase = ir.Block("P", "phase", (go(1), step), resets=("m",))
    return program(
        ir.Block("Start", "phase", (go(3),)),
        ir.Loop((phase,), until=compare(read("n"), ">=", 3)),
        ir.Each("x", ir.ClassDomain("player"), None, (ir.Block("Turn", "phase", (go(4),)),)),
        fields=(number("n"), number("m", during="P", initial=c(1))),
        locals=locals_(x=NUMBER),
    )


def test_entering_in_the_middle() -> None:
    engine = interpreter(three_questions())
    cells = engine.new(1)
    log: list[Event] = []
    engine.run_statements(cells, (put("m", 6),))
    engine.enter(cells, "P.S", log)
    assert cells[POINT] == 2
    assert engine.evaluate(cells, read("m")) == 6, "the blocks around do not reset"
    engine.apply(cells, 0, log)
    assert cells[POINT] == 1, "the loop around goes on"
    assert engine.evaluate(cells, read("m")) == 1
    with pytest.raises(ValueError, match="one member after another"):
        engine.enter(engine.new(1), "Turn", [])
    with pytest.raises(KeyError):
        engine.enter(engine.new(1), "Nowhere", [])


def test_copies_are_independent_and_equal() -> None:
    engine, cells, log = begun(three_questions())
    engine.apply(cells, 0, log)
    twin = cells.copy()
    assert isinstance(twin, Position)
    assert twin == cells
    for _ in range(2):
        engine.apply(cells, 0, log)
    assert twin != cells
    for _ in range(2):
        engine.apply(twin, 0, [])
    assert twin == cells


def test_tables_go_from_engine_to_engine_as_cells() -> None:
    table = place("table", face="either", per="player")
    slot = place("slot", slot=True, capacity=1)
    setup = (some(NIGHT, 2, "deck"), some(DAWN, 1, "deck"), some(BITE, 1, "slot"))
    made = with_deck(
        ir.Sample(2, "top", ir.TopOf(zone("deck"))), go(1), setup=setup, zones=(table, slot), fields=(number("n"),)
    )
    engine, cells, _ = begun(made)
    engine.run_statements(cells, (put("n", 3), ir.Move(zone("box.Card"), zone("table", 1), kind=c(DAWN), face=1)))
    plain = list(cells)
    assert engine.store_of(plain) == engine.store_of(cells)
    engine.run_statements(plain, (put("n", 4), ir.Move(zone("deck"), zone("table", 0))))
    assert engine.store_of(plain).fields["n"] == [4]
    assert engine.store_of(plain).zones["table"] == [[{2 * NIGHT: 2, 2 * DAWN: 1}], [{2 * DAWN + 1: 1}]]
    assert plain[POINT] == cells[POINT]
    adopted = engine.adopt(plain)
    engine.run_statements(adopted, (put("n", 4),))
    assert list(adopted)[1:] == plain[1:]
    assert adopted[POINT] == 0, "nothing is going on in it"


def test_prepared_statements_may_not_ask_and_draw_their_chance() -> None:
    engine = interpreter(program(go(1), locals=locals_(x=NUMBER), fields=(number("n"),)))
    cells = engine.new(1)
    engine.run_statements(cells, (ir.Sample(9, "x", ir.Roll(6)), put("n", ir.Local("x"))))
    assert 1 <= engine.evaluate(cells, read("n")) <= 6
    with pytest.raises(ValueError, match="question"):
        engine.run_statements(cells, (go(5),))


def test_tracing_names_every_statement() -> None:
    lines: list[int] = []
    branch_ = ir.If(c(1), (add("n", span=at(4)),), span=at(3))
    made = program(put("n", 1, span=at(2)), branch_, go(1), fields=(number("n"),))
    begun(made, trace=lambda stmt: lines.append(stmt.span.line))
    assert lines[:3] == [2, 3, 4]


def test_components_start_in_the_box() -> None:
    engine = interpreter(program(go(1)))
    assert engine.store_of(engine.new(1)).zones["box.Card"] == [[dict(enumerate(CARDS.copies))]]
