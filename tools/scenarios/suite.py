"""All scenarios of one game: found, elaborated, run on both engines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulewright.dsl import Report, Rules, check
from rulewright.tools.problems import RulesError, refusal
from rulewright.tools.project import Trouble, files_beside, find_game
from rulewright.tools.scenarios.collect import Ready, collect, engines
from rulewright.tools.scenarios.coverage import Coverage, coverage
from rulewright.tools.scenarios.outcome import Failure, Tested
from rulewright.tools.scenarios.run import run
from rulewright.tools.table import read_rules

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


def suite(name: str) -> Suite:
    """The scenarios of a game (its own and those in the folder `scenarios` beside it), or those of one scenario file,
    whose `of GAME` names the game. Raises RulesError with everything that is wrong with any of them."""
    report = Report()
    text = find_game(name)
    if isinstance(text, Trouble):
        raise refusal(text)
    rules = read_rules(text, report)
    if rules.game is not None:
        files = tuple(read_rules(beside, report) for beside in files_beside(name, "scenarios"))
    else:
        named = next((s.game for s in rules.scenarios if s.game is not None), None)
        if named is None:
            raise RulesError(report)
        found = find_game(named.text)
        if isinstance(found, Trouble):
            facts: dict[str, Any] = found.facts
            report.add("RW0006", named.span, help=found.help, **facts)
            raise RulesError(report)
        files, rules = (rules,), read_rules(found, report)
    _refuse(report)
    check(rules, report)
    _refuse(report)
    ready = collect(rules, (rules, *files), report)
    _refuse(report)
    return Suite(rules, files, tuple(ready))


def _refuse(report: Report) -> None:
    from rulewright.dsl.catalogue import severity

    if any(severity(d.code) == "error" for d in report.problems):
        raise RulesError(report)


def perform(suite: Suite, wanted: str = "") -> Iterator[Tested]:
    """Run the scenarios whose name or title contains `wanted`, each on both engines."""
    for ready in suite.ready:
        plan = ready.plan
        if wanted.lower() not in f"{plan.name} {plan.title}".lower():
            continue
        reference, compiled = engines(ready.program)
        for label, engine in zip(ENGINES, (reference, compiled), strict=True):
            failure: Failure | None = None
            try:
                run(plan, engine, reference)
            except Failure as failed:
                failure = failed
            yield Tested(plan.name, plan.title, label, plan.refs, failure)
