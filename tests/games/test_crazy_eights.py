"""Crazy eights against published means: what five players get and how long it takes when all answer at random."""

from __future__ import annotations

from random import Random

import rulewright
from rulewright.runtime.playout import playout
from rulewright.runtime.state import State
from tests.games.means import Mean
from tests.judges.adapters.penalties import paid

GAMES = 1_500
RETURNS = (-51.8, -52.3, -52.9, -52.6, -51.9)  # each with a standard error of 0.74, in the reference's own count
DECISIONS = (79.5, 80.3)  # two runs of the reference


def test_random_play_with_five() -> None:
    game = rulewright.load("crazy_eights", players=5)
    random = Random(8)
    lengths, returns = Mean(), [Mean() for _ in RETURNS]
    for seed in range(GAMES):
        played = playout(game.quiet, seed, random.random)
        assert played.finished
        lengths.add(played.decisions)
        for mean, value in zip(returns, paid(State(game.engine, played.cells)), strict=True):
            mean.add(value)
    for mean, published in zip(returns, RETURNS, strict=True):
        assert mean.agrees(published, 0.74)
    assert DECISIONS[0] - 4 * lengths.error < lengths.value < DECISIONS[1] + 4 * lengths.error


def test_scores_count_eights_courts_and_the_rest() -> None:
    """At the end, every score is minus the cards in that hand: 50 for an eight, 10 from the ten up, else the rank."""
    game = rulewright.load("crazy_eights", players=3)
    for seed in range(20):
        state = game.start(seed)
        random = Random(seed)
        while not state.over:
            state.apply(random.choice(state.option_ids))
        assert state.outcome is not None
        for seat, score in enumerate(state.outcome.scores):
            hand = state.view(seat).zones["hand"][f"seat{seat + 1}"].content
            assert score == -sum(n * points(card) for card, n in hand.items())
        assert max(state.outcome.scores) == state.outcome.scores[state.outcome.winners[0]]


def points(card: str) -> int:
    rank = card.removeprefix("Clubs").removeprefix("Diamonds").removeprefix("Hearts").removeprefix("Spades")
    if rank == "8":
        return 50
    return int(rank) if rank.isdigit() else 10
