"""The rule coverage table of a game's README: for each numbered rule, where it is implemented and what tests it.

`python -m tests.rule_coverage` writes the tables anew, between their markers. A test keeps them fresh.
"""

from __future__ import annotations

import re
from pathlib import Path

from rulewright.dsl import Report, Rules, Source, read
from rulewright.dsl.citations import citations
from tests.documents import ROOT

GAMES = ("nosferatu",)
BEGIN, END = "<!-- rule coverage: begin -->", "<!-- rule coverage: end -->"


def coverage(game: str) -> str:
    """The table of a shipped game."""
    folder = ROOT / "rules" / game
    implemented = citations(parsed(folder / f"{game}.rules"))
    tested: dict[str, list[str]] = {}
    examples: list[tuple[str, str]] = []
    for path in sorted((folder / "scenarios").glob("*.rules")):
        for scenario in parsed(path).scenarios:
            refs = {*scenario.refs, *(ref for beat in scenario.beats for ref in beat.refs)}
            for ref in sorted(refs):
                tested.setdefault(ref, []).append(scenario.name.text)
    lines = ["| rule | lines | scenarios |", "|---|---|---|"]
    for rule in implemented.answered:
        if rule in implemented.omitted:
            lines.append(f"| {rule} | | left out: {implemented.omitted[rule]} |")
            continue
        places = sorted({span.line for span in implemented.cited.get(rule, ())})
        lines.append(f"| {rule} | {', '.join(map(str, places))} | {named(tested.get(rule, []))} |")
    examples = [(ref, named(names)) for ref, names in tested.items() if ref not in implemented.answered]
    lines += ["", "| worked example | scenarios |", "|---|---|"]
    lines += [f"| {ref} | {names} |" for ref, names in sorted(examples, key=lambda e: number(e[0]))]
    return "\n".join(lines)


def named(scenarios: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(scenarios))


def number(ref: str) -> int:
    found = re.search(r"\d+$", ref)
    return int(found[0]) if found else 0


def parsed(path: Path) -> Rules:
    return read(Source(path.name, path.read_text(encoding="utf-8")), Report())


def with_coverage(page: str, table: str) -> str:
    """The page with this table between its markers."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    assert rest and after, "the page has no markers for the table"
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main() -> None:
    for game in GAMES:
        page = ROOT / "rules" / game / "README.md"
        page.write_text(with_coverage(page.read_text(encoding="utf-8"), coverage(game)), encoding="utf-8")


if __name__ == "__main__":
    main()
