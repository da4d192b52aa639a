"""The error catalogue: its pages and the sources agree, its examples do what they say, and its words can be read."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.dsl import Report, Source, Span, check, read, set_options
from rulewright.dsl.catalogue import as_document, codes, errors, message, page, read_page, severity
from rulewright.dsl.diagnostics import MOST_PROBLEMS, Diagnostic, Label
from rulewright.dsl.parse import DEEPEST_BLOCK, LARGEST_TEXT, LONGEST_LINE, MOST_WORDS
from rulewright.dsl.render import as_dict, render, short
from rulewright.dsl.source import NOWHERE
from rulewright.tools.contender import contender
from rulewright.tools.problems import refusal
from rulewright.tools.project import LARGEST_FILE, Text, Trouble, find_game, read_file
from rulewright.tools.scenarios.collect import collect
from rulewright.tools.variant_files import find_ruleset

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = ROOT / "dsl" / "errors"
SOURCES = [f for part in ("dsl", "compiler", "runtime", "tools") for f in sorted((ROOT / part).rglob("*.py"))]
BY_TEXT = [code for code in codes() if page(code).example == "text"]
OTHERWISE = [code for code in codes() if page(code).example != "text"]


def problems(text: str, rows: tuple[tuple[str, str], ...] = ()) -> Report:
    """Everything wrong with a text, its scenarios included; `rows` are the files beside it."""
    report = Report()
    rules = read(Source("example.rules", text, rows), report)
    check(rules, report)
    if rules.scenarios and not errors(report):
        collect(rules, [rules], report)
    return report


# ------------------------------------------------------------------ pages and sources


def raised() -> dict[str, list[tuple[str, frozenset[str]]]]:
    """By code: where it is raised, and with which facts. Reads `report.add("RW...", ..., fact=...)`, and the same of
    `stop`, `Trouble` and `Diagnostic`."""
    found: dict[str, list[tuple[str, frozenset[str]]]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            code = node.args[0].value
            if name not in {"add", "stop", "Trouble", "Diagnostic"} or not re.fullmatch(r"RW\d{4}", str(code)):
                continue
            if any(k.arg is None for k in node.keywords):
                found.setdefault(str(code), [])  # facts handed on: they are checked where they were made
                continue
            facts = {str(k.arg) for k in node.keywords if k.arg not in {"labels", "help"}}
            for given in node.args[1:]:
                keys = given.keys if isinstance(given, ast.Dict) else []
                facts |= {str(k.value) for k in keys if isinstance(k, ast.Constant)}
                if name == "Diagnostic" and isinstance(given, ast.Tuple):
                    pairs = [p for p in given.elts if isinstance(p, ast.Tuple)]
                    facts |= {str(p.elts[0].value) for p in pairs if isinstance(p.elts[0], ast.Constant)}
            found.setdefault(str(code), []).append((f"{path.relative_to(ROOT)}:{node.lineno}", frozenset(facts)))
    return found


RAISED = raised()


def test_every_code_raised_has_a_page_and_every_page_is_raised() -> None:
    assert sorted(RAISED) == sorted(codes())
    assert len(codes()) >= 60


@pytest.mark.parametrize("code", codes())
def test_the_facts_fill_the_holes(code: str) -> None:
    for where, facts in RAISED[code]:
        assert facts == page(code).holes, where


def test_files_are_called_what_they_are() -> None:
    for path in PAGES.glob("*.md"):
        found = read_page(path.read_text(encoding="utf-8"))
        assert path.name == f"{found.code}-{found.name}.md"
        assert path.read_text(encoding="utf-8").endswith("```\n")
    names = [page(code).name for code in codes()]
    assert len(names) == len(set(names))


def test_the_document_is_fresh(request: pytest.FixtureRequest) -> None:
    document = ROOT / "docs" / "errors.md"
    if request.config.getoption("--bless"):
        document.write_text(as_document(), encoding="utf-8")
    assert document.read_text(encoding="utf-8") == as_document(), "run pytest --bless, then read the diff"


# ------------------------------------------------------------------ words

HOST_WORDS = re.compile(
    r"\b(None|True|False|int|str|bool|dict|tuple|null|exception|traceback|python|lark|token(?!s?`)|lexer|parser|terminal|"
    r"syntax|unexpected|invalid|illegal|argument|boolean|integer|string|NAME|INT|STRING|_NL|_INDENT|_DEDENT)\b"
)


@pytest.mark.parametrize("code", codes())
def test_messages_follow_the_guide(code: str) -> None:
    """One lower-case sentence without a full stop, names in backticks, the designer's words only."""
    said = page(code).message
    assert said[0].islower() or said[0] in "`{"
    assert not said.endswith((".", "!"))
    assert ". " not in said
    assert said.count("`") % 2 == 0
    assert not HOST_WORDS.search(said)
    assert severity(code) in {"error", "warning"}
    assert page(code).since == "0.1"
    assert page(code).why.endswith((".", "."))
    assert "machine" in page(code).why or not HOST_WORDS.search(re.sub(r"`[^`]*`", "", page(code).why))


