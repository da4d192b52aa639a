"""What is counted in games: against the same games played with events, and against what must be so."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import rulewright
from rulewright.runtime.decision import branch_of
from rulewright.tools.compare.figures import Figure, measured
from rulewright.tools.compare.playing import BLOCK, Piece, play, ready
from rulewright.tools.compare.roles import roles
from rulewright.tools.compare.rulesets import Ruleset, rulesets
from rulewright.tools.simulate import game_seed
from tests.tools.command import written

GAMES = 30
CASES = ("nosferatu@6", "crazy_eights@3", "goofspiel", "pig")


def one(text: str) -> Ruleset:
    """A ruleset (with another beside it, for two there must be)."""
    return rulesets([text, "kuhn_poker"])[0]


def figures_of(ruleset: Ruleset, games: int = GAMES) -> tuple[tuple[Figure, ...], Any]:
    """All figures with their values in the first games."""
    ready((ruleset.side,), "random", 10_000)
    rows = play(Piece(0, 0, True), games).rows
    sheet = ruleset.side.sheet
    figures = sheet.figures + sheet.counted
    return figures, measured(figures, rows)


def column(figures: tuple[Figure, ...], values: Any, section: str, key: str) -> list[int]:
    place = next(n for n, f in enumerate(figures) if f.name == (section, key))
    return [int(v) for v in values[:, place]]


def replayed(ruleset: Ruleset, number: int) -> Any:
    """The same game with events."""
    seed = game_seed(ruleset.side.seed, number)
    generator = Random(seed)
    state = ruleset.game.start(seed)
    while not state.over:
        ids = state.option_ids
        state.apply(ids[int(generator.random() * len(ids))])
    return state


@pytest.mark.parametrize("text", CASES)
def test_wins_endings_and_choices_are_those_of_the_games(text: str) -> None:
    ruleset = one(text)
    figures, values = figures_of(ruleset)
    points = {p.id: p for p in ruleset.game.schema.points}
    for number in range(GAMES):
        state = replayed(ruleset, number)
        row = {f.name: int(v) for f, v in zip(figures, values[number], strict=True)}
        for seat in range(ruleset.game.players):
            assert row["wins", f"seat {seat + 1}"] == (seat in state.outcome.winners)
        assert row["wins", "nobody"] == (not state.outcome.winners)
        answers = [step for step in state.steps if not step.chance]
        assert row["length", "decisions"] == len(answers)
        made: Counter[str] = Counter()
        for step in answers:
            point = points[step.point]
            branch = branch_of(point, step.choice)
            assert branch is not None
            made[f"{point.path} | {point.prompt} | {branch.name or branch.label}"] += 1
        kinds = [f for f in figures if f.section == "choices" and " | " in f.key and f.key.count(" | ") == 2]
        assert {f.key: row[f.name] for f in kinds if row[f.name]} == dict(made)
        ended = [f.label for f in figures if f.section == "endings" and row[f.name]]
        assert len(ended) == 1 and (ended[0].startswith(state.outcome.reason) or not state.outcome.reason)


def test_components_are_counted_where_they_go() -> None:
    """In Nosferatu: what events say of the moves between two places, kind by kind."""
    ruleset = one("nosferatu@6")
    figures, values = figures_of(ruleset)
    zones = {z.name: n for n, z in enumerate(ruleset.game.schema.zones)}
    kinds = next(c for c in ruleset.game.schema.classes if c.name == "Card").members
    for number in range(GAMES):
        moved: Counter[int] = Counter()
        for event in replayed(ruleset, number).events:
            if event[0] == "move" and (event[2], event[4]) == (zones["reserve"], zones["action"]):
                moved.update(dict(event[6]))
        for kind, name in enumerate(kinds):
            assert column(figures, values, "moves", f"reserve action | Card.{name}")[number] == moved[kind]


def test_what_must_be_so_in_nosferatu() -> None:
    figures, values = figures_of(one("nosferatu@6"), BLOCK)

    def of(section: str, key: str) -> Any:
        return np.array(column(figures, values, section, key))

    assert (of("phases", "Turn") == of("length", "rounds")).all()
    assert (of("phases", "Turn.Forming.Go") >= of("phases", "Turn.Forming")).all()
    prompt = "Turn.Forming.Go.Discard | Discard a card, face up | "
    kinds = sum(of("cards", f"{prompt} | Card.{kind}") for kind in ("Rumour", "Component", "Bite", "Night", "Dawn"))
    assert (kinds == of("choices", prompt)).all()
    assert (of("wins", "role role Vampire") == of("wins", "team Evil")).all()
    assert (of("wins", "role role Hunter") == of("wins", "team Hunters")).all()
    used = sum(of("effects", f"Ritual.{r}.use") for r in ("SilverMirror", "TimeDistortion", "BloodTransfusion"))
    assert (used == of("effects", "Ritual.use")).all() and used.sum() > 0
    assert (of("choices", "setup | Who is the Vampire? | ") == 1).all()


ROLES = """\
game roles "Roles" for 3 players
enum Job: Cook, Thief
enum Mood: Glad, Sad
cards Badge
  kind   count
  Red    3
  Blue   1
field job per player: Job = Cook
field mood per player: Mood = Glad
field turns: 0..9
slot badge of Badge per player seen by all
slot hat of Badge per player seen by all
setup
  chance chooses player p: set p.job to Thief
  each player p
    move Red from box to p.badge
phase Round repeats until turns >= 2
  add 1 to turns
  each player p
    p chooses one "Go on?"
      Yes: set p.mood to Sad
      Swap: move all p.badge to p.hat
      No: everyone wins
"""


def test_roles_are_what_is_given_in_the_set_up_and_kept(tmp_path: Path) -> None:
    found = roles(rulewright.load(written(tmp_path, ROLES)).program)
    assert [(role.holder, role.name) for role in found] == [
        ("job", "Cook"), ("job", "Thief")
    ]  # fmt: skip
    assert all(role.holder == "role" for role in roles(rulewright.load("nosferatu").program))
    assert roles(rulewright.load("pig").program) == () == roles(rulewright.load("hearts").program)
