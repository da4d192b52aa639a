"""Titles that look like markup or commands come out as plain text in DOT, SVG and Mermaid."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from rulewright.compiler.diagram.diagram import diagram_of
from rulewright.compiler.diagram.dot import to_dot
from rulewright.compiler.diagram.mermaid import to_mermaid
from rulewright.dsl import Report, Source, ir, read
from rulewright.tools.drawing import NoGraphviz, program, render

RULES = """game hostile "@" for 2 players

field chosen: yes/no "@"

phase First "@" repeats
  step Ask "@"
    seat(1) chooses one "@"
      A "@": set chosen to yes
      B "@": everyone draws because "@"
  if chosen
    step More "@": set chosen to no
"""
TITLES = (
    "<script>alert('x')</script>",
    "</TD></TR></TABLE>>]; evil -> node; <b>",
    'quoted "title" with \\"',
    "ends with a backslash \\",
    "\\N \\G \\E \\l \\r \\L",
    "<<b>html</b>>",
    "<",
    "]] }} |pipe| {brace} --> end %% #quot; &amp; `code`",
    "ünïcödé 文字 ✓ \u202e",
    "a_word_without_any_space_" * 30,
    "many words " * 60,
    "   ",
)


def hostile(title: str) -> ir.Program:
    """A program where everything that can have a title has this one (a quote could not even be written)."""
    report = Report()
    made = read(Source("hostile.rules", RULES), report).program(2, {}, report)
    assert made is not None
    found = retitled(made.program, title)
    assert isinstance(found, ir.Program)
    return found


def retitled(value: Any, title: str) -> Any:
    if isinstance(value, str):
        return title if value == "@" else value
    if isinstance(value, tuple):
        return tuple(retitled(v, title) for v in value)
    if attrs.has(type(value)):
        names = [a.name for a in attrs.fields(type(value)) if a.name != "span"]
        return attrs.evolve(value, **{n: retitled(getattr(value, n), title) for n in names})
    return value


@pytest.mark.parametrize("depth", [0, 1, 3])
@pytest.mark.parametrize("title", TITLES, ids=range(len(TITLES)))
def test_drawn_as_text(title: str, depth: int) -> None:
    try:
        program()
    except NoGraphviz:
        pytest.skip("nothing here draws DOT")
    svg = render(to_dot(diagram_of(hostile(title), depth=depth)), "svg").decode("utf-8")
    root = ElementTree.fromstring(svg)
    tags = {element.tag.rsplit("}", 1)[-1] for element in root.iter()}
    assert tags <= {"svg", "g", "title", "a", "text", "path", "polygon", "polyline", "ellipse"}
    attributes = {a.lower() for element in root.iter() for a in element.attrib}
    assert not [a for a in attributes if a.startswith("on") or a.endswith("href")]
    shown = "".join(t.text or "" for t in root.iter() if t.tag.endswith("}text"))
    start = re.sub(r"\s", "", title)[:20]
    assert start.lower() in re.sub(r"\s", "", shown).lower(), "the title is shown as it was written"


@pytest.mark.parametrize("title", TITLES, ids=range(len(TITLES)))
def test_mermaid_has_no_markup_of_the_author(title: str) -> None:
    text = to_mermaid(diagram_of(hostile(title), depth=3))
    head, body = text.split("\nflowchart TB\n")
    assert head.count("\n") == 2, "the title is one line"
    for line in body.splitlines():
        inside = re.findall(r'"([^"]*)"', line)
        assert line.count('"') == 2 * len(inside)
        for label in inside:
            plain = re.sub(r"#\d+;", "", label.replace("<br/>", ""))
            assert not set(plain) & set('<>&#;"\\`{}[]()|')


def test_long_titles_are_cut_and_told_in_full() -> None:
    title = "many words " * 60
    diagram = diagram_of(hostile(title.strip()), depth=0)
    card = next(n for n in diagram.nodes if n.kind == "card")
    assert card.title.endswith("…")
    assert len(card.title) < 100
    assert title.strip()[1:] in card.tooltip
