"""The reference interpreter: the value of every kind of expression."""

from __future__ import annotations

import pytest

from rulewright.compiler.reference import Interpreter
from rulewright.dsl import ir
from rulewright.runtime.engine import RuleFault
from tests.compiler.small import (
    BITE,
    DAWN,
    NIGHT,
    at,
    begun,
    c,
    compare,
    go,
    locals_,
    number,
    place,
    program,
    put,
    read,
    zone,
)

HAND = ir.ZoneDomain(zone("hand"))
EXPRESSIONS: list[tuple[ir.Expr, int]] = [
    (ir.Arith("/", c(7), c(2)), 3),
    (ir.Arith("/", c(-7), c(2)), -4),
    (ir.Arith("min", c(2), c(5)), 2),
    (ir.Arith("max", c(2), c(5)), 5),
    (ir.Arith("-", c(2), c(5)), -3),
    (ir.Arith("*", c(4), c(5)), 20),
    (compare(c(2), "<=", 2), 1),
    (compare(c(2), "is not", 2), 0),
    (ir.Logic("not", (c(0),)), 1),
    (ir.Logic("and", (c(0), ir.Arith("/", c(1), c(0)))), 0),
    (ir.Logic("or", (c(2), ir.Arith("/", c(1), c(0)))), 1),
    (ir.Cases(((c(0), c(5)), (c(1), c(6)), (c(1), c(7))), c(8)), 6),
    (ir.Cases(((c(0), c(5)),), c(8)), 8),
    (ir.ColumnOf("Colour", "worth", c(1)), 20),
    (ir.ColumnOf("Colour", "worth", c(2)), 0),
    (ir.Count(zone("hand")), 4),
    (ir.Count(zone("hand"), c(NIGHT)), 3),
    (ir.Count(zone("table"), facing=1), 1),
    (ir.Count(zone("table"), c(DAWN), 0), 1),
    (ir.SlotKind(zone("slot")), 3),
    (ir.KindOf(c(5), True), 2),
    (ir.KindOf(c(5), False), 5),
    (ir.FaceOf(c(5)), 1),
    (ir.Fold("count", "x", HAND, None), 4),
    (ir.Fold("count", "x", HAND, compare(ir.Local("x"), "is", NIGHT)), 3),
    (ir.Fold("total", "x", HAND, None, ir.Arith("+", ir.Local("x"), c(1))), 6),
    (ir.Fold("highest", "x", HAND, None, ir.Local("x")), BITE),
    (ir.Fold("lowest", "x", HAND, compare(ir.Local("x"), ">", 7), ir.Local("x")), 0),
    (ir.Fold("some", "x", HAND, compare(ir.Local("x"), "is", DAWN)), 0),
    (ir.Fold("count", "x", ir.RangeDomain(c(3), c(2), 0, 9), None), 0),
    (ir.Fold("total", "x", ir.RangeDomain(c(2), c(4), 0, 9), None, ir.Local("x")), 9),
    (ir.Fold("set", "x", ir.ClassDomain("Card"), compare(ir.Local("x"), "is not", DAWN)), 0b101),
    (ir.Fold("total", "x", ir.SetDomain("Card", c(0b110)), None, ir.Local("x")), 3),
    (ir.Players((c(1), c(0b01)), (False, True)), 0b11),
    (ir.Players((c(2),), (False,)), 0),
    (ir.Member(c(1), c(0b10)), 1),
    (ir.Member(c(2), c(0b011)), 0),
    (ir.Apply("twice", (c(4),)), 8),
    (ir.NextMember("player", c(1)), 0),
    (ir.NextMember("player", c(0), -1), 1),
    (read("score", c(1)), 7),
]


@pytest.fixture(scope="module")
def table() -> tuple[Interpreter, list[int]]:
    colour = ir.Class(
        "Colour", "table", ("red", "blue"), ("Red", "Blue"), (ir.Column("worth", ir.Number(0, 50), (10, 20)),)
    )
    twice = ir.Value("twice", ("n",), ir.Number(0, 99), ir.Arith("+", ir.Local("n"), ir.Local("n")))
    made = program(
        go(1),
        classes=(colour,),
        fields=(number("score", per="player"),),
        zones=(place("hand"), place("table", face="either"), place("slot", slot=True, capacity=1)),
        values=(twice,),
        locals=locals_(n=ir.Number(0, 99), x=ir.Number(0, 9)),
        setup=(
            ir.Move(zone("box.Card"), zone("hand"), kind=c(NIGHT)),
            ir.Move(zone("box.Card"), zone("hand"), kind=c(BITE)),
            ir.Move(zone("box.Card"), zone("table"), kind=c(DAWN), count=c(1)),
            ir.Move(zone("box.Card"), zone("table"), kind=c(DAWN), count=c(9), face=1),
            put("score", 7, c(1)),
        ),
    )
    engine, cells, _ = begun(made)
    return engine, cells


@pytest.mark.parametrize(("expr", "value"), EXPRESSIONS)
def test_expressions(table: tuple[Interpreter, list[int]], expr: ir.Expr, value: int) -> None:
    engine, cells = table
    assert engine.evaluate(cells, expr) == value
    assert engine.evaluate(list(cells), expr) == value, "the same from plain cells"


def test_dividing_by_zero_is_a_fault(table: tuple[Interpreter, list[int]]) -> None:
    engine, cells = table
    with pytest.raises(RuleFault) as caught:
        engine.evaluate(cells, ir.Arith("/", c(1), c(0), span=at(7)))
    assert caught.value.where == "small.rules:7"
