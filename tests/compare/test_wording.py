"""What is said of differences: never more than the interval allows."""

from __future__ import annotations

import pytest

from rulewright.tools.compare.differences import Difference, Line
from rulewright.tools.compare.figures import LENGTH, WINS, Figure
from rulewright.tools.compare.intervals import Estimate
from rulewright.tools.compare.wording import _sentence, claim, difference, digits, value

SHARE = Figure(WINS, "seat 1", "seat 1", True, "seat wins", (0,))
NUMBER = Figure(LENGTH, "decisions", "decisions in a game", False, "sum", (3,))


def line(figure: Figure, first: Estimate, second: Estimate, found: Difference) -> Line:
    return Line(figure, 1000, (first, second), (None, found))


def of(low: float, high: float, adjusted: float, *, few: bool = False, alike: bool = False) -> Difference:
    return Difference(Estimate((low + high) / 2, low, high, "t"), few, alike, adjusted=adjusted)


A, B = Estimate(0.5, 0.48, 0.52, "Wilson"), Estimate(0.53, 0.511, 0.549, "Wilson")


@pytest.mark.parametrize(
    ("found", "word", "sentence"),
    [
        (of(0.01, 0.05, 0.001), "higher", "more often in B than in A, by 1.0 to 5.0 percentage points."),
        (of(-0.05, -0.01, 0.001), "lower", "less often in B than in A, by 1.0 to 5.0 percentage points."),
        (
            of(-0.01, 0.03, 0.4),
            "",
            "no difference can be claimed; if there is one, B is at most 1.0 lower and at most 3.0 percentage points"
            " higher.",
        ),
        (
            of(0.001, 0.04, 0.2),
            "one of many",
            "no difference can be claimed. Alone its interval, +0.1 to +4.0 percentage points, would leave out 0, but"
            " it is one of 9 that are judged together.",
        ),
        (
            of(-0.004, 0.004, 1.0, alike=True),
            "alike",
            "the same in every one of 1,000 pairs of games: no difference can be claimed; if there is one, it is at"
            " most 0.4 percentage points.",
        ),
        (of(0.01, 0.02, 0.0, few=True), "few cases", "it came about in too few games: no difference can be claimed."),
    ],
)
def test_claims_stay_inside_the_interval(found: Difference, word: str, sentence: str) -> None:
    made = line(SHARE, A, B, found)
    assert claim(found) == word
    assert _sentence(made, found, "B", 9) == sentence


def test_an_interval_that_touches_nothing_claims_nothing() -> None:
    assert not of(0.0, 0.05, 0.001).claimed and not of(-0.05, 0.0, 0.001).claimed
    assert not of(0.01, 0.05, 0.05).claimed


def test_numbers_have_the_digits_that_their_intervals_call_for() -> None:
    made = line(SHARE, A, B, of(0.01, 0.05, 0.001))
    assert digits(made) == 1
    assert value(made, A) == "50.0 % ±2.0" and difference(made, made.differences[1]) == "+3.0 ±2.0"
    lopsided = Estimate(0.002, 0.0005, 0.009, "Wilson")
    assert value(line(SHARE, A, lopsided, of(-0.5, -0.4, 0.0)), lopsided) == "0.2 % (0.1 to 0.9)"
    fine = Estimate(3.25, 3.246, 3.254, "t")
    assert value(line(NUMBER, fine, fine, of(0, 0, 1)), fine) == "3.250 ±0.004"
    assert value(made, None) == "" and difference(made, None) == ""
