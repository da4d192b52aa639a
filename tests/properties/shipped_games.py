"""Every shipped game at every player count that it allows, and with each of its variants at the fewest and the most; of
a large game at the fewest and the most, with variants at the fewest, and with fewer games each.

A game with a variant is called `GAME+VARIANT`, as in `rulewright compare`.
"""

from __future__ import annotations

from functools import cache

from hypothesis import HealthCheck, settings

from rulewright.tools.game import Game, load
from rulewright.tools.shelf import all_described

LIMIT = 3000
# large games, and how they are kept short
SHORTER: dict[str, dict[str, int]] = {
    "van_helsing": {"most_rounds": 3}, "masters_of_the_night": {}, "nemesis": {"track": 4}
}  # fmt: skip


def _tables() -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    games: list[tuple[str, int]] = []
    varied: list[tuple[str, int]] = []
    for about in all_described():
        large = about["name"] in SHORTER
        players_of = {about["least"], about["most"]} if large else range(about["least"], about["most"] + 1)
        games += [(about["name"], players) for players in sorted(players_of)]
        for variant in about["variants"]:
            name = f"{about['name']}+{variant['name']}"
            counts = {variant["least"]} if large else {variant["least"], variant["most"]}
            varied += [(name, players) for players in sorted(counts)]
    return games, varied


GAMES, VARIED = _tables()
TABLES = GAMES + VARIED


def examples(name: str, most: int) -> settings:
    """How many games are played at a table: fewer of a large game."""
    many = min(2, most) if name.partition("+")[0] in SHORTER else most
    return settings(max_examples=many, deadline=None, suppress_health_check=list(HealthCheck))


@cache
def game(name: str, players: int) -> Game:
    """One table; the same object each time."""
    base, *variants = name.split("+")
    return load(base, players=players, variants=variants, options=SHORTER.get(base))
