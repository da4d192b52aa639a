"""`rulewright fmt`: files of rules in their canonical layout."""

from __future__ import annotations

import sys

import click

from rulewright.tools.arguments import json_option, print_json

INPUT = "-"


@click.command(short_help="Put files of rules in their canonical layout.")
@click.argument("names", metavar="GAME...", nargs=-1)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; fail if a file would change.")
@click.option("--diff", "show", is_flag=True, help="Write nothing; show what would change.")
@json_option
def command(names: tuple[str, ...], only_check: bool, show: bool, as_json: bool) -> None:
    """Lay out each GAME anew: indentation, spaces, the columns of tables, rule references in the margin. No word and no
    comment is changed. GAME is the path of a file of rules, or of a folder (all such files in it), or the name of a
    shipped game (all its files); `-` reads standard input and prints the result.

    A file with mistakes in its syntax is left as it is, and the mistakes are reported.

    \b
    Examples:
      rulewright fmt my/game.rules
      rulewright fmt rules --check
      rulewright fmt my/game.rules --diff
      rulewright fmt - < my/game.rules
    """
    from rulewright.tools.formatting import layouts_of, layouts_of_input, write
    from rulewright.tools.problems import exit_code, in_words
    from rulewright.tools.project import is_table

    if not names:
        raise click.UsageError("What is to be laid out? Name a file, a folder or a game, or `-` for standard input.")
    if INPUT in names and len(names) > 1:
        raise click.UsageError("Standard input is formatted alone: `-` stands beside nothing else.")
    for name in filter(is_table, names):
        raise click.UsageError(f"{name} is a table file, which has no layout of its own. Name the rules it plays by.")
    typed = names == (INPUT,)
    done = []
    for there in layouts_of_input() if typed else layouts_of(names):
        done.append(there)
        if there.changed and not typed and not only_check and not show:
            write(there)
        if as_json:
            continue
        if there.report.problems:
            click.echo(in_words(there.report, sys.stderr), err=True)
        elif show:
            click.echo(there.diff(), nl=False)
        elif typed and not only_check:
            click.echo(there.after, nl=False)
        elif there.changed:
            click.echo(f"would change: {there.name}" if only_check else f"laid out: {there.name}")
    if as_json:
        print_json([t.as_data(with_text=typed, with_diff=show) for t in done])
    elif not typed and not show:
        summed_up(sum(t.changed for t in done), sum(not t.changed and not t.report.problems for t in done), only_check)
    codes = [max(exit_code(t.report), int(only_check and t.changed)) for t in done]
    click.get_current_context().exit(1 if 1 in codes else max(codes))


def summed_up(changed: int, kept: int, only_check: bool) -> None:
    """The last line: how many files."""
    verb = "would change" if only_check else "laid out"
    said = [f"{number} {what}" for number, what in ((changed, verb), (kept, "as it should be")) if number]
    if said:
        click.echo(", ".join(said))
