"""A game that grows in length costs no more than its length: counted in lines of Python run, so the same each time.

What is quadratic in anything (the procedures, the reactions, the fields) makes these ratios grow; `python -m
tests.scale` tells the seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
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

SHORT, LONG = 400, 1600  # lines, about
ALLOWED = 1.2  # twelve times the work for ten times the lines
COUNTED = {"parse": ("parse",), "check": ("elaborate", "checks"), "compile": ("passes", "layout", "emit, full", "emit, quiet")}


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
        else:
            step()
        if name == counted[-1]:
            break
    assert not making.report.problems
    return total


@pytest.mark.parametrize("part", COUNTED)
def test_work_grows_no_faster_than_the_text(part: str) -> None:
    warm()
    texts = generated(SHORT), generated(LONG)
    short, long = (work(text, COUNTED[part]) for text in texts)
    longer = texts[1].count("\n") / texts[0].count("\n")
    assert long / short <= ALLOWED * longer, f"{long:,} lines of Python run, {short:,} for a text {longer:.1f} as short"


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


@cache
def big() -> tuple[Engine, Engine]:
    return engines(program_of(generated(2000)))


@pytest.mark.parametrize("seed", range(3))
def test_both_engines_play_a_long_game_alike(seed: int) -> None:
    played = play_in_step(*big(), seed, Random(seed), limit=150)
    assert played.fault is None
    assert len(played.answers) > 50 or played.over


@pytest.mark.parametrize("seed", (1, 2))
def test_a_generated_game_has_no_problems(seed: int) -> None:
    text = generated(700, seed)
    assert text == generated(700, seed)
    report = Report()
    made = check(read(Source("generated.rules", text), report), report)
    assert sorted(made) == [2, 3]
    assert not report.problems
