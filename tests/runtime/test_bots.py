"""Bots see a view and options only; the fast loop plays quiet modules."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from rulewright.runtime.bots import BOTS, BotName, FirstBot, RandomBot, bot_name, play_match
from rulewright.runtime.decision import Decision, IllegalOption
from rulewright.runtime.playout import playout, tracked_playout
from rulewright.runtime.schema import POINT
from rulewright.runtime.state import start
from rulewright.runtime.view import View
from tests.runtime.countdown import Countdown


class Nosy:
    """Takes the first option and keeps what it was given."""

    def __init__(self) -> None:
        self.seen: list[tuple[Decision, View]] = []

    def choose(self, decision: Decision, view: View) -> int:
        self.seen.append((decision, view))
        return decision.options[0].id


def test_a_bot_gets_its_own_view_and_question() -> None:
    bots = [Nosy(), Nosy()]
    assert play_match(start(Countdown(), 1), bots)
    for seat, bot in enumerate(bots):
        assert bot.seen
        for decision, view in bot.seen:
            assert decision.player == view.player == seat
            assert view.decision == decision
            assert ("tally" in view.fields) is (seat == 0)


def test_random_bots_are_repeatable() -> None:
    def game(seed: int) -> list[int]:
        state = start(Countdown(), 1)
        play_match(state, [RandomBot(seed), RandomBot(seed + 1)])
        return [step.choice for step in state.steps]

    assert game(3) == game(3)
    assert len({tuple(game(seed)) for seed in range(20)}) > 5


def test_bots_by_name() -> None:
    assert [str(bot_name(kind)) for kind in BOTS] == ["random", "first", "greedy:16", "flat:200", "mcts:200"]
    assert bot_name(" mcts:7 ") == BotName("mcts", 7)
    for wrong in ("", "mcst", "mcts:", "mcts:0", "mcts:-1", "mcts:1.5", "mcts:1000001", "mcts:9999999999", "first:3"):
        with pytest.raises(ValueError, match=r"bot|look like|think"):
            bot_name(wrong)


def test_a_match_can_stay_unfinished() -> None:
    state = start(Countdown(), 1)
    assert not play_match(state, [FirstBot(), FirstBot()], limit=3)
    assert not state.over and sum(not step.chance for step in state.steps) == 3


def test_bots_do_not_play_chance_nor_illegal_options() -> None:
    with pytest.raises(ValueError, match="exposed"):
        play_match(start(Countdown(), 1, "exposed"), [FirstBot(), FirstBot()])
    wrong = SimpleNamespace(choose=lambda decision, view: 77)
    with pytest.raises(IllegalOption):
        play_match(start(Countdown(), 1), [wrong, wrong])


def quiet(heap: int) -> Any:
    """A quiet module: take 1 or 2 from a heap; every second turn goes through a block."""

    def options(cells: list[int]) -> list[int]:
        cells[POINT] = 1 if cells[5] else 0
        return [n for n in range(2) if n + 1 <= cells[5]]

    def apply(cells: list[int], option: int) -> list[int] | int:
        cells[5] -= option + 1
        return 1 if cells[5] % 2 else options(cells)

    def play(cells: list[int], random: Any, limit: int) -> int:
        ids = options(cells)
        for count in range(limit):
            if not ids:
                return count
            apply(cells, ids[int(random() * len(ids))])
            ids = options(cells)
        return limit

    return SimpleNamespace(
        play=play,
        new=lambda seed: [0, seed, 0, 0, 0, heap],
        begin=options,
        APPLY=(None, apply),
        go_on=lambda cells, block: options(cells),
    )


def test_playouts() -> None:
    played = playout(quiet(30), 1, random.Random(4).random)
    assert played.finished and played.cells[5] == 0 and 15 <= played.decisions <= 30
    assert playout(quiet(30), 1, lambda: 0.0).decisions == 30
    assert playout(quiet(30), 1, lambda: 0.0, limit=30).finished
    short = playout(quiet(30), 1, lambda: 0.0, limit=29)
    assert not short.finished and short.decisions == 29
    tracked, trail = tracked_playout(quiet(4), 1, lambda cells, ids: ids[-1])
    assert tracked.finished and trail == [(1, 1), (1, 1)]
