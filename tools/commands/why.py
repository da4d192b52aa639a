"""`rulewright why`: why an answer is not possible in a saved game."""

from __future__ import annotations

import click

from rulewright.tools.arguments import json_option, print_json


@click.command(short_help="Say why an answer is not possible in a saved game.")
@click.argument("file", metavar="FILE")
@click.argument("answer", metavar="ANSWER")
@click.argument("name", metavar="[GAME]", required=False)
@json_option
def command(file: str, answer: str, name: str | None, as_json: bool) -> None:
    """Say why ANSWER is not possible where the game in FILE stands (saved by `rulewright play --save`, or recorded by
    `rulewright run --record`): the first requirement that fails, its values and its line, as the player who is asked
    may know them.

    ANSWER is what an option is called, or what would be: a name, a number, "r1c1, r1c2", or one answer after the other
    ("Kill, Ben"). The rules are those of the shipped game that FILE names, or those of GAME.

    \b
    Examples:
      rulewright why evening.game Kill
      rulewright why evening.game "Kill, player 3" --json
      rulewright why mine.game Sell my/game.rules
    """
    from rulewright.dsl.render import clean
    from rulewright.tools.kept_ruleset import Kept
    from rulewright.tools.play_saved import load_saved, taken_up

    saved = load_saved(file)
    kept = Kept(file, saved.rules, "is a game of", f"rulewright why {file} {answer} RULES")
    game = kept.opened(name, None, {}, (), as_json)
    state = taken_up(game, saved, {}, file)
    found = state.why_not(answer)
    asked = None if state.decision is None else state.decision.player
    if as_json:
        seat = None if asked is None else asked + 1
        print_json({"file": file, "game": game.name, "players": game.players, "seat": seat, **found.data()})
        return
    if asked is not None and state.decision is not None:
        click.echo(clean(f"{state.wording.seat(asked)}: {state.decision.prompt}"))
    for line in found.lines:
        click.echo(clean(line))
