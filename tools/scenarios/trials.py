"""A few short random games with each variant tested, every check on: does it break what the game's author wrote?

They are played at tables that scenarios play at already, so that no more modules are compiled than need be; a variant
without a scenario gets a table of its own, with the fewest players.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulewright.dsl import Report, ir
from rulewright.dsl.catalogue import errors
from rulewright.dsl.pipeline import with_variants
from rulewright.tools.scenarios.collect import engines
from rulewright.tools.scenarios.corners import play_checked
from rulewright.tools.scenarios.suite import Suite
from rulewright.tools.table import refuse

GAMES = 20
MOST_DECISIONS = 200
MOST_TABLES = 2  # for the same variants


@frozen
class Trial:
    """Some random games at one table; `fault` says what broke there, or is empty."""

    variants: tuple[str, ...]
    players: int
    games: int
    fault: str = ""


def trials(suite: Suite, seed: int) -> list[Trial]:
    """The games with each variant of a suite. Raises RulesError if one of them cannot be played."""
    return [
        Trial(p.variants, p.players, GAMES, play_checked(engines(p)[1], GAMES, seed, MOST_DECISIONS))
        for p in programs(suite)
    ]


def programs(suite: Suite) -> Iterator[ir.Program]:
    """The tables: those of scenarios with variants, each with its number of players once, and of what is left."""
    found: dict[tuple[str, ...], dict[int, ir.Program]] = {}
    for ready in suite.ready:
        if ready.program.variants:
            tables = found.setdefault(ready.program.variants, {})
            if len(tables) < MOST_TABLES:
                tables.setdefault(ready.program.players, ready.program)
    wrong = Report()
    for names in suite.rulesets:
        report = Report()
        game = with_variants(suite.base, suite.others, names, report)
        key = tuple(v.name.text for v in game.applied)
        made = None if key in found or game.game is None else game.program(game.game.least, {}, report)
        if errors(report):
            wrong.take(errors(report))
        elif made is not None:
            found[key] = {made.program.players: made.program}
    refuse(wrong)
    for tables in found.values():
        yield from tables.values()
