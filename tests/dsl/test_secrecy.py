"""Leaks that are found before play, by whatever way a secret comes into a choice or a field."""

from __future__ import annotations

import pytest

from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.catalogue import errors

GAME = """game tiny for 2 players
field plan per player: 0..9 seen by owner
field shown: 0..9
value double(player q) = q.plan * 2
table Room
  room  near
  Hall  Attic+Cave
  Attic Hall+Cave
  Cave  Hall+Attic
field at per player: Room = Hall seen by owner
field dug per Room: yes/no
field known per Room: yes/no seen by nobody
field spot: Room = Hall
field seen_by_all per player: 0..9
procedure Ask(player a, 0..9 k)
  a chooses number n from 0 to 9 where n > k "Which?": set shown to n
  otherwise: nothing
procedure Pass(player a, 0..9 k): do Ask(a, k)
procedure Get(player a) gives 0..9: give a.plan
procedure Tell(0..9 k): set shown to k
procedure Dig(Room r): set r.dug to yes
procedure Walk(player a, Room r)
  a chooses Room x in r.near "Where to?": set a.at to x
  otherwise: nothing
procedure Best gives player
  if seat(1).plan > seat(2).plan: give seat(1)
  otherwise: give seat(2)
field past per player p: 0..9 seen by p, Trusted
field present per player p: 0..9 seen by p, Trusted
group Trusted = player p where p.trust
field trust per player: yes/no
phase Play repeats until shown is 9
  phase Turn for each player p
    let q = next player after p
    set p.plan to 3
    if p.past > 0 and p.trust: set p.trust to no
{lines}
    add 0 to shown
"""
CHOICE = "p chooses number n from 0 to 9 where {} \"Which?\": set shown to n\notherwise: nothing"
LEAKS = {
    "read in the condition": (CHOICE.format("n > q.plan"), "RW0703"),
    "in a value": (CHOICE.format("n > double(q)"), "RW0703"),
    "kept before": ("let k = q.plan\n" + CHOICE.format("n > k"), "RW0703"),
    "kept twice": ("let k = q.plan\nlet m = k + 1\n" + CHOICE.format("n > m"), "RW0703"),
    "put in later": ("let k = 1\nset k to q.plan\n" + CHOICE.format("n > k"), "RW0703"),
    "added": ("let k = 1\nadd q.plan to k\n" + CHOICE.format("n > k"), "RW0703"),
    "in a bound": ("p chooses number n from q.plan to 9 \"Which?\": set shown to n\notherwise: nothing", "RW0703"),
    "in a requirement": ("let k = q.plan\np chooses number n from 0 to 9 \"Which?\"\n  needs more: n > k because \"m\""
                         "\n  set shown to n\notherwise: nothing", "RW0703"),
    "set in the open": ("set shown to q.plan", "RW0701"),
    "set from what was kept": ("let k = q.plan\nset shown to k", "RW0701"),
    "another one's": ("set p.past to q.present", "RW0701"),
    "set for some": ("set shown to q.plan shown to p", "RW0701"),
}  # fmt: skip
FARTHER = {  # found over the whole program
    "handed to a procedure": ("do Ask(p, q.plan)", "RW0703"),
    "handed on": ("do Pass(p, q.plan)", "RW0703"),
    "given by a procedure": ("let k = do Get(q)\n" + CHOICE.format("n > k"), "RW0703"),
    "set from what a procedure gives": ("set shown to do Get(p)", "RW0701"),
    "set by a procedure": ("do Tell(p.plan)", "RW0701"),
    "an announcement that may not happen": ("let k = q.plan\nif shown > 3: announce k\nset shown to k", "RW0701"),
    "an announcement before it was put in": ("let k = 1\nannounce k\nset k to q.plan\nset shown to k", "RW0701"),
    "put in for the next round": ("let k = 1\nrepeat 2 times\n  set shown to k\n  set k to q.plan", "RW0701"),
    "a loop up to a secret": ("each number i from 0 to q.plan: set shown to i", "RW0701"),
    "chance from a secret set": ("chance chooses Room r in q.at.near: set spot to r\notherwise: nothing", "RW0701"),
    "the cell is secret": ("set q.at.dug to yes", "RW0701"),
    "the cell is secret, kept": ("let r = q.at\nset r.dug to yes", "RW0701"),
    "the cell is secret, handed on": ("do Dig(q.at)", "RW0701"),
    "a secret way to go": ("do Walk(p, q.at)", "RW0703"),
}  # fmt: skip
FINE = {
    "his own": CHOICE.format("n > p.plan"),
    "his own, kept": "let k = p.plan\n" + CHOICE.format("n > k"),
    "announced before": "let k = q.plan\nannounce k\n" + CHOICE.format("n > k"),
    "shown on purpose": "set shown to q.plan shown to all",
    "shown on purpose, kept": "let k = q.plan\nset shown to k shown to all",
    "from one secret to another with the same audience": "let k = p.present\nset p.past to k",
    "his own, handed to a procedure": "do Ask(p, p.plan)",
    "his own, handed on": "do Pass(p, p.plan)",
    "his own, given by a procedure": "let k = do Get(p)\n" + CHOICE.format("n > k"),
    "in the cell of a secret, on purpose": "set q.at.dug to yes shown to all",
    "in the cell of a secret, seen by the same": "set q.at.known to yes",
    "found out from a secret": "let w = do Best\nadd 1 to w.seen_by_all",
    "his own place": "do Walk(p, p.at)",
    "set from what was announced": "let k = q.plan\nannounce k\nset shown to k",
}


def problems(lines: str) -> list[str]:
    report = Report()
    text = GAME.format(lines="\n".join(f"    {line}" for line in lines.split("\n")))
    check(read(Source("tiny.rules", text), report), report)
    return sorted({d.code for d in errors(report)})


def test_calls_that_multiply_are_refused() -> None:
    """Who chooses, in the words of each caller: four ways to call, twenty deep."""
    ways = range(4)
    lines = ["game tiny for 2 players", "field shown: 0..9"]
    lines += [f"field next{n} per player: player = seat(1)" for n in ways]
    lines += ["procedure P0(player a, 0..9 n)", '  a chooses number m from 0 to 9 where m > n "Which?": set shown to m']
    lines += ["  otherwise: nothing"]
    for depth in range(1, 20):
        lines += [f"procedure P{depth}(player a, 0..9 n)"]
        lines += [f"  if shown is {n}: do P{depth - 1}(a.next{n}, n)" for n in ways]
    lines += ["phase Play repeats", "  do P19(seat(1), shown)", "  if shown is 9: everyone draws"]
    report = Report()
    read(Source("tiny.rules", "\n".join(lines) + "\n"), report).program(2, {}, report)
    assert "RW0117" in [d.code for d in errors(report)]


@pytest.mark.parametrize("way", FARTHER)
def test_a_leak_by_a_detour_is_refused(way: str) -> None:
    lines, code = FARTHER[way]
    assert problems(lines) == [code]


@pytest.mark.parametrize("way", LEAKS)
def test_a_leak_is_refused(way: str) -> None:
    lines, code = LEAKS[way]
    assert problems(lines) == [code]


@pytest.mark.parametrize("way", FINE)
def test_what_is_no_leak_is_let_through(way: str) -> None:
    assert problems(FINE[way]) == []
