"""What in an outline has an address, and so a picture of its own; and the address that somebody means.

Phases, steps and procedures, the alternatives that the rules name, and rows of tables: the cards that do something.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from attrs import field, frozen

from rulewright.compiler.outline.outline import Ask, Item, Items, Outline, Part, Use, inside
from rulewright.compiler.words.text import spaced
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.suggest import nearest

Sort: TypeAlias = Literal["setup", "phase", "step", "action", "card", "procedure"]
PASS = ".Pass"  # how the language calls not doing what one may do
ROW = 2  # dots in the address of what a row of a table does: Ritual.SilverMirror.use


class UnknownPath(Exception):
    """Nothing has this address; `near` is one like it, or ""."""

    def __init__(self, path: str, near: str) -> None:
        super().__init__(f"nothing is called {path!r}")
        self.path = path
        self.near = near


@frozen
class Place:
    """Something with an address; `refs` are the numbered rules it carries out, `span` is where it is written."""

    path: str
    title: str
    sort: Sort
    refs: tuple[str, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


def places(outline: Outline) -> tuple[Place, ...]:
    """Everything that can be focused on, in the order of the rules; a row comes before what it does."""
    found: dict[str, Place] = {}
    if outline.setup:
        found["setup"] = Place("setup", "Set-up", "setup", span=outline.setup[0].span)
    written = {p.path: p.span for p in outline.procedures}
    for item in inside(bodies(outline)):
        for place in places_of(item, written):
            found.setdefault(place.path, place)
    return tuple(found.values())


def places_of(item: Item, written: dict[str, Span]) -> Iterator[Place]:
    """What one item brings; `written` says where procedures are."""
    match item:
        case Part() if item.kind == "procedure" and item.path.count(".") == ROW:
            row, _, what = item.path.rpartition(".")
            yield Place(row, item.title, "card", item.refs, item.span)
            yield Place(item.path, f"{item.title}: {spaced(what)}", "procedure", item.refs, item.span)
        case Part():
            yield Place(item.path, item.title, item.kind, item.refs, item.span)
        case Use():
            yield Place(item.path, item.title, "procedure", item.refs, written.get(item.path, item.span))
        case Ask():
            for way in item.alternatives:
                if way.path and (way.body or not way.path.endswith(PASS)):
                    yield Place(way.path, way.label, "action", span=way.span)


def bodies(outline: Outline) -> list[Items]:
    """All that there is."""
    return [outline.setup, outline.flow, *(r.body for r in outline.reactions), *((p,) for p in outline.procedures)]


def paths(outline: Outline) -> tuple[str, ...]:
    return tuple(place.path for place in places(outline))


def found_path(outline: Outline, wanted: str) -> str:
    """The address that is meant; a tail will do if only one ends so. Raises `UnknownPath`."""
    known = paths(outline)
    if wanted in known:
        return wanted
    tails = [p for p in known if p.lower() == wanted.lower() or p.lower().endswith(f".{wanted.lower()}")]
    if len(tails) == 1:
        return tails[0]
    raise UnknownPath(wanted, nearest(wanted, known) or nearest_tail(wanted, known))


def nearest_tail(wanted: str, known: Iterable[str]) -> str:
    """The address whose last name is nearest."""
    tails = {p.rsplit(".", 1)[-1]: p for p in reversed(list(known))}
    near = nearest(wanted.rsplit(".", 1)[-1], tails)
    last = wanted.rsplit(".", 1)[-1]
    return tails.get(near, tails.get(last, ""))
