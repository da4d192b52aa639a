"""A program that counts: it plays as it did, and counts what a trace of the interpreter says happened."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from attrs import evolve

from rulewright.compiler.layout import lay_out
from rulewright.compiler.passes.counters import MOST_WAYS, Counted, counting
from rulewright.compiler.passes.scopes import bodies_of
from rulewright.compiler.passes.walk import everything
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.schema_of import schema_of
from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.playout import playout
from rulewright.runtime.schema import COUNTS, ENDING, LOST, WON
from rulewright.runtime.state import start
from tests.compiler.counted import cells_of, compiled, quick
from tests.properties.random_programs import random_program
from tests.properties.shipped_games import game

SHIPPED = [("nosferatu", 5), ("crazy_eights", 3), ("kuhn_poker", 2), ("pig", 2), ("hearts", 4), ("goofspiel", 2)]
LIMIT = 120


def test_every_statement_is_known_to_the_counters() -> None:
    for name, players in SHIPPED:
        counted = counting(game(name, players).program)
        source = counted.source
        roots = (source.setup, source.flow, source.procedures, source.whens, source.watches)
        stmts = [n for n in everything(roots) if isinstance(n, ir.Stmt)]
        assert len({id(s) for s in stmts}) == len(stmts)
        assert {id(s) for s in stmts} <= counted.before.keys() and {id(s) for s in stmts} <= counted.after.keys()
        assert source == game(name, players).program


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_counting_changes_no_game(name: str, players: int) -> None:
    plain = game(name, players).quiet
    _, module = quick(game(name, players).program)
    for seed in range(20):
        one = playout(plain, seed, Random(seed).random, 300)
        two = playout(module, seed, Random(seed).random, 300)
        assert one.decisions == two.decisions and one.finished == two.finished
        assert [one.cells[n] for n in (ENDING, WON, LOST)] == [two.cells[n] for n in (ENDING, WON, LOST)]


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_both_engines_count_alike(name: str, players: int) -> None:
    counted, module = quick(game(name, players).program)
    engine = Interpreter(counted.program, module.schema)
    for seed in range(2):
        random = Random(seed)
        state = start(engine, seed)
        for _ in range(LIMIT):
            if state.over:
                break
            state.apply(state.option_ids[int(random.random() * len(state.option_ids))])
        played = playout(module, seed, Random(seed).random, LIMIT)
        for where in cells_of(engine.schema).values():
            assert state.cells[where] == played.cells[where]


def traced(counted: Counted, seed: int) -> tuple[Counter[int], list[int], dict[str, slice]] | None:
    """A random game of the program that does not count, traced, and the cells of the one that does."""
    ran: Counter[int] = Counter()
    plain = Interpreter(counted.source, schema_of(counted.source, lay_out(counted.source)))
    plain.trace = lambda stmt: ran.update([id(stmt)])
    engine = Interpreter(counted.program, schema_of(counted.program, lay_out(counted.program)))
    states = []
    for one in (plain, engine):
        random = Random(seed)
        try:
            state = start(one, seed)
            for _ in range(LIMIT):
                if state.over:
                    break
                state.apply(random.choice(state.option_ids))
        except RuleFault:
            return None
        states.append(state)
    assert states[0].steps == states[1].steps
    return ran, states[1].cells, cells_of(engine.schema)


def compare(counted: Counted, seed: int) -> bool:
    """Does every count say what the trace does? False if the rules broke on the way."""
    found = traced(counted, seed)
    if found is None:
        return False
    ran, cells, where = found
    counts = cells[where[COUNTS]]
    source = counted.source
    bodies = [("", source.setup), ("", source.flow), *((p.name, p.body) for p in source.procedures)]
    bodies += [("", w.body) for w in (*source.whens, *source.watches)]
    for name, body in bodies:
        many = counted.ways.get(name, 1)
        for stmt in everything(body):
            if isinstance(stmt, ir.Stmt):
                first = counted.before[id(stmt)]
                assert sum(counts[first : first + many]) == ran[id(stmt)], stmt
    return True


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_the_counts_are_what_a_trace_says(name: str, players: int) -> None:
    assert all(compare(counting(game(name, players).program), seed) for seed in range(2))


def test_the_counts_are_what_a_trace_says_of_any_program() -> None:
    whole = [compare(counting(random_program(Random(seed))), seed) for seed in range(60)]
    assert sum(whole) > 20


CALLS = """game calls "Calls" for 2 players
field tries per player: 0..99
score player p = p.tries
procedure deeper(player p)
  add 1 to p.tries
