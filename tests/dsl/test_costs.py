"""`costs N from FIELD`: a requirement and a payment, on both engines and in variants."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, read
from rulewright.dsl import check as check_rules
from rulewright.dsl.pipeline import with_variants
from rulewright.runtime.state import State, start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

SHOP = """game shop for 2 players
field coins "money" per player: 0..99 = 5
field gems per player: 0..99
table Ware
  ware  price
  Hat   2
  Boat  4
value dear(Ware w) = w.price + 1
phase Day repeats until seat(1).gems > 3
  phase Visit for each player p
    p chooses one "What will it be?"
      Gem "Buy a gem"
        costs 3 from p.coins because "a gem costs three coins"
        costs p.gems from p.gems
        needs room: p.gems < 5 because "five gems at most"
        add 2 to p.gems
      Ware "Buy something"
        p chooses Ware w "Which?"
          costs dear(w) from p.coins
          if w is Boat: p wins
        otherwise: nothing
      Work "Work": add 1 to p.coins
score player p = p.gems
variant cheap of shop
  set Visit.Gem.coins to 2
variant free of shop
  remove Visit.Gem.coins
variant tithe of shop
  add to Visit.Work
    costs 1 from p.gems
variant words of shop
  set Visit.Gem.coins to "dear"
"""


def played(*variants: str, text: str = SHOP) -> State:
    report = Report()
    rules = read(Source("shop.rules", text), report)
    if variants:
        rules = with_variants(rules, [], variants, report)
    made = rules.program(2, {}, report)
    assert made is not None and not report.problems
    engine = load_module(emit(made.program, events=True), "full")
    assert play_in_step(interpreter(made.program), engine, 1, Random(1), 500).over
    return start(engine, seed=1)


def coins(state: State) -> dict[str, int]:
    found: dict[str, int] = state.view(0).fields["coins"]
    return found


def offered(state: State) -> list[str]:
    assert state.decision is not None
    return [o.label for o in state.decision.options]


def choose(state: State, label: str) -> None:
    assert state.decision is not None
    state.apply(next(o for o in state.decision.options if o.label == label))


def test_what_is_chosen_is_paid_for() -> None:
    state = played()
    choose(state, "Buy a gem")
    assert list(coins(state).values()) == [2, 5]
    choose(state, "Buy something")
    assert offered(state) == ["Hat", "Boat"], "the second has five"
    choose(state, "Hat")
    assert list(coins(state).values()) == [2, 2]
    assert offered(state) == ["Buy something", "Work"], "two coins are no three"
    choose(state, "Buy something")
    assert state.decision is not None and state.decision.player == 1, "nothing costs two, so `otherwise` was done"


@pytest.mark.parametrize(("variant", "left"), [("cheap", 3), ("free", 5)])
def test_a_variant_changes_a_price(variant: str, left: int) -> None:
    state = played(variant)
    choose(state, "Buy a gem")
    assert list(coins(state).values()) == [left, 5]


def test_a_variant_adds_a_price() -> None:
    assert "Work" not in offered(played("tithe"))


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("costs 3 from players", ["RW0404"]),
        ("costs 3 from p.hats", ["RW0202"]),
        ("costs w from p.coins", ["RW0201"]),
        ("costs yes from p.coins", ["RW0301"]),
        ("costs 3 from p.coins\n        costs 2 from p.coins", ["RW0212"]),
    ],
)
def test_what_is_refused(line: str, codes: list[str]) -> None:
    report = Report()
    wrong = SHOP.replace('costs 3 from p.coins because "a gem costs three coins"', line).split("variant")[0]
    check_rules(read(Source("shop.rules", wrong), report), report)
    assert [d.code for d in report] == codes


def test_a_reason_names_what_is_lacking() -> None:
    report = Report()
    made = read(Source("shop.rules", SHOP), report).program(2, {}, report)
    assert made is not None
    from rulewright.dsl import ir
    from rulewright.dsl.walk import below

    needs = [n for n in below(made.program.flow[0]) if isinstance(n, ir.Need)]
    assert [(n.name, n.reason) for n in needs] == [
        ("coins", "a gem costs three coins"),
        ("gems", "not enough gems"),
        ("room", "five gems at most"),
        ("coins", "not enough money"),
    ]


def test_nobody_is_told_of_what_costs_nothing() -> None:
    """`costs p.gems from p.gems` of somebody without gems: no line of a log, or the others learn that it was paid."""
    state = played()
    before = len(state.log(1))
    choose(state, "Buy a gem")
    assert [line for line in state.log(1)[before:] if "gems" in line] == ["gems of player 1 is now 2"]
