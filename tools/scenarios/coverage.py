"""Which numbered rules of a game are implemented, and which of those a scenario tests."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulewright.dsl import Rules
from rulewright.dsl.citations import Citations, citations


@frozen
class RuleStatus:
    """One numbered rule: the lines that implement it, the scenario lines that test it, or why it is left out."""

    rule: str
    lines: tuple[int, ...]
    tests: tuple[str, ...]
    omitted: str = ""

    @property
    def state(self) -> str:
        """`tested`, `untested`, `omitted` or `missing`."""
        if self.omitted:
            return "omitted"
        if not self.lines:
            return "missing"
        return "tested" if self.tests else "untested"


@frozen
class Coverage:
    """Every rule the game accounts for (or, if it says nothing, every rule it cites), in order."""

    rules: tuple[RuleStatus, ...]

    def count(self, state: str) -> int:
        return sum(r.state == state for r in self.rules)


def coverage(game: Rules, files: Iterable[Rules]) -> Coverage:
    """The rules of `game` against the scenarios in `files` (and in the game's own file)."""
    cited = citations(game)
    tests: dict[str, set[str]] = {}
    for rules in [game, *files]:
        for scenario in rules.scenarios:
            alone = Citations.of((scenario,))
            for rule in alone.cited:
                tests.setdefault(rule, set()).add(scenario.name.text)
    known = cited.answered or tuple(cited.cited)
    return Coverage(
        tuple(
            RuleStatus(
                rule,
                tuple(sorted({span.line for span in cited.cited.get(rule, ())})),
                tuple(sorted(tests.get(rule, ()))),
                cited.omitted.get(rule, ""),
            )
            for rule in known
        )
    )
