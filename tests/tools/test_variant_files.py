"""Which files count when a variant is named: those it builds on, wherever they lie near it, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulewright
from tests.tools.command import rulewright as command
from tests.tools.command import written

DUEL = """\
game duel "Duel" for 2 players
option lives from 1 to 9, default 3
field hits per player: 0..20
phase Round repeats
  step Strike
    seat(1) chooses one "Strike?"
      Hit "Hit": add 1 to seat(2).hits
      Miss "Miss": add 1 to seat(1).hits
as soon as player p where p.hits >= lives: p loses because "no lives left"
"""
TOUGH = "variant tough of duel\n  set lives to 7\n"
BROKEN = "variant %s of tough\n  set livess to 8\n"
TWO = "variant cc of duel\n  set lives to 5\nvariant dd of duel\n  after Strike: announce seat(1).hits\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game, a variant beside it, and a folder inside."""
    (tmp_path / "mods").mkdir()
    written(tmp_path, DUEL, "duel.rules")
    written(tmp_path, TOUGH, "tough.rules")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["mods/tougher.rules", "tougher.rules"])
def test_a_variant_of_a_variant_that_lies_nearby_is_read(here: Path, name: str) -> None:
    written(here, BROKEN % "tougher", name)
    for verb in (["check"], ["run", "--games", "2"], ["test"]):
        answer = command(verb[0], name, *verb[1:])
        assert answer.code != 0 and "livess" in answer.out + answer.err, (verb, answer)
    written(here, "variant tougher of tough\n  set lives to 8\n", name)
    assert command("check", name).out == f"{name} (1 variant of Duel): no problems\n"
    assert rulewright.load(name).options["lives"] == 8
    assert command("test", name).code == 0


def test_a_chain_of_variants_through_folders(here: Path) -> None:
    (here / "mods" / "more").mkdir()
    written(here / "mods", "variant tougher of tough\n  set lives to 8\n", "tougher.rules")
    name = "mods/more/toughest.rules"
    written(here, "variant toughest of tougher\n  set lives to 9\n", name)
    assert "no game is called" not in command("check", name).out


def test_a_variant_of_a_shipped_variant(here: Path) -> None:
    name = written(here, "variant longest of longer_night\n  set bites_to_win to 8\n", "longest.rules")
    assert rulewright.load(name, players=6).options["bites_to_win"] == 8


def test_nothing_of_that_name_anywhere(here: Path) -> None:
    name = written(here, "variant lost of nowhere_known\n  set lives to 8\n", "lost.rules")
    assert "RW0006" in command("check", name).out


def test_a_game_in_a_file_of_another_name(here: Path) -> None:
    written(here, DUEL.replace("game duel", "game fight"), "my_game.rules")
    name = written(here, TOUGH.replace("of duel", "of fight"), "hard.rules")
    assert command("check", name).code == 0


# ------------------------------------------------------------------ several of one file


def test_two_variants_of_one_file_at_once(here: Path) -> None:
    written(here, TWO, "two.rules")
    both = ("--variant", "two.rules:cc", "--variant", "./mods/../two.rules:dd")
    assert rulewright.load("duel.rules", variants=["two.rules:cc", "two.rules:dd"]).table.variants == ("cc", "dd")
    assert command("run", "duel.rules", "--games", 2, *both).code == 0
    assert command("check", "duel.rules", *both).code == 0
    assert command("test", "duel.rules", *both).code == command("test", "two.rules", *both).code == 0
    assert command("run", "two.rules:cc", "--games", 2, "--variant", "two.rules:dd").code == 0
    compared = command("compare", "duel.rules", "duel.rules+two.rules:cc+two.rules:dd", "--games", 4)
    assert compared.code == 0 and "Duel with cc and dd" in compared.out
    written(here, 'game = "duel.rules"\nvariants = ["two.rules:cc", "two.rules:dd"]\n', "evening.toml")
    assert rulewright.load_table("evening.toml").table.variants == ("cc", "dd")


# ------------------------------------------------------------------ strangers


def test_copies_of_strangers_do_not_count(here: Path) -> None:
    written(here, "variant far of pig\n  set goal to 50\n", "far.rules")
    written(here, "variant far of pig\n  set goal to 60\n", "far copy.rules")
    written(here, TOUGH, "tough backup.rules")
    written(here, "variant mine of duel\n  set lives to 2\n", "mine.rules")
    assert command("check", "mine.rules").code == command("test", "mine.rules").code == 0
    assert command("check", "tough.rules").code == command("run", "tough.rules", "--games", 2).code == 0
    assert rulewright.load("far.rules").options["goal"] == 50


