"""Beliefs: exact while they are small, never without the truth, and made from what a seat was told alone."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import rulewright
from rulewright.runtime import thinking
from rulewright.runtime.belief import Belief
from rulewright.runtime.bots import Bot, RandomBot, answer_of, bot_name, play_match
from rulewright.runtime.engine import Engine
from rulewright.runtime.redeal import EVERYTHING, ONE_SORT, SWAPPED, redealt
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import CHANCE, POINT
from rulewright.runtime.state import State, start, start_at
from rulewright.runtime.thinking import ThinkingBot
from rulewright.runtime.view import view_of
from tests.runtime.at_once_games import STALL
from tests.runtime.countdown import TALLY, Countdown
from tests.tools.command import written

HIDDEN_MOVES = """\
game ripper "A hunt in the dark" for 2 players
  "Player 1 moves unseen; player 2 guesses, and is told whether somebody was seen near there."

enum Quarter: North, East, South, West

field lair: Quarter = North seen by seat(1)
field guess: Quarter = North
field turns: 0..9

phase Night repeats
  seat(1) chooses Quarter a where a is not lair "Where to?": set lair to a
  seat(2) chooses Quarter b "Where is he?": set guess to b
  if guess is lair: seat(2) wins because "he is found"
  add 1 to turns
  if turns is 4: seat(1) wins because "he got away"
"""


def ruleset(name: str, players: int | None = None) -> Ruleset:
    return Ruleset(rulewright.load(name, players=players).engine)


def followed(rules: Ruleset, seat: int, seed: int, size: int = 64) -> Iterator[tuple[State, Belief]]:
    """A game at random, with the belief of a seat whenever that seat is asked."""
    state, random = start(rules.engine, seed), Random(seed)
    belief = Belief(rules, seat, Random(seed + 1), size)
    while (decision := state.decision) is not None:
        chosen = random.choice(decision.options).id
        if decision.player == seat and not decision.forced:
            belief.hear(state.told(seat))
            belief.follow(decision)
            yield state, belief
            belief.answer(decision, chosen)
        state.apply(chosen)


def settled(cells: list[int]) -> tuple[int, ...]:
    """The cells but for the generator: positions are alike if these are."""
    return (*cells[:CHANCE], *cells[CHANCE + 1 :])


@pytest.mark.parametrize(
    ("name", "players"),
    [("tic_tac_toe", 2), ("pig", 2), ("kuhn_poker", 2), ("leduc_poker", 2), ("liars_dice", 2), ("goofspiel", 2)],
)
def test_a_small_belief_holds_the_truth_and_is_exact(name: str, players: int) -> None:
    """Everything that the seat knows is the same in every position, and one of them is the real one."""
    rules = ruleset(name, players)
    for seed in range(6):
        for state, belief in followed(rules, seed % players, seed, size=1000):
            seat = belief.seat
            assert settled(state.cells) in {settled(one.cells) for one in belief.particles}
            assert sum(one.weight for one in belief.particles) == pytest.approx(1)
            assert not belief.mended
            assert not belief.lost
            for one in belief.particles:
                assert (
                    view_of(rules.engine, one.cells, seat, None).fields
                    == view_of(rules.engine, state.cells, seat, None).fields
                )


def test_the_odds_of_a_card_are_exact() -> None:
    """Kuhn poker, second to act: two cards are left for the other, each as likely, whatever it has done."""
    rules = ruleset("kuhn_poker", 2)
    seen = 0
    for seed in range(20):
        for _, belief in followed(rules, 1, seed):
            assert sorted(one.weight for one in belief.particles) == pytest.approx([0.5, 0.5])
            seen += 1
    assert seen > 5


@pytest.mark.parametrize(("name", "players", "games"), [("nosferatu", 6, 2), ("crazy_eights", 3, 1), ("hearts", 4, 1)])
def test_a_large_belief_is_never_lost_and_looks_like_the_truth(name: str, players: int, games: int) -> None:
    rules, asked = ruleset(name, players), 0
    for seed in range(games):
        for state, belief in followed(rules, seed % players, seed, size=16):
            assert belief.particles
            assert not belief.lost
            real = view_of(rules.engine, state.cells, belief.seat, None)
            asked += 1
            for one in belief.particles:
                assert one.cells[POINT] == state.cells[POINT]
                assert view_of(rules.engine, one.cells, belief.seat, None) == real
    assert asked > 5


def test_a_position_that_moves_unseen(tmp_path: Any) -> None:
    """All quarters that can be reached are thought possible, and those that were guessed in vain are not."""
    rules = ruleset(str(written(tmp_path, HIDDEN_MOVES)))
    lair = next(f for f in rules.engine.schema.fields if f.name == "lair").offset
    counts: dict[int, set[int]] = defaultdict(set)
    for seed in range(12):
        for number, (state, belief) in enumerate(followed(rules, 1, seed)):
            places = {one.cells[lair] for one in belief.particles}
            assert state.cells[lair] in places
            counts[number].add(len(places))
    assert counts[0] == {3}, "he has moved away from where he began"
    assert max(counts[1]) == 4


def test_choices_made_at_once_are_not_known_before_they_are_shown() -> None:
    """The seat asked last knows no more than the one asked first."""
    rules = ruleset("goofspiel", 2)
    for _, belief in followed(rules, 1, 5, size=1000):
        assert len(belief.particles) == len(belief.particles[0].ids), "any card the other still has"


def test_what_was_taken_back_is_forgotten() -> None:
    rules = ruleset("leduc_poker", 2)
    state, bot = start(rules.engine, 3), bot_name("mcts:20").bot(rules, 0, 1)
    told: list[int] = []
    for _ in range(3):
        while not state.over and len(told) < 4:
            decision = state.decision
            assert decision is not None
            chosen = answer_of(bot, state, decision) if decision.player == 0 else decision.options[-1].id
            told.append(chosen)
            state.apply(chosen)
        while state.can_undo:
            state.undo()
        told.clear()
    assert isinstance(bot, ThinkingBot)
    assert not bot.belief.lost


def test_a_game_that_began_in_the_middle_is_played_all_the_same() -> None:
    """Nobody was told how it came to this, so there is nothing to go by: the bot answers, at random."""
    rules = ruleset("tic_tac_toe")
    begun = start(rules.engine, 1)
    begun.apply(begun.option_ids[4])
    state = start_at(rules.engine, begun.cells.copy(), next(iter(rules.engine.schema.entries)))
    assert play_match(state, [bot_name("mcts:20").bot(rules, seat, 1) for seat in range(2)])


# ------------------------------------------------------------------------------------------ nothing but what is told


@pytest.fixture
def few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is looked at here does not depend on how many positions a bot has in mind."""
    monkeypatch.setattr(thinking, "POSITIONS", 32)


