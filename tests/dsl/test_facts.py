"""What is known not to be none, and until when."""

from __future__ import annotations

import pytest

from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.catalogue import errors

GAME = """game tiny for 2 players
field x: player or none
field points per player: 0..9
value best: player or none
  seat(1)  if seat(1).points > seat(2).points
  none     otherwise
procedure P(player q)
  add 1 to q.points
  set x to none
procedure Q: set x to none
phase Play
  let y = x
{lines}
  everyone draws
"""
KNOWN = {
    "tested": "if x is not none: add 1 to x.points",
    "handed on": "if x is not none: do P(x)",
    "a local survives a call": "if y is not none\n  do P(y)\n  do P(y)",
    "a local survives a change of a field": "if y is not none\n  set x to none\n  do P(y)",
    "a value": "if best is not none: add 1 to best.points",
    "in a loop that changes something else": "if x is not none\n  repeat 2 times: add 1 to x.points",
    "tested in the loop": "repeat 2 times\n  if x is not none\n    add 1 to x.points\n    set x to none",
    "while": "repeat while x is not none\n  add 1 to x.points\n  set x to none",
}
UNKNOWN = {
    "not tested": "add 1 to x.points",
    "set since": "if x is not none\n  set x to none\n  add 1 to x.points",
    "a call since": "if x is not none\n  do P(x)\n  do P(x)",
    "a local set since": "if y is not none\n  set y to none\n  do P(y)",
    "a value that may have changed": "if best is not none\n  set seat(2).points to 9\n  add 1 to best.points",
    "set later in the loop": "if x is not none\n  repeat 2 times\n    add 1 to x.points\n    set x to none",
    "a local set later in the loop": "if y is not none\n  repeat 2 times\n    add 1 to y.points\n    set y to none",
    "a call later in the loop": "if x is not none\n  each player q\n    add 1 to x.points\n    do P(q)",
    "a phase that goes round": "if x is not none\n  phase Go repeats until x is none\n    add 1 to x.points\n    do Q",
    "after the loop": "if x is not none\n  repeat 2 times: set x to none\n  add 1 to x.points",
}


def found(lines: str) -> list[str]:
    report = Report()
    text = GAME.format(lines="\n".join(f"  {line}" for line in lines.split("\n")))
    check(read(Source("tiny.rules", text), report), report)
    return [d.code for d in errors(report)]


@pytest.mark.parametrize("case", KNOWN)
def test_it_is_known(case: str) -> None:
    assert found(KNOWN[case]) == []


@pytest.mark.parametrize("case", UNKNOWN)
def test_it_is_not_known(case: str) -> None:
    assert found(UNKNOWN[case]) == ["RW0308"]
