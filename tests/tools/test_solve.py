"""Solving against published values, and games made to tell the methods apart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import rulewright
from rulewright.tools.solve import solution as solving
from rulewright.tools.solve.best_play import groups
from rulewright.tools.solve.limits import Meter, Progress, Stakes
from rulewright.tools.solve.regret import Regrets, learners
from rulewright.tools.solve.sequences import walk
from rulewright.tools.solve.solution import Solution, solve
from tests.tools.command import BREAKS, written
from tests.tools.command import rulewright as command


@contextmanager
def unwatched(what: str, total: int) -> Iterator[Progress]:
    yield lambda more: None


def solved(name: str | Path, iterations: int = 1000, **options: int) -> Solution:
    return solve(rulewright.load(name, options=options).engine, unwatched, iterations)


def uniform(name: str, **options: int) -> Regrets:
    """Two seats that answer everything alike."""
    engine = rulewright.load(name, options=options).engine
    return learners(walk(engine, Meter(100_000, lambda more: None, "nodes"), Stakes(2)))


# ---------------------------------------------------------------------------------------------- known values


def test_tic_tac_toe_is_a_draw() -> None:
    found = solved("tic_tac_toe")
    assert (found.method, found.value, found.nodes) == ("minimax", 0, {"positions": 5_478})
    assert [worth for _, worth in found.options] == [0] * 9


def test_hex_on_nine_cells_is_won_by_the_first_player() -> None:
    found = solved("hex", size=3)
    assert (found.method, found.value, found.wins, found.nodes) == ("minimax", 1, 1, {"positions": 5_514})


def test_pig_to_ten() -> None:
    found = solved("pig", goal=10)
    assert found.method == "value iteration" and found.settled
    assert found.wins == pytest.approx(0.7094243, abs=1e-7)
    assert found.options[0] == ("Roll", found.value)


def test_pig_to_twenty() -> None:
    assert solved("pig", goal=20).wins == pytest.approx(0.6155585, abs=1e-7)


def test_kuhn_poker() -> None:
    found = solved("kuhn_poker", 500)
    assert found.method == "CFR+" and found.exploitability is not None
    assert found.value == pytest.approx(-1 / 18, abs=1e-3) and found.exploitability < 2e-3
    assert found.nodes == {"decision nodes": 24, "chance nodes": 4, "ends": 30} and found.infosets == (6, 6)
    jack_facing_a_bet = [a for a in found.strategy if "bet is now yes" in a.told and "Jack goes" in " ".join(a.told)]
    assert len(jack_facing_a_bet) == 2
    for answers in jack_facing_a_bet:
        assert answers.options == ["Fold", "Call"] and answers.probabilities[0] > 0.999


def test_leduc_poker() -> None:
    found = solved("leduc_poker", 200)
    assert found.nodes == {"decision nodes": 3780, "chance nodes": 157, "ends": 5520}
    assert sum(found.infosets) == 936
    assert found.value == pytest.approx(-0.0856, abs=2e-3) and found.exploitability is not None
    assert found.exploitability < 2e-2


def test_liars_dice_with_three_sides() -> None:
    found = solved("liars_dice", 100, sides=3)
    assert found.nodes == {"decision nodes": 576, "chance nodes": 4, "ends": 567} and sum(found.infosets) == 192
    assert found.value == pytest.approx(1 / 9, abs=5e-3)


@pytest.mark.parametrize(
    ("cards", "shuffled", "ends", "iterations"), [(3, False, 36, 300), (3, True, 216, 150), (4, False, 576, 100)]
)
def test_goofspiel(cards: int, shuffled: bool, ends: int, iterations: int) -> None:
    """Its seats are alike (tests/games/test_goofspiel.py), so it is worth 0 and strategies prove no more than that."""
    found = solved("goofspiel", iterations, cards=cards, shuffled=shuffled)
    assert found.method == "CFR+" and found.nodes["ends"] == ends and found.infosets[0] == found.infosets[1]
    assert found.value is not None and found.exploitability is not None and found.exploitability < 1e-3
    assert abs(found.value) <= 2 * found.exploitability + 1e-12


@pytest.mark.parametrize(
    ("name", "options", "value", "exploitability"),
    [
        ("kuhn_poker", {}, 1 / 8, 11 / 24),
        ("leduc_poker", {}, -0.078125, 2.3736111),
        ("liars_dice", {"sides": 3}, 0.0185185, None),
    ],
)
def test_uniform_play(name: str, options: dict[str, int], value: float, exploitability: float | None) -> None:
    seats = uniform(name, **options)
    assert seats.value() == pytest.approx(value, abs=1e-7)
    if exploitability is not None:
        assert seats.exploitability() == pytest.approx(exploitability, abs=1e-7)


# ---------------------------------------------------------------------------------------------- which method

SIDES = """\
game pennies "Pennies" for 2 players
enum Side: Heads, Tails
field first: Side or none seen by {seen}
phase P
  seat(1) chooses Side s "Which?"
    set first to s
  seat(2) chooses Side t "Which?"
    if first is t: seat(1) wins because "the same"
    seat(2) wins because "not the same"
"""
UNTOLD = """\
game untold "Untold" for 2 players
enum Side: Heads, Tails
phase P
  seat(1) chooses Side s "Which?"
    do Answer(s)
