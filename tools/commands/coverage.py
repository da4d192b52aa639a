"""`rulewright coverage`: what never came up in a run, and which cards nothing happened to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.tools.arguments import json_option, print_json

if TYPE_CHECKING:
    from rulewright.compiler.outline.places import Place
    from rulewright.tools.heat.findings import Findings


@click.command(short_help="List what never came up in a run: dead branches, unused cards.")
@click.argument("file", metavar="FILE")
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="Where a variant was given by its path.")
@click.option("--all", "every", is_flag=True, help="List everything, with how often it came up.")
@json_option
def command(file: str, name: str | None, variants: tuple[str, ...], every: bool, as_json: bool) -> None:
    """List what never came up in the games of FILE (made by `rulewright run --counts FILE`): phases, questions,
    answers, branches, endings and reactions of the rules; and cards and tokens never moved, turned or chosen.

    The rules are those of the shipped game that FILE names, or those of GAME.

    \b
    Examples:
      rulewright run nosferatu --games 1000 --counts nosferatu.counts
      rulewright coverage nosferatu.counts
      rulewright coverage mine.counts my/game.rules --all
    """
    from rulewright.tools.heat.counts import ledger_of
    from rulewright.tools.heat.findings import as_data, findings
    from rulewright.tools.heat.ruleset import counts_for, game_of, loaded

    data = loaded(file)
    game = game_of(data, file, name, None, {}, variants, as_json)
    counts, counted = counts_for(data, file, game)
    found = findings(counts, counted, ledger_of(counts, counted))
    if as_json:
        head = {"file": file, "game": game.name, "players": game.players, "seed": counts.seed, "bot": counts.bot}
        print_json({**head, **as_data(found)})
        return
    games = f"{counts.games:,} game{'' if counts.games == 1 else 's'}"
    click.echo(f"{game.title}, {game.players} players: {games}, {counts.words}")
    report(found, every)


def report(found: Findings, every: bool) -> None:
    """The findings in words."""
    from rulewright.tools.heat.words import MOST_NAMED, of_kinds

    came, every_place = sum(bool(p.times) for p in found.places), len(found.places)
    click.echo(f"{came:,} of {every_place:,} places in the rules came up, {every_place - came:,} never did.")
    listed("Never came up", found.never)
    if every:
        listed("Came up", [p for p in found.places if p.times], counts=True)
    else:
        listed("Came up in less than 1 game of 100", found.seldom, counts=True)
    if found.idle:
        click.echo("\nCards and tokens never moved, turned or chosen in play:")
        for line in of_kinds(found.idle):
            click.echo(line)
    elif found.kinds:
        click.echo("\nEvery kind of card and token was moved, turned or chosen in play.")
    unchosen = [c for c in found.choices if c.never]
    if unchosen:
        click.echo("\nNever chosen:")
        for choice in unchosen:
            names = choice.never
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            click.echo(f"  {choice.place}  {choice.question}  {', '.join(names[:MOST_NAMED])}{more}")


def listed(title: str, places: list[Place], *, counts: bool = False) -> None:
    """A list of places under its title; nothing, if there are none."""
    from rulewright.tools.heat.words import in_columns

    if places:
        click.echo(f"\n{title}:")
        for line in in_columns(places, counts=counts):
            click.echo(line)
