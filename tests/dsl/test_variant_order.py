"""Several variants at once: the order they are asked for in never matters, and those that clash are refused."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.dsl import Report, Source, read
from rulewright.dsl.catalogue import message
from rulewright.dsl.pipeline import with_variants
from tests.dsl.varied import GAME, Laid, laid

# changes that have nothing to do with one another
APART = (
    "set goal to 5", 'set Draw to "Take"', "set Iron.count to 9", "set Silver.count to 9", 'set Silver.mood to Angry',
    "remove [S-8]", "set turns to 1", "replace procedure Forge(player p)\n"
    "    add p.held.worth to p.swords\n    move all p.held to heap\n    if p.held is Silver: do p.held.forge(p)\n"
    "    if some angry_ones q where q is p: take 1 from p.swords",
    "add to Ore\n    Gold 3 \"Gold\" 4 Calm", "add to Mood\n    Sad",
    "add to Work\n    Rest: nothing", "after Round.Count: announce best",
    "before setup\n    set turns to 2", "instead of Work if turns > 30: announce turns",
    "rename best to finest", "rename mine to shaft", "rename Round.Go to Visit", "rename heap to pile_of_ore",
    "set heap seen by all", "procedure Sing(player p): announce p\n  after Draw: do Sing(p)",
    "replace on Cursed.forge(player p): set anger to Angry", "set [S-7] to \"The bid\"",
)  # fmt: skip


def variant(name: str, lines: tuple[str, ...] | list[str], head: str = "") -> str:
    return f"variant {name} of smith{head}\n" + "".join(f"  {line}\n" for line in lines)


def tree(found: Laid) -> list[str]:
    """Everything declared, whatever the order."""
    return sorted(map(repr, found.rules.file.decls))


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_independent_variants_commute(data: st.DataObject) -> None:
    """Whichever comes first by its name, and whichever is asked for first, the game is the same."""
    chosen = data.draw(st.lists(st.sampled_from(APART), min_size=2, max_size=8, unique=True))
    cut = data.draw(st.integers(1, len(chosen) - 1))
    first, second = chosen[:cut], chosen[cut:]
    one = laid(variant("a", first), variant("b", second))
    assert not [d for d in one.problems if d.code.startswith("RW10")], [message(d) for d in one.problems]
    other_way = laid(variant("a", first), variant("b", second), on=("b", "a"))
    assert (other_way.rules.file, other_way.program) == (one.rules.file, one.program)
    assert other_way.rules.text_hash == one.rules.text_hash
    assert other_way.problems == one.problems
    turned = laid(variant("b", first), variant("a", second))
    assert tree(turned) == tree(one)


CLASH = {
    "both set a value": ("set goal to 5", "set goal to 6"),
    "both set a cell": ("set Iron.count to 5", "set Ore.Iron.count to 7"),
    "both set a text": ('set goal to "x"', 'set goal to "y"'),
    "both set a question": ('set Work to "x"', 'set Work.question to "y"'),
    "both say who sees": ("set heap seen by all", "set heap seen by seat(1)"),
    "both replace": ("replace value best = 1", "replace value best = 2"),
    "both remove": ("remove Work.Sell", "remove Work.Sell"),
    "both rename": ("rename best to finest", "rename best to greatest"),
    "one sets what the other removes": ("set Iron.count to 5", "remove Iron"),
    "one sets what the other replaces": ("set Iron.count to 5", 'replace in Ore\n    Iron 3 "Iron" 1 Calm'),
    "one sets inside what the other removes": ("set Forge.ore to \"x\"", "remove Round.Go"),
    "one replaces inside what the other replaces": (
        "replace Work.Sell: nothing", "replace step Work\n    announce best"
    ),
    "one hooks into what the other removes": ("after Work.Sell: announce best", "remove Work"),
    "one hooks inside what the other replaces": ("before Draw: announce best", "replace phase Go\n    announce best"),
    "one adds to what the other replaces": (
        'add to Ore\n    Tin 1 "Tin" 1 Calm', "replace cards Ore\n    kind\n    Iron"
    ),
    "one adds to what the other puts something in place of": (
        "add to Round.Count\n    announce best", "instead of Round.Count: announce turns"
    ),
    "both put something in its place": ("instead of Draw: announce best", "instead of Draw: announce turns"),
    "both add a row": ('add to Ore\n    Tin 1 "Tin" 1 Calm', 'add to Ore\n    Tin 2 "Tin" 1 Calm'),
    "both declare": ("field fame: 0..3", "option fame from 1 to 3, default 1"),
    "both add a step": ("after Draw\n    step Rest: announce 1", "before Work\n    step Rest: announce 2"),
    "both add an alternative": ("add to Work\n    Rest: nothing", "add to Work\n    Rest: announce 1"),
    "one adds what the other renames to": ("field fame: 0..3", "rename swords to fame"),
    "one removes what the other renames": ("rename Silver to Tin", "remove Ore.Silver"),
}  # fmt: skip


@pytest.mark.parametrize("name", CLASH)
def test_what_clashes_is_refused_in_either_order(name: str) -> None:
    one, other = CLASH[name]
    for first, second in ((one, other), (other, one)):
        found = laid(variant("a", [first]), variant("b", [second]))
        clashes = [d for d in found.problems if d.code == "RW1009"]
        assert clashes, [(d.code, message(d)) for d in found.problems]
        for d in clashes:
            places = {d.span.source.name, *(label.span.source.name for label in d.labels)}
            assert places == {"0.rules", "1.rules"} and d.span.source.name == "1.rules"
        assert (dict(clashes[0].facts)["one"], dict(clashes[0].facts)["other"]) == ("a", "b")
    alone = [laid(variant("a", [line])) for line in (one, other)]
    assert not [d for f in alone for d in f.problems if d.code.startswith("RW10")]


@pytest.mark.parametrize("name", CLASH)
def test_who_builds_on_the_other_may(name: str) -> None:
    """But not touch what is gone, nor bring what is there."""
    one, other = CLASH[name]
    found = laid(variant("a", [one]), variant("b", [other], "\n  requires a"))
    assert "RW1009" not in found.codes
    assert {c for c in found.codes if c.startswith("RW10")} <= {"RW1001", "RW1017", "RW1005"}


def test_later_changes_count() -> None:
    found = laid(
        variant("z", ["set goal to 5", "set Iron.count to 1", "replace step Draw\n    draw 2 from mine to heap"]),
        variant("a", ["requires z", "set goal to 6", "set Iron.count to 2", "add to Draw\n    announce best"]),
    )
    assert found.wrong == [] and found.program is not None
    assert dict(found.program.options) == {"goal": 6}
    assert next(c for c in found.program.classes if c.name == "Ore").copies[0] == 2
    assert found.program.variants == ("z", "a"), "what is built on comes first"


def test_what_is_built_on_is_on() -> None:
    texts = (
        "variant b of a\n  set goal to 6\n",
        variant("a", ["requires c", "set goal to 5"]),
        variant("c", ["set Iron.count to 1"]),
    )
    found = laid(*texts, on=("b",))
    assert found.problems == () and found.program is not None and found.program.variants == ("c", "a", "b")


def test_strangers_are_not_seen() -> None:
    """An address means the same whatever else is on: neither ambiguous because of others, nor found thanks to them."""
    adds = variant("a", ["after Round.Count\n    step Work: announce best", 'add to Ore\n    Tin 1 "Tin" 1 Calm'])
    sets = variant("b", ['set Work to "What now?"'])
    assert laid(adds, sets).problems == ()
    tin = variant("b", ["set Tin.count to 4"])
    assert laid(adds, tin).wrong == ["RW1001"]
    assert laid(adds, variant("b", ["requires a", "set Tin.count to 4"])).problems == ()


def test_what_was_taken_away_is_said() -> None:
    found = laid(variant("a", ["remove Silver"]), variant("b", ["requires a", "set Silver.count to 4"]))
    [problem] = [d for d in found.problems if d.code == "RW1001"]
    assert [label.text for label in problem.labels] == ["`a` removes it here"]
    assert problem.labels[0].span.source.name == "0.rules"


TWICE = (
    ["set goal to 5", "set goal to 6"],
    ["remove Silver", "set Silver.count to 1"],
    ["set Silver.count to 1", "remove Silver"],
    ["remove Work", "after Work.Sell: announce best"],
)


@pytest.mark.parametrize("lines", TWICE)
def test_one_variant_changes_a_thing_once(lines: list[str]) -> None:
    assert "RW1008" in laid(variant("a", lines)).codes


def test_one_variant_hooks_in_as_often_as_it_likes() -> None:
    assert laid(variant("a", ["before Draw: announce 1", "before Draw: announce 2"])).problems == ()


# ------------------------------------------------------------------ which are on


def test_circles() -> None:
    found = laid(
        "variant a of b\n  set goal to 5\n",
        "variant b of c\n  set turns to 1\n",
        "variant c of a\n  set Iron.count to 1\n",
    )
    [problem] = [d for d in found.problems if d.code == "RW1012"]
    assert message(problem).endswith("`a` → `b` → `c` → `a`")
    assert "RW1012" in laid("variant a of a\n  set goal to 5\n").codes


def test_excluded() -> None:
    texts = variant("a", ['excludes b because "they are opposites"', "set goal to 5"]), variant("b", ["set turns to 1"])
    for on in permutations(("a", "b")):
        [problem] = laid(*texts, on=on).problems
        assert problem.code == "RW1010" and "they are opposites" in message(problem)
        assert problem.labels[0].span.source.name == "1.rules"
    assert laid(*texts, on=("a",)).problems == () == laid(*texts, on=("b",)).problems


def test_nobody_is_called_so() -> None:
    found = laid(variant("a", ["requires bb", 'excludes c because "x"', "set goal to 5"]), on=("a",))
    assert found.wrong == ["RW1011"], "what is required must be there; what is excluded need not"
    assert laid("variant a of smth\n  set goal to 5\n").problems[0].help == "did you mean `smith`?"


@pytest.mark.parametrize(
    ("ranges", "players"),
    [
        ((" for 3 to 4 players", ""), (3, 4)),
        ((" for 3 players", " for 2 to 4 players"), (3, 3)),
        ((" for 5 to 6 players", ""), (5, 6)),
        ((" for 2 to 5 players", " for 3 to 8 players"), (3, 5)),
        (("", ""), (2, 4)),
    ],
)
def test_players(ranges: tuple[str, str], players: tuple[int, int]) -> None:
    texts = [
        variant(name, [line], head)
        for name, line, head in zip("ab", ("set goal to 5", "set turns to 1"), ranges, strict=True)
    ]
    found = laid(*texts)
    game = found.rules.game
    assert found.problems == () and game is not None and (game.least, game.most) == players


def test_players_that_do_not_meet() -> None:
    texts = variant("a", ["set goal to 5"], " for 2 players"), variant("b", ["set turns to 1"], " for 3 to 4 players")
    [problem] = laid(*texts).problems
    assert problem.code == "RW1021" and problem.labels[0].span.source.name == "0.rules"


# ------------------------------------------------------------------ identity


def test_identity_covers_base_and_variants() -> None:
    def identity(game: str, *texts: str, on: tuple[str, ...] = ()) -> str:
        return laid(*texts, game=game, on=on).rules.text_hash

    a, b = variant("a", ["set goal to 5"]), variant("b", ["set turns to 1"])
    plain = read(Source("smith.rules", GAME), Report())
    known = {
        plain.text_hash, identity(GAME, a), identity(GAME, b), identity(GAME, a, b), identity(GAME + "# x\n", a),
        identity(GAME, a.replace("5", "6")), identity(GAME, a, b.replace("1", "2")),
    }  # fmt: skip
    assert len(known) == 7
    assert identity(GAME, a, b, on=("a",)) == identity(GAME, a), "a variant that is not on does not count"
    assert with_variants(plain, [], [], Report()).applied == ()