procedure Answer(Side s)
  seat(2) chooses Side t "Which?"
    if s is t: seat(1) wins because "the same"
    seat(2) wins because "not the same"
"""
OPEN_DRAW = """\
game guess "Guess" for 2 players
cards Card
  kind
  Red
  Blue
deck stock of Card seen by nobody
slot table of Card seen by {seen}
setup
  move all Card from box to stock
  shuffle stock
phase P
  draw 1 from stock to table
  seat(2) chooses Card c "Which?"
    if count c in table is 1: seat(2) wins because "right"
    seat(1) wins because "wrong"
"""
ALONE = """\
game alone "Alone" for 1 to 2 players
field secret: 0..3 seen by nobody
setup
  chance chooses number n from 1 to 3: set secret to n
phase P
  seat(1) chooses number g from 1 to 3 "Which?"
    if g is secret: seat(1) wins because "right"
    seat(1) loses because "wrong"
"""


@pytest.mark.parametrize(
    ("text", "method", "value"),
    [
        (SIDES.format(seen="all"), "minimax", -1),
        (SIDES.format(seen="nobody"), "CFR+", 0),
        (SIDES.format(seen="seat(1)"), "CFR+", 0),
        (UNTOLD, "CFR+", 0),  # the answer is kept in no field, and nobody is told of it
        (OPEN_DRAW.format(seen="all"), "expectimax", -1),  # nobody sees the deck, but all know what is left
        (OPEN_DRAW.format(seen="nobody"), "CFR+", 0),
        (ALONE, "best plan of one seat", -1 / 3),
    ],
)
def test_what_is_hidden_decides_the_method(tmp_path: Path, text: str, method: str, value: float) -> None:
    found = solved(written(tmp_path, text))
    assert found.method == method and found.value == pytest.approx(value, abs=1e-3)


def test_going_round_for_ever_is_a_draw(tmp_path: Path) -> None:
    text = """\
game loop "Loop" for 2 players
phase P repeats
  phase Turn for each player p
    p chooses one "Well?"
      Go: nothing
      Stop: p loses because "stopped"
"""
    found = solved(written(tmp_path, text))
    assert (found.method, found.value, found.wins) == ("value iteration", 0, None)
    assert found.options == [("Go", 0), ("Stop", -1)]


def test_groups_come_after_what_they_lead_to() -> None:
    following = [[1, 4], [2], [3, 1], [], [5], [4, 3]]
    found = [sorted(group) for group in groups(following)]
    assert sorted(found) == [[0], [1, 2], [3], [4, 5]]
    assert found.index([3]) < found.index([1, 2]) and found.index([4, 5]) < found.index([0])


# ---------------------------------------------------------------------------------------------- the command


def test_what_it_says() -> None:
    data = command("solve", "kuhn_poker", "--iterations", 50, "--json", "--strategy").data
    assert data["method"] == "CFR+" and not data["exact"] and data["iterations"] == 50
    assert len(data["strategy"]) == 12
    words = command("solve", "kuhn_poker", "--strategy").out
    assert "player 2, told: King goes from stock to held of player 2\n  Your bet?" in words
    assert "stock is shuffled" not in words
    board = command("solve", "tic_tac_toe", "--json").data
    assert board["exact"] and board["value"] == 0 and board["exploitability"] is None
    assert command("solve", "kuhn_poker", "--json", "--until", 0.1).data["iterations"] == 25


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nosferatu"], "it is for 5 seats"),
        (["tic_tac_toe", "--largest", 5_000], "more than 5,000 positions. --largest N allows more"),
        (["leduc_poker", "--largest", 9_000], "more than 9,000 nodes of the tree"),
        (["hearts"], "it is for 4 seats"),
    ],
)
def test_what_cannot_be_solved_is_refused(arguments: list[object], words: str) -> None:
    answer = command("solve", *arguments)
    assert answer.code == 2 and words in " ".join(answer.err.split()) and not answer.out


def test_gains_without_losses_are_refused(tmp_path: Path) -> None:
    text = 'game g for 2 players\nphase P\n  seat(1) chooses one\n    Yes: everyone wins\n    No: everyone loses\n'
    answer = command("solve", written(tmp_path, text))
    assert answer.code == 2 and "does not always lose" in answer.err


def test_rules_that_break_are_told(tmp_path: Path) -> None:
    answer = command("solve", written(tmp_path, BREAKS))
    assert answer.code == 1 and "the rules broke" in answer.err


def test_an_interruption_leaves_what_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupted(what: str, total: int) -> Iterator[Progress]:
        calls = 0

        def progress(more: int) -> None:
            nonlocal calls
            calls += 1
            if what == "iterations" and calls == 40:
                raise KeyboardInterrupt

        yield progress

    monkeypatch.setattr("rulewright.tools.progress.counting", interrupted)
    answer = command("solve", "kuhn_poker")
    assert answer.code == 130 and "Interrupted" in answer.err and "40\n" in answer.out
    assert "value for player 1" in answer.out and "exploitability" in answer.out


def test_an_interruption_before_there_is_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "explore", stop)
    answer = command("solve", "pig")
    assert answer.code == 130 and "no value is known yet" in answer.err and "value" not in answer.out
