"""`rulewright compare` on the command line: what it prints and writes, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulewright.tools.compare.records import COLUMNS
from tests.compare.kept import blocks_in
from tests.tools.command import BREAKS, rulewright, written

PAIR = ("pig,goal=20", "pig,goal=30")


def test_tables_and_a_verdict() -> None:
    answer = rulewright("compare", *PAIR, "--games", 300)
    assert answer.code == 0 and not answer.err
    for part in ("A  pig,goal=20", "Who wins", "How long games are", "B less A", "Decisions in a game: higher in B"):
        assert part in answer.out
    assert max(map(len, answer.out.split("\n")[4:])) <= 100, "it fits a page"
    assert "no difference can be claimed" in answer.out


def test_everything_can_be_shown() -> None:
    short, long = (rulewright("compare", "pig", "pig,goal=99", "--games", 50, *more).out for more in ((), ("--all",)))
    assert "(--all shows them)" in short or "Round.Turn.Throw" not in short
    assert "Round.Turn.Throw" in long


def test_bots_that_look_at_the_game(tmp_path: Path) -> None:
    """At every seat or at one, the same for any number of processes, and kept: each game by itself."""
    command = ("compare", "tic_tac_toe", "tic_tac_toe+misere", "--games", 3, "--bot", "1=mcts:4", "--json")
    alone, two = (rulewright(*command, "-j", jobs).data for jobs in (1, 2))
    for data in (alone, two):
        assert data["bot"] == "1=mcts:4, else random"
        del data["seconds"], data["jobs"]
    assert alone == two
    store = tmp_path / "games"
    for kept in (0, 4):
        answer = rulewright(*command[:3], "-g", 2, "--bot", "mcts:3", "--store", store)
        assert answer.code == 0 and not answer.err
        assert "bot `mcts:3`" in answer.out
        assert (f"{kept} of them kept" in answer.out) == bool(kept)
    seat = rulewright("compare", *PAIR, "--bot", "3=mcts")
    assert seat.code == 2 and "the seats are 1 to 2" in seat.err


def test_json_for_programs() -> None:
    data = rulewright("compare", *PAIR, "--games", 300, "--json").data
    assert [r["letter"] for r in data["rulesets"]] == ["A", "B"] and data["games"] == 300
    assert data["rulesets"][1]["options"] == {"goal": 30} and data["rulesets"][0]["seed"] == 1
    rows = [f for f in data["figures"] if (f["section"], f["key"]) == ("length", "decisions")]
    assert [row["ruleset"] for row in rows] == ["A", "B"] and list(rows[0]) == list(COLUMNS)
    assert rows[0]["difference"] is None and rows[1]["claim"] == "higher"
    assert rows[1]["difference"] == pytest.approx(rows[1]["value"] - rows[0]["value"])
    assert rows[1]["difference_low"] < rows[1]["difference"] < rows[1]["difference_high"]
    assert any("Decisions" in sentence for sentence in data["verdict"]["B"])


def test_files_say_the_same(tmp_path: Path) -> None:
    import duckdb

    files = {ending: tmp_path / "out" / f"figures.{ending}" for ending in ("csv", "json", "parquet", "html")}
    asked = [part for ending, path in files.items() for part in (f"--{ending}", path)]
    assert rulewright("compare", *PAIR, "--games", 300, *asked).code == 0
    wanted = json.loads(files["json"].read_text(encoding="utf-8"))["figures"]
    with files["csv"].open(encoding="utf-8", newline="") as file:
        rows: list[dict[str, Any]] = list(csv.DictReader(file))
    assert [{k: "" if v is None else str(v) for k, v in w.items()} for w in wanted] == rows
    found = duckdb.sql(f"select * from '{files['parquet']}'")
    assert found.columns == list(COLUMNS)
    assert [dict(zip(found.columns, row, strict=True)) for row in found.fetchall()] == wanted
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == sorted(p.name for p in files.values())


class Page(HTMLParser):
    """What a page asks for, and what it says."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]
        self.links += [v or "" for n, v in attrs if n in ("src", "href", "xlink:href", "data", "action", "srcset")]

    def handle_data(self, data: str) -> None:
        self.words += data


