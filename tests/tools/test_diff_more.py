"""The difference of rulesets with maps, secret choices, and answers that ask for something."""

from __future__ import annotations

from typing import get_args, get_type_hints

import pytest
from attrs import evolve

from rulewright.compiler.diagram.merged import diagram_of_both
from rulewright.dsl import ir
from rulewright.tools.diff.change import Change
from rulewright.tools.diff.difference import difference, outlines
from rulewright.tools.diff.kinds import KINDS
from tests.tools.toll import GAME, changed, ruleset

MAP = """\
game hunt for 2 to 3 players

table Area "Areas"
  area     name       deep
  Tower    "Tower"    no
  Gate     "The gate" no
  Well     "Well"     yes
  Cellar   "Cellar"   yes
links Way "Ways" between Area
  from   to      toll
  Tower  Gate    0
  Gate   Well    1
  Well   Cellar  2

field at "place" per player: Area = Tower
field open per Way w: yes/no = yes
field bid per player: 0..3
value near(Area a) = (Area b reached from a over (Way w at b where w.open) within 2)

phase Night repeats
  phase Walk "A walk" for each player p
    p chooses Way w at p.at "Where to?"
      set p.at to w.beyond(p.at)
    otherwise: nothing
  step Bid
    at once each player p
      p chooses number n from 0 to 3 "How much?"
        set p.bid to n
  step Toll
    if Way(seat(1).at, seat(2).at) is not none and seat(1).bid is seat(2).bid: seat(1) wins

score player p = distance(Cellar, (Area b reached from p.at over (Way w at b where w.open)))
"""


def told(*edits: tuple[str, str], text: str = MAP) -> list[Change]:
    new = text
    for old, now in edits:
        assert new.count(old) == 1, old
        new = new.replace(old, now)
    return difference(ruleset(text), ruleset(new))


def sentences(changes: list[Change]) -> list[str]:
    return [c.text for c in changes]


def test_every_sort_of_class_has_a_word() -> None:
    assert set(get_args(get_type_hints(ir.Class)["sort"])) == set(KINDS)


# ------------------------------------------------------------------ maps


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("Gate   Well    1", "Gate   Well    3", ["`Way.Gate_Well.toll` is now 3, was 1"]),
        ("  Well   Cellar  2\n", "  Well   Cellar  2\n  Tower  Cellar  2\n", [
            "`Way.Tower_Cellar` was added: from Tower, to Cellar, toll 2"]),
        ("  Tower  Gate    0\n", "", ["`Way.Tower_Gate` was removed"]),
        ('"Cellar"   yes', '"The cellar"   yes', ["`Area.Cellar` is now called “The cellar”, was “Cellar”"]),
        ('"Cellar"   yes', '"Cellar"   no', ["`Area.Cellar.deep` is now no, was yes"]),
        ('  Cellar   "Cellar"   yes\n', '  Cellar   "Cellar"   yes\n  Moat     "The moat" yes\n', [
            "`Area.Moat` was added: “The moat”, deep yes"]),
        ("within 2", "within 1", [
            "`near` is now “the Areas that can be reached from the Area in at most 1 steps”, was 2"]),
    ],
)  # fmt: skip
def test_a_changed_map(old: str, new: str, said: list[str]) -> None:
    assert sentences(told((old, new))) == said


def test_what_a_map_is_called_is_told_once() -> None:
    assert sentences(difference(ruleset(MAP), ruleset(MAP.replace("Way", "Road").replace('"Roads"', '"Ways"')))) == [
        "`Way` is now called `Road`"
    ]
    assert sentences(difference(ruleset(MAP), ruleset(MAP.replace("Gate", "Door")))) == [
        "`Area.Gate` is now called `Area.Door`"
    ]


def test_added_links_are_told_row_by_row() -> None:
    bare = MAP.partition("links Way")[0] + "field at per player: Area = Tower\nphase Night: seat(1) wins\n"
    links = bare.replace("field at", "links Way between Area\n  a  b\n  Tower  Gate\n  Gate  Well\n\nfield at")
    [change] = [c for c in difference(ruleset(bare), ruleset(links)) if c.what == "links"]
    assert change.text.startswith("The links `Way` were added: ")
    assert len(change.detail) == 2 and change.detail[0].endswith("a Tower, b The gate")


# ------------------------------------------------------------------ secret choices


def test_what_is_chosen_at_once_reads_as_what_it_is() -> None:
    plain = '    at once each player p\n      p chooses number n from 0 to 3 "How much?"\n        set p.bid to n\n'
    [change] = told(("  step Bid\n" + plain, ""))
    assert change.text == "The step `Bid` was removed" and change.detail == (
        "for each player, all at once and in secret",
        "  each player chooses: How much? (a number from 0 to 3)",
        "then, one after the other, for each player",
        "  the player's bid becomes the chosen number",
    )


