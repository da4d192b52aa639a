"""Board games against the published numbers of nodes per ply, and of plies in random games."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

import rulewright
from rulewright.runtime.playout import playout

PERFT = [
    ("connect_four", {}, [7, 49, 343, 2401, 16807]),
    ("breakthrough", {}, [22, 484, 11132]),
    ("breakthrough", {"size": 6}, [16, 256, 4308]),
    ("hex", {}, [121, 14520]),
    ("hex", {"size": 4}, [16, 240, 3360]),
    ("othello", {}, [4, 12, 56, 244, 1396]),
]


def nodes(name: str, options: dict[str, int], depth: int) -> list[int]:
    """How many positions there are after 1, 2, ... plies, reached in any way; games that are over are not continued."""
    module = rulewright.load(name, options=options).quiet
    counts = [0] * depth

    def walk(cells: list[int], ids: list[int], ply: int) -> None:
        counts[ply] += len(ids)
        if ply + 1 < depth:
            for option in ids:
                after = cells.copy()
                walk(after, module.apply(after, option), ply + 1)

    start = module.new(0)
    walk(start, module.begin(start), 0)
    return counts


@pytest.mark.parametrize(("name", "options", "expected"), PERFT, ids=lambda p: str(p))
def test_nodes_per_ply(name: str, options: dict[str, int], expected: list[int]) -> None:
    assert nodes(name, options, len(expected)) == expected


def test_the_whole_tree_of_hex_on_3_by_3() -> None:
    """548,650 nodes; 5,514 positions, 994 of them ends; the first player wins with best play."""
    module = rulewright.load("hex", options={"size": 3}).quiet
    best: dict[tuple[int, ...], int] = {}
    below: dict[tuple[int, ...], int] = {}
    ends = 0

    def walk(cells: list[int], ids: list[int]) -> tuple[int, int]:
        """The first player's score with best play, and the nodes from here on."""
        nonlocal ends
        key = tuple(cells)
        if key not in best:
            if not ids:
                ends += 1
                best[key], below[key] = module.scores(cells)[0], 1
            else:
                found = []
                for option in ids:
                    after = cells.copy()
                    found.append(walk(after, module.apply(after, option)))
                best[key] = (max if module.actor(cells) == 0 else min)(value for value, _ in found)
                below[key] = 1 + sum(more for _, more in found)
        return best[key], below[key]

    start = module.new(0)
    value, tree = walk(start, module.begin(start))
    assert value == 1 and tree == 548_650
    assert len(best) == 5_514 and ends == 994


@pytest.mark.parametrize(
    ("name", "games", "plies", "first"),
    [("connect_four", 4000, 21.32, 0.5574), ("breakthrough", 400, 64.15, 0.5094), ("hex", 300, 107.6, 0.525)],
)
def test_random_games_are_as_long_and_as_fair_as_published(name: str, games: int, plies: float, first: float) -> None:
    module = rulewright.load(name).quiet
    random = Random(7)
    played = [playout(module, seed, random.random) for seed in range(games)]
    lengths = [p.decisions for p in played]
    mean = sum(lengths) / games
    error = sqrt(sum((n - mean) ** 2 for n in lengths) / games / games)
    assert abs(mean - plies) < 4 * error + 0.1  # the published means differ among themselves by as much
    score = sum(1.0 if p.cells[3] == 1 else 0.5 if p.cells[3] == 0 else 0.0 for p in played) / games
    assert abs(score - first) < 4 * sqrt(0.25 / games)


def test_passes_in_othello() -> None:
    """A player who cannot move is asked all the same, and has one answer; games of random moves hold such passes."""
    game = rulewright.load("othello")
    state = game.start()
    random = Random(3)
    passes = 0
    for _ in range(4):
        state = game.start()
        while not state.over:
            decision = state.decision
            assert decision is not None
            passes += decision.options[0].branch == "Skip"
            assert decision.options[0].branch != "Skip" or decision.forced
            state.apply(random.choice(decision.options))
    assert passes > 0