def reachable(bot: Bot) -> set[int]:
    """The ids of everything that a bot holds on to, however far away."""
    found: set[int] = set()
    waiting: list[Any] = [bot]
    while waiting:
        thing = waiting.pop()
        if id(thing) not in found:
            found.add(id(thing))
            if not isinstance(thing, type) and type(thing).__name__ not in ("module", "function"):
                waiting.extend(gc.get_referents(thing))
    return found


@pytest.mark.usefixtures("few_positions")
@pytest.mark.parametrize("kind", ["random", "greedy:2", "mcts:8"])
def test_a_bot_does_not_reach_the_game(kind: str) -> None:
    rules = ruleset("nosferatu", 5)
    state = start(rules.engine, 4)
    limit = 16
    bots = [bot_name(kind).bot(rules, seat, seat) for seat in range(5)]
    play_match(state, bots, limit)
    for bot in bots:
        held = reachable(bot)
        assert not {id(state), id(state.cells), id(state.events), id(state.steps)} & held
        assert not any(id(event) in held for event in state.events if event[1] != 31 and event[0] == "move"), (
            "what is told comes without the mask of who else was told"
        )


@pytest.mark.usefixtures("few_positions")
@pytest.mark.parametrize(
    ("kind", "name", "games"),
    [("greedy:3", "kuhn_poker", 8), ("flat:16", "leduc_poker", 6), ("mcts:16", "nosferatu", 2)],
)
def test_choices_do_not_depend_on_what_the_seat_cannot_know(kind: str, name: str, games: int) -> None:
    """The same seat is told the same in two games that differ in what it does not see: it answers the same."""
    game = rulewright.load(name)
    rules, compared = Ruleset(game.engine), 0
    for seed in range(games):
        seat = seed % game.players
        state, random, told_of = start(rules.engine, seed), Random(seed), bot_name(kind)
        one, two = told_of.bot(rules, seat, 9), told_of.bot(rules, seat, 9)
        for _ in range(40):
            decision = state.decision
            if decision is None:
                break
            if decision.player != seat or decision.forced:
                state.apply(random.choice(decision.options).id)
                continue
            chosen = answer_of(one, state, decision)
            twin = other_deal(rules.engine, state, seat, random)
            compared += twin.cells != state.cells
            assert twin.decision is not None
            assert answer_of(two, twin, twin.decision) == chosen
            state.apply(chosen)
    assert compared > 3


