"""Names in the text of a question."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, read
from rulewright.dsl.pipeline import with_variants
from rulewright.runtime.state import State, start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

GIFTS = """game gifts for 2 players
cards Card
  kind  count  name
  Ace   3      "the ace"
  Bee   3      "the bee"
pile hand of Card per player seen by owner
field luck per player: 0..9 = 2
field wish per player: Card = Ace seen by owner
setup
  each player p: move all Card from box to p.hand
phase Round repeats
  phase Turn for each player p
    let other = next player after p
    p chooses card c in p.hand "{p}, against {other} with {other.luck}: which card?"
      p may "Give {c} to { other }" or "Keep it": move c to other.hand
    otherwise: other wins
    p chooses one "Luck for {other}, {luckiest} has most"
      Wish "Wish": add 1 to p.luck
      Gift "Give luck": add 1 to other.luck
value luckiest: player
  seat(1)  if seat(1).luck > seat(2).luck
  seat(2)  otherwise
as soon as player p where p.luck is 9 and p.wish is Ace: p wins
variant plain of gifts
  set Turn.Wish to "Make a wish"
variant renamed of gifts
  rename luck to fortune
variant reworded of gifts
  set Gift.question to "{other}?"
"""


def started(*variants: str) -> State:
    report = Report()
    rules = read(Source("gifts.rules", GIFTS), report)
    if variants:
        rules = with_variants(rules, [], variants, report)
    made = rules.program(2, {}, report)
    assert made is not None and not report.problems, [d.code for d in report]
    engine = load_module(emit(made.program, events=True), "full")
    assert play_in_step(interpreter(made.program), engine, 3, Random(3), 500).over
    return start(engine, seed=1, names=["Ada", "Ben"])


def asked(state: State) -> str:
    assert state.decision is not None
    return state.decision.prompt


def test_braces_are_what_they_name() -> None:
    state = started()
    assert asked(state) == "Ada, against Ben with 2: which card?"
    state.apply(1)
    assert asked(state) == "Give the bee to Ben"
    decision = state.decision
    assert decision is not None and [o.label for o in decision.options] == ["Give the bee to Ben", "Keep it"]
    state.apply(0)
    assert asked(state) == "Luck for Ben, Ben has most"
    state.apply(0)
    state.apply(1)
    state.apply(1)
    assert asked(state) == "Luck for Ada, Ada has most"


def test_a_name_in_a_question_follows_when_it_is_renamed() -> None:
    assert asked(started("renamed")) == "Ada, against Ben with 2: which card?"


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ("{nobody}", ["RW0201"]),
        ("{p", ["RW0256"]),
        ("p}", ["RW0256"]),
        ("{}", ["RW0256"]),
        ("{{p}}", ["RW0256"]),
        ("{p.luck + 1}", ["RW0256"]),
        ("{p.shoes}", ["RW0202"]),
        ("{other.wish}", ["RW0703"]),
        ("{p.wish}", []),
        ("{Round}", ["RW0201"]),
    ],
)
def test_what_may_stand_in_braces(question: str, codes: list[str]) -> None:
    report = Report()
    text = GIFTS.replace("Luck for {other}, {luckiest} has most", question)
    read(Source("gifts.rules", text), report).program(2, {}, report)
    assert [d.code for d in report if d.code != "RW0228"] == codes
