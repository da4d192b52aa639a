"""A statement to its words with the space before each: one or none, by what stands there."""

from __future__ import annotations

from attrs import evolve, frozen

from rulewright.dsl.format.lines import Comment, Line, Statement, Word

NONE_BEFORE = {",", ")", ":", ".", ".."}
NONE_AFTER = {"(", ".", ".."}
VALUES = {"NAME", "INT", "STRING", "REFS", "RPAR", "YES", "NO", "NONE", "EMPTY"}  # what a minus can be taken from
TOTALS = {"total", "highest", "lowest"}


@frozen
class Spaced:
    """A statement; `gaps` are the numbers of spaces before its words."""

    line: Statement
    gaps: tuple[int, ...]

    def width(self, first: int, last: int) -> int:
        """The characters of the words from `first` to before `last`, which no line break parts."""
        return sum(map(len, (w.text for w in self.line.words[first:last]))) + sum(self.gaps[first + 1 : last])

    def moved(self, gaps: dict[int, int]) -> Spaced:
        """With other gaps before some words."""
        return evolve(self, gaps=tuple(gaps.get(i, gap) for i, gap in enumerate(self.gaps)))


def spaced(line: Line) -> Spaced | Comment:
    """The usual spaces; those between columns come later."""
    if isinstance(line, Comment):
        return line
    words = line.words
    joined = joints(words) if line.kind == "row" else set[int]()
    return Spaced(line, (0, *(int(i not in joined and space_before(words, i)) for i in range(1, len(words)))))


def joints(words: tuple[Word, ...]) -> set[int]:
    """In a row: the words before which a cell of several goes on, as in `Light+Small`."""
    found: set[int] = set()
    depth = 0
    for i, word in enumerate(words):
        if depth == 0 and word.type == "PLUS":
            found |= {i, i + 1}
        depth += (word.text == "(") - (word.text == ")")
    return found


def space_before(words: tuple[Word, ...], i: int) -> bool:
    word, before = words[i], words[i - 1]
    if word.text in NONE_BEFORE or before.text in NONE_AFTER:
        return False
    if word.type == "LPAR" or (word.text == "(" and before.text == "-"):
        return not calls(words, i)
    return not (before.text == "-" and is_sign(words, i - 1))


def calls(words: tuple[Word, ...], i: int) -> bool:
    """Does a bracket belong to the name before it?"""
    before = words[i - 1]
    if before.text in TOTALS:
        return i < 2 or words[i - 2].text != "the"  # the player p with the highest (a + b)
    named = i >= 2 and words[i - 2].text == "grid"  # grid Cell (size + 1) by size
    return before.type in {"NAME", "RPAR"} and not named


def is_sign(words: tuple[Word, ...], i: int) -> bool:
    """Is a minus one of a single value, and not between two?"""
    return i == 0 or words[i - 1].type not in VALUES
