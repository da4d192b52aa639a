"""A small game in which any set of cards can come to lie in the sky, for tests of `while` blocks."""

from __future__ import annotations

from random import Random

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, read
from rulewright.dsl.catalogue import errors
from rulewright.dsl.pipeline import Rules, check_tables, with_variants
from rulewright.runtime.state import State, start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

HEAD = """game sky for 2 players
cards Event
  event  weight
  Storm  1
  Sun    2
  Rain   3
pile sky of Event seen by all
pile gone of Event seen by all
pile roof of Event per player seen by all
field gold per player: 0..30 = 10
field dry per player: yes/no
field count_: 0..30
value catch: 0..4 = 2
value luck(player who): 0..9
  1 if who is seat(1)
  2 otherwise
value anything = 0
phase Day repeats until count_ >= 30
  add 1 to count_
  step Turn for each player p
    p chooses one "What now?"
      Storm "Storm": do swap(Storm)
      Sun "Sun": do swap(Sun)
      Rain "Rain": do swap(Rain)
      Sail "Sail"
        costs 2 from p.gold
        nothing
      Fish "Fish"
        announce catch "catch"
        announce luck(p) "luck"
      Lift "Lift"
        do Lifting
phase End
  everyone draws
procedure swap(Event e)
  if e in sky: move e from sky to gone
  otherwise if e in gone: move e from gone to sky
  otherwise: move e from box to sky
procedure Lifting
  add 1 to seat(1).gold
"""


def rules_of(text: str, *variants: str) -> Rules:
    report = Report()
    rules = read(Source("sky.rules", text), report)
    if variants:
        rules = with_variants(rules, [], variants, report)
    check_tables(rules, report)
    assert not errors(report), [f"{d.code} {d.span} {d.facts} {d.help}" for d in errors(report)]
    return rules


def begun(blocks: str, *variants: str) -> State:
    """A game with these blocks at its end, played in step on both engines, and begun anew."""
    rules = rules_of(HEAD + blocks, *variants)
    made = rules.program(2, {}, Report())
    assert made is not None
    engine = load_module(emit(made.program, events=True), "full")
    quiet = load_module(emit(made.program, events=False), "quiet")
    for seed in range(3):
        played = play_in_step(interpreter(made.program), engine, seed, Random(seed), 400)
        full, fast = engine.new(seed), quiet.new(seed)
        assert engine.begin(full, []) == quiet.begin(fast)
        for answer in played.answers if played.fault is None else ():
            assert engine.apply(full, answer, []) == quiet.apply(fast, answer)
        assert full == fast
    return start(engine, seed=1)


def choose(state: State, *labels: str) -> None:
    for label in labels:
        assert state.decision is not None
        state.apply(next(o for o in state.decision.options if o.label == label))


def offered(state: State) -> list[str]:
    assert state.decision is not None
    return [o.label for o in state.decision.options]


def gold(state: State) -> tuple[int, ...]:
    return tuple(state.view(0).fields["gold"].values())


def last(state: State, word: str) -> int:
    """The number that was announced last under a word."""
    line = [line for line in state.log(0) if word in line][-1]
    return int("".join(c for c in line.partition(word)[2] if c.isdigit()))


def catch_after(state: State, *labels: str) -> int:
    choose(state, *labels, "Fish")
    return last(state, "catch")
