"""Parsing that survives mistakes: every syntax error of a text in one run, with one report for one mistake.

`Blocks` turns indentation into block tokens and keeps its place when lexing resumes. `parse_all` drives Lark's LALR
parser; at an error it notes what was found and what could have stood there, completes the line with placeholder
tokens (text `?`) by the shortest way to a line end, drops the body of a broken header, and goes on with the next line.
Declarations and statements that hold placeholders are dropped by `build_ast`.

This leans on Lark's internals (the parse table, the lexer thread), so Lark is pinned to one major version, and two
property tests hold the promises: no text crashes it, and one damaged line gives one report unless layout was hit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from attrs import frozen
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter
from lark.parsers.lalr_analysis import Shift

from rulewright.dsl.diagnostics import MOST_PROBLEMS

PLACEHOLDER = "?"
SEARCH_LIMIT = 100_000  # states of all stacks looked at when searching the shortest completion of a line
MOST_SEARCHING = 500_000  # in one text; after that only what came before is read
DETOURS = frozenset({  # words that only make an expression longer than a name or a number
    "AND", "COUNT", "DOT", "HIGHEST", "IN", "IS", "LESSTHAN", "LOWEST", "LPAR", "MINUS", "MORETHAN", "NEXT", "NO",
    "NONE", "NOT", "OR", "PLUS", "SLASH", "SOME", "SPACED_LPAR", "STAR", "STRING", "TOTAL", "WHERE", "YES",
    "__ANON_1", "__ANON_2",
})  # fmt: skip
Stack = tuple[int, ...]


class Blocks(Indenter):
    """Indentation to _INDENT/_DEDENT. Unlike Lark's own it keeps its stack when lexing resumes after an error."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "SPACED_LPAR"]  # noqa: RUF012 - Lark's interface
    CLOSE_PAREN_types = ["RPAR"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4

    def reset(self) -> None:
        self.indent_level: list[int] = [0]
        self.open: list[Token] = []  # brackets still open: a line may go on inside them
        self.uneven: list[Token] = []  # line ends whose next line matches no open block

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        for token in stream:
            if token.type == self.NL_type:
                yield from self.handle_NL(token)
                continue
            if token.type in self.OPEN_PAREN_types:
                self.open.append(token)
            elif token.type in self.CLOSE_PAREN_types and self.open:
                self.open.pop()
            yield token
        for _ in self.indent_level[1:]:
            yield Token(self.DEDENT_type, "")

    def handle_NL(self, token: Token) -> Iterator[Token]:  # noqa: N802 - Lark's name
        if self.open:
            return
        yield token
        last = token.rsplit("\n", 1)[1].expandtabs(self.tab_len)
        width = len(last) - len(last.lstrip(" "))  # a trailing comment is part of the token
        if width > self.indent_level[-1]:
            self.indent_level.append(width)
            yield Token.new_borrow_pos("_INDENT", "", token)
        while width < self.indent_level[-1]:
            if width > self.indent_level[-2]:  # between two blocks: take it for the inner one
                self.uneven.append(token)
                return
            self.indent_level.pop()
            yield Token.new_borrow_pos("_DEDENT", "", token)


@frozen
class SyntaxProblem:
    """What was found at `token` (None: a character no word starts with, at `offset`), and the terminals expected."""

    offset: int
    end: int
    got: str  # terminal name, "" for a stray character
    text: str
    expected: frozenset[str]
    bracket: Token | None  # the innermost bracket open at that place


def after(table: Any, stack: Stack, name: str) -> Stack | None:
    """The parse stack after one more token, or None. (Lark's `choices` promises too much.)"""
    states = list(stack)
    while True:
        step = table[states[-1]].get(name)
        if step is None:
            return None
        action, arg = step
        if action is Shift:
            return (*states, arg)
        if arg.expansion:
            del states[-len(arg.expansion) :]
        states.append(table[states[-1]][arg.origin.name][1])


def expected(table: Any, stack: Stack) -> frozenset[str]:
    """The terminals that may come next."""
    return frozenset(n for n in table[stack[-1]] if n.isupper() and after(table, stack, n) is not None)


def shortest(table: Any, stack: Stack, goal: str, never: frozenset[str]) -> tuple[tuple[str, ...], int]:
    """The shortest tokens after which `goal` may come; if possible without a block being due after it. Also: the number
    of states looked at."""
    queue: deque[tuple[tuple[str, ...], Stack]] = deque([((), stack)])
    second_best: tuple[str, ...] = ()
    seen: set[Stack] = set()
    looked_at = 0
    while queue and looked_at < SEARCH_LIMIT:
        path, states = queue.popleft()
        looked_at += len(states)
        ended = after(table, states, goal)
        if ended is not None:
            if expected(table, ended) - {"_INDENT"}:
                return path, looked_at
            second_best = second_best or path
        possible = expected(table, states) - never
        for name in sorted(possible - DETOURS or possible):
            following = after(table, states, name)
            if following is not None and following not in seen:
                seen.add(following)
                queue.append(((*path, name), following))
    return second_best, looked_at


class Recovery:
    """One run of the parser over one text."""

    def __init__(self, lark: Lark, blocks: Blocks, text: str) -> None:
        self.lark = lark
        self.blocks = blocks
        self.text = text
        self.problems: list[SyntaxProblem] = []
        self.broken: list[tuple[int, int]] = []  # offsets of what was skipped
        self.table: Any = lark.parser.parser._parse_table.states
        self.resumed = 0  # the line on which the last recovery ended
        self.searched = 0
        self.ways: dict[tuple[Stack, str], tuple[str, ...]] = {}  # completions found before

    def run(self) -> Tree[Token] | None:
        """The tree, or None where the end of the text could not be made sense of."""
        self.blocks.reset()
        try:
            return self.lark.parse(self.text, on_error=self.on_error)
        except UnexpectedInput as e:
            if not self.problems:
                self.note(e, frozenset())
            return None

    def note(self, e: UnexpectedInput, wanted: frozenset[str]) -> None:
        token = getattr(e, "token", None)
        bracket = self.blocks.open[0] if self.blocks.open else None
        last = max(len(self.text.rstrip()) - 1, 0)
        if token is None:
            start = e.pos_in_stream if e.pos_in_stream is not None else last
            self.problems.append(SyntaxProblem(start, start + 1, "", self.text[start : start + 1], wanted, bracket))
            return
        start = token.start_pos if token.start_pos is not None else last
        end = start + max(len(token.rstrip()), 1)
        if token.type == "_NL":  # point at the end of the line before
            end = start + 1
        self.problems.append(
            SyntaxProblem(min(start, last), min(end, last + 1), token.type, str(token), wanted, bracket)
        )

    def on_error(self, e: UnexpectedInput) -> bool:
        """Lark calls this at an error; the parser is put where it can go on."""
        if len(self.problems) >= MOST_PROBLEMS or self.searched > MOST_SEARCHING:
            return False
        parser: Any = e.interactive_parser
        lex = parser.lexer_thread
        stack: Stack = tuple(parser.parser_state.state_stack)
        wanted = expected(self.table, stack)  # now: the parser moves on
        got = getattr(e, "token", None)
        orphan = got is not None and got.line == self.resumed and got.type == "OTHERWISE"
        if not (self.problems and got is not None and (got.type == "$END" or orphan)):
            self.note(e, wanted)  # an `otherwise` whose `if` was broken is no second mistake
        if wanted == {"_INDENT"} and got is not None and self.invent_block(parser, stack, got):
            return True
        self.blocks.open.clear()
        begin = lex.state.line_ctr.char_pos
        if isinstance(e, UnexpectedCharacters):
            self.skip_to_line_end(lex)
        with suppress(StopIteration):  # the text ended inside the broken part
            self.finish_line(parser, lex, stack, got)
        start = self.text.rfind("\n", 0, min(begin, len(self.text))) + 1
        self.broken.append((start, lex.state.line_ctr.char_pos))
        return True

    def invent_block(self, parser: Any, stack: Stack, got: Token) -> bool:
        """A header without its block: feed an empty one. True if the parser can then take the token at hand."""
        inside = after(self.table, stack, "_INDENT")
        if inside is None:
            return False
        never = frozenset({"_INDENT", "$END"})
        for name in ("_INDENT", *self.way(inside, "_DEDENT", never), "_DEDENT"):
            parser.feed_token(Token(name, PLACEHOLDER))
        if after(self.table, tuple(parser.parser_state.state_stack), got.type) is None:
            return False
        parser.feed_token(got)
        return True

    def way(self, stack: Stack, goal: str, never: frozenset[str]) -> tuple[str, ...]:
        """The shortest tokens from here to `goal`."""
        if (stack, goal) not in self.ways:
            self.ways[stack, goal], looked_at = shortest(self.table, stack, goal, never)
            self.searched += looked_at
        return self.ways[stack, goal]

    def skip_to_line_end(self, lex: Any) -> None:
        line = lex.state.line_ctr
        end = self.text.find("\n", line.char_pos)
        line.feed(self.text[line.char_pos : end if end >= 0 else len(self.text)])

    def next_newline(self, parser: Any, lex: Any, token: Token | None = None) -> Token:
        """The next line end, read below the indenter."""
        while token is None or token.type != "_NL":
            try:
                token = next(iter(lex.lexer.lexer.lex(lex.state, parser.parser_state)))
            except UnexpectedToken as u:
                token = u.token
            except UnexpectedCharacters:
                self.skip_to_line_end(lex)
        return token

    def finish_line(self, parser: Any, lex: Any, stack: Stack, got: Token | None) -> None:
        """Complete the broken line with placeholders; skip the body of a broken header."""
        newline = self.next_newline(parser, lex, got)
        for name in self.way(stack, "_NL", frozenset({"_INDENT", "_DEDENT", "_NL", "$END"})):
            parser.feed_token(Token(name, PLACEHOLDER))
        depth = 0  # > 0 while inside the body of a broken header
        pending = deque(self.blocks.handle_NL(newline))
        while pending or depth:
            if not pending:
                pending.extend(self.blocks.handle_NL(self.next_newline(parser, lex)))
            token = pending.popleft()
            body = token.type == "_INDENT"  # even where the placeholders make a header that could have one
            if depth or body or after(self.table, tuple(parser.parser_state.state_stack), token.type) is None:
                depth = max(depth + (token.type == "_INDENT") - (token.type == "_DEDENT"), 0)
            else:
                parser.feed_token(token)
        self.resumed = lex.state.line_ctr.line
