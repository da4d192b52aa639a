"""Where things are on a game's maps, as text: by group, the places where a seat knows of anything, and the ways from
where it stands.

Made from the seat's `View`, and from what the rules say of every game (tables, first values); so it can tell nothing
that the seat does not see.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulewright.runtime.schema import FieldInfo
from rulewright.runtime.view import View, plain
from rulewright.runtime.wording import Wording
from rulewright.tools.board_places import Standing, standing
from rulewright.tools.view_text import Speaker, aligned, view_lines

if TYPE_CHECKING:
    from rulewright.compiler.board.board import Board, Link, Map
    from rulewright.dsl import ir
    from rulewright.tools.game import Game

WIDTH = 110  # characters of a line
Look = Callable[[Wording, View], list[str]]


@frozen
class First:
    """What the rules say of fields before anything happened: by name, first values (None where they are not known), and
    the phase during which a field counts."""

    values: Mapping[str, Mapping[str, Any]]
    during: Mapping[str, str]


def look_of(game: Game) -> Look:
    """How views of this game are shown: without maps as ever."""
    from rulewright.compiler.board.board import board_of

    if all(c.sort != "links" for c in game.schema.classes):
        return view_lines
    return partial(table_lines, board_of(game.program), first_values(game.program))


def first_values(program: ir.Program) -> First:
    """The values that fields begin with, of those that a class indexes."""
    import attrs

    from rulewright.compiler.layout import lay_out
    from rulewright.compiler.reference import Interpreter
    from rulewright.compiler.schema_of import schema_of
    from rulewright.runtime.engine import RuleFault

    always = attrs.evolve(program, fields=tuple(attrs.evolve(f, during=None) for f in program.fields))
    schema = schema_of(always, lay_out(always))
    during = {f.name: f.during for f in program.fields if f.during is not None}
    try:
        cells = Interpreter(always, schema).new(0)
    except RuleFault:  # a first value that only makes sense later
        return First({}, during)
    classes = {c.name: c for c in schema.classes}
    found = {}
    for info in schema.fields:
        if info.per is not None:
            members = classes[info.per].members
            found[info.name] = {m: plain(classes, info.type, cells[info.offset + n]) for n, m in enumerate(members)}
    return First(found, during)


def table_lines(board: Board, first: First, wording: Wording, view: View) -> list[str]:
    """The view as lines of text, with a list of places for every map instead of a row for each of its places."""
    mapped = {m.of for m in board.maps if not m.spots} | {link.of for m in board.maps for link in m.links}
    lines = view_lines(wording, view, frozenset(mapped))
    for drawn in board.maps:
        more = map_lines(drawn, first, wording, view)
        lines += ["", *more] if lines and more else more
    return lines


def map_lines(drawn: Map, first: First, wording: Wording, view: View) -> list[str]:
    """The places of a map where the seat knows of something, the ways from its own, and what else has changed."""
    speaker = Speaker(wording)
    where = standing(drawn, speaker, view, first.during)
    lines = [] if drawn.spots else _places(drawn, _notes(drawn, first, speaker, view, where))
    known: set[int] = set()
    for place in where.own:
        known |= {id(link) for link in drawn.around(place)}
        lines += _wrapped(f"From {name(drawn, place)}: {_ways(drawn, place, first, speaker, view)}")
    for link in drawn.links:
        changed = [words for words, new in _fields(link.of, link.member, first, speaker, view) if new]
        if changed and id(link) not in known:
            lines += _wrapped(f"{name(drawn, link.a)} - {name(drawn, link.b)}: {', '.join(changed)}")
    return [f"{drawn.title}:", *lines] if lines else []


def name(drawn: Map, place: int) -> str:
    """A place as people call it: "20 Great hall"."""
    from rulewright.compiler.board.boxes import called

    return " ".join(part for part in called(drawn, place) if part)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ")


# ------------------------------------------------------------------------------------------------ places


def _notes(drawn: Map, first: First, speaker: Speaker, view: View, where: Standing) -> list[list[str]]:
    """By place, what the seat knows to be there."""
    notes = [list(things) for things in where.things]
    for number, place in enumerate(drawn.places):
        notes[number] += [words for words, new in _fields(drawn.of, place.name, first, speaker, view) if new]
    zones = [z for z in speaker.schema.zones if z.per == drawn.of]
    for zone in zones:
        for number, place in enumerate(drawn.places):
            seen = view.zones[zone.name].get(place.name)
            if seen is not None and seen.size:
                words = speaker.zone(zone, seen)
                notes[number].append(words if len(zones) == 1 else f"{zone.title}: {words}")
    return notes


def _places(drawn: Map, notes: list[list[str]]) -> list[str]:
    """The places with notes, under the names of their groups."""
    lines = []
    for group in range(max(1, len(drawn.groups))):
        found = [n for n, place in enumerate(drawn.places) if place.group == group and notes[n]]
        if found and drawn.groups:
            lines.append(f"  {drawn.groups[group]}")
        rows = [[name(drawn, n), "; ".join(notes[n])] for n in found]
        lines += [f"{'    ' if drawn.groups else '  '}{line}" for line in aligned(rows)] if rows else []
    return lines


# ------------------------------------------------------------------------------------------------ links and fields


def _ways(drawn: Map, place: int, first: First, speaker: Speaker, view: View) -> str:
    """The links at a place, by their kinds: "Open to 1 Slope, 2 Hill; Door to 9 Gatehouse (shut)"."""
    by_kind: dict[str, list[str]] = {}
    for link in drawn.around(place):
        marks = [f"{drawn.label} {link.label}".strip()] if link.label else []
        marks += [words for words, _ in _fields(link.of, link.member, first, speaker, view)]
        words = name(drawn, _other(link, place)) + (f" ({', '.join(marks)})" if marks else "")
        by_kind.setdefault(drawn.kinds[link.kind] if link.kind >= 0 else "", []).append(words)
    parts = [f"{kind} to {', '.join(words)}".strip() for kind, words in by_kind.items()]
    return "; ".join(parts) or "no ways"


def _other(link: Link, place: int) -> int:
    return link.b if place == link.a else link.a


def _fields(of: str, member: str, first: First, speaker: Speaker, view: View) -> Iterator[tuple[str, bool]]:
    """What the seat sees of the fields of a place or link, in words, and whether that is not as it began. What plainly
    is not so is told only where it was."""
    for info in speaker.schema.fields:
        values = view.fields.get(info.name)
        if info.per != of or values is None or member not in values:
            continue
        value = values[member]
        begun = first.values.get(info.name, {}).get(member)
        new = value != begun and not (info.name in first.during and _nothing(info, value))
        if info.type.kind != "truth":
            yield from [(f"{info.title} {speaker.value(info.type, value)}", True)] if new else []
        elif value or new:
            yield (info.title if value else f"not {info.title}"), new


def _nothing(info: FieldInfo, value: Any) -> bool:
    """May this be a field outside its phase, where nothing is kept?"""
    return value in (False, 0, []) or (info.type.kind == "name" and not info.type.optional)
