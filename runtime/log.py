"""Events as one seat gets them, and as lines of English.

`project` turns an engine's event into what a seat is told: the event itself, the event with its elements replaced by
how many, or nothing (see events.py). `lines` renders projected events with titles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rulewright.runtime.events import Event
from rulewright.runtime.wording import Wording


def project(event: Event, player: int) -> Event | None:
    """What seat `player` is told of `event`: its mask is dropped (who else knows is nobody's business)."""
    sort, mask, *rest = event
    if mask >> player & 1:
        return (sort, *rest)
    if sort in ("move", "turn"):
        *where, elements = rest
        return (sort, *where, sum(many for _, many in elements))
    return None


def projected(events: Iterable[Event], player: int) -> list[Event]:
    """The event stream of a seat."""
    told = (project(event, player) for event in events)
    return [event for event in told if event is not None]


def lines(wording: Wording, events: Iterable[Event], player: int) -> list[str]:
    """The log of a seat, one line an event."""
    return [line(wording, event) for event in projected(events, player)]


def line(wording: Wording, event: Event) -> str:
    """One projected event in English."""
    sort, *rest = event
    return _RENDER[sort](wording, *rest)


def _set(wording: Wording, field: int, index: int, value: int) -> str:
    info = wording.schema.fields[field]
    return f"{wording.place(info, index)} is now {wording.value(info.type, value)}"


def _move(wording: Wording, source: int, index: int, target: int, target_index: int, elements: Any) -> str:
    origin, goal = wording.schema.zones[source], wording.schema.zones[target]
    if isinstance(elements, int):
        what, many = wording.backs(goal, elements), elements
    else:
        what, many = wording.elements(goal, elements), sum(n for _, n in elements)
    verb = "goes" if many == 1 else "go"
    return f"{what} {verb} from {wording.place(origin, index)} to {wording.place(goal, target_index)}"


def _turn(wording: Wording, zone: int, index: int, elements: Any) -> str:
    info = wording.schema.zones[zone]
    if isinstance(elements, int):
        many, verb = elements, "is" if elements == 1 else "are"
        return f"{wording.backs(info, many)} {verb} turned in {wording.place(info, index)}"
    return f"turned in {wording.place(info, index)}: {wording.elements(info, elements)}"


def _mix(wording: Wording, zone: int, index: int) -> str:
    return f"{wording.place(wording.schema.zones[zone], index)} is shuffled"


def _show(wording: Wording, zone: int, index: int, elements: Any) -> str:
    info = wording.schema.zones[zone]
    return f"shown in {wording.place(info, index)}: {wording.elements(info, elements)}"


def _announce(wording: Wording, text: int, type: int, value: int) -> str:
    words = wording.schema.texts[text]
    if type < 0:
        return words
    shown = wording.value(wording.schema.types[type], value)
    return f"{words.rstrip(':')}: {shown}" if words else shown


def _roll(wording: Wording, point: int, value: int) -> str:
    info = next(p for p in wording.schema.points if p.id == point)
    return f"{info.source} rolls {wording.outcome(info.type, info.zone, value)}"


def _result(wording: Wording, result: int) -> str:
    return f"the game is over: {wording.schema.results[result].reason}"


_RENDER: dict[str, Callable[..., str]] = {
    "set": _set,
    "move": _move,
    "turn": _turn,
    "mix": _mix,
    "show": _show,
    "announce": _announce,
    "roll": _roll,
    "result": _result,
}
