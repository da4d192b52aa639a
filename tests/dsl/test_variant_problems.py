"""Problems say which file they come from: what a variant breaks in its game is shown beside the variant's line."""

from __future__ import annotations

import pytest

from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.compiler.reference import Interpreter
from rulewright.dsl import Report, Source, check, ir, read
from rulewright.dsl.catalogue import errors, message
from rulewright.dsl.render import render
from rulewright.dsl.walk import below
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.state import start
from tests.dsl.varied import GAME, laid, one

# a change; the problem it makes in the game, and the words it is about; the variant's words beside it
BROKEN = {
    "removed but used": ("remove Cursed", "RW0201", "Cursed", "Cursed"),
    "a field removed": ("remove anger", "RW0201", "anger", "anger"),
    "an option removed": ("remove goal", "RW0201", "goal", "goal"),
    "a class removed": ("remove Ore", "RW0210", "Ore", "Ore"),
    "a changed type": ("replace field swords per player: yes/no", "RW0301", "p.swords", "replace field swords"),
    "other parameters": ("replace procedure Forge: shuffle mine", "RW0305", "Forge(p)", "replace procedure Forge"),
    "a value that is none any more": (
        "remove best\nprocedure best: shuffle mine", "RW0203", "best", "best"
    ),
    "a column that is gone": (
        'replace cards Ore\n  kind count\n  Iron 3\n  Silver 2\n    on forge(player p): nothing\n  Cursed 1',
        "RW0202",
        "mood", "replace cards Ore",
    ),
    "never reached": ("before Work\n  end Round", "RW0601", "step Work", "before Work"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_breaks_a_use_is_shown_beside_it(name: str) -> None:
    change, code, used, where = BROKEN[name]
    found = laid(one(*change.split("\n")) if not change.startswith(("replace cards", "before")) else one(change))
    [problem, *_] = [d for d in found.problems if d.code == code and d.span.source.name == "smith.rules"]
    text = problem.span.source.text[problem.span.start : problem.span.end]
    assert used in text, text
    assert problem.labels, "the variant's line is beside it"
    [label, *_] = problem.labels
    assert label.span.source.name == "0.rules"
    assert label.span.source.text[label.span.start : label.span.end].startswith(where)


def test_the_other_file_is_named() -> None:
    [problem] = [d for d in laid(one("remove Cursed")).problems if d.code == "RW0201"]
    lines = render(problem).split("\n")
    assert lines[1].startswith("   --> smith.rules:") and lines[4].strip() == "|" + " " * 36 + "^^^^^^"
    assert lines[5:8] == [
        "   ::: 0.rules:2:10",
        " 2 |   remove Cursed",
        "   |          ------ `Cursed` is removed here",
    ]


def test_what_is_wrong_with_the_game_itself_is_not_blamed_on_a_variant() -> None:
    wrong = GAME.replace("if turns is 50: end", "if turms is 50: end")
    [problem] = laid(one("set goal to 6"), game=wrong).problems
    assert problem.code == "RW0201" and [label.span.source.name for label in problem.labels] == ["smith.rules"]


def test_what_is_wrong_in_a_variant_is_shown_there() -> None:
    found = laid(one("after Draw\n  announce nonsense\n  set p.swords to yes", "set goal to 99"))
    assert sorted(found.wrong) == ["RW0201", "RW0302", "RW0303"]
    assert {d.span.source.name for d in found.problems} == {"0.rules"}


def test_faults_name_the_line_of_the_variant() -> None:
    found = laid(one("after Draw: set p.swords to turns * 90"))
    assert found.problems == () and found.program is not None
    for engine in (
        load_module(emit(found.program, events=True), "smith"),
        Interpreter(found.program, _schema(found.program)),
    ):
        state = start(engine, 1)
        with pytest.raises(RuleFault) as caught:
            while True:
                state.apply(state.option_ids[-1])
        assert caught.value.where == "0.rules:2"


def _schema(program: ir.Program):  # type: ignore[no-untyped-def]
    from rulewright.compiler.layout import lay_out
    from rulewright.compiler.schema_of import schema_of

    return schema_of(program, lay_out(program))


def test_every_node_knows_its_file() -> None:
    found = laid(one("after Draw: announce best", "field fame: 0..3", "replace step Count\n  add 1 to turns"))
    assert found.program is not None
    places = {n.span.source.name for n in below(found.program) if getattr(n, "span", None) is not None and n.span.end}
    assert places == {"smith.rules", "0.rules"}


# ------------------------------------------------------------------ checking


def checked(*variants: str, game: str = GAME) -> Report:
    report = Report()
    rules = read(Source("smith.rules", game), report)
    check(rules, report, [read(Source(f"{n}.rules", text), report) for n, text in enumerate(variants)])
    return report


def test_a_game_is_checked_with_each_of_its_variants() -> None:
    fine = "variant a of smith\n  set goal to 6\n"
    few = "variant b of smith\n  set Iron.count to players - 4\n"
    odd = "variant c of smith\n  option odd from 0 to 3, default 2\n  set Iron.count to odd - 1\n"
    assert list(checked(fine)) == []
    assert {(d.code, d.span.source.name) for d in checked(fine, few)} == {("RW0218", "1.rules")}
    [problem] = checked(odd)
    assert problem.code == "RW0218" and "`odd` is 0" in problem.help


def test_a_variant_that_makes_no_difference() -> None:
    assert [d.code for d in checked("variant a of smith\n  set swords to 0\n")] == ["RW1028"]
    [problem] = checked("variant a of smith\n  set goal to 6\n  set swords to 0\n")
    assert problem.code == "RW1032" and problem.span.line == 3
    half = "variant a of smith\n  set Iron.count to players * 3\n  set goal to 6\n"
    assert list(checked(half)) == [], "it makes a difference with three players"
    built = "variant a of smith\n  set goal to 6\nvariant b of a\n  set swords to 0\n"
    assert [d.code for d in checked(built)] == ["RW1028"], "what it is built on does not count as its own"


def test_lines_of_a_variant_that_are_never_reached_are_refused() -> None:
    found = laid(one("after Draw\n  end Round.Go\n  announce best"))
    assert ("RW1032", 4) in [(d.code, d.span.line) for d in found.problems]
    never = laid(one("instead of Work if 1 is 2: announce best"))
    assert never.wrong == ["RW1032"]


def test_a_refused_change_is_not_reported_twice() -> None:
    """What follows in the game from a change that was left out is no second problem."""
    report = checked("variant a of smith\n  remove Cursed, Slver\n")
    assert [d.code for d in report] == ["RW1001"]


def test_a_broken_line_of_a_variant_is_one_problem() -> None:
    report = checked("variant a of smith\n  sett goal to 3\n  set turns to 1\n")
    assert [d.code for d in report] == ["RW0101"]


def test_the_game_itself_is_checked_first() -> None:
    report = checked(
        "variant a of smith\n  set goal to 6\n  set gaol to 6\n", game=GAME.replace("turns is 50", "turms is 50")
    )
    assert [(d.code, d.span.source.name) for d in report] == [("RW1001", "0.rules"), ("RW0201", "smith.rules")]


# ------------------------------------------------------------------ hostile

TINY = """\
game smith for 2 players
option goal from 1 to 9, default 4
phase Draw: announce goal
phase End: everyone wins
"""
HEAD = "variant v of smith\n"
HOSTILE = {
    "many verbs": HEAD + "".join(f"  before Draw: announce {n}\n" for n in range(400)),
    "many wrong addresses": HEAD + "".join(f"  set nothing{n}.there to {n}\n" for n in range(1000)),
    "many long addresses": HEAD + "".join(f"  set {'.'.join(['Draw'] * 150)} to {n}\n" for n in range(60)),
    "many fields": HEAD + "".join(f"  field f{n}: 0..9\n" for n in range(1000)),
    "many rows": HEAD + "  add to Ore\n" + "".join(f'    R{n} 1 "x" 1 Calm\n' for n in range(1000)),
    "many removals": HEAD + "  remove " + ", ".join(["Silver"] * 250) + "\n",
    "many renames": HEAD + "".join(f"  field f{n}: 0..9\n" for n in range(500)) + "  rename goal to aim\n",
    "many variants": "".join(f"variant v{n} of smith\n  set goal to 5\n" for n in range(500)),
    "many that build on each other": "".join(
        f"variant v{n} of {f'v{n - 1}' if n else 'smith'}\n  before Draw: announce {n}\n" for n in range(60)
    ),
    "a long circle": "".join(f"variant v{n} of v{(n + 1) % 60}\n  before Draw: announce {n}\n" for n in range(60)),
    "many that require many": "".join(
        f"variant v{n} of smith\n" + "".join(f"  requires v{m}\n" for m in range(n)) + "  before Draw: announce 1\n"
        for n in range(50)
    ),
    "many that exclude many": "".join(
        f"variant v{n} of smith\n  before Draw: announce 1\n"
        + "".join(f'  excludes v{m} because "x"\n' for m in range(n))
        for n in range(50)
    ),
    "wraps that double": HEAD + "  instead of Draw if turns > 3\n    original\n    announce 1\n" * 60,
    "wraps inside wraps": HEAD + "  instead of Draw\n    announce 1\n    original\n" * 400,
    "a deep body": HEAD
    + "  after Draw\n"
    + "".join("  " * n + f"if turns > {n}\n" for n in range(2, 22))
    + "  " * 22
    + "announce 1\n",
    "brackets": HEAD + "  set goal to " + "(" * 900 + "\n",
    "nothing but a header": HEAD,
    "a variant of itself": "variant v of v\n  set goal to 5\n",
    "a thousand players": "variant v of smith for 1 to 100000000000000000000 players\n  set goal to 5\n",
    "a name of a thousand letters": HEAD + f"  rename goal to {'x' * 1500}\n",
    "references": HEAD + "  remove [" + "S-1, " * 300 + "]\n",
    "an original everywhere": HEAD + "  before Draw\n" + "    original\n" * 500,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_variants_end_in_a_report(name: str) -> None:
    for d in checked(HOSTILE[name], game=TINY if "variant v1 " in HOSTILE[name] else GAME):
        assert message(d) and render(d)


def test_hostile_variants_are_refused_where_they_are_too_much() -> None:
    for name in ("wraps that double", "wraps inside wraps"):
        assert "RW1029" in {d.code for d in errors(checked(HOSTILE[name]))}


def test_what_another_variant_took_away_is_shown_beside_a_use_in_a_variant() -> None:
    lines = ("option depth from 1 to 3, default 2", "field deep: 0..9 = depth", "after Work: add 1 to deep")
    found = laid("variant a of smith\n" + "".join(f"  {line}\n" for line in lines), "variant b of a\n  remove depth\n")
    [problem] = [d for d in found.problems if d.code == "RW0201"]
    assert [label.text for label in problem.labels] == ["`depth` is removed here"]
    assert problem.labels[0].span.source is not problem.span.source


def test_what_follows_from_a_name_that_is_gone_is_not_told() -> None:
    assert {d.code for d in laid(one("remove goal")).problems} == {"RW0201"}
