"""`rulewright graph`: the flow of a game as a picture, or its board."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.tools.arguments import (
    game_argument,
    json_option,
    opened,
    players_option,
    print_json,
    refused,
    table_options,
)

if TYPE_CHECKING:
    from rulewright.compiler.outline.passed import Ledger
    from rulewright.dsl import ir
    from rulewright.tools.game import Game

FORMATS = ("dot", "svg", "png", "pdf", "mermaid")
SUFFIXES = {f".{form}": form for form in FORMATS} | {".gv": "dot", ".mmd": "mermaid"}


@click.command(short_help="Draw the phases and decisions of a game, or its board.")
@game_argument
@players_option
@table_options
@click.option("--depth", type=click.IntRange(1), metavar="D", help="How many levels of phases inside phases to show.")
@click.option(
    "--heat", metavar="FILE",
    help="Show how often everything happened in a run: the file that `rulewright run --counts FILE` made.",
)  # fmt: skip
@click.option(
    "--focus", metavar="ADDRESS",
    help="Only this phase, action, card or procedure: Turn.Effect, Turn.Stake.Kill, Ritual.SilverMirror.",
)  # fmt: skip
@click.option("--board", is_flag=True, help="Draw the board instead: places joined by links, and grids.")
@click.option(
    "--by", metavar="COLUMN",
    help="Of a board: the column whose values are frames of places; none: no frames. Default: what most links keep.",
)  # fmt: skip
@click.option("--site", metavar="DIR", help="Write a folder of linked pages: every phase, action and card; no network.")
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
    board: bool,
    by: str | None,
    site: str | None,
    form: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Draw the flow of GAME: its phases, who decides what, and how it can end. With --board draw what it is played on.

    \b
    Examples:
      rulewright graph nosferatu -o nosferatu.svg
      rulewright graph nosferatu --focus Turn.Effect --format mermaid
      rulewright graph nosferatu --heat nosferatu.counts -o heat.svg
      rulewright graph othello --board -o board.svg
      rulewright graph van_helsing --site van_helsing
    """
    from rulewright.tools.output import whole_file

    if site is not None:
        if board or any(value is not None for value in (depth, heat, focus, by, form, output)):
            raise click.UsageError("--site draws everything: it goes with no other way to draw.")
        folder(opened(name, players, options, variants, as_json), site, as_json)
        return
    if form is None:
        form = SUFFIXES.get(Path(output).suffix.lower()) if output else "dot"
    if form is None:
        raise click.UsageError(f"What is {output} to be? Give --format, or an ending: {', '.join(SUFFIXES)}.")
    if by is not None and not board:
        raise click.UsageError("--by says how a board is drawn: it goes with --board.")
    if board and (depth, heat, focus) != (None, None, None):
        raise click.UsageError("--depth, --heat and --focus are for phases: they do not go with --board.")
    if heat is None:
        game, run = opened(name, players, options, variants, as_json), None
    else:
        game, run = with_counts(heat, name, players, options, variants, as_json)
    program = game.program
    data = of_board(program, by, form, as_json) if board else picture(game, depth, focus, form, run)
    if output is None or output == "-":
        click.echo(data, nl=False)
        return
    whole_file(output, data)
    if as_json:
        print_json({"file": output, "game": game.name, "players": game.players, "format": form, "bytes": len(data)})
    else:
        click.echo(f"{output}: the {'board' if board else 'flow'} of {game.title} for {game.players} players")


def folder(game: Game, site: str, as_json: bool) -> None:
    """A folder of pages."""
    from rulewright.tools.site.site import write_site

    settings = "".join(f", {option} {value}" for option, value in game.options.items())
    many = write_site(game.program, game.title, f"For {game.players} players{settings}.", site)
    if as_json:
        print_json({"folder": site, "game": game.name, "players": game.players, "pages": many})
    else:
        click.echo(f"{site}: {many} pages about {game.title} for {game.players} players; open index.html")


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
    game: Game, depth: int | None, focus: str | None, form: str, run: tuple[Ledger, str] | None = None
) -> bytes:
    """The drawn game, or a run of it. Raises click.UsageError for a path that there is not, or if nothing here can
    draw."""
    from attrs import evolve

    from rulewright.compiler.diagram.addresses import UnknownPath
    from rulewright.compiler.diagram.diagram import diagram_of
    from rulewright.compiler.diagram.dot import to_dot
    from rulewright.compiler.diagram.mermaid import to_mermaid
    from rulewright.tools.drawing import drawn

    try:
        ledger, words = run or (None, "")
        program = game.program
        level = 1 if depth is None else depth
        diagram = diagram_of(program, depth=level, focus=focus, ledger=ledger, words=words)
        rest = diagram.title.removeprefix(program.title or program.name)
        diagram = evolve(diagram, title=f"{game.title}{rest}")  # which names the variants, too
    except UnknownPath as error:
        advice = f" Did you mean `{error.near}`?" if error.near else " `rulewright list GAME` shows the phases."
        raise click.UsageError(f"There is no phase `{focus}` in {program.title}.{advice}") from None
    if form == "mermaid":
        return to_mermaid(diagram).encode("utf-8")
    return drawn(to_dot(diagram), form)


def of_board(program: ir.Program, by: str | None, form: str, as_json: bool) -> bytes:
    """The drawn board. Ends the command with the problem as JSON if there is none to draw and that is asked for."""
    from rulewright.tools.board_picture import board_picture
    from rulewright.tools.problems import RulesError

    try:
        return board_picture(program, by, form)
    except RulesError as error:
        if as_json:
            refused(error)
        raise
