"""Kuhn poker against its published figures: the whole tree with chance as explicit nodes, and its exact value."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from attrs import define, field

import rulewright
from rulewright.runtime.state import State

InfoSet = tuple[object, ...]


@define
class Tree:
    """Node counts, and every end: its chance, the first player's score, and each seat's (information set, choice)s."""

    nodes: dict[str, int] = field(factory=lambda: {"chance": 0, "decision": 0, "terminal": 0})
    infosets: dict[int, dict[InfoSet, tuple[int, ...]]] = field(factory=lambda: {0: {}, 1: {}})
    ends: list[tuple[Fraction, int, tuple[dict[InfoSet, int], dict[InfoSet, int]]]] = field(factory=list)

    def walk(self, state: State, chance: Fraction, taken: tuple[dict[InfoSet, int], dict[InfoSet, int]]) -> None:
        if state.chance is not None:
            self.nodes["chance"] += 1
            total = sum(state.chance.weights)
            for outcome, weight in zip(state.chance.outcomes, state.chance.weights, strict=True):
                after = state.clone()
                after.apply(outcome)
                self.walk(after, chance * Fraction(weight, total), taken)
        elif state.decision is not None:
            self.nodes["decision"] += 1
            seat = state.decision.player
            key: InfoSet = (state.decision.point, *map(repr, state.told(seat)))
            self.infosets[seat].setdefault(key, state.option_ids)
            assert self.infosets[seat][key] == state.option_ids, "a seat's options depend on what it cannot know"
            for option in state.option_ids:
                after = state.clone()
                after.apply(option)
                mine = ({**taken[0], key: option}, taken[1]) if seat == 0 else (taken[0], {**taken[1], key: option})
                self.walk(after, chance, mine)
        else:
            self.nodes["terminal"] += 1
            assert state.outcome is not None
            scores = state.outcome.scores
            assert sum(scores) == 0
            self.ends.append((chance, scores[0], taken))


def tree() -> Tree:
    found = Tree()
    found.walk(rulewright.load("kuhn_poker").start(chance="exposed"), Fraction(1), ({}, {}))
    return found


def test_the_tree_has_its_published_size() -> None:
    found = tree()
    assert found.nodes == {"chance": 4, "decision": 24, "terminal": 30}
    assert [len(found.infosets[seat]) for seat in (0, 1)] == [6, 6]
    assert {chance for chance, _, _ in found.ends} == {Fraction(1, 6)}  # six deals, all as likely


def test_uniform_play_is_worth_one_eighth() -> None:
    value = Fraction(0)
    for chance, score, taken in tree().ends:
        value += chance * score * Fraction(1, 2 ** (len(taken[0]) + len(taken[1])))
    assert value == Fraction(1, 8)


def test_its_value_is_minus_one_eighteenth() -> None:
    found = tree()
    strategies = []
    for seat in (0, 1):
        keys = list(found.infosets[seat])
        plans = product(*(found.infosets[seat][k] for k in keys))
        strategies.append([dict(zip(keys, plan, strict=True)) for plan in plans])
    matrix = [
        [
            sum(
                (
                    chance * score
                    for chance, score, taken in found.ends
                    if all(row[k] == v for k, v in taken[0].items())
                    and all(column[k] == v for k, v in taken[1].items())
                ),
                Fraction(0),
            )
            for column in strategies[1]
        ]
        for row in strategies[0]
    ]
    assert game_value(matrix) == Fraction(-1, 18)


def game_value(payoff: list[list[Fraction]]) -> Fraction:
    """The value of a zero-sum matrix game to its row player, exactly: the simplex method on fractions, Bland's rule.

    With every payoff made positive, the column player maximises sum(y) under payoff * y <= 1; the value is 1 / sum(y).
    """
    shift = 1 - min(min(row) for row in payoff)
    rows, columns = len(payoff), len(payoff[0])
    table = [
        [*(p + shift for p in row), *(Fraction(int(i == j)) for j in range(rows)), Fraction(1)]
        for i, row in enumerate(payoff)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = [columns + i for i in range(rows)]
    while (entering := next((j for j, g in enumerate(goal[:-1]) if g < 0), None)) is not None:
        ratios = [(row[-1] / row[entering], basis[i], i) for i, row in enumerate(table) if row[entering] > 0]
        leaving = min(ratios)[2]
        pivot = table[leaving][entering]
        table[leaving] = [x / pivot for x in table[leaving]]
        for row in [*(r for i, r in enumerate(table) if i != leaving), goal]:
            factor = row[entering]
            if factor:
                row[:] = [x - factor * y for x, y in zip(row, table[leaving], strict=True)]
        basis[leaving] = entering
    return 1 / goal[-1] - shift


def test_the_solver_knows_rock_paper_scissors_and_a_saddle() -> None:
    def f(rows: list[list[int]]) -> list[list[Fraction]]:
        return [[Fraction(x) for x in row] for row in rows]

    assert game_value(f([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])) == 0
    assert game_value(f([[3, 1], [0, 2]])) == Fraction(3, 2)
    assert game_value(f([[4, 2], [3, 1]])) == 2
