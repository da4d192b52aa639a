"""The documentation is tried out: rules are checked, scenarios run, Python and commands executed, links followed."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field
from click.testing import CliRunner

from rulewright.compiler.python import emit
from rulewright.compiler.reference import flow, reactions
from rulewright.dsl import Report, Rules, Source, check, diagnostics, parse, pipeline, read
from rulewright.dsl.catalogue import severity
from rulewright.dsl.checks import calls
from rulewright.dsl.elaborate import classes, decisions, declare, symbols, types, values
from rulewright.dsl.overlay import measure, order
from rulewright.dsl.render import short
from rulewright.dsl.variant_checks import check_variants
from rulewright.tools import game
from rulewright.tools.cli import main
from rulewright.tools.project import Text, files_beside, find_game
from rulewright.tools.scenarios.collect import collect, engines
from rulewright.tools.scenarios.outcome import Failure
from rulewright.tools.scenarios.run import run
from tests.documents import ROOT, Block, anchors, blocks, completed, links, pages, paths
from tests.rule_coverage import GAMES, coverage_table, with_coverage

MADE = {"errors.md", "benchmarks.md"}  # written by programs, and tested with them
LANGUAGES = {"rules", "csv", "python", "sh", "console", "text", "json", "lark"}
PAGES = [p for p in pages() if p.name not in MADE]


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@define
class Reader:
    """Somebody who tries out everything on a page, in a folder of his own."""

    page: str
    files: dict[str, str] = field(factory=dict)
    parts: dict[str, dict[str, str]] = field(factory=dict)
    rows: dict[str, str] = field(factory=dict)
    names: dict[str, Any] = field(factory=lambda: {"__name__": "page"})

    def where(self, block: Block) -> str:
        return f"{self.page}:{block.line}"

    def try_out(self, block: Block) -> None:
        match block.language:
            case "rules" if block.word("beside"):
                self.beside(block.word("beside"), block.text)
            case "rules":
                self.rules(block)
            case "csv":
                self.beside(block.word("file"), block.text)
            case "python":
                code = compile("\n" * block.line + block.text, self.page, "exec")
                exec(code, self.names)
            case "sh" | "console":
                self.commands(block)

    # ------------------------------------------------------------------------------------------ rules

    def beside(self, name: str, text: str) -> None:
        self.rows[name] = text
        Path(name).write_text(text, encoding="utf-8")

    def rules(self, block: Block) -> None:
        text, name, part = completed(block), block.word("file"), block.word("part")
        if part:
            self.parts.setdefault(name, {})[part] = text
            text = "\n".join(self.parts[name].values())
        report = Report()
        rules = read(Source(name or f"{self.page}:{block.line}", text, tuple(self.rows.items())), report)
        if block.word("of"):
            self.scenarios(block, rules, block.word("of"), report)
        elif not part:
            check(rules, report)
        if wrong := block.word("wrong"):
            codes = {p.code for p in report}
            assert wrong in codes, f"{self.where(block)}: shows {wrong}, but has {sorted(codes)}"
        else:
            found = [p for p in report if severity(p.code) == "error" or not block.word("in")]
            assert not found, f"{self.where(block)}:\n" + "\n".join(short(p) for p in found)
        if name:
            self.files[name] = text
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")

    def scenarios(self, block: Block, rules: Rules, game: str, report: Report) -> None:
        """Check every variant of the block over the game, and run every scenario on both engines."""
        text, rows = self.files.get(game), tuple(self.rows.items())
        beside = [read(Source(*file), Report()) for file in files_beside(game, "variants") if text is None]
        if text is None:
            shipped = find_game(game)
            assert isinstance(shipped, Text), f"{self.where(block)}: there is no game {game}"
            text, rows = shipped.text, shipped.beside
        played = read(Source(game, text, rows), Report())
        if rules.variants:
            new = {v.name.text for v in rules.variants}
            beside = [r for r in beside if not new & {v.name.text for v in r.variants}]
            check_variants(played, (rules, *beside), report, rules.variants)
        shared = [] if game in self.files else files_beside(game, "scenarios")
        positions = [read(Source(*file), Report()) for file in shared]
        ready = collect(played, [rules], report, (*positions, *beside))
        if report.problems or (rules.variants and not rules.scenarios):
            return
        assert ready, f"{self.where(block)}: no scenario here"
        for scenario in ready:
            judge, compiled = engines(scenario.program)
            for engine in (judge, compiled):
                try:
                    run(scenario.plan, engine, judge)
                except Failure as failure:
                    pytest.fail(f"{self.where(block)}: {failure} {failure.detail}")

    # ------------------------------------------------------------------------------------------ commands

    def commands(self, block: Block) -> None:
        """Run the `rulewright` commands of a block. What a `console` block shows of their output must come; lines
        with `...` and empty ones say nothing. Lines that begin with `? ` are typed in."""
        for command, typed, shown in commands_of(block):
            arguments = shlex.split(command)[1:]
            result = CliRunner().invoke(main, arguments, input="".join(f"{line}\n" for line in typed))
            wanted = int(block.word("exit") or 0)
            story = f"{self.where(block)}: `{command}` gave {result.exit_code}\n{result.output}\n{result.exception!r}"
            assert result.exit_code == wanted, story
            lines = {" ".join(line.split()) for line in result.output.split("\n")}
            for line in shown:
                plain = " ".join(line.split())
                assert plain in lines or "..." in plain or not plain, f"{self.where(block)}: no line “{line}”\n{story}"


def commands_of(block: Block) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each `rulewright` command of a block, what is typed in, and the output shown."""
    prompt = "$ " if block.language == "console" else ""
    command, typed, shown = "", list[str](), list[str]()
    for line in [*block.text.split("\n"), f"{prompt}end"]:
        if prompt and line.startswith("? "):
            typed.append(line.removeprefix("? "))
        elif line.startswith(prompt) and (prompt or line.strip()):
            if command.startswith("rulewright "):
                yield command, typed, shown
            command, typed, shown = line.removeprefix(prompt).split("  #")[0], [], []
        else:
            shown.append(line)


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A cache of compiled games for these tests alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEWRIGHT_CACHE", str(tmp_path_factory.mktemp("cache", numbered=True)))
        yield


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_everything_on_a_page_can_be_tried(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    reader = Reader(name_of(page))
    for block in blocks(page.read_text(encoding="utf-8")):
        assert block.language in LANGUAGES, reader.where(block)
        reader.try_out(block)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    lost = []
    for link in links(text):
        file, _, anchor = link.partition("#")
        target = page if not file else Path(os.path.normpath(page.parent / file))
        there = target.exists() and (not anchor or anchor in anchors(target.read_text(encoding="utf-8")))
        if not there:
            lost.append(link)
    assert not lost, f"{name_of(page)} links to {lost}"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_files_named_exist(page: Path) -> None:
    lost = [p for p in paths(page.read_text(encoding="utf-8")) if not list(ROOT.glob(p.rstrip("/")))]
    assert not lost, f"{name_of(page)} names {lost}"


def test_limits_are_those_of_the_code() -> None:
    page = (ROOT / "docs" / "reference" / "edges.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", page, re.M))
    limits = {
        "a file": (parse.LARGEST_TEXT, parse.MOST_WORDS, parse.LONGEST_LINE),
        "blocks inside blocks": (parse.DEEPEST_BLOCK,),
        "the same, and parts in all, of a game with its variants": (measure.DEEPEST, measure.MOST_PARTS),
        "variants at once": (order.MOST_VARIANTS,),
        "players": (pipeline.MOST_PLAYERS,),
        "rows of a table, cells of a grid": (classes.MOST_ROWS,),
        "copies of one kind": (classes.MOST_COPIES,),
        "different answers to one choice, offered or not": (decisions.MOST_OPTIONS,),
        "members of a class in a set": (symbols.LARGEST_SET,),
        "numbers": (types.LARGEST,),
        "numbers in the state of a game": (declare.MOST_CELLS,),
        "values that need values, procedures that do procedures": (values.DEEPEST_VALUES, calls.DEEPEST_CALLS),
        "problems in one report": (diagnostics.MOST_PROBLEMS,),
        "decisions of a game in `rulewright run`": (game.LIMIT,),
        "rounds of one loop without a question": (flow.ROUNDS,),
        "`as soon as` that set off one another": (reactions.BODIES, emit.ROUNDS),
    }
    for what, numbers in limits.items():
        for number in numbers:
            assert f"{number:,}" in rows[what], f"edges.md says “{what}: {rows[what]}”, not {number:,}"


