"""Choices at once as one node: the right seats with the right options, whatever the others answer, on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

import rulewright
from rulewright.runtime.decision import Decision, IllegalOption
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.state import State, start
from rulewright.runtime.together import apply_together, together
from rulewright.tools.game import Game
from tests.runtime import at_once_games as games

STAGED = {"stall": games.STALL, "nested": games.NESTED, "alone": games.ALONE, "leaves": games.LEAVES}


def made(folder: Path, text: str) -> Game:
    file = folder / "game.rules"
    file.write_text(text, encoding="utf-8")
    return rulewright.load(file)


def both_engines(game: Game, seed: int) -> Iterator[State]:
    yield game.start(seed)
    yield start(game.reference(), seed)


def stage(state: State) -> object:
    """What all see of how far the game has come."""
    waiting = state.decision
    return state.view(0).fields["stage"], waiting.prompt if waiting else ""


def answered_in_a_row(state: State, decisions: tuple[Decision, ...], random: Random) -> dict[int, int]:
    """Answer one after the other as engines ask; all asked must be those of `decisions`, and none be left out."""
    before, given = stage(state), dict[int, int]()
    for decision in decisions:
        assert state.decision == decision and stage(state) == before
        given[decision.player] = random.choice(decision.options).id
        state.apply(given[decision.player])
    assert state.over or stage(state) != before, "somebody else chooses at the same time"
    return given


@pytest.mark.parametrize("name", STAGED)
def test_they_are_the_questions_that_are_asked_in_a_row(name: str, tmp_path: Path) -> None:
    game = made(tmp_path, STAGED[name])
    sizes = set()
    for seed in range(12):
        random = Random(seed)
        for state in both_engines(game, seed):
            while not state.over:
                decisions, cells = together(state), state.cells.copy()
                assert state.cells == cells, "looking ahead changes nothing"
                sizes.add(len(decisions))
                in_a_row = state.clone()
                given = answered_in_a_row(in_a_row, decisions, random)
                apply_together(state, given)
                assert (state.cells, state.events, state.steps) == (in_a_row.cells, in_a_row.events, in_a_row.steps)
    assert max(sizes) == game.players and (min(sizes) < max(sizes) or name == "leaves")


def test_who_cannot_choose_and_who_is_not_meant_are_left_out(tmp_path: Path) -> None:
    wares = ["Fish", "Salt", "Silk", "Fish", "Fish", "Salt", "Salt"]
    state = made(tmp_path, games.STALL).start(chance={"stock": wares})
    assert asked(state) == {0: ["Fish", "Salt"], 2: ["Fish", "Salt"]}, "the host of the first day is seat 2"
    answer(state, {0: "Fish", 2: "Salt"})
    assert asked(state) == {0: ["-2", "-1", "0", "1", "2"]}, "what one chooses later in the body is asked alone"
    answer(state, {0: "2"})
    answer(state, {2: "0"})
    assert list(asked(state)) == [0, 1, 2]
    answer(state, {0: "player 2", 1: "player 1", 2: "player 2"})
    assert asked(state) == {0: ["player 3"], 2: ["player 1", "player 2"]}, "asked anew; seat 1 has no option"
    answer(state, {0: "player 3", 2: "player 1"})
    assert asked(state) == {0: ["Salt"], 1: ["Fish", "Salt", "Silk"]}


def asked(state: State) -> dict[int, list[str]]:
    return {decision.player: [option.label for option in decision.options] for decision in together(state)}


def answer(state: State, labels: dict[int, str]) -> None:
    """Answer by labels."""
    options = {d.player: {option.label: option for option in d.options} for d in together(state)}
    apply_together(state, {seat: options[seat][label] for seat, label in labels.items()})


def test_nobodys_options_depend_on_what_another_answers() -> None:
    state = rulewright.load("goofspiel", options={"cards": 4}).start()
    apply_together(state, {0: 1, 1: 3})
    first, second = together(state)
    for one, two in product(first.options, second.options):
        after = state.clone()
        after.apply(one)
        assert after.decision == second and together(after) == (second,), "in the middle, those that are left"
        after.apply(two)
        assert after.over or [d.player for d in together(after)] == [0, 1]


def test_answers_that_do_not_fit_change_nothing(tmp_path: Path) -> None:
    wares = ["Fish", "Salt", "Fish", "Salt", "Silk", "Fish", "Salt"]
    state = made(tmp_path, games.STALL.replace("field price per player: -2..9", "field price per player: -2..9 = 3"))
    game = state.start(chance={"stock": wares})
    assert asked(game) == {0: ["Fish", "Salt"], 2: ["Fish"]}
    before = game.cells.copy()
    for wrong in ({}, {0: 0}, {2: 0}, {0: 0, 1: 0, 2: 0}):
        with pytest.raises(ValueError, match=r"the seats asked are \[0, 2\]"):
            apply_together(game, wrong)
    with pytest.raises(IllegalOption, match=r"Silk.*too rich for silk"):
        apply_together(game, {0: 0, 2: 2})
    with pytest.raises(IllegalOption, match="not an option"):
        apply_together(game, {0: 9, 2: 0})
    assert game.cells == before and not game.can_undo
    apply_together(game, {0: 0, 2: 0})
    game.undo()
    game.undo()
    assert game.cells == before and len(together(game)) == 2


def test_rules_that_break_leave_all_as_it_was(tmp_path: Path) -> None:
    state = made(tmp_path, games.BREAKS).start()
    for _ in range(2):
        before = (state.cells.copy(), state.events.copy(), state.steps.copy())
        with pytest.raises(RuleFault):
            apply_together(state, {0: 2, 1: 2})
        assert (state.cells, state.events, state.steps) == before
        apply_together(state, {0: 2, 1: 1})


def test_rules_that_always_break_can_be_looked_at(tmp_path: Path) -> None:
    """One seat is not asked, so that whether there is another question is only seen by going on."""
    text = games.BREAKS.replace("from 0 to 2", "from 2 to 3").replace("for 2 players", "for 3 players")
    state = made(tmp_path, text.replace("each player q\n", "each player q where q is not seat(3)\n")).start()
    assert [decision.player for decision in together(state)] == [0, 1]
    with pytest.raises(RuleFault):
        apply_together(state, {0: 0, 1: 1})


def test_nobody_is_asked_at_chance_and_at_the_end() -> None:
    state = rulewright.load("kuhn_poker").start(chance="exposed")
    assert together(state) == ()
    with pytest.raises(ValueError, match=r"the seats asked are \[\]"):
        apply_together(state, {})
    while state.chance is not None:
        state.apply(state.option_ids[0])
    while not state.over:
        assert together(state) == (state.decision,)
        apply_together(state, {together(state)[0].player: state.option_ids[0]})
    assert together(state) == ()


def test_schemas_tell_where_answers_are_kept(tmp_path: Path) -> None:
    game = made(tmp_path, games.NESTED)
    assert game.schema == game.engine.schema == game.reference().schema
    kept = [game.schema.fields[point.keeper] for point in game.schema.points if point.keeper >= 0]
    assert len({field.name for field in kept}) == 2 and all(field.cells == 2 for field in kept)
    assert all(point.keeper == -1 for point in rulewright.load("nosferatu").schema.points)
