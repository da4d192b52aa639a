"""`rulewright replay`: a game that was written down, run again: what happened, what a seat saw, does it still fit?"""

from __future__ import annotations

import click

from rulewright.tools.arguments import TABLE, game_and_variants, json_option, opened, print_json, refused


@click.command(short_help="Run a recorded game again, and check it.")
@click.argument("file", metavar="FILE")
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--verify", is_flag=True, help="Only tell whether every step still fits; if not, which is the first.")
@click.option("--seat", metavar="N", help="Show what seat N (or of this name, at a table) was told, and its answers.")
@click.option("--until", type=click.IntRange(0), metavar="STEP", help="Stop after this step, and show the table then.")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME",
    help="Play with these variants (names or paths), not with those that FILE names.",
)  # fmt: skip
@json_option
def command(
    file: str,
    name: str | None,
    verify: bool,
    seat: str | None,
    until: int | None,
    variants: tuple[str, ...],
    as_json: bool,
) -> None:
    """Replay FILE (made by `rulewright run --record`, or by `replay_of(state).text()` from Python), by the
    rules of the shipped game it names, or by those of GAME (a game, or a table file).

    Exit code 1: it no longer fits, because the rules changed or a step cannot be played any more.

    \b
    Examples:
      rulewright replay pig.replay --seat 2
      rulewright replay pig.replay --verify
      rulewright replay mine.replay my/game.rules --until 12
    """
    from rulewright.runtime.replay import ReplayError
    from rulewright.tools.problems import RulesError
    from rulewright.tools.project import Trouble, is_table, shipped
    from rulewright.tools.replaying import load_replay, ruleset, shown, verified
    from rulewright.tools.seat_names import seat_number
    from rulewright.tools.shelf import described

    try:
        replay = load_replay(file)
        asked = ruleset(replay)
    except ReplayError as error:
        raise click.UsageError(f"{file}: {error}") from None
    if name is None and asked.name not in shipped():
        advice = f"Name its rules: `rulewright replay {file} RULES`."
        raise click.UsageError(f"{file} is a game of {asked.name}, which is no shipped game. {advice}")
    rules = name or asked.name
    table = is_table(rules)
    if table:
        click.get_current_context().meta[TABLE] = rules
    wanted = variants if table else variants or asked.variants
    try:
        game_name, at_the_table = game_and_variants(rules)
        about = described(game_name, (*at_the_table, *wanted))
    except RulesError as error:
        if as_json:
            refused(error)
        raise
    options: dict[str, str] = {}
    if not isinstance(about, Trouble):
        if about["name"] != asked.name:
            raise click.UsageError(f"{file} is a game of {asked.name}, not of {about['name']}.")
        options = {} if table else asked.settings(about)
    game = opened(rules, None if table else asked.players, options, wanted, as_json)
    number = None if seat is None else seat_number(seat, game) - 1
    if verify or as_json:
        verdict = verified(replay, game.engine, until)
        if as_json:
            print_json({"file": file, "game": game.name, "players": game.players, **verdict.data()})
        else:
            click.echo(f"{file}: {verdict.words()}", err=not verdict.fits)
    else:
        verdict = shown(replay, game.engine, number, until, click.echo)
        if not verdict.fits:
            click.echo(f"{file}: {verdict.words()}", err=True)
    if not verdict.fits:
        click.get_current_context().exit(1)
