"""What each verb of a variant does."""

from __future__ import annotations

from typing import Any

from rulewright.dsl import ast, ir
from rulewright.dsl.catalogue import message
from rulewright.dsl.walk import below
from tests.dsl.varied import GAME, laid, one


def program(*lines: str, players: int = 2) -> ir.Program:
    """The program with a variant that has nothing wrong (what it takes away may leave something unused)."""
    found = laid(one(*lines), players=players)
    assert found.wrong == [], [(d.code, message(d)) for d in found.problems]
    assert found.program is not None
    return found.program


def block(made: ir.Program, path: str) -> ir.Block:
    return next(n for n in below(made) if isinstance(n, ir.Block) and n.path == path)


def choice(made: ir.Program, path: str) -> ir.Choose:
    return next(n for n in below(block(made, path)) if isinstance(n, ir.Choose))


def cls(made: ir.Program, name: str) -> ir.Class:
    return next(c for c in made.classes if c.name == name)


def field(made: ir.Program, name: str) -> ir.Field:
    return next(f for f in made.fields if f.name == name)


def zone(made: ir.Program, name: str) -> ir.Zone:
    return next(z for z in made.zones if z.name == name)


def test_the_game_is_sound_and_stays_as_it_is() -> None:
    assert laid().problems == ()


# ------------------------------------------------------------------ set


def test_set_a_value() -> None:
    assert dict(program("set goal to 6").options) == {"goal": 6}
    assert field(program("set anger to Angry"), "anger").initial == ir.Const(1)
    best = next(v for v in program("set best to 3").values if v.name == "best")
    assert best.body == ir.Const(3)
    assert program("set score to 1").scores is not None
    made = program("set score to turns")
    assert [v.body for v in made.values if v.name == "score"] == [ir.Read(ir.FieldRef("turns"))]


def test_set_a_cell() -> None:
    ore = cls(
        program("set Ore.Iron.count to players * 2", "set Silver.mood to Angry", "set Ore.Cursed.worth to 7"), "Ore"
    )
    assert ore.copies == (4, 3, 2)
    columns = {c.name: c.values for c in ore.columns}
    assert columns["mood"] == (0, 1, 1) and columns["worth"] == (1, 2, 7)
    wage = cls(program("set Wage.2.coins to 9"), "Wage")
    assert next(c for c in wage.columns if c.name == "coins").values == (3, 9)


def test_a_count_where_there_is_no_such_column() -> None:
    plain = GAME.replace("kind    count  name", "kind    name").replace("Iron    6     ", "Iron ")
    plain = plain.replace("Silver  3     ", "Silver ").replace("Cursed  2     ", "Cursed ")
    found = laid(one("set Silver.count to 4"), 'variant w of smith\n  add to Ore\n    Gold "Gold" 3 Calm\n', game=plain)
    assert found.problems == () and found.program is not None
    assert cls(found.program, "Ore").copies == (1, 4, 1, 1)


def test_set_a_text() -> None:
    made = program(
        'set smith to "The Smith"', 'set goal to "Blades that win"', 'set swords to "blades"', 'set Ore to "Stones"',
        'set Angry to "Furious"', 'set Silver to "Fine silver"', 'set Go to "Your go"',
        'set Draw to "Take an ore"', 'set Work to "What now?"',
        'set Forge.ore to "no ore"',
        'set Work.Sell to "Away with it"', 'set [S-8] to "it is late"', 'set [S-9] to "the king is content"',
        'set [S-7] to "The bid"', 'set [S-10] to "far too many"', "set turns to 1",
    )  # fmt: skip
    assert made.title == "The Smith"
    assert field(made, "swords").title == "blades" and cls(made, "Ore").title == "Stones"
    assert cls(made, "Mood").titles == ("Calm", "Furious") and cls(made, "Ore").titles[1] == "Fine silver"
    assert block(made, "Round.Go").title == "Your go" and block(made, "Round.Go.Draw").title == "Take an ore"
    asked = choice(made, "Round.Go.Work")
    assert asked.prompt == "What now?" and block(made, "Round.Go.Work").title == "Work"
    assert asked.branches[0].needs[0].reason == "no ore" and asked.branches[1].label == "Away with it"
    texts = {n.reason for n in below(made) if isinstance(n, ir.Result | ir.Invariant)}
    assert {"it is late", "the king is content", "far too many"} <= texts
    assert "The bid" in {n.text for n in below(made) if isinstance(n, ir.Tell)}


