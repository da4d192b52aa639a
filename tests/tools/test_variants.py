"""Variants from the outside: found by name and path, played by every command, listed, recorded, and refused."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest
from attrs import evolve

import rulewright
from rulewright.runtime.replay import ReplayMismatch, replay_of, verify
from rulewright.runtime.save import SaveError
from rulewright.runtime.state import load_bytes, load_json
from rulewright.tools.scenarios.suite import perform, suite
from rulewright.tools.shelf import all_described
from tests.tools.command import rulewright as command
from tests.tools.command import written

BASE = """\
game duel "Duel" for 2 to 3 players

option lives from 1 to 9, default 3

field hits per player: 0..20

phase Round repeats
  step Strike
    seat(1) chooses one "Strike?"
      Hit "Hit": add 1 to seat(2).hits
      Miss "Miss": add 1 to seat(1).hits
  if seat(1).hits > 15: everyone draws

as soon as player p where p.hits >= lives: p loses because "no lives left"

variant tough "Tough" of duel
  set lives to 7
"""
QUICK = """\
variant quick "Quick" of duel for 2 players
  "One hit decides."
  excludes tough because "they are opposites"
  set lives to 1

variant quicker "Quicker" of quick
  before Strike: add 1 to seat(1).hits

scenario one_hit "One hit decides" of duel with quick for 2 players
  P1 picks Hit
  expect P2 loses
