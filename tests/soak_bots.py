"""`python -m tests.soak_bots [GAMES] [VAN_HELSING]`: how good bots are at the two large games, and that they are.

Nosferatu with one side played by `mcts`, the other at random, both ways: more wins than random play in its place has,
by more than luck can explain. Van Helsing with `mcts` at both seats: at random, 98 in 100 go on to the last round.
"""

from __future__ import annotations

import sys

import rulewright
from rulewright.runtime.bots import bot_name, play_match
from rulewright.runtime.state import start
from tests.tools.test_bots_strength import by_luck, nosferatu, rules_of

SIDES = (("Evil", True, 5, 0.7725), ("Hunters", False, 6, 0.162))  # with the share that random play wins
LUCK = 0.01
FEWEST = 0.5  # of the games of Van Helsing are won by somebody


def soak(games: int, thinking: str = "mcts:60") -> None:
    """Nosferatu, both ways."""
    for side, evil, players, share in SIDES:
        many = games if evil else max(1, games // 4)  # the margin of the Hunters is seen sooner
        wins = nosferatu(thinking, evil, players, 0, many)
        luck = by_luck(wins, many, share)
        print(
            f"{side}, {players} players, {thinking}: {wins} of {many}, random {share:.1%}; by luck {luck:.2g}",
            flush=True,
        )
        assert luck < LUCK or games < 100, f"{side} won no more than by luck"


def hunt(games: int, thinking: str = "mcts:40") -> None:
    """Van Helsing, two players."""
    game = rulewright.load("van_helsing", players=2)
    rules, won = rules_of(game), 0
    for number in range(games):
        state = start(rules.engine, number)
        assert play_match(state, [bot_name(thinking).bot(rules, seat, 100 * number + seat) for seat in range(2)])
        assert state.outcome is not None
        won += bool(state.outcome.winners)
        print(f"Van Helsing, {thinking}, game {number + 1}: {state.outcome.reason}", flush=True)
    print(f"Van Helsing, {thinking}: {won} of {games} won by somebody, random 2 in 100", flush=True)
    assert won >= FEWEST * games


if __name__ == "__main__":
    soak(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
    hunt(int(sys.argv[2]) if len(sys.argv) > 2 else 10)
