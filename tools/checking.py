"""A game checked as a whole, at every number of players and at the corners of its options, and summed up in a line.

What was found in a text is kept, and not looked for again while the text, and all beside it that counts, is the same.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.catalogue import errors
from rulewright.dsl.diagnostics import Diagnostic, Report
from rulewright.tools import cache
from rulewright.tools.collector import collector_off
from rulewright.tools.kept_problems import problems_from, problems_kept
from rulewright.tools.problems import ABOUT_THE_CALL, RulesError, tell
from rulewright.tools.project import Trouble
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
    base = found_with_base(name)
    if isinstance(base, Trouble):
        tell(report := Report(), base)
        return Checked(name, "", report)
    beside = [] if variants else files_of(base)
    found = find_ruleset(name, variants) if variants else None
    entry = f"{cache.key('checked', base, beside, found)}.json"
    kept = cache.read_json(entry)
    if kept is not None:
        return Checked(kept["name"], kept["about"], Report(problems_from(kept["problems"])))
    from rulewright.tools.check_afresh import checked_afresh

    checked = checked_afresh(base, beside, found)
    problems = problems_kept(checked.report.problems)
    cache.write_json(entry, {"name": checked.name, "about": checked.about, "problems": problems})
    return checked


def check_table(path: str, variants: tuple[str, ...] = ()) -> Checked:
    """Everything that is wrong with a table file and with the game it asks for."""
    from rulewright.tools.table_file import load_table
    from rulewright.tools.table_text import read_table

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
