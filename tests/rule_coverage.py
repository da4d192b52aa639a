"""The rule coverage table of a game's README: each numbered rule, the lines that carry it out, what tests it.

It stands between two markers; test_docs.py keeps it fresh, and `make bless` writes it anew.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl import Report, Rules, Source, read
from rulewright.tools.project import Text, read_file
from rulewright.tools.scenarios.coverage import coverage
from tests.documents import ROOT

GAMES = ("nosferatu", "van_helsing")
BEGIN, END = "<!-- rule coverage: begin -->", "<!-- rule coverage: end -->"


def coverage_table(game: str) -> str:
    """The table of a shipped game, and one of the worked examples that its scenarios cite beside its rules."""
    folder = ROOT / "rules" / game
    scenarios = [parsed(f"{game}/scenarios/{path.name}") for path in sorted((folder / "scenarios").glob("*.rules"))]
    rules = coverage(parsed(f"{game}/{game}.rules"), scenarios).rules
    lines = ["| rule | lines | scenarios |", "|---|---|---|"]
    for status in rules:
        tested = f"left out: {status.omitted}" if status.omitted else listed(status.tests)
        places = ", ".join((*map(str, status.lines), *status.elsewhere))
        lines.append(f"| {status.rule} | {places} | {tested} |")
    known = {status.rule for status in rules}
    examples: dict[str, list[str]] = {}
    for scenario in (s for file in scenarios for s in file.scenarios):
        for ref in scenario.refs:
            if ref not in known:
                examples.setdefault(ref, []).append(scenario.name.text)
    lines += ["", "| worked example | scenarios |", "|---|---|"]
    lines += [f"| {ref} | {listed(names)} |" for ref, names in sorted(examples.items(), key=lambda e: number(e[0]))]
    return "\n".join(lines)


def listed(scenarios: tuple[str, ...] | list[str]) -> str:
    return ", ".join(f"`{name}`" for name in scenarios)


def number(ref: str) -> int:
    found = re.search(r"\d+$", ref)
    return int(found[0]) if found else 0


def parsed(name: str) -> Rules:
    text = read_file(ROOT / "rules" / name)
    assert isinstance(text, Text)
    return read(Source(Path(name).name, text.text, text.beside), Report())


def with_coverage(page: str, table: str) -> str:
    """The page with this table between its markers."""
    before, _, rest = page.partition(BEGIN)
    _, found, after = rest.partition(END)
    assert found, "the page has no markers for the table"
    return f"{before}{BEGIN}\n{table}\n{END}{after}"
