"""A game that grows in length costs no more than its length: counted in lines of Python run, so the same each time.

What is quadratic in anything (the procedures, the reactions, the fields) makes these ratios grow; `python -m
tests.scale` tells the seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

from rulewright.compiler.layout import lay_out
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.schema_of import schema_of
from rulewright.dsl import Report, Source, check, ir, read
from rulewright.runtime.engine import Engine
from tests.properties.agreement import play_in_step
from tests.scale.generated import generated
from tests.scale.stages import Making, warm

ALLOWED = 1.2  # twelve times the work for ten times the lines
# by part: its stages, and about how many lines the texts have for which they are counted
COUNTED = {
    "parse": (("parse",), 250, 1000),
    "check": (("elaborate", "checks"), 400, 1600),
    "compile": (("passes", "layout", "emit, quiet"), 400, 1600),
}
NEEDED = ("parse", "elaborate")  # by the other stages


def lines_run(step: Callable[[], Any]) -> int:
    """How many lines of Python a call runs."""
    count = 0

    def line(frame: FrameType, event: str, arg: Any) -> Any:
        nonlocal count
        count += 1
        return line

    before = sys.gettrace()
    sys.settrace(lambda frame, event, arg: line)
    try:
        step()
    finally:
        sys.settrace(before)
    return count


def work(text: str, counted: tuple[str, ...]) -> int:
    """The lines run in some of the stages of compiling a text."""
    making = Making(text)
    total = 0
    for name, step in making.stages().items():
        if name in counted:
            total += lines_run(step)
        elif name in NEEDED:
            step()
    assert not making.report.problems
    return total


@pytest.mark.parametrize("part", COUNTED)
def test_work_grows_no_faster_than_the_text(part: str) -> None:
    stages, *sizes = COUNTED[part]
    short, long = (generated(size) for size in sizes)
    warm(generated(0))
    more = work(long, stages) / work(short, stages)
    longer = long.count("\n") / short.count("\n")
    assert more <= ALLOWED * longer, f"{more:.2f} times the lines of Python run for {longer:.2f} times the rules"


# ------------------------------------------------------------------ the games are games


def program_of(text: str) -> ir.Program:
    report = Report()
    rules = read(Source("generated.rules", text), report)
    made = rules.program(2, {}, report)
    assert not report.problems, list(report)
    assert made is not None
    return made.program


def engines(program: ir.Program) -> tuple[Engine, Engine]:
    compiled: Any = load_module(emit(program, events=True), "generated")
    return Interpreter(program, schema_of(program, lay_out(program))), compiled


@pytest.mark.parametrize("seed", (1, 2))
def test_both_engines_play_a_generated_game_alike(seed: int) -> None:
    one, two = engines(program_of(generated(500, seed)))
    for game in range(2):
        played = play_in_step(one, two, game, Random(game))
        assert played.over and played.fault is None
        assert len(played.answers) > 20


@pytest.mark.parametrize("seed", (1, 2))
def test_a_generated_game_has_no_problems(seed: int) -> None:
    text = generated(600, seed)
    assert text == generated(600, seed)
    report = Report()
    made = check(read(Source("generated.rules", text), report), report)
    assert sorted(made) == [2, 3]
    assert not report.problems
