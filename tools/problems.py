"""Problems as an exception that drivers can catch, and as what people and programs read.

The words are the front end's (`rulewright.dsl.render`); here is only where they go, and which exit code they mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.dsl.diagnostics import Diagnostic, Report
    from rulewright.tools.project import Trouble

AT_FAULT, USAGE = 1, 2  # exit codes: the rules are wrong, or what was asked for is


class RulesError(Exception):
    """There is no game to be had: `report` holds every problem that stands in the way. Its text is the report."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        from rulewright.dsl.render import render

        return "\n\n".join(render(d) for d in self.report)


def refusal(trouble: Trouble) -> RulesError:
    """The error for a text that could not be had."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.source import NOWHERE

    report = Report()
    facts: dict[str, Any] = trouble.facts
    report.add(trouble.code, NOWHERE, help=trouble.help, **facts)
    return RulesError(report)


def exit_code(problems: Iterable[Diagnostic]) -> int:
    """Files that are not there and settings that do not exist are the caller's fault; anything else is the rules'."""
    codes = [d.code for d in problems]
    if not codes:
        return 0
    return USAGE if all(code.startswith(("RW00", "RW08")) for code in codes) else AT_FAULT


def as_data(problems: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """For `--json`."""
    from rulewright.dsl.render import as_dict

    return [as_dict(d) for d in problems]


def errors(problems: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Those that keep a game from being played."""
    return list(problems)
