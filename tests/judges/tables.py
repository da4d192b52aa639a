"""Every table that an outside judge has, too."""

from __future__ import annotations

from tests.judges.adapters import board_and_bets
from tests.judges.lockstep import Judged

TABLES: list[Judged] = [*board_and_bets.TABLES]
