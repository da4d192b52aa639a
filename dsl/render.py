"""A diagnostic as people read it, and as programs do. Nothing here knows about terminals: colour is the caller's.

error RW0201: nothing is called `holdr`
  --> nosferatu.rules:62:5
   |
62 | set holdr to p
   |     ^^^^^
41 | field holder: player
   |       ------ `holder` is declared here
   |
   = did you mean `holder`?
   = more: rulewright explain RW0201

A second place in another file has that file's name above it, after `:::`.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Any

from attrs import frozen

from rulewright.dsl.catalogue import message, severity
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.source import NOWHERE, Span

TAB = 4
OBEYED = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}  # kinds of characters that do something, or cannot be shown
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
WIDEST = 110  # columns of a source line that are shown
Style = Callable[[str, str], str]
"""Gets the name of a style (error, warning, message, place, gutter, text, label, help) and a text; returns the text as
it is to be printed."""


def plain(style: str, text: str) -> str:
    """No colour."""
    return text


def render(d: Diagnostic, style: Style = plain) -> str:
    """A diagnostic with the lines it is about."""
    kind = severity(d.code)
    lines = [style(kind, f"{kind} {d.code}") + style("message", f": {clean(message(d))}")]
    labels = [label for label in d.labels[:2] if label.span.source.text]
    has_text = bool(d.span.source.text.strip())
    numbers = [s.line for s in (d.span, *(label.span for label in labels))] if has_text else []
    width = len(str(max(numbers, default=0)))
    blank = " " * width + " |"
    if d.span.source is not NOWHERE.source:
        lines.append(style("gutter", " " * width + " --> ") + style("place", place(d.span)))
    if has_text:
        lines.append(style("gutter", blank))
        lines += marked(d.span, "^", kind, "", width, style)
        for label in labels:
            if label.span.source is not d.span.source:
                lines.append(style("gutter", " " * width + " ::: ") + style("place", place(label.span)))
            lines += marked(label.span, "-", "label", label.text, width, style)
    if has_text:
        lines.append(style("gutter", blank))
    advice = [clean(d.help)] if d.help else []
    for text in [*advice, f"more: rulewright explain {d.code}"]:
        lines.append(style("gutter", " " * width + " = ") + style("help", text))
    return "\n".join(lines)


def short(d: Diagnostic, style: Style = plain) -> str:
    """A diagnostic on one line."""
    kind = severity(d.code)
    where = "" if d.span.source is NOWHERE.source else style("place", place(d.span)) + ": "
    advice = f" ({clean(d.help)})" if d.help else ""
    return where + style(kind, f"{kind} {d.code}") + style("message", f": {clean(message(d))}{advice}")


def as_dict(d: Diagnostic) -> dict[str, Any]:
    """A diagnostic as plain data, for `--json`. Lines and columns count from 1, columns in characters."""
    return {
        "code": d.code,
        "severity": severity(d.code),
        "message": message(d),
        **_place(d.span),
        "facts": dict(d.facts),
        "labels": [{"text": label.text, **_place(label.span)} for label in d.labels],
        "help": d.help,
    }


def _place(span: Span) -> dict[str, Any]:
    end_line, end_column = span.source.position(max(span.start, span.end))
    return {
        "file": span.source.name, "line": span.line, "column": span.column,
        "end_line": end_line, "end_column": end_column,
    }  # fmt: skip


def place(span: Span) -> str:
    """`file:line:column`, or just the file for a problem with a file as a whole."""
    name = clean(span.source.name)
    return f"{name}:{span.line}:{span.column}" if span.source.text.strip() else name


def marked(span: Span, mark: str, mark_style: str, said: str, width: int, style: Style) -> list[str]:
    """A line of the source and, below it, marks under the span and what is said about it."""
    shown = cut(span)
    under = " " * shown.start + style(mark_style, mark * shown.length + (f" {clean(said)}" if said else ""))
    return [
        (style("gutter", f"{span.line:>{width}} | ") + style("text", shown.text)).rstrip(),
        style("gutter", " " * width + " | ") + under,
    ]


@frozen
class Cut:
    """A source line as shown: where the marks begin, in columns, and how long they are."""

    text: str
    start: int
    length: int


def cut(span: Span) -> Cut:
    """The line of a span with tabs made spaces, unprintable characters replaced, and cropped around the span."""
    line = span.source.line(span.line)
    first = span.column - 1
    last = max(first + 1, min(len(line), first + span.end - span.start))
    cells: list[str] = []  # one for each character: what is shown for it
    column = 0
    for character in line:
        cells.append(" " * (TAB - column % TAB) if character == "\t" else clean(character))
        column += columns(cells[-1])
    begin, end = 0, len(cells)
    if column > WIDEST:  # crop: a little before the span, and as much after it as there is room for
        begin = max(0, min(first, len(cells)) - WIDEST // 3)
        room = WIDEST
        end = begin
        while end < len(cells) and room >= columns(cells[end]):
            room -= columns(cells[end])
            end += 1
    before, after = "…" if begin else "", "…" if end < len(cells) else ""
    start = columns(before) + sum(columns(c) for c in cells[begin:first])
    length = max(1, sum(columns(c) for c in cells[first : min(last, end)]))
    return Cut(before + "".join(cells[begin:end]) + after, start, length)


def columns(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters take two, combining ones none."""
    return sum(_columns(c) for c in text)


def _columns(c: str) -> int:
    if unicodedata.combining(c) or unicodedata.category(c) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(c) in {"W", "F"} else 1


def clean(text: str) -> str:
    """Nothing that a terminal would obey instead of showing it, and nothing that turns the direction of reading."""
    return "".join("�" if unicodedata.category(c) in OBEYED or c in TURNING else c for c in text)
