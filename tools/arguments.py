"""Arguments and options that several commands share, and the one way in which they open a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from rulewright.tools.game import Game
    from rulewright.tools.problems import RulesError

Command = TypeVar("Command", bound=Callable[..., Any])


def game_argument(command: Command) -> Command:
    """GAME: a shipped game's name, or a path."""
    return click.argument("name", metavar="GAME")(command)


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
        "--variant", "variants", multiple=True, metavar="NAME", help="Play with a variant. May be given several times."
    )
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


def opened(
    name: str, players: int | None, options: dict[str, str], variants: tuple[str, ...], as_json: bool = False
) -> Game:
    """The game a command line asks for. Ends the command with a message if there is none."""
    from rulewright.tools.game import load
    from rulewright.tools.problems import RulesError

    try:
        return load(name, players, variants, options)
    except RulesError as error:
        if as_json:
            refused(error)
        raise


def refused(error: RulesError) -> NoReturn:
    """Answer a program that asked for JSON with the problems, as JSON."""
    from rulewright.tools.problems import as_data, exit_code

    print_json({"problems": as_data(error.report)})
    click.get_current_context().exit(exit_code(error.report))


def print_json(value: object) -> None:
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))
