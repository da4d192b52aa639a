"""The hand-written games that the benchmark races against: they must be the same games, else the race means nothing.

Frequencies must lie within four standard errors of the exact or of the compiled game's; the seeds are fixed.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from itertools import pairwise
from statistics import mean, variance

import pytest
from attrs import frozen
from click.testing import CliRunner

import rulewright
from rulewright.runtime.playout import tracked_playout
from rulewright.tools.bench import handwritten_nosferatu as nosferatu
from rulewright.tools.bench import handwritten_tic_tac_toe as tic_tac_toe
from rulewright.tools.bench.__main__ import main
from rulewright.tools.bench.race import race

STANDARD_ERRORS = 4


def assert_frequency(hits: int, trials: int, probability: float) -> None:
    error = math.sqrt(probability * (1 - probability) / trials)
    assert abs(hits / trials - probability) < STANDARD_ERRORS * error, (hits / trials, probability)


def assert_mean(sample: list[int], expected: float) -> None:
    assert abs(mean(sample) - expected) < STANDARD_ERRORS * math.sqrt(variance(sample) / len(sample))


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
        share = (hand.reasons[reason] + ours.reasons[reason]) / (2 * games)
        error = math.sqrt(2 * share * (1 - share) / games)
        assert abs(hand.reasons[reason] - ours.reasons[reason]) / games < STANDARD_ERRORS * error, reason
    for theirs, own in ((hand.decisions, ours.decisions), (hand.turns, ours.turns)):
        error = math.sqrt((variance(theirs) + variance(own)) / games)
        assert abs(mean(theirs) - mean(own)) < STANDARD_ERRORS * error


def test_tic_tac_toe_compiled_ends_as_often_as_uniform_play_must() -> None:
    game = rulewright.load("tic_tac_toe", players=2)
    played = [game.playout(seed) for seed in range(10_000)]
    outcomes = [game.outcome(each) for each in played]
    winners = Counter(outcome.winners for outcome in outcomes if outcome is not None)
    assert_frequency(winners[(0,)], len(played), 737 / 1260)
    assert_frequency(winners[(1,)], len(played), 121 / 420)
    assert_frequency(winners[()], len(played), 8 / 63)
    assert_mean([each.decisions for each in played], 3203 / 420)


# -------------------------------------------------------------------- the race


def test_race_gives_each_contender_its_rounds() -> None:
    played: list[tuple[str, int]] = []

    def series(name: str, cost: int) -> object:
        def play(seed: int, games: int) -> None:
            played.append((name, games))
            for _ in range(games):
                sum(range(cost))

        return play

    paces = race({"light": series("light", 1_000), "heavy": series("heavy", 10_000)}, rounds=3, seconds=0.02)  # type: ignore[dict-item]
    assert [name for name, _ in played[-6:]] == ["light", "heavy"] * 3
    assert 3 < paces["light"].median / paces["heavy"].median < 30


def test_command_reports_every_measurement() -> None:
    done = CliRunner().invoke(main, ["--rounds", "2", "--seconds", "0.05", "--starts", "1", "--json"])
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert [each["game"] for each in report["races"]] == ["tic_tac_toe", "nosferatu"]
    for each in report["races"]:
        pace = each["games_per_cpu_second"]
        assert min(pace.values()) > 0
        assert each["ratio"] == pytest.approx(pace["compiled"] / pace["handwritten"])
        assert each["stepwise_ratio"] == pytest.approx(pace["stepwise"] / pace["handwritten"])
        assert {len(rounds) for rounds in each["rounds"].values()} == {2}
    assert 0 < report["load_seconds"]["warm"] < report["load_seconds"]["cold"]
    assert 0 < report["load_seconds"]["warm_cpu"] < report["load_seconds"]["cold_cpu"]
    assert report["list_seconds"] > 0 and report["list_cpu_seconds"] > 0
    for copy in report["copies"]:
        assert copy["cells"] > 10 and 0 < copy["cells_microseconds"] < copy["state_microseconds"]
