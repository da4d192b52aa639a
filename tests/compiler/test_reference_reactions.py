"""The reference interpreter: watches, whens and endings in their order."""

from __future__ import annotations

from typing import Any

import pytest

from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import POINT
from tests.compiler.small import (
    BITE,
    DAWN,
    NIGHT,
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
    some,
    with_deck,
    zone,
)


def watch(name: str, cond: ir.Expr, *body: ir.Stmt, reads: str = "n", **more: Any) -> ir.Watch:
    return ir.Watch(name, cond, body, more.pop("ends_only", False), frozenset(reads.split()), **more)


N = (number("n"), number("m"))


def test_endings_come_before_everything_else() -> None:
    made = program(
        add("n"),
        go(1),
        fields=N,
        watches=(
            watch("first", c(1), say("watch")),
            watch("end", compare(read("n"), "is", 1), ir.Result(0, c(1), c(2), "done"), ends_only=True),
        ),
    )
    _, _, log = begun(made)
    assert log[-2:] == [("set", 3, 0, 0, 1), ("result", 3, 0)]


def test_watches_do_not_interrupt_one_another() -> None:
    made = program(
        say("start", c(0)),
        add("n"),
        say("end", c(9)),
        go(1),
        fields=N,
        watches=(
            watch("b", compare(read("m"), "is", 1), say("b", c(2)), reads="m"),
            watch("a", compare(read("n"), "is", 1), add("m"), say("a", c(1))),
            watch("late", compare(read("n"), "is", 1), say("late", c(3))),
        ),
    )
    _, _, log = begun(made)
    assert said(log) == [0, 1, 2, 3, 9], "a woke b, which is tested when a has ended, and before what comes later"


def test_a_tested_watch_sleeps_until_what_it_reads_is_written() -> None:
    made = program(
        put("m", 1), put("n", 1), put("m", 2), put("n", 1), go(1),
        fields=N,
        watches=(watch("a", compare(read("n"), "is", 1), say("a", read("m"))),),
    )  # fmt: skip
    _, _, log = begun(made)
    assert said(log) == [1, 2]


def test_nothing_reacts_in_setup_and_everything_is_tested_after_it() -> None:
    made = program(
        say("flow", c(9)),
        go(1),
        setup=(add("n"), say("setup", c(0)), add("n", -1), add("m")),
        fields=N,
        watches=(
            watch("gone", compare(read("n"), "is", 1), say("gone", c(7))),
            watch("there", compare(read("m"), "is", 1), say("there", c(1)), reads="m"),
        ),
    )
    _, _, log = begun(made)
    assert said(log) == [0, 1, 9]


def test_a_watch_binds_the_first_member_that_holds() -> None:
    made = program(
        put("k", 2, c(1)), put("k", 2, c(0)), go(1),
        fields=(number("k", per="player"),),
        locals=locals_(x=NUMBER),
        watches=(
            watch(
                "a", compare(read("k", ir.Local("x")), "is", 2), say("x", ir.Local("x")), put("k", 0, ir.Local("x")),
                reads="k", local="x", domain=ir.ClassDomain("player"),
            ),
        ),
    )  # fmt: skip
    _, _, log = begun(made)
    assert said(log) == [1, 0]


def test_when_a_zone_becomes_empty() -> None:
    refill = ir.Move(zone("pile"), zone("hand", ir.Local("x")))
    when = ir.When("out", "hand", (say("empty", ir.Local("x")), refill), "x")
    lone = ir.When("pile", "pile", (say("pile", c(8)),))
    made = with_deck(
        ir.Move(zone("hand", 1), zone("deck"), kind=c(NIGHT)),
        say("still", c(4)),
        ir.Move(zone("hand", 1), zone("deck")),
        say("after", c(5)),
        ir.Move(zone("hand", 0), zone("deck")),
        go(1),
        setup=(
            ir.Move(zone("box.Card"), zone("hand", 1), kind=c(NIGHT)),
            ir.Move(zone("box.Card"), zone("hand", 1), kind=c(BITE)),
            some(DAWN, 1, "pile"),
        ),
        locals={"x": NUMBER},
        whens=(when, lone),
        watches=(watch("w", compare(ir.Count(zone("hand", 1)), "is", 1), say("watch", c(6)), reads="hand"),),
    )
    _, _, log = begun(made)
    assert said(log) == [6, 4, 1, 8, 6, 6, 5], "whens run depth first; a move of nothing is no change"


def test_watches_without_rest_are_a_fault() -> None:
    flip = put("n", ir.Arith("-", c(1), read("n")))
    engine = interpreter(program(flip, go(1), fields=N, watches=(watch("flip", c(1), flip, span=at(8)),)))
    with pytest.raises(RuleFault, match=r"small\.rules:8: “flip” and what it sets off never come to rest"):
        engine.begin(engine.new(1), [])


def test_a_reaction_can_ask_and_can_leave_the_phase() -> None:
    question = ask(2, branch("Stay", say("s", c(1))), branch("Leave", ir.Leave("P")))
    asks = watch("asks", compare(read("n"), "is", 1), question)
    phase = ir.Block("P", "phase", (put("n", 1), say("in", c(2))))
    engine, cells, log = begun(program(phase, say("out", c(3)), put("n", 1), go(1), fields=N, watches=(asks,)))
    assert cells[POINT] == 2
    other = cells.copy()
    engine.apply(cells, 0, log)
    assert said(log) == [1, 2, 3]
    assert cells[POINT] == 2, "asked again after the second write"
    log.clear()
    engine.apply(other, 1, log)
    assert said(log) == [3]
    assert other[POINT] == 2, "leaving the phase left the reaction too, so the next write is tested"
