"""Reactions in compiled games at their limits: without end, within themselves, and where running starts in the middle.

Each is compared with the reference interpreter, and the two flavours with each other.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.passes import nesting, weave
from rulewright.compiler.python.emit import emit
from rulewright.compiler.reference import reactions
from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import POINT
from rulewright.runtime.state import start
from tests.compiler.small import (
    DECK,
    HANDS,
    NIGHT,
    NUMBER,
    add,
    ask,
    at,
    branch,
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
from tests.properties.agreement import play_in_step


def full(made: ir.Program) -> Any:
    return load_module(emit(made, events=True), "full")


def quiet(made: ir.Program) -> ModuleType:
    return load_module(emit(made, events=False), "quiet")


def beginnings(made: ir.Program) -> list[str]:
    """How the set-up and what follows up to the first question go in all engines: the point, or the fault."""

    def told(act: Callable[[list[int]], object], cells: list[int]) -> str:
        try:
            act(cells)
        except RuleFault as fault:
            return str(fault)
        return f"at {cells[POINT]}"

    reference, loud, fast = interpreter(made), full(made), quiet(made)
    return [
        told(lambda cells: reference.begin(cells, []), reference.new(1)),
        told(lambda cells: loud.begin(cells, []), loud.new(1)),
        told(fast.begin, fast.new(1)),
        told(lambda cells: fast.play(cells, Random(1).random, 0), fast.new(1)),
    ]


def watch(name: str, cond: ir.Expr, *body: ir.Stmt, reads: str = "n", line: int = 8) -> ir.Watch:
    return ir.Watch(name, cond, body, False, frozenset(reads.split()), span=at(line))


# ------------------------------------------------------------------------------------------------ without end


def test_all_engines_have_the_same_limits() -> None:
    assert (weave.BODIES, nesting.DEEPEST) == (reactions.BODIES, reactions.NESTED)


@pytest.mark.parametrize(("many", "ends"), [(999, True), (1000, True), (1001, False)])
@pytest.mark.parametrize("asks", [False, True])
def test_so_many_watch_bodies_after_one_change(many: int, ends: bool, asks: bool) -> None:
    big = ir.Number(0, 2000)
    never = (ask(5, branch("No", where=compare(read("n"), ">", 1999))),) if asks else ()
    up = watch("up", compare(read("n"), "<=", many), add("n"), *never)
    made = program(add("n"), go(1), fields=(number("n", big),), watches=(up,), setup=(put("n", many + 1),))
    assert set(beginnings(made)) == {"at 1"}, "nothing to do"
    made = program(put("n", 1), go(1), fields=(number("n", big),), watches=(up,), setup=(put("n", 2000),))
    fault = "small.rules:8: “up” and what it sets off never come to rest"
    assert set(beginnings(made)) == {"at 1" if ends else fault}


def test_two_whens_that_set_each_other_off() -> None:
    out = ir.When("deck runs out", "deck", (ir.Move(zone("pile"), zone("deck")),), span=at(3))
    back = ir.When("pile runs out", "pile", (ir.Move(zone("deck"), zone("pile")),), span=at(4))
    made = with_deck(ir.Move(zone("deck"), zone("pile")), go(1), setup=(some(NIGHT, 2, "deck"),), whens=(out, back))
    found = beginnings(made)
    assert len(set(found)) == 1
    assert found[0].endswith("sets itself off without end") and found[0].startswith("small.rules:")


def test_a_when_may_set_itself_off_a_few_times() -> None:
    down = ir.Move(zone("hand", ir.Local("x")), zone("deck"))
    next_hand = ir.Move(zone("hand", ir.NextMember("player", ir.Local("x"))), zone("deck"))
    when = ir.When("out", "hand", (say("x", ir.Local("x")), next_hand), "x", span=at(3))
    made = with_deck(
        ir.Each("x", ir.ClassDomain("player"), None, (down,)),
        go(1),
        setup=tuple(ir.Move(zone("box.Card"), zone("hand", p), kind=c(NIGHT), count=c(1)) for p in (0, 1)),
        whens=(when,),
        locals={"x": NUMBER},
    )
    assert set(beginnings(made)) == {"at 1"}
    assert play_in_step(interpreter(made), full(made), 1, Random(1)).over


# ------------------------------------------------------------------------------------------------ within themselves


def asking_procedure(*watches: ir.Watch) -> ir.Program:
    """A procedure that asks between a change and its last words, called by the flow and by the watches."""
    x = ir.Local("x")
    body = (
        say("begins", x),
        add("n"),
        ask(1, branch("Yes", say("yes", x)), branch("No", say("no", x)), branch("Out", ir.Leave("P"))),
        ir.Each("y", ir.RangeDomain(c(1), x, 1, 3), None, (go(2), say("round", ir.Local("y")), add("m"))),
        say("ends", x),
    )
    phase = ir.Block("P", "phase", (ir.Call("p", (c(3),)), ir.Call("p", (c(2),))))
    return program(
        ir.Loop((phase,), until=compare(read("n"), ">", 6)),
        ir.Result(0, c(1), c(2), "done"),
        fields=(number("n"), number("m", clamps=True)),
        procedures=(ir.Procedure("p", ("x",), body, span=at(2)),),
        locals=locals_(x=NUMBER, y=NUMBER),
        watches=watches,
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_a_procedure_within_itself_by_a_watch(seed: int) -> None:
    """What goes on in the outer one is as before when the inner one (of another `x`) is done, or is left."""
    watches = (
        watch("odd", compare(read("n"), "is", 1), ir.Call("p", (c(1),)), say("odd", read("n"))),
        watch("four", compare(read("n"), "is", 4), ir.Call("p", (c(2),)), reads="n m"),
    )
    made = asking_procedure(*watches)
    played = play_in_step(interpreter(made), full(made), seed, Random(seed))
    assert played.fault is not None or played.over or len(played.answers) == 400
    assert len(played.answers) >= 5
    module = quiet(made)
    loud, cells, rng = full(made), module.new(seed), Random(seed)
    others = loud.new(seed)
    options = module.begin(cells)
    loud.begin(others, [])
    for _ in range(60):
        assert cells == others
        if not options:
            break
        option = rng.choice(options)
        try:
            options = module.apply(cells, option)
        except RuleFault:
            break
        assert loud.apply(others, option, []) == options


def test_a_when_that_asks_within_itself_is_a_fault() -> None:
    refill = ir.Move(zone("pile"), zone("deck"), count=c(1), kind=c(NIGHT))
    when = ir.When("out", "deck", (ask(1, branch("Again"), branch("Once more")), refill, spend()), span=at(6))
    made = with_deck(spend(), go(2), setup=(some(NIGHT, 1, "deck"), some(NIGHT, 2, "pile")), whens=(when,))
    module = full(made)
    cells = module.new(1)
    assert module.begin(cells, []) == [0, 1]
    with pytest.raises(RuleFault, match=r"small\.rules:6: this sets itself off again before it is done"):
        module.apply(cells, 0, [])


def spend() -> ir.Move:
    return ir.Move(zone("deck"), zone("hand", 0))


# ------------------------------------------------------------------------------------------------ in the middle


def test_what_holds_already_reacts_where_running_starts() -> None:
    """Both an ending that is looked for only around what is written, and another watch."""
    lines = ir.Class(
        "Line", "table", ("l",), ("l",), tuple(ir.Column(n, ir.Name("player"), (v,)) for n, v in (("a", 0), ("b", 1)))
    )

    def cell(column: str) -> ir.Expr:
        return read("k", ir.ColumnOf("Line", column, ir.Local("l")))

    both = ir.Logic("and", (compare(cell("a"), "is", c(1)), compare(cell("b"), "is", c(1))))
    done = ir.Watch(
        "line", both, (ir.Result(0, c(1), c(2), "line"),), True, frozenset({"k"}), local="l",
        domain=ir.ClassDomain("Line"),
    )  # fmt: skip
    late = watch("late", compare(read("n"), "is", 3), add("n"))
    made = program(
        ir.Block("A", "phase", (go(1),)),
        ir.Block("B", "phase", (put("k", 1, c(0)), go(2))),
        fields=(number("n"), number("k", per="player")),
        classes=(lines,),
        locals=locals_(l=NUMBER),
        watches=(done, late),
    )
    reference, loud = interpreter(made), full(made)
    for given in ((0, 0, 0), (0, 1, 1), (3, 0, 0), (3, 1, 1)):
        for path in ("A", "B"):
            cells = loud.new(1)
            for name, index, new in (("n", 0, given[0]), ("k", 0, given[1]), ("k", 1, given[2])):
                cells[loud.schema.fields[[f.name for f in loud.schema.fields].index(name)].offset + index] = new
            position = reference.adopt(cells)
            logs: tuple[list[Any], list[Any]] = ([], [])
            assert reference.enter(position, path, logs[0]) == loud.enter(cells, path, logs[1])
            assert logs[0] == logs[1]
            assert list(position)[:8] == cells[:8]
            assert (cells[POINT] == 0) == (given[1:] == (1, 1)), "a line that is there already ends the game"
            assert ("set", 3, 0, 0, 4) in logs[0] or given[0] == 0 or cells[POINT] == 0


# ------------------------------------------------------------------------------------------------ nothing on top


@pytest.mark.parametrize("made_of", [DECK, HANDS, place("slot", slot=True, capacity=1), place("bag", capacity=60)])
def test_drawing_from_nothing_is_a_fault_everywhere(made_of: ir.Zone) -> None:
    name = made_of.name
    ref = zone(name, 0) if made_of.per else zone(name)
    sample = ir.Sample(1, "top", ir.TopOf(ref), span=at(5))
    looks = ir.If(compare(ir.Local("top"), ">", c(0)), (add("n"),))
    made = program(
        sample, looks, ir.Mix(ref), go(2), fields=(number("n"),), zones=(made_of,), locals=locals_(top=NUMBER)
    )
    assert set(beginnings(made)) == {f"small.rules:5: {name} is empty, so nothing lies on top"}


def test_a_loop_that_only_draws_is_stopped() -> None:
    roll = ir.Sample(1, "top", ir.Roll(6), span=at(6))
    made = program(ir.Loop((roll,), span=at(5)), locals=locals_(top=NUMBER))
    endless = r"small\.rules:[56]: this goes round more than 100,000 times without asking anything"
    for act in (lambda: start(full(made), seed=1), lambda: quiet(made).begin(quiet(made).new(1))):
        with pytest.raises(RuleFault, match=endless):
            act()
