"""Every shipped game at every player count that it allows, and with each of its variants at the fewest and the most (of
a large game at the fewest).

A game with a variant is called `GAME+VARIANT`, as in `rulewright compare`.
"""

from __future__ import annotations

from rulewright.tools.game import Game, load
from rulewright.tools.shelf import all_described

LIMIT = 3000
SHORTER = {"van_helsing": {"most_rounds": 3}, "nemesis": {"track": 4}}  # large games, and how they are kept short


def _tables() -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    games: list[tuple[str, int]] = []
    varied: list[tuple[str, int]] = []
    for about in all_described():
        games += [(about["name"], players) for players in range(about["least"], about["most"] + 1)]
        for variant in about["variants"]:
            name = f"{about['name']}+{variant['name']}"
            counts = {variant["least"]} if about["name"] in SHORTER else {variant["least"], variant["most"]}
            varied += [(name, players) for players in sorted(counts)]
    return games, varied


GAMES, VARIED = _tables()
TABLES = GAMES + VARIED


def game(name: str, players: int) -> Game:
    """One table; the same object each time."""
    base, *variants = name.split("+")
    return load(base, players=players, variants=variants, options=SHORTER.get(base))