def test_a_broken_stranger_does_not_count(here: Path) -> None:
    written(here, BROKEN % "stranger", "stranger.rules")
    written(here, "variant mine of tough\n  set lives to 2\n", "mine.rules")
    for verb in ("check", "test"):
        assert command(verb, "mine.rules").code == 0, verb
    assert command("run", "mine.rules", "--games", 2).code == 0


def test_two_of_what_is_built_on_are_told(here: Path) -> None:
    written(here, TOUGH, "tough backup.rules")
    written(here, "variant mine of tough\n  set lives to 2\n", "mine.rules")
    answer = command("check", "mine.rules")
    assert answer.code != 0 and "RW1027" in answer.out and "tough backup.rules" in answer.out
    assert "RW1027" in command("run", "mine.rules").err


def test_a_name_twice_in_the_file_itself_is_told(here: Path) -> None:
    written(here, TOUGH + TOUGH, "tough.rules")
    assert "RW1027" in command("check", "tough.rules").out


# ------------------------------------------------------------------ excluded


def test_what_is_excluded_need_not_be_there(here: Path) -> None:
    name = written(here, 'variant calm of duel\n  excludes storm because "no"\n  set lives to 2\n', "calm.rules")
    answer = command("check", name)
    assert answer.code == 0 and "no problems" in answer.out
    assert command("run", name, "--games", 2).code == command("test", name).code == 0


def test_what_is_excluded_and_unknown_beside_the_game_is_a_warning(here: Path) -> None:
    (here / "variants").mkdir()
    written(here / "variants", 'variant calm of duel\n  excludes storm because "no"\n  set lives to 2\n', "calm.rules")
    answer = command("check", "duel.rules")
    assert answer.code == 0 and "RW1033" in answer.out
    assert command("run", "duel.rules", "--variant", "calm", "--games", 2).code == 0


def test_a_slip_of_the_pen_in_excludes_is_a_warning(here: Path) -> None:
    text = 'variant calm of duel\n  excludes storn because "no"\n  set lives to 2\n'
    text += "variant storm of duel\n  set lives to 4\n"
    answer = command("check", written(here, text, "weather.rules"))
    assert answer.code == 0 and "RW1033" in answer.out and "did you mean `storm`?" in answer.out


def test_what_is_required_must_be_there(here: Path) -> None:
    name = written(here, "variant calm of duel\n  requires storm\n  set lives to 2\n", "calm.rules")
    assert "RW1011" in command("check", name).out and "RW1011" in command("run", name).err


# ------------------------------------------------------------------ a start for one


WARNED = DUEL.replace("phase Round", "field idle: 0..3\nphase Round").replace("seat(2).hits\n", "seat(2).hits\n", 1)


def test_a_new_variant_of_a_game_with_warnings(here: Path) -> None:
    written(here, WARNED, "duel.rules")
    assert "warning" in command("check", "duel.rules", "--short").out
    answer = command("new", "variant", "duel.rules", "harbour")
    assert answer.code == 0, answer.err
    assert command("check", "variants/harbour.rules").code == 0


def test_a_new_variant_of_a_game_with_errors_tells_them(here: Path) -> None:
    written(here, DUEL.replace("add 1 to seat(1).hits", "add 1 to hitz"), "duel.rules")
    answer = command("new", "variant", "duel.rules", "harbour")
    assert answer.code != 0 and "hitz" in answer.err and "cannot be called" not in answer.err


def test_a_new_variant_says_why_it_cannot_be_called_so(here: Path) -> None:
    assert "the game's own name" in command("new", "variant", "duel.rules", "duel").err


def test_a_new_variant_of_a_game_in_a_file_of_another_name(here: Path) -> None:
    for name in ("one.rules", "other.rules"):
        written(here, DUEL.replace("game duel", "game fight"), name)
    answer = command("new", "variant", "one.rules", "harbour")
    check = "check one.rules --variant variants/harbour.rules"
    assert answer.code == 0 and f"`rulewright {check}`" in answer.out
    assert command(*check.split()).code == 0
