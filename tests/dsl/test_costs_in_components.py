"""Costs that are paid with components: `costs 1 Minion from A to B`, `costs 2 card c from p.hand to p.discard`."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.compiler.diagram.diagram import diagram_of
from rulewright.compiler.diagram.mermaid import to_mermaid
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, ir, read
from rulewright.dsl import check as check_rules
from rulewright.dsl.pipeline import with_variants
from rulewright.dsl.walk import below
from rulewright.runtime.state import State, start
from rulewright.tools.why.judge import Reasons
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

WORKS = """game works for 2 players
cards Card
  card   count
  Gold   4
  Iron   4
  Wound  2
tokens Crew
  crew    name     count
  Minion  "Minion" 6
pile hand of Card per player seen by owner
pile discard "the pile" of Card seen by all
deck stock of Card seen by nobody
pile crypt of Crew per player seen by all
pile grave of Crew seen by all
field price: 0..3 = 2
field done per player: 0..30
setup
  move 2 Gold from box to seat(1).hand
  move 2 Iron from box to seat(1).hand
  move 1 Wound from box to seat(1).hand
  move all Card from box to stock
  shuffle stock
  move 2 Minion from box to seat(1).crypt
phase Day repeats until stock is empty
  phase Visit for each player p
    p chooses one "What now?"
      Hire "Hire"
        costs 1 Minion from p.crypt to grave
        add 1 to p.done
      Build "Build"
        costs 2 card c from p.hand to discard where c is not Wound because "two cards that are no wounds"
        add 2 to p.done
      Walk "Walk"
        costs price card c from p.hand to discard "Discard which, {p}?"
        take 1 from price
        if price is 0: set price to 2
      Heal "Heal"
        costs 1 card c from p.hand where c is Wound
        announce Wound
      Rest "Rest": nothing
    draw 1 from stock to p.hand
    if count grave > 4: end Day
score player p = p.done
variant dear of works
  set Visit.Build.hand to 3
  add 1 to Visit.Hire.cost
variant free of works
  remove Visit.Build.hand, Visit.Hire.Minion
variant tithe of works
  add to Visit.Hire
    costs 1 card c from p.hand to discard "Leave which?" because "a minion wants a card"
variant gone of works
  while grave is empty
    add 1 to Visit.Build.cost
    forbid Visit.Heal because "nobody died"
"""


def program(*variants: str, text: str = WORKS) -> ir.Program:
    report = Report()
    rules = read(Source("works.rules", text), report)
    if variants:
        rules = with_variants(rules, [], variants, report)
    made = rules.program(2, {}, report)
    assert made is not None and not report.problems, [(d.code, d.facts) for d in report]
    return made.program


def begun(*variants: str) -> State:
    made = program(*variants)
    return start(load_module(emit(made, events=True), "full"), seed=1)


def offered(state: State) -> list[str]:
    assert state.decision is not None
    return [o.label for o in state.decision.options]


def take(state: State, *labels: str) -> None:
    for label in labels:
        assert state.decision is not None
        state.apply(next(o for o in state.decision.options if o.label == label))


def lies(state: State, place: str, player: int = 0) -> dict[str, int]:
    held = state.view(player).zones[place]
    content = (held["seat1"] if isinstance(held, dict) else held).content
    return {} if content is None else dict(content)


@pytest.mark.parametrize("variants", [(), ("dear",), ("free",), ("tithe",), ("gone",), ("gone", "tithe")])
def test_both_engines_agree(variants: tuple[str, ...]) -> None:
    made = program(*variants)
    engine = load_module(emit(made, events=True), "full")
    for seed in range(12):
        assert play_in_step(interpreter(made), engine, seed, Random(seed), 500).over


def test_a_kind_is_moved() -> None:
    state = begun()
    take(state, "Hire")
    assert lies(state, "grave") == {"Minion": 1} and lies(state, "crypt") == {"Minion": 1}


def test_which_cards_is_asked_after_the_option_in_the_order_of_the_table() -> None:
    state = begun()
    take(state, "Build")
    assert state.decision is not None and state.decision.prompt == "Pay with which card?"
    assert offered(state) == ["Gold", "Iron"]
    take(state, "Iron")
    assert offered(state) == ["Iron"], "Gold after Iron would be Iron after Gold again"
    take(state, "Iron")
    assert lies(state, "discard") == {"Iron": 2}


def test_only_what_leaves_enough_can_be_the_first() -> None:
    state = begun()
    take(state, "Walk")
    assert offered(state) == ["Gold", "Iron"], "after the one wound there is nothing"


def test_every_set_of_cards_comes_up_once() -> None:
    """Two of Gold, Gold, Iron, Iron, Wound: five sets."""
    found = []
    first = begun()
    take(first, "Walk")
    for one in offered(first):
        second = begun()
        take(second, "Walk", one)
        found += [(one, other) for other in offered(second)]
    assert found == [("Gold", "Gold"), ("Gold", "Iron"), ("Gold", "Wound"), ("Iron", "Iron"), ("Iron", "Wound")]


def test_what_is_paid_with_goes_into_the_box_if_nothing_is_said() -> None:
    state = begun()
    take(state, "Heal", "Wound")
    assert lies(state, "box.Card") == {"Wound": 1} and any("Wound" in line for line in state.log(0))


def test_it_is_offered_only_if_it_can_be_paid_and_why_says_what_is_short() -> None:
    state = begun()
    take(state, "Rest")
    made = program()
    assert offered(state) == ["Rest"], "the second has nothing"
    why = Reasons(interpreter(made))(state, "Hire")
    assert why.name == "Minion" and why.reason == "not enough Minion in crypt" and why.kind == "requirement"
    why = Reasons(interpreter(made))(state, "Build")
    assert why.name == "hand" and why.reason == "two cards that are no wounds"


def test_variants_change_the_price() -> None:
    state = begun("dear")
    take(state, "Build", "Gold", "Gold", "Iron")
    assert lies(state, "discard") == {"Gold": 2, "Iron": 1}
    state = begun("free")
    take(state, "Build")
    assert state.decision is not None and state.decision.player == 1
    state = begun("tithe")
    take(state, "Hire")
    assert state.decision is not None and state.decision.prompt == "Leave which?"


def test_a_block_changes_the_price_for_a_time() -> None:
    state = begun("gone")
    assert "Heal" not in offered(state)
    take(state, "Build", "Gold", "Gold", "Iron")
    assert "Hire" not in offered(state)


def test_the_picture_tells_how_often_and_what() -> None:
    shown = to_mermaid(diagram_of(program()))
    assert "nce for each of price" in shown and "wice" in shown
    assert "owed" not in shown and "at least the last" not in shown


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("costs 2 card c from p.hand to grave", ["RW0412"]),
        ("costs 2 token c from p.hand to discard", ["RW0317"]),
        ("costs 2 Minion from p.hand", ["RW0302"]),
        ("costs 2 Card from p.hand", ["RW0410"]),
        ("costs 2 card c from stock", ["RW0702", "RW0703"]),
        ("costs yes card c from p.hand", ["RW0301"]),
        ("costs 2 card c from p.hat", ["RW0401"]),
        ("costs 2 card c from p.hand where c.size > 2", ["RW0202"]),
        ("costs 1 Gold from p.hand\n        costs 1 card c from p.hand", ["RW0282"]),
        ("costs 1 card c from p.hand\n        costs 1 card d from p.hand", ["RW0212", "RW0282"]),
        ("costs 1 Gold from p.hand where c is Gold", ["RW0101"]),
    ],
)
def test_what_is_refused(line: str, codes: list[str]) -> None:
    report = Report()
    old = 'costs 2 card c from p.hand to discard where c is not Wound because "two cards that are no wounds"'
    check_rules(read(Source("works.rules", WORKS.replace(old, line).split("variant")[0]), report), report)
    assert sorted({d.code for d in report}) == codes


def test_two_kinds_from_one_place_are_fine() -> None:
    text = WORKS.replace(
        "costs 1 Minion from p.crypt to grave", "costs 1 Gold from p.hand\n        costs 1 Iron from p.hand"
    ).split("variant")[0]
    names = [n.name for n in below(program(text=text).flow[0]) if isinstance(n, ir.Need)]
    assert names[:2] == ["Gold", "Iron"]


PLAYS = """game plays for 2 players
cards Card
  card   price  count
  Gold   1      4
  Iron   2      4
  Wound  0      2
