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
from rulewright.dsl.catalogue import errors, message, page
from rulewright.dsl.diagnostics import MOST_PROBLEMS
from rulewright.dsl.parse import build_parser
from rulewright.dsl.render import as_dict, render, short
from rulewright.dsl.suggest import distance, nearest


def shipped(folder: Traversable) -> Iterator[str]:
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            yield from shipped(entry)
        elif entry.name.endswith(".rules"):
            yield entry.read_text(encoding="utf-8")


TEXTS = list(shipped(resources.files("rulewright.rules")))
GAMES = [t for t in TEXTS if "\ngame " in t]
CHARACTERS = st.sampled_from('abzAZ019_ \t\n"#()[]{}.,:;=<>+-*/?!§é·\u00a0\u2028�') | st.characters()
LIMIT = 4.0  # seconds of work; in truth it is far less, but machines differ
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
    if rules.game is None and not rules.scenarios:
        assert errors(report), "a text without a game is refused"
    return report


# ------------------------------------------------------------------ damage


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A shipped text after a few strokes of bad luck."""
    text = draw(st.sampled_from(TEXTS))
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
                text = text[:at] + text[at + length : at + 2 * length] + text[at : at + length] + text[at + 2 * length :]
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


WORDS = sorted({w for t in TEXTS for w in t.split()})


@RELAXED
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=7), max_size=25), st.data())
def test_word_salad_never_crashes(lines: list[list[str]], data: st.DataObject) -> None:
    indents = data.draw(st.lists(st.integers(0, 4), min_size=len(lines), max_size=len(lines)))
    body = "\n".join("  " * i + " ".join(words) for i, words in zip(indents, lines, strict=True))
    looked_at("game salad for 2 to 3 players\n" + body)


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
    text = "game g for 2 players\nfield a 0..3\nphase One\n  set a too 1\n  set a to\nphase Two\n  sat a to 1\n  set a to 1\n"
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
        build_parser("start: a | b\na: X Y?\nb: X c\nc: Y?\nX: \"x\"\nY: \"y\"\n%declare LPAR", debug=True)
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

G = "game g for 2 players\n\n"
END = "\nphase Play\n  everyone draws\n"


def stack(first: str, each: str, number: int = 24) -> str:
    """A value on a value on a value: `{0}` is the number of the one below, `{1}` its own."""
    return f"value v0{first}\n" + "".join(f"value v{i}{each.format(i - 1, i)}\n" for i in range(1, number))


HOSTILE = {
    "brackets in one line": G + "field a: 0..3 = " + "(" * 900 + "1" + ")" * 900 + END,
    "brackets over lines": G + "field a: 0..3 = " + "(\n" * 3000 + "1" + ")\n" * 3000 + END,
    "brackets left open": G + "field a: 0..3 = " + "(\n" * 3000 + END,
    "brackets left open often": G + "phase Play\n" + "  p chooses card c in (((((((((((((\n" * 900,
    "closing brackets": G + ")\n" * 9000,
    "a long sum": G + "field a: 0..3 = " + "+".join(["1"] * 900) + END,
    "a long or": G + "phase Play\n  if " + " or ".join(["yes"] * 280) + ": everyone draws\n",
    "many nots": G + "phase Play\n  if " + "not " * 480 + "yes: everyone draws\n",
    "many minuses": G + "field a: 0..3 = " + "-" * 1500 + "1" + END,
    "a chain of dots": G + "field n per player: player\nphase Play\n  set n to seat(1)" + ".n" * 900 + "\n",
    "a shorter chain of dots": G + "field n per player: player\nphase Play\n  set seat(1).n to seat(1)" + ".n" * 60 + "\n",
    "calls in calls": G + "value f(player p): player = p\nfield n per player: player\nphase Play\n  set seat(1).n to "
    + "f(" * 25 + "seat(1)" + ").n" * 25 + "\n",
    "quantifiers in quantifiers": G + "phase Play\n  if " + "some player p where " * 90 + "yes: everyone draws\n",
    "counts in counts": G + "phase Play\n  if " + "count (player p where " * 60 + "1" + ")" * 60 + " > 1: nothing\n",
    "blocks in blocks": G + "phase Play\n" + "".join("  " + " " * i + "if yes\n" for i in range(300)),
    "otherwise if": G + "phase Play\n  if players is 1: nothing\n" + "  otherwise if players is 1: nothing\n" * 3000,
    "a long line": G + "# " + "x" * 100_000 + END,
    "a long name": G + "field " + "x" * 1900 + ": 0..3" + END,
    "a million rows": G + "cards C\n  kind count\n" + "".join(f"  k{i} 1\n" for i in range(1_000_000)),
    "too many rows": G + "cards C\n  kind count\n" + "".join(f"  k{i} 1\n" for i in range(9000)) + END,
    "as many rows as may be": G + "cards C\n  kind count\n" + "".join(f"  k{i} 1\n" for i in range(4000)) + END,
    "rows that do something": G + "table C\n  kind\n" + "".join(f"  k{i}\n    on use: nothing\n" for i in range(3000)) + END,
    "many columns": G + "table C\n  k " + " ".join(f"c{i}" for i in range(250)) + "\n" 
    + "".join(f"  r{i} " + "1 " * 250 + "\n" for i in range(170)),
    "a huge number": G + "field a: 0.." + "9" * 1800 + END,
    "a number of other digits": G + "field a: 0..3 = " + "٣" * 50 + END,
    "thousands of players": "game g for 5000 players\n" + END,
    "numbers of players": "game g for 1 to " + "9" * 500 + " players\n" + END,
    "every number of players": "game g for 1 to 32 players\n" + "".join(f"field f{i}: 0..9\n" for i in range(900))
    + "phase Play\n" + "".join(f"  add f{i} to f{i + 1}\n" for i in range(899)),
    "a large grid": G + "grid Cell 1000 by 1000\n" + END,
    "a grid with much on it": G + "grid Cell 64 by 64\n" + "".join(f"field m{i} per Cell: 0..9\n" for i in range(20)) + END,
    "a large die": G + "phase Play\n  let n = roll d9999\n  if n is 3: everyone draws\n",
    "too large a die": G + "phase Play\n  let n = roll d99999\n  if n is 3: everyone draws\n",
    "a thousand million copies": G + "cards C\n  kind count\n  A 1000000000\n" + END,
    "many copies of many": G + "cards C\n  kind count\n" + "".join(f"  k{i} 10000\n" for i in range(4000))
    + "deck d of C seen by all\n" + END,
    "an enormous option": G + "option n from -2000000000 to 2000000000, default 0\nfield f: 0..n\ncards C\n  kind count\n"
    "  A n\nphase Play\n  repeat n times: add 1 to f\n  everyone draws\n",
    "many options": G + "".join(f"option o{i} from 0 to 9, default 1\n" for i in range(300)) + "phase Play\n"
    + "".join(f"  if o{i} is 0: announce o{i}\n" for i in range(300)) + "  everyone draws\n",
    "one name many times": G + "field a: 0..3\n" * 5000 + END,
    "one member many times": G + "enum E: " + ", ".join(["a"] * 600) + "\n" + END,
    "many fields": G + "".join(f"field f{i}: 0..5\n" for i in range(2000)) + "phase Play\n"
    + "".join(f"  set f{i} to 1\n" for i in range(2000)),
    "many statements": G + "field f: 0..5\nphase Play\n" + "  set f to 1\n" * 9900,
    "many locals": G + "phase Play\n" + "".join(f"  let n{i} = 1\n  set n{i} to 2\n" for i in range(4000)),
    "unknown names": G + "".join(f"field f{i}: 0..5\n" for i in range(2000)) + "phase Play\n"
    + "".join(f"  set g{i} to 1\n" for i in range(2000)),
    "unknown long names": G + "".join(f"field {'ab' * 40}{i}: 0..5\n" for i in range(2000)) + "phase Play\n"
    + "".join(f"  set {'ba' * 40}{i} to 1\n" for i in range(2000)),
    "broken lines": G + "phase Play\n" + "  sett f to 1\n" * 9000,
    "quotes": G + '"\n' * 9000,
    "values that double": G + stack(" = players", " = v{0} * v{0}") + "field f: 0..v23\n" + END,
    "secrets that double": G + "field f: 0..9 seen by nobody\n" + stack(" = f", " = v{0} + v{0}")
    + "field g: 0..9\nphase Play\n  set g to v23\n  seat(1) chooses player p where v23 > 1: p wins\n  otherwise: nothing\n",
    "tests that double": G + "field f per player: 0..9 seen by nobody\n" + stack("(player p): yes/no = p.f > 1",
    "(player p) = v{0}(p) and v{0}(p)") + "phase Play\n  seat(1) chooses player p where v23(p): p wins\n  otherwise: nothing\n",
    "a tower of values": G + stack(" = 1", " = v{0} + 1", 3000) + END,
    "a tower from above": G + "".join(f"value v{i} = v{i + 1} + 1\n" for i in range(3000)) + "value v3000 = 1\n" + END,
    "a tower of groups": G + "group g0 = player p\n" + "".join(f"group g{i} = g{i - 1} p\n" for i in range(1, 3000)) + END,
    "a tower of procedures": G + "".join(f"procedure p{i}: do p{i + 1}\n" for i in range(3000)) + "procedure p3000: nothing\n"
    "phase Play\n  do p0\n  everyone draws\n",
    "procedures that double": G + "".join(f"procedure p{i}\n  do p{i + 1}\n  do p{i + 1}\n" for i in range(40))
    + "procedure p40: nothing\nphase Play\n  do p0\n  everyone draws\n",
    "a long cycle": G + "".join(f"procedure p{i}: do p{(i + 1) % 3000}\n" for i in range(3000)) + "phase Play\n  do p0\n",
    "watches that wake watches": G + "".join(f"field g{i}: 0..9\n" for i in range(1000)) + "".join(
        f"as soon as g{i} > 1\n  set g{i} to 0\n  set g{(i + 1) % 1000} to 2\n" for i in range(1000)
    ) + "phase Play\n  set g0 to 2\n",
    "a choice of everything": G + "phase Play\n  seat(1) chooses " + ", ".join(f"player p{i}" for i in range(100)) + ": nothing\n",
    "a long ranking": G + "field f per player: 0..9\nphase Play\n  the player p with the highest p.f"
    + " then the lowest p.f" * 80 + " wins\n",
    "half a character": G + "field \ud800: 0..3" + END,
    "digits that are none": G + "table T\n  k x\n  ² 1\n  ³ 2\n" + END,
    "old line ends": (G + END).replace("\n", "\r"),
    "a vertical tab": G + "field a: 0..3\x0b" + END,
    "spaces that are none": G + "\u00a0\u00a0field a: 0..3" + END,
    "line ends that are none": G + "field a: 0..3\u2028field b: 0..3" + END,
    "a mark at the beginning": "\ufeff" + G + END,
    "nothing": "", "spaces": " \n \n", "a comment": "# x", "one letter": "g", "one line end": "\n",
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_dealt_with_at_once(name: str) -> None:
    begin = time.process_time()
    report = looked_at(HOSTILE[name])
    assert time.process_time() - begin < LIMIT
    assert len(report) <= MOST_PROBLEMS + 1


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("brackets in one line", "RW0115"), ("brackets left open", "RW0105"), ("blocks in blocks", "RW0113"),
        ("otherwise if", "RW0115"), ("a long line", "RW0111"), ("a million rows", "RW0108"), ("too many rows", "RW0213"),
        ("many columns", "RW0116"), ("a huge number", "RW0310"), ("thousands of players", "RW0225"),
        ("a large grid", "RW0213"), ("a grid with much on it", "RW0508"), ("too large a die", "RW0223"),
        ("a thousand million copies", "RW0218"), ("many copies of many", "RW0508"), ("broken lines", "RW0118"),
        ("a tower of values", "RW0227"), ("a tower of procedures", "RW0621"), ("a long cycle", "RW0616"),
        ("half a character", "RW0109"), ("nothing", "RW0110"), ("a comment", "RW0226"),
    ],
)  # fmt: skip
def test_limits_have_codes(name: str, code: str) -> None:
    assert code in {d.code for d in looked_at(HOSTILE[name])}


@pytest.mark.parametrize(
    "name", ["rows that do something", "a large die", "many options", "procedures that double"]
)
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
