"""Orders that a player settles: `p orders each Place d "Which next?"`."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.compiler.diagram.diagram import diagram_of
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, ir, read
from rulewright.dsl.pipeline import with_variants
from rulewright.runtime.state import State, start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

CHORES = """game chores for 2 players
table Chore
  chore  name    gold
  Wash   "Wash"  1
  Cook   "Cook"  2
  Sweep  "Sweep" 3
  Dig    "Dig"   0
field coins per player: 0..99
field shut per Chore: yes/no
field done: 0..60
value worker = seat(1)
phase Day repeats
  add 1 to done
  seat(1) orders each Chore c where not c.shut "Which one now, {worker}?"
    add c.gold to seat(1).coins
    add 1 to done
    announce c
    if c is Wash: set Cook.shut to yes
    if c is Sweep: set Cook.shut to no
    if c is Dig
      seat(1) orders each player q "Who digs?"
        announce q
        if q.coins > 50: q wins
      announce c  # kept in mind while they are asked
  if done >= 40: everyone draws
variant lazy of chores
  set Day.question to "What next, {worker}?"
"""


def program(text: str = CHORES, *variants: str) -> ir.Program:
    report = Report()
    rules = read(Source("chores.rules", text), report)
    if variants:
        rules = with_variants(rules, [], variants, report)
    made = rules.program(2, {}, report)
    assert made is not None and not report.problems, [d.code for d in report]
    return made.program


def started(*variants: str) -> State:
    made = program(CHORES, *variants)
    engine = load_module(emit(made, events=True), "full")
    assert play_in_step(interpreter(made), engine, 2, Random(3), 500).over
    return start(engine, seed=1, names=["Ada", "Ben"])


def offered(state: State) -> list[str]:
    assert state.decision is not None
    return [option.label for option in state.decision.options]


def asked(state: State) -> str:
    assert state.decision is not None
    return state.decision.prompt


def choose(state: State, label: str) -> None:
    assert state.decision is not None
    state.apply(next(option.id for option in state.decision.options if option.label == label))


def test_all_have_a_turn_and_the_condition_holds_when_it_comes() -> None:
    state = started()
    assert offered(state) == ["Wash", "Cook", "Sweep", "Dig"]
    choose(state, "Wash")
    assert offered(state) == ["Sweep", "Dig"]  # Cook is shut
    choose(state, "Sweep")
    assert offered(state) == ["Cook", "Dig"]


def test_the_last_one_is_not_asked_for() -> None:
    state = started()
    choose(state, "Wash")
    choose(state, "Dig")
    assert asked(state) == "Who digs?"
    choose(state, "Ben")
    # of Sweep and Cook only Sweep could come: no question; then Cook, alone again: a new day
    assert offered(state) == ["Wash", "Cook", "Sweep", "Dig"]


def test_nobody_left() -> None:
    text = CHORES.replace("field shut per Chore: yes/no", "field shut per Chore: yes/no = yes")
    made = program(text)
    engine = load_module(emit(made, events=True), "full")
    assert play_in_step(interpreter(made), engine, 2, Random(3), 50).over


def test_variants_change_the_question() -> None:
    assert asked(started()) == "Which one now, Ada?"
    assert asked(started("lazy")) == "What next, Ada?"


def test_the_picture_says_it_in_one_box() -> None:
    drawn = diagram_of(program(), depth=2)
    assert [c.subtitle for c in drawn.clusters if c.subtitle.startswith("for each Chore")] == [
        "for each Chore that is not marked “shut”, in the order that is chosen"
    ]
    assert not [n for n in drawn.nodes if "left" in n.title]


@pytest.mark.parametrize("domain", ["number n from 1 to 3", "card c in seat(1).hand"])
def test_what_has_no_set_cannot_be_ordered(domain: str) -> None:
    text = f"""game g for 2 players
cards Card
  kind  count
  Ace   3
pile hand of Card per player seen by all
phase Play
  seat(1) orders each {domain} "Which?": nothing
  everyone draws
"""
    report = Report()
    rules = read(Source("g.rules", text), report)
    rules.program(2, {}, report)
    assert "RW0629" in [d.code for d in report]
