"""What a seat was told to positions that it thinks possible, with how likely each is.

A belief starts before the game and follows it: at a chance point every outcome is tried, at another seat's question
every option (each as likely), and those stay in which the seat would have been told what it was told. As long as they
are few all are kept, with exact probabilities; from `size` on a fair sample. When few of a sample are left, lost ones
are mended: what their seat does not see is dealt anew until they can go on (see redeal.py).

Nothing here has ever seen the real position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import attrgetter
from random import Random

from attrs import define, field, frozen

from rulewright.runtime.decision import Decision
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.events import Event
from rulewright.runtime.log import project
from rulewright.runtime.manner import odds_by_worth
from rulewright.runtime.redeal import EVERYTHING, ONE_SORT, SWAPPED, redealt
from rulewright.runtime.ruleset import Ruleset
from rulewright.runtime.schema import POINT

BRANCHES = 8192  # outcomes and options tried at one step: of more, a sample for each position
STEPS = 20_000  # questions on the way from one answer of the seat to its next
FEWEST = 64  # and so many for each in any case
PROBES = 8  # positions by which it is seen whether an answer tells the seat anything
FEW_LEFT = 8  # one in so many of a sample must go on, or lost ones are mended
MUCH = (SWAPPED, SWAPPED, ONE_SORT, ONE_SORT, EVERYTHING, EVERYTHING)  # how lost positions are dealt anew, in turn
SETBACKS = 12  # how often more is dealt anew, from further and further back, before the belief is lost
KEPT = 8  # how far back that can be
FAR = 200  # how much of what comes next is looked at then


@frozen
class Answer:
    """What the seat answered: after how many things it was told, at which point, out of which ids."""

    heard: int
    point: int
    ids: tuple[int, ...]
    chosen: int


@define
class Particle:
    """A position thought possible. `heard`: how much of what the seat was told has come up on the way to it;
    `answered`: how many of the seat's answers."""

    cells: list[int]
    ids: list[int]
    heard: int
    answered: int
    weight: float


