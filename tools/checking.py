"""A game checked as a whole, at every number of players and at the corners of its options, and summed up in a line."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.catalogue import errors
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import check
from rulewright.dsl.source import Span
from rulewright.tools.problems import tell
from rulewright.tools.project import Trouble, find_game
from rulewright.tools.table import read_rules


@frozen
class Checked:
    """`name` is what the game, or the file, is called; `about` says how much of what was found in it."""

    name: str
    about: str
    report: Report


def check_game(name: str, variants: tuple[str, ...] = ()) -> Checked:
    """Everything that is wrong with a game."""
    report = Report()
    found = find_game(name)
    if isinstance(found, Trouble):
        tell(report, found)
        return Checked(name, "", report)
    rules = read_rules(found, report)
    for variant in variants:
        report.add("RW0805", Span(rules.source, 0, 0), name=variant, known="none")
    game = rules.game
    if game is None:
        scenarios = len(rules.scenarios)
        about = f"{scenarios} scenario{'' if scenarios == 1 else 's'}" if scenarios else ""
        return Checked(found.name, about, report)
    check(rules, report)
    players = f"{game.least}" if game.least == game.most else f"{game.least} to {game.most}"
    return Checked(game.title or game.name.text, f"{players} players", report)


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
