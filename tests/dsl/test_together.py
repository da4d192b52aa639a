"""Blocks `together` and dice that lie: reactions wait for the end, chances are right, and both engines agree."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, ir, read
from rulewright.runtime.state import State, start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

CUPS = """game swap for 2 players
tokens Cup "Cups"
  kind  name    count
  Tea   "tea"   6
  Milk  "milk"  4
pile shelf of Cup per player seen by all
pile tray of Cup seen by all
field moves: 0..99
field odd: 0..99
field bare: 0..99
field low: 0..99
setup
  each player p
    move 2 Tea from box to p.shelf
    move 1 Milk from box to p.shelf
  move 1 Tea from box to tray
  together
    add 1 to moves
    take 1 from moves
    do Inner(seat(1))
phase Play repeats
  each player p
    p chooses one "What now?"
      Swap "Swap all"
        together
          move all seat(1).shelf to tray
          move all seat(2).shelf to seat(1).shelf
          move all tray to seat(2).shelf
          add 1 to moves
      Roll "Roll"
        together
          let d = roll d6
          add d to moves
          take 1 from moves
          do Round(p)
      Plain "One by one": do Round(p)
      Give "Give"
        together: move all p.shelf to tray
procedure Round(player p)
  together
    add 1 to low
    do Inner(p)
  move all p.shelf to tray
  move 1 Tea from tray to p.shelf
  add 1 to moves
procedure Inner(player p)
  together
    move all p.shelf to tray
    move 2 Tea from tray to p.shelf
    add 1 to moves
    take 1 from moves
when p.shelf becomes empty
  add 1 to bare
  together
    move 1 Tea from tray to p.shelf
    move 1 Tea from tray to p.shelf
as soon as player p where count p.shelf is 2 and odd < 90
  together
    add 1 to odd
    move Tea from tray to p.shelf
as soon as moves > 30 or low > 40: everyone draws because "long enough"
as soon as bare > 8: seat(1) wins because "bare"
"""
DICE = """game push for 2 players
dice Die "Dice", 5 in the box
  side   name  pips  count
  One    "1"   1     1
  Two    "2"   2     2
  Three  "3"   3     1
pile pool "the pool" of Die seen by all
pile aside "dice set aside" of Die seen by all
slot brain of Die seen by all
field points per player: 0..999
field refilled: 0..99
setup: roll 3 Die to pool
phase Play repeats
  each player p
    p chooses one "What now?"
      Use "Use a die"
        p chooses die d in pool "Which?"
          roll d
          add d.pips to p.points
          move d to aside
        otherwise: nothing
      Up "Turn a die to Three"
        p chooses die d in pool "Which?"
          turn d to Three
          move d to brain
          roll brain
          move all brain to pool
        otherwise: nothing
      Ones "All twos become ones": turn all Two in pool to One
      RollOnes "Roll ones": roll 2 One in pool
      Again "All again": roll all pool
      Low "The lowest": add lowest(d.pips over die d in pool) to p.points
      Box "Two back into the box"
        move One from pool to box
        roll 2 Die to pool
        check count pool + count aside <= 5 because "five dice"
when pool becomes empty
  add 1 to refilled
  move all aside to pool
  roll all pool
as soon as player p where p.points > 25: p wins because "done"
as soon as refilled > 6 or count Three in pool is 5: everyone draws
"""


def program(text: str) -> ir.Program:
    report = Report()
    made = read(Source("small.rules", text), report).program(2, {}, report)
    assert made is not None and not report.problems, [d.code for d in report]
    return made.program


def played(text: str, answers: list[str], seed: int = 1, chance: str = "sampled") -> State:
    state = start(load_module(emit(program(text), events=True), "full"), seed, chance)  # type: ignore[arg-type]
    for answer in answers:
        assert state.decision is not None
        state.apply(next(o for o in state.decision.options if o.label == answer))
    return state


@pytest.mark.parametrize("text", [CUPS, DICE])
def test_both_engines_agree(text: str) -> None:
    made = program(text)
    module = load_module(emit(made, events=True), "full")
    for seed in range(25):
        play_in_step(interpreter(made), module, seed, Random(seed))


@pytest.mark.parametrize("text", [CUPS, DICE])
def test_the_flavour_without_events_plays_the_same(text: str) -> None:
    made = program(text)
    full, fast = (load_module(emit(made, events=events), "one") for events in (True, False))
    for seed in range(10):
        state, random = start(full, seed), Random(seed)
        cells = fast.new(seed)
        fast.begin(cells)
        for _ in range(60):
            assert cells == list(state.cells)
            if state.over:
                break
            answer = random.choice(state.option_ids)
            state.apply(answer)
            fast.apply(cells, answer)


def test_nothing_reacts_before_the_end() -> None:
    state = played(CUPS, ["Swap all", "Swap all"])
    assert value(state, "bare") == 0 and value(state, "moves") == 2
    assert value(played(CUPS, ["Give"]), "bare") == 1


def value(state: State, name: str) -> int:
    found = next(f for f in state.engine.schema.fields if f.name == name)
    return state.cells[found.offset]


def test_dice_are_rolled_with_their_weights() -> None:
    """Two dice with sides 1, 2, 2, 3, each rolled for itself: both are Two in a quarter of all rolls."""
    text = """game two for 2 players
dice Die "Dice", 2 in the box
  side   count
  One    1
  Two    2
  Three  1
pile pool of Die seen by all
field twos: 0..2
phase Play
  roll all Die to pool
  seat(1) chooses one "Well?"
    Done "Done": nothing
  set twos to count Two in pool
  everyone draws
"""
    report = Report()
    made = read(Source("two.rules", text), report).program(2, {}, report)
    assert made is not None, [d.code for d in report]
    engine = load_module(emit(made.program, events=True), "full")
    odds: dict[tuple[int, ...], Fraction] = {}

    def go(answers: tuple[int, ...], odd: Fraction) -> None:
        state = start(engine, 1, "exposed")
        for answer in answers:
            state.apply(answer)
        if state.chance is None:
            odds[tuple(sorted(answers))] = odds.get(tuple(sorted(answers)), Fraction()) + odd
            return
        total = sum(state.chance.weights)
        for o, weight in zip(state.chance.outcomes, state.chance.weights, strict=True):
            go((*answers, o.id), odd * Fraction(weight, total))

    go((), Fraction(1))
    assert odds == {
        (0, 0): Fraction(1, 16),
        (0, 1): Fraction(1, 4),
        (0, 2): Fraction(1, 8),
        (1, 1): Fraction(1, 4),
        (1, 2): Fraction(1, 4),
        (2, 2): Fraction(1, 16),
    }


def test_equal_dice_are_one_option() -> None:
    text = DICE.replace("roll 3 Die to pool", "roll 3 Die to pool\n  turn all Die in pool to Two")
    text = text.replace("setup: roll", "setup\n  roll")
    state = played(text, ["Use a die"])
    assert state.decision is not None and [o.label for o in state.decision.options] == ["2"]
