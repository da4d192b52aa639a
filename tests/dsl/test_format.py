"""The formatter by examples: what it settles, what it keeps, and what it leaves alone."""

from __future__ import annotations

import pytest

from rulewright.dsl import Report, Source
from rulewright.dsl.format import formatted
from rulewright.dsl.parse import LONGEST_LINE
from tests.dsl.hostile import HOSTILE


def laid_out(text: str) -> str:
    """The canonical layout of a text that can be read."""
    report = Report()
    done = formatted(Source("any.rules", text), report)
    assert done is not None, [d.code for d in report]
    assert done.holds()
    return done.text


# by what they show: as somebody may type it, and as it should be
EXAMPLES = {
    "spaces": (
        "value f( player p ,Cell c ):1 .. 9=total ( -x.y+2*( a-1 )over card x in p . hand )",
        "value f(player p, Cell c): 1..9 = total(-x.y + 2 * (a - 1) over card x in p.hand)",
    ),
    "a group in brackets": (
        "check count(Cell c where c.a)is 2 and(a or b)",
        "check count (Cell c where c.a) is 2 and (a or b)",
    ),
    "the highest of a sum": (
        "phase P\n  the player p with the highest(a+b)wins",
        "phase P\n  the player p with the highest (a + b) wins",
    ),
    "a grid": ("grid Cell(n+1)by n", "grid Cell (n + 1) by n"),
    "indentation": (
        "setup\n\tif a\n\t\tset a to 1\n\totherwise:set a to 2",
        "setup\n  if a\n    set a to 1\n  otherwise: set a to 2",
    ),
    "blank lines": ("\n\n\nsetup\n\n\n\n  nothing\n\n\n\n", "setup\n\n  nothing"),
    "a table": (
        'cards C "Cs"\n "prose"\n kind count t\n A 10 "one, two"\n  on use:nothing\n Bcd 1 "x" # note\n Ef - (2*n)',
        'cards C "Cs"\n  "prose"\n  kind  count  t\n  A     10     "one, two"\n    on use: nothing\n'
        '  Bcd   1      "x"  # note\n  Ef    -      (2 * n)',
    ),
    "cells of several": (
        "table T\n k s n\n a A + B+ C(1+2)\n b A 2",
        "table T\n  k  s      n\n  a  A+B+C  (1 + 2)\n  b  A      2",
    ),
    "a bracket after a row's number": ("table T\n k n\n 1(a+b)", "table T\n  k  n\n  1  (a + b)"),
    "cases": (
        "value f(player p)\n p.x + 1 if a\n 0 if(b or c)\n 1 otherwise",
        "value f(player p)\n  p.x + 1  if a\n  0        if (b or c)\n  1        otherwise",
    ),
    "a long case stands alone": (
        f"value f\n 0 if a\n {'x' * 80} if b\n 10 otherwise",
        f"value f\n  0   if a\n  {'x' * 80}  if b\n  10  otherwise",
    ),
    "a case whose condition is broken": (
        "value f\n 10 if (a or\nb)\n 0 otherwise\nvalue g\n (1+\n2) if a\n 0 otherwise",
        "value f\n  10  if (a or\n          b)\n  0   otherwise\nvalue g\n  (1 +\n   2)  if a\n  0  otherwise",
    ),
    "groups": (
        "group A= player p\ngroup Bcd= player p\n\ngroup Efghi= player p",
        "group A   = player p\ngroup Bcd = player p\n\ngroup Efghi = player p",
    ),
    "references": (
        "setup [R-1]\n nothing [R-2,R-3  R-4]",
        f"{'setup':47}[R-1]\n{'  nothing':47}[R-2, R-3, R-4]",
    ),
    "references with a long line among them": (
        "\n".join([f"check {'a' * 60} [R-1]"] * 2 + ["check b [R-1]"] * 3),
        "\n".join([f"check {'a' * 60}     [R-1]"] * 2 + [f"{'check b':71}[R-1]"] * 3),
    ),
    "references of long lines": (
        "\n".join(f"check {'a' * n} [R-1]" for n in (85, 80, 95, 109)),
        f"check {'a' * 85}    [R-1]\ncheck {'a' * 80}         [R-1]\n"
        f"check {'a' * 95}      [R-1]\ncheck {'a' * 109}   [R-1]",
    ),
    "many references": (
        f"accounts for [{', '.join(['R-1'] * 18)}]\ncheck {'a' * 70} [R-1]",
        f"{'accounts for':30}[{', '.join(['R-1'] * 18)}]\ncheck {'a' * 70}       [R-1]",
    ),
    "an address is no reference in the margin": (
        "variant v of g\n remove [R-1] [R-2]\n after[R-3]\n  nothing\n set [R-4,R-5] to 2",
        f"variant v of g\n{'  remove [R-1]':47}[R-2]\n  after [R-3]\n    nothing\n  set [R-4, R-5] to 2",
    ),
    "rows of a variant": (
        'variant v of g\n add to C\n  A 10 "a"\n  Bcd 1 (2*n)\n add to Turn.Choice\n'
        '  Pass "Not now":nothing\n  X "Now": nothing',
        'variant v of g\n  add to C\n    A    10  "a"\n    Bcd  1   (2 * n)\n  add to Turn.Choice\n'
        '    Pass "Not now": nothing\n    X "Now": nothing',
    ),
    "what is done in brackets, not added": (
        "variant v of g\n add to T\n  p(x) wins",
        "variant v of g\n  add to T\n    p(x) wins",
    ),
    "comments at line ends": (
        "setup#1\n  do a   # 2\n  do bcd # 3\n\n  do e#4",
        "setup     #1\n  do a    # 2\n  do bcd  # 3\n\n  do e  #4",
    ),
    "a comment after references": ("setup [R-1]     # so\n nothing", f"{'setup':47}[R-1]  # so\n  nothing"),
    "comments in blocks": (
        "# first\nsetup\n   # inside\n   if a\n        do b\n        # deep\n     # also deep?\n"
        "   # in setup\n# outside\nphase P\n # before\n nothing",
        "# first\nsetup\n  # inside\n  if a\n    do b\n    # deep\n  # also deep?\n"
        "  # in setup\n# outside\nphase P\n  # before\n  nothing",
    ),
    "comments at the end": ("setup\n nothing\n\n\n # inside\n# outside", "setup\n  nothing\n\n  # inside\n# outside"),
    "only comments": ("  # one\n\n\n#  two ", "# one\n\n#  two"),
    "breaks in brackets": (
        "check(a and # first\n  # between\n\n b\n    and(c or\n d))is e [R-1]",
        f"check (a and  # first\n       # between\n       b\n       and (c or\n{'            d)) is e':47}[R-1]",
    ),
    "a break far to the right": (
        f"setup\n do {'a' * 60}(b,\nc)",
        f"setup\n  do {'a' * 60}(b,\n      c)",
    ),
    "texts": ('game  g "a  #  (b"  for 2 players\n  "it\'s ,  so"', 'game g "a  #  (b" for 2 players\n  "it\'s ,  so"'),
    "ranges": ("field a:0 ..( n+1 )= - 1\nfield b:yes/no", "field a: 0..(n + 1) = -1\nfield b: yes/no"),
}


