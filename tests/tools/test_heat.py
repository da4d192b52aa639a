"""Counted runs on the command line: the file, the diagram of it, what never came up; and files that are none."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.tools.heat.counts import counts_of
from rulewright.tools.simulate import Plan, simulate
from tests.properties.shipped_games import game
from tests.tools.command import BREAKS, rulewright, written

GAME = """game little "Little" for 2 to 3 players
option rounds from 1 to 5, default 3
enum Colour: Red, Green, Blue
cards Card
  kind   count
  Ace    2
  King   2
  Joker  1
  Spare  1
deck stock of Card seen by nobody
pile out of Card seen by all
field turns: 0..9
field favourite: Colour = Red
score player p = turns + count out
setup
  move 2 Ace from box to stock
  move 2 King from box to stock
  shuffle stock
  move Joker from box to out
phase Turn repeats
  add 1 to turns
  draw 1 from stock to out
  seat(1) chooses one "What?"
    Stay "Stay": nothing
    Dye "Dye it"
      seat(1) chooses Colour c where c is not Blue or turns > 8 "Which colour?": set favourite to c
      otherwise: nothing
  if favourite is Blue: seat(1) wins because "blue"
  if turns is rounds: end game
"""


@pytest.fixture
def little(tmp_path: Path) -> Path:
    return written(tmp_path, GAME, "little.rules")


def counted(name: object, file: Path, *more: object) -> dict[str, Any]:
    """A run into a file, and what is in it."""
    answer = rulewright("run", name, "--counts", file, *more)
    assert answer.code == 0, answer.err
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data


def test_a_file_says_which_rules_and_which_games(little: Path, tmp_path: Path) -> None:
    data = counted(little, tmp_path / "c", "--games", 30, "--seed", 4, "--players", 3, "--option", "rounds=2")
    assert (
        data["rules"]["name"] == "little"
        and data["rules"]["players"] == 3
        and data["rules"]["options"] == {"rounds": 2}
    )
    assert (data["games"], data["seed"], data["bot"], data["unfinished"]) == (30, 4, "random", 0)
    assert len(data["counts"]) == len(data["in_games"]) and max(data["in_games"]) == 30
    moved = [t["kinds"] for t in data["tallies"] if t["what"] == "moved" and t["from"] == "stock"]
    assert len(moved) == 1 and sum(moved[0].values()) == 60 and set(moved[0]) == {"Ace", "King"}


def test_the_result_does_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    one = counted("pig", tmp_path / "one", "--games", 60, "--jobs", 1)
    two = counted("pig", tmp_path / "two", "--games", 60, "--jobs", 2)
    assert one == two


def test_counting_changes_no_result() -> None:
    table = game("nosferatu", 5)
    plain = simulate(table, Plan(40, 3, 500), 1, lambda more: None).tally
    with_counts = simulate(table, Plan(40, 3, 500, counts=True), 1, lambda more: None).tally
    assert plain.endings == with_counts.endings and plain.decisions == with_counts.decisions
    assert plain.counts is None and with_counts.counts is not None


def test_what_never_came_up(little: Path, tmp_path: Path) -> None:
    file = tmp_path / "c"
    counted(little, file, "--games", 200)
    answer = rulewright("coverage", file, little)
    assert answer.code == 0
    never = answer.out[answer.out.index("Never came up:") : answer.out.index("Cards and tokens")]
    assert "If favourite is Blue" in never and "blue" not in never.replace("Blue", "")
    assert never.count("\n") == 3, "one place alone, not what stands inside it"
    idle = answer.out[answer.out.index("Cards and tokens") : answer.out.index("Never chosen:")]
    assert "Card: Joker (set up only)" in idle and "Card: Spare (never left the box)" in idle and "Ace" not in idle
    assert "Which colour?  Blue" in answer.out[answer.out.index("Never chosen:") :]


def test_everything_for_people_and_programs(little: Path, tmp_path: Path) -> None:
    file = tmp_path / "c"
    counted(little, file, "--games", 50)
    listed = rulewright("coverage", file, little, "--all").out
    data = rulewright("coverage", file, little, "--json").data
    assert "Came up:" in listed and "150 in 50 games" in listed
    assert len(data["places"]) == 20 and "18 of 20 places in the rules came up, 2 never did" in listed
    assert listed.count("little.rules:") == 18 + 1 + 1, "what came up, what never did, what was never chosen"
    assert [data["places"][n]["text"] for n in data["never"]] == ["If favourite is Blue"]
    turn = next(p for p in data["places"] if p["kind"] == "phase" and p["path"] == "Turn")
    assert (turn["times"], turn["games"], turn["line"]) == (150, 50, 20)
    assert {k["kind"]: k["use"] for k in data["kinds"]} == {
        "Ace": "used", "King": "used", "Joker": "set up only", "Spare": "never left the box"
    }  # fmt: skip


def test_the_diagram_of_a_run(little: Path, tmp_path: Path) -> None:
    file = tmp_path / "c"
    counted(little, file, "--games", 50, "--players", 3)
    answer = rulewright("graph", little, "--heat", file, "--depth", 2)
    assert answer.code == 0 and "50 games, random play, seed 1" in answer.out and "never" in answer.out
    mermaid = rulewright("graph", little, "--heat", file, "--format", "mermaid").out
    assert "classDef heat" in mermaid and "50 games" in mermaid
    picture = tmp_path / "heat.png"
    told = rulewright("graph", little, "--heat", file, "-o", picture)
    assert "for 3 players" in told.out and picture.read_bytes()[:4] == b"\x89PNG"


def test_counts_of_other_rules_are_refused(little: Path, tmp_path: Path) -> None:
    file = tmp_path / "c"
    counted(little, file, "--games", 5)
    for arguments, words in [
        (("graph", "pig", "--heat", file), "has counts of little, not of pig"),
        (("graph", little, "--heat", file, "--players", 3), "players differs"),
        (("graph", little, "--heat", file, "--option", "rounds=1"), "options differs"),
        (("coverage", file, "pig"), "has counts of little, not of pig"),
        (("coverage", file), "no shipped game"),
    ]:
        answer = rulewright(*arguments)
        assert answer.code == 2 and words in answer.err, answer.err
    little.write_text(GAME.replace("turns is rounds", "turns >= rounds"), encoding="utf-8")
    for verb in (("graph", little, "--heat", file), ("coverage", file, little)):
        answer = rulewright(*verb)
        assert answer.code == 2 and "the text of the rules differs" in answer.err, answer.err


def test_files_that_are_no_counts(little: Path, tmp_path: Path) -> None:
    rulewright("run", "pig", "--games", 1, "--record", tmp_path / "replay")
    (tmp_path / "list").write_text("[1, 2]", encoding="utf-8")
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    (tmp_path / "deep").write_text("[" * 100_000, encoding="utf-8")
    (tmp_path / "long").write_text(f'{{"file": "rulewright counts 1", "games": {"9" * 5000}}}', encoding="utf-8")
    (tmp_path / "later").write_text('{"file": "rulewright counts 99"}', encoding="utf-8")
    (tmp_path / "bare").write_text('{"file": "rulewright counts 1"}', encoding="utf-8")
    (tmp_path / "empty").write_text("", encoding="utf-8")
    for name, words in [
        ("replay", "no counts"), ("list", "no counts"), ("binary", "no counts"), ("deep", "no counts"),
        ("long", "no counts"), ("empty", "no counts"), ("later", "reads “rulewright counts 1”"), ("bare", "damaged"),
        ("missing", "no such file"), (".", "is a directory"), (little.name, "no counts"),
    ]:  # fmt: skip
        for verb in (("coverage", tmp_path / name), ("graph", "pig", "--heat", tmp_path / name)):
            answer = rulewright(*verb)
            assert answer.code == 2 and words in answer.err, (name, answer.err)


def test_damaged_counts_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "c"
    good = counted("kuhn_poker", file, "--games", 5)
    wrong = [
        {**good, "counts": good["counts"][1:]},
        {**good, "counts": [*good["counts"][1:], -1]},
        {**good, "counts": [*good["counts"][1:], True]},
        {**good, "counts": [*good["counts"][1:], 1.5]},
        {**good, "in_games": "all"},
        {**good, "tallies": good["tallies"][1:]},
        {**good, "tallies": list(reversed(good["tallies"]))},
        {**good, "tallies": [{**good["tallies"][0], "kinds": {"Nobody": 3}}, *good["tallies"][1:]]},
        {**good, "tallies": [3 for _ in good["tallies"]]},
        {**good, "games": -1},
        {**good, "games": None},
        {**good, "rules": {**good["rules"], "options": [1]}},
        {**good, "rules": None},
    ]
    for data in wrong:
        file.write_text(json.dumps(data), encoding="utf-8")
        answer = rulewright("coverage", file)
        assert answer.code == 2 and "damaged" in answer.err, (data, answer.err)


def test_huge_counts_are_shown_in_short(tmp_path: Path) -> None:
    file = tmp_path / "c"
    data = counted("pig", file, "--games", 5)
    data |= {
        "games": 10**12,
        "counts": [n * 10**30 for n in data["counts"]],
        "in_games": [10**12 for _ in data["counts"]],
    }
    file.write_text(json.dumps(data), encoding="utf-8")
    assert "in 1 trillion games" in rulewright("coverage", file, "--all").out
    assert "10^3" in rulewright("graph", "pig", "--heat", file).out


def test_a_run_without_a_whole_game(tmp_path: Path) -> None:
    """The rules break in the first game: nothing was counted, and that is what the file says."""
    path = written(tmp_path, BREAKS)
    file = tmp_path / "c"
    answer = rulewright("run", path, "--counts", file, "--games", 3, "--bot", "first")
    assert answer.code == 1
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["games"] == 0 and not any(data["counts"])
    told = rulewright("coverage", file, path).out
    assert "0 games" in told and told.startswith("Breaks") and "\n0 of " in told
    assert "no games" in rulewright("graph", path, "--heat", file).out


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    answer = rulewright("run", "pig", "--games", 2, "--counts", tmp_path)
    assert answer.code == 2 and "it is a folder" in answer.err


KILLED = """\
import os, signal, sys
from rulewright.tools.cli import main
os.replace = lambda *paths: os.kill(os.getpid(), signal.SIGKILL)
sys.argv[0] = "rulewright"
main(sys.argv[1:])
"""


@pytest.mark.skipif(os.name == "nt", reason="nothing to kill with")
def test_a_run_that_is_killed_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    """The file is the old one or the new one, and never half of one."""
    file = tmp_path / "c"
    counted("pig", file, "--games", 2)
    before = file.read_bytes()
    line = [sys.executable, "-c", KILLED, "run", "pig", "--games", "3", "--counts", str(file)]
    done = subprocess.run(line, capture_output=True, env={**os.environ, "RULEWRIGHT_CACHE": "off"}, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert file.read_bytes() == before


def test_an_interrupted_run_counts_what_was_played() -> None:
    table = game("pig", 2)
    plan = Plan(1000, 1, 500, counts=True)

    def stop(more: int) -> None:
        if more:
            raise KeyboardInterrupt

    run = simulate(table, plan, 1, stop)
    counts = counts_of(table, plan, run)
    assert run.stopped and 0 < counts.games < 1000
    assert max(counts.in_games) == counts.games
