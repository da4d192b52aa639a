"""What a diagram shows of decisions: their conditions, those inside procedures, and how their ways go on together."""

from __future__ import annotations

import pytest

from rulewright.compiler.diagram.diagram import Diagram, Node, Row, diagram_of
from rulewright.compiler.diagram.dot import to_dot
from rulewright.compiler.diagram.mermaid import to_mermaid
from rulewright.dsl import Report, Source, ir, read

RULES = """game ferry "Ferry" for 2 to 3 players

cards Good
  kind  count
  Salt  6
  Rum   6

deck store of Good seen by nobody
pile hand of Good per player seen by owner
field purse per player: 0..9 clamped
field holder: player = seat(1)
field night: 0..9

setup
  move all Good from box to store

phase Night repeats until night >= 5
  add 1 to night
  phase Turn for each player p
    step Fetch: draw 1 from store to p.hand
    p chooses one "What now?"
      Sell "Sell a good at the market"
        needs goods: p.hand is not empty because "you have nothing to sell"
        do Sell(p)
      Bribe "Bribe the ferryman with two coins"
        needs coins: p.purse >= 2 because "a bribe is two coins"
        take 2 from p.purse
      Wait "Wait for the morning": add 1 to p.purse
      Sleep "Sleep at the inn by the river": take 1 from p.purse

phase Dawn
  holder chooses player q where q is not holder "Who helps?"
    needs poor: q.purse < 3 because "too rich"
    set holder to q
  otherwise: add 1 to night
  do Visit(holder)
  end game

procedure Sell(player p)
  p chooses card c in p.hand "Which good?"
    move c to store
    add 1 to p.purse

procedure Visit(player p)
  p may choose player q where q is not p "Whose hand do you see?"
    show q.hand to p

score player p = p.purse
"""


@pytest.fixture(scope="module")
def ferry() -> ir.Program:
    report = Report()
    made = read(Source("ferry.rules", RULES), report).program(3, {}, report)
    assert made is not None, [d.code for d in report]
    return made.program


def told(card: Node) -> list[tuple[str, str]]:
    return [(r.text, r.side) for r in card.rows]


def ask(diagram: Diagram, question: str) -> Node:
    return next(n for n in diagram.nodes if n.kind == "ask" and n.rows[0].text == question)


def test_conditions_stand_in_the_question(ferry: ir.Program) -> None:
    box = ask(diagram_of(ferry, focus="Night.Turn"), "What now?")
    assert box.rows[1:] == (
        Row("Sell a good at the market: not if the player's hand is empty", style="quiet"),
        Row("Bribe the ferryman with two coins: only if the player's purse is at least 2", style="quiet"),
    )
    alone = ask(diagram_of(ferry, focus="Dawn"), "Who helps?")
    assert alone.rows[1] == Row("Only if the chosen player's purse is less than 3", style="quiet")


def test_nobody_can_be_chosen(ferry: ir.Program) -> None:
    diagram = diagram_of(ferry, focus="Dawn")
    box = ask(diagram, "Who helps?")
    (way,) = [e for e in diagram.edges if e.source == box.id and e.label]
    assert way.label == "if nobody can be chosen"
    assert [r.text for n in diagram.nodes if n.id == way.target for r in n.rows] == ["Add 1 to night"]


def test_the_overview_tells_every_decision(ferry: ir.Program) -> None:
    diagram = diagram_of(ferry, depth=1)
    assert told(next(n for n in diagram.nodes if n.title == "Turn")) == [
        ("Fetch", ""),
        ("What now?", "each player"),
        ("Sell a good at the market*:", ""),
        ("Sell:", ""),
        ("Which good?", "each player"),
        ("Bribe the ferryman with two coins*", ""),
        ("Wait for the morning", ""),
        ("Sleep at the inn by the river", ""),
        ("* the choice has conditions", ""),
    ]
    closed = diagram_of(ferry, depth=0)
    dawn = next(n for n in closed.nodes if n.title == "Dawn")
    assert told(dawn)[:6] == [
        ("Who helps?*", "the holder"),
        ("If nobody can be chosen:", ""),
        ("Add 1 to night", ""),
        ("Visit:", ""),
        ("Whose hand do you see?", "the holder"),
        ("Or pass", ""),
    ]
    assert told(dawn)[-1] == ("* the choice has conditions", "")


