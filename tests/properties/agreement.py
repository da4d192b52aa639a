"""Two engines side by side: the same answers to both, and everything that can be observed compared on the way."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from attrs import define, field

from rulewright.runtime.engine import Engine, RuleFault
from rulewright.runtime.events import Event
from rulewright.runtime.schema import FIRST_FREE, POINT, Schema
from rulewright.runtime.zones import merged, read_packets


def frame_of(schema: Schema) -> int:
    """Where the frame begins: the cells before it are what every engine must agree on."""
    ends = [f.offset + f.cells for f in schema.fields]
    ends += [f.planes + len(f.plane_values) for f in schema.fields if f.planes]
    ends += [z.offset + z.cells * z.stride for z in schema.zones]
    return max(ends, default=FIRST_FREE)


BUDGETS = ("never come to rest", "sets itself off without end", "times without asking anything")


@define
class Played:
    """How a game in step ended: `answers` given, `over` or the limit was hit, or a `fault` that both engines had."""

    answers: list[int] = field(factory=list)
    over: bool = False
    fault: RuleFault | None = None


def play_in_step(one: Engine, two: Engine, seed: int, random: Random, limit: int = 400) -> Played:
    """Play one game on both engines with random answers (chance included); AssertionError where they differ."""
    assert one.schema == two.schema
    frame = frame_of(one.schema)
    left, right = one.new(seed), two.new(seed)
    assert left[:frame] == right[:frame], "the cells before set-up"
    played = Played()
    options = _both(played, left, right, lambda engine, cells, log: engine.begin(cells, log), one, two, frame)
    while options and len(played.answers) < limit:
        _compare_questions(one, two, left, right, options, random)
        option = options[random.randrange(len(options))]
        played.answers.append(option)
        options = _both(played, left, right, lambda e, c, log: e.apply(c, option, log), one, two, frame)  # noqa: B023
    if options is not None and not options:
        played.over = True
        assert one.scores(left) == two.scores(right)
        assert not any(right[frame:]), "nothing is going on when the game is over"
    return played


def _both(
    played: Played,
    left: list[int],
    right: list[int],
    act: Callable[[Engine, list[int], list[Event]], list[int]],
    one: Engine,
    two: Engine,
    frame: int,
) -> list[int] | None:
    """Do the same on both; the options they agree on, or None if both broke alike."""
    logs: tuple[list[Event], list[Event]] = ([], [])
    faults: list[RuleFault | None] = []
    options: list[list[int] | None] = []
    for engine, cells, log in ((one, left, logs[0]), (two, right, logs[1])):
        try:
            options.append(act(engine, cells, log))
            faults.append(None)
        except RuleFault as fault:
            options.append(None)
            faults.append(fault)
    if faults[0] is not None and faults[0].why.endswith(BUDGETS):
        assert faults[1] is not None and faults[1].why.endswith(BUDGETS), "one goes on without end"
        played.fault = faults[0]  # each engine counts in its own way how long that is
        return None
    assert logs[0] == logs[1], f"events after {played.answers}: {_first_difference(*logs)}"
    assert str(faults[0]) == str(faults[1]), f"faults after {played.answers}"
    if faults[0] is not None:
        played.fault = faults[0]
        return None
    assert options[0] == options[1], f"options after {played.answers}"
    assert left[:frame] == right[:frame], f"cells after {played.answers}: {_first_difference(left[:frame], right)}"
    assert _fault_of(one, left) == _fault_of(two, right), f"checks after {played.answers}"
    return options[0]


def _compare_questions(
    one: Engine, two: Engine, left: list[int], right: list[int], options: list[int], random: Random
) -> None:
    point = next(p for p in one.schema.points if p.id == left[POINT])
    assert one.options(left) == two.options(right) == options == sorted(options)
    if point.chance:
        assert len(options) > 1, "a single outcome is no chance"
        assert one.weights(left) == two.weights(right)
    else:
        assert one.actor(left) == two.actor(right)
        if point.about:
            assert one.about(left) == two.about(right)
        size = sum(branch.size for branch in point.branches)
        for option in {random.randrange(size) for _ in range(8)}:
            why = one.unmet(left, option)
            assert why == two.unmet(right, option)
            assert (why == []) is (option in options)
    for number, info in enumerate(one.schema.fields):
        for index in range(info.cells):
            assert one.field_seen(left, number, index) == two.field_seen(right, number, index)
    for number, zone in enumerate(one.schema.zones):
        for index in range(zone.cells):
            assert one.zone_seen(left, number, index) == two.zone_seen(right, number, index)


def _fault_of(engine: Engine, cells: list[int]) -> str | None:
    try:
        engine.check(cells)
    except RuleFault as fault:
        return str(fault)
    return None


def _first_difference(one: Any, two: Any) -> str:
    for n, (a, b) in enumerate(zip(one, two, strict=False)):
        if a != b:
            return f"at {n}: {a} and {b}"
    return f"{len(one)} and {len(two)} of them"


def components(schema: Schema, cells: list[int]) -> dict[str, dict[int, int]]:
    """How many components of each kind there are, over all zones, by class."""
    totals: dict[str, dict[int, int]] = {}
    for zone in schema.zones:
        for index in range(zone.cells):
            held = totals.setdefault(zone.cls, {})
            for code, many in merged(read_packets(zone, cells, index)).items():
                kind = code // 2 if zone.either else code
                held[kind] = held.get(kind, 0) + many
    return totals
