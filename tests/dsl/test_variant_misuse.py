"""Changes that a variant cannot make: each is found where it is, with advice, and does not hide the others."""

from __future__ import annotations

import pytest

from rulewright.dsl.catalogue import message
from tests.dsl.varied import laid, one

WRONG = {
    "an address with a slip": ("set gaol to 3", "RW1001", "gaol"),
    "a place that is not there": ("after Round.Dawn: announce best", "RW1001", "Round.Dawn"),
    "a step of another phase": ("remove Round.Draw.Sell", "RW1001", "Round.Draw.Sell"),
    "an address of two things": ("set forge to 3", "RW1002", "forge"),
    "no such rule": ("remove [S-99]", "RW1003", "[S-99]"),
    "two rules in one address": ("remove [S-7, S-8]", "RW1003", "[S-7, S-8]"),
    "a value for a phase": ("set Draw to 3", "RW1005", "Draw"),
    "a value for a question": ("set Work.question to 3", "RW1005", "Work.question"),
    "a value for several cases": ("set share to 3", "RW1005", "share"),
    "a title for a row without one": ('set Wage.1 to "low"', "RW1005", "Wage.1"),
    "a text for a cell": ('set Iron.worth to "much"', "RW1005", "Iron.worth"),
    "a text for a value": ('set best to "best"', "RW1005", "best"),
    "an audience for an option": ("set goal seen by all", "RW1005", "goal"),
    "the game removed": ("remove smith", "RW1005", "smith"),
    "a cell removed": ("remove Iron.worth", "RW1005", "Iron.worth"),
    "the set-up renamed": ("rename setup to start", "RW1005", "setup"),
    "a behaviour renamed": ("rename Cursed.forge to hit", "RW1005", "Cursed.forge"),
    "a question of none": ('set Draw.question to "?"', "RW1006", "Draw.question"),
    "the same value": ("set goal to 4", "RW1007", "set goal to 4"),
    "the same cell": ("set Iron.count to 6", "RW1007", "set Iron.count to 6"),
    "the same text": ('set goal to "Swords that win"', "RW1007", 'set goal to "Swords that win"'),
    "the same audience": ("set heap seen by nobody", "RW1007", "set heap seen by nobody"),
    "the same declaration": (
        "replace setup\n    move all Ore from box to mine\n    shuffle mine", "RW1007", "replace setup"
    ),
    "the same row": ('replace in Ore\n    Iron 6 "Iron" 1 Calm', "RW1007", 'Iron 6 "Iron" 1 Calm'),
    "the same name": ("rename goal to goal", "RW1007", "rename goal to goal"),
    "nothing before": ("before Draw: nothing", "RW1007", "before Draw: nothing"),
    "nothing added": ("add to setup\n    nothing", "RW1007", "add to setup"),
    "the original alone": ("instead of Draw: original", "RW1007", "instead of Draw: original"),
    "another word": ("replace pile mine of Ore seen by nobody", "RW1013", "mine"),
    "another word for a step": ("replace phase Draw: announce best", "RW1013", "Draw"),
    "after a field": ("after swords: announce best", "RW1014", "swords"),
    "before a check": ("before [S-10]: announce best", "RW1014", "[S-10]"),
    "instead of an option": ("instead of goal: announce best", "RW1014", "goal"),
    "rows of a phase": ("add to Draw\n    Gold 3", "RW1015", "Gold 3"),
    "statements of a table": ("add to Ore\n    announce best", "RW1015", "announce best"),
    "an alternative without a choice": ("add to Draw\n    Rest: nothing", "RW1015", "Rest: nothing"),
    "a requirement of a menu": (
        'add to Work\n    needs x: best > 1 because "y"', "RW1015", 'needs x: best > 1 because "y"'
    ),
    "a behaviour of a table": ("add to Ore\n    on hit: nothing", "RW1015", "on hit: nothing"),
    "a member with cells": ("add to Mood\n    Sad 3", "RW1015", "Sad 3"),
    "a row that is not there": ('replace in Ore\n    Gold 6 "Gold" 1 Calm', "RW1016", "Gold"),
    "rows in a field": ("replace in swords\n    Gold 6", "RW1005", "swords"),
    "a name that is taken": ("field goal: 0..3", "RW1017", "goal"),
    "a name that would hide a row": ("field Iron: 0..3", "RW1017", "Iron"),
    "a new name that would hide a row": ("rename swords to Silver", "RW1017", "Silver"),
    "a row that would be hidden": ('add to Ore\n    goal 3 "Goal" 1 Calm', "RW1017", "goal"),
    "a member that would be hidden": ("add to Mood\n    best", "RW1017", "best"),
    "a second score": ("score player p = 3", "RW1017", "score player p = 3"),
    "a row that is there": ('add to Ore\n    Iron 3 "Iron" 1 Calm', "RW1017", "Iron"),
    "an alternative that is there": ("add to Work\n    Sell: nothing", "RW1017", "Sell"),
    "a requirement that is there": ('add to Work.Forge\n    needs ore: 1 is 2 because "x"', "RW1017", "ore"),
    "a behaviour that is there": ("add to Silver\n    on forge(player p): nothing", "RW1017", "forge"),
    "a step that is there": ("after Draw\n    step Work: announce best", "RW1017", "Work"),
    "a new name that is taken": ("rename swords to anger", "RW1017", "anger"),
    "every alternative": ("remove Work.Forge, Sell", "RW1018", "Work.Forge"),
    "every member": ("remove Calm, Angry", "RW1018", "Calm"),
    "statements at the top": ("after Round: announce best", "RW1024", "after Round: announce best"),
    "an original elsewhere": ("before Draw: original", "RW1026", "original"),
    "two phases from one": ("instead of Round.Go\n    original\n    original", "RW1025", "instead of Round.Go"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_misuse_is_found_where_it_is(name: str) -> None:
    line, code, where = WRONG[name]
    found = laid(one(line))
    mine = [d for d in found.problems if d.code.startswith("RW10")]
    assert [d.code for d in mine][:1] == [code], [(d.code, message(d)) for d in found.problems]
    [problem, *_] = mine
    assert problem.span.source.name == "0.rules"
    assert problem.span.source.text[problem.span.start : problem.span.end].rstrip() == where


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("set gaol to 3", "did you mean `goal`?"),
        ("remove Round.Sell", "did you mean `Round.Go.Work.Sell`?"),
        ("remove Work.Sel", "did you mean `Round.Go.Work.Sell`?"),
        ("set Iron.wort to 3", "did you mean `Ore.Iron.worth`?"),
        ("remove [s-7]", "did you mean `[S-7]`?"),
        ("remove Work.Everything", "inside `Round.Go.Work` there is `Forge` and `Sell`"),
        ("set share to 3", "with several cases it is replaced as a whole: `replace value ...`"),
    ],
)
def test_advice(line: str, advice: str) -> None:
    assert laid(one(line)).problems[0].help == advice


def test_every_independent_mistake_in_one_run() -> None:
    text = one("set gaol to 3", "remove [S-99]", "after swords: announce best", "add to Draw\n  Gold 3", "sett x to 3",
               "after Draw: announce nonsense", "set goal to 99")  # fmt: skip
    found = laid(text)
    assert sorted(found.wrong) == sorted(["RW1001", "RW1003", "RW1014", "RW1015", "RW0101", "RW0201", "RW0303"])
