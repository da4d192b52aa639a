"""Rows of a table by a number: known before play, or worked out in play."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, check, read
from rulewright.runtime.state import start
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

TOWER = """game tower for 1 players
table Floor
  floor  down
  3      1
  4      3
  7      4
field at: Floor = Floor(7)
field steps: 0..9
phase Round repeats
  seat(1) chooses one "Go on?"
    Down "Down"
      let below = Floor(at.down)
      if below is none: end game
      otherwise
        set at to below
        add 1 to steps
score player p = steps
"""


def problems(text: str) -> list[str]:
    report = Report()
    check(read(Source("tower.rules", text), report), report)
    return [d.code for d in report]


def test_down_to_where_there_is_no_floor() -> None:
    report = Report()
    made = read(Source("tower.rules", TOWER), report).program(1, {}, report)
    assert made is not None and not report.problems
    engine = load_module(emit(made.program, events=True), "full")
    assert play_in_step(interpreter(made.program), engine, 1, Random(1), 20).over
    state = start(engine, seed=1)
    while not state.over:
        state.apply(state.decision.options[0])
    assert state.view(0).fields["at"] == "3" and state.view(0).fields["steps"] == 2


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("= Floor(7)", "= Floor(5)", "RW0307"),
        ("below is none", "steps > 2", "RW0308"),
        ("field steps: 0..9", "field steps: 0..9999", ""),
        ("Floor(at.down)", "Floor(at.down * 1000000)", "RW0307"),
    ],
)  # fmt: skip
def test_what_is_refused(before: str, after: str, code: str) -> None:
    assert before in TOWER
    assert problems(TOWER.replace(before, after)) == ([code] if code else [])


def test_the_first_cell_of_a_numbered_row_may_be_worked_out() -> None:
    assert problems(TOWER.replace("  3      1\n", "  3      (3 - 2)\n")) == []
