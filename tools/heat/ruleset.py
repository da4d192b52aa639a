"""The game that a file of counts belongs to, opened as a command line asks for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulewright.tools.arguments import TABLE, opened
from rulewright.tools.heat.counts import CountsError, fitted, load_counts

if TYPE_CHECKING:
    from rulewright.compiler.passes.counters import Counted
    from rulewright.tools.game import Game
    from rulewright.tools.heat.counts import Counts


def loaded(file: str) -> dict[str, Any]:
    """The data of a file of counts. Ends the command with a message if it is none."""
    try:
        return load_counts(file)
    except CountsError as error:
        raise click.UsageError(f"{file}: {error}.") from None


def game_of(
    data: dict[str, Any],
    file: str,
    name: str | None,
    players: int | None,
    options: dict[str, str],
    variants: tuple[str, ...],
    as_json: bool = False,
) -> Game:
    """The game of the counts: `name`, or the shipped one they name; players, options and variants are those of the
    counts where none are given, but for a table file, which has its own. Ends the command with a message if it is
    another game."""
    from rulewright.tools.project import shipped

    rules = data["rules"]
    if name is None:
        name = rules["name"]
        if name not in shipped():
            advice = f"Name its rules: `rulewright coverage {file} RULES`."
            raise click.UsageError(f"{file} has counts of {name}, which is no shipped game. {advice}")
    about = known(name)
    if about:
        _same(file, rules["name"], about["name"])
    if TABLE not in click.get_current_context().meta:
        players = rules["players"] if players is None else players
        variants = variants or tuple(rules["variants"])
        options = {**settings(about, rules["options"]), **options}
    game = opened(name, players, options, variants, as_json)
    _same(file, rules["name"], game.name)
    return game


def _same(file: str, counted: str, game: str) -> None:
    if counted != game:
        raise click.UsageError(f"{file} has counts of {counted}, not of {game}.")


def known(name: str) -> dict[str, Any]:
    """The description of a game, if its text can be read as it stands."""
    from rulewright.tools.problems import RulesError
    from rulewright.tools.project import Trouble
    from rulewright.tools.shelf import described

    try:
        about = described(name)
    except RulesError:
        return {}
    return {} if isinstance(about, Trouble) else about


def settings(about: dict[str, Any], options: dict[str, int]) -> dict[str, str]:
    """Options of a game as they are given on a command line."""
    from rulewright.tools.replaying import setting

    kinds = {option["name"]: option["values"] for option in about.get("options", ())}
    return {option: setting(value, kinds[option]) for option, value in options.items() if option in kinds}


def counts_for(data: dict[str, Any], file: str, game: Game) -> tuple[Counts, Counted]:
    """The counts, and the program that made them. Ends the command with a message if they are of other rules."""
    from rulewright.compiler.passes.counters import counting

    counted = counting(game.program)
    try:
        return fitted(data, counted, game.schema), counted
    except CountsError as error:
        raise click.UsageError(f"{file}: {error}.") from None
