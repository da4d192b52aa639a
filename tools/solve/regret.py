"""A sequence form to strategies: CFR+ with alternating updates and linear averaging, and exact best responses.

Plans are realisation plans: for each sequence of a seat, with what probability the seat gives all those answers. With
them one pass over the tree is a product with the sparse payoff matrix and a sweep over the information sets from the
last to the first (O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter, mul

from attrs import define, field

from rulewright.tools.solve.sequences import Sequences

Row = tuple[Callable[[list[float]], tuple[float, ...]], tuple[float, ...], int]


@define
class Learner:
    """One seat. `gains` gives, for each of its sequences, what it brings against a plan of the other seat."""

    infosets: list[tuple[int, int, int]]  # (parent sequence, first sequence, past the last), rising
    size: int
    rows: list[Row]
    regrets: list[float] = field(init=False)
    shares: list[float] = field(init=False)  # of each sequence in the answers of its information set, now
    plan: list[float] = field(init=False)
    average: list[float] = field(init=False)  # the sum of weighted plans

    def __attrs_post_init__(self) -> None:
        self.regrets = [0.0] * self.size
        self.shares = [1.0] * self.size
        for _, first, last in self.infosets:
            self.shares[first:last] = [1 / (last - first)] * (last - first)
        self.plan = self.played()
        self.average = [0.0] * self.size

    def played(self) -> list[float]:
        """The plan that the shares make."""
        plan, shares = [1.0] * self.size, self.shares
        for parent, first, last in self.infosets:
            reach = plan[parent]
            for n in range(first, last):
                plan[n] = reach * shares[n]
        return plan

    def gains(self, other: list[float]) -> list[float]:
        gains = [0.0] * self.size
        for pick, payoffs, sequence in self.rows:
            gains[sequence] = sum(map(mul, payoffs, pick(other)))
        return gains

    def learn(self, other: list[float]) -> None:
        """Regret matching+ against the other's plan: what would have been better is answered more."""
        gains, shares, regrets = self.gains(other), self.shares, self.regrets
        for parent, first, last in reversed(self.infosets):
            worth = sum(map(mul, shares[first:last], gains[first:last]))
            gains[parent] += worth
            total = 0.0
            for n in range(first, last):
                regret = regrets[n] + gains[n] - worth
                regrets[n] = regret = regret if regret > 0.0 else 0.0
                total += regret
            if total > 0.0:
                shares[first:last] = [r / total for r in regrets[first:last]]
            else:
                shares[first:last] = [1 / (last - first)] * (last - first)
        self.plan = self.played()

    def remember(self, weight: float) -> None:
        self.average = [a + weight * p for a, p in zip(self.average, self.plan, strict=True)]

    def averaged(self) -> list[float]:
        """The average plan so far (before anything was learnt: every answer as likely)."""
        total = self.average[0]
        return [a / total for a in self.average] if total else list(self.plan)

    def best(self, other: list[float]) -> float:
        """What the best answer to the other's plan is worth to this seat."""
        gains = self.gains(other)
        for parent, first, last in reversed(self.infosets):
            gains[parent] += max(gains[first:last])
        return gains[0]


@define
class Regrets:
    """Two learners of one game, and what they have come to."""

    seats: tuple[Learner, Learner]
    iterations: int = 0

    def iterate(self) -> None:
        one, two = self.seats
        one.learn(two.plan)
        two.learn(one.plan)
        self.iterations += 1
        one.remember(self.iterations)
        two.remember(self.iterations)

    def value(self) -> float:
        """The first seat's expected score when both play their average plans."""
        one, two = (learner.averaged() for learner in self.seats)
        return float(sum(map(mul, one, self.seats[0].gains(two))))

    def best_responses(self) -> tuple[float, float]:
        """What the first seat can get against the second's average plan, and what the second leaves it."""
        one, two = (learner.averaged() for learner in self.seats)
        return self.seats[0].best(two), -self.seats[1].best(one)

    def exploitability(self) -> float:
        """What a seat can gain by the best answer to the other's average plan, the mean of both. 0 is perfect play."""
        most, least = self.best_responses()
        return max(0.0, (most - least) / 2)

    def strategy(self, seat: int) -> list[tuple[float, ...]]:
        """The average answers: by information set, the probability of each option."""
        plan = self.seats[seat].averaged()
        answers = []
        for parent, first, last in self.seats[seat].infosets:
            reach = plan[parent]
            answers.append(tuple(plan[n] / reach if reach > 0 else 1 / (last - first) for n in range(first, last)))
        return answers


def learners(form: Sequences) -> Regrets:
    """Two seats that know nothing yet."""
    by_row: tuple[dict[int, dict[int, float]], dict[int, dict[int, float]]] = ({}, {})
    for (one, two), payoff in form.payoff.items():
        if payoff:
            by_row[0].setdefault(one, {})[two] = payoff
            by_row[1].setdefault(two, {})[one] = -payoff
    made = []
    for seat in (0, 1):
        rows = [row(sequence, entries) for sequence, entries in sorted(by_row[seat].items())]
        infosets = [(i.parent, i.first, i.first + i.size) for i in form.infosets[seat]]
        made.append(Learner(infosets, form.sequences[seat], rows))
    return Regrets((made[0], made[1]))


def row(sequence: int, entries: dict[int, float]) -> Row:
    """A row of the matrix: how to pick the other's entries from its plan, and what each is worth."""
    columns = tuple(entries)
    if len(columns) == 1:  # itemgetter of one index gives no tuple
        only = columns[0]
        return (lambda plan: (plan[only],)), tuple(entries.values()), sequence
    return itemgetter(*columns), tuple(entries.values()), sequence
