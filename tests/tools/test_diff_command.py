"""The difference of two rulesets as a picture, and the command that tells it."""

from __future__ import annotations

from pathlib import Path

from rulewright.compiler.diagram.dot import to_dot
from rulewright.compiler.diagram.merged import diagram_of_both
from rulewright.tools.diff.difference import outlines
from tests.tools.command import rulewright, written
from tests.tools.toll import GAME, changed, ruleset

# ------------------------------------------------------------------ the picture


def test_the_picture_marks_what_is_different() -> None:
    step = "  step Peek: shuffle stock\n"
    text = changed(("  step Hand: set keeper to next player after keeper\n", step), ('"What now?"', '"And now?"'))
    diagram = diagram_of_both(*outlines(ruleset(GAME), ruleset(text)), "A to B")
    marked = {(n.heading or n.title, n.mark) for n in diagram.nodes if n.mark}
    assert marked == {("Peek", "added"), ("Hand", "removed"), ("Each player", "changed")} or marked == {
        ("Peek", "added"), ("Hand", "removed"), ("Pay or wait", "changed")
    }  # fmt: skip
    [ask] = [n for n in diagram.nodes if n.mark == "changed"]
    assert [r.text for r in ask.rows if r.mark] == ["was: What now?"]
    nodes = {n.heading: n.id for n in diagram.nodes}
    led = {(e.source, e.target): e.mark for e in diagram.edges}
    assert {mark for (a, b), mark in led.items() if nodes["Hand"] in (a, b)} == {"removed"}
    assert "added" in {mark for (a, b), mark in led.items() if nodes["Peek"] in (a, b)}
    dot = to_dot(diagram)
    assert "+ added" in dot and "− removed" in dot and "~ changed" in dot


def test_a_part_without_a_difference_stays_closed() -> None:
    diagram = diagram_of_both(*outlines(ruleset(GAME), ruleset(changed(("draw 2 from", "draw 3 from")))), "x", depth=0)
    assert [n.title for n in diagram.nodes if n.kind == "card"] == ["Round"]
    rows = [(r.text, r.mark) for n in diagram.nodes for r in n.rows if r.mark]
    assert rows == [
        ("For each player: draw 2 cards from the stock to the player's hand", "removed"),
        ("For each player: draw 3 cards from the stock to the player's hand", "added"),
    ]


# ------------------------------------------------------------------ the command


def test_a_variant_is_compared_with_its_game() -> None:
    answer = rulewright("diff", "nosferatu", "--variant", "longer-night")
    assert answer.code == 0
    assert "`Ritual.SilverMirror` was removed" in answer.out
    assert "Evil wins now as soon as the total bites are at least 6, was 5" in answer.out
    data = rulewright("diff", "nosferatu@6", "nosferatu+longer_night@6", "--json").data
    assert data["b"] == {
        "ruleset": "nosferatu+longer_night@6", "game": "nosferatu", "players": 6, "variants": ["longer_night"],
        "options": {"bites_each": 2, "bites_to_win": 6},
    }  # fmt: skip
    assert {c["name"] for c in data["changes"]} >= {"bites_to_win", "Ritual.SilverMirror"}
    assert rulewright("diff", "nosferatu", "nosferatu").out == "nosferatu → nosferatu, 5 players: no difference\n"


def test_options_and_players_are_compared() -> None:
    answer = rulewright("diff", "nosferatu@6", "nosferatu,bites_each=1")
    assert "6 players" in answer.out.split("\n")[0]
    assert "(option `bites_each`) is set to 1 here, was 2" in answer.out
    assert "7 players play here, was 6" in rulewright("diff", "nosferatu@6", "nosferatu@7").out


def test_two_files_and_a_picture(tmp_path: Path) -> None:
    old, new = written(tmp_path, GAME, "old.rules"), written(tmp_path, changed(("default 5", "default 6")), "new.rules")
    picture = tmp_path / "both.svg"
    answer = rulewright("diff", old, new, "-o", picture)
    assert answer.code == 0 and "now 6, was 5" in answer.out
    assert "<svg" in picture.read_text(encoding="utf-8")
    assert rulewright("diff", old, new, "-o", tmp_path / "both.dot").code == 0
    wrong = rulewright("diff", old, new, "-o", tmp_path / "both.txt")
    assert wrong.code == 2 and ".svg" in wrong.err


def test_what_cannot_be_compared_is_refused(tmp_path: Path) -> None:
    alone = rulewright("diff", "pig")
    assert alone.code == 2 and "second ruleset" in alone.err
    assert "RW0810" in rulewright("diff", "pig", "pig,goal").err
    unknown = rulewright("diff", "pig", "pgi", "--json")
    assert unknown.code == 2 and unknown.data["problems"][0]["code"] == "RW0006"
    assert rulewright("diff", "pig", "--variant", "nothing").code == 2
    broken = written(tmp_path, GAME.replace("keeper.coins", "keepr.coins"))
    assert rulewright("diff", "pig", broken).code == 1
