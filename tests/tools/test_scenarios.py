"""Scenarios: what passes, what fails, and with which words. Each case is a whole small game with its scenarios."""

from __future__ import annotations

import json
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
        ('A is asked "What?"', "A picks Lay", 'B is asked "What?"'),
        ("A is not offered Fold", 'A is not offered "Pass"', "A picks Bribe", "B picks Lay", "A is not offered Bribe"),
        ("chance stock gives Red, Blue", 'expect B was told "Blue goes"', 'expect A was not told "Blue goes"'),
        ("A picks Lay", "expect A was not shown B.hand", "expect B does not hear yes"),
        ("chance stock gives Red, Blue", "expect A sees Red in A.hand", "expect A does not see Blue in A.hand"),
        ("chance stock gives Red, Blue", "expect A does not see Blue in B.hand", "expect B sees Blue in B.hand"),
        ("chance stock gives Red, Blue, Blue", "A picks Lay", "expect B sees Blue in table"),
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
        (("expect A sees B.hand",), "A does not see hand of B"),
        (("expect A was shown B.hand",), "A was not shown that"),
        (("chance stock gives Red, Blue, Blue, Blue", "A picks Lay"), "`stock` was never asked for Blue"),
        (("chance stock gives Red, Blue, Blue, Red", "play to the end"), "on the way"),
        (("A picks Bribe", "twin", "  A picks Bribe", "expect different view for A"), "A cannot tell the two apart"),
        (('A is asked "Who?"',), "“What?” at `Turn.Go`"),
        (("A is not offered Lay",), "Lay is on offer"),
        (("A picks Bribe", "B picks Lay", "A is offered Bribe, Lay, Peek"), "not p.bribed: no"),
        (("A is refused Bribe because fresh",), "not p.bribed: yes"),
        (('expect A was told "hand of C"',), "last was told:"),
        (("A picks Lay", 'expect B was not told "to table"'), "goes from stock to table"),
        (("A picks Peek", "expect A was not shown B.hand"), "A was shown that (hand of B)"),
        (("chance stock gives Red, Blue", "expect A sees Blue in B.hand"), "of 1 more it does not see what they are"),
        (("chance stock gives Red, Blue", "expect B does not see Blue in B.hand"), "what B sees there: Blue"),
        (("play freely to the end", "expect A wins"), "scores: A 0, B 0"),
    ],
)
def test_what_fails_and_why(tmp_path: Path, lines: tuple[str, ...], words: str) -> None:
    output = outcome(tmp_path, *lines)
    assert "1 failed" in output and words in output, output


VALUES = """game values "Values" for 2 players
enum Temper: Calm "quite calm", Wild
cards Card
  kind  count
  Red   2
  Blue  2
deck stock of Card seen by nobody
pile hand of Card per player seen by owner
slot mark of Card per player face either seen by owner
field mood: Temper = Calm
field target: player or none
field rich per player: yes/no
field points per player: 0..20
value wealth(player p) = p.points + count p.hand
setup
  move all Card from box to stock
  shuffle stock
  each player p: draw 1 from stock to p.hand
phase Turn repeats
  phase Go for each player p
    p chooses player q "Whom?"
      needs other: q is not p and q.points < 3 because "not again"
      set q.rich to yes
      set mood to Wild
      set target to q
      add 3 to q.points
      if stock is empty: draw 1 from stock to p.mark
      if q.points > wealth(p) + 9: q wins
    otherwise: nothing
"""


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("expect mood is Wild and target is none",), ["mood is Wild: no", "  mood: quite calm", "none: yes"]),
        (("A picks B", "expect no player p where p.rich"), ["that holds for B"]),
        (("A picks B", "expect total(p.points over player p) is wealth(A)"),
         ["total(p.points over player p): 3", "  A: 0", "  B: 3", "wealth(A): 1"]),
        (("A picks B", "expect target is A"), ["target: B"]),
        (("expect some card c in stock where c is Red and c is Blue",), ["that holds for none", "stock: Red and Blue"]),
        (("expect count Blue in A.hand is 1 or A.hand is empty",),
         ["count Blue in A.hand is 1: no", "  count Blue in A.hand: 0", "A.hand is empty: no", "hand of A: Red"]),
        (("expect A.mark is face up",), ["A.mark is face up: no", "mark of A: nothing"]),
        (("A picks B", "B picks B"),
         ["“Whom?” at `Turn.Go`: A", "q is not p and q.points < 3: no", "q is not p: no", "q.points: 3", "p: B"]),
        (("A picks B", "expect 7 is 20 / B.points"), ["20 / B.points: 6", "  B.points: 3"]),
        (("expect 5 is 20 / A.points",), ["20 / A.points: cannot be told (nothing can be divided by zero)"]),
    ],
)  # fmt: skip
def test_a_failure_shows_the_values_inside(tmp_path: Path, lines: tuple[str, ...], told: list[str]) -> None:
    """Each part of what was expected, with its value, the same on both engines."""
    game = tmp_path / "values.rules"
    script = "\n".join(f"  {line}" for line in ("seats A, B", "chance stock gives Red, Blue", *lines))
    game.write_text(f"{VALUES}\nscenario it of values for 2 players\n{script}\n", encoding="utf-8")
    output = CliRunner().invoke(main, ["test", str(game)]).output
    assert output.count("FAILED") == 1, output
    for line in told:
        assert line in output, output


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


