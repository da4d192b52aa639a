"""The language's own words: what can be declared can be used."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from rulewright.dsl import Report, Source, check, read
from rulewright.dsl.elaborate.symbols import LEADING_WORDS

GRAMMAR = resources.files("rulewright.dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
KEYWORDS = sorted(set(re.findall(r'"([a-z]+)"', re.sub(r"//[^\n]*", "", GRAMMAR))))
LINES = ["field {0}: 0..3", "procedure {0}\n  end game", "phase Extra\n  let {0} = 3\n  announce {0}"]


def found(text: str) -> set[str]:
    report = Report()
    check(read(Source("tiny.rules", f"game tiny for 2 players\n{text}\nphase Play: everyone draws\n"), report), report)
    return {d.code for d in report}


@pytest.mark.parametrize("word", LEADING_WORDS)
@pytest.mark.parametrize("line", LINES)
def test_a_word_that_begins_expressions_is_no_name(word: str, line: str) -> None:
    assert "RW0112" in found(line.format(word))


@pytest.mark.parametrize("word", KEYWORDS)
def test_what_can_be_declared_can_be_used(word: str) -> None:
    declared = found(f"field {word}: 0..3\nphase Extra: add 1 to {word}") - {"RW0229"}
    used = found(f"field {word}: 0..3\nphase Extra: announce {word} + 1")
    assert "RW0112" in declared or not used, "a name that is let in must be good for something"