def test_many_ways_go_on_from_one_place(ferry: ir.Program) -> None:
    diagram = diagram_of(ferry, focus="Night.Turn")
    (word,) = [n for n in diagram.nodes if n.kind == "again"]
    assert word.title == "next player"
    assert len([e for e in diagram.edges if e.target == word.id]) == 4
    last = {n.id: n.title for n in diagram.nodes}
    assert {(e.label, last[e.target]) for e in diagram.edges if e.source == word.id and e.label} == {
        ("after the last", "Dawn"),
        ("after the last · repeats until night is at least 5", "Add 1 to night"),
    }


def test_ways_out_of_a_frame_meet_in_it(ferry: ir.Program) -> None:
    diagram = diagram_of(ferry, focus="Visit")
    (point,) = [n for n in diagram.nodes if n.kind == "join"]
    assert point.cluster in {c.id for c in diagram.clusters}
    assert {e.label for e in diagram.edges if e.target == point.id} == {"", "Pass"}
    assert len([e for e in diagram.edges if e.source == point.id]) == 1
    assert "shape=point" in to_dot(diagram)
    assert '(("' in to_mermaid(diagram)


def test_a_round_that_ends_goes_on_from_its_word() -> None:
    ways = tuple(ir.Branch(t, t, (), None, (), (ir.SetField(ir.FieldRef("f"), ir.Const(i), "safe"),))
                 for i, t in enumerate(("Left", "Right")))  # fmt: skip
    body = (ir.Choose(1, ir.Const(0), "Which way?", ways),)
    until = ir.Compare("is", ir.Read(ir.FieldRef("f")), ir.Const(1))
    flow = (ir.Loop((ir.Block("Walk", "phase", body, "Walk"),), None, until), ir.Block("Home", "phase", body, "Home"))
    players = ir.Class("player", "player", ("seat1", "seat2"), ("player 1", "player 2"))
    number = ir.Field("f", ir.Number(0, 1), None, ir.Const(0), ir.Const(3))
    made = ir.Program("walk", "Walk", 2, (), (), "", (players,), (number,), (), (), (), (), (), flow)
    diagram = diagram_of(made, depth=1)
    (word,) = [n for n in diagram.nodes if n.kind == "again"]
    assert word.title == "repeats until f is 1"
    out = [e for e in diagram.edges if e.source == word.id]
    assert sorted(e.kind for e in out) == ["again", "flow"]


def test_long_conditions_are_wrapped_not_cut() -> None:
    several = ir.Logic("or", tuple(ir.Compare("is", ir.Read(ir.FieldRef("tide")), ir.Const(i)) for i in range(7)))
    ending = ir.Result(1, ir.Const(1), ir.Const(2), "the tide")
    players = ir.Class("player", "player", ("seat1", "seat2"), ("player 1", "player 2"))
    number = ir.Field("tide", ir.Number(0, 9), None, ir.Const(0), ir.Const(3))
    flow = (ir.Block("Sea", "phase", (ir.If(several, (ending,)),), "Sea"),)
    made = ir.Program("sea", "Sea", 2, (), (), "", (players,), (number,), (), (), (), (), (), flow)
    test = next(n for n in diagram_of(made, depth=1).nodes if n.kind == "test")
    assert test.title == "Tide is 0 or tide is 1 or tide is 2 or tide is 3 or tide is 4 or tide is 5 or tide is 6?"
    (line,) = [t for t in to_dot(diagram_of(made, depth=1)).splitlines() if "shape=hexagon" in t]
    assert line.count("\\n") == 2
