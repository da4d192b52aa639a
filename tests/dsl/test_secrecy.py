"""Leaks that are found before play, by whatever way a secret comes into a choice or a field."""

from __future__ import annotations

import pytest

from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.catalogue import errors

GAME = """game tiny for 2 players
field plan per player: 0..9 seen by owner
field shown: 0..9
value double(player q) = q.plan * 2
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
FINE = {
    "his own": CHOICE.format("n > p.plan"),
    "his own, kept": "let k = p.plan\n" + CHOICE.format("n > k"),
    "announced before": "let k = q.plan\nannounce k\n" + CHOICE.format("n > k"),
    "shown on purpose": "set shown to q.plan shown to all",
    "shown on purpose, kept": "let k = q.plan\nset shown to k shown to all",
    "from one secret to another with the same audience": "let k = p.present\nset p.past to k",
    "set from what was announced": "let k = q.plan\nannounce k\nset shown to k",
}


def problems(lines: str) -> list[str]:
    report = Report()
    text = GAME.format(lines="\n".join(f"    {line}" for line in lines.split("\n")))
    check(read(Source("tiny.rules", text), report), report)
    return sorted({d.code for d in errors(report)})


@pytest.mark.parametrize("way", LEAKS)
def test_a_leak_is_refused(way: str) -> None:
    lines, code = LEAKS[way]
    assert problems(lines) == [code]


@pytest.mark.parametrize("way", FINE)
def test_what_is_no_leak_is_let_through(way: str) -> None:
    assert problems(FINE[way]) == []
