"""A table: one game with its players, options and variants fixed, known to be without fault.

`settle` finds out whether what was asked for can be played. The front end works that out once; the answer is kept, so
that a game seen before starts without reading its rules again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import asdict, frozen

from rulewright.tools import cache
from rulewright.tools.collector import collector_off
from rulewright.tools.problems import RulesError
from rulewright.tools.project import SUFFIX, Text, tidy_name

if TYPE_CHECKING:
    from rulewright.dsl import ir
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.pipeline import Rules


@frozen
class Setting:
    """What was asked for. `players` None means as few as the game allows; option values are as typed. `files` are the
    texts that the variants stand in, beside the game's own (see variant_files.py)."""

    players: int | None = None
    variants: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    files: tuple[Text, ...] = ()


@frozen
class Table:
    """What it comes to. `title` names the variants, too. `teams`: by the id of each result, the group that wins by it,
    or "" where that is not fixed."""

    name: str
    title: str
    players: int
    options: Mapping[str, int]
    variants: tuple[str, ...]
    teams: tuple[str, ...]


def settle(text: Text, setting: Setting) -> Table:
    """The table for a setting. Raises RulesError with everything that is wrong with the rules, or with the setting."""
    name = f"{cache.key('table', text.name, text_hash(text), setting)}.json"
    kept = cache.read_json(name)
    if kept is not None:
        return Table(**{**kept, "variants": tuple(kept["variants"]), "teams": tuple(kept["teams"])})
    table, _ = elaborate(text, setting)
    cache.write_json(name, asdict(table))
    return table


def text_hash(text: Text) -> str:
    """What tells a text, with the files its tables are read from, from all others."""
    digest = hashlib.sha256(text.text.encode("utf-8"))
    for beside in text.beside:
        digest.update(repr(beside).encode("utf-8"))
    return digest.hexdigest()


@lru_cache(maxsize=8)  # a game that is not in the cache is settled and compiled from the same program
@collector_off()
def elaborate(text: Text, setting: Setting) -> tuple[Table, ir.Program]:
    """Through the front end: the table and its program. Raises RulesError."""
    from rulewright.dsl.diagnostics import Label, Report
    from rulewright.dsl.pipeline import set_options

    report = Report()
    rules = read_rules(text, report)
    if rules.game is None:
        report.add("RW0226", _start(rules))
    refuse(report)
    base = rules
    others = tuple(read_rules(file, report) for file in setting.files)
    if setting.variants:
        rules = laid_over(rules, setting.variants, others, report)
        refuse(report)
    game = rules.game
    assert game is not None
    players = game.least if setting.players is None else setting.players
    if not game.least <= players <= game.most:
        labels = [Label(v.span, f"`{v.name.text}` says so") for v in rules.applied if v.players is not None]
        report.add("RW0804", game.span, labels=labels, players=players, least=game.least, most=game.most)
        raise RulesError(report)
    options = set_options(rules, players, dict(setting.options), report)
    refuse(report)
    made = rules.program(players, options, report)
    refuse(report)
    assert made is not None, "a file with a game line has a program"
    if setting.variants:
        refuse_idle(text, base, others, rules, setting)
    program = made.program
    teams = tuple(team for _, team in sorted(dict(_teams(program)).items()))
    titles = " and ".join(v.title or v.name.text.replace("_", " ") for v in rules.applied)
    title = f"{program.title} with {titles}" if titles else program.title
    table = Table(program.name, title, players, dict(program.options), program.variants, teams)
    return table, program


def refuse_idle(text: Text, base: Rules, others: tuple[Rules, ...], rules: Rules, setting: Setting) -> None:
    """Raise RulesError if a variant, or a line of one, makes no difference to the game at any table: nobody is to play
    with a rule that silently does nothing. That all make one is remembered."""
    from rulewright.dsl.diagnostics import Report
    from rulewright.dsl.variant_checks import Work, check_effects

    entry = f"{cache.key('effect', text.name, text_hash(text), setting.variants, setting.files)}.json"
    if cache.read_json(entry) is not None:
        return
    report = Report()
    check_effects(base, others, setting.variants, rules, report, Work())
    refuse(report)
    cache.write_json(entry, "each line makes a difference")


def with_its_variants(rules: Rules, variants: Iterable[str], files: Iterable[Text], report: Report) -> Rules:
    """The game with variants that stand in it or in `files`; what is wrong with them, or that there are none such, goes
    to `report`."""
    return laid_over(rules, variants, [read_rules(text, report) for text in files], report)


def laid_over(rules: Rules, variants: Iterable[str], others: Iterable[Rules], report: Report) -> Rules:
    """The same, with the files read."""
    from rulewright.dsl.pipeline import with_variants

    others, wanted = list(others), list(variants)
    known = [v.name.text for r in (rules, *others) for v in r.variants]
    unknown_variants(rules, [name for name in wanted if name not in known], known, report)
    return with_variants(rules, others, wanted, report)


def unknown_variants(rules: Rules, names: Iterable[str], known: Iterable[str], report: Report) -> None:
    """Report variants that a game does not have."""
    from rulewright.dsl.suggest import nearest

    assert rules.game is not None
    for name in names:
        near = nearest(tidy_name(name), known)
        advice = f"did you mean `{near}`?" if near else ""
        if name.endswith(SUFFIX) and not advice:
            advice = "there is no such file, or no variant in it"
        report.add("RW0805", rules.game.span, name=name, known=", ".join(sorted(known)) or "none", help=advice)


def read_rules(text: Text, report: Report) -> Rules:
    """Parse a text, or what of it is not in the cache."""
    from rulewright.dsl.pipeline import read
    from rulewright.dsl.source import Source
    from rulewright.tools.kept_trees import KeptTrees

    cache.ready_parser()
    return read(Source(*text), report, KeptTrees())


def refuse(report: Report) -> None:
    """Raise the report's errors, if it has any: warnings do not stop a game."""
    from rulewright.dsl.catalogue import errors

    if errors(report):
        raise RulesError(report)


def _start(rules: Rules) -> Any:
    from rulewright.dsl.source import Span

    return Span(rules.source, 0, 0)


def _teams(program: ir.Program) -> Iterator[tuple[int, str]]:
    """By result: the title of the group that wins by it."""
    from rulewright.dsl import ir
    from rulewright.dsl.walk import below

    groups = {value.name: value.title for value in program.values}
    everyone = (1 << program.players) - 1
    for node in below(program):
        if not isinstance(node, ir.Result):
            continue
        match node.wins:
            case ir.Const(value=value):
                drawn = value == 0 and node.loses == ir.Const(0)
                yield node.id, "nobody (a draw)" if drawn else {0: "nobody", everyone: "everybody"}.get(value, "")
            case ir.Players(parts=(ir.Fold(op="set", domain=ir.ClassDomain(), guard=ir.Apply(name=name)),)):
                yield node.id, groups.get(name, "")
            case _:
                yield node.id, ""
