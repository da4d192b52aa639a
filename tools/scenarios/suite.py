"""All scenarios of one game: found, elaborated, run on both engines."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import frozen

from rulewright.dsl import Report, Rules
from rulewright.dsl.elaborate.beats import Plan
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

WORD = re.compile(r"\w+")
ENGINES = ("reference", "compiled")


@frozen
class Suite:
    """A game and its scenarios, checked and ready. `base` is the game without variants; those that are tested stand in
    it or in `others`, and `rulesets` names them: each alone, or those asked for together.
    `one_file`: only the scenarios of one file are here."""

    game: Rules
    files: tuple[Rules, ...]
    ready: tuple[Ready, ...]
    base: Rules
    others: tuple[Rules, ...]
    rulesets: tuple[tuple[str, ...], ...]
    one_file: bool

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
    mine = set() if base.own is None else declared(base.own).keys()
    around = (*found.files, *(() if base.own is None else files_of(base)))
    near = {text.name: text for text in around if not mine & declared(text).keys()}
    others = tuple(read_rules(t, report) for t in (*near.values(), *farther(place, own, base.own, near.values())))
    scenarios = tuple(read_rules(t, report) for t in files_beside(place, "scenarios"))
    files = (*scenarios, *others) if own is None else (own,)
    _refuse(report)
    check_tables(rules, report)
    _refuse(report)
    tested = files if own is not None else (rules, *files)
    ready = collect(rules, tested, report, (*scenarios, *others), found.variants)
    _refuse(report)
    played = rules
    rulesets: tuple[tuple[str, ...], ...] = tuple((v.name.text,) for r in tested for v in r.variants)
    if variants:
        known = [v.name.text for r in (rules, *others, *tested) for v in r.variants]
        unknown_variants(rules, [v for v in found.variants if v not in known], known, report)
        played, rulesets = with_variants(rules, (*others, *tested), found.variants, report), (found.variants,)
        _refuse(report)
    return Suite(played, files, tuple(ready), rules, (*others, *tested), rulesets, own is not None)


def farther(place: str, own: Rules | None, text: Text | None, near: Iterable[Text]) -> list[Text]:
    """The files in the game's folder `variants` that count beside those at hand: none that holds a variant which one of
    those has; and where one file is tested, only what it, or such another, mentions."""
    given = [*near, *(() if text is None else (text,))]
    taken = {name for t in given for name in declared(t)}
    left = [t for t in files_beside(place, FOLDER) if not taken & declared(t).keys()]
    if own is None:
        return left
    found: list[Text] = []
    words = {word for t in (own.source.text, *(t.text for t in given)) for word in WORD.findall(t)}
    while fitting := [t for t in left if words.intersection(declared(t).values())]:
        found += fitting
        left = [t for t in left if t not in fitting]
        words |= {word for t in fitting for word in WORD.findall(t.text)}
    return found


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
                failure = Failure(failed.span, failed.why, (*failed.detail, *passed_by(plan)))
            yield Tested(plan.name, plan.title, label, plan.refs, failure)


def passed_by(plan: Plan) -> list[str]:
    """What a scenario that starts in the middle leaves out, for one that failed: it may be the reason."""
    places = [f"{span.source.name}:{span.line}" for span in plan.passed]
    return [f"(`{plan.start}` was started at without what is before it: {', '.join(places)})"] if places else []
