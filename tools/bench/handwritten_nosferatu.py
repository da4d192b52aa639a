"""Nosferatu as a Python programmer would write it by hand: the baseline that the compiled game is measured against.

Lists of cards, `shuffle` where the rules shuffle, one method a phase, and one `choose` for every decision of the rule
sheet. Cards of one kind are one option, and a decision with a single option is asked and counted all the same, as in
the compiled game. It runs straight through (it can be neither stopped nor copied between two decisions) and keeps no
events, views or log: all of that would only make it slower. Comments give the rule they follow.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TypeVar

Option = TypeVar("Option")

RUMOUR, COMPONENT, BITE, NIGHT, DAWN = "Rumour", "Component", "Bite", "Night", "Dawn"
HUNTER, VAMPIRE = "Hunter", "Vampire"
SILVER_MIRROR, TIME_DISTORTION, BLOOD_TRANSFUSION = "Silver Mirror", "Time Distortion", "Blood Transfusion"
RITUALS = (SILVER_MIRROR, TIME_DISTORTION, BLOOD_TRANSFUSION)
HUNTERS, EVIL = "Hunters", "Evil"
KILL, HAND_ON = "kill", "hand on"

BITES_TO_WIN = 5
BITES_EACH = 2
NIGHTS = 10


@dataclass(frozen=True)
class Result:
    """How a game ended: the winning team, why, after how many turns (the last one included) and decisions."""

    winner: str
    reason: str
    turns: int
    decisions: int


@dataclass(eq=False, slots=True)
class Player:
    seat: int
    character: str = HUNTER
    revealed: bool = False
    bites: int = 0
    reserve: list[str] = field(default_factory=list)


class Nosferatu:
    """One game in progress; `play` runs it to its end."""

    def __init__(self, players: int, rng: random.Random) -> None:
        self.rng = rng
        self.turns = 0
        self.decisions = 0
        self.winner = ""
        self.reason = ""
        self.seats = [Player(seat) for seat in range(players)]
        self.clock = [DAWN] + [NIGHT] * players
        self.flipped: list[str] = []
        self.draw_pile = [RUMOUR] * 18 + [BITE] * 16 + [COMPONENT] * 15 + [NIGHT] * (NIGHTS - players)
        self.discard: list[str] = []
        self.action: list[str] = []
        self.rituals_up = list(RITUALS)
        self.lord_of_darkness = False  # else the Darkness card shows Eternal Thirst
        self.dawn = False
        self.ran_out = False
        rng.shuffle(self.clock)
        rng.shuffle(self.draw_pile)
        self.renfield = rng.choice(self.seats)  # NF-13
        self.card_players = [player for player in self.seats if player is not self.renfield]
        self.choose(self.renfield, self.card_players).character = VAMPIRE  # NF-14
        for player in self.card_players:
            self.draw(player)
            self.draw(player)
        self.holder = self.choose(self.renfield, self.card_players)  # NF-18

    def choose(self, player: Player, options: list[Option]) -> Option:
        """The decision of a player among legal options (one at least): here, uniformly random."""
        self.decisions += 1
        return options[int(self.rng.random() * len(options))]

    def play(self) -> Result:
        while not self.winner:
            self.turn()
        return Result(self.winner, self.reason, self.turns, self.decisions)

    def turn(self) -> None:
        self.turns += 1
        self.dawn = False
        self.ran_out = False
        self.form_action_deck()
        self.carry_out_action_deck()
        if not self.winner:
            self.move_stake()
        if not self.winner:
            self.close_turn()

    def win(self, team: str, reason: str) -> None:
        self.winner = team
        self.reason = reason

    # ---------------------------------------------------------------- phase 1

    def form_action_deck(self) -> None:
        for player in self.clockwise_from_holder():
            self.draw(player)
            self.draw(player)
            self.discard.append(self.give_up_card(player))
            self.action.append(self.give_up_card(player))
            card = self.clock.pop()
            self.flipped.append(card)
            if card == DAWN:  # NF-24
                self.dawn = True
                return

    def clockwise_from_holder(self) -> list[Player]:
        start = self.card_players.index(self.holder)
        return self.card_players[start:] + self.card_players[:start]

    def give_up_card(self, player: Player) -> str:
        """Take a card of the player's choice out of his reserve."""
        card = self.choose(player, list(dict.fromkeys(player.reserve)))
        player.reserve.remove(card)
        return card

    def draw(self, player: Player) -> None:
        player.reserve.append(self.draw_pile.pop())
        if not self.draw_pile:  # NF-64, NF-65
            self.draw_pile, self.discard = self.discard, []
            self.rng.shuffle(self.draw_pile)
            self.ran_out = True

    # ---------------------------------------------------------------- phase 2

    def carry_out_action_deck(self) -> None:
        # NF-30 shuffles these cards so that Renfield cannot tell who gave which; here they are only counted.
        if BITE in self.action or NIGHT in self.action:
            self.place_bites_and_nights()
        elif RUMOUR not in self.action:
            self.perform_ritual()

    def place_bites_and_nights(self) -> None:
        bitten: list[Player] = []
        while BITE in self.action:
            target = self.choose(self.renfield, [player for player in self.card_players if player.bites < BITES_EACH])
            self.action.remove(BITE)
            target.bites += 1
            bitten.append(target)
            if self.bites_on_table() == BITES_TO_WIN:  # NF-37
                self.win(EVIL, "five Bites are on the table")
                return
        if bitten:
            for player in self.clockwise_from_holder():
                for _ in range(bitten.count(player)):
                    if player.reserve:
                        self.discard.append(self.give_up_card(player))  # NF-34
            self.lord_of_darkness = True  # NF-35
        while NIGHT in self.action:
            self.action.remove(NIGHT)
            self.clock.append(NIGHT)

    def bites_on_table(self) -> int:
        return sum(player.bites for player in self.card_players)

    def perform_ritual(self) -> None:
        options = [ritual for ritual in self.rituals_up if ritual != BLOOD_TRANSFUSION or self.bites_on_table()]
        if options:
            ritual = self.choose(self.holder, options)
            if ritual == SILVER_MIRROR:
                self.silver_mirror()
            elif ritual == TIME_DISTORTION:
                self.time_distortion()
            else:
                self.blood_transfusion()
            self.rituals_up.remove(ritual)
        if not options or not self.rituals_up:  # NF-48, NF-46
            self.rituals_up = list(RITUALS)

    def silver_mirror(self) -> None:
        hidden = [player for player in self.card_players if not player.revealed]
        if hidden:
            self.choose(self.renfield, hidden).revealed = True

    def time_distortion(self) -> None:
        for cards in (self.clock, self.flipped):  # NF-42a: flipped or not
            if NIGHT in cards:
                cards.remove(NIGHT)
                self.discard.append(NIGHT)
                return

    def blood_transfusion(self) -> None:
        patient = self.choose(self.holder, [player for player in self.card_players if player.bites])
        patient.bites -= 1
        self.discard.append(BITE)
        self.draw(patient)

    # ---------------------------------------------------------------- phase 3

    def move_stake(self) -> None:
        others = [player for player in self.card_players if player is not self.holder]
        if not self.dawn:
            self.holder = self.choose(self.renfield, others)  # NF-49
            return
        uses = [HAND_ON] if self.holder.character == VAMPIRE else [KILL, HAND_ON]  # NF-53
        if self.choose(self.holder, uses) == HAND_ON:
            self.holder = self.choose(self.holder, others)
            return
        victim = self.choose(self.holder, others)
        victim.revealed = True
        if victim.character == VAMPIRE:
            self.win(HUNTERS, "the Vampire was staked")
        else:
            self.win(EVIL, "a Hunter was staked")

    # ---------------------------------------------------------------- phase 4

    def close_turn(self) -> None:
        self.clock += self.flipped  # NF-54
        self.flipped = []
        self.rng.shuffle(self.clock)
        self.discard += self.action  # NF-55
        self.action = []
        if self.ran_out:
            self.check_darkness()

    def check_darkness(self) -> None:
        if self.lord_of_darkness:  # NF-68
            self.lord_of_darkness = False
            return
        hidden = [player for player in self.card_players if player is not self.holder and not player.revealed]
        if hidden:
            self.choose(self.holder, hidden).revealed = True  # NF-67


def play(rng: random.Random, players: int = 6) -> Result:
    """Play one game (5 to 8 players) with uniformly random decisions."""
    return Nosferatu(players, rng).play()
