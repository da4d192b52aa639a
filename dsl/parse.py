"""Text to syntax tree: reads the grammar, runs the recovering parser, and reports every syntax error of the text.

Lenient on purpose: it accepts more than is right (a `give` outside a procedure, say) and leaves that to later passes,
which know more and say it better. Returns a tree of what could be understood, even beside errors.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from typing import Protocol

from lark import Lark, Tree

from rulewright.dsl import ast
from rulewright.dsl.build import build
from rulewright.dsl.build.nodes import Node
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.recover import Blocks, Recovery, SyntaxProblem
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import nearest

LARGEST_TEXT = 1_500_000  # characters: about 25,000 lines
MOST_WORDS = 200_000  # of rules, comments left out
LONGEST_LINE = 2_000  # characters
DEEPEST_BLOCK = 24  # blocks inside blocks
DEEPEST_TREE = 120  # forms of the grammar inside forms: what walks the tree must not run out of stack
MOST_LISTED = 8  # words a message lists
WORDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "REFS": "[a rule]",
    "YESNO": "`yes/no`",
    "SPACED_LPAR": "`(`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
}

# what a terminal obeys, what turns the direction of reading, what cannot be seen or written
STRAY = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_lark: Lark | None = None
_kept: Callable[[], Lark | None] | None = None  # where to ask first


class Memory(Protocol):
    """Trees of texts that were parsed before, without any problem."""

    def known(self, source: Source) -> ast.File | None: ...
    def keep(self, source: Source, tree: ast.File) -> None: ...


def parser() -> Lark:
    """The parser, built on first use; `use_parser` says where there may be one that was built before."""
    global _lark, _kept
    if _kept is not None:
        kept, _kept = _kept, None
        _lark = kept() or _lark
    if _lark is None:
        grammar = resources.files("rulewright.dsl").joinpath("grammar.lark").read_text(encoding="utf-8")
        _lark = build_parser(grammar)
    return _lark


def build_parser(grammar: str, *, debug: bool = False) -> Lark:
    """Lark's tables for the grammar text; `debug` makes Lark log its conflicts."""
    return Lark(
        grammar, parser="lalr", lexer="contextual", postlex=Blocks(), propagate_positions=True,
        maybe_placeholders=False, debug=debug,
    )  # fmt: skip


def use_parser(kept: Callable[[], Lark | None]) -> None:
    """Ask for tables that were made before, once a parser is needed (the driver keeps them between runs)."""
    global _kept
    _kept = kept


def parse(source: Source, report: Report, memory: Memory | None = None) -> tuple[ast.File, frozenset[str]]:
    """The syntax tree of `source`, and the names on lines that could not be read (a use of one is not reported again).

    Every problem goes to `report`: RW01xx codes. With a `memory`, what is known there is not parsed again.
    """
    known = None if memory is None else memory.known(source)
    if known is not None:
        return known, frozenset()
    with report.until_full():
        tree, lost = _parse(source, report)
        if memory is not None and not report.problems and not lost:
            memory.keep(source, tree)
        return tree, lost
    return ast.File((), span=Span(source, 0, 0)), frozenset()


def _parse(source: Source, report: Report) -> tuple[ast.File, frozenset[str]]:
    nothing = ast.File((), span=Span(source, 0, 0))
    text = source.text
    if refuse_text(source, report):
        return nothing, frozenset()
    lark = parser()
    blocks = lark.options.postlex
    assert isinstance(blocks, Blocks)
    run = Recovery(lark, blocks, text if text.endswith("\n") else text + "\n")
    tree = run.run()
    for token in blocks.uneven:
        end = token.end_pos or 0
        report.add("RW0103", Span(source, end, end + 1))
    keywords = {t.name: t.pattern.value for t in lark.terminals if t.pattern.type == "str"}
    for problem in run.problems:
        explain(source, problem, keywords, report)
    lost = {name for start, end in run.broken for name in re.findall(r"[^\W\d]\w*", text[start:end])}
    if tree is None or refuse_tree(tree, source, report):
        return nothing, frozenset(lost)
    return build(tree, source), frozenset(lost)


def refuse_tree(tree: Node, source: Source, report: Report) -> bool:
    """Nesting, whether of blocks, brackets or chains such as `a + b + c`, has a limit."""
    below = [(tree, 0)]
    while below:
        node, depth = below.pop()
        if depth > DEEPEST_TREE:
            start = min(node.meta.start_pos, len(source.text) - 1)
            report.add("RW0115", Span(source, start, start + 1), most=DEEPEST_TREE)
            return True
        below.extend((child, depth + 1) for child in node.children if isinstance(child, Tree))
    return False


def words_in(text: str) -> int:
    """How many words of rules, comments left out."""
    return sum(1 for _ in re.finditer(r"\w+|[^\w\s]", re.sub(r"#[^\n]*|\"[^\"\n]*\"", "_", text)))


