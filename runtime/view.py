"""What one seat sees of a state: the fields and zones whose audience it belongs to, the sizes of the others.

Generated from declared visibility alone. Whatever a seat does not see cannot change its view.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulewright.runtime.decision import Decision
from rulewright.runtime.engine import Engine
from rulewright.runtime.schema import ClassInfo, FieldInfo, TypeInfo, ZoneInfo
from rulewright.runtime.zones import merged, read_packets, size


@frozen
class ZoneView:
    """A zone as a seat sees it. `content`: kind (and, where faces are mixed, `"kind up"` or `"kind down"`) to how many
    of what it sees, None when it sees none of it for want of right. `packets`: the same from the top down, only for a
    zone that keeps order and is seen whole."""

    size: int
    content: Mapping[str, int] | None = None
    packets: tuple[Mapping[str, int], ...] | None = None


@frozen
class View:
    """`fields`: name to value, or to member to value where the field is indexed; what the seat does not see is left
    out. `zones` likewise, with every size. `decision` is the question, if it is this seat that is asked."""

    player: int
    fields: Mapping[str, Any]
    zones: Mapping[str, Any]
    decision: Decision | None


def view_of(engine: Engine, cells: list[int], player: int, decision: Decision | None) -> View:
    """The view of seat `player`; `decision` is the one the state waits at (whoever is asked)."""
    schema = engine.schema
    classes = {c.name: c for c in schema.classes}
    fields: dict[str, Any] = {}
    for number, info in enumerate(schema.fields):
        seen = {
            index: plain(classes, info.type, cells[info.offset + index])
            for index in range(info.cells)
            if engine.field_seen(cells, number, index) >> player & 1
        }
        if seen:
            fields[info.name] = _keyed(classes, info, seen)
    zones: dict[str, Any] = {}
    for number, zone in enumerate(schema.zones):
        views = {
            index: _zone_view(classes, zone, cells, index, bool(engine.zone_seen(cells, number, index) >> player & 1))
            for index in range(zone.cells)
        }
        zones[zone.name] = _keyed(classes, zone, views)
    mine = decision if decision is not None and decision.player == player else None
    return View(player, fields, zones, mine)


def plain(classes: Mapping[str, ClassInfo], type: TypeInfo, value: int) -> Any:
    """A value as plain data: a truth, a number, a member's name or None, a list of names."""
    if type.kind == "truth":
        return bool(value)
    if type.kind == "number":
        return value
    members = classes[type.cls].members
    if type.kind == "name":
        return members[value] if value < len(members) else None
    return [name for index, name in enumerate(members) if value >> index & 1]


def _keyed(classes: Mapping[str, ClassInfo], info: FieldInfo | ZoneInfo, by_index: Mapping[int, Any]) -> Any:
    if info.per is None:
        return by_index[0]
    members = classes[info.per].members
    return {members[index]: value for index, value in by_index.items()}


def _zone_view(
    classes: Mapping[str, ClassInfo], zone: ZoneInfo, cells: list[int], index: int, whole: bool
) -> ZoneView:
    packets = read_packets(zone, cells, index)
    names = classes[zone.cls].members
    if not whole and not zone.either:
        return ZoneView(size(packets))

    def words(packet: Mapping[int, int]) -> dict[str, int]:
        if not zone.either:
            return {names[code]: many for code, many in packet.items()}
        faces = ("down", "up")
        return {f"{names[c // 2]} {faces[c % 2]}": many for c, many in packet.items() if whole or c % 2}

    content = words(merged(packets))
    if not whole and not content:
        return ZoneView(size(packets))
    ordered = tuple(words(packet) for packet in packets) if whole and zone.ordered else None
    return ZoneView(size(packets), content, ordered)
