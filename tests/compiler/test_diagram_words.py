"""What expressions and statements are called in diagrams."""

from __future__ import annotations

import pytest

from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.outline import Ask, Chance, Ending, Fork, Item, Plain, Round, inside
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import Report, Source, ir, read

HEAD = """game words "Words" for PLAYERS players

cards Card
  kind   count  rank
  Bite   6      1
  Night  4      2
  Dawn   1      3

group Guest "guest player" = player p where p is not host

field host: player = seat(1)
field leader "the Big Crown": player = seat(1)
field dawn_broke: yes/no
field points per player: -99..99
field level "the level": 0..9
deck library of Card seen by nobody
pile table_cards "the table" of Card seen by all
pile reserve of Card per player seen by owner
slot badge of Card per player face either seen by owner
field sworn per player: yes/no

table Deal
  players  hand  bonus
  2        6     1
  3        5     7

value bitten = total(count Bite in p.reserve over player p)

phase Only
"""


def items(body: str, players: int = 3) -> list[Item]:
    """The outline of these lines as the body of a phase."""
    lines = "".join(f"  {line}\n" for line in body.strip("\n").splitlines())
    report = Report()
    source = Source("words.rules", HEAD.replace("PLAYERS", str(players)) + lines)
    made = read(source, report).program(players, {}, report)
    errors = [d.code for d in report if d.code not in ("RW0228", "RW0229", "RW0230", "RW0603")]
    assert made is not None
    assert not errors, errors
    return list(inside([Builder(made.program).outline().flow]))[1:]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("Bite in table_cards or Night in table_cards", "the table holds Bite or Night"),
        ("dawn_broke", "dawn broke"),
        ("library is empty", "the library is empty"),
        ("count library >= 3", "the library holds at least 3 cards"),
        ("count Bite in table_cards < 2", "the table holds fewer than 2 Bite"),
        ("count Bite in table_cards is 1", "the table holds exactly 1 Bite"),
        ("level > 3", "the level is more than 3"),
        ("host is seat(2)", "the host is player 2"),
        ("bitten >= 5", "the bitten is at least 5"),
        ("seat(1).badge is face down", "player 1's badge is face down"),
        ("some player p where p.points > 3", "some player's points are more than 3"),
        ("no player p where Bite in p.reserve", "no player's reserve holds Bite"),
        ("no player p where p not in Guest", "every player is a guest player"),
        ("no player p where p.points is not 3", "every player's points are 3"),
        ("seat(1).sworn", "player 1 is marked “sworn”"),
        ("some player p where not p.sworn", "some player is not marked “sworn”"),
        ("seat(2) not in Guest or dawn_broke", "player 2 is not a guest player or dawn broke"),
        ("some Guest p where p.points > 3", "some guest player's points are more than 3"),
        ("dawn_broke and level is 2", "dawn broke and the level is 2"),
        ("dawn_broke and (level is 2 or level is 3)", "dawn broke and (the level is 2 or the level is 3)"),
        ("next player after host is leader", "the next player after the host is the leader"),
        ("level + 1 is 4 * 2", "the level + 1 is 8"),
    ],
)
def test_conditions(condition: str, words: str) -> None:
    made = items(f'if {condition}\n  host chooses one "?"\n    A "A": nothing\n    B "B": nothing')
    assert isinstance(made[0], Fork)
    assert made[0].subject == words


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("draw 2 from library to seat(1).reserve", "draw 2 cards from the library to player 1's reserve"),
        ("draw 1 from library to table_cards", "draw a card from the library to the table"),
        ("each player p: draw 1 from library to p.reserve",
         "for each player: draw a card from the library to the player's reserve"),
        ("move all table_cards to library", "move all of the table to the library"),
        ("move Bite from table_cards to library", "move a Bite from the table to the library"),
        ("move Dawn from table_cards to library", "move Dawn from the table to the library"),
        ("move 3 Night from box to library", "put 3 Night in the library"),
        ("shuffle library", "shuffle the library"),
        ("set dawn_broke to yes", "note: dawn broke"),
        ("set dawn_broke to no", "no longer: dawn broke"),
        ("set leader to next player after leader", "the next player after the leader becomes the leader"),
        ("add 2 to level", "add 2 to the level"),
        ("take 1 from seat(2).points", "take 1 from player 2's points"),
        ("set level to 4", "the level becomes 4"),
        ("if dawn_broke: set level to 4", "if dawn broke: the level becomes 4"),
        ("show table_cards to leader", "show the table to the leader"),
        ("set seat(1).sworn to yes", "mark player 1 “sworn”"),
        ("set seat(1).sworn to no", "no longer mark player 1 “sworn”"),
        ("set seat(1).sworn to dawn_broke", "player 1's sworn: dawn broke"),
        ("draw Deal(players).hand from library to table_cards", "draw 5 cards from the library to the table"),
        ("add Deal(players).bonus to level", "add 7 to the level"),
        ("draw level from library to table_cards", "draw as many cards as the level from the library to the table"),
        ("draw count Bite in table_cards from library to seat(1).reserve",
         "draw as many cards as there are Bite in the table from the library to player 1's reserve"),
        ("turn seat(1).badge face up", "turn player 1's badge face up"),
    ],
)  # fmt: skip
def test_statements(statement: str, words: str) -> None:
    made = items(statement)
    assert [i.text for i in made if isinstance(i, Plain)] == [words]


