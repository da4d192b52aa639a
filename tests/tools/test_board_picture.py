"""`rulewright graph --board`: files, formats, variants, and what there is to say where nothing can be drawn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.compiler.board_games import MANOR
from tests.documents import ROOT
from tests.tools.command import rulewright, written

VARIANT = """
variant burnt of manor
  replace links Way between Room from "after_the_fire.csv"
  remove Room.Attic
  remove Room.Landing
"""
WAYS = "from,to,kind,steps\nHall,Kitchen,Open,1\nHall,Cellar,Locked,7\n"


@pytest.fixture
def manor(tmp_path: Path) -> Path:
    (tmp_path / "after_the_fire.csv").write_text(WAYS, encoding="utf-8")
    return written(tmp_path, MANOR.replace("to Attic", "to Cellar") + VARIANT)


@pytest.mark.parametrize(("ending", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("dot", b"graph board")])
def test_the_board_in_a_file(manor: Path, tmp_path: Path, ending: str, begins: bytes) -> None:
    target = tmp_path / f"board.{ending}"
    answer = rulewright("graph", manor, "--board", "-o", target)
    assert answer.out == f"{target}: the board of The Manor for 2 players\n"
    assert target.read_bytes().startswith(begins)


def test_twice_the_same(manor: Path) -> None:
    first = rulewright("graph", manor, "--board").out
    assert first.startswith("graph board") and rulewright("graph", manor, "--board").out == first


def test_a_program_gets_json(manor: Path, tmp_path: Path) -> None:
    said = rulewright("graph", manor, "--board", "--json", "-o", tmp_path / "board.svg").data
    assert (said["game"], said["format"]) == ("manor", "svg") and said["bytes"] > 1000


def test_a_variant_shows_its_own_map(manor: Path) -> None:
    drawn = rulewright("graph", manor, "--board", "--variant", "burnt").out
    assert '"Room Hall" -- "Room Cellar"' in drawn and "Attic" not in drawn and "Floor" not in drawn
    assert '"Room Hall" -- "Room Cellar"' not in rulewright("graph", manor, "--board").out


def test_frames_by_another_column(manor: Path) -> None:
    assert "cluster" in rulewright("graph", manor, "--board", "--by", "floor").out
    assert "cluster" not in rulewright("graph", manor, "--board", "--by", "none").out
    lost = rulewright("graph", manor, "--board", "--by", "flor")
    assert lost.code == 2 and "RW0820" in lost.err and "did you mean `floor`?" in lost.err


def test_a_game_without_a_board() -> None:
    answer = rulewright("graph", "pig", "--board")
    assert answer.code == 2 and "RW0819: Pig has no board to draw" in answer.err and not answer.out
    said = rulewright("graph", "pig", "--board", "--json")
    assert said.code == 2 and [p["code"] for p in said.data["problems"]] == ["RW0819"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--by", "floor"], "it goes with --board"),
        (["--board", "--depth", "2"], "are for phases"),
        (["--board", "--format", "mermaid"], "not drawn in Mermaid"),
        (["--board", "-o", "board.jpg"], "What is board.jpg to be?"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], words: str) -> None:
    answer = rulewright("graph", "othello", *arguments)
    assert answer.code == 2 and words in answer.err


def test_the_picture_in_the_documents_is_the_one_that_is_drawn_now() -> None:
    """The drawing program may lead the lines a little differently from version to version."""
    drawn = rulewright("graph", "van_helsing", "--board", "--format", "svg")
    stored = (ROOT / "docs/pictures/van_helsing.svg").read_text(encoding="utf-8")
    words = re.compile(r"<text[^>]*>([^<]*)</text>")
    assert words.findall(stored) == words.findall(drawn.out)
