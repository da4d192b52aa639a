"""The phase diagram of a run: the counts on it fit each other, and what never happened stands out."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from rulewright.compiler.diagram import heat
from rulewright.compiler.diagram.diagram import Diagram, Node, diagram_of
from rulewright.compiler.diagram.dot import to_dot
from rulewright.compiler.diagram.heat import Heat
from rulewright.compiler.diagram.mermaid import to_mermaid
from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.passed import Ledger
from rulewright.compiler.outline.places import merged, never, places
from rulewright.compiler.passes.counters import counting
from tests.compiler.counted import compiled, ledger, shipped_ledger
from tests.properties.random_programs import random_program

SHIPPED = [("nosferatu", 6), ("crazy_eights", 3), ("kuhn_poker", 2), ("pig", 2), ("hearts", 4), ("goofspiel", 2),
           ("liars_dice", 2), ("leduc_poker", 2), ("tic_tac_toe", 2), ("othello", 2)]  # fmt: skip

BRANCHES = """game tiny "Tiny" for 2 players
field turns: 0..20
field never: 0..9
score player p = turns + never
procedure step_on(player p)
  p chooses one "On?"
    On "Go on": add 1 to turns
    Off "Stop": nothing
phase Play
  do step_on(seat(1))
  if turns > 9
    add 1 to never
  otherwise
    do step_on(seat(2))
  end game
