"""The commands, each as somebody would use it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.tools.project import shipped
from tests.tools.command import BREAKS, rulewright, written

MODULE = [sys.executable, "-m", "rulewright.tools.cli"]


def test_help_names_every_verb_with_a_sentence() -> None:
    answer = rulewright("--help")
    assert answer.code == 0
    for verb in ("check", "run", "play", "graph", "test", "explain", "build", "list"):
        line = next(line for line in answer.out.split("\n") if line.startswith(f"  {verb} "))
        assert line.rstrip().endswith(".")
        assert "Examples:" in rulewright(verb, "--help").out


def test_check_says_that_all_is_well_or_what_is_not(tmp_path: Path) -> None:
    assert rulewright("check", "pig").out == "Pig (2 players, 2 variants): no problems\n"
    wrong = written(tmp_path, BREAKS.replace("set height", "set hieght").replace("seat(1) wins", "seat(9) wins"))
    answer = rulewright("check", wrong)
    assert answer.code == 1
    assert f"--> {wrong}:9:26" in answer.out and "did you mean `height`?" in answer.out
    assert answer.out.endswith("Breaks (2 to 3 players): 2 errors\n")
    short = rulewright("check", wrong, "--short").out.strip().split("\n")
    assert len(short) == 2 and short[0].startswith(f"{wrong}:9:26: error RW")
    data = rulewright("check", wrong, "pig", "--json").data
    assert [(d["line"], d["severity"]) for d in data] == [(9, "error"), (10, "error")]


def test_check_takes_several_and_the_worst_counts(tmp_path: Path) -> None:
    wrong = written(tmp_path, BREAKS.replace("set height", "set hieght"))
    assert rulewright("check", "pig", "no_such_game").code == 2
    assert rulewright("check", "pig", wrong, "no_such_game").code == 1


def test_run_counts_every_game_once() -> None:
    answer = rulewright("run", "tic-tac-toe", "--games", 300, "--seed", 5, "--json").data
    assert sum(e["games"] for e in answer["endings"]) == answer["games"] == 300
    assert {e["reason"] for e in answer["endings"]} == {"three in a row", "the board is full"}
    by_seat = [sum(e["games"] for e in answer["endings"] if e["winners"] == f"player {n}") for n in (1, 2)]
    assert answer["wins_by_seat"] == by_seat and answer["decisions"]["most"] == 9


def test_run_names_the_group_that_wins() -> None:
    answer = rulewright("run", "nosferatu", "--games", 60, "--players", 6)
    assert answer.code == 0 and "Hunters" in answer.out and "Evil" in answer.out
    data = rulewright("run", "nosferatu", "--games", 60, "--players", 6, "--json").data
    assert {e["winners"] for e in data["endings"]} == {"Hunters", "Evil"}


def test_run_with_options_and_the_other_bot() -> None:
    quick = rulewright("run", "pig", "--games", 50, "--option", "goal=10", "--json").data
    slow = rulewright("run", "pig", "--games", 50, "--json").data
    assert quick["options"] == {"goal": 10} and quick["decisions"]["mean"] < slow["decisions"]["mean"]
    first = rulewright("run", "tic_tac_toe", "--games", 5, "--bot", "first", "--json").data
    assert first["endings"] == [{"reason": "three in a row", "winners": "player 1", "games": 5, "share": 1.0}]


def test_run_says_how_many_games_did_not_end() -> None:
    answer = rulewright("run", "pig", "--games", 4, "--limit", 3)
    assert "unfinished after 3 decisions" in answer.out
    assert rulewright("run", "pig", "--games", 4, "--limit", 3, "--json").data["unfinished"] == 4


@pytest.mark.parametrize("as_json", [False, True])
def test_rules_that_break_in_a_game_are_shown_by_line(tmp_path: Path, as_json: bool) -> None:
    path = written(tmp_path, BREAKS)
    answer = rulewright("run", path, "--games", 40, *(["--json"] if as_json else []))
    assert answer.code == 1
    if as_json:
        assert answer.data["broken"]["where"] == f"{path}:9" and "26" in answer.data["broken"]["why"]
    else:
        assert f"--> {path}:9" in answer.err and "9 | Higher" in answer.err and "0 to 20" in answer.err


def test_build_writes_a_module_that_runs_without_the_compiler(tmp_path: Path) -> None:
    target = tmp_path / "new" / "pig.py"
    assert rulewright("build", "pig", "-o", target).code == 0
    program = (
        "import sys, pig; from rulewright.runtime.state import start; s = start(pig, 3)\n"
        "while not s.over: s.apply(s.decision.options[-(len(s.steps) % 3 == 2)])\n"
        "assert s.outcome.reason == 'the goal is reached'\n"
        "assert not [m for m in sys.modules if m.startswith(('lark', 'rulewright.dsl', 'rulewright.compiler'))]\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=target.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert rulewright("build", "pig", "--no-events", "-o", "-").out.count("def ") < target.read_text().count("def ")


def test_explain_finds_a_page_by_number_and_by_name() -> None:
    page = rulewright("explain", "RW0006")
    assert page.code == 0 and page.out.startswith("# RW0006 unknown game") and "Wrong:" in page.out
    for asked in ("rw6", "6", "unknown-game", "Unknown Game"):
        assert rulewright("explain", asked).out == page.out
    listed = rulewright("explain", "--list").out.strip().split("\n")
    assert len(listed) > 50 and all(line.startswith("RW") for line in listed)
    assert rulewright("explain", "RW0006", "--json").data["code"] == "RW0006"
    assert "Did you mean `unknown-game`?" in rulewright("explain", "unkown-game").err


def test_list_shows_every_game_and_what_is_in_one() -> None:
    lines = rulewright("list").out.strip().split("\n")
    assert [line.split()[0] for line in lines] == ["name", *sorted(shipped())]
    nosferatu = rulewright("list", "nosferatu", "--json").data
    assert (nosferatu["least"], nosferatu["most"]) == (5, 8) and nosferatu["scenarios"] > 20
    assert [p["name"] for p in nosferatu["phases"][0]["inside"]] == ["Forming", "Effect", "Stake", "Closing"]
    words = rulewright("list", "nosferatu").out
    assert "bites_to_win  3 to 8, default 5" in words and "Forming the action deck" in words


def test_a_misspelt_verb_gets_a_suggestion() -> None:
    answer = rulewright("chekc", "pig")
    assert answer.code == 2 and "Did you mean `check`?" in answer.err


def test_list_does_not_wait_for_what_it_does_not_need() -> None:
    heavy = "lark", "rich", "graphviz", "attr", "rulewright.dsl", "rulewright.compiler"
    rulewright("list")
    program = (
        "import sys\nfrom rulewright.tools.cli import main\n"
        "try: main(['list'])\n"
        f"except SystemExit: print([m for m in sys.modules if m in {heavy!r}])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.endswith("[]\n"), done.stdout + done.stderr


def test_a_reader_that_goes_away_is_no_fault(tmp_path: Path) -> None:
    many = written(tmp_path, "x y z\n" * 90)
    with subprocess.Popen([*MODULE, "check", str(many)], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_pipes_and_no_color_get_plain_text(tmp_path: Path) -> None:
    wrong = written(tmp_path, BREAKS.replace("set height", "set hieght"))
    for arguments in (["check", str(wrong)], ["run", "pig", "--games", "3"]):
        done = subprocess.run([*MODULE, *arguments], capture_output=True)
        assert b"\x1b" not in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("ending", "begins"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("gv", b"digraph"), ("mmd", b"")]
)
def test_graph_writes_what_the_ending_says(tmp_path: Path, ending: str, begins: bytes) -> None:
    target = tmp_path / f"pig.{ending}"
    assert rulewright("graph", "pig", "-o", target).code == 0
    assert target.read_bytes().startswith(begins) and target.stat().st_size > 200
    assert [p.name for p in tmp_path.iterdir()] == [target.name]


def test_graph_of_a_part() -> None:
    whole, part = rulewright("graph", "nosferatu").out, rulewright("graph", "nosferatu", "--focus", "Turn.Effect").out
    assert whole.startswith("digraph") and part.startswith("digraph") and whole != part
    assert "flowchart" in rulewright("graph", "nosferatu", "--format", "mermaid").out
    lost = rulewright("graph", "nosferatu", "--focus", "Turn.Efect")
    assert lost.code == 2 and "Did you mean `Turn.Effect`?" in lost.err
    assert "What is" in rulewright("graph", "pig", "-o", "pig.jpg").err


def test_graph_without_graphviz(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_DOT", str(tmp_path / "nothing"))
    answer = rulewright("graph", "pig", "-o", tmp_path / "pig.svg")
    assert answer.code == 2 and "RULEWRIGHT_DOT" in answer.err and not list(tmp_path.iterdir())
    assert rulewright("graph", "pig").code == 0, "DOT text needs nobody to draw it"
