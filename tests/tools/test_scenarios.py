"""Scenarios: what passes, what fails, and with which words. Each case is a whole small game with its scenarios."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from rulewright.tools.cli import main

GAME = """game secret "Secret" for 2 players
cards Card
  kind  count
  Red   2
  Blue  2
deck stock of Card seen by nobody
pile hand of Card per player seen by owner
pile table of Card seen by all
field bribed per player: yes/no seen by owner
setup
  move all Card from box to stock
  shuffle stock
  each player p: draw 1 from stock to p.hand
phase Turn repeats
  phase Go for each player p
    p chooses one "What?"
      Bribe "Bribe"
        needs fresh: not p.bribed because "only once"
        set p.bribed to yes
      Lay "Lay a card"
        draw 1 from stock to table
      Peek "Look"
        let other = next player after p
        show other.hand to p
    if stock is empty: everyone draws because "nothing is left"
"""


def outcome(tmp_path: Path, *lines: str) -> str:
    """What `rulewright test` says of one scenario with these lines."""
    game = tmp_path / "secret.rules"
    script = "\n".join(f"  {line}" for line in lines)
    game.write_text(f"{GAME}\nscenario it of secret for 2 players\n  seats A, B\n{script}\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["test", str(game)])
    assert "Traceback" not in result.output
    assert result.exit_code == (0 if "0 failed" in result.output else 1)
    return result.output


PASS = "1 scenarios on both engines: 1 passed"


@pytest.mark.parametrize(
    "lines",
    [
        ("A picks Lay", "B picks Bribe", "A picks Bribe", "B is refused Bribe because fresh", "B picks Lay"),
        ("A is offered Bribe, Lay, Peek",),
        ("A picks Peek", "expect A was shown B.hand", "expect B sees B.hand", "expect A does not see B.hand"),
        ("A picks Bribe", "twin", "  A picks Peek", "expect different view for A", "expect same view for B"),
        ("chance stock gives Red, Blue, Blue", "A picks Lay", "expect count Blue in table is 1"),
        ("play freely to the end", "expect A draws"),
    ],
)
def test_what_holds(tmp_path: Path, lines: tuple[str, ...]) -> None:
    output = outcome(tmp_path, *lines)
    assert PASS in output, output


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (("B picks Lay",), "A is asked, not B"),
        (("A picks Bribe", "A picks Lay"), "B is asked, not A"),
        (("A picks Fold",), "Fold is not on offer"),
        (("A is offered Bribe, Lay",), "more is on offer"),
        (("A is refused Lay because fresh",), "Lay is on offer"),
        (("A picks Bribe", "B picks Lay", "A picks Bribe"), "only once"),
        (("expect count stock is 3",), "count stock: 2"),
        (("expect A wins",), "the game is not over"),
        (("play to the end",), "A is asked on the way"),
        (("expect A sees B.hand",), "A does not see it"),
        (("expect A was shown B.hand",), "A was not shown that"),
        (("chance stock gives Red, Blue, Blue, Blue", "A picks Lay"), "`stock` was never asked for Blue"),
        (("chance stock gives Red, Blue, Blue, Red", "play to the end"), "on the way"),
        (("A picks Bribe", "twin", "  A picks Bribe", "expect different view for A"), "A cannot tell the two apart"),
    ],
)
def test_what_fails_and_why(tmp_path: Path, lines: tuple[str, ...], words: str) -> None:
    output = outcome(tmp_path, *lines)
    assert "1 failed" in output and words in output, output


def test_a_twin_plays_on_to_the_next_question(tmp_path: Path) -> None:
    """What the last answer leads to belongs to the run: B learns of the card laid in the twin, and of nothing else."""
    leak = outcome(tmp_path, "A picks Bribe", "twin", "  A picks Lay", "expect same view for B")
    assert "1 failed" in leak and "goes from stock to table" in leak
    tight = outcome(tmp_path, "A picks Bribe", "twin", "  A picks Bribe", "expect same view for A, B")
    assert PASS in tight


def test_a_failure_on_both_engines_is_told_once(tmp_path: Path) -> None:
    assert outcome(tmp_path, "expect count stock is 3").count("FAILED") == 1


def test_a_scenario_for_another_game_is_refused(tmp_path: Path) -> None:
    game = tmp_path / "secret.rules"
    game.write_text(f"{GAME}\nscenario it of pig for 2 players\n  play freely to the end\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["test", str(game)])
    assert result.exit_code == 1 and "RW0907" in result.output
