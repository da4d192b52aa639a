"""Reading Lark's trees: spans, names, rule references, and the mark of a line that error recovery completed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from lark import Token, Tree

from rulewright.dsl import ast
from rulewright.dsl.recover import PLACEHOLDER
from rulewright.dsl.source import Source, Span

Node: TypeAlias = Tree[Token]
Child: TypeAlias = Node | Token


class Broken(Exception):
    """This line was completed with placeholders; drop the statement or declaration."""


def span(source: Source, node: Child) -> Span:
    """From the first to the last word of a node, without the line end and rule references after it."""
    first, last = _first(node), _last(node)
    if first is None or last is None:
        return Span(source, 0, 0)
    start = first.start_pos or 0
    return Span(source, start, max(start, last.end_pos or 0))


def finished(node: Node) -> Node:
    """The node itself; raises Broken if its last word is a placeholder, which may be a keyword that is not kept."""
    if getattr(node.meta, "end_pos", None) is None:
        raise Broken
    return node


def _tokens(node: Child, backwards: bool) -> Iterable[Token]:
    if isinstance(node, Token):
        if node.type not in {"_NL", "_INDENT", "_DEDENT"} and node != PLACEHOLDER:
            yield node
        return
    if node.data == "refs":
        return
    for child in reversed(node.children) if backwards else node.children:
        yield from _tokens(child, backwards)


def _first(node: Child) -> Token | None:
    if isinstance(node, Tree) and not node.meta.empty:
        # keywords are filtered out of the children; the tree's own position still knows them
        start, end = node.meta.start_pos, node.meta.end_pos
        return Token("X", "", start_pos=start, end_pos=end)
    return next(iter(_tokens(node, False)), None)


def _last(node: Child) -> Token | None:
    if isinstance(node, Tree) and not node.meta.empty and not _ends_lines(node):
        return Token("X", "", start_pos=node.meta.start_pos, end_pos=node.meta.end_pos)
    return next(iter(_tokens(node, True)), None) or _first(node)


def _ends_lines(node: Node) -> bool:
    """Does it hold a line end (or rule references before one), where its own position would reach too far?"""
    for child in node.children:
        if isinstance(child, Tree):
            if child.data == "refs" or _ends_lines(child):
                return True
        elif child.type in {"_NL", "_INDENT", "_DEDENT"}:
            return True
    return False


def text(token: Child) -> str:
    """A token's text; raises Broken for a placeholder."""
    assert isinstance(token, Token)
    if token == PLACEHOLDER:
        raise Broken
    return str(token)


def string(token: Child) -> str:
    return text(token)[1:-1]


def ident(source: Source, token: Child) -> ast.Ident:
    return ast.Ident(text(token), span=span(source, token))


def data(node: Child) -> str:
    """The rule name of a tree, or the terminal name of a token."""
    return str(node.data) if isinstance(node, Tree) else node.type


def trees(node: Node, *names: str) -> list[Node]:
    return [c for c in node.children if isinstance(c, Tree) and c.data in names]


def tree(node: Node, *names: str) -> Node | None:
    return next(iter(trees(node, *names)), None)


def tokens(node: Node, *types: str) -> list[Token]:
    return [c for c in node.children if isinstance(c, Token) and c.type in types]


def strings(node: Node) -> list[str]:
    return [string(t) for t in tokens(node, "STRING")]


def refs(node: Node) -> tuple[str, ...]:
    """The rule references that end the (first) line of a node: of its own `_eol`, or of its body's header line."""
    found = tree(node, "_eol", "refs")
    if found is None:
        for child in trees(node, "body_line", "body_block", "choice_line", "choice_block"):
            return refs(child)
        return ()
    inner = found if found.data == "refs" else tree(found, "refs")
    return split_refs(inner) if inner is not None else ()


MOST_IN_RANGE = 2_000


def split_refs(node: Node) -> tuple[str, ...]:
    """The references in one pair of brackets; `NF-1..NF-9` stands for all nine."""
    found: list[str] = []
    for ref in re.split(r"[\s,;]+", text(node.children[0])[1:-1]):
        ends = re.fullmatch(r"(.*?)(\d{1,5})\.\.(.*?)(\d{1,5})", ref)
        if ends is not None and ends[1] == ends[3] and int(ends[4]) - int(ends[2]) < MOST_IN_RANGE:
            found.extend(f"{ends[1]}{n}" for n in range(int(ends[2]), int(ends[4]) + 1))
        elif ref:
            found.append(ref)
    return tuple(found)
