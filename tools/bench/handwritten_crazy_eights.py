"""Crazy eights as a Python programmer would write it by hand: the baseline that the compiled game is measured against.

A shuffled list as the stock, a list of cards for each hand, one method a turn and one `choose` for every decision:
which card to play, or to draw or pass instead, and which suit after an eight. Cards of one kind are one option, and a
decision with a single option is asked and counted all the same, as in the compiled game. It runs straight through, and
keeps no events, views or log.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TypeVar

Option = TypeVar("Option")

SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")
EIGHT, TEN, ACE = 8, 10, 14
MOST_DRAWS = 5
MOST_PLAYS = 100


@dataclass(eq=False, slots=True)  # each kind is one object, two packs or not
class Card:
    rank: int  # 11 to 14 are jack, queen, king and ace
    suit: str

    @property
    def points(self) -> int:
        """What it costs to be left with it."""
        return 50 if self.rank == EIGHT else min(self.rank, TEN)


PACK = [Card(rank, suit) for rank in range(2, ACE + 1) for suit in SUITS]


@dataclass(frozen=True)
class Result:
    """How a game ended: what each seat has (minus the points of its hand), after how many decisions."""

    scores: tuple[int, ...]
    decisions: int


class CrazyEights:
    """One game in progress; `play` runs it to its end."""

    def __init__(self, players: int, rng: random.Random) -> None:
        self.rng = rng
        self.players = players
        self.packs = 1 if players < 6 else 2
        self.decisions = 0
        self.plays = 0
        self.passes = 0  # in a row, with no stock left
        self.over = False
        self.dealer = rng.randrange(players)
        self.stock = PACK * self.packs
        rng.shuffle(self.stock)
        self.hands: list[list[Card]] = [[] for _ in range(players)]
        for _ in range(7 if players == 2 else 5):
            for hand in self.hands:
                hand.append(self.stock.pop())
        while self.stock[-1].rank == EIGHT:  # an eight goes back into the stock
            rng.shuffle(self.stock)
        card = self.stock.pop()
        self.rank = card.rank
        self.suit = card.suit

    def choose(self, options: list[Option]) -> Option:
        """The decision of a player among legal options (one at least): here, uniformly random."""
        self.decisions += 1
        return options[int(self.rng.random() * len(options))]

    def play(self) -> Result:
        player = self.dealer
        while not self.over:
            player = (player + 1) % self.players
            self.turn(self.hands[player])
        scores = tuple(-sum(card.points for card in hand) for hand in self.hands)
        return Result(scores, self.decisions)

    def turn(self, hand: list[Card]) -> None:
        for _ in range(MOST_DRAWS):
            if not self.stock:
                break
            card = self.choose([*self.fitting(hand), None])
            if card:
                self.play_card(hand, card)
                return
            hand.append(self.stock.pop())
        card = self.choose([*self.fitting(hand), None])
        if card:
            self.play_card(hand, card)
        elif not self.stock:
            self.passes += 1
            self.over = self.passes > self.players

    def fitting(self, hand: list[Card]) -> list[Card]:
        """The kinds of cards in the hand that can be played."""
        rank, suit = self.rank, self.suit
        cards = [card for card in hand if card.suit == suit or card.rank == rank or card.rank == EIGHT]
        return cards if self.packs == 1 else list(dict.fromkeys(cards))

    def play_card(self, hand: list[Card], card: Card) -> None:
        hand.remove(card)
        self.rank = card.rank
        self.suit = card.suit
        self.passes = 0
        self.plays += 1
        if not hand or self.plays == MOST_PLAYS:
            self.over = True
        elif card.rank == EIGHT:
            self.suit = self.choose(list(SUITS))


def play(rng: random.Random, players: int = 5) -> Result:
    """Play one game (2 to 7 players) with uniformly random decisions."""
    return CrazyEights(players, rng).play()
