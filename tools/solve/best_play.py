"""A graph of positions to the value of each: minimax, with the mean at chance points.

Groups of positions that can come back to one another (strongly connected components) are valued one after the other,
the last ones of the game first. A group of one is valued at once and exactly; a larger one by value iteration, in
which play that never ends is worth what it starts with, `endless`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define

from rulewright.tools.solve.limits import Progress
from rulewright.tools.solve.positions import CHANCE, END, Positions

CLOSE = 1e-13  # a sweep that changes no value by more than this is the last
MOST_SWEEPS = 100_000


@define
class Values:
    """By position, the first seat's expected score; `known` tells how many are final. `cycles`: was there a group
    that had to be iterated?"""

    values: list[float]
    known: int = 0
    cycles: bool = False
    settled: bool = True


def best_play(graph: Positions, endless: float, progress: Progress) -> Iterator[Values]:
    """Value every position; gives the same object after each group, so that whoever stops early has what there is."""
    state = Values([endless] * len(graph.asked))
    values = state.values
    for group in groups(graph.following):
        if len(group) == 1 and group[0] not in graph.following[group[0]]:
            values[group[0]] = worth(graph, values, group[0])
        else:
            state.cycles = True
            group.sort(reverse=True)  # later positions first: news travels backwards in one sweep
            state.settled &= settle(graph, values, group)
        state.known += len(group)
        progress(len(group))
        yield state


def settle(graph: Positions, values: list[float], group: list[int]) -> bool:
    """Sweep over a group until nothing moves; False if it still did after many sweeps."""
    for _ in range(MOST_SWEEPS):
        change = 0.0
        for number in group:
            new = worth(graph, values, number)
            change = max(change, abs(new - values[number]))
            values[number] = new
        if change <= CLOSE:
            return True
    return False


def worth(graph: Positions, values: list[float], number: int) -> float:
    """A position's value by those of its successors. The first seat wants much, the second little."""
    asked, following = graph.asked[number], graph.following[number]
    if asked == END:
        return graph.scores[number]
    if asked == CHANCE:
        return sum(p * values[f] for p, f in zip(graph.chances[number], following, strict=True))
    pick = min if asked else max
    return pick(values[f] for f in following)


def groups(following: list[list[int]]) -> Iterator[list[int]]:
    """The strongly connected components reachable from node 0, each after all that it leads to (R. Tarjan's method,
    with the recursion kept in a list)."""
    order = [0] * len(following)  # when a node was met; 0: not yet
    low = [0] * len(following)
    waiting: list[int] = []  # met, and in no group yet
    grouped = [False] * len(following)
    order[0] = low[0] = met = 1
    waiting.append(0)
    path: list[tuple[int, Iterator[int]]] = [(0, iter(following[0]))]
    while path:
        node, rest = path[-1]
        for after in rest:
            if not order[after]:
                met += 1
                order[after] = low[after] = met
                waiting.append(after)
                path.append((after, iter(following[after])))
                break
            if not grouped[after]:
                low[node] = min(low[node], order[after])
        else:
            path.pop()
            if path:
                above = path[-1][0]
                low[above] = min(low[above], low[node])
            if low[node] == order[node]:
                group = [waiting.pop()]
                while group[-1] != node:
                    group.append(waiting.pop())
                for member in group:
                    grouped[member] = True
                yield group
