"""What came of running a scenario: passed, or where and why it failed."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.source import Span


class Failure(Exception):
    """The scenario failed at `span`: `why` in the designer's words, `detail` with the values involved."""

    def __init__(self, span: Span, why: str, detail: tuple[str, ...] = ()) -> None:
        super().__init__(f"{span}: {why}")
        self.span = span
        self.why = why
        self.detail = detail


@frozen
class Tested:
    """One scenario on one engine; `failure` is None if it passed."""

    name: str
    title: str
    engine: str
    refs: tuple[str, ...]
    failure: Failure | None = None

    @property
    def passed(self) -> bool:
        return self.failure is None