procedure try(player p)
  p chooses one "Well?"
    Yes "Yes": do deeper(p)
    No "No": nothing
phase Play
  do try(seat(1))
  do try(seat(2))
  do try(seat(2))
  everyone draws because "done"
"""


def test_each_way_of_calling_counts_for_itself() -> None:
    counted = counting(compiled(CALLS))
    assert counted.ways == {"deeper": 3, "try": 3}
    engine = Interpreter(counted.program, schema_of(counted.program, lay_out(counted.program)))
    state = start(engine, 1)
    for wanted in ("Yes", "No", "Yes"):
        state.apply(next(o for o in state.decision.options if o.label == wanted))  # type: ignore[union-attr]
    counts = state.cells[cells_of(engine.schema)[COUNTS]]
    deeper = next(p for p in counted.source.procedures if p.name == "deeper")
    first = counted.before[id(deeper.body[0])]
    assert counts[first : first + 3] == [1, 0, 1]


def test_too_many_ways_are_counted_together() -> None:
    line = "  do deeper(seat(1))\n"
    text = CALLS.replace("phase Play\n", "phase Play\n" + line * (MOST_WAYS + 1))
    counted = counting(compiled(text))
    assert counted.ways["deeper"] == 1 and counted.ways["try"] == 3
    assert compare(counted, 1)


MOVES = """game moves "Moves" for 2 players
cards Card
  kind  count
  Red   2
  Blue  3
  Green 1
deck stock of Card seen by nobody
pile out of Card face either seen by all
setup
  move 2 Red from box to stock
  move all Blue from box to stock
  shuffle stock
phase Play
  move 5 Blue from stock to out
  seat(1) chooses card c in out "Turn"
    turn c face up
  otherwise: nothing
  turn all out face down
  move all out to stock
  everyone draws because "done"
"""


def test_what_is_moved_turned_and_chosen_is_tallied_by_kind() -> None:
    counted = counting(compiled(MOVES))
    engine = Interpreter(counted.program, schema_of(counted.program, lay_out(counted.program)))
    state = start(engine, 1)
    state.apply(state.option_ids[0])
    where = cells_of(engine.schema)
    told = {(t.sort, t.source, t.target, t.setup): state.cells[where[t.field]] for t in counted.tallies}
    assert told == {
        ("moved", "box.Card", "stock", True): [2, 3, 0],
        ("moved", "stock", "out", False): [0, 3, 0],  # five were asked for, three were there
        ("chosen", "", "", False): [0, 1, 0],
        ("turned", "out", "out", False): [0, 2, 0],  # one up, and one of three down again
        ("moved", "out", "stock", False): [0, 3, 0],
    }


def test_a_statement_that_stands_twice_is_counted_twice() -> None:
    """The language never shares statements, but a pass might."""
    program = compiled(CALLS)
    block = next(s for s in program.flow if isinstance(s, ir.Block))
    twice = ir.If(ir.Compare("is", ir.Const(1), ir.Const(1)), (block.body[0],), (block.body[0],))
    shared = evolve(program, flow=(evolve(block, body=(twice, *block.body[1:])),))
    counted = counting(shared)
    then, otherwise = next(bodies_of(s) for s in everything(counted.source.flow) if isinstance(s, ir.If))
    assert then[0] == otherwise[0] and then[0] is not otherwise[0]
    assert counted.before[id(then[0])] != counted.before[id(otherwise[0])]
