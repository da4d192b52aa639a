"""What the towns of a generated game are called, in which order they stand, and which of their things may use which.

A town is thought up after the towns whose procedures, values and kinds it uses, so that nothing ever needs itself; but
they stand in the file in an order of their own, so uses point up and down over the whole text.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from attrs import define, field

ONSETS = ("b", "br", "d", "dr", "f", "fl", "g", "gr", "h", "k", "kl", "m", "n", "p", "r", "s", "sk", "st", "t", "v")
VOWELS = ("a", "e", "i", "o", "u", "au", "ei", "oa")
CODAS = ("", "", "l", "n", "r", "s", "th", "nd", "rk", "x")
TAKEN = {"fair", "wet", "icy", "bad", "mixed", "good", "rest", "boast", "gamble", "years", "evening", "close"}
DEEPEST = 6  # towns whose rules use rules of towns ... so many deep
MOST_TIES = 3  # other towns that one town uses


@define
class Town:
    """The names of one town's things. `depth` is how many towns stand on each other below it."""

    number: int
    name: str
    kinds: tuple[str, ...]  # of its cards
    trades: tuple[str, ...]
    coins: tuple[str, ...]
    ties: tuple[Town, ...]
    depth: int

    @property
    def word(self) -> str:
        """The name as part of the names of fields, zones and procedures."""
        return self.name.lower()

    @property
    def has_board(self) -> bool:
        return self.number % 12 == 5

    @property
    def has_tokens(self) -> bool:
        return self.number % 2 == 0


@define
class Country:
    """All towns, thought up one after the other."""

    count: int
    random: Random
    towns: list[Town] = field(factory=list)
    _taken: set[str] = field(factory=lambda: set(TAKEN))

    def __attrs_post_init__(self) -> None:
        for number in range(self.count):
            self.towns.append(self._think_up(number))

    def in_file_order(self) -> Iterator[Town]:
        order = list(self.towns)
        self.random.shuffle(order)
        yield from order

    def any_town(self) -> Town:
        """Any town at all, for what may be used from everywhere: places, fields, kinds."""
        return self.random.choice(self.towns)

    def _think_up(self, number: int) -> Town:
        below = [t for t in self._some_older() if t.depth < DEEPEST]
        return Town(
            number,
            self._word(),
            tuple(self._word() for _ in range(self.random.randrange(5, 9))),
            tuple(self._word() for _ in range(3)),
            tuple(self._word() for _ in range(2)),
            tuple(below),
            1 + max((t.depth for t in below), default=0),
        )

    def _some_older(self) -> list[Town]:
        many = min(len(self.towns), self.random.randrange(1, MOST_TIES + 1))
        return self.random.sample(self.towns, many)

    def _word(self) -> str:
        """A new word with a capital; no two differ in capitals alone."""
        while True:
            pick = self.random.choice
            word = "".join(pick(ONSETS) + pick(VOWELS) + pick(CODAS) for _ in range(2))
            if word not in self._taken:
                self._taken.add(word)
                return word.capitalize()
