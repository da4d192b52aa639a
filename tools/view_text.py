"""What a seat sees, as text: boards for grids, a table with a row for each player, and a line for everything else.

Works from the `View` alone, so that it cannot show what the seat does not see. Boxes (what is out of play), what
is empty for everybody and what plainly is not so are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import frozen

from rulewright.runtime.schema import ClassInfo, FieldInfo, Schema, TypeInfo, ZoneInfo
from rulewright.runtime.view import View, ZoneView
from rulewright.runtime.wording import Wording, listed

BOX = "box."
UNSEEN = "?"


@frozen
class Speaker:
    """Says the plain values of a view in words."""

    wording: Wording

    @property
    def schema(self) -> Schema:
        return self.wording.schema

    def cls(self, name: str) -> ClassInfo:
        return next(c for c in self.schema.classes if c.name == name)

    def member(self, cls: str, name: str) -> str:
        return self.wording.member(cls, self.cls(cls).members.index(name))

    def value(self, type: TypeInfo, value: Any) -> str:
        match type.kind:
            case "truth":
                return "yes" if value else "no"
            case "number":
                return str(value)
            case "name":
                return "-" if value is None else self.member(type.cls, value)
            case _:
                return listed(self.member(type.cls, name) for name in value)

    def zone(self, info: ZoneInfo, view: ZoneView) -> str:
        """A zone: its content, or how many lie in it; `-` where that is none."""
        if not view.size:
            return "-"
        if view.packets is not None and len(view.packets) > 1:
            return " | ".join(self.content(info, packet) for packet in view.packets)
        if view.content is None:
            return f"{UNSEEN} ({view.size})" if view.size > 1 or not info.slot else UNSEEN
        unseen = view.size - sum(view.content.values())
        return self.content(info, view.content) + (f", {unseen} {UNSEEN}" if unseen else "")

    def content(self, info: ZoneInfo, content: Mapping[str, int]) -> str:
        return ", ".join(
            f"{many} {self.element(info, name)}" if many > 1 else self.element(info, name)
            for name, many in content.items()
        )

    def element(self, info: ZoneInfo, name: str) -> str:
        if not info.either:
            return self.member(info.cls, name)
        kind, _, face = name.rpartition(" ")
        return self.member(info.cls, kind) + (" (down)" if face == "down" else "")


def view_lines(wording: Wording, view: View, but: frozenset[str] = frozenset()) -> list[str]:
    """The view as lines of text, without what these classes index (see board_text.py)."""
    speaker = Speaker(wording)
    lines: list[str] = []
    by_class: dict[str, list[tuple[str, Callable[[str], str]]]] = {}
    for title, per, value in _shown(speaker, view):
        if isinstance(value, str):
            lines.append(f"{title}: {value}")
        elif per is not None:
            by_class.setdefault(per, []).append((title, value))
    for name, columns in by_class.items():
        if name in but:
            continue
        cls = speaker.cls(name)
        if cls.sort == "grid":
            for title, value in columns:
                lines += ["", *board(title, cls, value)]
        else:
            titles = [wording.member(name, i) for i in range(cls.size)]
            rows = [[titles[i], *(value(m) for _, value in columns)] for i, m in enumerate(cls.members)]
            if cls.sort == "player":
                rows[view.player][0] += " (you)"
            lines += ["", *aligned([["", *(title for title, _ in columns)], *rows])]
    return lines[1:] if lines and not lines[0] else lines


def _shown(speaker: Speaker, view: View) -> Iterator[tuple[str, str | None, str | Callable[[str], str]]]:
    """What there is to show: its title, the class that indexes it, and its words (by member, if it is indexed)."""

    def words(info: FieldInfo | ZoneInfo, say: Callable[[Any], str], value: Any) -> str | Callable[[str], str]:
        if info.per is None:
            return say(value)
        return lambda member: say(value[member]) if member in value else UNSEEN

    for field in speaker.schema.fields:
        if field.name in view.fields and view.fields[field.name] is not False:
            yield field.title, field.per, words(field, _sayer(speaker, field), view.fields[field.name])
    for zone in speaker.schema.zones:
        seen = view.zones[zone.name]
        zones = seen.values() if zone.per is not None else [seen]
        if not zone.name.startswith(BOX) and any(z.size for z in zones):
            yield zone.title, zone.per, words(zone, _zone_sayer(speaker, zone), seen)


def _sayer(speaker: Speaker, info: FieldInfo) -> Callable[[Any], str]:
    return lambda value: speaker.value(info.type, value)


def _zone_sayer(speaker: Speaker, info: ZoneInfo) -> Callable[[Any], str]:
    return lambda view: speaker.zone(info, view)


def board(title: str, cls: ClassInfo, value: Callable[[str], str]) -> list[str]:
    """A grid as rows and columns; members are called r1c1 and so on."""
    places = {tuple(int(n) for n in member[1:].split("c")): value(member) for member in cls.members}
    rows, columns = max(r for r, _ in places), max(c for _, c in places)
    cells = [["", *(f"c{c}" for c in range(1, columns + 1))]]
    cells += [[f"r{r}", *(places.get((r, c), "") for c in range(1, columns + 1))] for r in range(1, rows + 1)]
    return [f"{title}:", *("  " + line for line in aligned(cells))]


def aligned(rows: list[list[str]]) -> list[str]:
    """Cells under each other."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
