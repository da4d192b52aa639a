"""One difference between two rulesets, and how "now" and "was" are said."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any, Literal, TypeAlias

from attrs import field, frozen

from rulewright.dsl.source import NOWHERE, Span

Kind: TypeAlias = Literal["added", "removed", "changed", "moved"]
LONGEST = 100  # letters of a text told whole
AROUND = 6  # words around those that differ, where it is not
MANY = 16  # words of two texts together of which only those need be told that one has more
SHORT = 4  # words of what was there before that are said without the rest of the sentence


@frozen
class Change:
    """`what` is the sort of thing ("step", "option", "card"), `name` its address in the rules, `text` the sentence.

    `was` and `now` are the two values, where there are two; `detail` are lines of what was added or taken out; `old`
    and `new` the places in the rules.
    """

    kind: Kind
    what: str
    name: str
    text: str
    was: str = ""
    now: str = ""
    detail: tuple[str, ...] = ()
    old: Span = field(default=NOWHERE, eq=False, repr=False)
    new: Span = field(default=NOWHERE, eq=False, repr=False)

    def data(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "kind": self.kind, "what": self.what, "name": self.name, "text": self.text, "was": self.was or None,
            "now": self.now or None, "detail": list(self.detail), "old": place(self.old), "new": place(self.new),
        }  # fmt: skip


def place(span: Span) -> dict[str, Any] | None:
    return None if span.source is NOWHERE.source else {"file": span.source.name, "line": span.line}


def now_was(now: str, was: str) -> str:
    """ "“draw 3 cards from the library”, was 2": of what was there only the words that differ, if they are few."""
    before, after = was.split(), now.split()
    change = _only_change(before, after)
    if change is None:
        return f"“{now}”, was “{was}”"
    i, end, j, other = change
    shown = f"“{now}”"
    if len(now) > LONGEST:
        words = " ".join(after[max(0, j - AROUND) : other + AROUND])
        shown = f"“{'… ' if j > AROUND else ''}{words}{' …' if other + AROUND < len(after) else ''}”"
    if i == end:
        return f"{shown}, was without “{' '.join(after[j:other])}”"
    if j == other:
        return f"{shown}, was with “{' '.join(before[i:end])}”"
    return f"{shown}, was {short_of(was, now)}"


def short_of(was: str, now: str) -> str:
    """The words of `was` that `now` says otherwise, if they are few; else all of it, in quotes."""
    before = was.split()
    change = _only_change(before, now.split())
    if change is None or change[0] == change[1] or change[2] == change[3]:
        return f"“{was}”"
    text = " ".join(before[change[0] : change[1]]).strip(".,:;()")
    return text if text.lstrip("−-").isdigit() else f"“{text}”"


def _only_change(before: list[str], after: list[str]) -> tuple[int, int, int, int] | None:
    """The one place where a few words stand for a few others; or, in a long text, where words were put in or left out.
    None if there is more to it than that."""
    changes = [c for c in SequenceMatcher(None, before, after, autojunk=False).get_opcodes() if c[0] != "equal"]
    if len(changes) != 1:
        return None
    kind, i, end, j, other = changes[0]
    if kind != "replace":
        whole = len(before) + len(after)
        return (i, end, j, other) if whole > MANY and end - i + other - j <= whole // 3 else None
    few = end - i <= SHORT and other - j <= SHORT and (end - i < len(before) or len(before) == 1)
    return (i, end, j, other) if few else None


def listed_short(words: list[str], most: int = 8) -> str:
    """ "a, b, c and 5 more"."""
    if len(words) <= most:
        return ", ".join(words)
    return f"{', '.join(words[: most - 1])} and {len(words) - most + 1} more"
