"""Chance in the open, in every shipped game: probabilities that add up, and what is drawn is what is on offer.

`exposed` stops at each chance point; `sampled` draws there; the quiet module (no events) draws by itself, inside.
"""

from __future__ import annotations

from collections import Counter
from math import ceil, sqrt
from random import Random
from typing import Any

import pytest

import rulewright
from rulewright.runtime.schema import CHANCE, POINT
from rulewright.runtime.state import State
from rulewright.tools.game import Game
from tests.properties.shipped_games import GAMES

Odds = dict[tuple[int, ...], float]  # by what the cells are at a question, without the generator's: the probability

Table = tuple[str, int, dict[str, str]]

TABLES: list[Table] = [*((*table, dict[str, str]()) for table in GAMES), ("goofspiel", 2, {"shuffled": "yes"})]
DEALT = {"kuhn_poker", "leduc_poker", "liars_dice", "crazy_eights", "hearts", "nosferatu"}
LATER = {"pig", "leduc_poker", "crazy_eights", "nosferatu"}  # chance that comes after an answer
MOST_LEAVES = 40
LONGEST = 250  # answers of a walk
LONGEST_GAME = 2000


def opened(name: str, players: int, options: dict[str, str]) -> Game:
    return rulewright.load(name, players=players, options=options)


def check_odds(state: State) -> None:
    """The chance point that a state waits at."""
    assert state.chance is not None and state.decision is None
    ids = [outcome.id for outcome in state.chance.outcomes]
    assert tuple(ids) == state.option_ids and len(set(ids)) == len(ids) > 1
    if all(len(set(c.titles)) == len(c.titles) for c in state.schema.classes):  # cards of Nemesis share titles
        assert len({outcome.label for outcome in state.chance.outcomes}) == len(ids)
    assert all(weight > 0 for weight in state.chance.weights)
    assert sum(state.chance.probabilities) == pytest.approx(1, abs=1e-12)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_what_is_drawn_is_on_offer(name: str, players: int, options: dict[str, str]) -> None:
    """A sampled game, its draws given to an exposed one as outcomes: the same game."""
    game, draws = opened(name, players, options), 0
    for seed in range(2):
        random, sampled = Random(seed), game.start(seed)
        for _ in range(LONGEST_GAME):
            if not sampled.over:
                sampled.apply(random.choice(sampled.option_ids))
        exposed = game.start(seed, chance="exposed")
        for step in sampled.steps:
            assert exposed.cells[POINT] == step.point and (exposed.chance is not None) == step.chance
            if step.chance:
                draws += 1
                check_odds(exposed)
            exposed.apply(step.choice)  # refuses what is not on offer
        assert without_generator(exposed.cells) == without_generator(sampled.cells)
        assert exposed.outcome == sampled.outcome
    assert draws or (name not in DEALT | LATER and not options)


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_all_that_is_on_offer_is_drawn_first(name: str, players: int, options: dict[str, str]) -> None:
    """The first draw of many sampled games, against the odds of the first chance point."""
    game = opened(name, players, options)
    exposed = game.start(chance="exposed")
    if exposed.chance is None:
        exposed = after_first_answers(exposed)
    if exposed.chance is None:
        assert name not in DEALT | LATER and not options
        return
    odds = {(i,): share for i, share in zip(exposed.option_ids, exposed.chance.probabilities, strict=True)}
    answers, many = [step.choice for step in exposed.steps], enough(odds)
    drawn: Counter[tuple[int, ...]] = Counter()
    for seed in range(many):
        sampled = game.start(seed)
        for answer in answers:
            sampled.apply(answer)
        drawn[(next(step.choice for step in sampled.steps if step.chance),)] += 1
    compare(drawn, odds, many)


def after_first_answers(state: State) -> State:
    """Give first answers until chance is asked, or for a while."""
    for _ in range(LONGEST):
        if state.over or state.chance is not None:
            break
        state.apply(state.option_ids[0])
    return state


@pytest.mark.parametrize(("name", "players", "options"), [table for table in TABLES if table[0] != "hearts"])
def test_the_quiet_module_draws_what_is_on_offer(name: str, players: int, options: dict[str, str]) -> None:
    """From questions on the way, the same answer many times: the positions that come of it, against the odds.

    Hearts is left out: all its chance is before the first question, and leads to more deals than can be counted.
    """
    game = opened(name, players, options)
    random, state, compared = Random(name), game.start(1, chance="exposed"), 0
    for _ in range(LONGEST):
        if state.over or compared == 4:
            break
        option = random.choice(state.option_ids)
        if state.chance is None:
            odds = leaves(game, state.cells, option)
            if odds is not None and len(odds) > 1:
                compared += 1
                many = enough(odds)
                compare(Counter(drawn_quietly(game, state.cells, option, seed) for seed in range(many)), odds, many)
        state.apply(option)
    assert compared or (name not in LATER and not options)


def leaves(game: Game, cells: list[int], option: int) -> Odds | None:
    """Every position at a question (or end) that an answer can lead to; None if there are too many to go through."""
    engine, odds, chance = game.engine, Odds(), {point.id for point in game.schema.points if point.chance}
    waiting, steps = [(cells, option, 1.0)], 0
    while waiting:
        before, chosen, share = waiting.pop()
        after = before.copy()
        ids = engine.apply(after, chosen, [])
        steps += 1
        if after[POINT] in chance:
            weights = engine.weights(after)
            waiting += [(after, i, share * w / sum(weights)) for i, w in zip(ids, weights, strict=True)]
        else:
            odds[without_generator(after)] = odds.get(without_generator(after), 0) + share
        if len(waiting) + steps > MOST_LEAVES:
            return None
    assert sum(odds.values()) == pytest.approx(1, abs=1e-12)
    return odds


def drawn_quietly(game: Game, cells: list[int], option: int, seed: int) -> tuple[int, ...]:
    """Where the quiet module comes to by an answer, with another generator."""
    after: list[int] = cells.copy()
    after[CHANCE] = game.quiet.new(seed)[CHANCE]
    following: Any = game.quiet.APPLY[after[POINT]](after, option)
    if type(following) is int:
        game.quiet.go_on(after, following)
    return without_generator(after)


def without_generator(cells: list[int]) -> tuple[int, ...]:
    return (*cells[:CHANCE], *cells[CHANCE + 1 :])


def enough(odds: Odds) -> int:
    """So many draws that what is least likely is expected twenty times."""
    return ceil(20 / min(odds.values()))


def compare(drawn: Counter[tuple[int, ...]], odds: Odds, many: int) -> None:
    """The same things, about as often as they should be. The seeds are fixed, so this fails always or never."""
    assert drawn.keys() == odds.keys()
    for thing, share in odds.items():
        assert abs(drawn[thing] - many * share) < 5 * sqrt(many * share * (1 - share))
