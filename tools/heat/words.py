"""Places and components in lines for people, as `coverage` and `test --coverage` print them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.diagram.heat import counted
from rulewright.compiler.outline.places import Place
from rulewright.tools.heat.findings import Kind

MOST_NAMED = 12  # on one line


def in_columns(places: list[Place], *, counts: bool = False) -> Iterator[str]:
    """A line a place: where it is written, where it stands, what it is. `counts`: first how often it was come to."""
    rows = [(often(p) if counts else "", str(p.span), p.path or "-", p.kind, p.text) for p in places]
    widths = [max((len(row[n]) for row in rows), default=0) for n in range(4)]
    for row in rows:
        cells = [row[0].rjust(widths[0]), *(row[n].ljust(widths[n]) for n in (1, 2, 3)), row[4]]
        yield "  " + "  ".join(cells if counts else cells[1:]).rstrip()


def often(place: Place) -> str:
    games = "" if place.games is None else f" in {counted(place.games)} game{'' if place.games == 1 else 's'}"
    return f"{counted(place.times)}{games}"


def of_kinds(kinds: list[Kind]) -> Iterator[str]:
    """A line for the kinds of a class that are used as little: what they are, and how little that is."""
    groups: dict[tuple[str, str], list[str]] = {}
    for kind in kinds:
        groups.setdefault((kind.cls, kind.use), []).append(kind.title)
    for (cls, use), titles in groups.items():
        more = f" and {len(titles) - MOST_NAMED} more" if len(titles) > MOST_NAMED else ""
        yield f"  {cls}: {', '.join(titles[:MOST_NAMED])}{more} ({use})"
