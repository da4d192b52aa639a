"""No text crashes the front end or keeps it busy, and a mistake gives a report where it is."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

import lark
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.catalogue import codes, errors, message, page
from rulewright.dsl.diagnostics import MOST_PROBLEMS
from rulewright.dsl.parse import build_parser
from rulewright.dsl.render import as_dict, render, short
from rulewright.dsl.suggest import distance, nearest
from tests.dsl.hostile import HOSTILE


def shipped(folder: Traversable) -> Iterator[str]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            yield from shipped(entry)
        elif entry.name.endswith(".rules"):
            yield entry.read_text(encoding="utf-8")


TEXTS = list(shipped(resources.files("rulewright.rules")))
GAMES = [t for t in TEXTS if "\ngame " in t]
EXAMPLES = [text for code in codes() if page(code).example == "text" for text in (page(code).wrong, page(code).right)]
CHARACTERS = st.sampled_from('abzAZ019_ \t\n"#()[]{}.,:;=<>+-*/?!§é·\u00a0\u2028�') | st.characters()
LIMIT = 15.0  # seconds of CPU time: generous, since other programs slow it down
RELAXED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def looked_at(text: str) -> Report:
    """Read and check; every promise about reports that holds for any text is tested here."""
    report = Report()
    rules = read(Source("any.rules", text), report)
    check(rules, report)
    for d in report:
        assert 0 <= d.span.start <= d.span.end <= len(text) + 1
        assert dict(d.facts).keys() == page(d.code).holes
        assert message(d) and render(d) and short(d) and as_dict(d)
    if rules.game is None and not rules.scenarios and not rules.variants:
        assert errors(report), "a text without a game is refused"
    return report


# ------------------------------------------------------------------ damage


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A shipped text, or an example of the catalogue, after a few strokes of bad luck."""
    text = draw(st.sampled_from(TEXTS) | st.sampled_from(EXAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        length = draw(st.integers(0, 12))
        match draw(st.integers(0, 5)):
            case 0:
                text = text[:at] + text[at + length :]
            case 1:
                text = text[:at] + draw(st.text(CHARACTERS, max_size=8)) + text[at:]
            case 2:
                text = text[:at] + draw(st.text(CHARACTERS, max_size=8)) + text[at + length :]
            case 3:
                second = text[at + length : at + 2 * length]
                text = text[:at] + second + text[at : at + length] + text[at + 2 * length :]
            case 4:
                lines = text.split("\n")
                a, b = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
                lines[a], lines[b] = lines[b], lines[a]
                text = "\n".join(lines)
            case _:
                text = text[:at]
    return text


@RELAXED
@given(damaged())
def test_damaged_texts_never_crash(text: str) -> None:
    looked_at(text)


@RELAXED
@given(st.binary(max_size=400) | st.text(max_size=300).map(lambda t: t.encode("utf-8", "surrogatepass")))
def test_random_bytes_are_refused(data: bytes) -> None:
    assert errors(looked_at(data.decode("latin-1")))


WORDS = sorted({w for t in TEXTS + EXAMPLES for w in t.split()})
LINES = sorted({line for t in TEXTS + EXAMPLES for line in t.split("\n") if line.strip()})


@RELAXED
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=7), max_size=25), st.data())
def test_word_salad_never_crashes(lines: list[list[str]], data: st.DataObject) -> None:
    indents = data.draw(st.lists(st.integers(0, 4), min_size=len(lines), max_size=len(lines)))
    body = "\n".join("  " * i + " ".join(words) for i, words in zip(indents, lines, strict=True))
    looked_at("game salad for 2 to 3 players\n" + body)


@RELAXED
@given(st.lists(st.sampled_from(LINES), max_size=25), st.sampled_from(EXAMPLES))
def test_line_salad_never_crashes(lines: list[str], text: str) -> None:
    """Lines of all games mixed into a sound one: most can be read, and few make sense."""
    looked_at(text + "\n" + "\n".join(lines))


def line_of(text: str, data: st.DataObject) -> tuple[list[str], int, int]:
    """The lines of a text, the number of one that is no comment, and a place in it where no bracket or quote is."""
    lines = text.split("\n")
    number = data.draw(st.sampled_from([n for n, line in enumerate(lines) if line.strip() and line.strip()[0] != "#"]))
    line = lines[number]
    at = data.draw(st.integers(len(line) - len(line.lstrip()), len(line) - 1))
    assume(line[at] not in '()"#')
    around = re.sub(r'"[^"\n]*"|#.*', "", "\n".join(lines[:number]))
    assume(around.count("(") == around.count(")") and line.count("(") == line.count(")"))  # not in a bracket over lines
    return lines, number, at


def syntax_of(lines: list[str]) -> list[int]:
    """The lines, from 0, on which syntax errors are reported."""
    report = Report()
    read(Source("damaged.rules", "\n".join(lines)), report)
    return [d.span.line - 1 for d in report if d.code.startswith("RW01")]


