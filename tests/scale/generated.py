"""A seed and a number of lines to the text of a valid game of about that length, made of ever more towns.

A town is what a designer adds to a big game: some hundred and thirty lines of cards, places, rules and a phase of its
own. Each uses what other towns declare, wherever they stand in the file (`country.py` says what may use what), so a
longer text has more things, more names and more ties between them, but no bigger ones: how a game grows.
"""

from __future__ import annotations

from random import Random

from tests.scale.country import Country
from tests.scale.town import town_lines

LINES_OF_A_TOWN = 129  # about; how many towns there are follows from it
TOWNS_OF_A_SCENARIO = 8

HEAD = """\
# Made by tests/scale: a game as long as you like.
game country "The Country" for 2 to 3 players                        [C-1]
  "Go from town to town, trade, and be the one people talk about."

accounts for                                                          [C-1..C-9]
omits because "it is about the weather, which does not matter"        [C-9]

option patience from 1 to 3, default 1 "Years the game lasts"
option open_books as yes/no, default no "Purses lie open"
check patience * players <= 9 because "nobody has the time"

enum Weather: Fair, Wet "Wet and windy", Icy
dice Fate "The die of fate"
  side    count
  Bad     2
  Mixed   3
  Good    1
table Allowance
  players  purse  tries
  2        6      3
  3        5      2

field fame "fame" per player: 0..200 clamped
field sky "the sky": Weather = Fair
field years: 0..9
field first "who begins": player = seat(1)
field favourite "the favourite": player or none
field heard per player: set of player

value richest = highest(q.fame over player q)
group Leaders "the leaders" = player p where p.fame > 0 and p.fame is richest
score player p = p.fame

setup                                                                 [C-2]
  chance chooses player p: set first to p
  each player p: set p.fame to Allowance(players).purse

phase Opening "Before the journey"                                    [C-3]
  let fate = roll Fate
  if fate is Bad: set sky to Icy
  otherwise if fate is Mixed: set sky to Wet
  each player p clockwise from first
    p may choose player q where q is not p "Whom do you listen to?": set p.heard to (player k where k is q)
    otherwise: nothing
  if open_books and sky is not Icy
    each player p: announce p.fame "They say"
  repeat Allowance(players).tries times: add 1 to first.fame
"""

TAIL = """\
phase Years "The years pass" repeats until years >= patience          [C-4]
  phase Evening for each player p clockwise after first
    p chooses one "The evening of the year"                           [C-5]
      Rest "Rest": nothing
      Boast "Boast"
        needs fame: p.fame > 3 because "nobody would listen"
        add count (player q where p in q.heard) to p.fame
      Gamble "Gamble"
        let n = roll d6
        if n > 3: add n to p.fame
        otherwise: take 2 from p.fame
  add 1 to years
  set sky to next Weather after sky

phase Close                                                           [C-6]
  check richest >= 0 because "fame is never below nothing"
  if favourite is not none and favourite in Leaders: favourite wins because "loved by all"
  if sky is Fair: the player p with the highest p.fame then the lowest count p.heard wins because "the most fame"
  end game
as soon as player p where p.fame >= 200: p wins because "everybody talks of nobody else"   [C-7]
"""


def generated(lines: int, seed: int = 1) -> str:
    """The text of a game of about so many lines. The same arguments give the same text."""
    towns = max(2, round((lines - HEAD.count("\n") - TAIL.count("\n")) / LINES_OF_A_TOWN))
    random = Random(seed)
    country = Country(towns, random)
    parts = [HEAD]
    for place in country.in_file_order():
        parts.append("\n".join(town_lines(country, place)) + "\n")
    parts.append(TAIL)
    parts += [scenario(number) for number in range(0, towns, TOWNS_OF_A_SCENARIO)]
    return "\n".join(parts)


def scenario(number: int) -> str:
    return f"""\
scenario journey_{number} "A journey comes to its end" of country for 2 players   [C-8]
  seats Ada, Ben
  option patience = {1 + number % 3}
  play freely to the end
  expect Ada.fame >= 0 and Ben.fame <= 200
"""
