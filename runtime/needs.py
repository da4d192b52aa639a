"""What a seat is told to where components must have lain before: a card seen to leave a place was in it.

Where a card went from one place to another unseen, and is then seen to leave the second, it may have been in either.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from attrs import frozen

from rulewright.runtime.events import Event
from rulewright.runtime.schema import Schema

Place: TypeAlias = tuple[int, int]  # a zone's position in the schema, and an index


@frozen
class Need:
    """One component of this kind must lie in one of the places; the first is the likeliest."""

    cls: str
    kind: int
    places: tuple[Place, ...]


def needs(schema: Schema, told: Iterable[Event]) -> list[Need]:
    """What must lie where before these (projected) events, the first needed first."""
    found: list[Need] = []
    origins: dict[Place, tuple[Place, ...]] = {}  # where the content of a place may come from
    closed: set[Place] = set()  # places of which nothing can be said any more: something known was put in
    for sort, *rest in told:
        if sort not in ("move", "turn", "show"):
            continue
        elements = rest[-1]
        source, target = (rest[0], rest[1]), (rest[-3], rest[-2])
        if isinstance(elements, int):
            if sort == "move" and source not in closed:
                more = (source, *origins.get(source, ()))
                origins[target] = tuple(dict.fromkeys((*origins.get(target, ()), *more)))
            continue
        if source not in closed:
            either, cls = schema.zones[target[0]].either, schema.zones[source[0]].cls
            places = (source, *origins.get(source, ()))
            found += [Need(cls, code // 2 if either else code, places) for code, many in elements for _ in range(many)]
        closed.add(target)
    return found
