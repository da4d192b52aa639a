"""A diagnostic is data: a code, a place, and the facts its message needs. Words come from the catalogue in `errors/`.

`Report` collects them. Identical reports of one place (from checking a game at several player counts) count once. A
full report says so and takes no more; work done inside `until_full` then ends at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from attrs import define, field, frozen

from rulewright.dsl.source import Span

MOST_PROBLEMS = 100  # more than anybody reads at a time


class Enough(Exception):
    """The report is full: there is no use in going on with this text."""


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
    """The problems found so far, in the order found; iterating gives source order."""

    problems: list[Diagnostic] = field(factory=list)
    _seen: set[tuple[str, str, int, int]] = field(factory=set)
    _guards: int = 0

    def add(self, code: str, span: Span, *, labels: Iterable[Label] = (), help: str = "", **facts: object) -> None:
        """Note a problem, once for each code and place. A full report raises `Enough` inside `until_full`, else nothing
        happens."""
        named = str(facts.get("name", "")) if code.startswith("RW08") else ""  # several settings share one place
        key = (code + named, span.source.name, span.start, span.end)
        if key in self._seen:
            return
        if self.full:
            if self._guards:
                raise Enough
            return
        self._seen.add(key)
        texts = tuple((name, str(value)) for name, value in facts.items())
        self.problems.append(Diagnostic(code, span, texts, tuple(labels), help))
        if self.full:
            end = len(span.source.text)
            self.problems.append(Diagnostic("RW0118", Span(span.source, end, end), (("most", str(MOST_PROBLEMS)),)))

    def take(self, problems: Iterable[Diagnostic]) -> None:
        """Note problems that another report has."""
        for d in problems:
            self.add(d.code, d.span, labels=d.labels, help=d.help, **dict(d.facts))

    def stop(self, code: str, span: Span, **facts: object) -> None:
        """Note a limit that was passed; inside `until_full` nothing more is done."""
        self.add(code, span, **facts)  # type: ignore[arg-type]
        if self._guards:
            raise Enough

    @property
    def full(self) -> bool:
        return len(self.problems) >= MOST_PROBLEMS

    @contextmanager
    def until_full(self) -> Iterator[None]:
        """Leave this block as soon as the report is full."""
        self._guards += 1
        try:
            yield
        except Enough:
            pass
        finally:
            self._guards -= 1

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(sorted(self.problems, key=lambda d: (d.span.source.name, d.span.start, d.code)))

    def __len__(self) -> int:
        return len(self.problems)
