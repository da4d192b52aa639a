"""A diagnostic is data: a code, a place, and the facts its message needs. Words come from the catalogue in `errors/`.

`Report` collects them; nothing here raises. Identical reports of one place (from checking a game at several player
counts) count once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import define, field, frozen

from rulewright.dsl.source import Span


@frozen
class Label:
    """A second place that belongs to the story, with a few words on why ("declared here")."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """`facts` fill the holes of the catalogue's message; `help` is one line of advice (a near name, say), or empty."""

    code: str
    span: Span
    facts: tuple[tuple[str, str], ...] = ()
    labels: tuple[Label, ...] = ()
    help: str = ""


@define
class Report:
    """The problems found so far, in the order found; `sorted` gives source order."""

    problems: list[Diagnostic] = field(factory=list)
    _seen: set[tuple[str, str, int, int]] = field(factory=set)

    def add(self, code: str, span: Span, *, labels: Iterable[Label] = (), help: str = "", **facts: object) -> None:
        key = (code, span.source.name, span.start, span.end)
        if key in self._seen:
            return
        self._seen.add(key)
        texts = tuple((name, str(value)) for name, value in facts.items())
        self.problems.append(Diagnostic(code, span, texts, tuple(labels), help))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self.problems, key=lambda d: (d.span.source.name, d.span.start, d.code)))

    def __len__(self) -> int:
        return len(self.problems)