@pytest.mark.parametrize("code", BY_TEXT)
def test_what_is_said_names_no_host(code: str) -> None:
    for d in problems(page(code).wrong, page(code).wrong_rows):
        for said in (message(d), d.help, *(label.text for label in d.labels)):
            assert not HOST_WORDS.search(re.sub(r"`[^`]*`", "", said)), said
            assert said.count("`") % 2 == 0, said
            assert "``" not in said, said


# ------------------------------------------------------------------ examples


@pytest.mark.parametrize("code", BY_TEXT)
def test_the_wrong_example_gives_this_code_once(code: str) -> None:
    found = list(problems(page(code).wrong, page(code).wrong_rows))
    assert [d.code for d in found] == [code], "\n".join(render(d) for d in found)
    assert message(found[0])
    assert 0 <= found[0].span.start <= found[0].span.end <= len(page(code).wrong)


@pytest.mark.parametrize("code", BY_TEXT)
def test_the_right_example_is_clean(code: str) -> None:
    found = list(problems(page(code).right, page(code).right_rows))
    assert found == [], "\n".join(render(d) for d in found)


G = "game tiny for 2 players\n\n"
END = "phase Play\n  everyone draws\n"


def trouble(found: object) -> Report:
    assert isinstance(found, Trouble)
    return refusal(found).report


def written(folder: Path, data: bytes) -> Path:
    path = folder / "x.rules"
    path.write_bytes(data)
    return path


def unreadable(folder: Path) -> Report:
    """Something that is there and is no file."""
    os.mkfifo(folder / "pipe.rules")
    return trouble(read_file(folder / "pipe.rules"))


def options(given: dict[str, str]) -> Report:
    report = Report()
    rules = read(Source("pig.rules", G + "option goal from 1 to 9, default 3\ncheck goal < 9\n" + END), report)
    assert set_options(rules, 2, given, report) == {}
    return report


def setting(players: int, variants: tuple[str, ...]) -> Report:
    from rulewright.tools.problems import RulesError
    from rulewright.tools.table import Setting, elaborate

    with pytest.raises(RulesError) as caught:
        elaborate(Text("tiny.rules", G + END), Setting(players, variants))
    return caught.value.report


def refused_by(read: Callable[[str], object], text: str) -> Report:
    from rulewright.tools.problems import RulesError

    with pytest.raises(RulesError) as caught:
        read(text)
    return caught.value.report


def table_file(folder: Path, text: str) -> Report:
    from rulewright.tools.table_file import load_table

    path = folder / "table.toml"
    path.write_text(text, encoding="utf-8")
    return refused_by(load_table, str(path))


def board(by: str, game: str) -> Report:
    from rulewright.tools.board_picture import board_picture
    from rulewright.tools.game import load

    return refused_by(lambda name: board_picture(load(name).program, by, "dot"), game)