"""


def drawn(run: Ledger, depth: int, focus: str | None = None) -> Diagram:
    return diagram_of(run.counted.source, depth=depth, focus=focus, ledger=run, words="random play, seed 0")


def into(diagram: Diagram, node: Node) -> list[int | None]:
    return [e.times for e in diagram.edges if e.target == node.id]


def out_of(diagram: Diagram, node: Node) -> list[int | None]:
    return [e.times for e in diagram.edges if e.source == node.id]


@pytest.mark.parametrize(("name", "players"), SHIPPED)
@pytest.mark.parametrize("depth", [0, 1, 2, 9])
def test_what_comes_in_goes_out(name: str, players: int, depth: int) -> None:
    """Every arrow has its count, and they add up: nobody is lost on the way."""
    diagram = drawn(shipped_ledger(name, players), depth)
    assert all(e.times is not None for e in diagram.edges if e.kind != "below")
    for node in diagram.nodes:
        if not into(diagram, node):
            continue
        came = sum(t or 0 for t in into(diagram, node))
        went = sum(t or 0 for t in out_of(diagram, node))
        if node.kind in ("join", "again"):
            assert came == went, node
        elif node.kind == "test":
            assert came == node.times == went, node
        elif node.kind in ("action", "chance", "card", "ending") and not node.heading:
            assert came == node.times, node  # a box with a heading may be done many times in a row
        elif node.kind == "ask" and not node.heading:
            assert node.times is not None and node.times <= came, node  # where nothing is on offer, nobody is asked


@pytest.mark.parametrize(("name", "players"), SHIPPED)
def test_every_game_ends_once(name: str, players: int) -> None:
    run = shipped_ledger(name, players)
    diagram = drawn(run, 1)
    assert sum(n.times or 0 for n in diagram.nodes if n.kind in ("ending", "end")) == run.games


def test_a_diagram_without_a_run_is_what_it_was() -> None:
    run = shipped_ledger("nosferatu", 6)
    plain = diagram_of(run.counted.source, depth=2)
    assert to_dot(plain) == to_dot(evolve(plain, heat=None)) and plain.heat is None
    hot = drawn(run, 2)
    assert [n.id for n in hot.nodes] == [n.id for n in plain.nodes]
    assert [(e.source, e.target, e.label, e.kind) for e in hot.edges] == [
        (e.source, e.target, e.label, e.kind) for e in plain.edges
    ]


@pytest.mark.parametrize("focus", ["setup", "Turn.Effect", "Turn.Stake", "Ritual.use"])
def test_a_part_alone_has_the_same_counts(focus: str) -> None:
    run = shipped_ledger("nosferatu", 6)
    whole, alone = drawn(run, 9), drawn(run, 1, focus)
    by_id = {n.id: n.times for n in whole.nodes}
    same = [n for n in alone.nodes if n.kind in ("ask", "test", "chance") and n.id in by_id]
    assert same or focus in ("setup", "Ritual.use")
    assert all(by_id[n.id] == n.times for n in same)


def test_calls_of_one_procedure_are_told_apart() -> None:
    run = ledger(compiled(BRANCHES), 40)
    asks = [n for n in drawn(run, 9).nodes if n.kind == "ask"]
    assert [n.times for n in asks] == [40, 40]
    ways = [e.times for n in asks for e in drawn(run, 9).edges if e.source == n.id]
    assert ways[0] + ways[1] == ways[2] + ways[3] == 40 and ways[0] != ways[2]  # type: ignore[operator]


def test_what_never_happened_stands_out() -> None:
    run = ledger(compiled(BRANCHES), 20)
    dot, mermaid = to_dot(drawn(run, 9)), to_mermaid(drawn(run, 9))
    assert f'fillcolor="{heat.FILLS[0]}"' in dot or f'BGCOLOR="{heat.FILLS[0]}"' in dot
    assert 'STYLE="DASHED"' in dot and "never" in dot and "style=dotted" in dot
    assert "heat0" in mermaid and "stroke-dasharray" in mermaid and "never" in mermaid
    assert "20 games, random play, seed 0" in dot and "20 games" in mermaid


def test_an_empty_run_is_never_everywhere() -> None:
    counted = shipped_ledger("pig", 2).counted
    diagram = drawn(Ledger(counted, 0, [0] * counted.size, [0] * counted.size), 2)
    assert all(not n.times for n in diagram.nodes)
    assert "no games" in to_dot(diagram)


@pytest.mark.parametrize(
    ("times", "words"),
    [
        (0, "never"),
        (-3, "never"),
        (999, "999"),
        (1234567, "1,234,567"),
        (12345678, "12.3 million"),
        (2 * 10**11, "200 billion"),
        (10**14, "100 trillion"),
        (10**40, "10^40"),
    ],
)
def test_counts_in_figures(times: int, words: str) -> None:
    assert heat.counted(times) == words


def test_shades_go_by_how_often_in_a_game() -> None:
    run = Heat(1000)
    assert [run.step(n) for n in (0, 1, 10, 100, 1000, 9999, 10_000, 10**400)] == [0, 1, 2, 3, 4, 4, 5, 5]
    assert Heat(0).step(3) == 4


def test_every_diagram_with_huge_counts_can_be_written() -> None:
    counted = shipped_ledger("nosferatu", 6).counted
    diagram = drawn(Ledger(counted, 10**30, [10**60] * counted.size, [10**30] * counted.size), 9)
    assert "10^60" in to_dot(diagram) and "10^60" in to_mermaid(diagram)


# ------------------------------------------------------------------------------------------------ as a list


def test_places_that_were_never_come_to() -> None:
    listing = places(Builder(shipped_ledger("nosferatu", 6).counted.source, shipped_ledger("nosferatu", 6)).outline())
    assert {"phase", "step", "procedure", "question", "answer", "branch", "repeat", "ending", "reaction"} <= {
        p.kind for p in listing
    }
    run = ledger(compiled(BRANCHES), 20)
    listing = places(Builder(run.counted.source, run).outline())
    assert [p.text for p in never(listing)] == ["If turns are more than 9"]
    inside = next(p for p in listing if not p.times and p not in never(listing))
    assert inside.text == "Add 1 to never" and inside.inside == listing.index(never(listing)[0])


def test_lists_of_several_tables_are_added_up() -> None:
    lists = []
    for players in (5, 6):
        run = shipped_ledger("nosferatu", players)
        lists.append(places(Builder(run.counted.source, run).outline()))
    both = merged(lists)
    assert len(both) == len(lists[0]) == len(lists[1])
    assert [p.times for p in both] == [a.times + b.times for a, b in zip(*lists, strict=True)]
    assert [p.inside for p in both] == [p.inside for p in lists[0]]


@pytest.mark.parametrize("seed", range(25))
def test_a_run_of_any_program_can_be_drawn_and_listed(seed: int) -> None:
    counted = counting(random_program(Random(seed)))
    run = Ledger(counted, 3, [seed + n % 4 for n in range(counted.size)], [n % 3 for n in range(counted.size)])
    for depth in (0, 2, 9):
        diagram = drawn(run, depth)
        assert to_dot(diagram) and to_mermaid(diagram)
    assert places(Builder(counted.source, run).outline())
