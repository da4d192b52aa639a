"""Connect four as a Python programmer would write it by hand: the baseline that the compiled game is measured against.

No events, no views, no log: seven columns of discs, bottom first, and a look along the four directions through the
disc just dropped. `play` is one game in which both sides choose uniformly among the columns that are not full; the last
place left is a decision like the others.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

COLUMNS, ROWS, IN_A_LINE = 7, 6, 4
NOBODY, FIRST, SECOND = 0, 1, 2
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))  # columns and rows from one disc of a line to the next


@dataclass(frozen=True)
class Result:
    """How a game ended: `winner` is the first player, the second, or nobody."""

    winner: int
    decisions: int


class ConnectFour:
    """One game in progress."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.mover = FIRST
        self.winner = NOBODY
        self.moves = 0

    @property
    def over(self) -> bool:
        return self.winner != NOBODY or self.moves == COLUMNS * ROWS

    def options(self) -> list[int]:
        """The columns that are not full, counted from 0."""
        return [number for number, column in enumerate(self.columns) if len(column) < ROWS]

    def apply(self, column: int) -> None:
        """Drop a disc, for the player whose turn it is, into a column that is not full."""
        row = len(self.columns[column])
        self.columns[column].append(self.mover)
        self.moves += 1
        if self.in_line(column, row):
            self.winner = self.mover
        self.mover = SECOND if self.mover == FIRST else FIRST

    def in_line(self, column: int, row: int) -> bool:
        """Is the mover's disc there one of four in a line?"""
        for right, up in DIRECTIONS:
            discs = 1 + self.run(column, row, right, up) + self.run(column, row, -right, -up)
            if discs >= IN_A_LINE:
                return True
        return False

    def run(self, column: int, row: int, right: int, up: int) -> int:
        """How many of the mover's discs follow one another that way, without the one it starts from."""
        columns, mover, discs = self.columns, self.mover, 0
        column += right
        row += up
        while 0 <= column < COLUMNS and 0 <= row < len(columns[column]) and columns[column][row] == mover:
            discs += 1
            column += right
            row += up
        return discs


def play(rng: random.Random) -> Result:
    """Play one game with uniformly random moves."""
    game = ConnectFour()
    while not game.over:
        options = game.options()
        game.apply(options[int(rng.random() * len(options))])
    return Result(game.winner, game.moves)
