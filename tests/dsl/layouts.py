"""Texts of rules for the formatter: any sentence of the grammar, and any text in a layout that nobody would choose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

import attrs
from attrs import frozen
from lark import Token

from rulewright.dsl.parse import parser
from rulewright.dsl.recover import Blocks
from rulewright.dsl.source import Span

COMMENTS = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|(#[^\n]*)')
NAMES = ("ash", "Birch", "cedar_1", "Éclair", "d6")
SAMPLES = {
    "NAME": NAMES,
    "INT": ("0", "7", "12"),
    "LINK": ("1_2",),
    "STRING": ('"a text"', '"with # in it"', '"(, :"'),
    "REFS": ("[R-1]", "[R-2,R-3 ]", "[ R-4..R-9 , R-10]", "[#1]"),
    "YESNO": ("yes/no",),
    "SPACED_LPAR": ("(",),
}


@frozen
class Piece:
    """A token: its terminal and its text."""

    type: str
    text: str


def comments_of(text: str) -> list[str]:
    """The comments of a text, in order, without the spaces at their ends."""
    return [match[1].rstrip() for match in COMMENTS.finditer(text) if match[1]]


def pieces_of(text: str) -> list[Piece]:
    """The tokens that the parser sees, without comments."""
    lark = parser()
    blocks = lark.options.postlex
    assert isinstance(blocks, Blocks)
    blocks.reset()
    state: Any = lark.parse_interactive(text if text.endswith("\n") else text + "\n")
    tokens: list[Token] = list(state.iter_parse())
    state.feed_eof()
    return [Piece(t.type, str(t)) for t in tokens]


def bare(node: Any) -> Any:
    """A syntax tree without the places in the text."""
    if isinstance(node, Span):
        return None
    if isinstance(node, tuple):
        return tuple(bare(part) for part in node)
    if attrs.has(type(node)):
        return type(node).__name__, *(bare(getattr(node, a.name)) for a in attrs.fields(type(node)))
    return node


# ------------------------------------------------------------------ sentences


@cache
def forms() -> dict[str, list[Sequence[Any]]]:
    """What each symbol of the grammar can be."""
    found: dict[str, list[Sequence[Any]]] = {}
    for rule in parser().rules:
        found.setdefault(rule.origin.name, []).append(rule.expansion)
    return {name: sorted(forms, key=lambda form: [s.name for s in form]) for name, forms in found.items()}


@cache
def heights() -> dict[str, int]:
    """How far above the words each symbol stands at least."""
    found: dict[str, int] = {}
    while len(found) < len(forms()):
        for name, expansions in forms().items():
            known = [height for e in expansions if (height := height_of(e, found)) is not None]
            if known:
                found[name] = min([*known, found.get(name, 999)])
    return found


def height_of(expansion: Sequence[Any], known: dict[str, int]) -> int | None:
    below = [0 if symbol.is_term else known.get(symbol.name) for symbol in expansion]
    return None if None in below else 1 + max((b for b in below if b is not None), default=0)


def sentence(random: Random, symbol: str, height: int) -> list[Piece]:
    """A random sentence of the grammar, not much higher than `height`."""
    words = {t.name: t.pattern.value for t in parser().terminals if t.pattern.type == "str"}
    found: list[Piece] = []
    waiting: list[tuple[str, bool, int]] = [(symbol, False, height)]
    while waiting:
        name, is_word, left = waiting.pop()
        if is_word:
            found.append(Piece(name, words[name] if name in words else random.choice(SAMPLES.get(name, ("",)))))
            continue
        possible = forms()[name]
        fitting = [e for e in possible if (height_of(e, heights()) or 0) <= left]
        lowest = min(possible, key=lambda e: height_of(e, heights()) or 0)
        chosen = random.choice(fitting or [lowest])
        waiting.extend((s.name, s.is_term, left - random.randint(1, 3)) for s in reversed(chosen))
    return found


# ------------------------------------------------------------------ layouts


@frozen
class Taste:
    """What a layout does: `loose` spaces and odd indentation; beside that, breaks, blank lines and comments."""

    spaces: bool = True
    lines: bool = False
    notes: bool = False


def laid_out(pieces: Iterable[Piece], random: Random, taste: Taste) -> str:
    """The text that these tokens are, in a random layout."""
    text = ""
    indents = [""]
    tabs = taste.spaces and random.random() < 0.2
    open_ = 0
    number = 0
    before: Piece | None = None  # the one before on this line

    def note(always: bool = False) -> str:
        nonlocal number
        if not taste.notes or (random.random() < 0.8 and not always):
            return ""
        number += 1
        return f'#{random.choice(("", " ", "-- "))}note {number} "({random.choice(("", "  "))}'

    pieces = list(pieces)
    for i, piece in enumerate(pieces):
        if piece.type in ("_INDENT", "_DEDENT"):
            continue
        if piece.type == "_NL":
            if before is not None:
                text += " " * random.randint(0, 2 * taste.spaces) + note()
            for follower in (p.type for p in pieces[i + 1 :]):
                if follower == "_INDENT":
                    wider = "\t" if tabs else " " * (random.randint(1, 5) if taste.spaces else 2)
                    indents.append(indents[-1] + wider)
                elif follower == "_DEDENT":
                    indents.pop()
                else:
                    break
            text += "\n"
            while (taste.lines or taste.notes) and random.random() < 0.3:
                text += " " * random.randint(0, 12) * taste.notes + note() + "\n"
            before = None
            continue
        if before is None:
            text += indents[-1]
        elif open_ and taste.lines and random.random() < 0.1 and piece.type != "SPACED_LPAR":
            text += " " + note() + "\n"
            while random.random() < 0.3:
                text += " " * random.randint(0, 9) + note() + "\n"
            text += " " * random.randint(1, 9)
        else:
            text += space(before, piece, random, taste)
        text += piece.text
        open_ += (piece.text == "(") - (piece.text == ")")
        before = piece
    return text


def space(before: Piece, piece: Piece, random: Random, taste: Taste) -> str:
    """A space that leaves two tokens what they are."""
    apart = before.text[-1:].isalnum() or before.text[-1:] == "_", piece.text[:1].isalnum() or piece.text[:1] == "_"
    doubtful = {before.text[-1:], piece.text[:1]} <= set('.<>=-"')
    if piece.type == "LPAR" and before.type in ("NAME", "INT"):
        return ""  # with a space it could be the bracket of a cell
    if not taste.spaces:
        return " "
    least = all(apart) or doubtful or piece.type == "SPACED_LPAR"
    return random.choice(("", " ", " ", "  ", "\t", " \t  ")) or " " * least
