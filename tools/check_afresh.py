"""A game checked as a whole, as if nobody had ever seen it: through the front end, every table, every variant."""

from __future__ import annotations

from rulewright.dsl.catalogue import errors
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.dsl.pipeline import Rules, check, check_tables
from rulewright.dsl.variant_checks import Work, check_variant, check_variants
from rulewright.tools import cache
from rulewright.tools.checking import Checked
from rulewright.tools.problems import tell
from rulewright.tools.project import Text, Trouble
from rulewright.tools.table import read_rules, unknown_variants
from rulewright.tools.variant_files import Base, Wanted


def checked_afresh(base: Base, beside: list[Text], found: Wanted | None) -> Checked:
    """All that is wrong. `beside`: the other files of variants that count; `found`: what is asked for, if single
    variants are."""
    report = Report()
    rules = read_rules(base.game, report)
    if rules.game is None:
        about = counted(len(rules.scenarios), "scenario") if rules.scenarios else ""
        return Checked(base.game.name, about, report)
    if found is not None:
        return check_together(rules, found, report)
    if base.own is not None:
        own = read_rules(base.own, report)
        rest = [read_rules(text, Report()) for text in beside]
        report.take(faults(rules, base.game))
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


def check_together(rules: Rules, found: Wanted, report: Report) -> Checked:
    """A game with some variants, all at once."""
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
