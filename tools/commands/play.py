"""`rulewright play`: a game in the terminal, against bots or with several people at one screen."""

from __future__ import annotations

import secrets
import sys
from typing import TYPE_CHECKING, cast

import click

from rulewright.tools.arguments import (
    bot_parsed,
    game_or_table,
    keep_table,
    opened,
    players_option,
    seed_option,
    table_options,
)

if TYPE_CHECKING:
    from rulewright.runtime.bots import BotName
    from rulewright.runtime.playout import QuietModule
    from rulewright.runtime.state import State
    from rulewright.tools.game import Game

RESUMED = "rulewright.resumed"  # where the context keeps the file of a game that is taken up


def keep_resumed(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Remember the saved game: it says which GAME it is."""
    if value is not None:
        ctx.meta[RESUMED] = value
    return value


def game_unless_resumed(ctx: click.Context, param: click.Parameter, value: str | None) -> str:
    """GAME, which may be left out with a saved game; then it is ""."""
    return "" if value is None and RESUMED in ctx.meta else game_or_table(ctx, param, value)


@click.command(short_help="Play a game in the terminal.")
@click.argument("name", metavar="[GAME]", required=False, callback=game_unless_resumed)
@click.option(
    "--table", metavar="FILE", is_eager=True, expose_value=False, callback=keep_table,
    help="A table file: game, players, seats, variants, options, seed.",
)  # fmt: skip
@players_option
@seed_option
@click.option(
    "--seat", "seats", multiple=True, metavar="N",
    help="Your seat, counted from 1, or its name in a table file; bots take the others."
    " Without it people sit everywhere, at one screen.",
)  # fmt: skip
@click.option(
    "--bot", "bots_named", multiple=True, metavar="[SEAT=]BOT", callback=bot_parsed,
    help="The bots at the other seats: random (the default), first, greedy, flat:N, mcts:N.",
)  # fmt: skip
@click.option("--save", metavar="FILE", help="Save the game to FILE at every question, so that it can be gone on with.")
@click.option(
    "--resume", metavar="FILE", is_eager=True, callback=keep_resumed,
    help="Go on with a game saved to FILE, and save it there (or where --save says).",
)  # fmt: skip
@click.option(
    "--save-scenario", "scenario", metavar="FILE",
    help="At the end (or when you leave) add the game to FILE as a scenario that `rulewright test` can run.",
)  # fmt: skip
@table_options
def command(
    name: str,
    players: int | None,
    seed: int | None,
    seats: tuple[str, ...],
    bots_named: dict[int, BotName],
    save: str | None,
    resume: str | None,
    scenario: str | None,
    options: dict[str, str],
    variants: tuple[str, ...],
) -> None:
    """Play GAME at the keyboard. Each seat is shown only what it may see.

    \b
    Examples:
      rulewright play nosferatu --players 6 --seat 2
      rulewright play tic_tac_toe
      rulewright play pig --seat 1 --bot mcts:200
      rulewright play evening.toml
      rulewright play nosferatu --save evening.game
      rulewright play --resume evening.game
      rulewright play my/game.rules --save-scenario my/scenarios/played.rules
    """
    from rulewright.runtime.engine import RuleFault
    from rulewright.runtime.ruleset import Ruleset
    from rulewright.tools.board_text import look_of
    from rulewright.tools.bots.seats import seated
    from rulewright.tools.kept_ruleset import Kept
    from rulewright.tools.keyboard import Keyboard
    from rulewright.tools.play_saved import Keeper, load_saved, may_save, scenarios_in, taken_up
    from rulewright.tools.play_session import Session
    from rulewright.tools.problems import AT_FAULT, broken
    from rulewright.tools.seat_names import seat_number
    from rulewright.tools.simulate import game_seed

    saved = None if resume is None else load_saved(resume)
    if save is not None and save != resume:
        may_save(save)
    existing = "" if scenario is None else scenarios_in(scenario)
    if saved is None:
        game = opened(name, players, options, variants)
    else:
        if seed is not None:
            raise click.UsageError("A saved game has its seed already.")
        kept = Kept(resume or "", saved.rules, "is a game of", f"rulewright play RULES --resume {resume}")
        game = kept.opened(name, players, options, variants)
    sitting = seats or tuple(map(str, saved.people if saved is not None else ()))
    people = tuple(seat_number(seat, game) for seat in sitting)
    asked = game.seed if seed is None else seed
    chance = saved.replay.seed if saved is not None else secrets.randbits(32) if asked is None else asked
    names = seated(bots_named, game.players)
    rules = Ruleset(game.engine, cast("QuietModule", game.quiet))
    others = [seat for seat in range(game.players) if people and seat + 1 not in people]
    bots = {seat: names[seat].bot(rules, seat, game_seed(chance, seat)) for seat in others}
    screen = Keyboard(sys.stdin, sys.stdout)
    screen.say(f"{game.title}, {game.players} players (seed {chance}). ? shows what you can type.", "title")
    try:
        state = game.start(chance) if saved is None else taken_up(game, saved, bots, resume or "")
        session = Session(state, screen, bots, game.table.teams, look=look_of(game))
        place = save or resume
        if place is not None:
            session.keep = Keeper(place, people, lambda text: screen.say(text, "warning"))
        if session.run() is None:
            screen.say("\nYou left the game.")
            if place is not None:
                screen.say(f"Go on with it by `rulewright play {name} --resume {place}`.".replace("  ", " "))
    except RuleFault as fault:
        click.echo(broken(fault.why, fault.where, game.source_of(fault.where), sys.stderr), err=True)
        click.get_current_context().exit(AT_FAULT)
    if scenario is not None:
        as_scenario(game, session.state, scenario, existing)


def as_scenario(game: Game, state: State, file: str, existing: str) -> None:
    """Write the game down as a scenario, or say why that cannot be."""
    from rulewright.tools.play_saved import write_scenario
    from rulewright.tools.scenarios.written import Unwritable

    try:
        name = write_scenario(game, state, file, existing)
    except Unwritable as why:
        click.echo(f"The game is not written to {file}: {why}.", err=True)
        click.get_current_context().exit(1)
    click.echo(f"{file}: scenario {name}")
