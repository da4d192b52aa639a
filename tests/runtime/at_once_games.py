"""Games for two and three in which several choose at once. A field `stage` that all see counts what has been chosen, so
that tests see from outside where one choice at once ends and the next begins."""

from __future__ import annotations

STALL = """game stall "Stall" for 3 players
cards Ware
  kind    count
  Fish    3
  Salt    3
  Silk    1
deck stock of Ware seen by nobody
pile hand of Ware per player seen by owner
pile table of Ware seen by all
field host: player
field stage: 0..40
field price per player: -2..9
field idle per player: 0..9
field friend per player: player or none
score player p = p.price

setup
  move all Ware from box to stock
  shuffle stock
  each player p: draw 2 from stock to p.hand
  set host to seat(2)

phase Day repeats until stage >= 12
  phase Offer
    at once each player q where q is not host
      q chooses card c in q.hand "What do you offer?"
        needs dear: q.price < 3 or c is not Silk because "you are too rich for silk"
        move c to table
        q chooses number n from -2 to 2 "For how much?": set q.price to n
        add 1 to stage
      otherwise: add 1 to q.idle
    add 1 to stage
  phase Vote
    repeat 2 times
      at once each player q
        q chooses player r where r is not q and r.friend is not q "Whose friend are you?"
          set q.friend to r
        otherwise: set q.friend to none
      add 1 to stage
  phase Night
    draw 1 from stock to host.hand
    set host to next player after host
    if some player p where p.idle >= 2: end Day

phase End: the player p with the highest p.price wins because "rich"
"""

# One asks again what another asks, in a body that is carried out once for each seat.
NESTED = """game nested "Nested" for 2 players
enum Side: Heads, Tails
field stage: 0..40
field said per player: Side or none
field left per player: 0..2 = 2

phase Round repeats until stage >= 9
  at once each player q
    q chooses Side s "Which?"
      set q.said to s
      add 1 to stage
      at once each player r where r.left > 0
        r chooses number n from 1 to r.left "How many?": take n from r.left
        otherwise: nothing
      add 1 to stage
  if seat(1).said is seat(2).said
    each player q: set q.left to 2
"""

# What is carried out breaks; only if both say so.
BREAKS = """game breaks "Breaks" for 2 players
field sum: 0..3
phase Round repeats
  at once each player q
    q chooses number n from 0 to 2 "How many?": add n to sum
  set sum to 0
"""

# The same point asks one seat again and again; the other cannot choose any more.
ALONE = """game alone "Alone" for 2 players
field stage: 0..9
field left per player: 0..5
setup
  set seat(1).left to 1
  set seat(2).left to 3
phase Round repeats until stage >= 4
  at once each player q
    q chooses number n from 1 to q.left "How many?": take n from q.left
    otherwise: nothing
  add 1 to stage
"""

# Carrying out ends the round before all is carried out, so that an answer stays behind where answers are kept.
LEAVES = """game leaves "Leaves" for 3 players
field stage: 0..9
field sum: 0..9
phase Round repeats until stage >= 6
  add 1 to stage
  at once each player q
    q chooses number n from 0 to 1 "How many?"
      if n is 0: end Round
      set sum to n
  if sum > 9: seat(1) wins because "never"
"""
