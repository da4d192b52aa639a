"""The hand-written games that the benchmark races against: they must be the same games, else the race means nothing.

Frequencies and means must lie within four standard errors of the exact ones or of the compiled game's; the seeds are
fixed.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from attrs import frozen

import rulewright
from rulewright.runtime.playout import tracked_playout
from rulewright.tools.bench import handwritten_connect_four as connect_four
from rulewright.tools.bench import handwritten_crazy_eights as crazy_eights
from rulewright.tools.bench import handwritten_nosferatu as nosferatu
from rulewright.tools.bench import handwritten_tic_tac_toe as tic_tac_toe
from tests.tools.standard_errors import assert_frequency, assert_mean, assert_same_frequency, assert_same_mean

# -------------------------------------------------------------------- tic-tac-toe


def test_tic_tac_toe_ends_as_often_as_uniform_play_must() -> None:
    rng = random.Random(1)
    results = [tic_tac_toe.play(rng) for _ in range(20_000)]
    wins = Counter(result.winner for result in results)
    assert_frequency(wins[tic_tac_toe.X], len(results), 737 / 1260)
    assert_frequency(wins[tic_tac_toe.O], len(results), 121 / 420)
    assert_frequency(wins[tic_tac_toe.EMPTY], len(results), 8 / 63)
    assert_mean([result.decisions for result in results], 3203 / 420)


# -------------------------------------------------------------------- Nosferatu


class Watched(nosferatu.Nosferatu):
    """Counts the cards at every turn's end, and notes at what turn Dawn first showed."""

    first_dawn = 0

    def close_turn(self) -> None:
        if self.dawn and not self.first_dawn:
            self.first_dawn = self.turns
        super().close_turn()
        reserves = [player.reserve for player in self.card_players]
        nights = self.clock.count(nosferatu.NIGHT)
        cards = len(self.draw_pile) + len(self.discard) + sum(map(len, reserves)) + self.bites_on_table() + nights
        assert cards == 59  # NF-72
        assert self.clock.count(nosferatu.DAWN) == 1
        assert all(len(player.reserve) + player.bites == 2 for player in self.card_players)  # NF-71
        assert not self.flipped
        assert not self.action
        assert self.rituals_up
        assert self.renfield.bites == 0 and not self.renfield.reserve
        assert self.holder is not self.renfield


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_nosferatu_keeps_its_cards_together(players: int) -> None:
    rng = random.Random(players)
    results = [Watched(players, rng).play() for _ in range(500)]
    assert {(result.winner, result.reason) for result in results} == {
        (nosferatu.EVIL, "five Bites are on the table"),
        (nosferatu.EVIL, "a Hunter was staked"),
        (nosferatu.HUNTERS, "the Vampire was staked"),
    }


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_nosferatu_first_dawn(players: int) -> None:
    rng = random.Random(players)
    dawns = 0
    for _ in range(2_000):
        game = nosferatu.Nosferatu(players, rng)
        assert len(game.draw_pile) == {5: 46, 6: 43, 7: 40, 8: 37}[players]
        game.form_action_deck()
        dawns += game.dawn
    assert_frequency(dawns, 2_000, (players - 1) / (players + 1))  # NF-20


class Scripted(nosferatu.Nosferatu):
    """Six players, Renfield at seat 0, Vampire at 3 with the Stake; choices come from `script`, else are random."""

    def __init__(self) -> None:
        self.script: list[object] = []
        self.offers: list[list[object]] = []
        super().__init__(6, random.Random(1))
        self.renfield = self.seats[0]
        self.card_players = self.seats[1:]
        for player in self.seats:
            player.character = nosferatu.HUNTER
            player.reserve = [nosferatu.RUMOUR, nosferatu.BITE] if player is not self.renfield else []
        self.holder = self.seats[3]
        self.holder.character = nosferatu.VAMPIRE
        self.offers.clear()

    def choose(self, player: nosferatu.Player, options: list[nosferatu.Option]) -> nosferatu.Option:
        self.offers.append(list(options))
        if not self.script:
            return super().choose(player, options)
        wanted = self.script.pop(0)
        assert wanted in options
        return options[options.index(wanted)]


def test_bites_make_their_victims_discard_and_turn_the_darkness_card() -> None:  # NF-T5
    game = Scripted()
    game.action = [nosferatu.BITE, nosferatu.BITE, nosferatu.NIGHT, nosferatu.COMPONENT, nosferatu.RUMOUR]
    game.script = [game.seats[1], game.seats[3], nosferatu.RUMOUR, nosferatu.BITE]
    game.carry_out_action_deck()
    assert game.seats[3].reserve == [nosferatu.BITE]  # the holder discards first
    assert game.seats[1].reserve == [nosferatu.RUMOUR]
    assert game.lord_of_darkness
    assert len(game.clock) == 8
    assert game.action == [nosferatu.COMPONENT, nosferatu.RUMOUR]