@define
class Belief:
    """The belief of one seat. `mended` counts what was dealt anew; `lost` how often nothing could be mended."""

    ruleset: Ruleset
    seat: int
    random: Random
    size: int
    told: list[Event] = field(factory=list)
    answers: list[Answer] = field(factory=list)
    particles: list[Particle] = field(factory=list)
    mended: int = 0
    lost: int = 0
    _begun: bool = False
    _tried: list[list[Particle]] = field(factory=list)  # those gone on from lately, by how much they have heard
    _furthest: int = -1
    _setbacks: int = 0  # since anything new was heard
    _sampled: bool = False  # are some left out?
    _gaps: bool = False  # may there be answers of the seat that are not known any more?

    def hear(self, told: Sequence[Event]) -> None:
        """Take in everything that the seat was told so far. If that does not begin with what it was told before, then
        something was taken back, and the belief begins anew."""
        known = len(self.told)
        if self.told == told[:known]:
            self.told.extend(told[known:])
            return
        common = next((n for n, (a, b) in enumerate(zip(self.told, told, strict=False)) if a != b), len(told))
        self.answers = [answer for answer in self.answers if answer.heard < common]
        self.told = list(told)
        self._begun, self._sampled, self._gaps, self.particles = False, False, True, []
        self._tried, self._furthest, self._setbacks = [], -1, 0

    def answer(self, decision: Decision, chosen: int) -> None:
        """Note the seat's own answer."""
        ids = tuple(option.id for option in decision.options)
        self.answers.append(Answer(len(self.told), decision.point, ids, chosen))

    def follow(self, decision: Decision) -> list[Particle]:
        """The positions possible at this question of the seat; none if the belief is lost."""
        asked = [option.id for option in decision.options]
        if not self._begun:
            self.particles = self._first()
        waiting, arrived = self.particles, list[Particle]()
        for _ in range(STEPS):
            arrived += [one for one in waiting if self._here(one, decision.point, asked)]
            waiting = [one for one in waiting if not self._here(one, decision.point, asked)]
            if not waiting:
                break
            least = min(one.heard for one in waiting)
            batch = [one for one in waiting if one.heard == least]
            ahead = [one for one in waiting if one.heard > least]
            waiting = ahead + self._next(batch, len(ahead) + len(arrived))
            if len(waiting) + len(arrived) > 2 * self.size:
                waiting, arrived = self._cut(waiting, arrived)
        whole = sum(one.weight for one in arrived)
        for one in arrived:
            one.weight /= whole
        self.particles = arrived
        self.lost += not arrived
        return arrived

    def _first(self) -> list[Particle]:
        self._begun = True
        engine, events = self.ruleset.engine, list[Event]()
        cells = engine.new(0)
        ids = engine.begin(cells, events)
        heard = self._heard(events, 0)
        return [] if heard is None or not ids else [Particle(cells, ids, heard, 0, 1.0)]

    def _here(self, one: Particle, point: int, asked: list[int]) -> bool:
        return (
            one.cells[POINT] == point
            and one.heard == len(self.told)
            and one.answered == len(self.answers)
            and one.ids == asked
            and self.ruleset.engine.actor(one.cells) == self.seat
        )

    # ------------------------------------------------------------------------------------------ one step

    def _next(self, batch: list[Particle], others: int) -> list[Particle]:
        """What follows from each, equal positions being one; mended if that leaves too few."""
        found: dict[tuple[object, ...], Particle] = {}
        self._remember(batch)
        share = sum(one.weight for one in batch) / self.size
        few = self._sampled and len(batch) > PROBES and self._tells_nothing(batch)
        for one in batch:
            tries = max(1, round(one.weight / share)) if few else 0
            for after in self._following(one, max(FEWEST, BRANCHES // len(batch)), tries):
                key = (after.heard, after.answered, *after.cells)
                if key in found:
                    found[key].weight += after.weight
                else:
                    found[key] = after
        following = list(found.values())
        missing = (self.size // FEW_LEFT if self._sampled else 1) - len(following) - others
        if missing > 0:
            following += self._mended(missing, self._tried[-1], following)
        while not following and not others and self._setbacks < SETBACKS:  # what was wrong came earlier
            self._setbacks += 1
            back = min(1 + self._setbacks // 2, len(self._tried))
            following = self._mended(missing, self._tried[-back], [])
        return following

    def _remember(self, batch: list[Particle]) -> None:
        """Keep those that are gone on from, for a while, in case they lead nowhere."""
        heard = batch[0].heard
        if heard > self._furthest:
            self._furthest, self._setbacks = heard, 0
        while self._tried and self._tried[-1][0].heard > heard:
            self._tried.pop()
        if self._tried and self._tried[-1][0].heard == heard:
            self._tried[-1] += batch
        else:
            self._tried = [*self._tried[-KEPT:], list(batch)]

    def _tells_nothing(self, batch: list[Particle]) -> bool:
        """Is the seat told the same whatever is answered here, going by some of these?"""
        for one in batch[:: len(batch) // PROBES]:
            ways = list(self._following(one))
            if len(ways) < len(one.ids):
                return False
        return True

    def _following(self, one: Particle, most: int = BRANCHES, tries: int = 0) -> Iterator[Particle]:
        """The positions after one more question to chance or a seat in which the seat was told what it was told.
        Tries `most` ways, and more only until one fits; if `tries` is given, so many ways that chance picks."""
        engine, mine = self.ruleset.engine, True
        answered = one.answered
        if one.cells[POINT] in self.ruleset.chance_points:
            weights = engine.weights(one.cells)
            total = sum(weights)
            moves = [(option, weight / total) for option, weight in zip(one.ids, weights, strict=True) if weight]
        elif engine.actor(one.cells) != self.seat or len(one.ids) == 1:
            moves, mine = [(option, 1 / len(one.ids)) for option in one.ids], len(one.ids) == 1
        elif answered < len(self.answers):
            given = self.answers[answered]
            if (given.heard, given.point, given.ids) != (one.heard, one.cells[POINT], tuple(one.ids)):
                return
            moves, answered = [(given.chosen, 1.0)], answered + 1
        elif self._gaps:
            moves = [(option, 1 / len(one.ids)) for option in one.ids]
        else:
            return
        if not mine and self.ruleset.worth is not None and len(moves) <= FEWEST:
            yield from self._meant(one, tries)
            return
        if tries and len(moves) > 1:
            picked = self.random.choices(moves, [odds for _, odds in moves], k=tries)
            moves = [(option, 1 / tries) for option, _ in picked]
        elif len(moves) > most:
            self.random.shuffle(moves)
            self._sampled = True
        fits = False
        for number, (option, odds) in enumerate(moves):
            if fits and number >= most:
                break
            after = self._after(one, option, answered)
            if after is not None and after.heard >= 0:
                fits = True
                after.weight *= odds
                yield after

    def _meant(self, one: Particle, tries: int) -> list[Particle]:
        """The same for another seat's question where the rules say what positions are worth: it is likely to have
        answered what is good for it there."""
        ruleset, random = self.ruleset, self.random
        asked, worth = ruleset.engine.actor(one.cells), ruleset.worth
        assert worth is not None
        found = [after for option in one.ids if (after := self._after(one, option, one.answered)) is not None]
        if not found:
            return []
        odds = odds_by_worth([worth(after.cells, asked) for after in found])
        if tries:
            taken = Counter(random.choices(range(len(found)), odds, k=tries))
            odds = [taken[number] / tries for number in range(len(found))]
        fitting = [(after, share) for after, share in zip(found, odds, strict=True) if share and after.heard >= 0]
        for after, share in fitting:
            after.weight *= share
        return [after for after, _ in fitting]

    def _after(self, one: Particle, option: int, answered: int) -> Particle | None:
        """The position after an option, `heard` being -1 if the seat would have been told something else there; None
        if the rules do not allow it."""
        cells, events = one.cells.copy(), list[Event]()
        try:
            ids = self.ruleset.engine.apply(cells, option, events)
        except RuleFault:
            return None
        heard = self._heard(events, one.heard) if ids else None
        return Particle(cells, ids, -1 if heard is None else heard, answered, one.weight)

    def _heard(self, events: list[Event], since: int) -> int | None:
        """How much the seat has been told after these events; None if that is not what it was told."""
        told, seat, heard = self.told, self.seat, since
        for event in events:
            mine = project(event, seat)
            if mine is not None:
                if heard >= len(told) or told[heard] != mine:
                    return None
                heard += 1
        return heard

    # ------------------------------------------------------------------------------------------ too many, too few

    def _cut(self, waiting: list[Particle], arrived: list[Particle]) -> tuple[list[Particle], list[Particle]]:
        """A fair sample of `size`: each is taken about as often as it is likely, neighbours standing for each other."""
        self._sampled = True
        share = sum(one.weight for one in waiting) + sum(one.weight for one in arrived)
        share /= self.size
        left = self.random.random() * share
        cut: list[list[Particle]] = []
        for group in (waiting, arrived):
            group.sort(key=attrgetter("cells"))
            kept: list[Particle] = []
            for one in group:
                left -= one.weight
                many = 0
                while left < 0:
                    many += 1
                    left += share
                if many:
                    one.weight = many / self.size
                    kept.append(one)
            cut.append(kept)
        return cut[0], cut[1]

    def _mended(self, wanted: int, tried: list[Particle], alive: list[Particle]) -> list[Particle]:
        """Up to `wanted` more positions, made from those that led to too few: each as likely as those `alive` are on
        average."""
        weight = sum(one.weight for one in alive) / len(alive) if alive else 1 / self.size
        made: list[Particle] = []
        engine, self._sampled = self.ruleset.engine, True
        for much in MUCH:
            for one in self.random.choices(tried, k=wanted - len(made)):
                ahead = self.told[one.heard : one.heard + FAR]
                fresh = redealt(engine, one.cells, self.seat, ahead, self.random, much)
                if fresh is None:
                    continue
                start = Particle(fresh, engine.options(fresh), one.heard, one.answered, 1.0)
                following = list(self._following(start))
                if following:
                    chosen = self.random.choices(following, [after.weight for after in following])[0]
                    chosen.weight = weight
                    made.append(chosen)
            if len(made) >= wanted:
                break
        self.mended += len(made)
        return made
