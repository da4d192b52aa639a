"""What the parts of one Python module share while it is written: names of locals, tables, helper functions, places.

A `Unit` is one module in one flavour. Tables and helpers are made when first asked for and shared when equal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.compiler.layout import Layout
from rulewright.compiler.passes.masks import Masks
from rulewright.compiler.passes.scopes import Scopes
from rulewright.compiler.passes.simplify import Simplifier
from rulewright.compiler.python.text import Lines, literal, safe_name
from rulewright.dsl import ir
from rulewright.runtime.schema import Schema, TypeInfo

DEEPEST_WRITING = 8  # helpers written while one that needs them is: procedures may stand on many others


@frozen
class Names:
    """How locals are written at some place: `known` overrides (loop variables, replaced columns)."""

    known: Mapping[str, str] = field(factory=dict)

    def bind(self, local: str, text: str) -> Names:
        return Names({**self.known, local: text})


@define(eq=False)
class Unit:
    """One module being written. `events`: the full flavour."""

    layout: Layout
    schema: Schema
    events: bool
    program: ir.Program = field(init=False)
    scopes: Scopes = field(init=False)
    simplifier: Simplifier = field(init=False)
    masks: Masks = field(init=False)
    stored: frozenset[str] = field(init=False)
    classes: dict[str, ir.Class] = field(init=False)
    fields: dict[str, ir.Field] = field(init=False)
    zones: dict[str, ir.Zone] = field(init=False)
    values: dict[str, ir.Value] = field(init=False)
    procedures: dict[str, ir.Procedure] = field(init=False)
    types: dict[str, ir.Type] = field(init=False)
    field_numbers: dict[str, int] = field(init=False)
    zone_numbers: dict[str, int] = field(init=False)
    text_numbers: dict[str, int] = field(init=False)
    type_numbers: dict[TypeInfo, int] = field(init=False)
    imports: set[tuple[str, str]] = field(init=False, factory=set)
    tables: list[str] = field(init=False, factory=list)
    functions: list[Lines] = field(init=False, factory=list)
    unrolled: dict[int, tuple[ir.Fold, ir.Expr | None]] = field(init=False, factory=dict)  # by id of the fold
    _variables: dict[str, str] = field(init=False, factory=dict)
    _tables: dict[Any, str] = field(init=False, factory=dict)
    _helpers: dict[Any, str] = field(init=False, factory=dict)
    _specialised: dict[tuple[int, str, int], tuple[ir.Branch, ir.Branch]] = field(init=False, factory=dict)
    _joined: dict[tuple[int, str, int], tuple[ir.Branch, ir.Expr | None]] = field(init=False, factory=dict)
    _temporaries: int = field(init=False, default=0)
    _writing: int = field(init=False, default=0)  # helpers being written, one inside the other
    _later: list[tuple[str, Callable[[str], Lines]]] = field(init=False, factory=list)  # those that would be too many

    def __attrs_post_init__(self) -> None:
        prepared = self.layout.prepared
        program = self.program = prepared.program
        self.scopes, self.simplifier = prepared.scopes, prepared.simplifier
        self.masks = Masks(program, self.simplifier, prepared.planes)
        self.stored = prepared.scopes.stored(exposed=self.events)
        self.classes = {c.name: c for c in program.classes}
        self.fields = {f.name: f for f in program.fields}
        self.zones = {z.name: z for z in program.zones}
        self.values = {v.name: v for v in program.values}
        self.procedures = {p.name: p for p in program.procedures}
        self.types = {v.name: v.type for v in program.locals}
        self.field_numbers = {f.name: n for n, f in enumerate(program.fields)}
        self.zone_numbers = {z.name: n for n, z in enumerate(program.zones)}
        self.text_numbers = {text: n for n, text in enumerate(self.schema.texts)}
        self.type_numbers = {kind: n for n, kind in enumerate(self.schema.types)}

    # ------------------------------------------------------------------------------------------ names

    def variable(self, local: str) -> str:
        """The Python variable of a local that is not kept in the state. No other name begins like it."""
        if local not in self._variables:
            name = safe_name(local)
            self._variables[local] = f"v{len(self._variables)}_{name}" if name else f"v{len(self._variables)}"
        return self._variables[local]

    def local(self, name: str, names: Names) -> str:
        """How a local is written: a variable, or a cell of the state."""
        known = names.known.get(name)
        if known is not None:
            return known
        if name in self.stored:
            return f"cells[{self.layout.locals[name]}]"
        return self.variable(name)

    def specialised(self, branch: ir.Branch, local: str, value: int) -> ir.Branch:
        """A branch with the value of a local known; the same one each time."""
        key = (id(branch), local, value)
        if key not in self._specialised:
            known = {local: ir.Const(value)}
            where = None if branch.where is None else self.simplifier.simplify(branch.where, known)
            needs = tuple(evolve(n, cond=self.simplifier.simplify(n.cond, known)) for n in branch.needs)
            self._specialised[key] = (branch, evolve(branch, where=where, needs=needs))
        return self._specialised[key][1]

    def conjunction(self, branch: ir.Branch, level: int, tests: tuple[ir.Expr, ...]) -> ir.Expr | None:
        """Conditions of a branch as one; the same one each time."""
        key = (id(branch), f"level {level}", len(tests))
        if key not in self._joined:
            guard = None if not tests else tests[0] if len(tests) == 1 else ir.Logic("and", tests)
            self._joined[key] = (branch, guard)
        return self._joined[key][1]

    def temporary(self) -> str:
        """A new variable for something on the way."""
        self._temporaries += 1
        return f"x{self._temporaries}"

    def members(self, per: str | None) -> int:
        return 1 if per is None else self.classes[per].size

    @property
    def everybody(self) -> int:
        return (1 << self.program.players) - 1

    @property
    def log(self) -> str:
        """The parameter for events, where there are any."""
        return ", log: list[Event]" if self.events else ""

    @property
    def pass_log(self) -> str:
        return ", log" if self.events else ""

    # ------------------------------------------------------------------------------------------ what is made once

    def need(self, name: str, module: str) -> str:
        """A name from the runtime, imported."""
        self.imports.add((module, name))
        return name

    def table(self, values: tuple[Any, ...], words: str) -> str:
        """A constant tuple under a name; `words` go into the name."""
        if values not in self._tables:
            name = f"T{len(self._tables)}_{safe_name(words).upper()}"
            self._tables[values] = name
            self.tables.append(f"{name} = {literal(values)}")
        return self._tables[values]

    def named_table(self, key: Any, name: str, text: str) -> str:
        """A constant that is worked out when the module is loaded, under a name of its own."""
        if key not in self._tables:
            self._tables[key] = name
            self.tables.append(f"{name} = {text}")
        return name

    def helper(self, key: Any, prefix: str, write: Callable[[str], Lines]) -> str:
        """A function under a name: written by `write(name)` the first time that `key` is asked for."""
        if key not in self._helpers:
            name = f"{prefix}_{len(self._helpers)}"
            self._helpers[key] = name
            if self._writing == DEEPEST_WRITING:
                self._later.append((name, write))
            else:
                self._write(name, write)
                while self._later and not self._writing:
                    self._write(*self._later.pop())
        return self._helpers[key]

    def _write(self, name: str, write: Callable[[str], Lines]) -> None:
        self._writing += 1
        self.functions.append(write(name))
        self._writing -= 1

    def where(self, span: object) -> str:
        """A place in the rules, as a Python string."""
        return repr(str(span))
