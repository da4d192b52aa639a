"""Does taking back a step take back news? Judged from the events of the step and who saw what before it."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.runtime.engine import Engine
from rulewright.runtime.events import Event


def reveals(engine: Engine, before: list[int], events: Iterable[Event]) -> bool:
    """Did these events tell a seat something about what it did not see in the state `before`?

    Dice, shows, announcements and components turned always count; a move or a write counts when it tells seats that
    did not see its source. Errs on the side of yes.
    """
    return any(_is_news(engine, before, event) for event in events)


def _is_news(engine: Engine, before: list[int], event: Event) -> bool:
    sort, mask, *rest = event
    if sort == "move":
        return bool(mask & ~engine.zone_seen(before, rest[0], rest[1]))
    if sort == "set":
        return bool(mask & ~engine.field_seen(before, rest[0], rest[1]))
    return sort in ("roll", "show", "announce", "turn")
