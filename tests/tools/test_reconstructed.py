"""Rules that are a reconstruction: `reconstructs because "..." [R-2]` in `list` and `test`."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from rulewright.tools.cli import main

GAME = """game thrifty "Thrifty" for 2 players [R-1]
accounts for [R-1..R-4]
omits because "talking changes nothing" [R-4]
reconstructs because "how many coins there were is not written down" [R-2]
field coins per player: 0..3 = 3 [R-2]
phase Round repeats
  phase Turn for each player p [R-3]
    p chooses one "Spend a coin?"
      Spend "Spend"
        costs 1 from p.coins
        nothing
      Keep "Keep it": nothing
    if p.coins is 0: p loses
scenario one of thrifty for 2 players [R-2]
  P1 picks Spend
  expect seat(1).coins is 2
variant poorer of thrifty
  accounts for [R-5]
  reconstructs because "nobody knows how poor" [R-5]
  replace field coins per player: 0..2 = 2 [R-2]
"""


def said(folder: Path, *arguments: str, text: str = GAME) -> str:
    game = folder / "thrifty.rules"
    game.write_text(text, encoding="utf-8")
    command, *options = arguments
    result = CliRunner().invoke(main, [command, str(game), *options])
    assert result.exit_code == 0, result.output
    return result.output


def test_they_are_listed_with_the_reason(tmp_path: Path) -> None:
    assert said(tmp_path, "list").endswith("reconstructed\n  R-2: how many coins there were is not written down\n")
    known = json.loads(said(tmp_path, "list", "--json"))["reconstructed"]
    assert known == [{"because": "how many coins there were is not written down", "rules": ["R-2"]}]


def test_they_are_counted_and_shown_among_the_rules(tmp_path: Path) -> None:
    shown = said(tmp_path, "test", "--rules")
    assert "1 out of play. 1 of them is reconstructed." in shown
    line = next(line for line in shown.splitlines() if line.startswith("  R-2"))
    assert line.endswith("line 5; one; reconstructed: how many coins there were is not written down")
    rules = {r["rule"]: r["reconstructed"] for r in json.loads(said(tmp_path, "test", "--json"))["rules"]}
    assert rules["R-2"] and not rules["R-1"] and not rules["R-4"]


def test_a_variant_says_it_of_its_own_rules(tmp_path: Path) -> None:
    assert "R-5: nobody knows how poor" in said(tmp_path, "list", "--variant", "poorer")
    assert "R-5" not in said(tmp_path, "list")


def test_saying_so_implements_nothing(tmp_path: Path) -> None:
    shown = said(tmp_path, "test", "--rules", text=GAME.replace("= 3 [R-2]", "= 3"))
    assert "not implemented" in next(line for line in shown.splitlines() if line.startswith("  R-2"))
