"""What chance has chosen is still known when chance chooses again by it, also where each draw waits for an answer."""

from __future__ import annotations

from random import Random

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.dsl import Report, Source, read
from tests.compiler.small import interpreter
from tests.properties.agreement import play_in_step

DRAFT = """game draft for 2 players
table Who
  who  name
  Ann  "Ann"
  Bob  "Bob"
  Cid  "Cid"
field role per player: Who = Ann
field chosen per player: yes/no
value free(Who c) = no player q where q.chosen and q.role is c
setup
  each player p: do Pick(p)
procedure Pick(player p)
  chance chooses Who a where free(a)
    chance chooses Who b where free(b) and b is not a
      p chooses Who c where c is a or c is b "Who are you?"
        set p.role to c
        set p.chosen to yes
      otherwise: nothing
    otherwise: nothing
  otherwise: nothing
phase End
  if seat(1).role is seat(2).role: everyone loses
  everyone draws
"""


def test_the_second_draw_depends_on_the_first() -> None:
    report = Report()
    made = read(Source("draft.rules", DRAFT), report).program(2, {}, report)
    assert made is not None and not report.problems, [d.code for d in report]
    engine = load_module(emit(made.program, events=True), "full")
    for seed in range(8):
        assert play_in_step(interpreter(made.program), engine, 2, Random(seed), 50).over