def test_a_question_where_there_is_a_title_too() -> None:
    with_title = GAME.replace("step Work\n", 'step Work "At work"\n')
    found = laid(one('set Work to "Working"', 'set Work.question to "What now?"'), game=with_title)
    assert found.problems == () and found.program is not None
    assert block(found.program, "Round.Go.Work").title == "Working"
    assert choice(found.program, "Round.Go.Work").prompt == "What now?"


def test_set_who_sees() -> None:
    made = program("set heap seen by all", "set anger seen by nobody")
    assert zone(made, "heap").seen == ir.Const(3) and field(made, "anger").seen == ir.Const(0)


# ------------------------------------------------------------------ remove and replace


def test_remove() -> None:
    made = program("remove Work.Sell", "remove [S-8]", "remove Forge.ore", "remove share", "remove Wage", players=3)
    asked = choice(made, "Round.Go.Work")
    assert [b.name for b in asked.branches] == ["Forge"] and asked.branches[0].needs == ()
    assert [s for s in block(made, "Round.Count").body if isinstance(s, ir.If)] == []
    assert "share" not in {v.name for v in made.values}


def test_remove_takes_what_is_inside() -> None:
    found = laid(one("remove Cursed", "remove Round.Count"))
    assert found.wrong == ["RW0201"], "what is left uses it: see test_variant_problems.py"
    assert [n.key.text for n in found.nodes(ast.Row)] == ["kind", "Iron", "Silver", "rank", "1", "2"]  # type: ignore[attr-defined]
    assert len(found.nodes(ast.Behaviour)) == 1


def test_replace_declarations() -> None:
    made = program(
        "replace option goal from 1 to 9, default 9",
        "replace enum Mood: Calm, Angry, Sad",
        "replace field swords per player: 0..80",
        "replace slot held of Ore per player face either seen by all",
        "replace value best = 1 + 1",
        "replace group angry_ones = player p where p.swords > 5",
        "replace score player p = -p.swords",
        "replace setup\n  move all Iron from box to mine\n  shuffle mine",
        "replace procedure Forge(player p)\n  add 2 to p.swords\n  if p.held is Silver: do p.held.forge(p)",
        "replace phase Round.Go for each player p clockwise from seat(2)\n  add 1 to p.swords\n  do Forge(p)",
        players=2,
    )
    assert dict(made.options) == {"goal": 9} and cls(made, "Mood").size == 3
    assert field(made, "swords").type == ir.Number(0, 80) and zone(made, "held").face == "either"
    assert [type(s) for s in block(made, "Round.Go").body] == [ir.SetField, ir.Call]
    assert len(made.setup) == 2


def test_replace_parts() -> None:
    made = program(
        'replace needs Forge.ore: p.held is Silver because "only silver"',
        "replace on Ore.Silver.forge(player p)\n  add 5 to p.swords",
        'replace Work.Sell "Throw it away"\n  needs some: anger is Calm because "not in a rage"\n'
        "  move all p.held to heap",
        "add to Work\n  Rest: nothing",
    )
    asked = choice(made, "Round.Go.Work")
    assert asked.branches[0].needs[0].reason == "only silver"
    assert asked.branches[1].label == "Throw it away" and asked.branches[1].needs[0].name == "some"
    assert ir.Const(5) in list(below(block(made, "Ore.Silver.forge")))


def test_replace_rows_keeps_the_behaviours_that_are_not_written_anew() -> None:
    made = program(
        'replace in Ore\n  Silver  9  "Pure silver"  4  Calm\n'
        '  Iron  1  "Rust"  0  Calm\n    on forge(player p): set p.swords to 0'
    )
    ore = cls(made, "Ore")
    assert ore.copies == (1, 9, 2) and ore.titles == ("Rust", "Pure silver", "Cursed")
    assert {n.path for n in below(made) if isinstance(n, ir.Block) and n.path.startswith("Ore.")} == {
        "Ore.Iron.forge", "Ore.Silver.forge", "Ore.Cursed.forge", "Ore.forge"
    }  # fmt: skip


