"""What the columns of a class come to as shifts of sets: the step of a direction, the ways of a relation, rays.

Cells of a grid are numbered row by row, so that "the cell to the south" is always so many places on, and a set of cells
moved there is a shift of a whole number. All of this is read off the columns themselves; names matter only for rays,
and there the columns are compared with what the rays make of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field, frozen

from rulewright.dsl import ir

DIRECTIONS = ("north", "east", "south", "west", "northeast", "southeast", "southwest", "northwest")
Way = tuple[int, int]  # (step, the members from which it leads somewhere)


@frozen
class Rays:
    """The directions of the straight lines of a grid."""

    ways: tuple[Way, ...]


@define(eq=False)
class Geometry:
    classes: Mapping[str, ir.Class]
    _steps: dict[tuple[str, str], Way | None] = field(factory=dict)
    _ways: dict[tuple[str, str], tuple[Way, ...] | None] = field(factory=dict)
    _rays: dict[str, Rays | None] = field(factory=dict)

    def column(self, cls: str, name: str) -> ir.Column | None:
        return next((c for c in self.classes[cls].columns if c.name == name), None)

    def step(self, cls: str, name: str) -> Way | None:
        """The step of a column that leads from member to member, if it is the same everywhere."""
        key = (cls, name)
        if key not in self._steps:
            self._steps[key] = self._step(self.column(cls, name), self.classes[cls].size)
        return self._steps[key]

    def _step(self, column: ir.Column | None, size: int) -> Way | None:
        if column is None or not isinstance(column.type, ir.Name):
            return None
        steps = {value - member for member, value in enumerate(column.values) if value < size}
        if len(steps) != 1:
            return None
        inside = sum(1 << member for member, value in enumerate(column.values) if value < size)
        return steps.pop(), inside

    def ways(self, cls: str, name: str) -> tuple[Way, ...] | None:
        """The steps that make up a column of sets of the class."""
        key = (cls, name)
        if key not in self._ways:
            column = self.column(cls, name)
            if column is None or column.type != ir.SetType(cls):
                self._ways[key] = None
            else:
                found: dict[int, int] = {}
                for member, mask in enumerate(column.values):
                    for other in range(mask.bit_length()):
                        if mask >> other & 1:
                            found[other - member] = found.get(other - member, 0) | 1 << member
                self._ways[key] = tuple(sorted(found.items()))
        return self._ways[key]

    def rays(self, cls: str) -> Rays | None:
        """The rays of a grid, if its `in_line` is what they make."""
        if cls not in self._rays:
            ways = tuple(way for name in DIRECTIONS if (way := self.step(cls, name)) is not None)
            column = self.column(cls, "in_line")
            fits = column is not None and all(
                mask == sum(1 << m for way in ways for m in along(way, member))
                for member, mask in enumerate(column.values)
            )
            self._rays[cls] = Rays(ways) if fits and ways else None
        return self._rays[cls]

    def touching(self, cls: str, column: ir.ColumnOf) -> bool:
        """Is a column of sets just the first cell of each ray?"""
        rays, found = self.rays(cls), self.column(cls, column.column)
        if rays is None or found is None or column.cls != cls or found.type != ir.SetType(cls):
            return False
        return all(
            mask == sum(1 << (member + step) for step, inside in rays.ways if inside >> member & 1)
            for member, mask in enumerate(found.values)
        )

    def is_between(self, cls: str, column: ir.ColumnOf) -> bool:
        """Is a table what lies between two cells of a ray, by pair of cells?"""
        rays, found = self.rays(cls), self.column(column.cls, column.column)
        size = self.classes[cls].size
        if rays is None or found is None or len(found.values) != size * size:
            return False
        masks = [0] * (size * size)
        for way in rays.ways:
            for member in range(size):
                passed = 0
                for other in along(way, member):
                    masks[member * size + other] = passed
                    passed |= 1 << other
        return tuple(masks) == found.values


def along(way: Way, member: int) -> list[int]:
    """The members on a ray, nearest first."""
    step, inside = way
    found = []
    while inside >> member & 1:
        member += step
        found.append(member)
    return found
