"""What a closed phase is summed up to: a few lines that show who decides what, in order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from attrs import evolve, frozen

from rulewright.compiler.diagram.diagram import Row
from rulewright.compiler.diagram.heat import added, leaves_in, times
from rulewright.compiler.outline.outline import (
    Alternative,
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
from rulewright.compiler.outline.passed import Passed
from rulewright.compiler.words.text import listed

MOST_ROWS = 20
DEEPEST_INDENT = 6
MOST_WAYS = 8
MOST_INSIDE = 20  # things inside the ways of a choice; with more of them, and of ways, it is a menu
MOST_FURTHER = 2  # decisions that follow on a way of a menu
LONGEST_LIST = 120  # characters of alternatives on one line
STAR = "*"  # after a choice that has conditions
FOOTNOTE = f"{STAR} the choice has conditions"


def rows_of(items: Items, most: int | None) -> list[Row]:
    """Plain doings as lines of one box that running came to `most` times; those it came to less often say so."""
    often = [None if i.passed is None or i.passed.times == most else i.passed.times for i in items]
    return [Row(i.text, times=t) for i, t in zip(items, often, strict=True) if isinstance(i, Plain)]


def summary(items: Items, inquiry: Inquiry, path: str, *, plain: bool = False) -> tuple[Row, ...]:
    """The lines of a closed part at `path`. Plain doings are told only if there is nothing else (or with `plain`)."""
    told = plain or all(isinstance(i, Plain | Ending) for i in inside([items]))
    rows = list(islice(Summary(inquiry, path, plain=told).rows(items, 0), MOST_ROWS + 1))
    if len(rows) > MOST_ROWS:
        rows[MOST_ROWS - 1 :] = [Row("…", style="quiet")]
    if inquiry.of(items).conditions:
        rows.append(Row(FOOTNOTE, style="quiet"))
    return tuple(evolve(r, indent=min(r.indent, DEEPEST_INDENT)) for r in rows)


@frozen
class Summary:
    """How one part is summed up. `plain`: with what is simply done; `ends`: with early ends and endings, which stand
    beside the part as arrows anyway, so that deep inside it only decisions are told."""

    inquiry: Inquiry
    path: str
    plain: bool = False
    ends: bool = True

    def rows(self, items: Items, indent: int) -> Iterator[Row]:
        for item in items:
            yield from self._row(item, indent)

    def few(self, items: Items, indent: int) -> list[Row]:
        return list(islice(self.rows(items, indent), MOST_ROWS))

    def _row(self, item: Item, indent: int) -> Iterator[Row]:
        match item:
            case Plain():
                if self.plain:
                    yield Row(item.text, "", indent, times=times(item))
            case Chance():
                yield Row(item.text, "by chance", indent, times=times(item))
            case Ask():
                yield from self._ask(item, indent)
            case Part():
                yield from self._part(item, indent)
            case Use():
                yield from self._use(item, indent)
            case Round():
                inner = self._body(item, indent + 1)
                if inner:
                    yield Row(f"{item.label}:", "", indent, "quiet", times=count_of(item.rounds))
                    yield from inner
            case Fork():
                for condition, body, way in conditions(item):
                    inner = self.few(body, indent + 1)
                    if inner:
                        yield Row(f"{condition}:", "", indent, "quiet", times=count_of(way))
                        yield from inner
            case Jump():
                if self.ends:
                    text = "ends it early" if item.path == self.path else f"ends “{item.title}”"
                    yield Row(text, "", indent, "quiet", times=times(item))
            case Ending():
                if self.ends:
                    text = f"{item.verdict}{f': {item.reason}' if item.reason else ''}"
                    yield Row(text, "", indent, "strong", times=times(item))

    def _ask(self, item: Ask, indent: int) -> Iterator[Row]:
        """The question, the ways to answer it with the decisions that follow, and what happens if there is no way."""
        deeper, ways = evolve(self, ends=False), item.alternatives
        question = item.question or item.choices or "choose"
        if len(ways) == 1 or optional(item):
            asked = item.answered if len(ways) > 1 else count_of(ways[0].passed)
            yield Row(starred(question, bool(ways[0].conditions)), item.who, indent, times=asked)
            yield from deeper.few(ways[0].body, indent + 1)
            if len(ways) > 1:
                yield Row("or pass", "", indent + 1, "quiet", times=count_of(ways[1].passed))
        else:
            yield Row(question, item.who, indent, times=item.answered)
            inner = [deeper.few(a.body, indent + 2) for a in ways]
            labels = [starred(a.label, bool(a.conditions)) for a in ways]
            plain = not any(inner) and item.answered is None
            if is_menu(item):
                yield Row(" / ".join(labels), "", indent + 1, "quiet")
                return
            if plain and len(" / ".join(labels)) <= LONGEST_LIST:
                yield Row(" / ".join(labels), "", indent + 1, "quiet")
            else:
                for label, rows, way in list(zip(labels, inner, ways, strict=True))[:MOST_WAYS]:
                    yield Row(f"{label}:" if rows else label, "", indent + 1, "quiet", times=count_of(way.passed))
                    yield from rows
                if len(ways) > MOST_WAYS:
                    yield Row(f"… {len(ways) - MOST_WAYS} more", "", indent + 1, "quiet")
        missing = evolve(self, plain=True).few(item.missing, indent + 2)
        if missing:
            yield Row(f"{item.without}:", "", indent + 1, "quiet", times=count_of(item.nothing))
            yield from missing

    def _part(self, item: Part, indent: int) -> Iterator[Row]:
        who = deciders(item, self.inquiry)
        if who or self.ends:
            title = starred(item.title, self.inquiry.of_part(item).conditions)
            yield Row(title, who, indent, times=times(item), path=item.path)
        if self.ends and any(j.path == self.path for j in self.inquiry.of_part(item).leaves):
            left = [j for j in self.inquiry.of_part(item).leaves if j.path == self.path]
            often = added(leaves_in(item.body, j) for j in left)
            yield Row(f"{leaving(item.body, self.path)}ends it early", "", indent + 1, "quiet", times=often)

    def _use(self, item: Use, indent: int) -> Iterator[Row]:
        """A call, with the decisions in it."""
        who = deciders(item, self.inquiry)
        if not who and not self.ends:
            return
        inner = evolve(self, ends=False, plain=False).few(item.body, indent + 1) if who else []
        if inner:
            yield Row(f"{item.title}:", "", indent, times=times(item), path=item.path)
            yield from inner
        else:
            title = f"{item.title} ({item.given})" if item.given else item.title
            yield Row(title, who, indent, times=times(item), path=item.path)

    def _body(self, item: Round, indent: int) -> list[Row]:
        """What is repeated; of one phase its own steps."""
        only = item.body[0] if len(item.body) == 1 else None
        return self.few(only.body if isinstance(only, Part) and only.kind == "phase" else item.body, indent)


def optional(item: Ask) -> bool:
    """Is it one thing to do or to leave?"""
    return len(item.alternatives) == 2 and item.alternatives[1] == Alternative("Pass", "", ())


def starred(text: str, limited: bool) -> str:
    return f"{text}{STAR}" if limited else text


def limits(item: Ask) -> list[Row]:
    """The conditions of the ways to answer."""
    ways = [(a.label if len(item.alternatives) > 1 else "", "; ".join(a.conditions)) for a in item.alternatives]
    return [Row(f"{label}: {text}" if label else text, "", 0, "quiet") for label, text in ways if text]


def conditions(item: Fork) -> list[tuple[str, Items, Passed | None]]:
    """The ways of a branch with their conditions in words; ways with nothing in them are left out."""
    if not item.by_condition:
        return [
            (label if label == "otherwise" else f"if {item.subject} is {label}", body, item.way(number))
            for number, (label, body) in enumerate(item.cases)
            if body
        ]
    ways = {label: (body, item.way(number)) for number, (label, body) in enumerate(item.cases)}
    nothing: tuple[Items, None] = ((), None)
    yes, no = ways.get("yes", nothing), ways.get("no", nothing)
    if not yes[0]:
        return [(f"unless {item.subject}", *no)]
    told = [(f"if {item.subject}", *yes)]
    return [*told, ("otherwise", *no)] if no[0] else told


def is_menu(item: Ask) -> bool:
    """Is it a choice of so many ways, leading so far, that drawing them side by side would be hard to read?"""
    far = sum(1 for i in inside(a.body for a in item.alternatives) if not isinstance(i, Plain))
    return len(item.alternatives) > MOST_WAYS and far > MOST_INSIDE


def menu_rows(item: Ask, inquiry: Inquiry, path: str) -> list[Row]:
    """The ways of a long choice: each with its conditions, and with who decides what in it."""
    inner = Summary(inquiry, path, ends=False)
    rows: list[Row] = []
    for way in item.alternatives:
        often = count_of(way.passed)
        rows.append(Row(starred(way.label, bool(way.conditions)), "", 1, times=often, path=way.path))
        further = [r for r in inner.few(way.body, 0) if r.side]
        rows += [Row(r.text, r.side, 2, "quiet") for r in further[:MOST_FURTHER]]
        if len(further) > MOST_FURTHER:
            rows.append(Row("…", "", 2, "quiet"))
    if any(way.conditions for way in item.alternatives):
        rows.append(Row(FOOTNOTE, style="quiet"))
    return rows


def count_of(passed: Passed | None) -> int | None:
    return None if passed is None else passed.times


def leaving(items: Items, path: str) -> str:
    """The condition under which the block at `path` is left, as the start of a sentence."""
    for item in inside([items]):
        if isinstance(item, Fork):
            for condition, body, _ in conditions(item):
                if any(isinstance(i, Jump) and i.path == path for i in body):
                    return f"{condition}: "
    return ""


def deciders(item: Part | Use, inquiry: Inquiry) -> str:
    """Who decides inside, or "by chance"."""
    facts = inquiry.of(item.body)
    if facts.askers:
        return listed(facts.askers[:2]) + (", …" if len(facts.askers) > 2 else "")
    return "by chance" if facts.chance else ""
