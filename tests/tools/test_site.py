"""The folder of pages that `rulewright graph --site` writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulewright.dsl import Report, Source, ir, read
from rulewright.tools.site.pages import file_names, site_of
from rulewright.tools.site.site import MARK, texts_of
from tests.tools.command import rulewright

PIG = "pig"
HREF = re.compile(r'href="([^"]+)"')
SHOP = """game shop "Shop <b>" for 2 players
cards Deal "Deals"
  kind  name         count
  Two   "Two & two"  2
    on use: add 2 to seat(1).coins
    on rest
      seat(1) may "Rest?": add 1 to seat(1).coins
  Ten   "Ten"        1
    on use: add 10 to seat(1).coins
deck deals of Deal seen by nobody
pile out of Deal seen by all
field coins per player: 0..99
setup
  move all Deal from box to deals
phase Day for each player p
  p chooses one "What now?"
    Work "Work <i>": add 1 to p.coins
    Sleep "Sleep"
      draw card c from deals to out: do c.use
      otherwise: nothing
everyone draws because "night"
"""


def program(text: str) -> ir.Program:
    report = Report()
    rules = read(Source("shop.rules", text), report)
    made = rules.program(2, {}, report)
    assert made is not None, list(report)
    return made.program


def test_every_link_leads_to_a_page_and_every_page_is_linked() -> None:
    texts = texts_of(program(SHOP), "Shop", "For 2 players.")
    linked = {target for text in texts.values() for target in HREF.findall(text)}
    assert linked == set(texts)


def test_cards_have_one_page_each_and_what_they_do_is_on_it() -> None:
    site = site_of(program(SHOP), "Shop")
    assert [page.place.path for page in site.of("card")] == ["Deal.Two", "Deal.Ten"]
    assert site.files["Deal.Two.use"] == site.files["Deal.Two"] == "Deal.Two.html"
    assert {page.kind for page in site.of("card")} == {"Deals"}
    two = site.of("card")[0]
    assert {"Rest?"} <= {row.text for node in two.diagram.nodes for row in node.rows}


def test_words_of_an_author_are_no_markup() -> None:
    texts = texts_of(program(SHOP), 'Shop <script>"', "")
    assert not any("<b>" in text or "<i>" in text or "<script" in text for text in texts.values())
    assert "Work &lt;i&gt;" in texts["Day.Work.html"]


def test_nothing_is_fetched() -> None:
    for text in texts_of(program(SHOP), "Shop", "").values():
        assert "<script" not in text
        assert not [t for t in re.findall(r"https?://[^\"' ]+", text) if not t.startswith("http://www.w3.org/")]


def test_files_differ_in_more_than_capitals() -> None:
    assert file_names(["Turn", "turn", "index", "Ünder"]) == {
        "Turn": "Turn.html", "turn": "turn-2.html", "index": "index-2.html", "Ünder": "-nder.html",
    }  # fmt: skip


def test_a_site_takes_the_place_of_itself_and_of_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "pig"
    assert rulewright("graph", PIG, "--site", str(target)).code == 0
    (target / "old.html").write_text("from before")
    assert rulewright("graph", PIG, "--site", str(target)).code == 0
    assert (target / "index.html").is_file()
    assert not (target / "old.html").exists()
    assert [p.name for p in target.parent.iterdir()] == ["pig"]
    (target / MARK).unlink()
    refused = rulewright("graph", PIG, "--site", str(target))
    assert refused.code == 2
    assert "has other things in it" in refused.err
    assert (target / "index.html").is_file()


@pytest.mark.parametrize("other", [["--depth", "2"], ["--focus", "setup"], ["--board"], ["-o", "x.svg"]])
def test_a_site_goes_with_nothing_else(other: list[str], tmp_path: Path) -> None:
    refused = rulewright("graph", PIG, "--site", str(tmp_path / "s"), *other)
    assert refused.code == 2
    assert "goes with no other way" in refused.err
