"""Maps in words: links at a place, neighbours by links, members of a set; short names that `let` gives."""

from __future__ import annotations

from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.outline import Ask, Plain, Round, inside
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir
from rulewright.dsl.walk import below
from tests.tools.test_diff_more import MAP
from tests.tools.toll import ruleset


def test_links_are_told_with_their_place() -> None:
    outline = Builder(ruleset(MAP).program).outline()
    asked = [item for item in inside([outline.flow]) if isinstance(item, Ask)]
    assert asked[0].choices == "a Way at the player's place"


def test_columns_that_the_language_makes_are_told_as_what_they_are() -> None:
    program = ruleset(MAP).program
    words = Words.of(program).calling("a", "the Area")
    for column, said in (
        ("Way at", "the Ways at the Area"),
        ("Way neighbours", "the Areas next to the Area by Ways"),
        ("neighbours", "the Area's neighbours"),
    ):
        assert words.noun(ir.ColumnOf("Area", column, ir.Local("a"))) == said
    shown = [words.noun(node) for node in below(program) if isinstance(node, ir.ColumnOf | ir.Reach | ir.Fold)]
    assert shown and not [text for text in shown if "Way at" in text or "Way neighbours" in text]


def test_of_which_set_something_is_chosen() -> None:
    text = MAP.replace("    otherwise: nothing\n", """\
    otherwise: nothing
    each Way w at p.at: set w.open to yes
    each Area b in near(p.at)
      if b is Well: set p.at to Gate
    let q = next player after p
    add 1 to q.bid
""", 1)  # fmt: skip
    outline = Builder(ruleset(text, 3).program).outline()
    items = list(inside([outline.flow]))
    plain = [item.text for item in items if isinstance(item, Plain)]
    assert "for each Way at the player's place: mark the Way “open”" in plain
    assert "for each Area in the player's place's near" in "\n".join(
        [item.label for item in items if isinstance(item, Round)] + plain
    )
    assert "add 1 to q's bid" in plain
