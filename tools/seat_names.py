"""Seats as a command line names them, by number or by the name at a table, into their numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rulewright.tools.game import Game


def seat_number(text: str, game: Game) -> int:
    """The number, counted from 1, of a seat that is named by it, or as a table file calls it. Raises
    click.BadParameter."""
    wanted = text.strip()
    names = [name.lower() for name in game.seats]
    if wanted.lower() in names:
        return names.index(wanted.lower()) + 1
    if wanted.isdecimal() and len(wanted) < 4 and 1 <= int(wanted) <= game.players:
        return int(wanted)
    called = f", or {', '.join(game.seats)}" if game.seats else ""
    raise click.BadParameter(f"the seats are 1 to {game.players}{called}.", param_hint="--seat")
