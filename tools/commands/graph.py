"""`rulewright graph`: the flow of a game as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.tools.arguments import game_argument, json_option, opened, players_option, print_json, table_options

if TYPE_CHECKING:
    from rulewright.compiler.outline.passed import Ledger
    from rulewright.dsl import ir
    from rulewright.tools.game import Game

FORMATS = ("dot", "svg", "png", "mermaid")
SUFFIXES = {".gv": "dot", ".dot": "dot", ".svg": "svg", ".png": "png", ".mmd": "mermaid", ".mermaid": "mermaid"}


@click.command(short_help="Draw the phases and decisions of a game.")
@game_argument
@players_option
@table_options
@click.option("--depth", type=click.IntRange(1), metavar="D", help="How many levels of phases inside phases to show.")
@click.option(
    "--heat", metavar="FILE",
    help="Show how often everything happened in a run: the file that `rulewright run --counts FILE` made.",
)  # fmt: skip
@click.option("--focus", metavar="PATH", help="Only the phase with this path, like Turn.Effect.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="What to write. Default: what the file's ending says, else dot.",
)
@click.option("-o", "--output", metavar="FILE", help="Where to write it. Default: standard output.")
@json_option
def command(
    name: str,
    players: int | None,
    options: dict[str, str],
    variants: tuple[str, ...],
    depth: int | None,
    heat: str | None,
    focus: str | None,
    form: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Draw the flow of GAME: its phases, who decides what, and how it can end.

    \b
    Examples:
      rulewright graph nosferatu -o nosferatu.svg
      rulewright graph nosferatu --focus Turn.Effect --format mermaid
      rulewright graph nosferatu --heat nosferatu.counts -o heat.svg
    """
    from rulewright.tools.output import whole_file

    if form is None:
        form = SUFFIXES.get(Path(output).suffix.lower()) if output else "dot"
    if form is None:
        raise click.UsageError(f"What is {output} to be? Give --format, or an ending: {', '.join(SUFFIXES)}.")
    if heat is None:
        game, run = opened(name, players, options, variants, as_json), None
    else:
        game, run = with_counts(heat, name, players, options, variants, as_json)
    data = picture(game.program, depth, focus, form, run)
    if output is None or output == "-":
        click.echo(data, nl=False)
        return
    whole_file(output, data)
    if as_json:
        print_json({"file": output, "game": game.name, "players": game.players, "format": form, "bytes": len(data)})
    else:
        click.echo(f"{output}: the flow of {game.title} for {game.players} players")


def with_counts(
    file: str, name: str, players: int | None, options: dict[str, str], variants: tuple[str, ...], as_json: bool
) -> tuple[Game, tuple[Ledger, str]]:
    """The game as it was in a counted run, and the run. Raises click.UsageError if the counts are of other rules."""
    from rulewright.tools.heat.counts import ledger_of
    from rulewright.tools.heat.ruleset import counts_for, game_of, loaded

    data = loaded(file)
    game = game_of(data, file, name, players, options, variants, as_json)
    counts, counted = counts_for(data, file, game)
    return game, (ledger_of(counts, counted), counts.words)


def picture(
    program: ir.Program, depth: int | None, focus: str | None, form: str, run: tuple[Ledger, str] | None = None
) -> bytes:
    """The drawn program, or a run of it. Raises click.UsageError for a path that there is not, or if nothing here can
    draw."""
    from rulewright.compiler.diagram.diagram import UnknownPath, diagram_of
    from rulewright.compiler.diagram.dot import to_dot
    from rulewright.compiler.diagram.mermaid import to_mermaid
    from rulewright.tools.drawing import DrawingFailed, NoGraphviz, render

    try:
        ledger, words = run or (None, "")
        level = 1 if depth is None else depth
        diagram = diagram_of(program, depth=level, focus=focus, ledger=ledger, words=words)
    except UnknownPath as error:
        advice = f" Did you mean `{error.near}`?" if error.near else " `rulewright list GAME` shows the phases."
        raise click.UsageError(f"There is no phase `{focus}` in {program.title}.{advice}") from None
    if form == "mermaid":
        return to_mermaid(diagram).encode("utf-8")
    dot = to_dot(diagram)
    if form == "dot":
        return dot.encode("utf-8")
    try:
        return render(dot, "png" if form == "png" else "svg")
    except (NoGraphviz, DrawingFailed) as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
