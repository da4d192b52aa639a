"""A compiled game as a tree to walk: positions with chance in the open, numbered actions, and what each seat knows.

Choices made at once are asked one after the other, or in a `simultaneous` tree at one position. This is what the
OpenSpiel adapter needs, without OpenSpiel: positions can be copied, pickled (as the answers that lead to them) and
described.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from attrs import define, field, frozen

from rulewright.dsl import ir
from rulewright.runtime.events import Event
from rulewright.runtime.log import lines, project
from rulewright.runtime.schema import CHANCE, POINT, FieldInfo, PointInfo
from rulewright.runtime.together import Asked, asked_together
from rulewright.runtime.wording import Wording
from rulewright.tools.adapters.actions import ActionNumbers, number_actions
from rulewright.tools.adapters.observation import Observation, audiences_of, observation_of
from rulewright.tools.game import Game

NOBODY = -1  # who answers at a chance point
_TREES: dict[str, Tree] = {}  # those that pickled positions name


@frozen
class Answer:
    """One answer on the way: the seat (or NOBODY), the question's point, what was on offer, what was chosen, and how
    many events there were before it."""

    seat: int
    point: int
    ids: tuple[int, ...]
    chosen: int
    events: int


@frozen(slots=False, eq=False)
class Tree:
    """All positions of one game. `name` finds it again when a position is unpickled. Past `longest` decisions a game
    is over, and unfinished: nobody scores."""

    name: str
    game: Game
    zero_sum: bool
    longest: int
    simultaneous: bool = False

    @property
    def settings(self) -> tuple[object, ...]:
        """What the tree was made from; alike for trees that are alike."""
        return self.game, self.zero_sum, self.longest, self.simultaneous

    @cached_property
    def actions(self) -> ActionNumbers:
        return number_actions(self.game.schema)

    @cached_property
    def layout(self) -> Observation:
        return observation_of(self.game)

    @cached_property
    def points(self) -> dict[int, PointInfo]:
        return {point.id: point for point in self.game.schema.points}

    @cached_property
    def wording(self) -> Wording:
        return Wording(self.game.schema)

    @cached_property
    def open(self) -> bool:
        """Does every seat always see everything? Answers that are kept until all have chosen are hidden, unless all
        are given at one position, and nothing else is ever asked."""
        seen, asked = audiences_of(self.game.program), [p for p in self.points.values() if not p.chance]
        if self.simultaneous and len(asked) == 1:
            del seen[self._keepers[0].name]
        return set(seen.values()) <= {"all"}

    @cached_property
    def _keepers(self) -> list[FieldInfo]:
        return [self.game.schema.fields[point.keeper] for point in self.points.values() if point.keeper >= 0]

    @cached_property
    def known_cells(self) -> list[tuple[int, str]]:
        """The cells of an open game that tell positions apart, with their names: all but the generator's, and those
        that keep answers while others are asked."""
        unknown = {CHANCE, *(field.offset + seat for field in self._keepers for seat in range(field.cells))}
        return [(at, cell.name) for at, cell in enumerate(self.game.schema.cells) if at not in unknown]

    @cached_property
    def stakes(self) -> tuple[int, int]:
        """The lowest and the highest score there can be."""
        program = self.game.program
        if isinstance(program.scores, ir.Apply):
            type = next(value.type for value in program.values if value.name == program.scores.name)
            if isinstance(type, ir.Number):
                return min(0, type.low), max(0, type.high)
        if program.scores is None:
            return -1, 1
        raise ValueError(f"the scores of {self.game.name} have no bounds that can be read from the rules")

    @cached_property
    def chances(self) -> int:
        """One more than the highest number of a chance outcome; 0 if there is no chance."""
        return max((self._outcomes(point) for point in self.points.values() if point.chance), default=0)

    def _outcomes(self, point: PointInfo) -> int:
        schema = self.game.schema
        if point.zone:
            return next(zone.codes for zone in schema.zones if zone.name == point.zone)
        assert point.type is not None
        if point.type.kind in ("number", "truth"):
            return point.type.high + 1 - self.lowest(point)
        size = next(c.size for c in schema.classes if c.name == point.type.cls)
        return 1 << size if point.type.kind == "set" else size + point.type.optional

    def lowest(self, point: PointInfo) -> int:
        """What is taken off the ids of a chance point's outcomes, so that none is below 0."""
        return min(0, point.type.low) if point.type is not None and point.type.kind == "number" else 0

    @cached_property
    def _root(self) -> Position:
        engine, events = self.game.engine, list[Event]()
        cells = engine.new(0)
        return Position(self, cells, engine.begin(cells, events), events, [], 0)

    def root(self) -> Position:
        """The start of the game, as a new position. Raises RuleFault."""
        return self._root.copy()


