"""What a closed phase is summed up to: a few lines that show who decides what, in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from rulewright.compiler.diagram.diagram import Row
from rulewright.compiler.outline.outline import (
    Ask,
    Chance,
    Ending,
    Fork,
    Inquiry,
    Item,
    Items,
    Jump,
    Part,
    Plain,
    Round,
    Use,
    inside,
)
from rulewright.compiler.words.text import capital, cut, listed

MOST_ROWS = 12
LONGEST_ROW = 90


def summary(items: Items, inquiry: Inquiry, path: str, *, plain: bool = False) -> tuple[Row, ...]:
    """The lines of a closed part at `path`. Plain doings are told only if there is nothing else (or with `plain`)."""
    told = plain or all(isinstance(i, Plain | Ending) for i in inside([items]))
    rows = list(islice(_rows(items, inquiry, path, 0, told), MOST_ROWS + 1))
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS - 1 :] = [Row("…", style="quiet")]
    return tuple(Row(cut(capital(r.text), LONGEST_ROW), cut(r.side, 40), min(r.indent, 4), r.style) for r in rows)


def _rows(items: Items, inquiry: Inquiry, path: str, indent: int, plain: bool) -> Iterator[Row]:
    for item in items:
        yield from _row(item, inquiry, path, indent, plain)


def _row(item: Item, inquiry: Inquiry, path: str, indent: int, plain: bool) -> Iterator[Row]:
    match item:
        case Plain():
            if plain:
                yield Row(item.text, "", indent)
        case Chance():
            yield Row(item.text, "by chance", indent)
        case Ask():
            yield Row(item.question or item.choices or "choose", item.who, indent)
            labels = [a.label for a in item.alternatives if a.label]
            if len(labels) > 1:
                yield Row(" / ".join(labels), "", indent + 1, "quiet")
        case Part() | Use():
            title = f"{item.title} ({item.given})" if isinstance(item, Use) and item.given else item.title
            yield Row(title, deciders(item, inquiry), indent)
            if any(j.path == path for j in inquiry.of_part(item).leaves):
                condition = leaving(item.body, path)
                yield Row(f"{condition}ends it early", "", indent + 1, "quiet")
        case Round():
            inner = list(_body(item, inquiry, path, indent + 1, plain))
            if inner:
                yield Row(f"{item.label}:", "", indent, "quiet")
                yield from inner
        case Fork():
            for condition, body in conditions(item):
                inner = list(islice(_rows(body, inquiry, path, indent + 1, plain), MOST_ROWS))
                if inner:
                    yield Row(f"{condition}:", "", indent, "quiet")
                    yield from inner
        case Jump():
            yield Row("ends it early" if item.path == path else f"ends “{item.title}”", "", indent, "quiet")
        case Ending():
            yield Row(f"{item.verdict}{f': {item.reason}' if item.reason else ''}", "", indent, "strong")


def _body(item: Round, inquiry: Inquiry, path: str, indent: int, plain: bool) -> Iterator[Row]:
    """What is repeated; of one phase its own steps."""
    only = item.body[0] if len(item.body) == 1 else None
    body = only.body if isinstance(only, Part) and only.kind == "phase" else item.body
    return islice(_rows(body, inquiry, path, indent, plain), MOST_ROWS)


def conditions(item: Fork) -> list[tuple[str, Items]]:
    """The ways of a branch with their conditions in words; ways with nothing in them are left out."""
    if not item.by_condition:
        return [(label if label == "otherwise" else f"if {item.subject} is {label}", b) for label, b in item.cases if b]
    ways = dict(item.cases)
    if not ways.get("yes"):
        return [(f"unless {item.subject}", ways["no"])]
    told = [(f"if {item.subject}", ways["yes"])]
    return [*told, ("otherwise", ways["no"])] if ways.get("no") else told


def leaving(items: Items, path: str) -> str:
    """The condition under which the block at `path` is left, as the start of a sentence."""
    for item in inside([items]):
        if isinstance(item, Fork):
            for condition, body in conditions(item):
                if any(isinstance(i, Jump) and i.path == path for i in body):
                    return f"{condition}: "
    return ""


def deciders(item: Part | Use, inquiry: Inquiry) -> str:
    """Who decides inside, or "by chance"."""
    facts = inquiry.of(item.body)
    if facts.askers:
        return listed(facts.askers[:2]) + (", …" if len(facts.askers) > 2 else "")
    return "by chance" if facts.chance else ""
