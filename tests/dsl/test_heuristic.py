"""`heuristic player p = EXPR`: what a position is worth to a player, on both engines, in variants; its mistakes."""

from __future__ import annotations

import pytest

import rulewright
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, check, ir, read
from rulewright.dsl.pipeline import with_variants
from rulewright.dsl.print_ir import print_program

GAME = """\
game worth "Worth" for 2 players

field points per player: -3..9
{declared}
phase Round repeats
  phase Turn for each player p
    p chooses one "More?"
      More
        needs room: p.points < 9 because "that is all there is"
        add 1 to p.points
      Stop: p wins because "enough"
"""


def problems(declared: str) -> list[str]:
    report = Report()
    check(read(Source("worth.rules", GAME.format(declared=declared)), report), report)
    return [problem.code for problem in report.problems]


def program(declared: str, variant: str = "") -> ir.Program:
    report = Report()
    rules = read(Source("worth.rules", GAME.format(declared=declared)), report)
    made = rules.program(2, {}, report)
    assert made is not None
    assert not report.problems, report.problems
    return made.program


def test_it_may_be_left_out_and_need_not_be_used() -> None:
    assert problems("") == []
    assert program("").heuristic is None
    assert problems("heuristic player p = 2 * p.points") == []


def test_the_compiled_module_has_it_only_where_it_is_declared() -> None:
    assert "def worth" not in emit(program(""), events=True)
    for events in (True, False):
        module = load_module(emit(program("heuristic player p = 2 * p.points"), events=events), "worth")
        cells = module.new(0)
        cells[module.schema.fields[0].offset + 1] = 4
        assert [module.worth(cells, seat) for seat in range(2)] == [0, 8]
        assert module.scores(cells) == [0, 0], "the score is another matter"


def test_it_is_printed() -> None:
    printed = print_program(program("heuristic player p = 2 * p.points"))
    assert "heuristic it = heuristic(it)" in printed


def test_both_engines_agree_on_it() -> None:
    for name in ("pig", "breakthrough"):
        game = rulewright.load(name)
        reference, state = game.reference(), game.start(3)
        worth = game.engine.worth  # type: ignore[attr-defined]
        assert reference.worth is not None
        for _ in range(20):
            for seat in range(2):
                assert worth(state.cells, seat) == reference.worth(state.cells, seat)
            if not state.over:
                state.apply(state.option_ids[0])
    assert rulewright.load("tic_tac_toe").reference().worth is None


def test_a_variant_adds_one_or_changes_it() -> None:
    """Also that it is `heuristic` which an address means."""
    for declared, change, worth in (
        ("", "heuristic player p = 3 * p.points", [9, 0]),
        ("heuristic player p = p.points", "replace heuristic player p = 4 * p.points", [12, 0]),
        ("heuristic player p = p.points", "set heuristic to 7", [7, 7]),
    ):
        report = Report()
        text = GAME.format(declared=declared)
        rules = read(Source("worth.rules", f'{text}\nvariant other "Other" of worth\n  {change}\n'), report)
        laid = with_variants(rules, (), ("other",), report)
        made = laid.program(2, {}, report)
        assert made is not None, report.problems
        module = load_module(emit(made.program, events=True), "worth")
        cells = module.new(0)
        cells[module.schema.fields[0].offset] = 3
        assert [module.worth(cells, seat) for seat in range(2)] == worth


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("heuristic player p = p.points\nheuristic player q = 0", "RW0209"),
        ("heuristic player p = p.points > 2", "RW0301"),
        ("heuristic player p = p.pionts", "RW0202"),
    ],
)
def test_mistakes(declared: str, code: str) -> None:
    assert problems(declared) == [code]
