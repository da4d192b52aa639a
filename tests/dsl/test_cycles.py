"""What follows what in a graph, against the plainest way to find it."""

from __future__ import annotations

from random import Random

import pytest

from rulewright.dsl.cycles import following, on_cycles, turned


def random_graph(random: Random) -> dict[int, list[int]]:
    nodes = range(random.randrange(1, 9))
    ways = random.randrange(len(nodes) * 2)
    return {node: [random.choice(nodes) for _ in range(ways // len(nodes) + random.randrange(2))] for node in nodes}


@pytest.mark.parametrize("seed", range(40))
def test_graphs(seed: int) -> None:
    after = random_graph(Random(seed))
    reach = {node: set(after[node]) for node in after}
    for _ in after:
        reach = {node: found.union(*(reach[n] for n in found)) for node, found in reach.items()}
    circular = {node for node in after if node in reach[node]}
    assert {node: following(after, node) for node in after} == reach
    assert on_cycles(after) == {
        node
        for node in after
        if node in circular or (reach[node] & circular and any(node in reach[other] for other in circular))
    }
    assert {(a, b) for b, found in turned(after).items() for a in found} == {(a, b) for a in after for b in after[a]}