pile hand of Card per player seen by owner
pile discard of Card seen by all
pile lying of Card seen by all
deck stock of Card seen by nobody
field done per player: 0..9
setup
  move 1 Gold from box to seat(1).hand
  move 2 Iron from box to seat(1).hand
  move all Card from box to stock
  shuffle stock
phase Day repeats until stock is empty
  phase Visit for each player p
    p may choose card c in p.hand where c is not Wound "Play which?"
      costs c.price card d from p.hand to discard because "too few other cards"
      move c to lying
      add 1 to p.done
    p may choose card c in p.hand "Burn which?"
      p may choose one "How?"
        Quick "Quick"
          costs 1 card d from p.hand to discard "With which?"
          move c to lying
        Same "Same"
          costs 1 Iron from p.hand
          move c to lying
    draw 1 from stock to p.hand
score player p = p.done
"""


def test_what_is_played_is_not_what_it_is_paid_with() -> None:
    made = program(text=PLAYS)
    engine = load_module(emit(made, events=True), "full")
    state = start(engine, seed=1)
    assert offered(state) == ["Gold", "Iron", "Pass"]
    take(state, "Gold")
    assert offered(state) == ["Iron"], "the gold is being played"
    state = start(engine, seed=1)
    take(state, "Iron")
    assert offered(state) == ["Gold"], "there is one more iron, but two cards are to be paid"
    take(state, "Gold")
    assert offered(state) == ["Iron"]
    take(state, "Iron")
    assert lies(state, "lying") == {"Iron": 1} and lies(state, "discard") == {"Gold": 1, "Iron": 1}


def test_what_is_left_is_too_little_without_what_is_played() -> None:
    state = start(load_module(emit(program(text=PLAYS), events=True), "full"), seed=1)
    take(state, "Pass", "Gold")
    assert offered(state) == ["Quick", "Same", "Pass"]
    take(state, "Same")
    state = start(load_module(emit(program(text=PLAYS), events=True), "full"), seed=1)
    take(state, "Gold", "Iron", "Iron")
    assert state.decision is not None
    assert offered(state) == ["Pass"], "the one card is what this is about"


def test_why_says_that_it_is_the_one_that_is_played() -> None:
    made = program(text=PLAYS)
    state = start(load_module(emit(made, events=True), "full"), seed=1)
    take(state, "Gold")
    why = Reasons(interpreter(made))(state, "Gold")
    assert (why.name, why.reason) == ("free", "it is the one that this is about")


def test_both_engines_agree_on_what_is_set_aside() -> None:
    made = program(text=PLAYS)
    engine = load_module(emit(made, events=True), "full")
    for seed in range(20):
        assert play_in_step(interpreter(made), engine, seed, Random(seed), 900).over
