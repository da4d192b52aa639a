"""The public API, as in the README."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import rulewright
from rulewright.runtime.state import State
from tests.tools.command import BREAKS, written


def test_loading_and_playing() -> None:
    game = rulewright.load("nosferatu", players=6)
    state = game.start(seed=7)
    assert isinstance(state, State) and state.schema.players == 6
    while not state.over:
        assert state.decision is not None
        state.apply(state.decision.options[0])
    assert state.outcome is not None and state.log(player=2) and state.view(player=2).player == 2
    assert (game.name, game.title, game.players) == ("nosferatu", "Nosferatu", 6)
    assert dict(game.options) == {"bites_each": 2, "bites_to_win": 5}


def test_loading_again_gives_the_same_game() -> None:
    assert rulewright.load("pig") is rulewright.load("Pig", options={})
    assert rulewright.load("pig", options={"goal": 50}) is rulewright.load("pig", options={"goal": "50"})
    assert rulewright.load("pig", options={"goal": 50}) is not rulewright.load("pig")


def test_players_are_as_few_as_the_game_allows_unless_asked_for(tmp_path: Path) -> None:
    path = written(tmp_path, BREAKS)
    assert rulewright.load(path).players == 2
    assert rulewright.load(str(path), players=3).players == 3


def test_a_changed_file_is_another_game(tmp_path: Path) -> None:
    path = written(tmp_path, BREAKS)
    before = rulewright.load(path)
    written(tmp_path, BREAKS.replace('"Breaks"', '"Broken"'))
    assert rulewright.load(path).title == "Broken" and before.title == "Breaks"


def test_playouts_repeat_and_end() -> None:
    game = rulewright.load("kuhn_poker")
    first = game.playout(5)
    games = [game.playout(seed) for seed in range(40)]
    assert game.playout(5) == first == games[5]
    assert len({tuple(g.cells) for g in games}) > 10
    outcome = game.outcome(first)
    assert outcome is not None and sum(outcome.scores) == 0 and len(outcome.winners) == 1
    assert game.outcome(rulewright.load("pig").playout(1, limit=2)) is None


def test_the_reference_interpreter_plays_the_same_game() -> None:
    game = rulewright.load("pig")
    fast, slow = game.start(3), rulewright.runtime.state.start(game.reference(), 3)
    for _ in range(30):
        assert fast.option_ids == slow.option_ids and fast.log(0) == slow.log(0)
        fast.apply(fast.option_ids[0])
        slow.apply(slow.option_ids[0])


def test_the_source_is_a_module() -> None:
    full, quiet = rulewright.load("pig").source(), rulewright.load("pig").source(events=False)
    compile(full, "pig.py", "exec")
    assert "def enter(" in full and "def enter(" not in quiet


def test_errors_carry_the_report(tmp_path: Path) -> None:
    wrong = written(tmp_path, BREAKS.replace("set height", "set hieght"))
    with pytest.raises(rulewright.RulesError, match="did you mean `height`") as caught:
        rulewright.load(wrong)
    assert [d.span.line for d in caught.value.report] == [9]
    with pytest.raises(rulewright.RulesError, match="RW0804"):
        rulewright.load("pig", players=5)
    with pytest.raises(rulewright.RulesError, match="RW0805"):
        rulewright.load("pig", variants=["longer"])
    with pytest.raises(rulewright.RulesError, match="RW0802"):
        rulewright.load("pig", options={"gaol": 5})


def test_names_are_imported_when_used() -> None:
    program = "import sys, rulewright; print([m for m in sys.modules if m.startswith(('rulewright.', 'lark', 'attr'))])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
    with pytest.raises(AttributeError, match="no attribute 'lode'"):
        rulewright.lode  # noqa: B018
    assert set(rulewright.__all__) <= set(dir(rulewright))