def other_deal(engine: Engine, state: State, seat: int, random: Random) -> State:
    """The game as it is, but for what the seat does not see."""
    twin = state.clone()
    for much in (EVERYTHING, ONE_SORT, ONE_SORT, ONE_SORT):
        fresh = redealt(engine, state.cells, seat, [], random, much)
        if fresh is not None and engine.options(fresh) == list(state.option_ids):
            fresh[CHANCE] = random.getrandbits(63)
            twin.cells = fresh
            return twin
    twin.cells[CHANCE] = random.getrandbits(63)
    return twin


# ------------------------------------------------------------------------------------------ dealing anew


@pytest.mark.parametrize("name", ["nosferatu", "hearts", "liars_dice"])
def test_a_redeal_keeps_what_the_seat_sees_and_loses_nothing(name: str) -> None:
    game = rulewright.load(name)
    engine, random, changed = game.engine, Random(2), 0
    state = start(engine, 2)
    for _ in range(25):
        if state.over:
            break
        for seat in range(game.players):
            for much in (SWAPPED, ONE_SORT, EVERYTHING):
                fresh = redealt(engine, state.cells, seat, [], random, much)
                if fresh is not None:
                    changed += fresh != state.cells
                    assert view_of(engine, fresh, seat, None) == view_of(engine, state.cells, seat, None)
        state.apply(random.choice(state.option_ids))
    assert changed > 4


def test_a_card_that_will_be_seen_is_dealt_where_it_must_lie() -> None:
    game = rulewright.load("hearts")
    engine, random = game.engine, Random(1)
    state = start(engine, 1)
    hand = next(n for n, zone in enumerate(engine.schema.zones) if zone.name == "hand")
    zone = engine.schema.zones[hand]
    own, other = (state.cells[zone.offset + seat * zone.stride] for seat in (0, 1))
    wanted = next(kind for kind in range(52) if not own >> kind & 1 and not other >> kind & 1)
    fresh = redealt(engine, state.cells, 0, [("move", hand, 1, hand, 0, ((wanted, 1),))], random, SWAPPED)
    assert fresh is not None
    assert fresh[zone.offset + zone.stride] >> wanted & 1
    assert fresh[zone.offset] == own
    changed = [at for at, (a, b) in enumerate(zip(fresh, state.cells, strict=True)) if a != b]
    assert len(changed) == 2, "two cards have changed places, and nothing else has"


def test_hidden_fields_are_dealt_anew_within_their_bounds() -> None:
    engine, random = Countdown(), Random(3)
    state = start(engine, 1)
    found = [redealt(engine, state.cells, 1, [], random, EVERYTHING) for _ in range(30)]
    values = {cells[TALLY] for cells in found if cells is not None}
    assert len(values) > 5
    assert redealt(engine, state.cells, 0, [], random, EVERYTHING) is None, "the first player sees it all"


def test_bots_play_what_is_chosen_at_once(tmp_path: Any) -> None:
    rules = ruleset(str(written(tmp_path, STALL)))
    players = rules.engine.schema.players
    bots: list[Bot] = [bot_name("mcts:10").bot(rules, 0, 1), *(RandomBot(seat) for seat in range(1, players))]
    assert play_match(start(rules.engine, 1), bots)
    assert isinstance(bots[0], ThinkingBot)
    assert not bots[0].belief.lost