@RELAXED
@given(st.sampled_from(GAMES), st.data(), st.sampled_from("?;§"))
def test_one_broken_line_gives_one_report(text: str, data: st.DataObject, put: str) -> None:
    lines, number, at = line_of(text, data)
    lines[number] = lines[number][:at] + put + lines[number][at + 1 :]
    harmless = "#" in lines[number] or '"' in lines[number] or "[" in lines[number]
    assert syntax_of(lines) in ([[number], []] if harmless else [[number]])


@RELAXED
@given(st.sampled_from(GAMES), st.data(), st.sampled_from(["", " ", "x", ":", "set ", "7"]))
def test_a_changed_line_spoils_no_more_than_its_block(text: str, data: st.DataObject, put: str) -> None:
    """It may have become the head of something else, which cannot have these lines below it."""
    lines, number, at = line_of(text, data)
    lead = len(lines[number]) - len(lines[number].lstrip())
    assume(at > lead or put.strip())  # the indentation stays
    lines[number] = lines[number][:at] + put + lines[number][at + 1 :]
    end = number + 1
    while end < len(lines) and (not lines[end].strip() or lines[end].startswith(" " * (lead + 1))):
        end += 1
    assert all(number <= line <= end for line in syntax_of(lines))


def test_several_mistakes_are_found_in_one_run() -> None:
    text = "game g for 2 players\nfield a 0..3\nphase One\n  set a too 1\n  set a to\nphase Two\n  sat a to 1\n"
    report = Report()
    read(Source("four.rules", text), report)
    assert [d.span.line for d in report] == [2, 4, 5, 7]


def test_names_of_a_broken_line_are_not_reported_again() -> None:
    report = looked_at("game g for 2 players\nfield gold 0..3\nphase One\n  set gold to 1\n  everyone draws\n")
    assert [d.code for d in report] == ["RW0101"]


def test_the_grammar_has_no_conflicts() -> None:
    found: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(record.getMessage())

    listener = Listener(logging.DEBUG)
    lark.logger.addHandler(listener)
    before = lark.logger.level
    lark.logger.setLevel(logging.DEBUG)
    try:
        build_parser('start: a | b\na: X Y?\nb: X c\nc: Y?\nX: "x"\nY: "y"\n%declare LPAR', debug=True)
    except lark.exceptions.GrammarError:
        found.append("conflict")
    assert found, "the listener hears of conflicts"
    found.clear()
    try:
        build_parser(resources.files("rulewright.dsl").joinpath("grammar.lark").read_text("utf-8"), debug=True)
    finally:
        lark.logger.removeHandler(listener)
        lark.logger.setLevel(before)
    assert [m for m in found if "conflict" in m.lower()] == []


# ------------------------------------------------------------------ hostile texts


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_dealt_with_at_once(name: str) -> None:
    begin = time.process_time()
    report = looked_at(HOSTILE[name])
    assert time.process_time() - begin < LIMIT
    assert len(report) <= MOST_PROBLEMS + 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("brackets in one line", "RW0115"),
        ("brackets left open", "RW0105"),
        ("blocks in blocks", "RW0113"),
        ("otherwise if", "RW0115"),
        ("a long line", "RW0111"),
        ("a million rows", "RW0108"),
        ("too many rows", "RW0213"),
        ("many columns", "RW0116"),
        ("a huge number", "RW0310"),
        ("thousands of players", "RW0225"),
        ("a large grid", "RW0213"),
        ("a grid with much on it", "RW0508"),
        ("too large a die", "RW0223"),
        ("a thousand million copies", "RW0218"),
        ("many copies of many", "RW0508"),
        ("broken lines", "RW0118"),
        ("a tower of values", "RW0227"),
        ("a tower of procedures", "RW0621"),
        ("a long cycle", "RW0616"),
        ("procedures that double", "RW0626"),
        ("half a character", "RW0109"),
        ("nothing", "RW0110"),
        ("a comment", "RW0226"),
    ],
)
def test_limits_have_codes(name: str, code: str) -> None:
    assert code in {d.code for d in looked_at(HOSTILE[name])}


@pytest.mark.parametrize("name", ["rows that do something", "a large die", "many options"])
def test_what_is_merely_large_is_fine(name: str) -> None:
    assert errors(looked_at(HOSTILE[name])) == []


# ------------------------------------------------------------------ suggestions


@given(st.text("abc", max_size=7), st.text("abc", max_size=7))
def test_distance_is_a_distance(a: str, b: str) -> None:
    d = distance(a, b, 99)
    assert d == distance(b, a, 99)
    assert (d == 0) == (a == b)
    assert abs(len(a) - len(b)) <= d <= max(len(a), len(b))
    assert distance(a, b, 1) == (d if d <= 1 else 2)


def test_suggestions_have_a_threshold() -> None:
    assert nearest("holdr", ["holder", "bites"]) == "holder"
    assert nearest("Holder", ["holder"]) == "holder"
    assert nearest("println", ["Nil"]) == ""
    assert nearest("p", ["q"]) == ""
