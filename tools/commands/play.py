"""`rulewright play`: a game in the terminal, against bots or with several people at one screen."""

from __future__ import annotations

import secrets
import sys

import click

from rulewright.tools.arguments import game_argument, opened, players_option, seed_option, table_options


@click.command(short_help="Play a game in the terminal.")
@game_argument
@players_option
@seed_option
@click.option(
    "--seat", "seats", multiple=True, type=int, metavar="N",
    help="Your seat, counted from 1; bots take the others. Without it people sit everywhere, at one screen.",
)  # fmt: skip
@table_options
def command(
    name: str,
    players: int | None,
    seed: int | None,
    seats: tuple[int, ...],
    options: dict[str, str],
    variants: tuple[str, ...],
) -> None:
    """Play GAME at the keyboard. Each seat is shown only what it may see.

    \b
    Examples:
      rulewright play nosferatu --players 6 --seat 2
      rulewright play tic_tac_toe
      rulewright play evening.toml
    """
    from rulewright.runtime.bots import RandomBot
    from rulewright.runtime.engine import RuleFault
    from rulewright.tools.keyboard import Keyboard
    from rulewright.tools.play_session import Session
    from rulewright.tools.problems import AT_FAULT, broken
    from rulewright.tools.simulate import game_seed

    game = opened(name, players, options, variants)
    for seat in seats:
        if not 1 <= seat <= game.players:
            raise click.BadParameter(f"the seats are 1 to {game.players}.", param_hint="--seat")
    asked = game.seed if seed is None else seed
    chance = secrets.randbits(32) if asked is None else asked
    bots = {s: RandomBot(game_seed(chance, s)) for s in range(game.players) if seats and s + 1 not in seats}
    screen = Keyboard(sys.stdin, sys.stdout)
    screen.say(f"{game.title}, {game.players} players (seed {chance}). ? shows what you can type.", "title")
    try:
        if Session(game.start(chance), screen, bots, game.table.teams).run() is None:
            screen.say("\nYou left the game.")
    except RuleFault as fault:
        click.echo(broken(fault.why, fault.where, game.source_of(fault.where), sys.stderr), err=True)
        click.get_current_context().exit(AT_FAULT)
