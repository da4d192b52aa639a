"""Counted runs of secret choices, of choices that tables limit, and of variants that were given by their path."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.command import rulewright, written

GAME = """game fair "The Fair" for 2 to 3 players
table Stall
  stall   dear  far
  Cakes   no    no
  Horses  yes   no
  Tent    no    yes
cards Card
  kind   count  worth
  Ace    2      3
  Deuce  2      2
deck stock of Card seen by nobody
pile hand of Card per player seen by owner
pile shop of Card seen by all
field bid per player: 0..3
field spot: Stall = Cakes
value cheap(Stall s) = not s.dear
setup
  move all Card from box to stock
  shuffle stock
  each player p: draw 1 from stock to p.hand
  move all stock to shop
phase Bid
  at once each player p
    p chooses number n from 1 to 2 "How much?"
      set p.bid to n
phase Buy
  seat(1) chooses Stall s where cheap(s) and not s.far "Where?"
    set spot to s
  otherwise: nothing
  seat(2) chooses card c in shop where c.worth > 2 or c is Ace "What?"
    move c to seat(2).hand
  otherwise: nothing
  seat(1) chooses Stall s where s is not spot "And then?": set spot to s
phase End
  if seat(1).bid > seat(2).bid: seat(1) wins because "more"
"""
VARIANT = """variant shut "Early closing" of fair
  before End
    step Call: announce spot "The last stall"
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    return written(tmp_path, GAME, "fair.rules")


def test_what_tables_keep_out_could_never_be_chosen(fair: Path, tmp_path: Path) -> None:
    file = tmp_path / "c"
    assert rulewright("run", fair, "--games", 40, "--counts", file).code == 0
    choices = {c["question"]: c["chosen"] for c in rulewright("coverage", file, fair, "--json").data["choices"]}
    assert set(choices["Where?"]) == {"Cakes"}  # one is dear, one is far
    assert set(choices["What?"]) == {"Ace"}
    assert set(choices["And then?"]) == {"Horses", "Tent", "Cakes"}  # which field it is may change


def test_secret_choices_have_no_ways_that_there_are_not(fair: Path, tmp_path: Path) -> None:
    file = tmp_path / "c"
    assert rulewright("run", fair, "--games", 40, "--counts", file).code == 0
    places = rulewright("coverage", file, fair, "--json").data["places"]
    bids = [p for p in places if p["path"] == "Bid" and p["kind"] != "phase"]
    assert [(p["kind"], p["text"], p["times"]) for p in bids] == [
        ("repeat", "For each player, all at once and in secret", 80),
        ("question", "How much?", 80),
        ("repeat", "Then, one after the other, for each player", 80),
        ("action", "The player's bid becomes the chosen number", 80),
    ]
    drawn = rulewright("graph", fair, "--heat", file, "--depth", 3).out
    assert "all at once and in secret" in drawn
    assert "bid becomes the chosen" in drawn and "choice becomes" not in drawn  # how it is kept is nobody's business


def test_who_can_choose_nothing_at_once(tmp_path: Path) -> None:
    """What is done then is told where it is done."""
    text = GAME.replace("p chooses number n from 1 to 2", "p chooses card c in p.hand where c is Ace").replace(
        "set p.bid to n", "set p.bid to c.worth\n    otherwise: set p.bid to 0"
    )
    name, file = written(tmp_path, text, "fair.rules"), tmp_path / "c"
    assert rulewright("run", name, "--games", 60, "--counts", file).code == 0
    places = rulewright("coverage", file, name, "--json").data["places"]
    ways = {p["text"]: p["times"] for p in places if p["path"] == "Bid" and p["kind"] == "branch"}
    assert set(ways) == {"If nothing could be chosen", "Unless nothing could be chosen"}
    assert sum(ways.values()) == 120 and all(ways.values())


def test_the_variants_of_a_run_are_named_or_asked_for(fair: Path, tmp_path: Path) -> None:
    variant, file = written(tmp_path, VARIANT, "shut.rules"), tmp_path / "c"
    assert rulewright("run", fair, "--variant", variant, "--games", 5, "--counts", file).code == 0
    for verb in (("graph", fair, "--heat", file), ("coverage", file, fair)):
        answer = rulewright(*verb)
        assert answer.code == 2 and answer.err.count("--variant shut.rules") == 1 and "`shut`" in answer.err, answer.err
        answer = rulewright(*verb, "--variant", variant)
        assert answer.code == 0 and "The Fair with Early closing" in answer.out
