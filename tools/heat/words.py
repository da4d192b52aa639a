"""Places and components in lines for people, as `coverage` and `test --coverage` print them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.diagram.heat import counted
from rulewright.compiler.outline.places import Place
from rulewright.tools.heat.findings import Kind


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
    """A line a kind: what it is, and how little it is used."""
    for kind in kinds:
        yield f"  {kind.cls}: {kind.title} ({kind.use})"