def test_secret_choices_are_the_same_whatever_comes_before() -> None:
    """The field that keeps an answer is called by the number of its question."""
    asked = '  step Wait\n    seat(1) chooses one "?"\n      A "a": nothing\n      B "b": nothing\n  step Bid\n'
    assert sentences(told(("  step Bid\n", asked))) == ["A step `Wait` was added after `Walk`"]


# ------------------------------------------------------------------ answers, conditions, fields, options


def test_an_added_answer_says_what_it_needs() -> None:
    answer = """\
        Wait "Wait": nothing
        Bribe "Bribe the keeper"
          needs two: count p.hand > 1 because "one card is not enough"
          costs 3 from p.coins because "the keeper is dear"
          set keeper to p
"""
    [change] = told(('        Wait "Wait": nothing\n', answer), text=GAME)
    assert change.text == "In `Pay`: an answer “Bribe the keeper” to “What now?” was added"
    assert change.data()["detail"] == [
        "only if the player's hand holds more than 1 card (one card is not enough)",
        "only if the player's coins are at least 3 (the keeper is dear)",
        "take 3 from the player's coins",
        "the player becomes the keeper",
    ]
    [change] = told(('  step Hand: set', '  step Ask\n    keeper chooses one "Now?"\n      Go "Go"\n'
                     '        needs rich: keeper.coins > 1 because "you are poor"\n        nothing\n'
                     '      Stay "Stay": nothing\n  step Hand: set'), text=GAME)  # fmt: skip
    assert "    only if the keeper's coins are more than 1 (you are poor)" in change.detail


def test_a_condition_around_something_is_denied_as_a_whole() -> None:
    text = changed(("  step Hand: set keeper to next player after keeper\n", "  step Hand\n    if stock is not empty "
                    "and mood is Calm\n      shuffle stock\n      set mood to Angry\n    otherwise\n"
                    "      shuffle discard\n      set keeper to next player after keeper\n"))  # fmt: skip
    [change] = [c for c in difference(ruleset(GAME), ruleset(text)) if c.what == "condition"]
    assert change.text.endswith("is now done only if the stock is empty or mood is not Calm")


def test_an_added_field_says_how_it_begins_and_lasts() -> None:
    field = "field mood: Mood = Calm\nfield luck per player: 0..9 = 3 during Round\nfield sun: yes/no\n"
    added = told(("field mood: Mood = Calm\n", field), text=GAME)
    assert sentences([c for c in added if c.kind == "added"]) == [
        "A field `luck` was added: 0 to 9, one for each player, 3 at first, during Round, seen by all",
        "A field `sun` was added: yes or no, seen by all",
    ]


def test_an_added_option_says_what_it_is_set_to() -> None:
    old = ruleset(GAME.replace("option goal from 3 to 9, default 5", "option goal from 3 to 8, default 5"))
    without = evolve(old, options=())
    new = evolve(old, program=evolve(old.program, options=(("goal", 7),)))
    texts = sentences(difference(without, new))
    said = "An option `goal` was added (“Coins that win”): 3 to 8, 5 if nothing is said"
    assert texts[0] == f"{said}; it is set to 7 here"
    assert sentences(difference(without, old))[0] == said


def test_what_bots_think_is_told() -> None:
    guess = "score player p = p.coins\nheuristic player p = p.coins * 2\n"
    with_guess = GAME.replace("score player p = p.coins\n", guess)
    assert sentences(told(text=with_guess)) == []
    assert sentences(told((guess, "score player p = p.coins\n"), text=with_guess)) == ["`heuristic` was removed"]
    assert sentences(told(("coins * 2", "coins * 3"), text=with_guess)) == [
        "`heuristic` is now “the player's coins × 3”, was 2"
    ]


# ------------------------------------------------------------------ the picture


def test_two_reactions_to_the_same_are_told_apart_in_the_picture() -> None:
    empty, angry = "as soon as stock is empty: ", "as soon as mood is Angry: set mood to Calm\n"
    refill = f"{empty}move all discard to stock\n"
    old = GAME.replace("check count", f"{refill}{angry}check count")
    new = GAME.replace("check count", f"{angry}{empty}everyone draws\ncheck count")
    both = diagram_of_both(*outlines(ruleset(old), ruleset(new)), "both")
    [notes] = [node for node in both.nodes if node.kind == "notes"]
    marks = [row.mark for row in notes.rows if row.text == "As soon as the stock is empty"]
    assert marks == ["removed", "added"]
    assert [row.mark for row in notes.rows if "the discard" in row.text] == ["", "removed"]  # the first is older
