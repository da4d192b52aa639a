"""What can be said of a comparison: its sums in, one line for each figure out, with intervals and what is claimed.

A difference is claimed only if its p-value, adjusted by Holm's method for all figures that are judged together, is
below 5 %, its interval leaves out 0, and it rests on enough games. The figures of the sections in MAIN are judged
together, and so are all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import inf

from attrs import evolve, frozen

from rulewright.tools.compare.figures import MAIN, MANY, REACTIONS, TITLES, WINS, Figure
from rulewright.tools.compare.intervals import (
    ALPHA,
    Estimate,
    Pairs,
    Sample,
    holm,
    mean,
    mean_difference,
    paired_mean_difference,
    paired_share_difference,
    share,
    share_difference,
)
from rulewright.tools.compare.sums import Joint, Sums

ENOUGH = 10  # games in which a count has to differ (or, unpaired, to be there at all) before anything is said of it


@frozen
class Difference:
    """A ruleset against the first one. `adjusted`: its p-value among all those judged together. `games_saved`: how many
    times as many games would be needed with different seeds, for an interval as narrow; None if they are different."""

    estimate: Estimate
    few: bool
    alike: bool  # in every pair of games
    correlation: float | None = None
    games_saved: float | None = None
    differ: int | None = None
    adjusted: float = 1.0

    @property
    def claimed(self) -> bool:
        beyond = self.estimate.low > 0 or self.estimate.high < 0
        return self.adjusted < ALPHA and beyond and not self.few

    @property
    def suspected(self) -> bool:
        """Its own interval leaves out 0, but it is one of many."""
        return not self.claimed and (self.estimate.low > 0 or self.estimate.high < 0)


@frozen
class Line:
    """One figure. Both tuples have a place for each ruleset: `values` None where it has no such figure, `differences`
    None for the first ruleset too."""

    figure: Figure
    games: int
    values: tuple[Estimate | None, ...]
    differences: tuple[Difference | None, ...]

    @property
    def nothing(self) -> bool:
        """Does it never happen, in any ruleset?"""
        return all(value is None or value.value == 0 for value in self.values)

    @property
    def new(self) -> bool:
        """Have only some of the rulesets such a thing? Then it is of interest that it never happened, too."""
        return any(value is None for value in self.values) and self.figure.section not in (*MANY, REACTIONS)


def lines(sums: Sequence[Sums], joint: Mapping[int, Joint]) -> list[Line]:
    """All figures, section by section, in the order of the first ruleset that has them."""
    figures: dict[tuple[str, str], Figure] = {}
    for found in sums:
        for figure in found.figures:
            figures.setdefault(figure.name, figure)
    places = [{figure.name: n for n, figure in enumerate(s.figures)} for s in sums]
    shared = {
        other: {both.first.figures[a].name: n for n, (a, _) in enumerate(both.shared)} for other, both in joint.items()
    }
    order = list(TITLES)
    made = []
    for figure in sorted(figures.values(), key=lambda f: order.index(f.section)):
        at = [place.get(figure.name) for place in places]
        samples = [None if n is None else s.sample(n) for s, n in zip(sums, at, strict=True)]
        if all(sample is None for sample in samples):
            continue
        differences: list[Difference | None] = [None]
        for other, sample in enumerate(samples[1:], 1):
            pairs = joint[other].pairs(shared[other][figure.name]) if figure.name in shared.get(other, ()) else None
            differences.append(_difference(figure, samples[0], sample, pairs))
        games = max(sample.games for sample in samples if sample is not None)
        made.append(Line(figure, games, tuple(_value(figure, s) for s in samples), tuple(differences)))
    made = [line for line in made if line.new or not line.nothing]
    return _adjusted(made)


def first_line(made: Iterable[Line]) -> Line | None:
    """The first figure that all rulesets have."""
    return next((line for line in made if all(line.values) and all(line.differences[1:])), None)


def first_difference(sums: Sequence[Sums], joint: Mapping[int, Joint]) -> float:
    """Half of the widest interval that a difference of the first figure has; infinite if no figure is shared."""
    for n, figure in enumerate(sums[0].figures):
        places = [next((m for m, f in enumerate(s.figures) if f.name == figure.name), None) for s in sums[1:]]
        if figure.section != WINS or None in places:
            continue
        widest = 0.0
        for other, place in enumerate(places, 1):
            pairs = None
            if other in joint:
                pairs = joint[other].pairs([a for a, _ in joint[other].shared].index(n))
            sample = None if place is None else sums[other].sample(place)
            found = _difference(figure, sums[0].sample(n), sample, pairs)
            widest = max(widest, inf if found is None else found.estimate.half_width)
        return widest
    return inf


def _value(figure: Figure, sample: Sample | None) -> Estimate | None:
    if sample is None:
        return None
    return share(sample) if figure.share else mean(sample)


def _difference(figure: Figure, first: Sample | None, second: Sample | None, pairs: Pairs | None) -> Difference | None:
    if first is None or second is None:
        return None
    if pairs is None:
        if figure.share:
            return Difference(share_difference(first, second), few=False, alike=False)
        few = max(first.hits, second.hits) < ENOUGH or min(first.games, second.games) < ENOUGH
        return Difference(mean_difference(first, second), few, alike=False)
    estimate = paired_share_difference(pairs) if figure.share else paired_mean_difference(pairs)
    few = not figure.share and pairs.differ < ENOUGH
    alone = first.variance + second.variance
    together = alone - 2 * pairs.covariance
    saved = alone / together if together > 0 else None
    return Difference(estimate, few, pairs.differ == 0, pairs.correlation, saved, pairs.differ)


def _adjusted(made: list[Line]) -> list[Line]:
    """The lines with p-values adjusted within the two groups."""
    for main in (True, False):
        group = [
            (n, other)
            for n, line in enumerate(made)
            if (line.figure.section in MAIN) is main
            for other, difference in enumerate(line.differences)
            if difference is not None and not difference.alike
        ]
        values = []
        for n, other in group:
            difference = made[n].differences[other]
            values.append(1.0 if difference is None else difference.estimate.p)
        for (n, other), p in zip(group, holm(values), strict=True):
            changed = list(made[n].differences)
            before = changed[other]
            changed[other] = None if before is None else evolve(before, adjusted=p)
            made[n] = evolve(made[n], differences=tuple(changed))
    return made


def judged(made: Iterable[Line], *, main: bool) -> int:
    """How many differences are judged together with the main figures, or with all others."""
    group = [line for line in made if (line.figure.section in MAIN) is main]
    return sum(d is not None and not d.alike for line in group for d in line.differences)
