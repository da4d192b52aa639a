"""Every table that an outside judge has, too."""

from __future__ import annotations

from tests.judges.adapters import crazy_eights, hearts, kuhn_poker, leduc_poker, liars_dice, pig, tic_tac_toe
from tests.judges.lockstep import Judged

GAMES = (tic_tac_toe, kuhn_poker, pig, leduc_poker, liars_dice, crazy_eights, hearts)
TABLES: list[Judged] = [table for game in GAMES for table in game.TABLES]
