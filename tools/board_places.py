"""Who and what stands where on a map, as one seat sees it: by the fields whose values are places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from rulewright.runtime.schema import FieldInfo
from rulewright.runtime.view import View
from rulewright.tools.view_text import Speaker

if TYPE_CHECKING:
    from rulewright.compiler.board.board import Map


@frozen
class Standing:
    """`things`: by place, what is there, in words. `own`: the places where the seat itself stands, or its pieces; of
    what belongs to nobody, if it has none."""

    things: tuple[tuple[str, ...], ...]
    own: tuple[int, ...]


@frozen
class Found:
    """A field that says where something is: "" for `member` of what no class indexes."""

    field: FieldInfo
    member: str
    place: int


def standing(drawn: Map, speaker: Speaker, view: View, during: Mapping[str, str]) -> Standing:
    """What the fields that the seat sees say. `during`: the phases of fields that count only there."""
    number = {place.name: n for n, place in enumerate(drawn.places)}
    things: list[list[str]] = [[] for _ in drawn.places]
    own: list[int] = []
    everyones: list[int] = []  # what no class indexes, such as the place of a lone player
    fields = [
        f for f in speaker.schema.fields if f.type.kind == "name" and f.type.cls == drawn.of and f.per != drawn.of
    ]
    by_thing: dict[tuple[str | None, str], list[Found]] = {}
    for found in _found(fields, number, view, during):
        by_thing.setdefault((found.field.per, found.member), []).append(found)
    for (per, member), all_found in by_thing.items():
        said = [f for f in fields if f.per == per and f.name not in during]
        seen = [f for f in said if f.name in view.fields and (per is None or member in view.fields[f.name])]
        plainly = per is not None and len(seen) == len(said) and len({f.place for f in all_found}) == 1
        for place in dict.fromkeys(f.place for f in all_found):
            titles = [f.field.title.removesuffix(" of") for f in all_found if f.place == place]
            if per is None:
                things[place] += titles
            else:
                words = speaker.member(per, member)
                things[place].append(words if plainly else f"{words} ({', '.join(titles)})")
        if per is None or _is_own(per, member, speaker, view):
            (own if per is not None else everyones).append(all_found[0].place)
    return Standing(tuple(tuple(t) for t in things), tuple(dict.fromkeys(own or everyones)))


def _found(
    fields: list[FieldInfo], number: Mapping[str, int], view: View, during: Mapping[str, str]
) -> Iterator[Found]:
    path = view.decision.path if view.decision is not None else ""
    for field in fields:
        values = view.fields.get(field.name)
        if values is None:
            continue
        phase = during.get(field.name)
        surely = phase is None or path == phase or path.startswith(f"{phase}.")
        for member, value in (values if field.per is not None else {"": values}).items():
            # outside its phase a field is zero, which looks like the first place
            if value is not None and (surely or number[value]):
                yield Found(field, member, number[value])


def _is_own(per: str, member: str, speaker: Speaker, view: View) -> bool:
    """Is this the seat itself, or something that a field of the same class says is this seat's?"""
    cls = speaker.cls(per)
    if cls.sort == "player":
        return cls.members.index(member) == view.player
    for field in speaker.schema.fields:
        if field.per == per and field.type.kind == "name" and speaker.cls(field.type.cls).sort == "player":
            owner = view.fields.get(field.name, {}).get(member)
            if owner is not None and speaker.cls(field.type.cls).members.index(owner) == view.player:
                return True
    return False
