"""Scenarios of variants: where they start, what they forget, and random games that break a check."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.command import rulewright as command
from tests.tools.command import written

GAME = """\
game walk "Walk" for 2 players
field far per player: 0..20  [W-1]
check no player p where p.far > 12 because "nobody is that far"
phase Day repeats until seat(1).far >= 10 or seat(2).far >= 10
  phase Go for each player p
    p chooses one "How far?"
      Step "A step": add 1 to p.far
      Leap "A leap"
        needs rested: p.far > 0 because "first a step"
        add 2 to p.far
  step Rest
    seat(1) chooses one "Rest?"
      Sit "Sit": nothing
      Lie "Lie": nothing
"""
OMEN = 'variant omen of walk\n  before Day.Rest\n    step Omen: announce 7 "Omen"\n'
PLAIN = 'variant omen of walk\n  before Day.Rest: announce 7 "Omen"\n'
SCENARIO = """\
scenario told of walk with omen for 2 players
  seats Ada, Ben
  start at Day.Rest
  expect Ben hears 7 "Omen"
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    written(tmp_path, GAME, "walk.rules")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tried(here: Path, text: str, *arguments: object) -> str:
    """What `test` says of a file of variants; its exit code must fit that."""
    answer = command("test", written(here, text, "house.rules"), *arguments)
    good = "0 failed" in answer.out and "something broke" not in answer.out
    assert answer.code == (0 if good else 1), answer
    return answer.out


# ------------------------------------------------------------------ the start


def test_a_start_at_a_phase_includes_the_step_that_a_variant_put_before_it(here: Path) -> None:
    assert "1 passed" in tried(here, OMEN + SCENARIO)


def test_the_step_itself_can_be_started_at(here: Path) -> None:
    assert "1 passed" in tried(here, OMEN + SCENARIO.replace("Day.Rest\n  expect", "Day.Omen\n  expect"))


def test_what_comes_after_the_phase_before_is_not_taken_for_it(here: Path) -> None:
    text = OMEN.replace("before Day.Rest", "after Day.Go") + SCENARIO.replace("Ben hears", "Ben does not hear")
    assert "1 passed" in tried(here, text)


def test_a_start_outside_any_other_phase(here: Path) -> None:
    assert "1 passed" in tried(here, OMEN.replace("Day.Rest", "Day") + SCENARIO.replace("Day.Rest", "Day"))


def test_of_several_the_first_step_is_the_start(here: Path) -> None:
    other = 'variant early of walk\n  before Day.Rest\n    step Bell: announce 1 "Bell"\n'
    wanted = SCENARIO.replace("with omen", "with early, omen") + '  expect Ada hears 1 "Bell"\n'
    assert "1 passed" in tried(here, other + OMEN + wanted)


def test_statements_without_a_step_are_passed_by_and_told(here: Path) -> None:
    shown = tried(here, PLAIN + SCENARIO)
    assert "1 failed" in shown
    assert "(`Day.Rest` was started at without what is before it: house.rules:2)" in shown.replace(f"{here}/", "")


# ------------------------------------------------------------------ a forgotten `with`


def test_a_forgotten_with_is_advised(here: Path) -> None:
    text = "variant tired of walk\n  field tired per player: yes/no\n  after Go.Leap: set p.tired to yes\n"
    text += "scenario s of walk for 2 players\n  seats Ada, Ben\n  start at Day\n  expect Ada.tired\n"
    answer = command("test", written(here, text, "house.rules"))
    assert answer.code == 1 and "RW0202" in answer.err
    assert "`tired` is in the variant `tired`: write `with tired`" in answer.err


def test_a_name_that_no_variant_knows_gets_no_such_advice(here: Path) -> None:
    text = OMEN + SCENARIO + "  expect Ada.farr is 0\n"
    answer = command("test", written(here, text, "house.rules"))
    assert "RW0202" in answer.err and "write `with" not in answer.err


# ------------------------------------------------------------------ which question


@pytest.mark.parametrize(
    "line",
    ["Ada is refused Ben because rested", "Ada picks Leap", "Ada is not offered Step", "Ada is offered Step, Leap"],
)
def test_a_failure_names_the_question(here: Path, line: str) -> None:
    text = OMEN + SCENARIO.replace('start at Day.Rest\n  expect Ben hears 7 "Omen"', f"start at Day\n  {line}")
    assert "“How far?” at `Day.Go`: A step" in tried(here, text), line


# ------------------------------------------------------------------ random games


def test_a_broken_check_is_found_without_a_scenario(here: Path) -> None:
    text = 'variant giant of walk\n  add to Day.Go\n    Fly "Fly": add 9 to p.far\n'
    shown = tried(here, text)
    assert "0 scenarios" in shown
    assert "20 short random games with giant, all checks on: something broke at 1 table." in shown
    assert "  giant, 2 players: walk.rules:3: nobody is that far" in shown.replace(f"{here}/", "")
    data = command("test", "house.rules", "--json").data
    assert [(t["variants"], t["players"]) for t in data["trials"]] == [(["giant"], 2)] and data["trials"][0]["fault"]
    assert command("test", "walk.rules", "--variant", "house.rules").code == 1
    assert command("test", "walk.rules").code == 0, "it does not lie in the folder of variants"


def test_a_sound_variant_passes_and_a_game_alone_is_not_played(here: Path) -> None:
    assert "with omen, all checks on: no check failed" in tried(here, OMEN)
    assert "random games" not in command("test", "walk.rules").out
    assert "random games" not in tried(here, OMEN + SCENARIO, "-k", "told")


def test_a_variant_that_cannot_be_played_fails_the_test(here: Path) -> None:
    answer = command("test", written(here, "variant bad of walk\n  set faar to 3\n", "house.rules"))
    assert answer.code == 1 and "RW1001" in answer.err


def test_numbered_rules_are_counted_only_where_all_scenarios_ran(here: Path) -> None:
    assert "numbered rules" not in tried(here, OMEN + SCENARIO)
    assert "1 numbered rules" in tried(here, OMEN + SCENARIO, "--rules")
    assert "numbered rules" not in command("test", "walk.rules", "-k", "one").out
    assert "1 numbered rules" in command("test", "walk.rules").out
