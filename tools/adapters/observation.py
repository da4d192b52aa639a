"""What a seat sees, as an array of fixed size with entries from 0 to 1 (docs/adapters.md has the layout).

Made from declared visibility alone, as views are (runtime/view.py): what a seat does not see leaves its entries zero.
The layout is fixed for a ruleset and the same for every seat; `names` says what each entry is.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from rulewright.dsl import ir
from rulewright.runtime.engine import Engine
from rulewright.runtime.schema import POINT, Schema
from rulewright.tools.adapters.field_entries import FieldEntries, field_entries
from rulewright.tools.adapters.zone_entries import ZoneEntries, zone_entries
from rulewright.tools.game import Game

Array: TypeAlias = NDArray[np.float32]


@frozen
class Observation:
    """How observations of one ruleset are laid out. Made by `observation_of`."""

    schema: Schema
    names: tuple[str, ...]
    questions: dict[int, int]  # by decision point, its entry
    fields: tuple[FieldEntries, ...]
    zones: tuple[ZoneEntries, ...]
    sections: tuple[tuple[str, int, int], ...]  # name, first entry, how many: the seat, the question, fields, zones

    @property
    def size(self) -> int:
        return len(self.names)

    def array(self, engine: Engine, cells: list[int], seat: int) -> Array:
        """What `seat` sees of `cells`, as a new array."""
        out = np.zeros(self.size, np.float32)
        self.fill(engine, cells, seat, out)
        return out

    def fill(self, engine: Engine, cells: list[int], seat: int, out: Any) -> None:
        """The same into `out`, whose entries must be zero."""
        out[seat] = 1
        question = self.questions.get(cells[POINT])
        if question is not None and engine.actor(cells) == seat:
            out[self.schema.players] = 1
            out[question] = 1
        for field in self.fields:
            field.fill(engine, cells, seat, out)
        for zone in self.zones:
            zone.fill(engine, cells, seat, out)


def observation_of(game: Game) -> Observation:
    """The layout for a game's table."""
    schema, program = game.schema, game.program
    seats = next(c for c in schema.classes if c.sort == "player").members
    names = [f"me: {seat}" for seat in seats] + ["asked"]
    questions = {}
    for point in schema.points:
        if not point.chance:
            questions[point.id] = len(names)
            names.append(f"question {point.id}: {point.path}" + (f", {point.prompt}" if point.prompt else ""))
    parts = [("(me)", 0, len(seats)), ("(question)", len(seats), len(names) - len(seats))]
    fields: list[FieldEntries] = []
    zones: list[ZoneEntries] = []
    audiences = audiences_of(program)
    for number, info in enumerate(schema.fields):
        first = len(names)
        fields += field_entries(schema, number, audiences[info.name], names)
        parts.append((info.name, first, len(names) - first))
    for number, zone in enumerate(schema.zones):
        first = len(names)
        zones += zone_entries(schema, number, audiences[zone.name], names)
        parts.append((zone.name, first, len(names) - first))
    sections = tuple(part for part in parts if part[2])
    return Observation(schema, tuple(names), questions, tuple(fields), tuple(zones), sections)


def audiences_of(program: ir.Program) -> dict[str, str]:
    """Who sees each field and zone, as far as the text alone tells: "all", "none", or it "varies" (by seat, index or
    position)."""
    parts: list[ir.Field | ir.Zone] = [*program.fields, *program.zones]
    constant = {(1 << program.players) - 1: "all", 0: "none"}
    return {
        part.name: constant.get(part.seen.value, "varies") if isinstance(part.seen, ir.Const) else "varies"
        for part in parts
    }
