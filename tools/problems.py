"""Problems as an exception that drivers can catch, and as what people and programs read.

The words are the front end's (`rulewright.dsl.render`); here is only where they go, in what colours, and which exit
code they mean.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

import click

from rulewright.tools.terminal import in_colour

if TYPE_CHECKING:
    from rulewright.dsl.diagnostics import Diagnostic, Report
    from rulewright.dsl.source import Source
    from rulewright.tools.project import Trouble

AT_FAULT, USAGE = 1, 2  # exit codes: the rules are wrong, or what was asked for is
ABOUT_THE_CALL = ("RW00", "RW08")  # areas of the catalogue: files and games, setting up a table
COLOURS: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "message": {"bold": True},
    "place": {"fg": "cyan"},
    "gutter": {"fg": "blue"},
    "label": {"fg": "blue"},
    "help": {"fg": "green"},
}


class RulesError(Exception):
    """There is no game to be had: `report` holds every problem that stands in the way. Its text is the report."""

    def __init__(self, report: Report) -> None:
        super().__init__(report)
        self.report = report

    def __str__(self) -> str:
        return in_words(self.report)


def refusal(trouble: Trouble) -> RulesError:
    """The error for a text that could not be had."""
    from rulewright.dsl.diagnostics import Report

    report = Report()
    tell(report, trouble)
    return RulesError(report)


def tell(report: Report, trouble: Trouble) -> None:
    """Put a text that could not be had into a report."""
    from rulewright.dsl.source import NOWHERE

    facts: dict[str, Any] = trouble.facts
    report.add(trouble.code, NOWHERE, help=trouble.help, **facts)


def in_words(problems: Iterable[Diagnostic], stream: TextIO | None = None) -> str:
    """All problems, with the lines they are about; in colour if `stream` is a terminal that shows colours."""
    from rulewright.dsl.render import render

    style = coloured if stream is not None and in_colour(stream) else uncoloured
    return "\n\n".join(render(d, style) for d in problems)


def in_short(problems: Iterable[Diagnostic], stream: TextIO | None = None) -> str:
    """One line a problem."""
    from rulewright.dsl.render import short

    style = coloured if stream is not None and in_colour(stream) else uncoloured
    return "\n".join(short(d, style) for d in problems)


def coloured(style: str, text: str) -> str:
    return click.style(text, **COLOURS[style]) if style in COLOURS else text


def uncoloured(style: str, text: str) -> str:
    return text


def broken(why: str, where: str, source: Source | None = None, stream: TextIO | None = None) -> str:
    """What to say of rules that broke in a running game: in the form of a diagnostic, with the rule's line."""
    from rulewright.dsl.render import clean

    style = coloured if stream is not None and in_colour(stream) else uncoloured
    number = where.rpartition(":")[2]
    line = source.line(int(number)).strip() if source is not None and number.isdigit() else ""
    margin = " " * len(number)
    lines = [
        style("error", "error") + style("message", f": the rules broke while the game was running: {clean(why)}"),
        style("gutter", f"{margin} --> ") + style("place", clean(where)),
    ]
    if line:
        lines += [style("gutter", f"{margin} |"), style("gutter", f"{number} | ") + clean(line)]
    return "\n".join(lines)


def exit_code(problems: Iterable[Diagnostic]) -> int:
    """Files that are not there and settings that do not exist are the caller's fault; anything else is the rules'."""
    from rulewright.dsl.catalogue import severity

    codes = [d.code for d in problems if severity(d.code) == "error"]
    if not codes:
        return 0
    return USAGE if all(code.startswith(ABOUT_THE_CALL) for code in codes) else AT_FAULT


def as_data(problems: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """For `--json`."""
    from rulewright.dsl.render import as_dict

    return [as_dict(d) for d in problems]
