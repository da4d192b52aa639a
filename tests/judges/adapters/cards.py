"""What a card of the usual fifty-two is called: "10 of Spades" is ours, "TS" what both are compared by."""

from __future__ import annotations

RANKS = {**{str(n): str(n) for n in range(2, 10)}, "10": "T", "Jack": "J", "Queen": "Q", "King": "K", "Ace": "A"}


def short(title: str) -> str:
    rank, _, suit = title.partition(" of ")
    return RANKS[rank] + suit[0]
