"""How long a game may go on by itself before it counts as endless. Part of the language: all engines share them."""

from __future__ import annotations

ROUNDS = 100_000  # of a loop, without a question
BODIES = 1_000  # of watches, after one change
DRAWS = 100_000  # of chance, without a seat being asked
