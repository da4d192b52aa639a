"""The shipped games described: what `list` shows, read from the rules once and then kept.

A description is plain data, and nothing is imported before it has to be made: `list` answers at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulewright.tools import cache
from rulewright.tools.collector import collector_off
from rulewright.tools.project import Text, Trouble, files_beside, shipped
from rulewright.tools.variant_files import FOLDER, Ruleset, find_ruleset, found_with_base

if TYPE_CHECKING:
    from rulewright.dsl.ast import File, Scenario, Variant
    from rulewright.dsl.pipeline import OptionInfo, Rules

Texts = tuple[Text, ...]


def described(name: str, variants: tuple[str, ...] = ()) -> dict[str, Any] | Trouble:
    """The description of a shipped game or of the game at a path, with variants if need be.

    Keys: name, title, least, most, words, options, phases, scenarios (how many), blocks (what is different `while`
    something holds: at, while, lines), reconstructed (numbered rules that are the game's own guess: because, rules),
    variants (those there are: name, title, least, most, words, requires, excludes).
    Raises RulesError if the file holds no game that can be read.
    """
    texts = _texts(name, variants)
    return texts if isinstance(texts, Trouble) else _kept(*texts)


def all_described() -> list[dict[str, Any]]:
    """Every shipped game, by name."""
    texts = {name: _texts(name, ()) for name in shipped()}
    entry = f"{cache.key('shelf', texts)}.json"
    kept = cache.read_json(entry)
    if kept is None:
        kept = [_kept(*found) for found in texts.values() if not isinstance(found, Trouble)]
        cache.write_json(entry, kept)
    games: list[dict[str, Any]] = kept
    return games


def _texts(name: str, variants: tuple[str, ...]) -> tuple[Ruleset, Texts, Texts] | Trouble:
    """What is asked for, and the scenarios and the variants beside it."""
    found = find_ruleset(name, variants)
    base = found_with_base(name)
    if isinstance(found, Trouble):
        return found
    if isinstance(base, Trouble):
        return base
    beside = {text.name: text for text in (*found.files, *files_beside(base.place, FOLDER))}
    return found, tuple(files_beside(base.place, "scenarios")), tuple(beside.values())


def _kept(found: Ruleset, scenarios: Texts, variants: Texts) -> dict[str, Any]:
    entry = f"{cache.key('described', found, scenarios, variants)}.json"
    kept = cache.read_json(entry)
    if kept is None:
        kept = describe(found, scenarios, variants)
        cache.write_json(entry, kept)
    about: dict[str, Any] = kept
    return about


@collector_off()
def describe(found: Ruleset, scenarios: Texts, variants: Texts) -> dict[str, Any]:
    """Read the rules and sum them up. Raises RulesError for a text that is no game."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.source import Span
    from rulewright.tools.problems import RulesError
    from rulewright.tools.table import read_rules, refuse, with_its_variants

    report = Report()
    base = rules = read_rules(found.game, report)
    refuse(report)
    if base.game is None:
        report.add("RW0226", Span(rules.source, 0, 0))
        raise RulesError(report)
    if found.variants:
        rules = with_its_variants(base, found.variants, found.files, report)
        refuse(report)
    game = rules.game
    assert game is not None
    beside = [read_rules(text, Report()) for text in variants]
    files = [*(read_rules(text, Report()) for text in scenarios), *beside]
    tests = _scenarios_of([base.file, *(file.file for file in files)], game.name.text)
    return {
        "name": game.name.text,
        "title": game.title or game.name.text,
        "least": game.least,
        "most": game.most,
        "words": " ".join(game.docs),
        "options": [_option(info) for info in rules.options(game.least)],
        "phases": _phases(rules.file),
        "scenarios": len(tests),
        "blocks": _blocks(rules.file),
        "reconstructed": _reconstructed(rules.file),
        "variants": [_variant(base, beside, v) for r in (base, *beside) for v in r.variants],
    }


def _variant(base: Rules, beside: list[Rules], v: Variant) -> dict[str, Any]:
    """A variant, with as many players as it and what it builds on allow."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import with_variants

    game = with_variants(base, beside, [v.name.text], Report()).game
    assert game is not None and base.game is not None
    needs = [] if v.base.text == base.game.name.text else [v.base.text]
    return {
        "name": v.name.text,
        "title": v.title or v.name.text.replace("_", " "),
        "least": game.least,
        "most": game.most,
        "words": " ".join(v.docs),
        "requires": needs + [r.name.text for r in v.requires],
        "excludes": [{"name": e.name.text, "reason": e.reason} for e in v.excludes],
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


def _blocks(file: File) -> list[dict[str, Any]]:
    """The `while` blocks, each with the row it stands under, and its lines as they are written."""
    from rulewright.dsl import ast
    from rulewright.dsl.living import blocks_of

    rows = {id(b): f"{d.name.text}.{r.key.text}" for d in file.decls if isinstance(d, ast.ClassDecl) for r in d.rows
            for b in r.living}  # fmt: skip

    def written(node: Any) -> str:
        return " ".join(node.span.source.text[node.span.start : node.span.end].split())

    return [
        {
            "at": rows.get(id(block), ""),
            "while": written(block).removeprefix("while "),
            "lines": [written(line).removesuffix(":") for line in block.lines],
        }
        for block in blocks_of(file)
    ]


def _reconstructed(file: File) -> list[dict[str, Any]]:
    """The numbered rules that are the game's own guess, with the reason."""
    from rulewright.dsl import ast

    return [{"because": d.reason, "rules": list(d.refs)} for d in file.decls if isinstance(d, ast.Reconstructs)]


def _scenarios_of(files: list[File], game: str) -> list[Scenario]:
    """The scenarios of some files (positions left out) that are about a game."""
    from rulewright.dsl import ast

    known = [d for file in files for d in file.decls if isinstance(d, ast.Scenario)]
    by_name = {s.name.text: s for s in known}

    def about(scenario: Scenario) -> str:
        passed: set[str] = set()
        while scenario.game is None and scenario.base is not None and scenario.base.text not in passed:
            passed.add(scenario.base.text)
            scenario = by_name.get(scenario.base.text, scenario)
        return scenario.game.text if scenario.game is not None else ""

    return [s for s in known if not s.shared and about(s) == game]
