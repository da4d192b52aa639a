"""A text to its lines: comments on lines of their own, and statements as words.

The words are the parser's own tokens, so the formatter and the parser never differ on what is a word. Comments are
what lies between them. A statement may go over several lines of text inside brackets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from attrs import define, field, frozen
from lark import Token, Tree, UnexpectedInput

from rulewright.dsl.build.nodes import Node
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.parse import parser, refuse_text, refuse_tree
from rulewright.dsl.recover import Blocks
from rulewright.dsl.source import Source

ROWS = {"row", "entry"}
CASES = {"case_if", "case_otherwise"}


@frozen
class Word:
    """`type` is the name of its terminal. `breaks` are the comments on the line breaks before it, inside brackets: the
    first stands at the end of a line (or is empty), the others on lines of their own. None: there is no break."""

    type: str
    text: str
    breaks: tuple[str, ...] | None = None


@frozen
class Statement:
    """What the parser sees as one line, in a block of `depth`. `kind` is "row" in a table, "case" in a list of cases,
    "group" for a group, else empty. `refs` are its rule references, `note` is the comment at its end."""

    depth: int
    words: tuple[Word, ...]
    refs: str
    note: str
    kind: str
    blank: bool  # a blank line before it

    @property
    def content(self) -> object:
        """What formatting may never change."""
        words = [(w.text, [b for b in w.breaks or () if b]) for w in self.words]
        return self.depth, words, self.refs, self.note, self.kind


@frozen
class Comment:
    """A comment on a line of its own."""

    depth: int
    text: str
    blank: bool

    @property
    def content(self) -> object:
        """What formatting may never change."""
        return self.text


Line: TypeAlias = Statement | Comment


def read_lines(source: Source, report: Report) -> list[Line] | None:
    """The lines of a text, or None if it cannot be read. What its limits have to do with that is in `report`."""
    with report.until_full():
        if refuse_text(source, report):
            return None
    text = source.text if source.text.endswith("\n") else source.text + "\n"
    lark = parser()
    blocks = lark.options.postlex
    assert isinstance(blocks, Blocks)
    blocks.reset()
    try:
        state: Any = lark.parse_interactive(text)
        tokens = list(state.iter_parse())
        tree = state.feed_eof()
    except UnexpectedInput:
        return None
    if blocks.uneven or refuse_tree(tree, source, report):
        return None
    return Reader(text, kinds(tree)).read(tokens)


def kinds(tree: Node) -> dict[int, str]:
    """What begins at an offset: "row", "case", "group" or "refs"."""
    found: dict[int, str] = {}
    below = [tree]
    while below:
        node = below.pop()
        data = str(node.data)
        if data in ROWS and not (data == "entry" and not is_row(node)):
            found[node.meta.start_pos] = "row"
        elif data in CASES:
            found[node.meta.start_pos] = "case"
        elif data in {"group", "refs"}:
            found[node.meta.start_pos] = data
        below.extend(child for child in node.children if isinstance(child, Tree))
    return found


def is_row(entry: Node) -> bool:
    """Of what is added to something: is it a row, and no alternative or statement?"""
    body = entry.children[-1]
    return isinstance(body, Tree) and body.data == "entry_body"


def tidy(token: Token) -> str:
    """A word as it is written: rule references with a comma between them, everything else as it is."""
    if token.type != "REFS":
        return str(token)
    refs = re.split(r"[\s,;]+", token[1:-1])
    return f"[{', '.join(ref for ref in refs if ref)}]"


@frozen
class Waiting:
    """A comment whose block is not known before the next statement is: it stands `column` characters from the left."""

    column: int
    text: str
    blank: bool


@define
class Reader:
    """Tokens to lines. `columns` are the indentations of the open blocks, as in `recover.Blocks`."""

    text: str
    kinds: dict[int, str]
    lines: list[Line] = field(factory=list)
    columns: list[int] = field(factory=lambda: [0])
    columns_before: list[int] = field(factory=lambda: [0])
    waiting: list[Waiting] = field(factory=list)
    blank: bool = False
    words: list[Word] = field(factory=list)
    refs: str = ""
    kind: str = ""

    def read(self, tokens: Iterable[Token]) -> list[Line]:
        end = 0
        for token in tokens:
            if token.type == "_INDENT":
                start_of_line = self.text.rfind("\n", 0, token.end_pos) + 1
                self.columns.append(indentation(self.text[start_of_line : token.end_pos]))
            elif token.type == "_DEDENT":
                self.columns.pop()
            else:
                start = token.start_pos or 0
                between = self.text[end:start]
                end = token.end_pos or 0
                if token.type == "_NL":
                    self.end_line(between, token)
                else:
                    self.add_word(between, token, start)
        self.settle_comments()
        return self.lines

    def add_word(self, between: str, token: Token, start: int) -> None:
        if not self.words:
            self.settle_comments()
            self.kind = self.kinds.get(start, "")
        elif self.kinds.get(start) == "refs":
            self.refs = tidy(token)
            return
        breaks = None
        if "\n" in between:
            first, *others = (part.strip() for part in between.split("\n"))
            breaks = (first, *(part for part in others if part))
        self.words.append(Word(token.type, tidy(token), breaks))

    def end_line(self, between: str, token: Token) -> None:
        note = between.strip()
        if self.words:
            depth = len(self.columns) - 1
            kind = self.kind if self.kind != "refs" else ""
            self.lines.append(Statement(depth, tuple(self.words), self.refs, note, kind, self.blank))
            self.words, self.refs, self.blank = [], "", False
        elif note:  # at the very beginning of the text
            self.waiting.append(Waiting(0, note, False))
        self.columns_before = list(self.columns)
        for part in token.split("\n")[1:-1]:
            if part.strip():
                self.waiting.append(Waiting(indentation(part), part.strip(), self.blank))
                self.blank = False
            else:
                self.blank = bool(self.lines or self.waiting)

    def settle_comments(self) -> None:
        """Comments before a statement belong to its block, or to one that ends there if they stand that far in."""
        depth = len(self.columns) - 1
        for comment in self.waiting:
            inside = [d for d, column in enumerate(self.columns_before) if d > depth and column <= comment.column]
            self.lines.append(Comment(max(inside, default=depth), comment.text, comment.blank))
        self.waiting = []


def indentation(line: str) -> int:
    expanded = line.expandtabs(Blocks.tab_len)
    return len(expanded) - len(expanded.lstrip(" "))