def test_hooks_on_what_is_replaced_stay() -> None:
    base = "variant w of smith\n  before Round.Count: announce best\n  after Forge: announce best\n"
    other = one(
        "replace step Round.Count\n  add 2 to turns\n  if turns > 50: end game",
        "replace procedure Forge(player p)\n  add 2 to p.swords\n  if p.held is Silver: do p.held.forge(p)",
    )
    for files in ((base, other), (other, base)):
        found = laid(*files)
        assert found.wrong == [] and found.program is not None
        assert len([n for n in below(found.program) if isinstance(n, ir.Tell)]) == 3


# ------------------------------------------------------------------ add


def test_declarations_are_new_things() -> None:
    made = program(
        "enum Weather: Sun, Rain",
        "field sky: Weather = Sun",
        "setup\n  chance chooses Weather w: set sky to w",
        "phase Evening\n  if sky is Rain: end game\n  everyone draws",
        "as soon as turns is 30: end game",
    )
    assert "Weather" in {c.name for c in made.classes} and made.fields[-1].name == "sky"
    assert len(made.watches) == 2 and len(made.setup) == 4


def test_add_rows_members_and_behaviours() -> None:
    made = program(
        'add to Mood\n  Sad "Sad"\n  Glad',
        'add to Ore\n  Gold  1  "Gold"  5  Glad\n    on forge(player p): add 9 to p.swords\n'
        '  Tin  (1 + players)  "Tin"  0  Calm',
        "add to Ore.Iron\n  on forge(player p): add 1 to p.swords",
    )
    assert cls(made, "Mood").members == ("Calm", "Angry", "Sad", "Glad")
    ore = cls(made, "Ore")
    assert ore.members[-2:] == ("Gold", "Tin") and ore.copies == (6, 3, 2, 1, 3)
    assert {"Ore.Gold.forge", "Ore.Iron.forge"} <= {n.path for n in below(made) if isinstance(n, ir.Block)}


def test_add_alternatives_requirements_and_statements() -> None:
    made = program(
        'add to Work\n  Rest "Rest": nothing\n  Pray\n'
        '    needs calm: anger is Calm because "you are in a rage"\n    set turns to 0',
        'add to Work.Sell\n  needs some: p.held is not empty because "there is nothing to sell"\n  add 1 to turns',
        "add to setup\n  set turns to 1",
        "add to Round.Count\n  announce best",
    )
    asked = choice(made, "Round.Go.Work")
    assert [b.name for b in asked.branches] == ["Forge", "Sell", "Rest", "Pray"]
    assert [n.name for n in asked.branches[1].needs] == ["some"] and [n.name for n in asked.branches[3].needs] == [
        "calm"
    ]
    assert isinstance(asked.branches[1].body[-1], ir.SetField) and isinstance(made.setup[-1], ir.SetField)
    assert isinstance(block(made, "Round.Count").body[-1], ir.Tell)


def test_a_statement_of_a_call_and_a_row_with_a_formula_are_told_apart() -> None:
    found = laid(
        one('add to Ore\n  Tin (1 + 1) "Tin" 0 Calm', 'add to Round.Count\n  seat(1) may "Shout": announce best')
    )
    assert found.problems == ()


# ------------------------------------------------------------------ before, after, instead of


def sorts(body: tuple[Any, ...]) -> list[type]:
    return [type(s) for s in body]


def test_before_and_after_are_neighbours() -> None:
    made = program(
        "before Draw: announce best", "after Work\n  step Rest: set turns to 0", "before [S-8]: announce turns"
    )
    inside = block(made, "Round.Go").body
    assert sorts(inside) == [ir.Tell, ir.Block, ir.Block, ir.Block]
    assert inside[-1].path == "Round.Go.Rest"  # type: ignore[union-attr]
    assert sorts(block(made, "Round.Count").body) == [ir.SetField, ir.Tell, ir.If]


def test_before_and_after_what_has_a_body_of_its_own() -> None:
    made = program(
        "before [S-9]: announce turns", "after setup: announce best", "before Work.Sell: announce turns",
        "after Ore.Cursed.forge: announce p", "after Round.Go.Work.Forge: announce p",
    )  # fmt: skip
    assert sorts(made.watches[0].body)[0] is ir.Tell and sorts(made.setup)[-1] is ir.Tell
    sell, forge = choice(made, "Round.Go.Work").branches[1], choice(made, "Round.Go.Work").branches[0]
    assert sorts(sell.body)[0] is ir.Tell and sorts(forge.body)[-1] is ir.Tell
    assert sorts(block(made, "Ore.Cursed.forge").body)[-1] is ir.Tell