@pytest.mark.parametrize("game", GAMES)
def test_rule_coverage_is_fresh(game: str, request: pytest.FixtureRequest) -> None:
    path = ROOT / "rules" / game / "README.md"
    page = path.read_text(encoding="utf-8")
    fresh = with_coverage(page, coverage_table(game))
    if request.config.getoption("--bless"):
        path.write_text(fresh, encoding="utf-8")
        return
    assert page == fresh, f"the table in rules/{game}/README.md is stale: make bless writes it anew"


def test_every_page_can_be_reached() -> None:
    """From docs/index.md, by links, one comes to every page of docs/."""
    start = ROOT / "docs" / "index.md"
    waiting, seen = [start], {start}
    while waiting:
        page = waiting.pop()
        for link in links(page.read_text(encoding="utf-8")):
            target = Path(os.path.normpath(page.parent / link.partition("#")[0]))
            if target.suffix == ".md" and target.exists() and target not in seen:
                seen.add(target)
                waiting.append(target)
    lost = [name_of(p) for p in (ROOT / "docs").rglob("*.md") if p not in seen and p.name not in MADE]
    assert not lost, f"no way leads from docs/index.md to {lost}"


GAME = """game a for 1 players
field n: 0..3
phase P: add 1 to n
phase Q
  seat(1) chooses one
    Yes: everyone wins
"""
WRONG = {
    "a file with an error": "```rules\ngame a for 1 players\nphase P: add 1 to m\n```\n",
    "an error that is not there": f"```rules wrong:RW0201\n{GAME}check n < 3\n```\n",
    "a scenario that fails": f"```rules file:a\n{GAME}check n < 3\n```\n"
    "```rules of:a\nscenario s of a for 1 players\n  expect n is 2\n```\n",
    "a command that fails": "```sh\nrulewright check nowhere.rules\n```\n",
    "output that does not come": "```console\n$ rulewright --version\nrulewright nine\n```\n",
    "Python that fails": "```python\nassert False\n```\n",
}


@pytest.mark.parametrize("page", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_on_a_page_is_found(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    reader = Reader("page.md")
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        for block in blocks(page):
            reader.try_out(block)


def test_the_picture_in_the_readme_is_the_one_that_is_drawn_now() -> None:
    """The flow is the same; the drawing program may place it a little differently from version to version."""
    drawn = CliRunner().invoke(main, ["graph", "nosferatu", "--players", "6", "--format", "svg", "-o", "-"])
    assert drawn.exit_code == 0
    stored = (ROOT / "docs/pictures/nosferatu.svg").read_text(encoding="utf-8")
    words = re.compile(r"<text[^>]*>([^<]*)</text>")
    assert words.findall(stored) == words.findall(drawn.output)
