"""The shipped games described: what `list` shows, read from the rules once and then kept.

A description is plain data, and nothing is imported before it has to be made: `list` answers at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.tools import cache
from rulewright.tools.project import Found, Text, Trouble, files_beside, find_game, shipped

if TYPE_CHECKING:
    from rulewright.dsl.ast import File, Scenario
    from rulewright.dsl.pipeline import OptionInfo


def described(name: str) -> dict[str, Any] | Trouble:
    """The description of a shipped game or of the game at a path.

    Keys: name, title, least, most, words, options, phases, scenarios (how many). Raises RulesError if the file holds no
    game that can be read.
    """
    found = find_game(name)
    return found if isinstance(found, Trouble) else _kept(name, found, files_beside(name, "scenarios"))


def all_described() -> list[dict[str, Any]]:
    """Every shipped game, by name."""
    texts: dict[str, tuple[Found, list[Text]]] = {
        name: (find_game(name), files_beside(name, "scenarios")) for name in shipped()
    }
    entry = f"{cache.key('shelf', texts)}.json"
    kept = cache.read_json(entry)
    if kept is None:
        kept = [_kept(name, text, beside) for name, (text, beside) in texts.items() if isinstance(text, Text)]
        cache.write_json(entry, kept)
    games: list[dict[str, Any]] = kept
    return games


def _kept(name: str, text: Text, scenarios: list[Text]) -> dict[str, Any]:
    entry = f"{cache.key('described', name, text, scenarios)}.json"
    kept = cache.read_json(entry)
    if kept is None:
        kept = describe(text, scenarios)
        cache.write_json(entry, kept)
    about: dict[str, Any] = kept
    return about


def describe(text: Text, scenarios: list[Text]) -> dict[str, Any]:
    """Read the rules and sum them up. Raises RulesError for a text that is no game."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.source import Span
    from rulewright.tools.problems import RulesError
    from rulewright.tools.table import read_rules, refuse

    report = Report()
    rules = read_rules(text, report)
    refuse(report)
    game = rules.game
    if game is None:
        report.add("RW0226", Span(rules.source, 0, 0))
        raise RulesError(report)
    tests = [s for file in scenarios for s in _scenarios_of(read_rules(file, Report()).file, game.name.text)]
    return {
        "name": game.name.text,
        "title": game.title or game.name.text,
        "least": game.least,
        "most": game.most,
        "words": " ".join(game.docs),
        "options": [_option(info) for info in rules.options(game.least)],
        "phases": _phases(rules.file),
        "scenarios": len(tests),
    }


def _option(info: OptionInfo) -> dict[str, Any]:
    from rulewright.dsl import ir

    low, high = info.bounds
    if isinstance(info.type, ir.Truth):
        values, default = "yes or no", "yes" if info.default else "no"
    elif info.names:
        values, default = ", ".join(info.names), info.names[info.default]
    else:
        values, default = f"{low} to {high}", str(info.default)
    return {"name": info.name, "title": info.title, "values": values, "default": default}


def _phases(node: Any) -> list[dict[str, Any]]:
    """The phases below a node of the syntax tree, each with those inside it."""
    from rulewright.dsl import ast
    from rulewright.dsl.walk import children

    found: list[dict[str, Any]] = []
    for child in children(node):
        inside = _phases(child)
        if isinstance(child, ast.Phase) and child.word == "phase":
            found.append({"name": child.name.text, "title": child.title or child.name.text, "inside": inside})
        else:
            found += inside
    return found


def _scenarios_of(file: File, game: str) -> list[Scenario]:
    """The scenarios of a file (positions left out) that are about a game."""
    from rulewright.dsl import ast

    all_of_them = {d.name.text: d for d in file.decls if isinstance(d, ast.Scenario)}

    def about(scenario: Scenario | None) -> str:
        if scenario is None or scenario.game is not None:
            return scenario.game.text if scenario is not None and scenario.game is not None else ""
        base = all_of_them.get(scenario.base.text) if scenario.base is not None else None
        return about(base) if base is not scenario else ""

    return [s for s in all_of_them.values() if not s.shared and about(s) == game]
