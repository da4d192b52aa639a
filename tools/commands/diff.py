"""`rulewright diff`: what is different between two rulesets, in plain sentences or as one picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.tools.arguments import json_option, players_option, print_json, refused

if TYPE_CHECKING:
    from rulewright.compiler.outline.outline import Outline
    from rulewright.tools.diff.change import Change

FORMATS = {".svg": "svg", ".png": "png", ".dot": "dot", ".gv": "dot"}
SIGNS = {"added": ("+", "green"), "removed": ("-", "red"), "changed": ("~", "yellow"), "moved": (">", "yellow")}


@click.command(short_help="Say what is different between two rulesets.")
@click.argument("old", metavar="A")
@click.argument("new", metavar="[B]", required=False)
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME", help="Compare with this variant of B. Several may be given."
)
@players_option
@click.option("-o", "--output", metavar="FILE", help="Draw both as one picture: a file in .svg, .png or .dot.")
@click.option(
    "--depth", default=1, show_default=True, type=click.IntRange(0), metavar="D",
    help="In the picture: how many levels of phases to open though nothing in them is different.",
)  # fmt: skip
@json_option
def command(
    old: str,
    new: str | None,
    variants: tuple[str, ...],
    players: int | None,
    output: str | None,
    depth: int,
    as_json: bool,
) -> None:
    """Say how the ruleset B differs from A.

    Each is a game's name, a path or a table file, if need be with variants, options and the number of players:
    NAME+variant,option=value@players. Without B it is A with the --variant given.

    \b
    Examples:
      rulewright diff nosferatu --variant longer-night
      rulewright diff nosferatu@6 nosferatu,bites_each=1@6
      rulewright diff nosferatu my/nosferatu.rules -o changes.svg
    """
    from attrs import evolve

    from rulewright.tools.contender import contender
    from rulewright.tools.diff.difference import difference, outlines
    from rulewright.tools.diff.rulesets import both, ruleset
    from rulewright.tools.problems import RulesError

    if new is None and not variants:
        raise click.UsageError("What is it to be compared with? Name a second ruleset, or give --variant.")
    try:
        a = contender(old)
        b = contender(old if new is None else new)
        label = b.label + "".join(f"+{v}" for v in variants)
        b = evolve(b, variants=(*b.variants, *(v for v in variants if v not in b.variants)), label=label)
        games = both(evolve(a, players=players or a.players), evolve(b, players=players or b.players))
        rulesets = ruleset(games[0]), ruleset(games[1])
        changes = difference(*rulesets)
    except RulesError as error:
        if as_json:
            refused(error)
        raise
    if output is not None:
        from rulewright.tools.output import whole_file

        whole_file(output, picture(outlines(*rulesets), f"{a.label} → {b.label}", depth, output))
    if as_json:
        sides = [
            {
                "ruleset": c.label,
                "game": g.name,
                "players": g.players,
                "variants": list(g.table.variants),
                "options": dict(g.options),
            }
            for c, g in zip((a, b), games, strict=True)
        ]
        print_json({"a": sides[0], "b": sides[1], "changes": [change.data() for change in changes]})
    else:
        tell(f"{a.label} → {b.label}, {games[1].players} players", changes)


def picture(both: tuple[Outline, Outline], title: str, depth: int, output: str) -> bytes:
    """Both rulesets as one diagram. Raises click.UsageError for an ending without a meaning, or if nothing can draw."""
    from rulewright.compiler.diagram.dot import to_dot
    from rulewright.compiler.diagram.merged import diagram_of_both
    from rulewright.tools.drawing import DrawingFailed, NoGraphviz, render

    form = FORMATS.get(Path(output).suffix.lower())
    if form is None:
        raise click.UsageError(f"What is {output} to be? Its ending says: {', '.join(FORMATS)}.")
    dot = to_dot(diagram_of_both(*both, title, depth=depth))
    if form == "dot":
        return dot.encode("utf-8")
    try:
        return render(dot, form)
    except (NoGraphviz, DrawingFailed) as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def tell(heading: str, changes: list[Change]) -> None:
    """Every change as a sentence, with what was added or taken out below it."""
    from rulewright.dsl.render import clean

    click.echo(f"{clean(heading)}: {counted(changes)}")
    for change in changes:
        sign, colour = SIGNS[change.kind]
        click.echo(f"{click.style(sign, fg=colour, bold=True)} {clean(change.text)}")
        for line in change.detail:
            click.echo(click.style(f"      {clean(line)}", dim=True))


def counted(changes: list[Change]) -> str:
    number = len(changes)
    return "no difference" if not number else f"{number} change{'' if number == 1 else 's'}"
