"""Scenario files against their game: read, elaborated per player count and options, ready to run."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from attrs import frozen

from rulewright.compiler.layout import lay_out
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.schema_of import schema_of
from rulewright.dsl import Report, Rules, ast, ir
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.expressions import typed
from rulewright.dsl.elaborate.program import Elaborated
from rulewright.dsl.elaborate.scenarios import Plan, plan, prelude
from rulewright.dsl.elaborate.scope import Scope
from rulewright.runtime.engine import Engine


@frozen
class Ready:
    """A scenario with the program it runs against."""

    plan: Plan
    program: ir.Program


def collect(game: Rules, files: Iterable[Rules], report: Report) -> list[Ready]:
    """Every scenario of the files, elaborated against `game`. Problems go to `report` (then do not run them)."""
    found: list[Ready] = []
    for rules in files:
        positions = {s.name.text: s for s in rules.scenarios if s.shared}
        for scenario in rules.scenarios:
            if scenario.shared:
                continue
            ready = prepare(game, scenario, positions, report)
            if ready is not None:
                found.append(ready)
    return found


def prepare(game: Rules, scenario: ast.Scenario, positions: dict[str, ast.Scenario], report: Report) -> Ready | None:
    """One scenario: its player count and options decide the ruleset."""
    decl = game.game
    assert decl is not None
    table = scenario
    while table.base is not None and table.base.text in positions:
        table = positions[table.base.text]
        if table is scenario:
            break
    if table.game is not None and table.game.text != decl.name.text:
        report.add("RW0907", table.game.span, name=table.game.text, game=decl.name.text)
        return None
    players = table.players or decl.least
    if not decl.least <= players <= decl.most:
        report.add("RW0804", table.span, players=players, least=decl.least, most=decl.most)
        return None
    made = game.program(players, {}, Report())
    if made is None:
        return None
    options = options_of(scenario, positions, made, report)
    fresh = game.program(players, options, report)
    if fresh is None:
        return None
    return Ready(plan(scenario, positions, fresh.symbols), fresh.program)


def options_of(
    scenario: ast.Scenario, positions: dict[str, ast.Scenario], made: Elaborated, report: Report
) -> dict[str, int]:
    """The options a scenario sets."""
    chosen: dict[str, int] = {}
    known = dict(made.program.options)
    quiet = made.symbols
    for beat in [*prelude(scenario, positions, quiet), *scenario.beats]:
        if not isinstance(beat, ast.WithOption):
            continue
        if beat.name.text not in known:
            report.add("RW0802", beat.name.span, name=beat.name.text, known=", ".join(known) or "none")
            continue
        value = constant(typed(Scope(quiet), beat.value).expr, quiet)
        if value is None:
            report.add("RW0320", beat.value.span, what="the value of an option")
        else:
            chosen[beat.name.text] = value
    return chosen


@cache
def _compiled(program: ir.Program) -> Engine:
    engine: Engine = load_module(emit(program, events=True), f"{program.name}_{program.players}")
    return engine


def engines(program: ir.Program) -> tuple[Interpreter, Engine]:
    """The reference interpreter and the compiled module of a program."""
    return Interpreter(program, schema_of(program, lay_out(program))), _compiled(program)
