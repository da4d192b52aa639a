"""Rulesets as a command line names them: taken apart, and refused at the part that is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.dsl.render import render
from rulewright.tools.contender import Contender, contender
from rulewright.tools.problems import RulesError
from tests.tools.command import BREAKS, written


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("pig", Contender("pig")),
        ("nosferatu@7", Contender("nosferatu", 7)),
        ("nosferatu+longer_night", Contender("nosferatu", None, ("longer_night",))),
        ("nosferatu+a+b,bites_each=1,bites-to-win=4@7", Contender(
            "nosferatu", 7, ("a", "b"), {"bites_each": "1", "bites_to_win": "4"})),
        (" my/game.rules + my/house.rules , goal = 50 @ 3 ", Contender(
            "my/game.rules", 3, ("my/house.rules",), {"goal": "50"})),
        ("nosferatu@7+a", Contender("nosferatu", 7, ("a",))),
    ],
)  # fmt: skip
def test_the_parts_of_a_ruleset(text: str, found: Contender) -> None:
    read = contender(text)
    assert (read.game, read.players, read.variants, dict(read.options), read.seed) == (
        found.game, found.players, found.variants, dict(found.options), None,
    )  # fmt: skip
    assert read.label == text.strip()


def test_a_contender_is_loaded_with_everything_it_says() -> None:
    game = contender("crazy-eights,most_draws=3@4").load()
    assert (game.name, game.players, game.options["most_draws"]) == ("crazy_eights", 4, 3)


def test_a_path_may_hold_signs(tmp_path: Path) -> None:
    path = written(tmp_path, BREAKS, "a+b@2,x=1.rules")
    read = contender(f"{path},steps=3@2")
    assert (read.game, read.players, read.options) == (str(path), 2, {"steps": "3"})
    assert contender(str(path)).game == str(path)
    assert read.load().options["steps"] == 3


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("", "RW0811", 0),
        ("  ", "RW0811", 0),
        ("@3", "RW0811", 0),
        ("pig+", "RW0810", 3),
        ("pig,goal", "RW0810", 3),
        ("pig,goal=", "RW0810", 3),
        ("pig,=5", "RW0810", 3),
        ("pig@", "RW0810", 3),
        ("pig@two", "RW0810", 3),
        ("pig@²", "RW0810", 3),
        ("pig@99999999999999999999", "RW0810", 3),
        ("pig@2@2", "RW0812", 5),
        ("pig+a+a", "RW0812", 5),
        ("pig,goal=50,goal=60", "RW0812", 11),
    ],
)
def test_what_cannot_be_read_is_shown(text: str, code: str, line: int) -> None:
    with pytest.raises(RulesError) as refused:
        contender(text)
    [problem] = refused.value.report
    assert (problem.code, problem.span.start) == (code, line)
    assert render(problem)


def test_a_variant_with_the_sign_of_an_option_is_guessed() -> None:
    with pytest.raises(RulesError) as refused:
        contender("nosferatu,longer_night")
    assert "`+longer_night`" in str(refused.value)


def test_every_part_that_is_wrong_is_told() -> None:
    with pytest.raises(RulesError) as refused:
        contender("pig,goal+@two")
    assert [d.code for d in refused.value.report] == ["RW0810", "RW0810", "RW0810"]


def test_a_table_file_is_a_contender_too(tmp_path: Path) -> None:
    path = tmp_path / "evening.toml"
    path.write_text('game = "pig"\nseats = ["Ada", "Ben", "Cid"]\nseed = 4\noptions = { goal = 50 }\n')
    plain = contender(str(path))
    assert (plain.game, plain.players, plain.options, plain.seed) == ("pig", 3, {"goal": "50"}, 4)
    changed = contender(f"{path}+house,goal=60@2")
    assert (changed.players, changed.variants, changed.options) == (2, ("house",), {"goal": "60"})
