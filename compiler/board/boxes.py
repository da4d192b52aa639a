"""What stands in the box of a place, and how large the box gets: its number, marks, title, and links leading away."""

from __future__ import annotations

import textwrap

from attrs import frozen

from rulewright.compiler.board.board import Link, Map
from rulewright.compiler.words.text import cut
from rulewright.dsl.render import columns

TITLE, SMALL = 9.0, 8.0  # points
LINE = 15  # characters of a line
MOST_TITLE = 44  # characters of a title before it is cut
LETTER = 0.58  # the width of a letter, in its size


@frozen
class Lead:
    """A link that is not drawn as a line: its kind, and where it leads."""

    kind: int
    words: str


@frozen
class Box:
    """A place as it is drawn. `number`: its name, where the title does not say it; `chips`: numbers of marks. Sizes in
    points."""

    place: int
    number: str
    title: tuple[str, ...]
    chips: tuple[int, ...]
    leads: tuple[Lead, ...]
    width: int
    height: int


def boxes(drawn: Map, cut_off: list[Link]) -> list[Box]:
    """The boxes of a map; `cut_off` are the links that are told in words."""
    places = range(len(drawn.places))
    return [_box(drawn, place, [link for link in cut_off if place in (link.a, link.b)]) for place in places]


def _box(drawn: Map, place: int, cut_off: list[Link]) -> Box:
    number, title = called(drawn, place)
    lines = tuple(textwrap.wrap(cut(title, MOST_TITLE), LINE))
    chips = drawn.places[place].marks
    leads = tuple(_lead(drawn, place, link) for link in cut_off)
    head = columns(number) * 11 * LETTER + 13 * len(chips)
    wide = max([head, *(text_width(t, TITLE) for t in lines), *(text_width(x.words, SMALL) for x in leads)])
    high = (14 if number or chips else 0) + 11 * len(lines) + 10 * len(leads) + 8
    return Box(place, number, lines, chips, leads, max(34, round(wide) + 10), max(24, high))


def called(drawn: Map, place: int) -> tuple[str, str]:
    """The name of a place, if that is a number or not in its title ("" otherwise), and its title."""
    found = drawn.places[place]
    squeezed = "".join(c for c in found.title.lower() if c.isalnum())
    known = found.name.lower().replace("_", "") in squeezed and not found.name.isdecimal()
    return ("" if known else found.name), ("" if found.title == found.name and not known else found.title)


def short(drawn: Map, place: int) -> str:
    """What a place is called where there is little room."""
    number, title = called(drawn, place)
    return number or title


def _lead(drawn: Map, place: int, link: Link) -> Lead:
    other = link.b if place == link.a else link.a
    label = f" ({link.label})" if link.label else ""
    return Lead(link.kind, cut(f"to {short(drawn, other)}{label}", 2 * LINE))


def text_width(text: str, size: float) -> float:
    """How wide a line of text gets, in points; rather too much."""
    return columns(text) * size * LETTER
