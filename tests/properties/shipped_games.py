"""Every shipped game at every player count that it allows."""

from __future__ import annotations

from rulewright.dsl.diagnostics import Report
from rulewright.dsl.pipeline import read
from rulewright.dsl.source import Source
from rulewright.tools.game import Game, load
from rulewright.tools.project import shipped

LIMIT = 3000


def _tables() -> list[tuple[str, int]]:
    tables: list[tuple[str, int]] = []
    for name, found in shipped().items():
        line = read(Source(name, found.file.read_text(encoding="utf-8")), Report()).game
        assert line is not None, f"{name} has no game line"
        tables += [(name, players) for players in range(line.least, line.most + 1)]
    return tables


GAMES = _tables()


def game(name: str, players: int) -> Game:
    """One table; the same object each time."""
    return load(name, players=players)