HOSTILE = """\
game hostile "<script>alert(1)</script> $x$ & 'quotes'" for 2 players
option many from 1 to 9, default 4
cards Card
  kind  count  name
  One   3      "</svg><img src=x onerror=alert(2)> $\\frac{1}{2}$"
  Two   3      "$unclosed & <b>"
pile hand of Card per player seen by owner
field turns: 0..9
setup
  each player p
    move 1 One from box to p.hand
    move 1 Two from box to p.hand
phase Round repeats
  phase Turn for each player p
    p chooses card c in p.hand "Which <i>card</i>?"
      move c to box
      add 1 to turns
    otherwise: p wins because "<style>*{display:none}</style>"
as soon as turns is many: everyone draws because "$5 & <u>more</u>"
"""


def test_the_page_needs_nothing_and_obeys_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, HOSTILE)
    target = tmp_path / "page.html"
    answer = rulewright("compare", path, f"{path},many=6", "--games", 60, "--html", target)
    assert answer.code == 0, answer.err
    text = target.read_text(encoding="utf-8")
    page = Page(text)
    assert not {"script", "img", "link", "iframe", "object", "b", "i", "u"} & set(page.tags)
    assert page.tags.count("svg") >= 3 and page.tags.count("style") >= 1
    assert all(link.startswith("#") for link in page.links), page.links
    assert "http" not in text.replace("http-equiv", "") and "url(#" in text and "@import" not in text
    assert len(page.ids) == len(set(page.ids)), "no id twice"
    assert all(link[1:] in page.ids for link in page.links)
    assert "alert(1)" in page.words and "$5 & <u>more</u>" in page.words, "shown as it was written"


def test_the_page_of_the_same_comparison_is_the_same(tmp_path: Path) -> None:
    pages = []
    for name in ("one.html", "two.html"):
        rulewright("compare", *PAIR, "--games", 60, "--html", tmp_path / name)
        pages.append((tmp_path / name).read_text(encoding="utf-8"))
    assert pages[0] == pages[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument"),
        (("pig",), "Name two rulesets at least"),
        (("pig", "pig"), "are the same ruleset"),
        (("pig", "pig,goal=100"), "are the same ruleset"),
        (("pig", "nowhere"), "RW0006"),
        (("pig", "pig,gaol=50"), "RW0802"),
        (("pig", "pig,goal=9999"), "RW0803"),
        (("pig", "pig,"), "RW0810"),
        (("pig", "pig,goal=50", "--games", 0), "--games"),
        (("pig", "pig,goal=50", "--games", -5), "--games"),
        (("pig", "pig,goal=50", "--jobs", 0), "--jobs"),
        (("pig", "pig,goal=50", "--precision", "0.5"), "should look like `0.5%`"),
        (("pig", "pig,goal=50", "--precision", "0%"), "more than 0"),
        (("pig", "pig,goal=50", "--precision", "-1%"), "more than 0"),
        (("pig", "pig,goal=50", "--precision", "nan%"), "more than 0"),
        (("pig", "pig,goal=50", "--csv", "figures.txt"), ".csv"),
        (("pig", "--json", "pig,goal=50"), ".json"),
        (tuple(f"pig,goal={n}" for n in range(10, 40)), "At most 26"),
    ],
)
def test_what_cannot_be_compared_is_refused(arguments: tuple[object, ...], message: str) -> None:
    answer = rulewright("compare", *arguments)
    assert answer.code == 2 and message in answer.err and not answer.out


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "a.csv").mkdir()
    answer = rulewright("compare", *PAIR, "--csv", tmp_path / "a.csv")
    assert answer.code == 2 and "is a folder" in answer.err and not answer.out


