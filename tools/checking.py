"""A game checked as a whole, at every number of players and at the corners of its options, and summed up in a line."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.catalogue import errors
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.pipeline import Rules, check, check_tables
from rulewright.dsl.variant_checks import Work, add_all, check_variant, check_variants
from rulewright.tools import cache
from rulewright.tools.collector import collector_off
from rulewright.tools.problems import ABOUT_THE_CALL, RulesError, tell
from rulewright.tools.project import Text, Trouble
from rulewright.tools.table import read_rules, unknown_variants
from rulewright.tools.table_file import load_table
from rulewright.tools.table_text import read_table
from rulewright.tools.variant_files import files_of, find_ruleset, found_with_base

NO_GAME = "RW00"  # the area of the catalogue for files and games that are not there


@frozen
class Checked:
    """`name` is what the game, or the file, is called; `about` says how much of what was found in it."""

    name: str
    about: str
    report: Report


@collector_off()
def check_game(name: str, variants: tuple[str, ...] = ()) -> Checked:
    """Everything that is wrong with a game and with each variant beside it; of a file of variants, with each of those;
    of a file that a game includes, with that game.

    With `variants` given: what is wrong with the game that these are laid over, together.
    """
    report = Report()
    base = found_with_base(name)
    if isinstance(base, Trouble):
        tell(report, base)
        return Checked(name, "", report)
    rules = read_rules(base.game, report)
    if rules.game is None:
        about = counted(len(rules.scenarios), "scenario") if rules.scenarios else ""
        return Checked(base.game.name, about, report)
    if variants:
        return check_together(name, rules, variants, report)
    beside = files_of(base)
    if base.own is not None:
        own = read_rules(base.own, report)
        rest = [read_rules(text, Report()) for text in beside]
        add_all(faults(rules, base.game), report)
        check_variants(rules, (own, *rest), report, own.variants)
        return Checked(base.own.name, f"{counted(len(own.variants), 'variant')} of {title_of(rules)}", report)
    others = [read_rules(text, report) for text in beside]
    check(rules, report, others)
    number = sum(len(r.variants) for r in (rules, *others))
    about = players_of(rules) + (f", {counted(number, 'variant')}" if number else "")
    return Checked(f"{base.part}, a part of {title_of(rules)}" if base.part else title_of(rules), about, report)


def faults(rules: Rules, text: Text) -> list[Diagnostic]:
    """The errors of a game that variants are checked over. That there are none is remembered."""
    entry = f"{cache.key('sound', text)}.json"
    if cache.read_json(entry) is not None:
        return []
    check_tables(rules, report := Report())
    found = errors(report)
    if not found:
        cache.write_json(entry, "no errors")
    return found


def check_together(name: str, rules: Rules, variants: tuple[str, ...], report: Report) -> Checked:
    """A game with some variants, all at once."""
    found = find_ruleset(name, variants)
    if isinstance(found, Trouble):
        tell(report, found)
        return Checked(title_of(rules), players_of(rules), report)
    check_tables(rules, report)
    others = tuple(read_rules(text, report) for text in found.files)
    known = [v.name.text for r in (rules, *others) for v in r.variants]
    unknown_variants(rules, [v for v in found.variants if v not in known], known, report)
    merged = check_variant(rules, others, found.variants, report, not errors(report), Work())
    names = " and ".join(v.title or v.name.text for v in merged.applied)
    return Checked(f"{title_of(rules)} with {names}" if names else title_of(rules), players_of(merged), report)


def counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def title_of(rules: Rules) -> str:
    assert rules.game is not None
    return rules.game.title or rules.game.name.text


def players_of(rules: Rules) -> str:
    assert rules.game is not None
    least, most = rules.game.least, rules.game.most
    return f"{least} players" if least == most else f"{least} to {most} players"


def check_table(path: str, variants: tuple[str, ...] = ()) -> Checked:
    """Everything that is wrong with a table file and with the game it asks for."""
    try:
        table = read_table(path)
        name = table.game_named()
    except RulesError as error:
        return Checked(path, "", error.report)
    at_the_table: list[Diagnostic] = []
    about = ""
    try:
        game = load_table(path, variants=variants)
        about = f"{game.title} for {game.players} players"
    except RulesError as error:
        at_the_table = [d for d in error.report if d.code.startswith(ABOUT_THE_CALL)]
    if any(d.code.startswith(NO_GAME) for d in at_the_table):
        return Checked(path, about, Report(at_the_table))
    checked = check_game(name, (*table.variants, *variants))
    codes = {d.code for d in at_the_table}
    rest = [d for d in checked.report if d.code not in codes]
    return Checked(path, about, Report(at_the_table + rest))


def summary(checked: Checked) -> str:
    """One line: how many errors and warnings, or that all is well."""
    wrong = len(errors(checked.report))
    doubtful = len(checked.report.problems) - wrong
    counted = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((wrong, "error"), (doubtful, "warning"))
        if number
    ]
    about = f" ({checked.about})" if checked.about else ""
    return f"{checked.name}{about}: {' and '.join(counted) or 'no problems'}"
