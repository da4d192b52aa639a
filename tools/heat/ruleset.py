"""A file of counts together with the game it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulewright.tools.heat.counts import CountsError, fitted, load_counts
from rulewright.tools.kept_ruleset import Kept

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
    """The game that was counted, see `Kept.opened`."""
    kept = Kept(file, data["rules"], "has counts of", f"rulewright coverage {file} RULES")
    return kept.opened(name, players, options, variants, as_json)


def counts_for(data: dict[str, Any], file: str, game: Game) -> tuple[Counts, Counted]:
    """The counts, and the program that made them. Ends the command with a message if they are of other rules."""
    from rulewright.compiler.passes.counters import counting

    counted = counting(game.program)
    try:
        return fitted(data, counted, game.schema), counted
    except CountsError as error:
        raise click.UsageError(f"{file}: {error}.") from None
