"""The phase diagram of shipped games: what it says, and that none of any depth or focus is broken."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rulewright.compiler.diagram.addresses import UnknownPath, paths
from rulewright.compiler.diagram.diagram import Diagram, Node, diagram_of
from rulewright.compiler.diagram.dot import to_dot
from rulewright.compiler.diagram.focus import drawn_alone
from rulewright.compiler.diagram.mermaid import to_mermaid
from rulewright.compiler.outline.build import Builder
from rulewright.dsl import Report, Source, ir, read
from rulewright.tools.project import Text, read_file
from tests.properties.random_programs import random_program

RULES = Path(__file__).resolve().parents[2] / "rules"
GAMES = sorted(p for p in RULES.rglob("*.rules") if p.parent.name == p.stem != "scenarios")
DEPTHS = (0, 1, 2, 3, 9)
Golden = Callable[[str, str], None]


@cache
def program(name: str) -> ir.Program:
    path = next(p for p in GAMES if p.stem == name)
    report = Report()
    text = read_file(path)
    assert isinstance(text, Text)
    rules = read(Source(path.name, text.text, text.beside), report)
    assert rules.game is not None
    made = rules.program(rules.game.least, {}, report)
    assert made is not None
    return made.program


def whole(diagram: Diagram, begins: int = 0) -> None:
    """Every edge and frame leads to something, and every id is there once. `begins`: nodes that nothing leads to."""
    ids = [n.id for n in diagram.nodes]
    frames = [c.id for c in diagram.clusters]
    assert len(set(ids)) == len(ids)
    assert len(set(frames)) == len(frames)
    assert {e.source for e in diagram.edges} | {e.target for e in diagram.edges} <= set(ids)
    assert {x.cluster for x in (*diagram.nodes, *diagram.clusters)} <= {*frames, None}
    for c in diagram.clusters:
        assert any(x.cluster == c.id for x in (*diagram.nodes, *diagram.clusters)), f"{c.id} frames nothing"
    entered = {e.target for e in diagram.edges}
    loose = [n.id for n in diagram.nodes if n.id not in entered and n.kind not in ("start", "notes", "stub")]
    assert len(loose) <= begins, f"nothing leads to {loose}"


def node(diagram: Diagram, text: str) -> Node:
    found = [n for n in diagram.nodes if text in (n.title, n.heading, *(r.text for r in n.rows))]
    assert len(found) == 1, f"{text!r} stands in {[n.id for n in found]}"
    return found[0]


def labels(diagram: Diagram, source: Node) -> dict[str, str]:
    """What leads out of a node: label to the id it leads to."""
    return {e.label: e.target for e in diagram.edges if e.source == source.id}


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_whole_at_every_depth(path: Path, depth: int) -> None:
    whole(diagram_of(program(path.stem), depth=depth), begins=1)  # the set-up


@pytest.mark.parametrize("path", GAMES, ids=lambda p: p.stem)
def test_whole_at_every_focus(path: Path) -> None:
    outline = Builder(program(path.stem)).outline()
    for name in paths(outline):
        alone = drawn_alone(outline, name)
        whole(alone, begins=int(name == "setup"))
        assert any(n.kind != "stub" for n in alone.nodes), f"{name} is empty"


@pytest.mark.parametrize("seed", range(20))
def test_random_programs_can_be_drawn(seed: int) -> None:
    made = random_program(Random(seed))
    for depth in (0, 1, 9):
        diagram = diagram_of(made, depth=depth)
        to_dot(diagram)
        to_mermaid(diagram)


def test_the_same_program_gives_the_same_text() -> None:
    made = program("nosferatu")
    again = Builder(made).outline()
    assert to_dot(diagram_of(made, depth=3)) == to_dot(diagram_of(made, depth=3))
    assert again == Builder(made).outline()


@pytest.mark.parametrize("focus", ["", "Turn.Forming", "Turn.Effect", "Turn.Stake", "Turn.Closing", "setup"])
def test_nosferatu(focus: str, golden: Golden) -> None:
    diagram = diagram_of(program("nosferatu"), focus=focus or None)
    golden(f"diagrams/nosferatu{f'-{focus}' if focus else ''}.gv", to_dot(diagram))


def test_nosferatu_in_mermaid(golden: Golden) -> None:
    golden("diagrams/nosferatu.mmd", to_mermaid(diagram_of(program("nosferatu"))))


def test_first_level_shows_who_decides() -> None:
    diagram = diagram_of(program("nosferatu"))
    assert [c.title for c in diagram.clusters] == ["Turn"]
    forming = node(diagram, "Forming the action deck")
    assert {r.text: r.side for r in forming.rows}["Discard"] == "each card player"
    stake = node(diagram, "The Stake")
    assert {r.text: r.side for r in stake.rows if r.side} == {
        "Dawn: what becomes of the Stake?": "the holder",
        "Whom?": "the holder",
        "To whom?": "the holder",
        "Who gets the Stake?": "Renfield",
    }
    back = [e for e in diagram.edges if e.kind == "again"]
    assert [e.target for e in back] == [forming.id], "the turn repeats from its first phase"


def test_who_wins_and_why() -> None:
    endings = [(n.title, n.rows[0].text) for n in diagram_of(program("nosferatu")).nodes if n.kind == "ending"]
    assert set(endings) == {
        ("Hunters win", "The Vampire was staked"),
        ("Evil wins", "A Hunter was staked"),
        ("Evil wins", "Five Bites are on the table"),
    }


def test_choices_have_labelled_ways() -> None:
    diagram = diagram_of(program("nosferatu"), focus="Turn.Stake")
    ask = node(diagram, "Dawn: what becomes of the Stake?")
    assert ask.title == "The holder"
    assert set(labels(diagram, ask)) == {"Kill with it", "Hand it on"}
    kill = next(e for e in diagram.edges if e.label == "Kill with it")
    assert "the Vampire cannot use the Stake" in kill.tooltip
    test = node(diagram, "The chosen player's role is Vampire?")
    assert {k: v.split("/")[0] for k, v in labels(diagram, test).items()} == {"yes": "ending", "no": "ending"}
    assert {n.title for n in diagram.nodes if n.kind == "stub"} == {"Effect of the action deck", "End of turn"}


def test_early_end_leaves_the_loop() -> None:
    diagram = diagram_of(program("nosferatu"), focus="Turn.Forming")
    early = [e for e in diagram.edges if e.kind == "early"]
    assert [e.label for e in early] == ["ends “Forming the action deck”"]
    point = next(n for n in diagram.nodes if n.kind == "join")
    assert point.id == early[0].target
    turn = node(diagram, "next card player")
    assert labels(diagram, turn)["after the last"] == point.id
    assert labels(diagram, point) == {"": node(diagram, "Effect of the action deck").id}
    again = [e.target for e in diagram.edges if e.source == turn.id and e.kind == "again"]
    assert again == [node(diagram, "Draw").id]


def test_branch_by_what_something_is() -> None:
    diagram = diagram_of(program("nosferatu"), depth=2)
    assert set(labels(diagram, node(diagram, "The outcome?"))) == {"Bites or Nights", "only Components", "nothing"}


def test_a_call_is_named_and_opened_further_down() -> None:
    closed, opened = (diagram_of(program("kuhn_poker"), depth=d) for d in (1, 2))
    assert node(closed, "Answer (player 1)").kind == "card"
    assert [c.title for c in opened.clusters if c.kind == "procedure"] == ["Answer (player 1)"]


def test_chance_and_repeats_of_pig() -> None:
    diagram = diagram_of(program("pig"), depth=9)
    assert node(diagram, "Roll a die with 6 sides").kind == "chance"
    assert node(diagram, "Roll or hold?").title == "Each player"
    early = [e for e in diagram.edges if e.kind == "early"]
    assert {e.target for e in early} == {node(diagram, "next player").id}


def test_nothing_to_choose() -> None:
    diagram = diagram_of(program("tic_tac_toe"))
    ask = node(diagram, "Where?")
    assert labels(diagram, ask)["if nothing can be chosen"] == node(diagram, "A draw").id


def test_reactions_stand_at_the_side() -> None:
    diagram = diagram_of(program("nosferatu"))
    notes = node(diagram, "At any time")
    assert [r.text for r in notes.rows if r.style == "quiet"] == [
        "When the library becomes empty",
        "As soon as no Ritual is face up",
        "As soon as the total bites are at least 5",
    ]
    assert [e.kind for e in diagram.edges if e.source == notes.id] == ["note"]
    assert not [e for e in diagram.edges if e.target == notes.id]


def test_reactions_stand_at_the_end_of_an_opened_picture() -> None:
    diagram = diagram_of(program("nosferatu"), depth=2)
    notes = node(diagram, "At any time")
    assert [(e.source, e.kind) for e in diagram.edges if e.target == notes.id] == [
        (node(diagram, "repeats").id, "below")
    ]
    assert "style=invis" in to_dot(diagram)


def test_where_it_is_written() -> None:
    made = node(diagram_of(program("nosferatu"), focus="Turn.Stake"), "Who gets the Stake?")
    assert made.refs == ("NF-49",)
    assert made.tooltip.startswith("nosferatu.rules:")
    assert "one of: a card player who is not the holder" in made.tooltip


def test_tails_and_unknown_paths() -> None:
    made = program("nosferatu")
    assert diagram_of(made, focus="stake") == diagram_of(made, focus="Turn.Stake")
    with pytest.raises(UnknownPath) as caught:
        diagram_of(made, focus="Turn.Stke")
    assert caught.value.near == "Turn.Stake"
    with pytest.raises(UnknownPath) as caught:
        diagram_of(made, focus="Wholly.Different")
    assert caught.value.near == ""


def test_procedures_that_fan_out_are_not_drawn_without_end() -> None:
    """Thirty procedures, each calling the next one twice: a thousand million calls."""
    last = ir.Block("P30", "procedure", (ir.Check(ir.Const(1), "it holds"),))
    bodies = [ir.Block(f"P{i}", "procedure", (ask(i), ir.Call(f"P{i + 1}"), ir.Call(f"P{i + 1}"))) for i in range(30)]
    procedures = tuple(ir.Procedure(b.path, (), (b,)) for b in (*bodies, last))
    players = ir.Class("player", "player", ("seat1", "seat2"), ("player 1", "player 2"))
    made = ir.Program("fan", "Fan", 2, (), (), "", (players,), (), (), (), procedures, (), (), (ir.Call("P0"),))
    for diagram in (diagram_of(made, depth=99), diagram_of(made, focus="P0")):
        assert len(diagram.nodes) < 1000
        whole(diagram)


def ask(number: int) -> ir.Choose:
    ways = tuple(ir.Branch(label, label, (), None, (), ()) for label in ("Left", "Right"))
    return ir.Choose(number, ir.Const(0), "Which way?", ways)


def test_a_choice_of_many_ways_is_one_list() -> None:
    alone = diagram_of(program("van_helsing"), focus="Turn.Hunt")
    menu = next(n for n in alone.nodes if n.kind == "ask")
    ways = [r for r in menu.rows if r.path]
    assert [r.text for r in ways[:2]] == ["Move*", "Search*"]
    assert len(ways) == 13
    assert [n.kind for n in alone.nodes].count("ask") == 1


def test_an_action_alone_says_what_it_asks_for() -> None:
    alone = diagram_of(program("nosferatu"), focus="Stake.Kill")
    chosen = next(n for n in alone.nodes if n.kind == "ask")
    assert chosen.rows[0].text == "Kill somebody" or chosen.rows[0].style == "strong"
    assert any(r.style == "quiet" for r in chosen.rows[1:])
