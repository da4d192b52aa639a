"""What every node of the syntax tree has: a span, maybe rule references; and names."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from rulewright.dsl.source import Span


def span_field() -> Any:
    return field(eq=False, repr=False, kw_only=True)


def refs_field() -> Any:
    return field(default=(), kw_only=True)


@frozen
class Ident:
    """A name as written."""

    text: str
    span: Span = span_field()
