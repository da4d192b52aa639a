"""Which loop of the rules each block of a plan is in, or comes to: what is named when a game goes round for ever."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.python.plan import Block, successors
from rulewright.dsl.source import NOWHERE, Span


def nearest_loops(blocks: Iterable[Block]) -> dict[int, Span]:
    """By id of a block: the loop it is in, or the nearest that going on from it comes to; else the rule it begins with.

    `blocks` hold with each block all that it leads to without a stop.
    """
    everything = list(blocks)
    after = {id(block): successors(block.end) for block in everything}
    before: dict[int, list[Block]] = {id(block): [] for block in everything}
    for block in everything:
        for following in after[id(block)]:
            before[id(following)].append(block)
    reached = [block for block in everything if block.loop != NOWHERE]
    steps = {id(block): 0 for block in reached}
    found = {id(block): block.loop for block in reached}
    for block in reached:  # grows: nearest first
        for earlier in before[id(block)]:
            if id(earlier) not in steps:
                steps[id(earlier)] = steps[id(block)] + 1
                reached.append(earlier)
    for block in reached:
        if id(block) not in found:
            nearer = (b for b in after[id(block)] if steps.get(id(b)) == steps[id(block)] - 1)
            found[id(block)] = found[id(next(nearer))]
    return {id(block): found.get(id(block), block.span) for block in everything}
