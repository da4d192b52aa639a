"""A table file (`table.toml`, read by table_text.py) into a game with its players, seats, variants, options and seed.

What is said beside the file, on a command line for instance, counts before what the file says; variants are added.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import evolve

from rulewright.tools.problems import RulesError

if TYPE_CHECKING:
    from rulewright.tools.game import Game
    from rulewright.tools.table_text import TableFile

A_CHECK = "RW0801"  # options and players that the rules themselves refuse
KEY_OF = {  # problems of a setting, and the key they belong to
    "RW0001": "game", "RW0002": "game", "RW0003": "game", "RW0004": "game", "RW0005": "game", "RW0006": "game",
    "RW0802": "options", "RW0803": "options", "RW0804": "players", "RW0805": "variants",
}  # fmt: skip


def load_table(
    path: str | os.PathLike[str],
    players: int | None = None,
    variants: Iterable[str] = (),
    options: Mapping[str, str | int | bool] | None = None,
    game: str | None = None,
) -> Game:
    """The game that a table file asks for, with its seats' names and its seed, which `start` uses.

    What is given beside the file counts before what stands in it; variants are added to its own. Raises RulesError if
    the file cannot be read or says something that there is not, or if the game has faults.
    """
    from rulewright.dsl.diagnostics import Diagnostic
    from rulewright.tools.game import load
    from rulewright.tools.table_text import read_table, refused

    table = read_table(os.fspath(path))
    beside = options or {}
    name = table.game_named() if game is None else game
    asked = table.many if players is None else players
    try:
        found = load(name, asked, dict.fromkeys((*table.variants, *variants)), {**table.options, **beside})
    except RulesError as error:
        said = {f"variants.{variant}" for variant in table.variants}
        said |= {f"options.{option}" for option in table.options if option not in beside}
        said |= {"game"} if game is None else set()
        said |= {"players"} if players is None else set()
        raise at_its_key(error, table, said) from None
    if len(table.seats) > found.players:
        seats, many = str(len(table.seats)), str(found.players)
        raise refused(Diagnostic("RW0817", table.place("seats"), (("seats", seats), ("players", many))))
    return evolve(found, seats=table.seats, seed=table.seed)


def at_its_key(error: RulesError, table: TableFile, said: set[str]) -> RulesError:
    """What is wrong with the setting, shown at the key of the table file that says it, where it is one of those."""
    from rulewright.dsl.diagnostics import Label, Report

    problems = []
    for d in error.report:
        key = KEY_OF.get(d.code, "")
        if d.code == A_CHECK:
            asks = "options" if table.options else "players" if table.players is not None else "seats"
            problems.append(
                evolve(d, labels=(*d.labels, Label(table.place(asks), f"asked for by {table.source.name}")))
            )
            continue
        if key in ("options", "variants"):
            key = f"{key}.{dict(d.facts).get('name', '')}"
        if key == "players" and table.players is None:
            problems.append(evolve(d, span=table.place("seats")) if key in said and table.seats else d)
        else:
            problems.append(evolve(d, span=table.place(key)) if key in said else d)
    return RulesError(Report(problems))
