"""Our engine against OpenSpiel: fifty random games of every table both have (a thousand each: `soak.py`)."""

from __future__ import annotations

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this platform")

from attrs import evolve

from tests.judges.adapters import goofspiel
from tests.judges.at_once import play_at_once
from tests.judges.lockstep import Judged, play_in_lockstep
from tests.judges.tables import TABLES


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_random_games_agree(table: Judged) -> None:
    assert all(play_in_lockstep(table, seed) > 0 for seed in range(50))


@pytest.mark.parametrize("table", goofspiel.AT_ONCE, ids=str)
def test_random_games_agree_where_both_choose_at_once(table: Judged) -> None:
    assert all(play_at_once(table, seed) == table.options["cards"] - 1 for seed in range(50))


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("pig", "pig(winscore=30)"),
        ("leduc_poker", "leduc_poker(starting_player=1)"),
        ("liars_dice", "liars_dice(dice_sides=6,bidding_rule=reset-quantity)"),
        ("connect_four", "connect_four(x_in_row=5)"),
        ("hex", "hex(board_size=11,swap=true)"),
        ("goofspiel", goofspiel.theirs(12, "points_order=ascending", "returns_type=total_points")),
    ],
)
def test_a_judge_with_other_rules_objects(name: str, theirs: str) -> None:
    """The comparison would mean little if it could not fail: the same games against slightly different ones."""
    table = [t for t in TABLES if t.name == name][-1]
    with pytest.raises(AssertionError):
        for seed in range(50):
            play_in_lockstep(evolve(table, theirs=theirs), seed)


@pytest.mark.parametrize(
    "theirs",
    [
        goofspiel.at_once(13, "points_order=ascending", "returns_type=win_loss"),
        goofspiel.at_once(12, "points_order=descending", "returns_type=win_loss"),
        goofspiel.theirs(13, "points_order=descending", "returns_type=win_loss"),
    ],
)
def test_a_judge_of_other_simultaneous_games_objects(theirs: str) -> None:
    """The last: both are asked, but not at once."""
    with pytest.raises(AssertionError):
        for seed in range(50):
            play_at_once(evolve(goofspiel.AT_ONCE[-1], theirs=theirs), seed)