"""
LOUD = "variant loud of duel\n  requires tough\n  after Strike: announce seat(1).hits\n"


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """The game, with two variants in a file beside it, one in its own, and one in a folder elsewhere."""
    (tmp_path / "variants").mkdir()
    (tmp_path / "mods").mkdir()
    written(tmp_path / "variants", QUICK, "quick.rules")
    written(tmp_path / "mods", LOUD, "loud.rules")
    return written(tmp_path, BASE, "duel.rules")


# ------------------------------------------------------------------ found


@pytest.mark.parametrize("name", ["longer_night", "longer-night", "Longer Night", "LONGER-NIGHT"])
def test_names_as_people_write_them(name: str) -> None:
    game = rulewright.load("nosferatu", players=6, variants=[name])
    assert game.table.variants == ("longer_night",) and game.options["bites_to_win"] == 6
    assert game is rulewright.load("nosferatu", players=6, variants=["longer_night"])
    assert game.title == "Nosferatu with A longer night" and game.schema.variants == ("longer_night",)


def test_in_the_game_beside_it_and_by_path(duel: Path) -> None:
    assert rulewright.load(duel, variants=["tough"]).options["lives"] == 7
    assert rulewright.load(duel, variants=["quick"]).options["lives"] == 1
    assert rulewright.load(duel, variants=["quicker"]).table.variants == ("quick", "quicker")
    loud = str(duel.parent / "mods" / "loud.rules")
    assert rulewright.load(duel, variants=[loud]).table.variants == ("tough", "loud")
    quick = str(duel.parent / "variants" / "quick.rules")
    assert rulewright.load(duel, variants=[quick]).table.variants == ("quick",), "the one called like the file"
    assert rulewright.load(duel, variants=[f"{quick}:quicker"]).table.variants == ("quick", "quicker")


def test_a_file_of_variants_in_the_place_of_a_game(duel: Path) -> None:
    quick = duel.parent / "variants" / "quick.rules"
    assert rulewright.load(quick).table.variants == ("quick",)
    assert rulewright.load(f"{quick}:quicker").table.variants == ("quick", "quicker")
    assert rulewright.load(quick).text.name == str(duel)
    with pytest.raises(rulewright.RulesError, match="RW0006"):
        rulewright.load(written(duel.parent / "mods", "variant a of chess\n  set b to 1\n", "chess_mod.rules"))


def test_a_file_of_variants_from_its_own_folder(duel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(duel.parent / "variants")
    assert rulewright.load("quick.rules").table.variants == ("quick",)
    assert command("check", "quick.rules").code == command("test", "quick.rules").code == 0


def test_a_copy_given_by_its_path_counts_before_the_one_beside_the_game(duel: Path) -> None:
    mine = written(duel.parent / "mods", QUICK.replace("lives to 1", "lives to 2"), "quick.rules")
    assert rulewright.load(duel, variants=[str(mine)]).options["lives"] == 2


def test_the_order_they_are_given_in_does_not_matter() -> None:
    names = ("garlic", "open_discard", "longer_night")
    games = [rulewright.load("nosferatu", players=6, variants=order) for order in permutations(names)]
    assert len({g.schema.text_hash for g in games}) == 1 and len({g.source() for g in games}) == 1
    assert {g.table.variants for g in games} == {("garlic", "longer_night", "open_discard")}


@pytest.mark.parametrize(
    ("variants", "code", "words"),
    [
        (["longer_nigth"], "RW0805", "did you mean `longer_night`?"),
        (["no/such.rules"], "RW0805", "there is no such file"),
        (["longer_night", "short_nights"], "RW1010", "one makes the game longer"),
    ],
)
def test_what_cannot_be_had_is_refused(variants: list[str], code: str, words: str) -> None:
    with pytest.raises(rulewright.RulesError, match=code) as caught:
        rulewright.load("nosferatu", variants=variants)
    assert words in str(caught.value)


def test_which_of_several(duel: Path) -> None:
    both = written(duel.parent / "mods", QUICK, "both.rules")
    with pytest.raises(rulewright.RulesError, match="RW1030") as caught:
        rulewright.load(duel, variants=[str(both)])
    assert f"{both}:quick" in str(caught.value)


def test_nobody_plays_with_a_line_that_does_nothing(duel: Path) -> None:
    text = "variant idle of duel\n  set lives to 2\n  set hits to 0\n"
    idle = written(duel.parent / "mods", text, "idle.rules")
    with pytest.raises(rulewright.RulesError, match="RW1032") as caught:
        rulewright.load(duel, variants=[str(idle)])
    assert [d.span.line for d in caught.value.report] == [3]
    written(duel.parent / "mods", text.replace("hits to 0", "hits to 1"), "idle.rules")
    assert rulewright.load(duel, variants=[str(idle)]).options["lives"] == 2


def test_a_variant_for_fewer_players(duel: Path) -> None:
    with pytest.raises(rulewright.RulesError, match="RW0804") as caught:
        rulewright.load(duel, players=3, variants=["quick"])
    assert "`quick` says so" in str(caught.value)


# ------------------------------------------------------------------ played and kept


def test_saves_and_replays_belong_to_their_variants() -> None:
    plain, varied = rulewright.load("pig"), rulewright.load("pig", variants=["two_dice"])
    state = varied.start(3)
    while not state.over:
        state.apply(state.option_ids[0] if len(state.steps) % 4 else state.option_ids[-1])
    for text in (state.save_json(),):
        assert load_json(varied.engine, text) == state
        with pytest.raises(SaveError, match="under other rules"):
            load_json(plain.engine, text)
    with pytest.raises(SaveError, match="under other rules"):
        load_bytes(plain.engine, state.save_bytes())
    replay = replay_of(state)
    assert verify(replay, varied.engine).outcome == state.outcome
    with pytest.raises(ReplayMismatch, match="under other rules"):
        verify(replay, plain.engine)
    assert list(replay.rules["variants"]) == ["two_dice"]


def test_a_recorded_game_finds_its_variants(tmp_path: Path) -> None:
    file = tmp_path / "a.replay"
    assert command("run", "pig", "--games", 2, "--variant", "two-dice", "--record", file).code == 0
    assert "variants: two_dice" in file.read_text(encoding="utf-8")
    assert command("replay", file, "--verify").code == 0
    other = command("replay", file, "pig", "--variant", "hog", "--verify")
    assert other.code == 1 and "the rules changed since" in other.err
    assert command("replay", file, "pig", "--variant", "nonsense", "--verify").code == 2


def test_every_command_takes_variants(duel: Path, tmp_path: Path) -> None:
    quick = "--variant", "quick"
    run = command("run", duel, *quick, "--games", 10, "--json").data
    assert run["variants"] == ["quick"] and run["options"] == {"lives": 1}
    assert "Duel with Quick" in command("run", duel, *quick, "--games", 10).out
    assert command("graph", duel, "--variant", "quicker", "--format", "mermaid").code == 0
    built = tmp_path / "built.py"
    assert command("build", duel, *quick, "-o", built).code == 0
    assert "variants   quick" in built.read_text(encoding="utf-8")
    assert "lives  1 to 9, default 1" in command("list", duel, *quick).out
    assert command("solve", "tic_tac_toe", "--variant", "misere").code == 0
    assert "Duel with Quick, 2 players" in command("play", duel, *quick, "--seat", 1, typed="q\n").out
    tested = command("test", duel, *quick)
    assert tested.code == 0 and "1 scenarios on both engines: 1 passed" in tested.out
    assert "0 scenarios" in command("test", duel, "--variant", "tough").out
    assert "1 scenarios" in command("test", duel.parent / "variants" / "quick.rules").out
    assert command("run", duel, "--variant", "quick", "--variant", "tough", "--games", 2).code == 1


def test_misere_is_a_draw_with_best_play() -> None:
    """As is known of misère tic-tac-toe: the first player takes the centre and answers point by point."""
    assert command("solve", "tic_tac_toe", "--variant", "misere", "--json").data["value"] == 0


def test_faults_show_the_line_of_the_variant(duel: Path) -> None:
    broken = written(
        duel.parent / "mods",
        "variant broken of duel\n  set lives to 9\n  after Strike\n    add 30 to seat(1).hits\n",
        "b.rules",
    )
    answer = command("run", duel, "--variant", broken, "--games", 5)
    assert answer.code == 1 and f"{broken}:4" in answer.err and "4 | add 30 to seat(1).hits" in answer.err


# ------------------------------------------------------------------ checked and listed


def test_check_looks_at_the_variants_beside_a_game(duel: Path) -> None:
    assert "Duel (2 to 3 players, 3 variants): no problems" in command("check", duel).out
    written(duel.parent / "variants", "variant odd of duel\n  set lifes to 2\n", "odd.rules")
    answer = command("check", duel)
    assert answer.code == 1 and "did you mean `lives`?" in answer.out and "1 error" in answer.out


def test_check_of_a_file_of_variants_and_of_some_together(duel: Path) -> None:
    quick = duel.parent / "variants" / "quick.rules"
    assert "(2 variants of Duel): no problems" in command("check", quick).out
    loud = duel.parent / "mods" / "loud.rules"
    assert "Duel with Tough and loud (2 to 3 players): no problems" in command("check", duel, "--variant", loud).out
    clash = command("check", duel, "--variant", "quick", "--variant", "tough")
    assert clash.code == 1 and "RW1010" in clash.out and "RW1009" in clash.out
    assert command("check", duel, "--variant", "nonsense").code == 2


def test_list_shows_the_variants(duel: Path) -> None:
    about = {v["name"]: v for v in command("list", duel, "--json").data["variants"]}
    assert set(about) == {"tough", "quick", "quicker"}
    assert (about["quicker"]["least"], about["quicker"]["most"]) == (2, 2) and about["quicker"]["requires"] == ["quick"]
    assert about["quick"]["excludes"] == [{"name": "tough", "reason": "they are opposites"}]
    words = command("list", duel).out
    assert (
        "quick    2    Quick" in words and "excludes tough: they are opposites" in words and "requires quick" in words
    )


def test_every_shipped_variant_is_sound_and_has_scenarios() -> None:
    for game in all_described():
        if not game["variants"]:
            continue
        found = suite(game["name"])
        with_some = evolve(found, ready=tuple(r for r in found.ready if r.program.variants))
        assert {v["name"] for v in game["variants"]} == {name for r in with_some.ready for name in r.program.variants}
        assert not [t for t in perform(with_some) if not t.passed]


# ------------------------------------------------------------------ scenarios


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("scenario s of duel with quik for 2 players", "RW1011"),
        ("scenario s of duel with quick, tough for 2 players", "RW1010"),
        ("scenario s of duel with quick for 3 players", "RW0804"),
        ("scenario s of quick for 2 players", "RW0907"),
    ],
)
def test_scenarios_of_variants_that_cannot_be(duel: Path, line: str, code: str) -> None:
    (duel.parent / "scenarios").mkdir()
    written(duel.parent / "scenarios", f"{line}\n  P1 picks Hit\n", "s.rules")
    answer = command("test", duel)
    assert answer.code != 0 and code in answer.err


def test_a_position_of_the_game_with_a_variant(duel: Path) -> None:
    (duel.parent / "scenarios").mkdir()
    text = "position Late of duel for 2 players\n  given\n    set seat(1).hits to 2\n"
    written(duel.parent / "scenarios", text, "s.rules")
    more = "\nscenario late from Late with tough\n  start at Round\n  P1 picks Miss\n  P1 is offered Hit, Miss\n"
    written(duel.parent / "variants", more, "more.rules")
    assert "2 scenarios on both engines: 2 passed" in command("test", duel).out
