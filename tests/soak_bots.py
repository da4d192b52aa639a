"""`python -m tests.soak_bots [GAMES]`: Nosferatu with one side played by `mcts`, the other at random, both ways.

Prints how often the side won, how often random play wins in its place (2,000 games), and how likely that is by luck.
"""

from __future__ import annotations

import sys

from tests.tools.test_bots_strength import by_luck, nosferatu

SIDES = (("Evil", True, 5, 0.7725), ("Hunters", False, 6, 0.162))  # with the share that random play wins


def soak(games: int, thinking: str = "mcts:300") -> None:
    for side, evil, players, share in SIDES:
        wins = nosferatu(thinking, evil, players, 0, games)
        luck = by_luck(wins, games, share)
        print(
            f"{side}, {players} players, {thinking}: {wins} of {games}, random {share:.1%}; by luck {luck:.2g}",
            flush=True,
        )


if __name__ == "__main__":
    soak(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
