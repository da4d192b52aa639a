"""An outline as a list: every phase, question, answer, branch, repetition, ending and reaction, with how often a run
came there. What coverage reports are made of.

What a procedure does is listed once, with the counts of all its calls together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from rulewright.compiler.outline.outline import (
    Ask,
    Chance,
    Ending,
    Fork,
    Item,
    Items,
    Jump,
    Outline,
    Part,
    Plain,
    Round,
    Use,
)
from rulewright.compiler.outline.passed import Passed
from rulewright.compiler.words.text import capital
from rulewright.dsl.source import Span

Kind: TypeAlias = Literal[
    "phase", "step", "procedure", "question", "answer", "branch", "repeat", "ending", "reaction", "early end", "action"
]


Key: TypeAlias = tuple[str, int, int, str, int]


@frozen
class Place:
    """`text` in words; `path` is the phase, step or procedure it stands in, `inside` the position of the place around
    it in the list. `games` is how many games came here, if that is known."""

    kind: Kind
    text: str
    path: str
    span: Span
    times: int
    games: int | None
    inside: int | None = None


def places(outline: Outline) -> list[Place]:
    """Every place of an outline that was made with the counts of a run, in the order of the rules."""
    listing = _Listing()
    if outline.setup:
        first = outline.setup[0]
        listing.add("phase", "Set-up", "setup", first.span, first.passed, outline.setup)
    listing.items(outline.flow, "", None)
    for reaction in outline.reactions:
        listing.add("reaction", capital(reaction.text), "", reaction.span, reaction.passed, reaction.body)
    for procedure in outline.procedures:
        name, passed = procedure.procedure, procedure.passed
        if passed is None and procedure.body:
            passed = procedure.body[0].passed
        listing.add("procedure", capital(procedure.title), name, procedure.span, passed, procedure.body)
    return listing.places


def merged(lists: Iterable[list[Place]]) -> list[Place]:
    """The lists of several rulesets of one game, or of several runs, as one: counts are added up. Phases, steps and
    procedures are the same if they have the same path, other places if they are written at the same place and come in
    the same order there; the words may differ with the players."""
    found: dict[Key, Place] = {}
    for listing in lists:
        keys = [*_keys(listing)]
        order = {key: number for number, key in enumerate(found)}
        for key, place in zip(keys, listing, strict=True):
            known = found.get(key)
            if known is None:
                order[key] = len(order)
                around = None if place.inside is None else order[keys[place.inside]]
                found[key] = evolve(place, inside=around)
            else:
                games = None if known.games is None or place.games is None else known.games + place.games
                found[key] = evolve(known, times=known.times + place.times, games=games)
    return list(found.values())


def _keys(listing: list[Place]) -> Iterator[Key]:
    seen: Counter[tuple[str, int, int, str]] = Counter()
    for place in listing:
        named = place.kind in ("phase", "step", "procedure")
        start, end = (0, 0) if named else (place.span.start, place.span.end)
        written = (place.path if named else place.span.source.name, start, end, place.kind)
        seen[written] += 1
        yield (*written, seen[written])


def never(places: list[Place]) -> list[Place]:
    """The places that were never come to, without what stands inside another of them."""
    return [p for p in places if not p.times and (p.inside is None or places[p.inside].times)]


@define
class _Listing:
    """A list in the making."""

    places: list[Place] = field(factory=list)

    def add(self, kind: Kind, text: str, path: str, span: Span, passed: Passed | None, body: Items,
            inside: int | None = None) -> None:  # fmt: skip
        """A place and what stands in it; one that no counter knows is left out."""
        if passed is None:
            self.items(body, path, inside)
            return
        self.places.append(Place(kind, text, path, span, passed.times, passed.games, inside))
        self.items(body, path, len(self.places) - 1)

    def items(self, items: Items, path: str, inside: int | None) -> None:
        for item in items:
            self.item(item, path, inside)

    def item(self, item: Item, path: str, inside: int | None) -> None:
        passed, span = item.passed, item.span
        match item:
            case Part():
                kind: Kind = "phase" if item.kind == "phase" else "step"
                self.add(kind, item.title, item.path, span, passed, item.body, inside)
            case Use():
                self.add("action", capital(f"{item.title} {item.given}".strip()), path, span, passed, (), inside)
            case Ask():
                self._ask(item, path, inside)
            case Fork():
                for number, (label, body) in enumerate(item.cases):
                    if item.by_condition:
                        text = f"{'If' if label == 'yes' else 'Unless'} {item.subject}"
                    else:
                        text = f"{capital(item.subject)} is {label}" if label != "otherwise" else "Otherwise"
                    self.add("branch", text, path, item.place(number), item.way(number), body, inside)
            case Round():
                self.add("repeat", capital(item.label), path, span, item.rounds, item.body, inside)
            case Ending():
                text = f"{item.verdict}: {item.reason}" if item.reason else item.verdict
                self.add("ending", capital(text), path, span, passed, (), inside)
            case Jump():
                self.add("early end", f"Ends “{item.title}”", path, span, passed, (), inside)
            case Chance():
                self.add("action", capital(item.text), path, span, passed, (), inside)
            case Plain():
                told = passed is not None and passed.reached is not None
                self.add("branch" if told else "action", capital(item.text), path, span, passed, (), inside)

    def _ask(self, item: Ask, path: str, inside: int | None) -> None:
        question = item.question or item.choices or f"{item.who} chooses"
        if item.passed is None or item.answered is None:
            return
        asked = evolve(item.passed, times=item.answered, games=item.passed.games if item.answered else 0)
        alone = len(item.alternatives) == 1
        body = item.alternatives[0].body if alone else ()
        at = len(self.places)
        self.add("question", question, path, item.span, asked, body, inside)
        if not alone:
            for way in item.alternatives:
                self.add("answer", f"{question} {way.label}", path, item.span, way.passed, way.body, at)
        if item.nothing is not None:
            text = f"{question} {item.without}"
            self.add("branch", text, path, item.span, item.nothing, item.missing, inside)
