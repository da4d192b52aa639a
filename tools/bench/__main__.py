"""`python -m rulewright.tools.bench`: the races against hand-written games and OpenSpiel, and the waiting times."""

from __future__ import annotations

import json

import click
from rich.console import Console

from rulewright.tools.bench import report
from rulewright.tools.bench.games import CONTESTS
from rulewright.tools.bench.measured import measure
from rulewright.tools.bench.startup import waits

GAMES = tuple(dict.fromkeys(contest.game for contest in CONTESTS))


@click.command()
@click.option("--game", "games", multiple=True, type=click.Choice(GAMES), help="Race this only. May be repeated.")
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(min=1), help="Turns of each contender.")
@click.option("--seconds", default=0.5, show_default=True, type=click.FloatRange(min=0.01), help="Length of a turn.")
@click.option(
    "--starts", default=5, show_default=True, type=click.IntRange(min=0), help="Processes a waiting time. 0: none."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
def main(games: tuple[str, ...], rounds: int, seconds: float, starts: int, as_json: bool) -> None:
    """Compare compiled games with hand-written ones and with OpenSpiel, and time loading and starting."""
    found = []
    with Console(stderr=True).status("") as status:
        for contest in CONTESTS:
            if not games or contest.game in games:
                status.update(f"{contest.game}, {contest.table}")
                found.append(measure(contest, rounds, seconds))
        status.update("loading and starting")
        waited = waits(starts) if starts else None
    if as_json:
        click.echo(json.dumps(report.record(found, waited), indent=2))
        return
    console = Console()
    for part in report.tables(found, waited):
        console.print(part)


if __name__ == "__main__":
    main()
