"""Table files: every key does what it says, whatever is wrong is told at its key, and the command line has the last
word."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

import rulewright as package
from rulewright.runtime.replay import ReplayMismatch, read_replay, verify
from rulewright.runtime.save import SaveError
from rulewright.runtime.state import load_json
from rulewright.tools.problems import RulesError
from rulewright.tools.table_file import load_table
from rulewright.tools.table_text import read_table
from tests.tools.command import BREAKS, rulewright, written

EVENING = """\
game = "nosferatu"
seats = ["Ada", "Ben", "Cid", "Dee", "Eve", "Fay"]   # in the order in which they sit
seed = 7

[options]
bites_each = 1
"""


def table(folder: Path, text: str, name: str = "table.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(path: Path, **more: int) -> list[tuple[str, int]]:
    """Codes and lines of everything that is wrong."""
    with pytest.raises(RulesError) as refused:
        load_table(path, **more)
    assert str(path) in str(refused.value)
    return [(d.code, d.span.line) for d in refused.value.report]


# ------------------------------------------------------------------ what the keys do


def test_a_table_has_its_players_seats_options_and_seed(tmp_path: Path) -> None:
    game = package.load_table(table(tmp_path, EVENING))
    assert (game.name, game.players, game.options["bites_each"]) == ("nosferatu", 6, 1)
    state = game.start()
    assert state.wording.seat(5) == "Fay"
    assert state == package.load("nosferatu", 6, options={"bites_each": 1}).start(7)
    assert game.start(8) != state and game.start(7) == state
    assert game.start(names=["Zoe"]).wording.seat(0) == "Zoe"


def test_the_game_itself_does_not_change(tmp_path: Path) -> None:
    load_table(table(tmp_path, EVENING))
    bare = package.load("nosferatu", 6, options={"bites_each": 1})
    assert (bare.seats, bare.seed) == ((), None)
    assert bare.start().wording.seat(0) == "player 1"


def test_paths_are_meant_from_the_folder_of_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    written(folder, BREAKS, "mine.rules")
    path = table(tmp_path, 'game = "games/mine.rules"\noptions = { steps = 4 }')
    monkeypatch.chdir("/")
    assert load_table(path).options["steps"] == 4


def test_fewer_names_than_players(tmp_path: Path) -> None:
    game = load_table(table(tmp_path, 'game = "crazy_eights"\nplayers = 3\nseats = ["Ada"]'))
    wording = game.start().wording
    assert [wording.seat(seat) for seat in range(3)] == ["Ada", "player 2", "player 3"]


def test_truths_and_names_are_options_too(tmp_path: Path) -> None:
    rules = (
        "game odd for 2 players\n\nenum Mood: Calm, Wild\noption calm as yes/no, default yes\n"
        "option mood as Mood, default Calm\n\n"
        "phase Play\n  if calm and mood is Wild: everyone draws\n  seat(1) wins\n"
    )
    path = written(tmp_path, rules, "odd.rules")
    assert rulewright("check", path).code == 0, rulewright("check", path).out
    game = load_table(table(tmp_path, 'game = "./odd.rules"\n[options]\ncalm = false\nmood = "Wild"'))
    assert dict(game.options) == {"calm": 0, "mood": 1}


# ------------------------------------------------------------------ what is wrong


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('game = "nosferatu"\nplayer = 6', [("RW0814", 2)]),
        ('game = "pig"\ngoal = 50', [("RW0814", 2)]),
        ('game = "pig"\nplayers = "two"', [("RW0815", 2)]),
        ('game = "pig"\nplayers = true', [("RW0815", 2)]),
        ('game = "pig"\nplayers = 0', [("RW0815", 2)]),
        ('game = "pig"\nplayers = 2.0', [("RW0815", 2)]),
        ('game = "pig"\nseed = -1', [("RW0815", 2)]),
        ('game = "pig"\nseats = "Ada"', [("RW0815", 2)]),
        ('game = "pig"\nseats = ["Ada", 5]', [("RW0815", 2)]),
        ('game = "pig"\nseats = ["Ada", " "]', [("RW0815", 2)]),
        ('game = "pig"\nseats = ["A\\u001b[31mda"]', [("RW0815", 2)]),
        ('game = "pig"\nvariants = "wild"', [("RW0815", 2)]),
        ('game = "pig"\noptions = "wild"', [("RW0815", 2)]),
        ('game = "pig"\n[options]\ngoal = [50]', [("RW0815", 3)]),
        ("game = 5", [("RW0815", 1)]),
        ('game = ""', [("RW0815", 1)]),
        ("players = 2", [("RW0816", 1)]),
        ('game = "pig"\nplayers = 2\nseats = ["A", "B", "C"]', [("RW0817", 3)]),
        ('game = "pig"\nseats = ["A", "A"]', [("RW0818", 2)]),
        ('game = "pgi"', [("RW0006", 1)]),
        ('game = "missing.rules"', [("RW0001", 1)]),
        ('game = "pig"\nplayers = 99', [("RW0804", 2)]),
        ('game = "tic_tac_toe"\nseats = ["A", "B", "C"]', [("RW0804", 2)]),
        ('game = "pig"\nvariants = ["wild"]', [("RW0805", 2)]),
        ('game = "pig"\n[options]\ngaol = 50', [("RW0802", 3)]),
        ('game = "pig"\noptions.gaol = 50', [("RW0802", 2)]),
        ('game = "pig"\noptions = { gaol = 50, "goal" = 5 }', [("RW0802", 2), ("RW0803", 2)]),
        ("game = pig", [("RW0813", 1)]),
        ('game = "pig"\ngame = "pig"', [("RW0813", 2)]),
        ('game = "pig"\nseats = ["A",', [("RW0813", 2)]),
        ("seats = " + "[" * 5000, [("RW0813", 1)]),
        ("seed = " + "9" * 5000, [("RW0813", 1)]),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_at_its_key(tmp_path: Path, text: str, found: list[tuple[str, int]]) -> None:
    assert problems(table(tmp_path, text)) == found


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    path = table(tmp_path, 'gme = "pig"\nplayers = "two"\nseats = ["A", "A"]\nopitons = 1')
    assert problems(path) == [("RW0814", 1), ("RW0815", 2), ("RW0818", 3), ("RW0814", 4)]
    answer = rulewright("run", path)
    assert answer.code == 2
    assert "did you mean `game`?" in answer.err and "did you mean `options`?" in answer.err


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    path = table(tmp_path, EVENING, "evening.toml")
    answer = rulewright("run", tmp_path / "evenign.toml")
    assert answer.code == 2 and "RW0001" in answer.err and f"did you mean `{path}`?" in answer.err


@given(some.text(max_size=60) | some.sampled_from(["a = 1\n", 'game = "pig"\n', "[options]\n"]).flatmap(
    lambda start: some.text(max_size=40).map(lambda rest: start + rest)))  # fmt: skip
def test_any_text_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(text.encode("utf-8", "replace").decode(), encoding="utf-8")
    try:
        found = read_table(str(path))
    except RulesError as refused:
        assert str(refused)
    else:
        assert set(tomllib.loads(found.source.text)) <= {"game", "players", "seats", "variants", "options", "seed"}


# ------------------------------------------------------------------ commands


def test_a_run_names_the_seats(tmp_path: Path) -> None:
    path = table(tmp_path, EVENING)
    answer = rulewright("run", path, "-g", 20)
    assert answer.code == 0 and "6 players" in answer.out and "seed 7" in answer.out
    assert "Ada: " in answer.out and "Fay: " in answer.out
    data = rulewright("run", path, "-g", 20, "--json").data
    plain = rulewright("run", "nosferatu", "-n", 6, "--option", "bites_each=1", "--seed", 7, "-g", 20, "--json").data
    assert data["seats"][5] == "Fay" and plain["seats"] == []
    assert data["endings"] == plain["endings"] and data["decisions"] == plain["decisions"]


def test_endings_name_the_seats(tmp_path: Path) -> None:
    data = rulewright("run", table(tmp_path, 'game = "pig"\nseats = ["Ada", "Ben"]'), "-g", 20, "--json").data
    assert {e["winners"] for e in data["endings"]} <= {"Ada", "Ben"} and data["endings"]


def test_the_command_line_counts_first(tmp_path: Path) -> None:
    path = table(tmp_path, EVENING)
    data = rulewright(
        "run", path, "-n", 7, "--option", "bites_each=2", "--option", "bites_to_win=4", "--seed", 3, "-g", 5, "--json"
    ).data
    assert (data["players"], data["options"], data["seed"]) == (7, {"bites_each": 2, "bites_to_win": 4}, 3)
    fewer = table(tmp_path, 'game = "crazy_eights"\nseats = ["Ada", "Ben", "Cid"]', "fewer.toml")
    assert problems(fewer, players=2) == [("RW0817", 2)]


def test_a_check_that_fails_names_the_file(tmp_path: Path) -> None:
    path = table(tmp_path, EVENING)
    assert problems(path, players=5) == [("RW0801", 13)]


def test_a_wrong_setting_of_the_command_line_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    path = table(tmp_path, EVENING)
    answer = rulewright("run", path, "--option", "bites_each=9", "--json")
    [problem] = answer.data["problems"]
    assert (problem["code"], problem["file"]) == ("RW0803", "nosferatu.rules")


def test_a_game_beside_a_table(tmp_path: Path) -> None:
    path = table(tmp_path, 'seats = ["Ada", "Ben"]\nseed = 5')
    data = rulewright("run", "pig", "--table", path, "-g", 5, "--json").data
    assert (data["game"], data["seats"], data["seed"]) == ("pig", ["Ada", "Ben"], 5)
    assert rulewright("run", "--table", path).code == 2
    other = table(tmp_path, EVENING, "other.toml")
    both = rulewright("run", other, "--table", path)
    assert both.code == 2 and "two table files" in both.err
    neither = rulewright("run")
    assert neither.code == 2 and "GAME" in neither.err


VERBS = (["check"], ["graph"], ["build", "-o", "-"], ["test", "-k", "stake"], ["list"])


@pytest.mark.parametrize("verb", VERBS, ids=lambda v: str(v[0]))
def test_every_verb_takes_a_table(tmp_path: Path, verb: list[str]) -> None:
    path = table(tmp_path, EVENING)
    answer = rulewright(*verb, path)
    assert answer.code == 0, answer.out + answer.err
    if verb != ["list"]:
        assert rulewright(*verb, "--table", path).out == answer.out
    wrong = rulewright(*verb, table(tmp_path, "gme = 5", "wrong.toml"))
    assert wrong.code == 2 and "RW0814" in wrong.out + wrong.err


def test_solve_takes_a_table(tmp_path: Path) -> None:
    path = table(tmp_path, 'game = "pig"\noptions = { goal = 10 }')
    assert rulewright("solve", path).code == 0


def test_check_finds_what_is_wrong_with_table_and_game(tmp_path: Path) -> None:
    rules = "game bad for 2 players\n\noption a from 1 to 2, default 1\n\nphase P\n  if x: everyone draws\n"
    written(tmp_path, rules, "bad.rules")
    found = rulewright("check", table(tmp_path, 'game = "./bad.rules"\nplayers = 2\n[options]\na = 9'), "--json")
    assert found.code == 1 and "RW0201" in {d["code"] for d in found.data}
    fine = rulewright("check", table(tmp_path, EVENING))
    assert fine.code == 0 and "Nosferatu for 6 players" in fine.out


def test_play_says_the_names(tmp_path: Path) -> None:
    answer = rulewright("play", table(tmp_path, 'game = "tic_tac_toe"\nseats = ["Ada", "Ben"]'), typed="\n1\n\nq\n")
    assert "Pass the screen to Ada." in answer.out and "Ben: " in answer.out


# ------------------------------------------------------------------ options belong to the ruleset


def test_options_are_part_of_what_a_save_and_a_replay_belong_to(tmp_path: Path) -> None:
    path = table(tmp_path, 'game = "pig"\nseats = ["Ada", "Ben"]\noptions = { goal = 30 }')
    game, other = load_table(path), package.load("pig", 2)
    assert game.schema.options["goal"] == 30 != other.schema.options["goal"]
    saved = game.start().save_json()
    assert load_json(game.engine, saved).wording.seat(1) == "Ben"
    with pytest.raises(SaveError, match="options"):
        load_json(other.engine, saved)
    replay = tmp_path / "game.replay"
    assert rulewright("run", path, "-g", 1, "--record", replay).code == 0
    assert "Ada" in replay.read_text(encoding="utf-8")
    assert rulewright("replay", replay, "--verify").code == 0
    kept = read_replay(replay.read_text(encoding="utf-8"))
    assert verify(kept, game.engine).over
    with pytest.raises(ReplayMismatch, match="other rules: options"):
        verify(kept, other.engine)


def test_the_options_of_a_game_are_listed() -> None:
    listed = rulewright("list", "nosferatu").out
    assert "bites_to_win  3 to 8, default 5" in listed and "bites_each" in listed


def test_what_was_kept_of_a_table_is_looked_at_with_it(tmp_path: Path) -> None:
    pig = table(tmp_path, 'game = "pig"\nseats = ["Ada", "Ben"]\noptions = { goal = 30 }', "pig.toml")
    counts, replay, saved = tmp_path / "c.counts", tmp_path / "r.replay", tmp_path / "s.game"
    assert rulewright("run", pig, "-g", 5, "--counts", counts, "--record", replay).code == 0
    assert rulewright("play", pig, "--save", saved, typed="1\nq\n").code == 0
    assert "places in the rules came up" in rulewright("coverage", counts, pig).out
    assert "steps fit" in rulewright("replay", replay, pig, "--verify").out
    assert rulewright("replay", replay, pig, "--seat", "ben").out == rulewright("replay", replay, pig, "--seat", 2).out
    assert "Steal" in rulewright("why", saved, "Steal", pig).out
    other = table(tmp_path, 'game = "pig"\nseats = ["Ada", "Ben"]\noptions = { goal = 40 }', "other.toml")
    assert rulewright("replay", replay, other, "--verify").code != 0


def test_a_table_has_no_layout(tmp_path: Path) -> None:
    answer = rulewright("fmt", table(tmp_path, EVENING))
    assert answer.code == 2 and "is a table file" in answer.err


def test_a_seat_by_its_name(tmp_path: Path) -> None:
    path = table(tmp_path, 'game = "pig"\nseats = ["Ada", "Ben"]\nseed = 3')
    by_name, by_number = (rulewright("play", path, "--seat", seat, typed="q\n") for seat in ("Ben", 2))
    assert by_name.code == 0 and by_name.out == by_number.out
    assert "the seats are 1 to 2, or Ada, Ben" in rulewright("play", path, "--seat", "Bob").err
