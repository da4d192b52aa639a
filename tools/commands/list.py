"""`rulewright list`: the games that come with Rulewright, or one game in more detail."""

from __future__ import annotations

from typing import Any

import click

from rulewright.tools.arguments import json_option, print_json


@click.command(short_help="Show the shipped games, or what is in one.")
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--variant", "variants", multiple=True, metavar="NAME", help="Show GAME with a variant.")
@json_option
def command(name: str | None, variants: tuple[str, ...], as_json: bool) -> None:
    """List the games that come with Rulewright; with GAME (also a path), its options, variants and phases.

    \b
    Examples:
      rulewright list
      rulewright list nosferatu
    """
    from rulewright.tools.project import Trouble, is_table
    from rulewright.tools.shelf import all_described, described

    if name is None:
        games = all_described()
        if as_json:
            print_json(games)
        else:
            print_games(games)
        return
    if is_table(name):
        from rulewright.tools.table_text import read_table

        name = read_table(name).game_named()
    about = described(name, variants)
    if isinstance(about, Trouble):
        from rulewright.tools.problems import refusal

        raise refusal(about)
    if as_json:
        print_json(about)
    else:
        print_game(about)


def print_games(games: list[dict[str, Any]]) -> None:
    """A line a game."""
    rows = [("name", "title", "players", "options", "variants", "phases", "scenarios")]
    for game in games:
        options = ", ".join(option["name"] for option in game["options"]) or "-"
        phases = ", ".join(phase["name"] for phase in outermost(game["phases"])) or "-"
        variants = str(len(game["variants"]) or "-")
        rows.append((game["name"], game["title"], seats(game), options, variants, phases, str(game["scenarios"])))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def print_game(game: dict[str, Any]) -> None:
    """Everything about one."""
    scenarios = game["scenarios"]
    click.echo(f"{game['title']} ({game['name']}), {seats(game)} players, {scenarios or 'no'} scenarios")
    if game["words"]:
        click.echo(f"  {game['words']}")
    click.echo("\noptions" if game["options"] else "\nno options")
    width = max((len(option["name"]) for option in game["options"]), default=0)
    for option in game["options"]:
        values = f"{option['values']}, default {option['default']}"
        click.echo(f"  {option['name'].ljust(width)}  {values}  {option['title']}")
    if game["variants"]:
        click.echo("\nvariants")
    width = max((len(variant["name"]) for variant in game["variants"]), default=0)
    many = max((len(seats(variant)) for variant in game["variants"]), default=0)
    for variant in game["variants"]:
        click.echo(f"  {variant['name'].ljust(width)}  {seats(variant).ljust(many)}  {variant['title']}")
        for line in about_variant(variant):
            click.echo(f"  {' ' * (width + many)}    {line}")
    click.echo("\nphases")
    print_phases(game["phases"], "  ")
    print_blocks(game["blocks"])
    if game["reconstructed"]:
        click.echo("\nreconstructed")
    for guess in game["reconstructed"]:
        click.echo(f"  {', '.join(guess['rules'])}: {guess['because']}")


def print_blocks(blocks: list[dict[str, Any]]) -> None:
    """What is different while something holds: the row that says so, when, and its lines."""
    if blocks:
        click.echo("\nwhile")
    width = max((len(block["at"]) for block in blocks), default=0)
    for block in blocks:
        click.echo(f"  {block['at'].ljust(width)}  {block['while']}".rstrip() if width else f"  {block['while']}")
        for line in block["lines"]:
            click.echo(f"  {' ' * width}    {line}" if width else f"    {line}")


def about_variant(variant: dict[str, Any]) -> list[str]:
    """Its words, what it builds on, and what it does not go together with."""
    lines = [variant["words"]] if variant["words"] else []
    if variant["requires"]:
        lines.append(f"requires {', '.join(variant['requires'])}")
    return lines + [f"excludes {e['name']}: {e['reason']}" for e in variant["excludes"]]


def print_phases(phases: list[dict[str, Any]], indent: str) -> None:
    for phase in phases:
        title = "" if phase["title"] == phase["name"] else f"  {phase['title']}"
        click.echo(f"{indent}{phase['name']}{title}")
        print_phases(phase["inside"], indent + "  ")


def outermost(phases: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The outermost phases; where that is one alone, those inside it."""
    return phases[0]["inside"] or phases if len(phases) == 1 else phases


def seats(game: dict[str, Any]) -> str:
    least, most = game["least"], game["most"]
    return str(least) if least == most else f"{least}-{most}"
