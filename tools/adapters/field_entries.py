"""Field cells to entries of an observation (observation.py): truths, one-hot names, sets bit by bit, scaled numbers."""

from __future__ import annotations

from typing import Any, Literal

from attrs import frozen

from rulewright.runtime.engine import Engine
from rulewright.runtime.schema import Schema, TypeInfo

MOST_HOT = 16  # a name with more values than this is a scaled number


@frozen
class FieldEntries:
    """One field cell. `at` is its first entry, `bit` the entry that says whether it is seen (-1: it always is)."""

    field: int
    index: int
    cell: int
    form: Literal["hot", "bits", "scaled"]
    low: int
    values: int
    at: int
    bit: int

    def fill(self, engine: Engine, cells: list[int], seat: int, out: Any) -> None:
        if self.bit >= 0:
            if not engine.field_seen(cells, self.field, self.index) >> seat & 1:
                return
            out[self.bit] = 1
        value = cells[self.cell] - self.low
        if self.form == "hot":
            out[self.at + value] = 1
        elif self.form == "scaled":
            out[self.at] = value / max(1, self.values - 1)
        else:
            for member in range(self.values):
                out[self.at + member] = value >> member & 1


def field_entries(schema: Schema, number: int, audience: str, names: list[str]) -> list[FieldEntries]:
    """The entries of a field, whose names are added to `names`; none for a field that nobody ever sees."""
    found: list[FieldEntries] = []
    if audience == "none":
        return found
    info = schema.fields[number]
    for index in range(info.cells):
        cell = info.offset + index
        name, low, bound = schema.cells[cell].name, schema.cells[cell].low, schema.cells[cell].bound
        bit = -1
        if audience == "varies":
            bit = len(names)
            names.append(f"{name} is seen")
        at, words = len(names), members(schema, info.type)
        if info.type.kind == "set":
            names.extend(f"{name} has {word}" for word in words)
            found.append(FieldEntries(number, index, cell, "bits", 0, len(words), at, bit))
        elif info.type.kind == "name" and bound <= MOST_HOT:
            names.extend(f"{name} is {words[value] if value < len(words) else 'none'}" for value in range(bound))
            found.append(FieldEntries(number, index, cell, "hot", 0, bound, at, bit))
        else:
            names.append(name)
            found.append(FieldEntries(number, index, cell, "scaled", low, bound, at, bit))
    return found


def members(schema: Schema, type: TypeInfo) -> tuple[str, ...]:
    """The members of a type's class; none for numbers and truths."""
    return next((c.members for c in schema.classes if c.name == type.cls), ())
