"""Graphs given by what each node leads to: what comes after a node, and what lies on or between cycles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

K = TypeVar("K", bound=Hashable)


def following(after: Mapping[K, Iterable[K]], start: K) -> set[K]:
    """Everything that a node leads to, directly or not; itself only if a way leads back."""
    found: set[K] = set()
    waiting = list(after.get(start, ()))
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting.extend(after[node])
    return found


def turned(after: Mapping[K, Iterable[K]]) -> dict[K, set[K]]:
    """The graph with all its ways turned round."""
    before: dict[K, set[K]] = {node: set() for node in after}
    for node, ways in after.items():
        for other in ways:
            before[other].add(node)
    return before


def on_cycles(after: Mapping[K, Iterable[K]]) -> set[K]:
    """The nodes that lie on a cycle, or on a way from one cycle to another: what is left when those that lead nowhere,
    and then those that nothing leads to, are taken away."""
    before = turned(after)
    forward = turned(before)
    left = set(forward)
    for ways, back in ((forward, before), (before, forward)):
        many = {node: len(ways[node] & left) for node in left}
        waiting = [node for node in left if not many[node]]
        while waiting:
            node = waiting.pop()
            left.discard(node)
            for other in back[node] & left:
                many[other] -= 1
                if not many[other]:
                    waiting.append(other)
    return left
