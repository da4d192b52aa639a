"""Markdown pages as tests: fenced blocks with what is to be done with them, headings, links, and paths that are named.

The first word of a fence is its language, the others say what to do. For `rules`:

    (nothing)      a whole file, without errors or warnings
    in:NAME        a fragment; takes the place of the line `# HERE` in tests/docs_skeletons/NAME.rules
    wrong:CODE     has a problem of this code (and needs no game line of its own if it is also `in:`)
    file:NAME      a whole file, and called NAME on this page from here on
    part:PART      beside `file:`, a part of that file, after the parts before it; a part of the same name takes the
                   place of the older one. Its syntax must be right; the rest is for whoever checks the file
    beside:NAME    a file that a game of its page includes
    of:NAME        scenarios and variants of the game called NAME (of this page, or shipped): each variant is checked
                   over the game, each scenario is run on both engines

`csv file:NAME` is a file of rows, beside the rules of its page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).resolve().parent.parent
SKELETONS = ROOT / "tests" / "docs_skeletons"
HERE = "# HERE"
TOP_LEVEL = "compiler|docs|dsl|rules|rulewright|runtime|tests|tools"


@frozen
class Block:
    """A fenced block. `line` is the line of its first fence."""

    language: str
    words: tuple[str, ...]
    text: str
    line: int

    def word(self, key: str) -> str:
        """What stands after `key:` in the fence, or ""."""
        return next((w.removeprefix(f"{key}:") for w in self.words if w.startswith(f"{key}:")), "")


def pages() -> list[Path]:
    """Every page that people read, in order."""
    found = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("rules/**/*.md")]
    return sorted(found)


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    lines = page.split("\n")
    at = 0
    while at < len(lines):
        fence = re.fullmatch(r"(`{3,})\s*(.*)", lines[at])
        if fence is None:
            at += 1
            continue
        start, at = at, at + 1
        while at < len(lines) and lines[at] != fence[1]:
            at += 1
        language, *words = fence[2].split() or [""]
        yield Block(language, tuple(words), "\n".join(lines[start + 1 : at]) + "\n", start + 1)
        at += 1


def prose(page: str) -> str:
    """The page with its fenced blocks emptied."""
    return re.sub(r"^(`{3,})[^\n]*\n.*?^\1$", "", page, flags=re.M | re.S)


def anchors(page: str) -> set[str]:
    """The anchors that a Markdown viewer makes of a page's headings."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ +(.+)$", prose(page), re.M):
        base = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        name, number = base, 0
        while name in found:
            number += 1
            name = f"{base}-{number}"
        found.add(name)
    return found


def links(page: str) -> list[str]:
    """Where the page's links lead, those to other sites left out."""
    text = re.sub(r"`[^`\n]*`", "", prose(page))
    return [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:", target)]


def paths(page: str) -> list[str]:
    """The files and folders of the repository that the page's prose names."""
    named = re.findall(r"`([^`\n]+)`", prose(page))
    return [name for name in named if re.fullmatch(rf"({TOP_LEVEL})/[\w./*-]*", name)]


def completed(block: Block) -> str:
    """A fragment as a whole file."""
    name = block.word("in")
    if not name:
        return block.text
    skeleton = (SKELETONS / f"{name}.rules").read_text(encoding="utf-8")
    whole = []
    for line in skeleton.split("\n"):
        if line.strip() == HERE:
            indent = line[: len(line) - len(line.lstrip())]
            whole += [indent + inner if inner.strip() else "" for inner in block.text.rstrip("\n").split("\n")]
        else:
            whole.append(line)
    return "\n".join(whole)
