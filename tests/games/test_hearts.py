"""Hearts against published means: what each seat gets and how long a deal takes when all answer at random."""

from __future__ import annotations

from random import Random

import rulewright
from rulewright.runtime.playout import playout
from tests.games.means import Mean

GAMES = 1_500
RETURNS = (19.22, 19.44, 19.47, 19.29)  # each with a standard error of 0.13
DECISIONS = 60.9  # 52 cards played, and twelve passed in three deals of four


def test_random_play() -> None:
    game = rulewright.load("hearts")
    random = Random(3)
    lengths, returns = Mean(), [Mean() for _ in RETURNS]
    moons = 0
    for seed in range(GAMES):
        played = playout(game.quiet, seed, random.random)
        assert played.finished and played.decisions in (52, 64)
        lengths.add(played.decisions)
        scores = game.quiet.scores(played.cells)
        assert sum(scores) == 78 or sorted(scores) == [0, 0, 0, 26]  # somebody took all
        moons += sum(scores) == 26
        for mean, score in zip(returns, scores, strict=True):
            mean.add(score)
    for mean, published in zip(returns, RETURNS, strict=True):
        assert mean.agrees(published, 0.13)
    assert lengths.agrees(DECISIONS, 0.05)
    assert moons > 0
