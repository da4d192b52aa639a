"""Small games with boards, for tests of how these are drawn and told."""

from __future__ import annotations

from rulewright.dsl import Report, Source, ir, read
from rulewright.dsl.catalogue import errors

MANOR = """game manor "The Manor" for 2 players
enum Kind: Open, Door "A door", Locked
table Room "Rooms"
  room     name           floor  dark
  Hall     "The Hall"     0      no
  Kitchen  "The Kitchen"  0      no
  Cellar   "The Cellar"   0      yes
  Landing  "The Landing"  1      no
  Attic    "The Attic"    1      yes
links Way "Ways" between Room
  from     to       kind    steps
  Hall     Kitchen  Open    1
  Kitchen  Cellar   Locked  3
  Hall     Landing  Open    2
  Landing  Attic    Door    1
  Attic    Cellar   Door    1
tokens Thing "Things"
  kind  count  name
  Coin  4      "Coin"
  Bone  4      "Bone"

field at "place" per player: Room = Hall seen by owner
field figure per player: Room or none
field shut per Way w: yes/no = w.kind is Locked
field dust per Room: 0..9
field lit per Room r: yes/no = not r.dark
field watched: Room or none
pile hidden of Thing per Room seen by nobody
pile lying of Thing per Room seen by all

setup
  set seat(1).at to Attic
  move 2 Coin from box to Cellar.hidden
  move 2 Bone from box to Hall.hidden
  move 1 Coin from box to Kitchen.lying

phase Night repeats
  phase Haunt
    seat(1) chooses Way w at seat(1).at "Where does the ghost go?": set seat(1).at to w.beyond(seat(1).at)
    otherwise: nothing
  phase Search
    seat(2) chooses Way w at seat(2).at where not w.shut "Where do you go?"
      set seat(2).at to w.beyond(seat(2).at)
      set seat(2).figure to seat(2).at shown to all
      set seat(2).at.lit to yes shown to all
      set watched to Cellar
    otherwise: nothing
    each Way w where w.kind is Locked: set w.shut to no
    add 1 to Kitchen.dust
    if Kitchen.dust is 9: everyone draws
"""


def program(text: str, players: int = 2) -> ir.Program:
    """The game that a text is."""
    report = Report()
    made = read(Source("small.rules", text), report).program(players, {}, report)
    assert made is not None and not errors(report), [str(d) for d in errors(report)]
    return made.program
