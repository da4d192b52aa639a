"""`run` and `play` with bots at the seats: who sits where, what the table says, and the same games again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulewright.tools.shares import wilson
from tests.tools.command import BREAKS, rulewright, written


def test_a_bot_at_each_seat() -> None:
    said = rulewright("run", "tic_tac_toe", "-g", 4, "-j", 1, "--bot", "mcts:5", "--bot", "2=first", "--json").data
    assert [(one["seat"], one["bot"]) for one in said["bots"]] == [(1, "mcts:5"), (2, "first")]
    assert [one["wins"] for one in said["bots"]] == said["wins_by_seat"]
    assert said["games"] == 4


def test_plain_bots_at_every_seat_play_the_fast_way() -> None:
    plain = rulewright("run", "tic_tac_toe", "-g", 4, "-j", 1, "--bot", "random", "--json").data
    assert plain["bots"] == []
    assert plain["bot"] == "random"
    assert plain["endings"] == rulewright("run", "tic_tac_toe", "-g", 4, "-j", 1, "--json").data["endings"]


def test_the_table_names_the_bots() -> None:
    said = rulewright("run", "kuhn_poker", "-g", 3, "-j", 1, "--bot", "2=greedy:2")
    assert [line.split()[:3] for line in said.out.splitlines() if line.startswith(" player")] == [
        ["player", "1", "random"],
        ["player", "2", "greedy:2"],
    ]


def test_the_result_does_not_depend_on_the_number_of_processes() -> None:
    command = ("run", "tic_tac_toe", "-g", 6, "--bot", "1=mcts:4", "--json")
    alone, two = (rulewright(*command, "-j", jobs).data for jobs in (1, 2))
    for data in (alone, two):
        del data["seconds"], data["jobs"]
    assert alone == two


def test_the_game_that_is_recorded_is_the_one_that_was_played(tmp_path: Path) -> None:
    replay = tmp_path / "one.replay"
    said = rulewright("run", "tic_tac_toe", "-g", 1, "--bot", "mcts:4", "--record", replay, "--json").data
    told = rulewright("replay", replay).out
    assert said["endings"][0]["reason"] in told
    assert rulewright("replay", replay, "--verify").code == 0


def test_rules_that_break_under_a_bot_are_reported(tmp_path: Path) -> None:
    said = rulewright("run", written(tmp_path, BREAKS), "-g", 5, "-j", 1, "--bot", "1=first")
    assert said.code == 1
    assert "would become" in said.err


def test_rules_that_break_in_a_bots_head_are_reported(tmp_path: Path) -> None:
    said = rulewright("run", written(tmp_path, BREAKS), "-g", 5, "-j", 1, "--bot", "1=flat:20")
    assert said.code == 1
    assert "would become" in said.err


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("3=mcts", "the seats are 1 to 2"),
        ("mcst", "there is no bot `mcst`"),
        ("x=mcts", "should look like `2=mcts:200`"),
        ("0=mcts", "should look like `2=mcts:200`"),
        ("mcts:0", "a number from 1"),
        ("first:3", "does not think"),
    ],
)
@pytest.mark.parametrize("command", ["run", "play"])
def test_what_cannot_sit_there(command: str, bot: str, why: str) -> None:
    said = rulewright(command, "tic_tac_toe", "--bot", bot, typed="q\n")
    assert said.code == 2
    assert why in said.err


def test_a_seat_has_one_bot() -> None:
    assert "seat 1 has two bots" in rulewright("run", "pig", "--bot", "1=first", "--bot", "1=random").err
    assert "every seat has two bots" in rulewright("run", "pig", "--bot", "first", "--bot", "random").err


def test_everything_can_be_counted_when_bots_play(tmp_path: Path) -> None:
    """A game counts the same whoever looks on: as many questions answered as decisions taken."""
    file = tmp_path / "tic_tac_toe.counts"
    command = ("run", "tic_tac_toe", "-g", 4, "--bot", "1=mcts:4", "--bot", "2=first", "--json")
    plain = rulewright(*command).data
    counted = rulewright(*command, "--counts", file).data
    for data in (plain, counted):
        del data["seconds"]
    assert plain == counted
    said = rulewright("coverage", file)
    assert said.code == 0
    assert "mcts:4 and first" in said.out


def test_playing_against_a_bot_that_thinks() -> None:
    """It blocks, or wins: player 2 has two in a row and it is player 1's turn to answer."""
    said = rulewright("play", "tic_tac_toe", "--seat", 2, "--bot", "mcts:100", "--seed", 3, typed="1\n1\nu\n1\nq\n")
    assert said.code == 0
    assert "You left the game." in said.out or "wins" in said.out


def test_a_saved_game_goes_on_with_the_bot_that_is_named(tmp_path: Path) -> None:
    saved = tmp_path / "evening.game"
    rulewright("play", "kuhn_poker", "--seat", 2, "--bot", "mcts:10", "--seed", 3, "--save", saved, typed="q\n")
    said = rulewright("play", "--resume", saved, "--bot", "mcts:10", typed="1\n1\n1\n")
    assert said.code == 0
    assert "win" in said.out


def test_intervals_are_wilsons() -> None:
    """Against published values (Newcombe 1998, table I)."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(15, 148) == pytest.approx((0.0624, 0.1605), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)
