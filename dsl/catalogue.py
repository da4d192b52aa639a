"""The error catalogue: one Markdown file a code in `errors/`, read into pages when they are needed.

A page is front matter (`code`, `name`, `severity`, `since`, `message`, sometimes `example`) and three sections: Why,
Wrong and Right. The holes of `message` are exactly the facts a diagnostic of that code carries. The examples of a page
are its tests, and all pages together are the documentation (`as_document`).
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Literal, cast

from attrs import frozen

from rulewright.dsl.diagnostics import Diagnostic, Report

Severity = Literal["error", "warning"]


@frozen
class Page:
    """What there is to say about one code.

    `example` says what `wrong` and `right` are: a `text` of rules, or something done with files or at the command line
    (`file`, `usage`), which a test carries out in another way. `wrong_rows`, `right_rows`: names and texts of the files
    that the examples include and that their tables are read from.
    """

    code: str
    name: str
    severity: Severity
    since: str
    message: str
    why: str
    wrong: str
    right: str
    example: Literal["text", "file", "usage"] = "text"
    wrong_rows: tuple[tuple[str, str], ...] = ()
    right_rows: tuple[tuple[str, str], ...] = ()

    @property
    def holes(self) -> frozenset[str]:
        """The facts the message needs."""
        return frozenset(name for _, name, _, _ in Formatter().parse(self.message) if name is not None)

    def as_text(self) -> str:
        """The page as Markdown, as `explain` shows it."""
        kind = "rules" if self.example == "text" else "console"
        blocks = [
            f"# {self.code} {self.name.replace('-', ' ')}",
            f"{self.severity.capitalize()}: {self.message}",
            self.why,
        ]
        blocks += ["Wrong:", f"```{kind}\n{self.wrong}```", *map(_fenced, self.wrong_rows)]
        blocks += ["Right:", f"```{kind}\n{self.right}```", *map(_fenced, self.right_rows)]
        return "\n\n".join(blocks) + "\n"


def _fenced(beside: tuple[str, str]) -> str:
    name, text = beside
    return f"```{name.rpartition('.')[2]} {name}\n{text}```"


@cache
def _files() -> dict[str, Traversable]:
    folder = resources.files("rulewright.dsl.errors")
    return {f.name[:6]: f for f in sorted(folder.iterdir(), key=lambda f: f.name) if f.name.endswith(".md")}


def codes() -> tuple[str, ...]:
    """Every code there is, in order."""
    return tuple(_files())


@cache
def page(code: str) -> Page:
    """The page of a code. Raises KeyError for a code that does not exist."""
    return read_page(_files()[code].read_text(encoding="utf-8"))


def read_page(text: str) -> Page:
    """A page from its Markdown. Raises ValueError where a part is missing."""
    front = re.match(r"---\n(.*?)\n---\n(.*)", text, re.S)
    if front is None:
        raise ValueError("a page begins with its front matter")
    facts = dict(line.split(": ", 1) for line in front[1].split("\n"))
    parts = re.split(r"^## (\w+)\n", front[2], flags=re.M)
    sections = dict(zip(parts[1::2], parts[2::2], strict=True))
    return Page(
        facts["code"], facts["name"], cast(Severity, facts["severity"]), facts["since"], facts["message"],
        sections["Why"].strip(), _block(sections["Wrong"]), _block(sections["Right"]),
        cast(Literal["text", "file", "usage"], facts.get("example", "text")),
        _rows(sections["Wrong"]), _rows(sections["Right"]),
    )  # fmt: skip


def _block(section: str) -> str:
    """What stands between the fences of a section."""
    fenced = re.search(r"^```\w+\n(.*?)^```$", section, re.S | re.M)
    if fenced is None:
        raise ValueError("a section holds one fenced example")
    return fenced[1]


def _rows(section: str) -> tuple[tuple[str, str], ...]:
    """The files beside the example of a section."""
    return tuple((name, text) for name, text in re.findall(r"^```\w+ (\S+)\n(.*?)^```$", section, re.S | re.M))


def severity(code: str) -> Severity:
    """Is a problem of this code an error, which keeps a game from being played, or a warning?"""
    return page(code).severity if code in _files() else "error"


def message(d: Diagnostic) -> str:
    """What a diagnostic says, in one sentence."""
    return page(d.code).message.format(**dict(d.facts))


def errors(report: Report) -> list[Diagnostic]:
    """The problems that keep a game from being played, in source order."""
    return [d for d in report if severity(d.code) == "error"]


AREAS = {
    "RW00": "Files and games", "RW01": "Writing", "RW02": "Names and tables", "RW03": "Values", "RW04": "Components",
    "RW05": "What a game remembers", "RW06": "Phases, choices and endings", "RW07": "Secrets",
    "RW08": "Setting up a table", "RW09": "Scenarios", "RW10": "Variants",
}  # fmt: skip


def as_document() -> str:
    """All pages as one Markdown document."""
    found = [page(code) for code in codes()]
    lines = [
        "# Errors and warnings", "",
        "Every problem that Rulewright reports has a code. `rulewright explain CODE` shows the same text as this page.",
        "This page is made from the files in `dsl/errors/`; change those.",
    ]  # fmt: skip
    for area, title in AREAS.items():
        inside = [p for p in found if p.code.startswith(area)]
        if not inside:
            continue
        lines += ["", f"## {title}", "", "| code | message | |", "|---|---|---|"]
        lines += [f"| [{p.code}](#{anchor(p)}) | {p.message} | {p.severity} |" for p in inside]
    for p in found:
        lines += ["", "#" + p.as_text().rstrip("\n")]
    return "\n".join(lines) + "\n"


def anchor(p: Page) -> str:
    """The anchor that Markdown viewers give to the heading of a page."""
    return f"{p.code.lower()}-{p.name}"
