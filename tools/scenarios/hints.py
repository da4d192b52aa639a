"""Problems of a scenario that uses what only a variant brings, without playing with it: the advice says `with` what."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve

from rulewright.dsl import Rules, ast
from rulewright.dsl.diagnostics import Diagnostic, Report

WORD = re.compile(r"\w+")


def hand_on(found: Report, scenario: ast.Scenario, game: Rules, files: Iterable[Rules], report: Report) -> None:
    """Add what was found in a scenario to `report`; `game` is what it plays, with its variants, and in `files` stand
    those that it could play with."""
    others = [v for f in files for v in f.variants if v not in game.applied]
    report.take(with_advice(d, scenario, game, others) for d in found.problems)


def with_advice(d: Diagnostic, scenario: ast.Scenario, game: Rules, others: Iterable[ast.Variant]) -> Diagnostic:
    """The problem, with the variant that knows the name in question; one in the scenario's own file comes first."""
    if d.span.source is not scenario.span.source:
        return d
    known = {word for text in (*game.source.texts, *(v.text for v in game.applied)) for word in WORD.findall(text)}
    unknown = {value for _, value in d.facts if WORD.fullmatch(value)} - known
    near = sorted(others, key=lambda v: v.span.source is not scenario.span.source)
    for v in near:
        for name in sorted(unknown.intersection(WORD.findall(v.text))):
            return evolve(d, help=f"`{name}` is in the variant `{v.name.text}`: write `with {v.name.text}`")
    return d
