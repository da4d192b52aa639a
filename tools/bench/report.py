"""Measurements into tables for people and into plain data for programs."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from typing import Any

from rich.table import Table

from rulewright.tools.bench import open_spiel, startup
from rulewright.tools.bench.games import COMPILED, HANDWRITTEN, OPEN_SPIEL, STEPWISE, Contest
from rulewright.tools.bench.measured import Measured
from rulewright.tools.bench.startup import Waits

TITLES = {HANDWRITTEN: "by hand", OPEN_SPIEL: "OpenSpiel", COMPILED: "play", STEPWISE: "step by step"}
PAIRS = [(ours, theirs) for ours in (COMPILED, STEPWISE) for theirs in (HANDWRITTEN, OPEN_SPIEL)]

NO_OPEN_SPIEL = "OpenSpiel is not installed (it comes with the extra `rl`), so its columns are left out."

# -------------------------------------------------------------------- for people


def tables(found: Sequence[Measured], waited: Waits | None) -> Iterator[Table | str]:
    """What to print, part by part."""
    yield pace_table(found)
    yield ratio_table(found)
    if not open_spiel.installed():
        yield NO_OPEN_SPIEL
    yield copy_table(found)
    if waited:
        yield wait_table(waited)


def pace_table(found: Sequence[Measured]) -> Table:
    """Contenders that play none of these contests have no column; so it is in the next table."""
    shown = [name for name in TITLES if any(name in each.paces for each in found)]
    table = titled("Complete random games per CPU second (medians)", [TITLES[name] for name in shown])
    for each in found:
        paces = (each.paces.get(name) for name in shown)
        table.add_row(*identity(each.contest), *(f"{pace.median:,.0f}" if pace else "" for pace in paces))
    return table


def ratio_table(found: Sequence[Measured]) -> Table:
    """Two lines a contest: the ratio of the medians, and the lowest and highest of a round."""
    shown = [pair for pair in PAIRS if any(each.ratio(*pair) for each in found)]
    table = Table("game\nplayers", title="Ratios (of the medians, and by round)")
    for ours, theirs in shown:
        table.add_column(f"{TITLES[ours]}\nto {TITLES[theirs]}", justify="right")
    for each in found:
        ratios = (each.ratio(*pair) for pair in shown)
        table.add_row("\n".join(identity(each.contest)), *(str(ratio or "") for ratio in ratios))
    return table


def copy_table(found: Sequence[Measured]) -> Table:
    table = titled("Copying a game in progress, in microseconds (medians)", ["cells in all", "the cells", "a State"])
    for each in found:
        copies = each.copies
        row = (str(copies.cells), f"{copies.bare:.2f}", f"{copies.state:.2f}")
        table.add_row(*identity(each.contest), *row)
    return table


def wait_table(waited: Waits) -> Table:
    table = Table("what", title="Waiting, in seconds (medians)")
    table.add_column("by the clock", justify="right")
    table.add_column("CPU time", justify="right")
    for what, wait in (
        (f"load {startup.GAME}, {startup.PLAYERS} players, empty cache", waited.cold),
        (f"load {startup.GAME}, {startup.PLAYERS} players, from the cache", waited.warm),
        ("rulewright list, start to end", waited.listing),
    ):
        table.add_row(what, f"{wait.clock:.3f}", f"{wait.cpu:.3f}")
    return table


def titled(title: str, numbers: Sequence[str]) -> Table:
    """A table whose first columns say which contest a row is."""
    table = Table("game", "players", title=title)
    for heading in numbers:
        table.add_column(heading, justify="right")
    return table


def identity(contest: Contest) -> tuple[str, str]:
    return contest.game, contest.table


# -------------------------------------------------------------------- for programs


def record(found: Sequence[Measured], waited: Waits | None) -> dict[str, Any]:
    """The same as data, with each round and the decisions a game."""
    return {
        "python": platform.python_version(),
        "open_spiel": open_spiel.installed(),
        "races": [race_record(each) for each in found],
        "copies": [copy_record(each) for each in found],
        **(wait_record(waited) if waited else {}),
    }


def race_record(each: Measured) -> dict[str, Any]:
    """`ratios` by "OURS/THEIRS"; `decisions_per_game` and those of them that were forced are from sample games."""
    ratios = ((f"{ours}/{theirs}", each.ratio(ours, theirs)) for ours, theirs in PAIRS)
    return {
        **contest_record(each.contest),
        "games_per_cpu_second": {name: pace.median for name, pace in each.paces.items()},
        "ratios": {name: ratio.value for name, ratio in ratios if ratio},
        "rounds": {name: pace.rounds for name, pace in each.paces.items()},
        "decisions_per_game": {name: asked.means() for name, asked in each.asked.items()},
    }


def copy_record(each: Measured) -> dict[str, Any]:
    return {
        **contest_record(each.contest),
        "cells": each.copies.cells,
        "cells_microseconds": each.copies.bare,
        "state_microseconds": each.copies.state,
    }


def contest_record(contest: Contest) -> dict[str, Any]:
    return {"game": contest.game, "players": contest.players, "options": dict(contest.options)}


def wait_record(waited: Waits) -> dict[str, Any]:
    return {
        "load_seconds": {
            "game": startup.GAME,
            "players": startup.PLAYERS,
            "cold": waited.cold.clock,
            "cold_cpu": waited.cold.cpu,
            "warm": waited.warm.clock,
            "warm_cpu": waited.warm.cpu,
        },
        "list_seconds": waited.listing.clock,
        "list_cpu_seconds": waited.listing.cpu,
    }
