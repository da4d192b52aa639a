"""Counting rounds changes nothing but the count."""

from __future__ import annotations

from random import Random

import rulewright
from rulewright.compiler.load import load_module
from rulewright.compiler.passes.rounds import counting_rounds
from rulewright.compiler.python.emit import emit
from rulewright.runtime.playout import playout
from rulewright.runtime.schema import ROUNDS
from rulewright.tools.simulate import Plan, play_games


def test_the_count_is_the_number_of_turns_begun() -> None:
    program = rulewright.load("tic_tac_toe").program
    module = load_module(emit(counting_rounds(program), events=False), "counted")
    cell = next(f.offset for f in module.schema.fields if f.name == ROUNDS)
    for seed in range(50):
        played = playout(module, seed, Random(seed).random)  # type: ignore[arg-type]
        assert played.cells[cell] == (played.decisions + 1) // 2


def test_games_go_the_same_way() -> None:
    game = rulewright.load("nosferatu", players=6)
    counted = load_module(emit(counting_rounds(game.program), events=False), "counted")
    plan = Plan(games=60, seed=5, limit=10_000)
    plain, more = play_games(game.quiet, plan, 0, 60), play_games(counted, plan, 0, 60)
    assert plain.endings == more.endings and plain.decisions == more.decisions
    assert plain.rounds is None and more.rounds is not None and 60 < more.rounds < more.decisions


def test_a_game_without_rounds_is_left_alone() -> None:
    program = rulewright.load("kuhn_poker").program
    assert counting_rounds(program) is program
