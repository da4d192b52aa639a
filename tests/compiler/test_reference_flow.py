"""The reference interpreter: questions, chance, and going on."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import ENDING, LOST, POINT, WON
from tests.compiler.small import (
    NUMBER,
    add,
    ask,
    at,
    begun,
    branch,
    c,
    compare,
    go,
    interpreter,
    locals_,
    number,
    program,
    put,
    read,
    said,
    say,
    zone,
)

PAIR = (
    ir.Binder("who", ir.ClassDomain("player"), 2),
    ir.Binder("many", ir.RangeDomain(c(2), read("most"), 1, 4), 4),
)


def test_option_ids_needs_and_reasons() -> None:
    needs = (
        ir.Need("not yourself", compare(ir.Local("who"), "is not", 0), "you cannot give to yourself"),
        ir.Need("enough", compare(ir.Local("many"), "<=", 2), "you have two only"),
    )
    few = compare(ir.Local("many"), "<", 4)
    made = program(
        ask(
            1,
            branch("Pass", say("passed")),
            branch("Give", say("gave", ir.Local("many")), binders=PAIR, needs=needs, where=few),
            actor=c(1),
        ),
        go(2),
        fields=(number("most", initial=c(4)),),
        locals=locals_(who=ir.Name("player"), many=ir.Number(0, 9)),
    )
    engine, cells, log = begun(made)
    assert engine.actor(cells) == 1
    assert engine.options(cells) == [0, 1 + 4 + 1], "ids do not depend on what else is on offer"
    assert engine.unmet(cells, 1 + 1) == [0]
    assert engine.unmet(cells, 1 + 2) == [0, 1]
    assert engine.unmet(cells, 1 + 4 + 2) == [1]
    assert engine.unmet(cells, 1 + 4 + 3) is None, "refused by where"
    assert engine.unmet(cells, 1 + 4 + 0) is None, "outside the domain"
    with pytest.raises(ValueError, match="not on offer"):
        engine.apply(cells, 1 + 4 + 2, log)
    assert engine.apply(cells, 1 + 4 + 1, log) == [0]
    assert said(log) == [2]


def test_no_option_runs_otherwise() -> None:
    nothing = ask(1, branch("Take", where=c(0)), otherwise=(say("nothing", c(5)),))
    _, cells, log = begun(program(nothing, go(2)))
    assert said(log) == [5]
    assert cells[POINT] == 2


def test_dice() -> None:
    die = ir.Class("Die", "dice", ("blank", "hit"), ("Blank", "Hit"), (), (5, 1))
    made = program(
        ir.Sample(1, "n", ir.Roll(6)),
        ir.Sample(2, "n", ir.RollKind("Die")),
        ir.Sample(3, "n", ir.Roll(1)),
        go(4),
        classes=(die,),
        locals=locals_(n=NUMBER),
    )
    ticked: list[tuple[int, int]] = []
    engine, cells, log = begun(made, single=lambda point, outcome: ticked.append((point, outcome)))
    assert (engine.options(cells), engine.weights(cells)) == ([1, 2, 3, 4, 5, 6], [1] * 6)
    assert engine.apply(cells, 4, log) == [0, 1]
    assert engine.weights(cells) == [5, 1]
    engine.apply(cells, 1, log)
    assert log == [("roll", 3, 1, 4), ("roll", 3, 2, 1), ("roll", 3, 3, 1)]
    assert ticked == [(3, 1)], "one possible outcome is no chance point"




def each(domain: ir.Domain, *body: ir.Stmt, guard: ir.Expr | None = None, **more: Any) -> ir.Each:
    return ir.Each("x", domain, guard, body, **more)


X = locals_(x=ir.Number(0, 9))
TELL_X = say("x", ir.Local("x"))
KINDS = ir.ClassDomain("Card")


@pytest.mark.parametrize(
    ("stmt", "order"),
    [
        (each(KINDS, TELL_X), [0, 1, 2]),
        (each(KINDS, TELL_X, start=c(1)), [1, 2, 0]),
        (each(KINDS, TELL_X, start=c(1), after=True), [2, 0, 1]),
        (each(KINDS, TELL_X, start=c(1), step=-1), [1, 0, 2]),
        (each(KINDS, TELL_X, start=c(1), step=-1, after=True), [0, 2, 1]),
        (each(ir.SetDomain("Card", c(0b101)), TELL_X, start=c(1)), [2, 0]),
        (each(KINDS, TELL_X, guard=compare(ir.Local("x"), "is not", 1)), [0, 2]),
        (each(ir.RangeDomain(c(1), read("n"), 0, 9), TELL_X, put("n", 1)), [1, 2, 3]),
        (each(ir.ZoneDomain(zone("box.Card")), TELL_X), [0, 1, 2]),
        (each(KINDS, TELL_X, put("n", 1), guard=compare(ir.Local("x"), "<", read("n"))), [0]),
    ],
)
def test_each_order(stmt: ir.Each, order: list[int]) -> None:
    _, _, log = begun(program(stmt, go(1), fields=(number("n", initial=c(3)),), locals=X))
    assert said(log) == order


def test_loops_test_before_and_after() -> None:
    one = ir.Loop((add("n"), say("n", read("n"))), cond=compare(read("n"), "<", 2))
    two = ir.Loop((add("n"), say("n", read("n"))), until=compare(read("n"), ">=", 3))
    _, _, log = begun(program(one, two, one, go(1), fields=(number("n"),)))
    assert said(log) == [1, 2, 3]


def test_a_loop_without_end_or_question_names_its_line() -> None:
    engine = interpreter(program(ir.Loop((put("n", 1),), span=at(12)), fields=(number("n"),)))
    with pytest.raises(RuleFault, match=r"small\.rules:12: this goes round more than 100,000 times"):
        engine.begin(engine.new(1), [])


def test_procedures_return_and_keep_their_own_locals() -> None:
    body = (ir.SetLocal("x", ir.Arith("+", ir.Local("a"), c(1))), ir.SetLocal("inc.result", ir.Local("x")))
    made = program(
        ir.SetLocal("y", c(3)),
        ir.Call("inc", (ir.Local("y"),), "y"),
        say("y", ir.Local("y")),
        go(1),
        procedures=(ir.Procedure("inc", ("a",), body, ir.Number(0, 9)),),
        locals=locals_(a=NUMBER, x=NUMBER, y=NUMBER, **{"inc.result": NUMBER}),
    )
    _, _, log = begun(made)
    assert said(log) == [4]


def test_leaving_closes_blocks_and_their_fields() -> None:
    out = ir.Procedure("out", (), (say("out", c(1)), ir.Leave("Outer"), say("never", c(9))))
    inner = ir.Block("Inner", "step", (put("n", 5), ir.Call("out"), say("never", c(9))), resets=("n",))
    outer = ir.Block("Outer", "phase", (inner, say("never", c(9))))
    turn = ir.Each("x", ir.ClassDomain("player"), None, (outer, say("n", read("n"))))
    made = program(
        turn, go(1), procedures=(out,), fields=(number("n", during="Inner", initial=c(2)),), locals=X
    )
    _, _, log = begun(made)
    assert said(log) == [1, 0, 1, 0]


def test_leaving_a_procedure_ends_it_alone() -> None:
    out = ir.Procedure("out", (), (ir.If(c(1), (ir.Leave("out"),)), say("never", c(9))))
    _, _, log = begun(program(ir.Call("out"), say("after", c(1)), go(1), procedures=(out,)))
    assert said(log) == [1]


def test_a_block_resets_without_an_event() -> None:
    block = ir.Block("B", "phase", (say("n", read("n")), go(1)), resets=("n",))
    engine, cells, log = begun(program(block, go(2), fields=(number("n", during="B", initial=c(2)),)))
    assert [event[0] for event in log] == ["announce"]
    assert said(log) == [2]
    engine.apply(cells, 0, log)
    assert engine.evaluate(cells, read("n")) == 0


def test_the_first_result_ends_the_game() -> None:
    made = program(
        ir.Result(1, c(0b01), c(0b10), "first"), say("never"), ir.Result(0, c(0b10), c(0), "second")
    )
    engine, cells, log = begun(made)
    assert (cells[POINT], cells[ENDING], cells[WON], cells[LOST]) == (0, 2, 0b01, 0b10)
    assert log == [("result", 0b11, 1)]
    assert engine.options(cells) == []
    assert engine.scores(cells) == [1, -1]


def test_declared_scores() -> None:
    seat = number("n", per="player", initial=ir.Local("it"))
    made = program(ir.Result(0, c(0), c(0), "end"), scores=read("n", ir.Local("it")), fields=(seat,))
    engine, cells, _ = begun(made)
    assert engine.scores(cells) == [0, 1]


def test_checks_and_invariants() -> None:
    engine = interpreter(program(ir.Check(compare(read("n"), ">", 0), "n is lost", span=at(3)), fields=(number("n"),)))
    with pytest.raises(RuleFault, match=r"small\.rules:3: n is lost"):
        engine.begin(engine.new(1), [])
    watched = program(
        ask(1, branch("More", add("n"))), go(2),
        fields=(number("n"),),
        invariants=(ir.Invariant(compare(read("n"), "<", 1), "n is too much", span=at(5)),),
    )  # fmt: skip
    engine, cells, log = begun(watched)
    engine.check(cells)
    engine.apply(cells, 0, log)
    with pytest.raises(RuleFault, match=r"small\.rules:5: n is too much"):
        engine.check(cells)
