"""A game to its solution: what it is decides the method.

Where every seat always knows the position, the value of every position is computed (minimax, with the mean at chance
points, iterated where positions come back). Where not, two seats learn by CFR+ over information sets, and one seat
alone finds its best plan. Games for more than two seats, and games in which one seat's gain is not the other's loss,
are refused.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeAlias

from attrs import define, field

from rulewright.runtime.decision import branch_of
from rulewright.runtime.log import line
from rulewright.runtime.schema import POINT, Schema
from rulewright.runtime.wording import Wording
from rulewright.tools.solve.best_play import best_play
from rulewright.tools.solve.limits import LARGEST, Meter, Progress, Stakes, Unsolvable
from rulewright.tools.solve.positions import Hidden, Positions, explore
from rulewright.tools.solve.regret import Regrets, learners
from rulewright.tools.solve.sequences import InfoSet, Sequences, walk

if TYPE_CHECKING:
    from rulewright.runtime.engine import Engine

Watch: TypeAlias = Callable[[str, int], AbstractContextManager[Progress]]  # what is counted, and up to where
OFTEN = 25  # iterations between two looks at the exploitability
MINIMAX, EXPECTIMAX, ITERATED = "minimax", "expectimax", "value iteration"
CFR, ALONE = "CFR+", "best plan of one seat"


@define
class Answers:
    """What a seat should do at one information set. `told` is its log; `probabilities` go with `options`."""

    seat: int
    told: list[str]
    question: str
    options: list[str]
    probabilities: list[float]


@define
class Solution:
    """`value` is the first seat's expected score under best play; None if the work was stopped before there was one.

    `wins` is the probability that the first seat wins, where somebody always does. `exploitability` is what a seat
    could still gain on average against the strategies found: None where the value is exact. `options` are the first
    question's answers with their values, where every seat always knows the position.
    """

    method: str
    seats: int
    value: float | None = None
    wins: float | None = None
    exploitability: float | None = None
    iterations: int = 0
    nodes: dict[str, int] = field(factory=dict)
    infosets: tuple[int, ...] = ()
    options: list[tuple[str, float]] = field(factory=list)
    strategy: list[Answers] = field(factory=list)
    seconds: float = 0.0
    stopped: bool = False
    settled: bool = True
    chancy: bool = False


def solve(
    engine: Engine, watch: Watch, iterations: int = 1000, largest: int = LARGEST, enough: float = 0.0
) -> Solution:
    """Solve the game of an engine with events. CFR+ stops after `iterations`, or at an exploitability of `enough`.

    KeyboardInterrupt ends it early with what there is. Raises Unsolvable, and RuleFault if the rules break somewhere.
    """
    schema = engine.schema
    if schema.players > 2:
        raise Unsolvable(f"it is for {schema.players} seats; only games for one or two have a value that can be found")
    began = time.perf_counter()
    stakes = Stakes(schema.players)
    solution = Solution(MINIMAX, schema.players)
    try:
        try:
            with watch("positions", largest) as progress:
                graph = explore(engine, Meter(largest, progress, "positions"), stakes)
            known_to_all(engine, graph, stakes, watch, solution)
        except Hidden:
            solution.method = ALONE if schema.players == 1 else CFR
            stakes = Stakes(schema.players)
            with watch("nodes", largest) as progress:
                form = walk(engine, Meter(largest, progress, "nodes of the tree"), stakes)
            hidden(schema, form, watch, solution, iterations, enough)
    except KeyboardInterrupt:
        solution.stopped = True
    endless = solution.method == ITERATED and not solution.chancy  # going round for ever is best for somebody, maybe
    if solution.value is not None and stakes.only_wins and schema.players == 2 and not endless:
        solution.wins = (1 + solution.value) / 2
    solution.seconds = time.perf_counter() - began
    return solution


def known_to_all(engine: Engine, graph: Positions, stakes: Stakes, watch: Watch, solution: Solution) -> None:
    """Value every position."""
    solution.chancy = graph.chancy
    solution.method = EXPECTIMAX if graph.chancy else MINIMAX
    solution.nodes = {"positions": len(graph.asked)}
    values: list[float] = []
    with watch("positions valued", len(graph.asked)) as progress:
        for state in best_play(graph, (stakes.total or 0) / 2, progress):
            values = state.values
            solution.settled = state.settled
            if state.cycles:
                solution.method = ITERATED
    solution.value = values[0]
    if graph.asked[0] >= 0:
        labels = options_in_words(engine.schema, graph.first_cells[POINT], tuple(graph.first_ids))
        solution.options = [(label, values[n]) for label, n in zip(labels, graph.following[0], strict=True)]


def hidden(
    schema: Schema, form: Sequences, watch: Watch, solution: Solution, iterations: int, enough: float
) -> None:
    """Learn strategies, or find the best plan of a seat that is alone."""
    solution.nodes = {"decision nodes": form.decisions, "chance nodes": form.chances, "ends": form.ends}
    solution.infosets = tuple(len(form.infosets[seat]) for seat in range(schema.players))
    seats = learners(form)
    if schema.players == 1:
        solution.value = seats.best_responses()[0]
        return
    try:
        with watch("iterations", iterations) as progress:
            while seats.iterations < iterations:
                seats.iterate()
                progress(1)
                if enough and seats.iterations % OFTEN == 0 and seats.exploitability() <= enough:
                    break
    finally:
        solution.iterations = seats.iterations
        solution.value, solution.exploitability = seats.value(), seats.exploitability()
        solution.strategy = answers(schema, form, seats)


def answers(schema: Schema, form: Sequences, seats: Regrets) -> list[Answers]:
    """The strategies in words."""
    wording = Wording(schema)
    prompts = {p.id: p.prompt for p in schema.points}
    found = []
    for seat in range(schema.players):
        sets: list[InfoSet] = form.infosets[seat]
        for infoset, shares in zip(sets, seats.strategy(seat), strict=True):
            told = [line(wording, event) for event in form.told(infoset)]
            labels = options_in_words(schema, infoset.point, infoset.ids)
            found.append(Answers(seat, told, prompts[infoset.point], labels, list(shares)))
    return found


def options_in_words(schema: Schema, point: int, ids: tuple[int, ...]) -> list[str]:
    info = next(p for p in schema.points if p.id == point)
    wording, labels = Wording(schema), []
    for option in ids:
        branch = branch_of(info, option)
        assert branch is not None, "an option belongs to a branch"
        labels.append(wording.option(branch, option))
    return labels
