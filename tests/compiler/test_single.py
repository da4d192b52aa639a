"""Conditions on "some x that is this one" are conditions on this one, where that is sure to be the same."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.passes.inline import inline_values
from rulewright.compiler.passes.single import singled
from rulewright.compiler.passes.walk import everything
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, ir, read
from rulewright.dsl.catalogue import errors
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

GAME = """game g for 3 players
table Place
  place  worth
  Inn    1
  Barn   2
  Well   3
cards Card
  card
  Ghost
  Dog
pile cards of Card per Place seen by all
field at per player: Place = Inn
field goal per player: Place or none = none
field n: 0..60
field last: 0..9
phase Day repeats until n > 50
  step Turn for each player p
    add 1 to n
    p chooses one "Where to?"
      Inn "Inn": set p.at to Inn
      Barn "Barn"
        set p.at to Barn
        set p.goal to Barn
      Card "Card": move all Card from box to Well.cards
      None "None"
        set p.goal to none
    if {}: announce p
    set last to {}
    announce last
phase End: everyone draws
"""
GONE = (
    ("some Place x where Ghost in x.cards and p.at is x", "0"),
    ("some Place x where x is p.at and x.worth > 1", "0"),
    ("some player q where q is p and q.at is Barn", "0"),
    ("yes", "total(x.worth over Place x where Dog in x.cards and x is p.at)"),
    ("yes", "count (player q where q is p and q.at is Inn)"),
    ("yes", "highest(x.worth over Place x where p.at is x)"),
    ("some Place x where x is p.at and some Place y where y is x and Dog in y.cards", "0"),
)
KEPT = (
    ("some Place x where x is p.goal and Dog in x.cards", "0"),  # it may be none
    ("some Place x where p.at is x and 6 / x.worth > n / n", "0"),  # dividing may go wrong for another
    ("some Place x where x is not p.at and Dog in x.cards", "0"),
)


def program(cond: str, number: str) -> ir.Program:
    report = Report()
    made = read(Source("g.rules", GAME.format(cond, number)), report).program(3, {}, report)
    assert made is not None and not errors(report), [d.facts for d in report]
    return made.program


def folds(made: ir.Program) -> int:
    return sum(isinstance(n, ir.Fold) for n in everything(made.flow))


@pytest.mark.parametrize(("cond", "number", "left"), [(*g, 0) for g in GONE] + [(*k, 1) for k in KEPT])
def test_folds_over_one_member(cond: str, number: str, left: int) -> None:
    made = program(cond, number)
    assert folds(made) > 0
    assert folds(singled(inline_values(made))) == left
    engine = load_module(emit(made, events=True), "full")
    for seed in range(4):
        play_in_step(interpreter(made), engine, seed, Random(seed), 200)


def test_only_what_is_needed_is_left() -> None:
    made = singled(inline_values(program(*GONE[0])))
    counts = [n for n in everything(made.flow) if isinstance(n, ir.Count)]
    assert len(counts) == 1 and counts[0].zone.index is not None
