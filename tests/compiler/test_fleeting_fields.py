"""Fields that go with a block: what they hold outside of it, and where a game begins in the middle."""

from __future__ import annotations

from random import Random

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, read
from rulewright.runtime.state import start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

GAME = """game weather for 2 players
enum Sky: Sunny, Rainy
field voice: player or none during Day
field sky: Sky or none during Day
field luck per player: 3..9 = 5 during Day
field mood: yes/no = yes during Day
phase Dawn
  seat(1) chooses one "Up?"
    Yes: nothing
phase Day
  set voice to seat(2)
  phase Noon
    seat(2) chooses one "Lunch?"
      Yes: set sky to Rainy
phase Dusk
  seat(1) chooses one "Bed?"
    Yes
      if voice is none and sky is none: everyone draws
      otherwise: everyone loses
"""


def test_outside_they_are_none_or_nothing() -> None:
    report = Report()
    made = read(Source("weather.rules", GAME), report).program(2, {}, report)
    assert made is not None
    engine, reference = load_module(emit(made.program, events=True), "full"), interpreter(made.program)
    assert play_in_step(reference, engine, 1, Random(1), 9).over
    state = start(engine, seed=1)
    seen = []
    while not state.over:
        fields = state.view(0).fields
        seen.append((fields["voice"], fields["sky"], list(fields["luck"].values()), fields["mood"]))
        state.apply(state.decision.options[0])
    outside = (None, None, [3, 3], False)
    assert seen == [outside, ("seat2", None, [5, 5], True), outside]
    assert state.outcome is not None and state.outcome.losers == ()


def test_beginning_inside_is_as_if_it_had_been_entered() -> None:
    report = Report()
    made = read(Source("weather.rules", GAME), report).program(2, {}, report)
    assert made is not None
    reference = interpreter(made.program)
    cells = reference.new(1)
    reference.go_inside(cells, "Day.Noon")
    fields = {f.name: cells[f.offset] for f in reference.schema.fields}
    assert (fields["voice"], fields["sky"], fields["luck"], fields["mood"]) == (2, 2, 5, 1)