def test_the_fifth_bite_ends_the_game_at_once() -> None:  # NF-T11, NF-T12
    game = Scripted()
    game.seats[1].bites = game.seats[2].bites = 2
    game.action = [nosferatu.BITE, nosferatu.BITE]
    game.carry_out_action_deck()
    assert game.offers == [[game.seats[3], game.seats[4], game.seats[5]]]
    assert (game.winner, game.reason, game.bites_on_table()) == (nosferatu.EVIL, "five Bites are on the table", 5)


def test_nights_alone_leave_the_darkness_card() -> None:  # NF-T6
    game = Scripted()
    game.action = [nosferatu.NIGHT, nosferatu.COMPONENT, nosferatu.COMPONENT]
    game.carry_out_action_deck()
    assert (len(game.clock), game.lord_of_darkness, game.offers) == (8, False, [])


def test_a_rumour_spoils_the_components() -> None:  # NF-T7
    game = Scripted()
    game.action = [nosferatu.COMPONENT] * 4 + [nosferatu.RUMOUR]
    game.carry_out_action_deck()
    assert game.offers == []


def test_time_distortion_takes_a_night() -> None:  # NF-T8
    game = Scripted()
    game.action = [nosferatu.COMPONENT] * 3
    game.script = [nosferatu.TIME_DISTORTION]
    game.carry_out_action_deck()
    assert game.offers == [[nosferatu.SILVER_MIRROR, nosferatu.TIME_DISTORTION]]  # NF-47: nobody is bitten
    assert (len(game.clock), game.discard) == (6, [nosferatu.NIGHT])
    assert game.rituals_up == [nosferatu.SILVER_MIRROR, nosferatu.BLOOD_TRANSFUSION]


def test_the_last_ritual_turns_all_up_used_or_not() -> None:  # NF-T13, NF-T14
    for bites in (1, 0):
        game = Scripted()
        game.action = [nosferatu.COMPONENT]
        game.rituals_up = [nosferatu.BLOOD_TRANSFUSION]
        game.seats[2].bites = bites
        game.carry_out_action_deck()
        assert len(game.offers) == 2 * bites
        assert len(game.seats[2].reserve) == 2 + bites
        assert game.bites_on_table() == 0
        assert game.rituals_up == list(nosferatu.RITUALS)


def test_the_vampire_cannot_kill_and_others_can() -> None:  # NF-T15, NF-T16
    game = Scripted()
    game.dawn = True
    game.move_stake()
    assert game.offers[0] == [nosferatu.HAND_ON]
    assert game.holder is not game.seats[3] and not game.winner
    for victim, winner in ((3, nosferatu.HUNTERS), (1, nosferatu.EVIL)):
        game = Scripted()
        game.dawn, game.holder = True, game.seats[5]
        game.script = [nosferatu.KILL, game.seats[victim]]
        game.move_stake()
        assert game.winner == winner


def test_the_darkness_check_follows_a_reshuffle() -> None:  # NF-T17, NF-T18
    for lord_of_darkness in (False, True):
        game = Scripted()
        game.lord_of_darkness = lord_of_darkness
        game.discard = game.draw_pile[:20]
        game.draw_pile = game.draw_pile[20:21]
        game.draw(game.seats[1])
        game.draw(game.seats[1])
        assert (len(game.draw_pile), game.discard) == (19, [])
        game.close_turn()
        assert sum(player.revealed for player in game.seats) == (0 if lord_of_darkness else 1)
        assert not game.lord_of_darkness


# -------------------------------------------------------------------- hand-written against compiled


@frozen
class Sample:
    """Random games of one version: how often each reason ended one, and each game's decisions and turns."""

    reasons: Counter[str]
    decisions: list[int]
    turns: list[int]


def handwritten_sample(games: int) -> Sample:
    rng = random.Random(3)
    results = [nosferatu.play(rng) for _ in range(games)]
    reasons = Counter(result.reason for result in results)
    return Sample(reasons, [result.decisions for result in results], [result.turns for result in results])


def compiled_sample(games: int) -> Sample:
    """A turn is a run of questions inside its first phase; the last question of every turn lies outside it."""
    game = rulewright.load("nosferatu", players=6)
    forming = {point.id for point in game.schema.points if point.path.startswith("Turn.Forming")}
    assert forming
    rng = random.Random(4)
    sample = Sample(Counter(), [], [])
    for seed in range(games):
        played, trail = tracked_playout(game.quiet, seed, lambda cells, ids: rng.choice(ids))
        outcome = game.outcome(played)
        assert outcome is not None
        points = [0, *(point for point, _ in trail)]
        sample.reasons[outcome.reason] += 1
        sample.decisions.append(played.decisions)
        sample.turns.append(sum(new in forming and old not in forming for old, new in pairwise(points)))
    return sample


def test_nosferatu_compiled_and_handwritten_are_one_game() -> None:
    games = 3_000
    hand, ours = handwritten_sample(games), compiled_sample(games)
    assert hand.reasons.keys() == ours.reasons.keys()
    for reason in hand.reasons:
        assert_same_frequency(hand.reasons[reason], ours.reasons[reason], games)
    assert_same_mean(hand.decisions, ours.decisions)
    assert_same_mean(hand.turns, ours.turns)