@pytest.mark.parametrize(("before", "after"), EXAMPLES.values(), ids=EXAMPLES)
def test_layout(before: str, after: str) -> None:
    assert laid_out(before) == after + "\n"
    assert laid_out(after) == after + "\n"


@pytest.mark.parametrize(
    "text", ["setup\n  nothin", "setup\n\t nothing\n  nothing", "check (a", "", "setup", "setup\n   a\n  b"]
)
def test_what_cannot_be_read_is_left_alone_and_reported(text: str) -> None:
    report = Report()
    assert formatted(Source("any.rules", text), report) is None
    assert all(d.code.startswith("RW01") for d in report) and report.problems


def test_only_the_syntax_must_be_right() -> None:
    report = Report()
    assert formatted(Source("any.rules", "check nobody.knows  > this"), report) is not None
    assert not report.problems


def test_a_line_that_would_be_too_long_leaves_the_text_as_it_is() -> None:
    text = f"check {'+'.join(['1'] * 60)} < {'a' * (LONGEST_LINE - 140)}"
    assert len(text) <= LONGEST_LINE and laid_out(text) == text


@pytest.mark.parametrize("text", [t for t in HOSTILE.values() if len(t) < 40_000][:40])
def test_hostile_texts(text: str) -> None:
    report = Report()
    done = formatted(Source("any.rules", text), report)
    assert done is None if report.problems else done is not None and done.holds()
