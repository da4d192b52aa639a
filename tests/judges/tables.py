"""Every table that an outside judge has, too."""

from __future__ import annotations

from tests.judges.adapters import (
    breakthrough,
    checkers,
    connect_four,
    crazy_eights,
    goofspiel,
    hearts,
    kuhn_poker,
    leduc_poker,
    liars_dice,
    othello,
    pig,
    tic_tac_toe,
)
from tests.judges.adapters import hex as hex_game
from tests.judges.lockstep import Judged

GAMES = (
    tic_tac_toe, kuhn_poker, pig, leduc_poker, liars_dice, crazy_eights, hearts,
    connect_four, breakthrough, hex_game, othello, goofspiel, checkers,
)  # fmt: skip
TABLES: list[Judged] = [table for game in GAMES for table in game.TABLES]