def refuse_text(source: Source, report: Report) -> bool:
    """Limits that protect the parser itself."""
    text = source.text
    if not text.strip():
        report.add("RW0110", Span(source, 0, 0))
        return True
    if len(text) > LARGEST_TEXT:
        report.add("RW0108", Span(source, 0, 0), size=len(text), most=LARGEST_TEXT)
        return True
    words = words_in(text)
    if words > MOST_WORDS:
        report.add("RW0116", Span(source, 0, 0), words=words, most=MOST_WORDS)
        return True
    stray = STRAY.search(text)
    if stray:
        report.add("RW0109", Span(source, stray.start(), stray.end()), character=f"U+{ord(stray[0]):04X}")
        return True
    refused = False
    offset = 0
    indents = [0]
    for line in text.split("\n"):
        if len(line) > LONGEST_LINE:
            report.add("RW0111", Span(source, offset, offset + LONGEST_LINE), most=LONGEST_LINE)
            refused = True
        lead = line[: len(line) - len(line.lstrip())]
        if "\t" in lead and " " in lead:
            report.add("RW0106", Span(source, offset, offset + len(lead)))
        if line.strip():
            width = len(lead.expandtabs(Blocks.tab_len))
            while indents and indents[-1] >= width:
                indents.pop()
            indents.append(width)
            if len(indents) > DEEPEST_BLOCK:
                report.add("RW0113", Span(source, offset, offset + len(line)), most=DEEPEST_BLOCK)
                return True
        offset += len(line) + 1
    return refused


def explain(source: Source, problem: SyntaxProblem, keywords: dict[str, str], report: Report) -> None:
    """Turn one syntax problem into the diagnostic that says it best."""
    place = Span(source, problem.offset, problem.end)
    line = place.line
    if problem.bracket is not None and (problem.bracket.line or line) < line:
        start = problem.bracket.start_pos or 0
        report.add("RW0105", Span(source, start, start + 1))
        return
    wanted = problem.expected
    if wanted == {"_INDENT"}:
        report.add("RW0104", place)
        return
    if not problem.got:
        if problem.text == '"':
            report.add("RW0107", place)
        else:
            report.add("RW0102", place, text=visible(problem.text))
        return
    shown = "the end of the line" if problem.got in {"_NL", "$END", "_INDENT", "_DEDENT"} else f"`{problem.text}`"
    if problem.got == "_INDENT":
        report.add("RW0114", first_word_after(source, problem.offset))
        return
    if problem.text in keywords.values() and "NAME" in wanted and problem.got != "NAME":
        report.add("RW0112", place, word=problem.text)
        return
    helpful = hint(source.line(line))
    words = sorted(keywords.get(n, WORDS.get(n, n)) for n in wanted if n != "$END")
    begins = not source.line(line)[: place.column - 1].strip()
    wanted_words = "a word that can begin a line here" if begins and len(words) > MOST_LISTED else listing(words)
    near = nearest(problem.text, [w for w in words if w.isalpha()])
    report.add("RW0101", place, got=shown, expected=wanted_words, help=f"did you mean `{near}`?" if near else helpful)


def first_word_after(source: Source, offset: int) -> Span:
    """The first word that is not on the line of `offset`, comments left out."""
    for number in range(source.position(offset)[0] + 1, len(source.line_starts) + 1):
        line = source.line(number)
        found = re.match(r"[ \t]*([^\s#]+)", line)
        if found is not None:
            start = source.line_starts[number - 1]
            return Span(source, start + found.start(1), start + found.end(1))
    return Span(source, offset, offset)


# what people write that the language says otherwise
HINTS = (
    (
        r"^\s*(as soon as|when)\b.*\bchang(es|ed)\b",
        "a change cannot be watched: call a procedure wherever you `set` it",
    ),
    (r"^\s*else\b", "write `otherwise`"),
    (r"==", "write `is`"),
    (r"!=", "write `is not`"),
    (r"^\s*field\b.*:\s*(number|int|bool|boolean)\b", "write a range like `0..9`, or `yes/no`"),
)


def hint(line: str) -> str:
    """Advice for a line that was written in another language's way."""
    return next((advice for pattern, advice in HINTS if re.search(pattern, line)), "")


def visible(character: str) -> str:
    """A character as messages show it: by its number where nothing would be seen."""
    return character if character.isprintable() and not character.isspace() else f"U+{ord(character[:1] or ' '):04X}"


def listing(words: list[str]) -> str:
    """At most eight of what could stand there, in words."""
    plain = set(WORDS.values())
    ordered = [w for w in words if w in plain] + [f"`{w}`" for w in words if w not in plain]
    if not ordered:
        return "nothing more"
    if len(ordered) > MOST_LISTED:
        return ", ".join(ordered[:MOST_LISTED]) + " or something else"
    return " or ".join([", ".join(ordered[:-1]), ordered[-1]]) if len(ordered) > 1 else ordered[0]
