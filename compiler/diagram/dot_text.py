"""Words as DOT text: in labels like HTML, in quoted strings, beside arrows. The house colours and font.

Every word that an author wrote goes through these functions, so that no title can be taken for markup.
"""

from __future__ import annotations

import html
import textwrap

import graphviz

FONT = "Helvetica"
INK, SOFT, GREY, LINE = "#2B2B2B", "#5A5A5A", "#7A7A7A", "#8C8C8C"
LEFT = '<BR ALIGN="LEFT"/>'
WIDTH = 48  # characters of a line before it is broken


def block(text: str, width: int = WIDTH) -> str:
    """Text in an HTML-like label, broken into lines."""
    return LEFT.join(text_lines(text, width)) or "&#160;"


def text_lines(text: str, width: int) -> list[str]:
    """The lines of a text, each ready for an HTML-like label."""
    return [as_text(t) for t in textwrap.wrap(text, width)]


def as_text(text: str) -> str:
    """Text as it stands in an HTML-like label. A backslash is a piece of its own, or it would command what follows."""
    return html.escape(text).replace("\\", f'<FONT COLOR="{INK}">&#92;</FONT>')


def sized(markup: str, size: str = "11", color: str = INK) -> str:
    return f'<FONT POINT-SIZE="{size}" COLOR="{color}">{markup}</FONT>'


def plain(text: str) -> str:
    """Text as a quoted string that nothing in it can escape from."""
    return quoted(graphviz.escape(text))


def wrapped(text: str, width: int = WIDTH, more: str = "") -> str:
    r"""The same, broken into lines, with `\n` between them as DOT has it; `more` stands below."""
    return quoted("\\n".join(graphviz.escape(t) for t in textwrap.wrap(text, width) or [""]) + more)


def beside(text: str, more: str = "") -> str:
    """The label of an arrow: close to its own arrow, with room before the next one. `more` stands on its own line."""
    lines = [*textwrap.wrap(text, 22), *([more] if more else [])]
    return quoted("".join(f"\u00a0{graphviz.escape(t)}\u00a0\u00a0\\l" for t in lines))


def quoted(text: str) -> str:
    """Marked for `graphviz` as never being markup, whatever it looks like."""
    found: str = graphviz.nohtml(text)
    return found
