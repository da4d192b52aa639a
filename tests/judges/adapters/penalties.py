"""What the cards left in a hand cost at crazy eights when OpenSpiel counts them.

Both count fifty for an eight and ten for an ace, a king, a queen and a jack. A lower card counts its rank with us; with
them it counts by its place in their numbering of the cards: 2 for the two of clubs, 3 for the two of diamonds, up to 37
for the ten of spades.
"""

from __future__ import annotations

from rulewright.runtime.state import State
from tests.judges.adapters.cards import short


def cost(card: str) -> int:
    """What a card left in a hand costs with them."""
    rank, suit = card[0], card[1]
    if rank in "8JQKA":
        return 50 if rank == "8" else 10
    return 2 + 4 * "23456789T".index(rank) + "CDHS".index(suit)


def paid(ours: State) -> list[int]:
    """Minus what each seat's hand costs by their count."""
    titles = {member: kind for c in ours.schema.classes for member, kind in zip(c.members, c.titles, strict=True)}
    hands = (ours.view(seat).zones["hand"][f"seat{seat + 1}"].content for seat in range(ours.schema.players))
    return [-sum(n * cost(short(titles[card])) for card, n in hand.items()) for hand in hands]