@define
class Position:
    """Somewhere in the tree. `options` are the stable ids on offer to the seat that is asked first, or to chance."""

    tree: Tree
    cells: list[int]
    options: list[int]
    events: list[Event]
    answers: list[Answer]
    decisions: int
    _asked: tuple[Asked, ...] | None = field(default=None, init=False, eq=False, repr=False)

    @property
    def over(self) -> bool:
        return not self.cells[POINT] or (self.decisions >= self.tree.longest and not self.chance)

    @property
    def chance(self) -> bool:
        """Is chance asked?"""
        return bool(self.cells[POINT]) and self.tree.points[self.cells[POINT]].chance

    @property
    def seat(self) -> int:
        """Who is asked (first), at a decision point."""
        return self.tree.game.engine.actor(self.cells)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """The seats that are asked with what they can answer: none at a chance point and after the end, several only
        in a simultaneous tree."""
        if self._asked is None:
            if not self.cells[POINT] or self.chance:
                self._asked = ()
            elif self.tree.simultaneous:
                self._asked = asked_together(self.tree.game.engine, self.cells, self.options)
            else:
                self._asked = (Asked(self.seat, tuple(self.options), self.cells),)
        return self._asked

    def offered(self, seat: int) -> list[int]:
        """The numbers of a seat's actions, rising; none if it is not asked."""
        return [
            number
            for one in self.asked
            if one.seat == seat
            for number in self.tree.actions.numbers(self.cells[POINT], one.ids)
        ]

    def seen_by(self, seat: int) -> list[int]:
        """The cells from which to tell what a seat sees, its question included."""
        return next((one.cells for one in self.asked if one.seat == seat), self.cells)

    def actions(self) -> list[int]:
        """The numbers on offer, rising: of actions (of the seat asked first), or at a chance point of outcomes."""
        point = self.tree.points[self.cells[POINT]]
        if point.chance:
            return [option - self.tree.lowest(point) for option in self.options]
        return self.tree.actions.numbers(point.id, self.options)

    def odds(self) -> list[tuple[int, float]]:
        """At a chance point, the numbers on offer with their probabilities."""
        weights = self.tree.game.engine.weights(self.cells)
        total = sum(weights)
        return [(number, weight / total) for number, weight in zip(self.actions(), weights, strict=True)]

    def apply(self, number: int) -> None:
        """Go on by an action or an outcome. Raises ValueError if it is not on offer, and RuleFault, after
        which the position is of no use."""
        offered = self.actions()
        if number not in offered:
            raise ValueError(f"action {number} is not on offer: there are {offered}")
        chosen, chance = self.options[offered.index(number)], self.chance
        seat = NOBODY if chance else self.seat
        self.answers.append(Answer(seat, self.cells[POINT], tuple(self.options), chosen, len(self.events)))
        self.options = self.tree.game.engine.apply(self.cells, chosen, self.events)
        self.decisions += not chance
        self._asked = None

    def apply_all(self, numbers: Sequence[int]) -> None:
        """Go on by an action of each seat that is asked; `numbers` has an entry for every seat. Raises as `apply`."""
        for seat in [one.seat for one in self.asked]:
            self.apply(numbers[seat])

    def scores(self) -> list[float]:
        """What each seat has: nothing before the end, and nothing in an unfinished game. Raises ValueError if the game
        was said to be one in which scores add up to 0, and they do not."""
        if self.cells[POINT]:
            return [0.0] * self.tree.game.players
        scores: list[int] = self.tree.game.engine.scores(self.cells)
        if self.tree.zero_sum and sum(scores) != 0:
            raise ValueError(f"the scores {scores} of {self.tree.game.name} do not add up to 0")
        return [float(score) for score in scores]

    # ------------------------------------------------------------------------------------------ in words

    def name(self, seat: int, number: int) -> str:
        """What an action of a seat is called, or an outcome of chance (NOBODY) that is asked now."""
        if seat != NOBODY:
            return self.tree.actions.name(number)
        point = self.tree.points[self.cells[POINT]]
        return self._drawn(point, number + self.tree.lowest(point))

    def _drawn(self, point: PointInfo, outcome: int) -> str:
        return f"{point.source}: {self.tree.wording.outcome(point.type, point.zone, outcome)}"

    def log(self, seat: int) -> list[str]:
        """What a seat was told so far, in words."""
        return lines(self.tree.wording, self.events, seat)

    def known(self, seat: int) -> str:
        """Everything a seat knows, exactly: its events (as in runtime/events.py, without the mask) and its own answers
        in the order in which they came, and the question if it is asked. Equal texts: the seat cannot tell."""
        return "\n".join([f"seat {seat}", *self._known(seat)])

    def _known(self, seat: int) -> Iterator[str]:
        first = 0
        for answer in self.answers:
            if answer.seat == seat:
                yield from _told(self.events[first : answer.events], seat)
                yield f"answered {answer.chosen} of {answer.ids} at {answer.point}"
                first = answer.events
        yield from _told(self.events[first:], seat)
        for one in self.asked:
            if one.seat == seat:
                yield f"asked {one.ids} at {self.cells[POINT]}"

    def __str__(self) -> str:
        """In an open game what the cells hold, so that equal positions are equal texts; otherwise what happened."""
        if self.tree.open:
            return ", ".join(f"{name} {self.cells[at]}" for at, name in self.tree.known_cells if self.cells[at])
        return "\n".join(self._happened())

    def _happened(self) -> Iterator[str]:
        for answer in self.answers:
            point = self.tree.points[answer.point]
            if point.chance:
                yield f"chance, {self._drawn(point, answer.chosen)}"
            else:
                number = self.tree.actions.number(answer.point, answer.chosen)
                yield f"{self.tree.wording.seat(answer.seat)}, {self.tree.actions.name(number)}"

    # ------------------------------------------------------------------------------------------ as a value

    def copy(self) -> Position:
        return Position(
            self.tree, self.cells.copy(), self.options, self.events.copy(), self.answers.copy(), self.decisions
        )

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return replayed, (self.tree.name, [answer.chosen for answer in self.answers])


def _told(events: list[Event], seat: int) -> Iterator[str]:
    for event in events:
        told = project(event, seat)
        if told is not None:
            yield " ".join(map(str, told))


def keep(tree: Tree, taken: bool) -> Tree:
    """The tree by this name: `tree`, or the one that was kept before, if they are alike.

    `taken` says that somebody has a game by this name. Raises ValueError if it is another game.
    """
    kept = _TREES.get(tree.name)
    if kept is None and not taken:
        kept = _TREES[tree.name] = tree
    if kept is None or kept.settings != tree.settings:
        raise ValueError(f"there is another game, or this one with other settings, by the name {tree.name}")
    return kept


def replayed(name: str, chosen: list[int]) -> Position:
    """The position that these ids lead to. Raises ValueError if no game by this name is registered here."""
    if name not in _TREES:
        raise ValueError(f"no game was registered as {name} in this process")
    position = _TREES[name].root()
    for option in chosen:
        position.apply(position.actions()[position.options.index(option)])
    return position
