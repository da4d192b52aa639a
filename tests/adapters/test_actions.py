"""Action numbers: one for each answer there can be, whatever has happened, with a name of its own."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.tools.adapters.actions import number_actions
from tests.adapters.shipped import GAMES, loaded, positions


@pytest.mark.parametrize("name", GAMES)
def test_numbers_and_answers_belong_to_each_other(name: str) -> None:
    actions = number_actions(loaded(name).schema)
    answers = [actions.answer(number) for number in range(actions.size)]
    assert [actions.number(point, option) for point, option in answers] == list(range(actions.size))
    assert sorted(set(answers)) == answers, "points in order, each with its options in order"


@pytest.mark.parametrize("name", GAMES)
def test_names_are_different_and_tell_path_and_label(name: str) -> None:
    game = loaded(name)
    actions = number_actions(game.schema)
    assert len(set(actions.names)) == actions.size
    for state in positions(game, 1):
        if state.decision is not None:
            for option in state.decision.options:
                called = actions.name(actions.number(state.decision.point, option.id))
                assert called.startswith(state.decision.path)
                assert option.label.split("player")[0] in called


def test_numbers_of_small_games() -> None:
    assert number_actions(loaded("kuhn_poker").schema).names == (
        "Betting.Turn: Check", "Betting.Turn: Bet", "Answer: Fold", "Answer: Call",
    )  # fmt: skip
    assert number_actions(loaded("tic_tac_toe").schema).names[4] == "Round.Turn: r2c2"


def test_questions_of_one_phase_are_told_apart() -> None:
    actions = number_actions(rulewright.load("nosferatu", players=5).schema)
    assert "Turn.Stake: Kill with it" in actions.names
    alike = [name for name in actions.names if name.startswith("Turn.Stake, ") and name.endswith("player 2")]
    assert len(alike) > 1


def test_what_is_no_action_is_refused() -> None:
    actions = number_actions(loaded("kuhn_poker").schema)
    for number in (-1, actions.size):
        with pytest.raises(ValueError, match="there is no action"):
            actions.answer(number)
        with pytest.raises(ValueError, match="there is no action"):
            actions.name(number)
    chance = next(p.id for p in actions.schema.points if p.chance)
    for point, option in ((chance, 0), (2, 2), (2, -1), (99, 0)):
        with pytest.raises(ValueError, match="there is no option"):
            actions.number(point, option)