def test_one_game_is_enough_to_run_and_not_to_claim() -> None:
    answer = rulewright("compare", *PAIR, "--games", 1, "--all")
    assert answer.code == 0 and "higher in B" not in answer.out and "lower in B" not in answer.out


@pytest.mark.parametrize("library", ["scipy", "matplotlib", "duckdb"])
def test_a_missing_library_is_named_with_the_way_out(
    library: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    import rulewright.tools.compare.needs as needs

    monkeypatch.setattr(needs, "find_spec", lambda name: None if name == library else object())
    files = ("--html", tmp_path / "a.html", "--parquet", tmp_path / "a.parquet")
    answer = rulewright("compare", *PAIR, "--games", 10, *files)
    assert answer.code == 2 and f"needs {library}" in answer.err and "rulewright[report]" in answer.err


def test_rules_that_break_are_pointed_at(tmp_path: Path) -> None:
    path = written(tmp_path, BREAKS)
    target = tmp_path / "a.csv"
    answer = rulewright("compare", f"{path},steps=1", path, "--games", 900, "--csv", target)
    assert answer.code == 1 and "the rules broke" in answer.err and "game.rules:" in answer.err
    assert "whose own seed is" in answer.err and not target.exists()


def test_games_can_be_kept_from_the_command_line(tmp_path: Path) -> None:
    command = ("compare", *PAIR, "--games", 400, "--store", tmp_path / "kept", "--json")
    first, second = rulewright(*command).data, rulewright(*command).data
    assert first["kept"] == 0 and second["kept"] == 800
    assert first["figures"] == second["figures"]
    bad = rulewright(*command[:-2], written(tmp_path, "no store " * 90, "notes"))
    assert bad.code == 2 and "Cannot keep games" in bad.err


def test_ctrl_c_shows_what_there_is_and_keeps_it(tmp_path: Path) -> None:
    store, target = tmp_path / "kept", tmp_path / "a.json"
    command = [sys.executable, "-m", "rulewright.tools.cli", "compare", *PAIR, "--games", "10000000", "--jobs", "2"]
    command += ["--store", str(store), "--json", str(target)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as run:
        deadline = time.monotonic() + 120
        while blocks_in(store) < 4 and time.monotonic() < deadline and run.poll() is None:
            time.sleep(0.05)
        os.killpg(run.pid, signal.SIGINT)
        out, err = run.communicate(timeout=120)
    assert run.returncode == 130, err
    assert err.split("\n")[0].startswith("Interrupted after") and "goes on from here" in err
    data = json.loads(target.read_text(encoding="utf-8"))
    assert data["stopped"] and data["games"] > 0 and f"{data['games']:,} games each" in out
    again = rulewright("compare", *PAIR, "--games", data["games"], "--store", store, "--json").data
    assert again["kept"] == 2 * data["games"] and again["figures"] == data["figures"]


NEW = """\
variant new of pig
  add to Throw
    Bow "Bow out"
      needs never: p.points > goal because "you are not ahead"
      nothing
    Wave "Wave": announce gathered "Hello"
  as soon as player p where gathered is 1 and p.points > goal: everyone draws because "a strange end"
"""


def test_what_only_one_ruleset_has_is_shown(tmp_path: Path) -> None:
    new = written(tmp_path, NEW, "new.rules")
    page = tmp_path / "page.html"
    answer = rulewright("compare", "pig", f"pig+{new}", "--games", 60, "--html", page)
    lines = {line.strip().partition("  ")[0]: line for line in answer.out.split("\n")}
    assert "0.0 %" in lines["a strange end"], "an ending that never came about"
    assert any("Wave" in line for line in lines), "a new answer, and how often it was given"
    assert any("Bow out" in line for line in lines)
    head = page.read_text(encoding="utf-8").partition("What can be said")[0]
    assert "How B differs from A" in head and "Bow out" in head and "as soon as points of this turn" in head
