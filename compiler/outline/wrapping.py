"""What was put around items that were there, and what was taken from around them.

Paired in order, such items look as if they were taken out here and put in there. Here a condition, a repetition or a
part that only one list has is found to hold what only the other list has beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import evolve

from rulewright.compiler.outline.aligned import Pair, Status, Way, bodies
from rulewright.compiler.outline.outline import Fork, Item, Items, Part, Round

Align = Callable[[Items, Items], tuple[Pair, ...]]


def wrapped(pairs: Sequence[Pair], align: Align) -> list[Pair]:
    """The pairs of one list, with what only was wrapped or unwrapped between two items that stayed made one pair."""
    made: list[Pair] = []
    run: list[Pair] = []
    for pair in pairs:
        if pair.status in ("added", "removed"):
            run.append(pair)
        else:
            made += [*rewrapped(run, align), pair]
            run = []
    return [*made, *rewrapped(run, align)]


def rewrapped(run: list[Pair], align: Align) -> list[Pair]:
    """A stretch of added and removed items."""
    for outer, inner, status in (("added", "removed", "wrapped"), ("removed", "added", "unwrapped")):
        for pair in run:
            others = [p for p in run if p.status == inner]
            if pair.status != outer or not others or not isinstance(pair.item, Fork | Round | Part):
                continue
            found = best_body(pair.item, tuple(p.item for p in others), align, outer == "added")
            if found is not None:
                ways, taken = found
                done = evolve(pair, status=status_of(status), ways=ways)
                return [done if p is pair else p for p in run if id(p.item) not in taken]
    return run


def status_of(name: str) -> Status:
    return "wrapped" if name == "wrapped" else "unwrapped"


def best_body(item: Item, others: Items, align: Align, is_new: bool) -> tuple[tuple[Way, ...], set[int]] | None:
    """The body of `item` that holds most of `others`: the ways of the item with that one paired, and which of the
    others stand in it. None if no body holds any as it was."""
    best: tuple[int, str, tuple[Pair, ...]] | None = None
    for label, body in bodies(item):
        inside = align(others, body) if is_new else align(body, others)
        number = sum(p.status in ("same", "inside") for p in inside)
        if number and (best is None or number > best[0]):
            best = number, label, inside
    if best is None:
        return None
    _, chosen, inside = best
    beside: Status = "removed" if is_new else "added"
    kept = tuple(p for p in inside if p.status != beside)
    taken = {id(p.old if is_new else p.new) for p in kept if p.old is not None and p.new is not None}
    ways = []
    for label, body in bodies(item):
        if label == chosen:
            ways.append(Way(label, label, kept))
        elif is_new:
            ways.append(Way(None, label, tuple(Pair(None, i, "added") for i in body)))
        else:
            ways.append(Way(label, None, tuple(Pair(i, None, "removed") for i in body)))
    return tuple(ways), taken