COVERED = """game covered "Covered" for 2 to 3 players
accounts for [C-1..C-3]
cards Card
  kind  count
  Red   2
  Blue  2
  Green 1
deck stock of Card seen by nobody
pile table of Card seen by all
field turns: 0..9
field tired: yes/no
score player p = turns
setup
  move 2 Red from box to stock
  move 2 Blue from box to stock
  shuffle stock
phase Turn repeats                                     [C-1]
  add 1 to turns
  seat(1) chooses one "What?"                          [C-2]
    Draw "Draw"
      needs some_left: count stock > 0 because "nothing is left"
      needs awake: not tired because "you are tired"
      draw 1 from stock to table
    Rest "Rest": set tired to yes
  if turns is 7: end game                              [C-3]

position Start of covered for 2 players
  given
    move Red from box to stock
    move Blue from box to stock

scenario draws of covered for 2 players                [C-1, C-2]
  chance stock gives Red
  P1 picks Draw
scenario rests from Start
  start at Turn
  P1 picks Rest
  P1 is refused Draw because awake
"""


def test_what_no_scenario_exercises(tmp_path: Path) -> None:
    game = tmp_path / "covered.rules"
    game.write_text(COVERED, encoding="utf-8")
    result = CliRunner().invoke(main, ["test", str(game), "--coverage"])
    assert result.exit_code == 0, result.output
    parts = {part.split(":\n")[0]: part for part in result.output.split("\n\n")[1:]}
    assert list(parts) == [
        "Numbered rules that no scenario cites",
        "Places that no scenario comes to",
        "Requirements that keep nothing off in any scenario",
        "Cards and tokens that no scenario moves, turns or chooses",
    ]
    rules, places, requirements, kinds = parts.values()
    assert "C-3" in rules and "C-1" not in rules
    assert "If turns are 7" in places and places.count("\n") == 1
    assert "some_left: nothing is left" in requirements and "awake" not in requirements
    assert "Card: Blue (set up only)" in kinds and "Card: Green (never left the box)" in kinds and "Red" not in kinds
    data = json.loads(CliRunner().invoke(main, ["test", str(game), "--coverage", "--json"]).output)["coverage"]
    assert data["exercised"] == data["places"] - 2 and [r["name"] for r in data["requirements"]] == ["some_left"]


def test_coverage_of_some_scenarios_only(tmp_path: Path) -> None:
    game = tmp_path / "covered.rules"
    game.write_text(COVERED, encoding="utf-8")
    output = CliRunner().invoke(main, ["test", str(game), "--coverage", "-k", "draws"]).output
    assert "What? Rest" in output and "awake: you are tired" in output


def test_coverage_without_any_scenario(tmp_path: Path) -> None:
    game = tmp_path / "covered.rules"
    game.write_text(COVERED[: COVERED.index("position")], encoding="utf-8")
    output = CliRunner().invoke(main, ["test", str(game), "--coverage"]).output
    assert "\n0 of " in output and "Set-up" in output


def test_coverage_adds_up_tables_and_variants() -> None:
    """Nosferatu's scenarios have several tables and variants; a place is the same in all of them."""
    output = CliRunner().invoke(main, ["test", "nosferatu", "--coverage"]).output
    assert "Places that no scenario comes to" not in output and "Characters: Renfield (set up only)" in output


def test_scenarios_of_one_file_have_names_of_their_own(tmp_path: Path) -> None:
    game = tmp_path / "secret.rules"
    twice = "scenario it of secret for 2 players\n  seats A, B\n  A picks Lay\n"
    game.write_text(f"{GAME}\n{twice}\n{twice}", encoding="utf-8")
    result = CliRunner().invoke(main, ["test", str(game)])
    assert result.exit_code == 1 and "RW0909" in result.output


def test_a_requirement_that_nothing_has(tmp_path: Path) -> None:
    output = CliRunner().invoke(main, ["test", str(_with(tmp_path, "A is refused Bribe because freesh"))]).output
    assert "RW0910" in output and "did you mean `fresh`?" in output


def _with(folder: Path, *lines: str) -> Path:
    """The game with one scenario."""
    game = folder / "secret.rules"
    script = "\n".join(f"  {line}" for line in ("seats A, B", *lines))
    game.write_text(f"{GAME}\nscenario it of secret for 2 players\n{script}\n", encoding="utf-8")
    return game
