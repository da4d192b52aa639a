"""`rulewright build`: a game as one Python module that needs nothing but Rulewright's runtime."""

from __future__ import annotations

import click

from rulewright.tools.arguments import game_argument, json_option, opened, players_option, print_json, table_options


@click.command(short_help="Compile a game to one Python file.")
@game_argument
@players_option
@table_options
@click.option("--no-events", is_flag=True, help="Without log and views: only for playing fast.")
@click.option("-o", "--output", metavar="FILE", help="Where to write it; `-` is standard output. Default: GAME.py.")
@json_option
def command(
    name: str,
    players: int | None,
    options: dict[str, str],
    variants: tuple[str, ...],
    no_events: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Compile GAME, for a number of players and a setting of its options, to one Python module.

    \b
    Examples:
      rulewright build nosferatu --players 6
      rulewright build pig --option goal=50 --no-events -o fast_pig.py
    """
    from rulewright.tools.output import whole_file

    game = opened(name, players, options, variants, as_json)
    text = game.source(events=not no_events)
    if output == "-":
        click.echo(text, nl=False)
        return
    target = output or f"{game.name}_{game.players}.py"
    whole_file(target, text.encode("utf-8"))
    if as_json:
        print_json({"file": target, "game": game.name, "players": game.players, "bytes": len(text.encode("utf-8"))})
    else:
        click.echo(f"{target}: {game.title} for {game.players} players, {text.count(chr(10)):,} lines")
