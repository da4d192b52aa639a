"""How the end of a played game is told."""

from __future__ import annotations

import pytest

from rulewright.runtime.decision import Outcome
from rulewright.tools.play_session import verdict

NAMES = ["Ada", "Ben", "Cid"]


@pytest.mark.parametrize(
    ("winners", "team", "told"),
    [
        ((1,), "Hunters", "Hunters win (Ben): enough."),
        ((0, 1), "Hunters", "Hunters win (Ada and Ben): enough."),
        ((0, 1), "Evil", "Evil wins (Ada and Ben): enough."),
        ((0,), "Dracula", "Dracula wins (Ada): enough."),
        ((0,), "", "Ada wins: enough."),
        ((0, 2), "", "Ada and Cid win: enough."),
        ((0, 1, 2), "Hunters", "Ada, Ben and Cid win: enough."),
    ],
)
def test_who_wins(winners: tuple[int, ...], team: str, told: str) -> None:
    losers = tuple(s for s in range(3) if s not in winners)
    assert verdict(Outcome(winners, losers, (), "enough", (0, 0, 0)), NAMES, team) == told
