"""All scenarios of one game: found, elaborated, run on both engines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.dsl import Report, Rules
from rulewright.dsl.pipeline import check_tables, with_variants
from rulewright.tools.collector import collector_off
from rulewright.tools.problems import RulesError, refusal
from rulewright.tools.project import SUFFIX, Text, Trouble, files_beside, find_game
from rulewright.tools.scenarios.collect import Ready, collect, engines
from rulewright.tools.scenarios.coverage import Coverage, coverage
from rulewright.tools.scenarios.outcome import Failure, Tested
from rulewright.tools.scenarios.run import run
from rulewright.tools.table import read_rules, unknown_variants
from rulewright.tools.variant_files import FOLDER, declared, files_of, find_ruleset, found_with_base

ENGINES = ("reference", "compiled")


@frozen
class Suite:
    """A game and its scenarios, checked and ready."""

    game: Rules
    files: tuple[Rules, ...]
    ready: tuple[Ready, ...]

    @property
    def coverage(self) -> Coverage:
        return coverage(self.game, self.files)


@collector_off()
def suite(name: str, variants: tuple[str, ...] = ()) -> Suite:
    """The scenarios of a game (its own and those in the folders `scenarios` and `variants` beside it), or those of one
    file of scenarios or variants. With `variants`, only those that play with all of them, and `game` is the game with
    them. Raises RulesError with everything that is wrong with any of it."""
    report = Report()
    base = found_with_base(name)
    if isinstance(base, Trouble):
        raise refusal(base)
    place, rules = base.place, read_rules(base.game, report)
    own = None if base.own is None else read_rules(base.own, report)
    if rules.game is None:
        own, place = rules, _game_of(rules, report)
        rules = _read(find_game(place), report)
    found = find_ruleset(place, variants)
    if isinstance(found, Trouble):
        raise refusal(found)
    beside = {text.name: text for text in (*found.files, *files_of(base), *files_beside(place, FOLDER))}
    mine = set() if base.own is None else declared(base.own).keys()
    others = tuple(read_rules(t, report) for t in beside.values() if not mine & declared(t).keys())
    scenarios = tuple(read_rules(t, report) for t in files_beside(place, "scenarios"))
    files = (*scenarios, *others) if own is None else (own,)
    _refuse(report)
    check_tables(rules, report)
    _refuse(report)
    ready = collect(rules, (rules, *files) if own is None else files, report, (*scenarios, *others), found.variants)
    _refuse(report)
    if variants:
        known = [v.name.text for r in (rules, *others) for v in r.variants]
        unknown_variants(rules, [v for v in found.variants if v not in known], known, report)
        rules = with_variants(rules, others, found.variants, report)
        _refuse(report)
    return Suite(rules, files, tuple(ready))


def chosen(suite: Suite, wanted: str = "") -> list[Ready]:
    """The scenarios whose name or title contains `wanted`."""
    return [r for r in suite.ready if wanted.lower() in f"{r.plan.name} {r.plan.title}".lower()]


def _read(found: Text | Trouble, report: Report) -> Rules:
    if isinstance(found, Trouble):
        raise refusal(found)
    return read_rules(found, report)


def _game_of(rules: Rules, report: Report) -> str:
    """The game that a file of scenarios is about: the one beside or above it, or a shipped one. Raises RulesError."""
    named = next((s.game for s in rules.scenarios if s.game is not None), None)
    if named is None:
        raise RulesError(report)
    folder = Path(rules.source.name).resolve().parent
    for near in (folder, folder.parent):
        if (near / f"{named.text}{SUFFIX}").is_file():
            return os.path.relpath(near / f"{named.text}{SUFFIX}")
    found = find_game(named.text)
    if isinstance(found, Trouble):
        facts: dict[str, Any] = found.facts
        report.add("RW0006", named.span, help=found.help, **facts)
        raise RulesError(report)
    return named.text


def _refuse(report: Report) -> None:
    from rulewright.dsl.catalogue import severity

    if any(severity(d.code) == "error" for d in report.problems):
        raise RulesError(report)


def perform(suite: Suite, wanted: str = "") -> Iterator[Tested]:
    """Run the scenarios whose name or title contains `wanted`, each on both engines."""
    for ready in chosen(suite, wanted):
        plan = ready.plan
        reference, compiled = engines(ready.program)
        for label, engine in zip(ENGINES, (reference, compiled), strict=True):
            failure: Failure | None = None
            try:
                run(plan, engine, reference)
            except Failure as failed:
                failure = failed
            yield Tested(plan.name, plan.title, label, plan.refs, failure)
