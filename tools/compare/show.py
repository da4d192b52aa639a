"""A comparison in the terminal: tables, the verdict, notes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from math import inf

import click

from rulewright.tools.compare.contest import Result
from rulewright.tools.compare.differences import Difference, Line
from rulewright.tools.compare.figures import MAIN, MANY, MOVES, REACTIONS, TITLES
from rulewright.tools.compare.wording import claim, difference, heading, notes, stopping, value, verdict
from rulewright.tools.problems import broken
from rulewright.tools.report_run import count
from rulewright.tools.simulate import game_seed
from rulewright.tools.terminal import table, tables

MOST_LINES = 8  # of a table of phases, choices or components
MOST_ONE_SIDED = 12  # beside them, of what only one ruleset has
STYLES = {"higher": "green", "lower": "red", "one of many": "dim", "few cases": "dim", "alike": "dim"}


def print_report(result: Result, lines: Sequence[Line], *, everything: bool) -> None:
    """All of it; of phases, choices and components only what differs, or is in one ruleset alone, unless `everything`
    is wanted."""
    from rich.text import Text

    if lines:
        click.echo(f"{heading(result)}, {_pace(result)}")
        for ruleset in result.rulesets:
            game = ruleset.game
            about = f"{game.title}, {count(game.players, 'player')}, seed {ruleset.side.seed}"
            click.echo(f"  {ruleset.letter}  {_plain(ruleset.label)}  ({_plain(about)})")
        for other in range(1, len(result.rulesets)):
            _print_pair(result, lines, other, everything=everything)
        for note in notes(result, lines):
            tables().print(Text(f"* {note}"))
    print_troubles(result)


def print_troubles(result: Result) -> None:
    """On standard error: what went wrong, or was cut short."""
    if result.broken is not None:
        side, fault = result.broken
        ruleset = result.rulesets[side]
        click.echo(broken(fault.why, fault.where, ruleset.game.source_of(fault.where), sys.stderr), err=True)
        seed = game_seed(ruleset.side.seed, fault.game)
        where = f"in game {fault.game + 1:,} of {ruleset.letter} ({_plain(ruleset.label)}), whose own seed is {seed}"
        click.echo(f"  = {where}", err=True)
    if result.stopped:
        click.echo(f"Interrupted after {count(result.games, 'game')} each.", err=True)


def _print_pair(result: Result, lines: Sequence[Line], other: int, *, everything: bool) -> None:
    from rich.text import Text

    letter = result.rulesets[other].letter
    wide = tables()
    for section, group in groupby(lines, key=lambda line: line.figure.section):
        those = [line for line in group if line.values[0] is not None or line.values[other] is not None]
        main = section in MAIN
        shown = those if main or everything else _clearest(those, other)
        if not shown:
            continue
        games = f" (in {count(shown[0].games, 'game')})" if not main else ""
        rows = table(f"{TITLES[section]}{games}", "", "#A", f"#{letter}", f"#{letter} less A", "")
        for column in rows.columns[1:]:
            column.no_wrap = True
        for line in shown:
            said = claim(line.differences[other])
            numbers = (value(line, line.values[0]), value(line, line.values[other]))
            cells = (_plain(line.figure.label), *numbers, difference(line, line.differences[other]))
            rows.add_row(*map(Text, cells), Text(said, STYLES.get(said, "")))
        if len(shown) < len(those):
            rows.caption = f"and {count(len(those) - len(shown), 'more line')} (--all shows them)"
            rows.caption_justify = "left"
        click.echo()
        wide.print(rows)
    click.echo()
    for said in verdict(result, lines, other):
        wide.print(Text(_plain(said)))
    if stopping(result):
        wide.print(Text(stopping(result)))
    click.echo()


def _clearest(those: Sequence[Line], other: int) -> list[Line]:
    """The lines that differ most clearly, and those that only one of the two rulesets has, in their own order; none of
    how components move, which are many."""
    claimed = [line for line in those if line.figure.section != MOVES and _clearness(line.differences[other]) > 0]
    best = sorted(claimed, key=lambda line: -_clearness(line.differences[other]))[:MOST_LINES]
    untold = (*MANY, REACTIONS)  # reactions are often called by their lines, which say nothing of what is new
    one_sided = (line for line in those if line.figure.section not in untold and _only_one_has(line, other))
    best += [*one_sided][:MOST_ONE_SIDED]
    return [line for line in those if line in best]


def _only_one_has(line: Line, other: int) -> bool:
    return (line.values[0] is None) != (line.values[other] is None)


def _clearness(found: Difference | None) -> float:
    """How many times its interval's half width a difference is; 0 if it is not claimed."""
    if found is None or not found.claimed:
        return 0.0
    return abs(found.estimate.value) / found.estimate.half_width if found.estimate.half_width > 0 else inf


def _pace(result: Result) -> str:
    old = f", {result.kept:,} of them kept from before" if result.kept else ""
    pace = f" ({result.played / result.seconds:,.0f} games a second)" if result.seconds > 0 and result.played else ""
    return f"{result.seconds:.1f} s{pace}{old}"


def _plain(text: str) -> str:
    """Text from a file, without what a terminal would take for an order."""
    from rulewright.dsl.render import clean

    return clean(text)
