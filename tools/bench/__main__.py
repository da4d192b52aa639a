"""`python -m rulewright.tools.bench`: the race between hand-written and compiled games, and the waiting times."""

from __future__ import annotations

import json
import platform
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from rulewright.tools.bench.copying import Copying, copying
from rulewright.tools.bench.games import CONTESTS, Contest, compiled_series, handwritten_series, stepwise_series
from rulewright.tools.bench.race import Pace, race
from rulewright.tools.bench.startup import Loading, Wait, listing, loading

HANDWRITTEN, COMPILED, STEPWISE = "handwritten", "compiled", "stepwise"
LOADED_GAME, LOADED_PLAYERS = "nosferatu", 6


@click.command()
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(min=1), help="Turns of each contender.")
@click.option("--seconds", default=0.5, show_default=True, type=click.FloatRange(min=0.01), help="Length of a turn.")
@click.option("--starts", default=5, show_default=True, type=click.IntRange(min=1), help="Processes a waiting time.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
def main(rounds: int, seconds: float, starts: int, as_json: bool) -> None:
    """Compare compiled games with hand-written ones, and time loading and starting."""
    with Console(stderr=True).status("") as status:
        races = {}
        for contest in CONTESTS:
            status.update(f"{contest.game}, {contest.players} players")
            contenders = {
                HANDWRITTEN: handwritten_series(contest),
                COMPILED: compiled_series(contest),
                STEPWISE: stepwise_series(contest),
            }
            races[contest] = race(contenders, rounds, seconds)
        status.update("copying")
        copies = {contest: copying(contest.game, contest.players) for contest in CONTESTS}
        status.update(f"loading {LOADED_GAME}")
        waits = loading(LOADED_GAME, LOADED_PLAYERS, starts)
        status.update("starting the command line")
        start = listing(starts)
    if as_json:
        click.echo(json.dumps(record(races, copies, waits, start), indent=2))
    else:
        console = Console()
        console.print(race_table(races))
        console.print(copy_table(copies))
        console.print(wait_table(waits, start))


def ratios(paces: dict[str, Pace]) -> list[float]:
    """Compiled over hand-written, round by round."""
    return [ours / theirs for ours, theirs in zip(paces[COMPILED].rounds, paces[HANDWRITTEN].rounds, strict=True)]


def record(
    races: dict[Contest, dict[str, Pace]], copies: dict[Contest, Copying], waits: Loading, start: Wait
) -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "races": [
            {
                "game": contest.game,
                "players": contest.players,
                "games_per_cpu_second": {name: pace.median for name, pace in paces.items()},
                "ratio": paces[COMPILED].median / paces[HANDWRITTEN].median,
                "stepwise_ratio": paces[STEPWISE].median / paces[HANDWRITTEN].median,
                "rounds": {name: pace.rounds for name, pace in paces.items()},
            }
            for contest, paces in races.items()
        ],
        "copies": [
            {
                "game": contest.game,
                "players": contest.players,
                "cells": copy.cells,
                "cells_microseconds": copy.bare,
                "state_microseconds": copy.state,
            }
            for contest, copy in copies.items()
        ],
        "load_seconds": {
            "game": LOADED_GAME,
            "players": LOADED_PLAYERS,
            "cold": waits.cold.clock,
            "cold_cpu": waits.cold.cpu,
            "warm": waits.warm.clock,
            "warm_cpu": waits.warm.cpu,
        },
        "list_seconds": start.clock,
        "list_cpu_seconds": start.cpu,
    }


def race_table(races: dict[Contest, dict[str, Pace]]) -> Table:
    table = Table(title="Complete random games per CPU second (medians)")
    headings = ("game", "players", "hand-written", "compiled", "ratio", "ratio by round", "step by step", "ratio")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for contest, paces in races.items():
        ours, theirs, by_round = paces[COMPILED].median, paces[HANDWRITTEN].median, ratios(paces)
        table.add_row(
            contest.game,
            str(contest.players),
            f"{theirs:,.0f}",
            f"{ours:,.0f}",
            f"{ours / theirs:.2f}",
            f"{min(by_round):.2f} to {max(by_round):.2f}",
            f"{paces[STEPWISE].median:,.0f}",
            f"{paces[STEPWISE].median / theirs:.2f}",
        )
    return table


def copy_table(copies: dict[Contest, Copying]) -> Table:
    table = Table(title="Copying a game in progress, in microseconds (medians)")
    for heading in ("game", "players", "cells in all", "the cells", "a State"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for contest, copy in copies.items():
        row = (str(contest.players), str(copy.cells), f"{copy.bare:.2f}", f"{copy.state:.2f}")
        table.add_row(contest.game, *row)
    return table


def wait_table(waits: Loading, start: Wait) -> Table:
    table = Table(title="Waiting, in seconds (medians)")
    table.add_column("what")
    table.add_column("by the clock", justify="right")
    table.add_column("CPU time", justify="right")
    for what, wait in (
        (f"load {LOADED_GAME}, {LOADED_PLAYERS} players, empty cache", waits.cold),
        (f"load {LOADED_GAME}, {LOADED_PLAYERS} players, from the cache", waits.warm),
        ("rulewright list, start to end", start),
    ):
        table.add_row(what, f"{wait.clock:.3f}", f"{wait.cpu:.3f}")
    return table


if __name__ == "__main__":
    main()
