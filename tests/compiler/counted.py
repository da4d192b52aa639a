"""Counted runs of games, for tests of what is made of them."""

from __future__ import annotations

from functools import cache
from random import Random
from types import ModuleType

from rulewright.compiler.load import load_module
from rulewright.compiler.outline.passed import Ledger
from rulewright.compiler.passes.counters import Counted, counting
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, ir, read
from rulewright.dsl.catalogue import errors
from rulewright.runtime.playout import playout
from rulewright.runtime.schema import COUNTS, Schema
from tests.properties.shipped_games import game


def compiled(text: str, players: int = 2) -> ir.Program:
    """The program of a text without errors."""
    report = Report()
    made = read(Source("tiny.rules", text), report).program(players, {}, report)
    assert made is not None and not errors(report), report.problems
    return made.program


def cells_of(schema: Schema) -> dict[str, slice]:
    """Where each counting field lies."""
    return {f.name: slice(f.offset, f.offset + f.cells) for f in schema.fields if f.name.startswith(COUNTS)}


def quick(program: ir.Program) -> tuple[Counted, ModuleType]:
    """The program with counters, and its quiet module."""
    counted = counting(program)
    return counted, load_module(emit(counted.program, events=False), "counted")


def ledger(program: ir.Program, games: int, limit: int = 2000) -> Ledger:
    """The counts of some random games."""
    counted, module = quick(program)
    where = cells_of(module.schema)[COUNTS]
    total, reached = [0] * counted.size, [0] * counted.size
    for seed in range(games):
        played = playout(module, seed, Random(seed).random, limit)  # type: ignore[arg-type]
        for n, count in enumerate(played.cells[where]):
            total[n] += count
            reached[n] += count > 0
    return Ledger(counted, games, total, reached)


@cache
def shipped_ledger(name: str, players: int, games: int = 30) -> Ledger:
    """The counts of some random games of a shipped game."""
    return ledger(game(name, players).program, games)