def test_phases_beside_phases_of_the_top_level() -> None:
    made = program("before Round\n  phase Morning: set turns to 1\n  step Bell: announce turns")
    assert [s.path for s in made.flow[:2] if isinstance(s, ir.Block)] == ["Morning", "Bell"]


def test_instead_of() -> None:
    made = program("instead of Draw\n  announce best\n  original\n  announce turns")
    assert (
        sorts(block(made, "Round.Go.Draw").body)[0] is ir.Tell
        and sorts(block(made, "Round.Go.Draw").body)[-1] is ir.Tell
    )
    assert len(block(made, "Round.Go.Draw").body) > 2
    gone = program("instead of Round.Count\n  add 2 to turns\n  if turns > 50: end game")
    assert len(block(gone, "Round.Count").body) == 2
    perhaps = program("instead of Work if turns > 3\n  announce best")
    [test] = block(perhaps, "Round.Go.Work").body
    assert isinstance(test, ir.If) and sorts(test.then) == [ir.Tell] and sorts(test.otherwise) == [ir.Choose]
    twice = program("instead of [S-7]\n  repeat 2 times: original\n  original")
    assert len([n for n in below(twice) if isinstance(n, ir.Tell)]) == 2


def test_original_last_below_a_condition_stands_once() -> None:
    made = program("instead of Round.Go if anger is Angry\n  announce p\n  original")
    assert sorts(block(made, "Round.Go").body) == [ir.If, ir.Block, ir.Block]


def test_wraps_go_outward_in_order() -> None:
    found = laid(
        "variant b of smith\n  instead of Draw\n    announce 2\n    original\n",
        "variant a of smith\n  instead of Draw\n    announce 1\n    original\n",
    )
    assert found.problems == () and found.program is not None
    told = [n.value for n in block(found.program, "Round.Go.Draw").body[:2] if isinstance(n, ir.Tell)]
    assert told == [ir.Const(2), ir.Const(1)]


def test_what_a_variant_binds_stays_in_its_lines() -> None:
    lines = "after Draw\n    let n = 1\n    announce n\n"
    found = laid(f"variant a of smith\n  {lines}", f"variant b of smith\n  {lines}")
    assert found.problems == ()
    assert laid(one("after Draw\n  let p = 1\n  announce p")).wrong == ["RW0206"], (
        "a name of the game is a name of the game"
    )


# ------------------------------------------------------------------ rename


def test_rename_and_all_uses_follow() -> None:
    found = laid(
        one(
            'rename swords to blades "blades"', "rename Cursed to Haunted", "rename Ore to Stone",
            "rename mine to shaft",
            "rename best to finest", "rename Round to Day", "rename Angry to Furious",
            'rename Work.Sell to Trade "Trade it"', "rename Forge.ore to stone_in_hand", "rename goal to aim",
        ),
        "variant w of smith\n  after Round.Count: set seat(1).swords to best\n",
    )  # fmt: skip
    assert found.problems == () and found.program is not None
    made = found.program
    assert field(made, "blades").title == "blades" and {z.name for z in made.zones} >= {"shaft", "box.Stone"}
    assert cls(made, "Stone").members == ("Iron", "Silver", "Haunted")
    assert dict(made.options) == {"aim": 4} and "Day.Go.Work" in {
        n.path for n in below(made) if isinstance(n, ir.Block)
    }
    assert choice(made, "Day.Go.Work").branches[1].name == "Trade"


def test_both_names_are_addresses_for_who_builds_on_it() -> None:
    first = one("rename swords to blades")
    old, new = (f'variant w of v\n  set {name} to "steel"\n' for name in ("swords", "blades"))
    for second in (old, new):
        assert laid(first, second).problems == ()
    assert laid(first, 'variant w of smith\n  set swords to "steel"\n').problems == ()
    assert laid(first, 'variant w of smith\n  set blades to "steel"\n').wrong == ["RW1001"], "w does not know of v"


def test_end_follows_a_phase() -> None:
    game = GAME.replace("[S-7]\n", "[S-7]\n          end Go\n")
    found = laid(one("rename Go to Spell"), game=game)
    assert found.problems == ()
    assert "Round.Spell" in {n.block for n in found.nodes(object) if isinstance(n, ir.Leave)} | {
        n.block for n in below(found.program) if isinstance(n, ir.Leave)
    }
