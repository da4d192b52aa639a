"""`rulewright compare`: several rulesets played with the same seeds, and how they differ."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.tools.arguments import bot_parsed, seed_option
from rulewright.tools.compare.needs import need

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rulewright.runtime.bots import BotName
    from rulewright.tools.compare.contest import Contest, Result
    from rulewright.tools.compare.differences import Line

MOST_GAMES = 100_000_000
AS_MANY_AS_IT_TAKES = 10_000_000  # the most games for a precision
GAMES = 10_000
GAMES_THOUGHT = 100  # where bots think


def percentage(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    """`0.5%` as a share."""
    if text is None:
        return None
    number, sign, rest = text.replace(" ", "").partition("%")
    try:
        value = float(number) if sign and not rest else math.nan
    except ValueError:
        value = math.nan
    if not 0 < value < 100:
        raise click.BadParameter(f"`{text}` should look like `0.5%`: percentage points, more than 0.", ctx, param)
    return value / 100


def a_file(*endings: str) -> Callable[[click.Context, click.Parameter, str | None], str | None]:
    """A place for a file, looked at before the work begins."""

    def checked(ctx: click.Context, param: click.Parameter, name: str | None) -> str | None:
        if name is None or (name == "-" and param.name == "json_file"):
            return name
        if Path(name).is_dir():
            raise click.BadParameter(f"{name} is a folder.", ctx, param)
        if not name.lower().endswith(endings):
            raise click.BadParameter(f"`{name}` should end in {' or '.join(endings)}.", ctx, param)
        return name

    return checked


@click.command(short_help="Play rulesets with the same seeds and say how they differ.")
@click.argument("names", metavar="A B [C...]", nargs=-1, required=True)
@click.option(
    "-g", "--games", type=click.IntRange(1, MOST_GAMES), metavar="N",
    help=f"Games of each ruleset. Default: {GAMES:,}, or {GAMES_THOUGHT} if bots look at them; with --precision as many"
    " as it takes.",
)  # fmt: skip
@click.option(
    "--precision", callback=percentage, metavar="P%",
    help="Stop when the difference of the first figure (the first team's wins, or the first seat's) is known within P"
    " percentage points.",
)  # fmt: skip
@seed_option
@click.option("--independent", is_flag=True, help="Other seeds for each ruleset.")
@click.option("-j", "--jobs", type=click.IntRange(1, 1024), help="Processes at work. Default: one for each processor.")
@click.option(
    "--bot", "bots", multiple=True, metavar="[SEAT=]BOT", callback=bot_parsed,
    help="Who plays, at every seat or at one: random (the default), first, greedy, flat:N, mcts:N.",
)  # fmt: skip
@click.option(
    "--limit", default=10_000, show_default=True, type=click.IntRange(1),
    help="Decisions after which a game counts as unfinished.",
)  # fmt: skip
@click.option(
    "--counted", default=10_000, show_default=True, type=click.IntRange(0), metavar="N",
    help="Games in which phases, choices and components are counted.",
)  # fmt: skip
@click.option(
    "--store", metavar="PATH",
    help="Keep games in this file (or folder): the same command goes on from there, others use them too.",
)  # fmt: skip
@click.option("--all", "everything", is_flag=True, help="Show what does not differ too.")
@click.option("--csv", "csv_file", metavar="FILE", callback=a_file(".csv"), help="Write all figures as CSV.")
@click.option(
    "--json", "json_file", metavar="FILE", is_flag=False, flag_value="-", callback=a_file(".json"),
    help="Write all figures as JSON; alone or with `-`, print that instead of words.",
)  # fmt: skip
@click.option(
    "--parquet", "parquet_file", metavar="FILE", callback=a_file(".parquet"), help="Write all figures as Parquet."
)
@click.option(
    "--html", "html_file", metavar="FILE", callback=a_file(".html", ".htm"), help="Write a report with plots."
)
def command(
    names: tuple[str, ...],
    games: int | None,
    precision: float | None,
    seed: int | None,
    independent: bool,
    jobs: int | None,
    bots: dict[int, BotName],
    limit: int,
    counted: int,
    store: str | None,
    everything: bool,
    **files: str | None,
) -> None:
    """Play rulesets against each other: many games of each, with the same seeds, and what can be said of how they
    differ.

    Each is written as  GAME[+VARIANT]...[,OPTION=VALUE]...[@PLAYERS]  or is a table file. All are compared with the
    first. The result depends on the seed and not on the number of jobs.

    \b
    Examples:
      rulewright compare pig pig,goal=50
      rulewright compare nosferatu@6 nosferatu,bites_to_win=6@6 --precision 0.5% --html bites.html
      rulewright compare nosferatu nosferatu+my/rule.rules --games 100000 --store games/
    """
    need("`rulewright compare`", "numpy", "scipy")
    if files["html_file"]:
        need("--html", "matplotlib")
    if files["parquet_file"]:
        need("--parquet", "duckdb")
    from rulewright.tools.bots.seats import in_words, unlooking
    from rulewright.tools.compare.contest import Contest
    from rulewright.tools.compare.differences import lines
    from rulewright.tools.compare.show import print_report, print_troubles

    plain = unlooking(bots)
    fewer = GAMES if plain else GAMES_THOUGHT
    most = games or (fewer if precision is None else AS_MANY_AS_IT_TAKES)
    contest = Contest(most, precision, counted, plain or in_words(bots), limit)
    result = _result(names, contest, seed, independent, jobs, store, {} if plain else bots)
    found = lines(result.sums, result.joint) if result.games else []
    try:
        if result.broken is None:
            _write(result, found, files)
    finally:  # what was found is shown even if a file cannot be written
        if files["json_file"] == "-":
            from rulewright.tools.compare.records import as_json

            click.echo(as_json(result, found).decode("utf-8"), nl=False)
            print_troubles(result)
        else:
            print_report(result, found, everything=everything)
    if result.broken is not None:
        click.get_current_context().exit(1)
    if result.stopped:
        if store is not None:
            click.echo("The same command goes on from here.", err=True)
        click.get_current_context().exit(130)


def _result(
    names: Sequence[str],
    contest: Contest,
    seed: int | None,
    independent: bool,
    jobs: int | None,
    store: str | None,
    bots: dict[int, BotName],
) -> Result:
    """Hold the contest, with a progress bar. `bots`: those that look at the game, if any do."""
    from contextlib import nullcontext

    from rulewright.tools.bots.seats import seated
    from rulewright.tools.compare.contest import expected, held
    from rulewright.tools.compare.rulesets import rulesets
    from rulewright.tools.compare.store import opened
    from rulewright.tools.parallel import processors
    from rulewright.tools.progress import counting
    from rulewright.tools.simulate import MANY

    playing = rulesets(
        names, seed, independent=independent, bots=lambda players: seated(bots, players) if bots else ()
    )
    expect = expected(contest, len(playing))
    at_work = jobs or (processors() if expect >= MANY or bots else 1)
    with opened(store) if store is not None else nullcontext() as kept, counting("Comparing", expect) as step:
        return held(playing, contest, at_work, kept, step)


def _write(result: Result, found: Sequence[Line], files: dict[str, Any]) -> None:
    """The files that were asked for, each whole or not at all."""
    from rulewright.tools.compare.records import as_csv, as_json, as_parquet
    from rulewright.tools.output import whole_file

    if files["csv_file"]:
        whole_file(files["csv_file"], as_csv(result, found))
    if files["json_file"] and files["json_file"] != "-":
        whole_file(files["json_file"], as_json(result, found))
    if files["parquet_file"]:
        whole_file(files["parquet_file"], as_parquet(result, found))
    if files["html_file"]:
        from rulewright.tools.compare.page import page

        whole_file(files["html_file"], page(result, found).encode("utf-8"))