CASES: dict[str, Callable[[Path], Report]] = {
    "RW0001": lambda folder: trouble(read_file(folder / "nothing.rules")),
    "RW0002": lambda folder: trouble(read_file(folder)),
    "RW0003": unreadable,
    "RW0004": lambda folder: trouble(read_file(written(folder, b"game \xff"))),
    "RW0005": lambda folder: trouble(read_file(written(folder, b"#" * (LARGEST_FILE + 1)))),
    "RW0006": lambda folder: trouble(find_game("nosferato")),
    "RW0108": lambda folder: problems("#" * (LARGEST_TEXT + 1)),
    "RW0109": lambda folder: problems(G + "\x07" + END),
    "RW0110": lambda folder: problems(" \n"),
    "RW0111": lambda folder: problems("# " + "x" * LONGEST_LINE + "\n" + G + END),
    "RW0113": lambda folder: problems(G + "".join("  " * n + "phase Play\n" for n in range(DEEPEST_BLOCK + 1))),
    "RW0115": lambda folder: problems(G + END + "check " + "(" * 200 + "1" + ")" * 200 + " is 1\n"),
    "RW0116": lambda folder: problems(G + END + "cards C\n  kind\n" + "  a b c d\n" * (MOST_WORDS // 4 + 1)),
    "RW0117": lambda folder: problems(
        G + END + "".join(f"field f{n}: 0..9 = {'0 + ' * 20}0\n" for n in range(800))
    ),
    "RW0118": lambda folder: problems(G + "phase Play\n" + "  sett\n" * (MOST_PROBLEMS + 5)),
    "RW0621": lambda folder: problems(
        G + "phase Play\n  do p0\n  everyone draws\n" + "".join(f"procedure p{n}: do p{n + 1}\n" for n in range(60))
        + "procedure p60: nothing\n"
    ),
    "RW0802": lambda folder: options({"gaol": "3"}),
    "RW0803": lambda folder: options({"goal": "99"}),
    "RW0804": lambda folder: setting(9, ()),
    "RW0805": lambda folder: setting(2, ("huge",)),
    "RW0810": lambda folder: refused_by(contender, "pig,goal"),
    "RW0811": lambda folder: refused_by(contender, ",goal=50"),
    "RW0812": lambda folder: refused_by(contender, "pig@2@3"),
    "RW0813": lambda folder: table_file(folder, "game = pig"),
    "RW0814": lambda folder: table_file(folder, "game = 'pig'\nplayer = 2"),
    "RW0815": lambda folder: table_file(folder, "game = 'pig'\nplayers = 'two'"),
    "RW0816": lambda folder: table_file(folder, "players = 2"),
    "RW0817": lambda folder: table_file(folder, "game = 'pig'\nplayers = 2\nseats = ['A', 'B', 'C']"),
    "RW0818": lambda folder: table_file(folder, "game = 'pig'\nseats = ['A', 'A']"),
    "RW0819": lambda folder: board("none", "pig"),
    "RW0820": lambda folder: board("roof", "othello"),
    "RW1023": lambda folder: problems(
        G + END + "".join(
            f"variant v{n} of {f'v{n - 1}' if n else 'tiny'}\n  before Play\n    phase P{n}: announce 1\n"
            for n in reversed(range(65))
        )
    ),
    "RW1029": lambda folder: problems(
        G + "phase Play\n  do p\n  everyone draws\n\nprocedure p: nothing\n\nvariant v of tiny\n"
        + "  instead of p if players is 2\n    original\n    announce 1\n" * 40
    ),
    "RW1030": lambda folder: trouble(find_ruleset("pig", [str(written(folder, b"variant a of b\nvariant c of b\n"))])),
    "RW1031": lambda folder: problems(
        G + END + "".join(f"variant v{n} of tiny\n  set tiny to \"T{n}\"\n" for n in range(99))
    ),
}  # fmt: skip


def test_every_page_without_an_example_text_has_a_case() -> None:
    assert sorted(CASES) == sorted(OTHERWISE)


@pytest.mark.parametrize("code", OTHERWISE)
def test_what_is_no_text_is_raised_too(code: str, tmp_path: Path) -> None:
    found = list(CASES[code](tmp_path))
    assert code in {d.code for d in found}
    if code != "RW0118":
        assert [d.code for d in found if severity(d.code) == "error" or d.code == code] == [code]
    assert all(message(d) and render(d) for d in found)


@pytest.mark.parametrize("value", ["²", "--5", "9" * 5000, "", "-", "1.5", "٣٣", " 3"])
def test_odd_option_values_are_refused(value: str) -> None:
    assert [d.code for d in options({"goal": value})] == ["RW0803"]


# ------------------------------------------------------------------ the report


def test_one_place_is_reported_once() -> None:
    report = problems("game tiny for 2 to 9 players\n\nphase Play\n  if x: everyone draws\n  everyone draws\n")
    assert [d.code for d in report] == ["RW0201"]


def test_problems_come_in_source_order() -> None:
    report = problems(G + "phase Play\n  if b: nothing\n  everyone draws\n\nfield a: x\nvalue c = d\n")
    assert [d.span.line for d in report] == sorted(d.span.line for d in report)
    assert len(report) == 3


def test_a_full_report_says_so_and_takes_no_more() -> None:
    source = Source("x", "a" * 500)
    report = Report()
    for n in range(300):
        report.add("RW0201", Span(source, n, n + 1), name="a")
    assert len(report) == MOST_PROBLEMS + 1
    assert [d.code for d in report].count("RW0118") == 1
    reached = False
    with report.until_full():
        report.add("RW0201", Span(source, 400, 401), name="a")
        reached = True
    assert not reached


# ------------------------------------------------------------------ rendering

HOLDER = G + "field holder: 0..3\n\nphase Play\n  if holdr is 1: everyone draws\n  add 1 to holder\n"


def test_a_problem_shows_its_line_and_the_other_place() -> None:
    [found] = problems(HOLDER)
    assert render(found) == (
        "error RW0201: nothing is called `holdr`\n"
        "  --> example.rules:6:6\n"
        "  |\n"
        "6 |   if holdr is 1: everyone draws\n"
        "  |      ^^^^^\n"
        "3 | field holder: 0..3\n"
        "  |       ------ `holder` is declared here\n"
        "  |\n"
        "  = did you mean `holder`?\n"
        "  = more: rulewright explain RW0201"
    )


def test_one_line_for_a_problem() -> None:
    [found] = problems(HOLDER)
    assert short(found) == "example.rules:6:6: error RW0201: nothing is called `holdr` (did you mean `holder`?)"


def test_a_problem_as_data() -> None:
    [found] = problems(HOLDER)
    assert as_dict(found) == {
        "code": "RW0201", "severity": "error", "message": "nothing is called `holdr`",
        "file": "example.rules", "line": 6, "column": 6, "end_line": 6, "end_column": 11,
        "facts": {"name": "holdr"}, "help": "did you mean `holder`?",
        "labels": [{
            "text": "`holder` is declared here", "file": "example.rules", "line": 3, "column": 7, "end_line": 3,
            "end_column": 13,
        }],
    }  # fmt: skip


def test_colour_is_the_callers() -> None:
    [found] = problems(HOLDER)
    styled = render(found, lambda style, text: f"<{style}>{text}</{style}>")
    assert "<error>error RW0201</error><message>: nothing is called `holdr`</message>" in styled
    assert "<error>^^^^^</error>" in styled and "<label>------ `holder` is declared here</label>" in styled
    assert re.sub(r"</?\w+>", "", styled) == render(found)


def marks(text: str, start: int, end: int) -> tuple[str, str]:
    """The source line and the line of marks below it, as rendered."""
    lines = render(Diagnostic("RW0226", Span(Source("x.rules", text), start, end))).split("\n")
    return lines[3].partition("| ")[2], lines[4].partition("| ")[2]


@pytest.mark.parametrize(
    ("text", "word", "shown", "under"),
    [
        ("a word b", "word", "a word b", "  ^^^^"),
        ("\tword", "word", "    word", "    ^^^^"),
        ("ab\tword", "word", "ab  word", "    ^^^^"),
        ("日本 word", "word", "日本 word", "     ^^^^"),
        ("word 日本", "日本", "word 日本", "     ^^^^"),
        ("e\u0301 word", "word", "e\u0301 word", "  ^^^^"),
        ("a\x1b[31m word", "word", "a�[31m word", "       ^^^^"),
        ("a\u202e word", "word", "a� word", "   ^^^^"),
        ("x" * 300 + " word " + "y" * 300, "word", None, None),
    ],
)
def test_marks_stand_below_what_they_mark(text: str, word: str, shown: str | None, under: str | None) -> None:
    line, below = marks(text, text.index(word), text.index(word) + len(word))
    if shown is not None:
        assert (line, below) == (shown, under)
    else:
        assert line[len(below) - 4 : len(below)] == word and line.startswith("…") and line.endswith("…")
        assert len(line) < 130


def test_odd_places_are_shown() -> None:
    assert marks("abc", 3, 3) == ("abc", "   ^")
    assert marks("abc\nde", 1, 6) == ("abc", " ^^")
    assert marks("abc\n", 4, 4) == ("", "^")
    assert " --> " not in render(Diagnostic("RW0226", NOWHERE))
    assert render(Diagnostic("RW0226", Span(Source("empty.rules", ""), 0, 0))).split("\n")[1] == "  --> empty.rules"


def test_no_more_than_two_other_places() -> None:
    source = Source("x.rules", "one\ntwo\nthree\nfour")
    labels = tuple(Label(Span(source, at, at + 3), f"here {at}") for at in (4, 8, 14))
    said = render(Diagnostic("RW0226", Span(source, 0, 3), (), labels))
    assert "here 4" in said and "here 8" in said and "here 14" not in said
