"""Which numbered rules of a game are implemented, and which of those a scenario tests."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from rulewright.dsl import Rules
from rulewright.dsl.citations import Citations, citations


@frozen
class RuleStatus:
    """One numbered rule: the lines of the game's file that implement it, those of other files (`file:line`), the
    scenarios that test it, or why it is left out; and, of a reconstruction, why it is one."""

    rule: str
    lines: tuple[int, ...]
    elsewhere: tuple[str, ...]
    tests: tuple[str, ...]
    omitted: str = ""
    reconstructed: str = ""

    @property
    def places(self) -> str:
        """The lines, as people read them; nothing if there are none."""
        own = [f"line {', '.join(map(str, self.lines))}"] if self.lines else []
        return "; ".join((*own, *self.elsewhere))

    @property
    def state(self) -> str:
        """`tested`, `untested`, `omitted` or `missing`."""
        if self.omitted:
            return "omitted"
        if not self.lines and not self.elsewhere:
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

    def status(rule: str) -> RuleStatus:
        spans = cited.cited.get(rule, ())
        own = {span.line for span in spans if span.source.name == game.source.name}
        other = {(span.source.name, span.line) for span in spans if span.source.name != game.source.name}
        elsewhere = tuple(f"{name}:{line}" for name, line in sorted(other))
        return RuleStatus(
            rule, tuple(sorted(own)), elsewhere, tuple(sorted(tests.get(rule, ()))), cited.omitted.get(rule, ""),
            cited.reconstructed.get(rule, ""),
        )  # fmt: skip

    return Coverage(tuple(map(status, known)))
