"""Arguments and options that several commands share, and the one way in which they open a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from rulewright.runtime.bots import BotName
    from rulewright.tools.game import Game
    from rulewright.tools.problems import RulesError

Command = TypeVar("Command", bound=Callable[..., Any])


TABLE = "rulewright.table"  # where a command's context keeps the path of its table file


def game_argument(command: Command) -> Command:
    """GAME: a shipped game's name, a path, or a table file; and --table, which makes it needless."""
    argument = click.argument("name", metavar="GAME", required=False, callback=game_or_table)
    table = click.option(
        "--table", metavar="FILE", is_eager=True, expose_value=False, callback=keep_table,
        help="A table file: game, players, seats, variants, options, seed.",
    )  # fmt: skip
    return argument(table(command))


def keep_table(ctx: click.Context, param: click.Parameter, value: str | None) -> None:
    """Remember the table file until the game is opened."""
    if value is not None:
        ctx.meta[TABLE] = value


def game_or_table(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """GAME, or the table file where only that is given."""
    from rulewright.tools.project import is_table

    table: str | None = ctx.meta.get(TABLE)
    if value is None:
        if table is None:
            raise click.MissingParameter(ctx=ctx, param=param)
        return table
    if is_table(value):
        if table is not None:
            raise click.UsageError(f"There are two table files, {value} and {table}.", ctx)
        ctx.meta[TABLE] = value
    return value


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of words.")(command)


def players_option(command: Command) -> Command:
    return click.option(
        "-n", "--players", type=int, metavar="N", help="How many players. Default: as few as the game allows."
    )(command)


def seed_option(command: Command) -> Command:
    return click.option(
        "--seed", type=int, metavar="S", help="Where chance starts; the same seed gives the same result."
    )(command)


def table_options(command: Command) -> Command:
    """What fixes a table beside its players: --option and --variant."""
    option = click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", callback=pairs,
        help="Set an option of the game. May be given several times.",
    )  # fmt: skip
    variant = click.option(
        "--variant", "variants", multiple=True, metavar="NAME",
        help="Play with a variant: its name, or the path of its file. May be given several times.",
    )  # fmt: skip
    return option(variant(command))


def pairs(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """`goal=50` and the like."""
    found: dict[str, str] = {}
    for value in values:
        name, equals, setting = (part.strip() for part in value.partition("="))
        if not equals or not name or not setting:
            raise click.BadParameter(f"`{value}` should look like `goal=50`.", ctx, param)
        if name in found:
            raise click.BadParameter(f"`{name}` is set twice.", ctx, param)
        found[name.replace("-", "_")] = setting
    return found


def bot_parsed(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[int, BotName]:
    """See tools/bots/seats.py."""
    from rulewright.tools.bots.seats import parsed

    return parsed(ctx, param, values)


def opened(
    name: str, players: int | None, options: dict[str, str], variants: tuple[str, ...], as_json: bool = False
) -> Game:
    """The game a command line asks for, at its table file if it names one. Ends the command with a message if there is
    none."""
    from rulewright.tools.game import load
    from rulewright.tools.problems import RulesError

    table = click.get_current_context().meta.get(TABLE)
    try:
        if table is None:
            return load(name, players, variants, options)
        from rulewright.tools.table_file import load_table

        return load_table(table, players, variants, options, None if name == table else name)
    except RulesError as error:
        if as_json:
            refused(error)
        raise


def game_and_variants(name: str) -> tuple[str, tuple[str, ...]]:
    """GAME without its table: for a table file, the game and the variants it names. Raises RulesError."""
    table = click.get_current_context().meta.get(TABLE)
    if table is None:
        return name, ()
    from rulewright.tools.table_text import read_table

    found = read_table(table)
    return found.game_named() if name == table else name, found.variants


def refused(error: RulesError) -> NoReturn:
    """Answer a program that asked for JSON with the problems, as JSON."""
    from rulewright.tools.problems import as_data, exit_code

    print_json({"problems": as_data(error.report)})
    click.get_current_context().exit(exit_code(error.report))


def print_json(value: object) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