def test_tic_tac_toe_compiled_ends_as_often_as_uniform_play_must() -> None:
    game = rulewright.load("tic_tac_toe", players=2)
    played = [game.playout(seed) for seed in range(10_000)]
    outcomes = [game.outcome(each) for each in played]
    winners = Counter(outcome.winners for outcome in outcomes if outcome is not None)
    assert_frequency(winners[(0,)], len(played), 737 / 1260)
    assert_frequency(winners[(1,)], len(played), 121 / 420)
    assert_frequency(winners[()], len(played), 8 / 63)
    assert_mean([each.decisions for each in played], 3203 / 420)


def test_connect_four_compiled_and_handwritten_offer_and_end_alike() -> None:
    """In lockstep: the same answers given to both. Ours names the cell where the disc comes to lie."""
    rng = random.Random(5)
    for _ in range(300):
        ours, hand = rulewright.load("connect_four").start(), connect_four.ConnectFour()
        while not hand.over:
            assert ours.decision is not None
            options = {int(option.label[3:]) - 1: option for option in ours.decision.options}
            assert sorted(options) == hand.options()
            column = rng.choice(hand.options())
            hand.apply(column)
            ours.apply(options[column])
        winners = {connect_four.FIRST: (0,), connect_four.SECOND: (1,), connect_four.NOBODY: ()}
        assert ours.outcome is not None and ours.outcome.winners == winners[hand.winner]


def test_connect_four_compiled_and_handwritten_take_as_long_and_are_won_as_often() -> None:
    games = 2_000
    rng = random.Random(6)
    game = rulewright.load("connect_four")
    hand = [connect_four.play(rng) for _ in range(games)]
    ours = [game.playout(seed) for seed in range(games)]
    winners = Counter(outcome.winners for each in ours if (outcome := game.outcome(each)))
    assert_same_frequency(sum(each.winner == connect_four.FIRST for each in hand), winners[(0,)], games)
    assert_same_frequency(sum(each.winner == connect_four.SECOND for each in hand), winners[(1,)], games)
    assert_same_mean([each.decisions for each in hand], [each.decisions for each in ours])


class Recorded(crazy_eights.CrazyEights):
    """Keeps the words for what chance brought (the dealer, then cards in the order they came), and for every question:
    what was offered, what was chosen."""

    def __init__(self, players: int, rng: random.Random) -> None:
        super().__init__(players, rng)
        dealt_to = [self.hands[(self.dealer + n) % players] for n in range(1, players + 1)]
        dealt = [hand[n] for n in range(len(self.hands[0])) for hand in dealt_to]
        cards = [*dealt, crazy_eights.Card(self.rank, self.suit), *reversed(self.stock)]
        self.chance = [f"player {self.dealer + 1}", *map(word, cards)]
        self.asked: list[tuple[list[str], str]] = []

    def choose(self, options: list[crazy_eights.Option]) -> crazy_eights.Option:
        chosen = super().choose(options)
        self.asked.append(([word(option) for option in options], word(chosen)))
        return chosen


def word(option: object) -> str:
    """An option of crazy eights as the compiled game calls it; "Pass" is drawing, too."""
    if isinstance(option, crazy_eights.Card):
        return f"{COURT.get(option.rank, option.rank)} of {option.suit}"
    return str(option or "Pass")


COURT = {11: "Jack", 12: "Queen", 13: "King", 14: "Ace"}


@pytest.mark.parametrize("players", [2, 5, 6])  # with six there are two packs
def test_crazy_eights_compiled_and_handwritten_offer_and_end_alike(players: int) -> None:
    """What happened in the hand-written game is done again in the compiled one, eights turned up and put back aside."""
    for seed in range(40):
        hand = Recorded(players, random.Random(seed))
        result = hand.play()
        chance, asked = iter(hand.chance), iter(hand.asked)
        ours = rulewright.load("crazy_eights", players=players).start(chance="exposed")
        while not ours.over:
            if ours.chance is not None:
                came = next(chance)
                ours.apply(next(each for each in ours.chance.outcomes if each.label == came))
            else:
                assert ours.decision is not None
                options = {each.branch if each.branch == "Pass" else each.label: each for each in ours.decision.options}
                offered, chosen = next(asked)
                assert sorted(offered) == sorted(options)
                ours.apply(options[chosen])
        assert next(asked, None) is None
        assert ours.outcome is not None and ours.outcome.scores == result.scores


@pytest.mark.parametrize("players", [2, 5])
def test_crazy_eights_compiled_and_handwritten_take_as_long_and_score_as_much(players: int) -> None:
    games = 1_000
    rng = random.Random(players)
    game = rulewright.load("crazy_eights", players=players)
    hand = [crazy_eights.play(rng, players) for _ in range(games)]
    ours = [game.playout(seed) for seed in range(games)]
    assert_same_mean([each.decisions for each in hand], [each.decisions for each in ours])
    scores = [outcome.scores for each in ours if (outcome := game.outcome(each))]
    for theirs, own in zip(zip(*(each.scores for each in hand), strict=True), zip(*scores, strict=True), strict=True):
        assert_same_mean(theirs, own)
