"""One ruleset's decision points to one numbering of everything that can ever be answered: 0 up to `size`.

The points come in the order of the schema (that of the rules), and each has as many numbers as it has stable ids: a
number is the first number of its point plus the option's id. So it depends on the rules, the players and the options
chosen at the table, and on nothing that happens in a game.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from attrs import define, frozen

from rulewright.runtime.schema import BranchInfo, PointInfo, Schema
from rulewright.runtime.wording import Wording


@frozen
class Block:
    """The numbers of one decision point: `first` .. `first + size - 1`."""

    point: PointInfo
    first: int
    size: int


@define(slots=False)
class ActionNumbers:
    """The numbering of a ruleset. Made by `number_actions`."""

    schema: Schema
    blocks: tuple[Block, ...]

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return self.blocks[-1].first + self.blocks[-1].size if self.blocks else 0

    def number(self, point: int, option: int) -> int:
        """The number of an option at a decision point, both by id. Raises ValueError if there is no such option."""
        block = self._by_point.get(point)
        if block is None or not 0 <= option < block.size:
            raise ValueError(f"there is no option {option} at a decision point {point}")
        return block.first + option

    def numbers(self, point: int, options: Iterable[int]) -> list[int]:
        """The numbers of options on offer at one decision point, in the same order. Raises KeyError if it is none."""
        first = self._by_point[point].first
        return [first + option for option in options]

    def answer(self, number: int) -> tuple[int, int]:
        """The ids of the point and of the option that a number stands for. Raises ValueError."""
        if not 0 <= number < self.size:
            raise ValueError(f"there is no action {number}: they are 0 to {self.size - 1}")
        block = self.blocks[bisect_right(self._firsts, number) - 1]
        return block.point.id, number - block.first

    def name(self, number: int) -> str:
        """What a number means: the path of the question and the label of the answer. Raises ValueError."""
        self.answer(number)
        return self.names[number]

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name, by number; no two are the same. Names that would be also tell the prompt, and then count."""
        short = [(b, f"{b.point.path}: {label}", label) for b in self.blocks for label in self._labels(b.point)]
        alike = Counter(name for _, name, _ in short)
        longer = [
            f"{block.point.path}, {block.point.prompt or 'question'}: {label}" if alike[name] > 1 else name
            for block, name, label in short
        ]
        still, met = Counter(longer), Counter[str]()
        names = []
        for name in longer:
            met[name] += 1
            names.append(f"{name} ({met[name]})" if still[name] > 1 else name)
        return tuple(names)

    def _labels(self, point: PointInfo) -> Iterator[str]:
        wording = Wording(self.schema)
        branches: list[BranchInfo] = sorted(point.branches, key=lambda branch: branch.first)
        for branch in branches:
            for option in range(branch.first, branch.first + branch.size):
                yield wording.option(branch, option) or branch.name

    @cached_property
    def _by_point(self) -> dict[int, Block]:
        return {block.point.id: block for block in self.blocks}

    @cached_property
    def _firsts(self) -> list[int]:
        return [block.first for block in self.blocks]


def number_actions(schema: Schema) -> ActionNumbers:
    """The numbering of a ruleset. Chance points are no part of it."""
    blocks: list[Block] = []
    first = 0
    for point in schema.points:
        if not point.chance:
            size = sum(branch.size for branch in point.branches)
            blocks.append(Block(point, first, size))
            first += size
    return ActionNumbers(schema, tuple(blocks))