@pytest.mark.parametrize(("actor", "who"), [("leader", "the leader"), ("host", "the host"), ("seat(2)", "player 2")])
def test_who_decides(actor: str, who: str) -> None:
    made = items(f'{actor} chooses one "?"\n  A "A": nothing\n  B "B": nothing')
    assert isinstance(made[0], Ask)
    assert made[0].who == who


def test_each_player_decides_in_turn() -> None:
    made = items("""
each Guest p clockwise from leader
  p chooses card c in p.reserve "Give"
    move c to table_cards
""")
    assert isinstance(made[0], Round)
    assert made[0].label == "for each guest player, clockwise from the leader"
    assert isinstance(made[1], Ask)
    assert (made[1].who, made[1].choices) == ("each guest player", "a card")
    assert isinstance(made[2], Plain)
    assert made[2].text == "move the chosen card to the table"


def test_a_name_that_is_taken_is_the_other() -> None:
    made = items("each player p\n  each player q\n    if p.points > q.points: set leader to q")
    assert [i.text for i in made if isinstance(i, Plain)] == [
        "for each player: for each player (the other player): if the player's points are more than "
        "the other player's points: the other player becomes the leader"
    ]


def test_who_is_chosen_after_the_first_is_the_chosen_one_too() -> None:
    made = items("""
host chooses player p "Whom?"
  set leader to p
  host chooses player q where q is not leader "And whose reserve?"
    show q.reserve to host
""")
    assert [i.text for i in made if isinstance(i, Plain)] == [
        "the chosen player becomes the leader",
        "show the chosen player's reserve to the host",
    ]


def test_two_that_are_spoken_of_together_are_told_apart() -> None:
    made = items("""
host chooses player p "Whom?"
  host chooses player q "And who?"
    show q.reserve to p
""")
    assert [i.text for i in made if isinstance(i, Plain)] == [
        "show the other chosen player's reserve to the chosen player"
    ]


def test_each_row_of_a_table() -> None:
    made = items("each Deal d\n  draw d.hand from library to table_cards\n  add d.bonus to level")
    assert [i.text for i in made if isinstance(i, Plain)] == [
        "draw as many cards as the Deal's hand from the library to the table",
        "add the Deal's bonus to the level",
    ]


def test_a_row_that_is_looked_up_while_playing() -> None:
    made = read(Source("words.rules", HEAD.replace("PLAYERS", "3") + "  nothing\n"), Report()).program(3, {}, Report())
    assert made is not None
    row = ir.Cases(((ir.Read(ir.FieldRef("dawn_broke")), ir.Const(0)),), ir.Const(1))
    words = Words.of(made.program)
    assert words.quantity(ir.ColumnOf("Deal", "hand", row), "cards") == "as many cards as the Deal table says"
    assert words.quantity(ir.ColumnOf("Deal", "hand", ir.Const(1)), "cards") == "5 cards"


def test_members_in_a_number() -> None:
    made = items("set level to count (player p where p.points > 3 or (p is host and p.points < 1))")
    assert [i.text for i in made if isinstance(i, Plain)] == [
        "the level becomes the number of players whose points are more than 3 or (they are the host and their points "
        "are less than 1)"
    ]


def test_requirements_in_short() -> None:
    made = items("""
host chooses one "What?"
  Press "Press on"
    needs luck: library is not empty because "no card is left"
    needs calm: level < 4 because "it is too loud"
    needs long: level is 1 or level is 3 or level is 5 or level is 7 or level is 9 because "an odd night"
    draw 1 from library to table_cards
  Stop "Stop": nothing
""")
    assert isinstance(made[0], Ask)
    assert [a.conditions for a in made[0].alternatives] == [
        ("not if the library is empty", "only if the level is less than 4", "not always: “an odd night”"),
        (),
    ]


def test_two_players_are_opponents() -> None:
    made = items("each player p: set leader to next player after p", players=2)
    told = [i.text for i in made if isinstance(i, Plain)]
    assert told == ["for each player: the player's opponent becomes the leader"]


def test_a_draw_that_matters_is_chance() -> None:
    made = items("draw card c from library to table_cards\n  if c is Dawn: set dawn_broke to yes")
    assert [type(i) for i in made] == [Chance, Plain]
    assert isinstance(made[1], Plain)
    assert made[1].text == "if the drawn card is Dawn: note: dawn broke"


@pytest.mark.parametrize(
    ("statement", "verdict", "reason"),
    [
        ('Guest wins because "they hid"', "guest player wins", "they hid"),
        ("everyone draws", "a draw", ""),
        ("seat(1) loses", "player 1 loses", ""),
        ("everyone wins", "everyone wins", ""),
        ("the player p with the highest p.points then the lowest p.points wins",
         "whoever has the highest points, then the lowest points wins", ""),
    ],
)  # fmt: skip
def test_endings(statement: str, verdict: str, reason: str) -> None:
    made = [i for i in items(statement) if isinstance(i, Ending)]
    assert [(i.verdict, i.reason) for i in made] == [(verdict, reason)]
