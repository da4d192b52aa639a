"""`is refused ... because`: by requirement, by condition and by place; and what a failing one shows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.command import rulewright, written

GAME = """game stall "Stall" for 2 players
option most from 1 to 5, default 2
cards Card
  kind  count  name
  Red   2      "red card"
  Blue  2      "blue card"
  Green 1      "green card"
deck stock of Card seen by nobody
pile hand of Card per player seen by owner
pile row of Card face either seen by all
field gold per player: 0..9 = 2
group rich = player p where p.gold > 5
setup
  move all Card from box to stock
  shuffle stock
  each player p: draw 1 from stock to p.hand
  draw 1 from stock to row face up
  draw 1 from stock to row
phase Turn repeats
  phase Go for each player p
    p chooses one "What?"
      Buy "Buy"
        needs coins: p.gold >= 3 because "that costs three"
        needs room: count p.hand < most because "your hand is full"
        take 3 from p.gold
      Ask "Ask"
        p chooses rich q where q is not p "Whom?": nothing
        otherwise: nothing
      Lay "Lay"
        p chooses card c in p.hand "Which?": move c to row face up
        otherwise: nothing
      Take "Take"
        p chooses card c in row where c is face up and c is not Green "Which?": move c to p.hand
        otherwise: nothing
      Wait "Wait": set p.gold to 9
      Send "Send"
        p chooses player q, number k from 1 to p.gold where q is not p and k < 2 "How much?": take k from p.gold
        otherwise: nothing
    if count row > 4: everyone draws because "enough"
"""


def outcome(tmp_path: Path, *lines: str) -> str:
    """What `rulewright test` says of one scenario with these lines."""
    script = "\n".join(f"  {line}" for line in ("seats Ada, Ben", "chance stock gives Red, Blue, Blue, Red", *lines))
    path = written(tmp_path, f"{GAME}\nscenario it of stall for 2 players\n{script}\n", "stall.rules")
    answer = rulewright("test", path)
    return answer.out + answer.err


@pytest.mark.parametrize(
    "lines",
    [
        ("Ada is refused Buy because coins", 'Ada is refused Buy because "that costs three"'),
        ('Ada is refused Buy because "p.gold >= 3"',),
        ("Ada picks Wait", "Ben picks Wait", "Ada picks Ask", 'Ada is refused Ada because "q is not p"'),
        ("Ada picks Wait", "Ben picks Ask", 'Ben is refused Ben because "rich q"'),
        ("Ada picks Wait", "Ben picks Ask", 'Ben is refused Ben because "q is not p"'),
        ("Ada picks Lay", "Ada is not offered Blue", 'Ada is refused Blue because "c in p.hand"'),
        ("Ada picks Take", 'Ada is refused Green because "c in row"', 'Ada is refused Red because "c is face up"'),
        ("Ada picks Send", 'Ada is refused "Ben, 2" because "k < 2"', 'Ada is refused "Ada, 2" because "k < 2"'),
        ("Ada picks Wait", "Ben picks Send", "Ben picks \"Ada, 1\"", "Ada picks Send",
         'Ada is refused "Ada, 1" because "q is not p"'),
    ],
)  # fmt: skip
def test_by_requirement_condition_and_place(tmp_path: Path, lines: tuple[str, ...]) -> None:
    shown = outcome(tmp_path, *lines)
    assert "1 passed, 0 failed" in shown, shown


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("Ada is refused Buy because room",),
         ["Buy is refused, but not because of room", "“Buy” is not possible: that costs three (coins, ",
          "p.gold >= 3: no", "p.gold: 2"]),
        (("Ada picks Wait", "Ben picks Lay", "Ada is refused Buy because room",),
         ["Buy is on offer", "room (", "count p.hand < most: yes", "count p.hand: 1", "most: 2"]),
        (("Ada picks Buy",),
         ["Buy is not on offer", "“What?” at `Turn.Go`: Ask, Lay",
          "“Buy” is not possible: that costs three (coins, ", "p.gold: 2"]),
        (("Ada picks Lay, Blue",), ["“blue card” is no candidate: blue card does not lie in hand of Ada (",
                                    "hand of Ada: red card"]),
        (("Ada picks Take", 'Ada is refused Red because "c in row"'),
         ["Red is refused, but not because of c in row",
          "“red card face down” does not qualify: red card face down is face down"]),
        (("Ada picks Take", "Ada is offered Red",),
         ["Red is not on offer", "“red card face down” does not qualify", "c is face up: no"]),
        (("Ada picks Wait", "Ben picks Wait", "Ada picks Ask", 'Ada is refused Ada because "rich q"'),
         ["“Ada” does not qualify: Ada is Ada (", "q: Ada"]),
        (("Ada is refused Fold because coins",), ["nothing here could be Fold", "“What?” at `Turn.Go`: Ask"]),
    ],
)  # fmt: skip
def test_a_failure_shows_what_keeps_it_off(tmp_path: Path, lines: tuple[str, ...], told: list[str]) -> None:
    shown = outcome(tmp_path, *lines)
    assert shown.count("FAILED") == 1 and "(reference and compiled)" in shown, shown
    for words in told:
        assert words in shown, shown
