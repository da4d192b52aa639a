"""One program with its schema, indexed by name: everything that does not change while a game runs."""

from __future__ import annotations

from attrs import field, frozen

from rulewright.compiler.layout import type_info
from rulewright.dsl import ir
from rulewright.dsl.source import Span
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import Schema


@frozen
class Rules:
    """A program, ready to look things up in."""

    program: ir.Program
    schema: Schema
    classes: dict[str, ir.Class] = field(init=False)
    fields: dict[str, ir.Field] = field(init=False)
    zones: dict[str, ir.Zone] = field(init=False)
    values: dict[str, ir.Value] = field(init=False)
    procedures: dict[str, ir.Procedure] = field(init=False)
    columns: dict[tuple[str, str], ir.Column] = field(init=False)
    field_numbers: dict[str, int] = field(init=False)
    zone_numbers: dict[str, int] = field(init=False)

    @classes.default
    def _classes(self) -> dict[str, ir.Class]:
        return {c.name: c for c in self.program.classes}

    @fields.default
    def _fields(self) -> dict[str, ir.Field]:
        return {f.name: f for f in self.program.fields}

    @zones.default
    def _zones(self) -> dict[str, ir.Zone]:
        return {z.name: z for z in self.program.zones}

    @values.default
    def _values(self) -> dict[str, ir.Value]:
        return {v.name: v for v in self.program.values}

    @procedures.default
    def _procedures(self) -> dict[str, ir.Procedure]:
        return {p.name: p for p in self.program.procedures}

    @columns.default
    def _columns(self) -> dict[tuple[str, str], ir.Column]:
        return {(c.name, column.name): column for c in self.program.classes for column in c.columns}

    @field_numbers.default
    def _field_numbers(self) -> dict[str, int]:
        return {f.name: number for number, f in enumerate(self.schema.fields)}

    @zone_numbers.default
    def _zone_numbers(self) -> dict[str, int]:
        return {z.name: number for number, z in enumerate(self.schema.zones)}

    @property
    def everybody(self) -> int:
        """The mask of all seats."""
        return (1 << self.program.players) - 1

    def places(self, per: str | None) -> int:
        """How many cells (or zones) something declared `per` a class has."""
        return 1 if per is None else self.classes[per].size

    def bounds(self, type: ir.Type) -> tuple[int, int]:
        """The least and the greatest value of a type."""
        info = type_info(self.classes, type)
        return info.low, info.high

    def type_number(self, type: ir.Type) -> int:
        """Where the schema lists a type (for announcements)."""
        return self.schema.types.index(type_info(self.classes, type))


def fault(why: str, span: Span) -> RuleFault:
    """The fault `why` at a place in the rules."""
    return RuleFault(why, str(span))
