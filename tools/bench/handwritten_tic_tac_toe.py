"""Tic-tac-toe as a Python programmer would write it by hand: the baseline that the compiled game is measured against.

No events, no views, no log: a board, the free squares, a mark, a look for three in a row. `play` is one game in which
both sides choose uniformly among the free squares; the last square left is a decision like the others.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

EMPTY, X, O = " ", "X", "O"  # noqa: E741 - the mark is called O
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@dataclass(frozen=True)
class Result:
    """How a game ended: `winner` is X, O, or empty for a draw."""

    winner: str
    decisions: int


class TicTacToe:
    """One game in progress."""

    def __init__(self) -> None:
        self.board = [EMPTY] * 9
        self.mover = X
        self.winner = EMPTY
        self.moves = 0

    @property
    def over(self) -> bool:
        return self.winner != EMPTY or self.moves == 9

    def options(self) -> list[int]:
        """The free squares, counted from 0."""
        return [square for square, mark in enumerate(self.board) if mark == EMPTY]

    def apply(self, square: int) -> None:
        """Mark a free square for the player whose turn it is."""
        board, mover = self.board, self.mover
        board[square] = mover
        self.moves += 1
        for a, b, c in LINES:
            if board[a] == mover and board[b] == mover and board[c] == mover:
                self.winner = mover
                return
        self.mover = O if mover == X else X


def play(rng: random.Random) -> Result:
    """Play one game with uniformly random moves."""
    game = TicTacToe()
    while not game.over:
        options = game.options()
        game.apply(options[int(rng.random() * len(options))])
    return Result(game.winner, game.moves)
