"""Pig against its published figures, by exact value iteration over the compiled game, and by playing it at random."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

import rulewright
from rulewright.runtime.playout import playout
from rulewright.runtime.schema import POINT

Cells = tuple[int, ...]


def reachable(goal: int) -> tuple[dict[Cells, list[tuple[float, Cells]]], dict[Cells, list[Cells]], dict[Cells, float]]:
    """Chance nodes with (probability, next), decision nodes with the next ones, ends (1: the first player won)."""
    engine = rulewright.load("pig", options={"goal": goal}).engine
    chances = {p.id for p in engine.schema.points if p.chance}
    rolls: dict[Cells, list[tuple[float, Cells]]] = {}
    asks: dict[Cells, list[Cells]] = {}
    ends: dict[Cells, float] = {}
    cells = engine.new(0)
    engine.begin(cells, [])
    todo = [tuple(cells)]
    while todo:
        here = todo.pop()
        if here in rolls or here in asks or here in ends:
            continue
        if here[POINT] == 0:
            ends[here] = float(engine.scores(list(here))[0] == 1)
            continue
        options = engine.options(list(here))
        following = []
        for option in options:
            after = list(here)
            engine.apply(after, option, [])
            following.append(tuple(after))
        todo += following
        if here[POINT] in chances:
            weights = engine.weights(list(here))
            rolls[here] = [(w / sum(weights), f) for w, f in zip(weights, following, strict=True)]
        else:
            asks[here] = following
    return rolls, asks, ends


@pytest.mark.parametrize(("goal", "best", "uniform"), [(10, 0.7094243, 0.5483718)])
def test_exact_values(goal: int, best: float, uniform: float) -> None:
    check_values(goal, best, uniform)


def check_values(goal: int, best: float, uniform: float) -> None:
    game = rulewright.load("pig", options={"goal": goal})
    rolls, asks, ends = reachable(goal)
    start = game.engine.new(0)
    game.engine.begin(start, [])
    for perfect, expected in ((True, best), (False, uniform)):
        value = dict.fromkeys([*rolls, *asks], 0.5) | ends
        change = 1.0
        while change > 1e-10:
            change = 0.0
            for here, chances in rolls.items():
                new = sum(p * value[after] for p, after in chances)
                change = max(change, abs(new - value[here]))
                value[here] = new
            for here, following in asks.items():
                found = [value[after] for after in following]
                if perfect:
                    new = max(found) if game.engine.actor(list(here)) == 0 else min(found)
                else:
                    new = sum(found) / len(found)
                change = max(change, abs(new - value[here]))
                value[here] = new
        assert value[tuple(start)] == pytest.approx(expected, abs=1e-6)


def test_random_play_to_20() -> None:
    """First player 0.5308148 when both choose uniformly; 21.3 decisions in the reference's playouts."""
    module = rulewright.load("pig", options={"goal": 20}).quiet
    random = Random(4)
    games = 20_000
    played = [playout(module, seed, random.random) for seed in range(games)]
    wins = sum(p.cells[3] == 1 for p in played)
    assert abs(wins / games - 0.5308148) < 4 * sqrt(0.25 / games)
    lengths = [p.decisions for p in played]
    mean = sum(lengths) / games
    spread = sqrt(sum((n - mean) ** 2 for n in lengths) / games)
    assert abs(mean - 21.3) < 4 * spread / sqrt(games) + 0.05  # the reference is rounded to a tenth
