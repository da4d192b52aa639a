"""`rulewright check`: every problem of a game, at every player count."""

from __future__ import annotations

import sys

import click

from rulewright.tools.arguments import json_option, print_json


@click.command(short_help="Find everything that is wrong with the rules.")
@click.argument("names", metavar="GAME...", nargs=-1)
@click.option("--table", "tables", multiple=True, metavar="FILE", help="Check a table file and its game.")
@click.option("--short", is_flag=True, help="One line a problem.")
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="Check with a variant (name or path).")
@json_option
def command(
    names: tuple[str, ...], tables: tuple[str, ...], short: bool, variants: tuple[str, ...], as_json: bool
) -> None:
    """Read each GAME and report everything that is wrong with it, at every number of players it allows; and with each
    of the variants beside it, or of a file of variants. With --variant: with the game that these are laid over.

    \b
    Examples:
      rulewright check nosferatu
      rulewright check my/variants/longer.rules
      rulewright check nosferatu --variant longer-night --variant my/own.rules
      rulewright check my/game.rules --short
    """
    from rulewright.dsl.diagnostics import Report
    from rulewright.tools.checking import check_game, check_table, summary
    from rulewright.tools.problems import as_data, exit_code, in_short, in_words
    from rulewright.tools.project import is_table

    names += tables
    if not names:
        raise click.UsageError("What is to be checked? Name a game, or the path of its rules or of a table file.")
    reports: list[Report] = []
    for name in names:
        result = check_table(name, variants) if is_table(name) else check_game(name, variants)
        reports.append(result.report)
        if as_json:
            continue
        if result.report.problems:
            click.echo((in_short if short else in_words)(result.report, sys.stdout))
        if not short:
            click.echo(("\n" if result.report.problems else "") + summary(result))
    if as_json:
        print_json([problem for report in reports for problem in as_data(report)])
    codes = [exit_code(report) for report in reports]
    click.get_current_context().exit(1 if 1 in codes else max(codes))
