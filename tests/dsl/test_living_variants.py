"""`while` blocks in variants, cited, and used in ways that are refused."""

from __future__ import annotations

import pytest

from rulewright.dsl import Report, Source, read
from rulewright.dsl import check as check_rules
from rulewright.dsl.citations import citations
from rulewright.dsl.pipeline import with_variants
from tests.dsl.sky import HEAD, begun, catch_after, choose, gold, offered, rules_of

# ------------------------------------------------------------------------------------------------ variants, references


VARIANTS = """while Storm in sky  [S-1]
  set catch to 4
  add 1 to Turn.Sail.cost  [S-2]
variant none of sky
  remove [S-1]
variant later of sky
  replace while [S-1]: Storm in sky and count_ > 2
    set catch to 3
variant dear of sky
  add 1 to Turn.Sail.cost
  add 1 to catch
variant dearer of sky
  add 2 to Turn.Sail.cost
  set catch to 0
variant named of sky
  rename Turn.Sail to Row "Row"
  rename catch to haul
variant more of sky
  add to Event.Sun
    while Sun in sky
      forbid Turn.Fish because "too hot"
variant less of sky
  remove Turn.Sail
"""


@pytest.mark.parametrize(
    ("variants", "catch", "cost"),
    [((), 4, 3), (("none",), 2, 2), (("later",), 2, 2), (("dear",), 4, 4), (("dear", "dearer"), 4, 6)],
)
def test_variants(variants: tuple[str, ...], catch: int, cost: int) -> None:
    state = begun(VARIANTS, *variants)
    assert catch_after(state, "Storm") == catch
    choose(state, "Sail")
    assert gold(state) == (10 - cost, 10) or gold(state) == (10, 10 - cost)


def test_sums_of_variants_come_after_what_another_sets() -> None:
    assert catch_after(begun(VARIANTS, "dear", "dearer")) == 1


def test_a_block_follows_new_names() -> None:
    state = begun(VARIANTS, "named")
    choose(state, "Storm", "Row")
    assert gold(state) == (10, 7)


def test_a_block_of_a_row_comes_with_a_variant_and_can_be_removed() -> None:
    state = begun(VARIANTS, "more")
    choose(state, "Sun")
    assert "Fish" not in offered(state)
    rules_of(HEAD + VARIANTS + "variant no_more of more\n  remove Event.Sun.while\n", "no_more")


def test_a_block_about_what_a_variant_removed() -> None:
    report = Report()
    rules = with_variants(read(Source("sky.rules", HEAD + VARIANTS), report), [], ["less"], report)
    rules.program(2, {}, report)
    found = [(d.code, d.labels[0].text) for d in report]
    assert ("RW1001", "`Sail` is removed here") in found


def test_rule_references_on_blocks_and_lines_are_cited() -> None:
    assert set(citations(rules_of(HEAD + VARIANTS)).cited) == {"S-1", "S-2"}


# ------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("blocks", "codes"),
    [
        ("while Storm in sky\n  set p.gold to 3\n", ("RW0262",)),
        ("while Storm in sky\n  set gold to 3\n", ("RW0262",)),
        ("while Storm in sky\n  add 1 to Event.Sun.weight\n", ("RW0262",)),
        ("while Storm in sky\n  add 1 to Turn.Fish.cost\n", ("RW0264",)),
        ('while Storm in sky\n  forbid Day because "no"\n', ("RW0265",)),
        ('while Storm in sky\n  forbid Turn because "no"\n', ("RW0265",)),
        ("while Storm in sky\n  add 1 to luck(a, b)\n", ("RW0266",)),
        ("while Event e where e in sky\n  add 1 to luck(e)\n", ("RW0267",)),
        ("while Storm in sky\n  add to Turn.Fish\n    add 1 to count_\n", ("RW0268",)),
        ("while card c in sky where c.weight > 1\n  instead of Lifting: announce c\n", ("RW0263",)),
        ("while Storm in sky\n  set catch to 9\n", ("RW0302",)),
        ("while Storm in sky\n  add 1 to catch if 3\n", ("RW0301",)),
        ("while Storm in sky\n  add Sun to catch\n", ("RW0301",)),
        ("while catch > 2\n  set catch to 1\n", ("RW0207",)),
        ("while Storm in sky\n  before catch: add 1 to count_\n", ("RW1014",)),
        ("while Storm in sky\n  before Lifting: nothing\n", ("RW1007",)),
        (
            "pile bag of Event per player seen by owner\nsetup: move Sun from box to seat(1).bag\n"
            'while player q where Sun in q.bag\n  forbid Turn.Fish if q is not p because "no"\n',
            ("RW0703",),
        ),
        ("while Storm in sky\n  before Day: add 1 to count_\n", ("RW1024",)),
        ("while Storm in sky\n  before Day\n    phase Dusk: add 1 to count_\n", ("RW1024",)),
        ("while Storm in sky\n  add 1 to Turn.Sial.cost\n", ("RW1001",)),
        ("while Strom in sky\n  add 1 to catch\n", ("RW0201",)),
    ],
)
def test_misuse(blocks: str, codes: tuple[str, ...]) -> None:
    report = Report()
    check_rules(read(Source("sky.rules", HEAD + blocks), report), report)
    found = [d for d in report if d.code != "RW0228"]  # what this game does not use
    assert tuple(dict.fromkeys(d.code for d in found)) == codes, [f"{d.code} {d.span} {d.facts}" for d in found]
