"""Outlines as short lines of text: what one item says, and what a body does, indented."""

from __future__ import annotations

import re

from rulewright.compiler.outline.outline import (
    Alternative,
    Ask,
    Chance,
    Ending,
    Fork,
    Item,
    Items,
    Jump,
    Part,
    Plain,
    Round,
    Use,
)
from rulewright.compiler.words.text import cut

MOST_LINES = 40
LONGEST = 400
NAMES = {
    Plain: "action", Chance: "chance", Ask: "choice", Fork: "condition", Round: "repetition", Use: "procedure",
    Jump: "early end", Ending: "ending",
}  # fmt: skip


def called(item: Item) -> str:
    """What sort of thing it is."""
    return item.kind if isinstance(item, Part) else NAMES[type(item)]


def sentence(item: Item) -> str:
    """What one item says, without its bodies."""
    match item:
        case Ask():
            return f"{item.who}: {item.question or item.choices or 'a choice'}"
        case Fork():
            return f"if {item.subject}" if item.by_condition else item.subject
        case Round():
            return item.label
        case Part():
            return item.title
        case Use():
            return f"{item.title} ({item.given})" if item.given else item.title
        case Jump():
            return f"end {item.title}"
        case Ending():
            return f"{item.verdict} ({item.reason})" if item.reason else item.verdict
    return item.text


def lines(items: Items) -> tuple[str, ...]:
    """A body, line by line; the end of a long one is left out."""
    made = _lines(items, "")
    if len(made) > MOST_LINES:
        made = [*made[: MOST_LINES - 1], "…"]
    return tuple(cut(line, LONGEST) for line in made)


def _lines(items: Items, indent: str) -> list[str]:
    made: list[str] = []
    deeper = indent + "  "
    for item in items:
        if len(made) > MOST_LINES:
            break
        match item:
            case Ask():
                choices = f" ({item.choices})" if item.choices else ""
                made.append(
                    f"{indent}{item.who} chooses: {item.question or item.choices}{choices if item.question else ''}"
                )
                for a in item.alternatives:
                    choice, inner = choice_of(a), deeper + "  " if a.label else deeper
                    made += [f"{deeper}{a.label}{f' ({choice})' if choice else ''}"] if a.label else []
                    made += [f"{inner}{need}" for need in needs_of(a)]
                    made += _lines(a.body, inner)
                if item.missing:
                    made += [f"{deeper}{item.without}", *_lines(item.missing, deeper + "  ")]
            case Fork():
                made.append(f"{indent}{item.subject}?")
                for label, body in item.cases:
                    made += [f"{deeper}{label}", *_lines(body, deeper + "  ")] if body else []
            case Round() | Part():
                made += [indent + sentence(item), *_lines(item.body, deeper)]
            case _:
                made.append(indent + sentence(item))
    return made


def choice_of(answer: Alternative) -> str:
    """What is chosen with a way to answer, if it has words of its own."""
    first = re.split(r"; (?=only if )", answer.needs)[0]
    return "" if first.startswith("only if ") else first


def needs_of(answer: Alternative) -> list[str]:
    """What a way to answer asks for, one by one. Its conditions say in short what its needs say at length, after what
    is asked without a reason."""
    needs = [part for part in re.split(r"; (?=only if )", answer.needs) if part.startswith("only if ")]
    return [*answer.conditions[: len(answer.conditions) - len(needs)], *needs]
