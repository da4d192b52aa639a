"""Tic-tac-toe against its published counts: every game and every position there is."""

from __future__ import annotations

from fractions import Fraction

import rulewright


def test_every_game_and_every_position() -> None:
    module = rulewright.load("tic_tac_toe").quiet
    games = {"games": 0, "nodes": 0}
    ends = {(1, 2): 0, (2, 1): 0, (0, 0): 0}
    positions: set[tuple[int, ...]] = set()
    over: set[tuple[int, ...]] = set()

    def walk(cells: list[int], options: list[int]) -> None:
        games["nodes"] += 1
        positions.add(tuple(cells))
        if not options:
            games["games"] += 1
            over.add(tuple(cells))
            ends[cells[3], cells[4]] += 1
            return
        for option in options:
            after = cells.copy()
            walk(after, module.apply(after, option))

    start = module.new(0)
    walk(start, module.begin(start))
    assert games == {"games": 255_168, "nodes": 549_946}
    assert ends == {(1, 2): 131_184, (2, 1): 77_904, (0, 0): 46_080}
    assert len(positions) == 5_478
    assert len(over) == 958


def test_uniform_play_and_best_play_are_exact() -> None:
    module = rulewright.load("tic_tac_toe").quiet
    uniform: dict[tuple[int, ...], Fraction] = {}
    best: dict[tuple[int, ...], int] = {}

    def value(cells: list[int], options: list[int]) -> tuple[Fraction, int]:
        """The first player's expected score when both play at random, and when both play best."""
        key = tuple(cells)
        if key not in uniform:
            if not options:
                score = module.scores(cells)[0]
                uniform[key], best[key] = Fraction(score), score
            else:
                results = []
                for option in options:
                    after = cells.copy()
                    results.append(value(after, module.apply(after, option)))
                uniform[key] = sum((r[0] for r in results), Fraction(0)) / len(results)
                pick = max if module.actor(cells) == 0 else min
                best[key] = pick(r[1] for r in results)
        return uniform[key], best[key]

    start = module.new(0)
    played, perfect = value(start, module.begin(start))
    assert played == Fraction(737, 1260) - Fraction(121, 420)
    assert perfect == 0
