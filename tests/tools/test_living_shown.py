"""How `while` blocks are shown: in `list`, in `why`, in scenarios, in differences and diagrams."""

from __future__ import annotations

from pathlib import Path

import rulewright
from rulewright.compiler.outline.build import Builder
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir
from rulewright.dsl.source import Source, Span
from rulewright.dsl.walk import below
from rulewright.runtime.state import start
from rulewright.tools.site.page_text import row_above
from tests.tools.command import rulewright as command

WEATHER = Path(__file__).resolve().parents[1] / "golden" / "stages" / "weather.rules"
VARIANT = """
variant dry of weather
  remove Sky.Storm.while
"""
SCENARIO = """
scenario stormy of weather for 2 players
  seats A, B
  A is refused Fish because Storm
  A picks Bathe
"""


def weather(tmp_path: Path, *more: str) -> str:
    path = tmp_path / "weather.rules"
    path.write_text("".join((WEATHER.read_text(encoding="utf-8"), *more)), encoding="utf-8")
    return str(path)


def test_list_shows_every_block_with_its_lines(tmp_path: Path) -> None:
    shown = command("list", weather(tmp_path)).out
    lines = [line.strip() for line in shown[shown.index("\nwhile\n") :].splitlines()]
    assert "Sky.Storm  Storm in above" in lines
    assert 'forbid Turn.Fish because "nobody fishes in a storm"' in lines
    assert "player w where Rain in w.boat" in lines
    assert "while" not in command("list", "pig").out


def test_blocks_have_one_layout(tmp_path: Path) -> None:
    path = weather(tmp_path)
    assert command("fmt", "--check", path).code == 0
    text = Path(path).read_text(encoding="utf-8")
    spoilt = text.replace("to catch", "to   catch").replace("Storm  ", "Storm    ").replace("in above", "in  above")
    Path(path).write_text(spoilt, encoding="utf-8")
    assert command("fmt", path).code == 0
    assert Path(path).read_text(encoding="utf-8") == text


def test_why_names_the_card(tmp_path: Path) -> None:
    game = rulewright.load(weather(tmp_path))
    told = game.why_not(start(game.engine, seed=1), "Fish")
    assert (told.name, told.reason) == ("Storm", "nobody fishes in a storm")
    assert told.text.startswith("“Fish” is not possible: nobody fishes in a storm (Storm, ")
    assert told.values == ("Storm in above: yes", "above: Storm, Sun and Rain")


def test_a_scenario_asks_for_the_card(tmp_path: Path) -> None:
    assert command("test", weather(tmp_path, SCENARIO)).code == 0


def test_a_difference_tells_what_a_block_does(tmp_path: Path) -> None:
    told = command("diff", weather(tmp_path, VARIANT), "--variant", "dry").out
    assert "“Fish” no longer needs: only if the above holds no Storm (nobody fishes in a storm)" in told
    assert "1 more if the above holds Storm" in told


def test_the_page_of_a_card_has_its_block() -> None:
    text = "cards Sky\n  sky  name\n  Storm  \"Storm\"\n    # it comes\n    on come: nothing\n    while yes\n  Sun  -\n"
    at = text.index("on come")
    row = row_above(Span(Source("a.rules", text), at, at + 2))
    assert row.block[0].startswith("Storm") and row.block[-1].strip() == "while yes"


def test_sums_in_words(tmp_path: Path) -> None:
    program = rulewright.load(weather(tmp_path)).program
    words = Words.of(program)
    catch = next(v for v in program.values if v.name == "catch")
    assert isinstance(catch.body, ir.Arith)
    assert words.noun(catch.body) == (
        "(1 if the above holds Storm, else 2), 2 more if the above holds Sun, "
        "1 less for each player whose boat holds Rain (from 0 to 3)"
    )
    payments = [n for n in below(Builder(program).outline()) if "take 1, 1 more" in getattr(n, "text", "")]
    assert len(payments) == 1
