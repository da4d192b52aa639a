"""Problems as plain data for the cache, and back: with the texts they are in, so that they are shown as they were."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulewright.dsl.diagnostics import Diagnostic, Label
from rulewright.dsl.source import NOWHERE, Source, Span


def problems_kept(problems: Iterable[Diagnostic]) -> dict[str, Any]:
    """Each text once; a place is the number of its text, and where in it."""
    texts: list[Source] = []

    def place(span: Span) -> list[int]:
        if span.source is NOWHERE.source:
            return [-1, span.start, span.end]
        number = next((i for i, s in enumerate(texts) if s is span.source), len(texts))
        if number == len(texts):
            texts.append(span.source)
        return [number, span.start, span.end]

    found = [
        [d.code, place(d.span), d.facts, [[place(label.span), label.text] for label in d.labels], d.help]
        for d in problems
    ]
    return {"texts": [[s.name, s.text, s.beside] for s in texts], "found": found}


def problems_from(kept: dict[str, Any]) -> list[Diagnostic]:
    """What `problems_kept` made data of."""
    texts = [Source(name, text, tuple((n, t) for n, t in beside)) for name, text, beside in kept["texts"]]

    def place(given: list[int]) -> Span:
        number, start, end = given
        return Span(NOWHERE.source if number < 0 else texts[number], start, end)

    return [
        Diagnostic(
            code, place(where), tuple((n, v) for n, v in facts), tuple(Label(place(at), words) for at, words in labels),
            advice,
        )
        for code, where, facts, labels, advice in kept["found"]
    ]  # fmt: skip
