"""Where everything lies in the state: fields, then zones, then the frame.

The frame holds what is going on: the locals that outlive a stop, the members left of each loop that can stop, and for
each procedure that can stop and is called from several places, which call to go back to. Procedures do not recurse,
so all of that has fixed places. The frame is laid out for the flavour that exposes chance; the other uses part of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Literal

from attrs import define, evolve, field, frozen

from rulewright.compiler.effects import assigned, mentioned
from rulewright.compiler.passes.scopes import all_bodies, result_local
from rulewright.compiler.passes.walk import everything
from rulewright.compiler.passes.weave import ENTER, HIDDEN, SETTLE
from rulewright.compiler.prepare import Prepared, prepare
from rulewright.dsl import ir
from rulewright.dsl.cycles import following, turned
from rulewright.runtime.schema import FIRST_FREE, CellInfo, FieldInfo, TypeInfo, ZoneInfo

Walk = Literal["step", "count", "mask"]
FEWEST_MASKED = 13  # kinds, of one copy each, whose zones are stored as sets


@frozen
class EachCells:
    """How a loop that can stop keeps its place. `step`: by its local alone; `count`: `rest` members are left after this
    one (both pass over members for which the guard does not hold); `mask`: `rest` is the set of members still to come.
    `at` is where the current member is kept if the body may change the local (else the local serves)."""

    walk: Walk
    rest: int | None
    at: int


@frozen(eq=False)
class Layout:
    """Offsets of everything. `eaches` is by identity of the `Each` in the woven program that the layout keeps alive.
    `beside`: where what goes on in the procedures that reactions call too is put while these run, cell by cell."""

    fields: dict[str, FieldInfo]
    zones: dict[str, ZoneInfo]
    locals: dict[str, int]
    eaches: dict[int, EachCells]
    marks: dict[str, int]
    beside: dict[int, int]
    frame: int
    cells: tuple[CellInfo, ...]
    prepared: Prepared

    @property
    def size(self) -> int:
        return len(self.cells)


def lay_out(program: ir.Program) -> Layout:
    """The layout of a program's state. The same program always gets the same one."""
    return _Builder(prepare(program)).build()


def type_info(classes: Mapping[str, ir.Class], type: ir.Type) -> TypeInfo:
    """A type as the schema tells it."""
    match type:
        case ir.Truth():
            return TypeInfo("truth")
        case ir.Number():
            return TypeInfo("number", low=type.low, high=type.high)
        case ir.Name():
            size = classes[type.cls].size
            return TypeInfo("name", type.cls, 0, size - (0 if type.optional else 1), type.optional)
        case ir.SetType():
            return TypeInfo("set", type.cls, 0, (1 << classes[type.cls].size) - 1)


@define
class _Builder:
    prepared: Prepared
    cells: list[CellInfo] = field(init=False)
    classes: dict[str, ir.Class] = field(init=False)
    zones: dict[str, ir.Zone] = field(init=False)

    def __attrs_post_init__(self) -> None:
        program = self.prepared.source
        nodes = everything(tuple(self.prepared.scopes.roots()))
        points, results = [0], [-1]
        for n in nodes:
            if isinstance(n, ir.Choose | ir.Sample):
                points.append(n.id)
            elif isinstance(n, ir.Result):
                results.append(n.id)
        seats = 1 << program.players
        self.cells = [
            CellInfo("point", max(points) + 1),
            CellInfo("chance", 1 << 64),
            CellInfo("ending", max(results) + 2),
            CellInfo("won", seats),
            CellInfo("lost", seats),
        ]
        assert len(self.cells) == FIRST_FREE
        self.classes = {c.name: c for c in program.classes}
        self.zones = {z.name: z for z in program.zones}

    def build(self) -> Layout:
        program = self.prepared.source
        fields = {f.name: self._field(f) for f in program.fields}
        zones = {z.name: self._zone(z) for z in program.zones}
        fields |= {name: self._planes(fields[name]) for name in fields if name in self.prepared.planes}
        frame = len(self.cells)
        places = self._locals()
        eaches = self._eaches(places)
        marks = self._marks()
        beside = self._beside(places, eaches, marks)
        return Layout(fields, zones, places, eaches, marks, beside, frame, tuple(self.cells), self.prepared)

    def _add(self, name: str, bound: int, low: int = 0) -> int:
        self.cells.append(CellInfo(name, max(bound, 1), low))
        return len(self.cells) - 1

    def _add_number(self, name: str, type: TypeInfo) -> int:
        """A cell for a value of a type; 0 always fits, since that is what it is while not in use."""
        low, high = min(type.low, 0), max(type.high, 0)
        return self._add(name, high - low + 1, low)

    def _members(self, per: str | None) -> tuple[str, ...]:
        return ("",) if per is None else tuple(f"[{m}]" for m in self.classes[per].members)

    def _field(self, f: ir.Field) -> FieldInfo:
        info = type_info(self.classes, f.type)
        members = self._members(f.per)
        offset = len(self.cells)
        for member in members:
            self._add_number(f.name + member, info)
        return FieldInfo(f.name, f.title or f.name, info, f.per, offset, len(members))

    def _planes(self, info: FieldInfo) -> FieldInfo:
        """The sets of members by value, for a field that has them."""
        planes = len(self.cells)
        for value in info.plane_values:
            self._add(f"{info.per}s whose {info.name} is {value}", 1 << info.cells)
        return evolve(info, planes=planes)

    def _zone(self, z: ir.Zone) -> ZoneInfo:
        cls = self.classes[z.cls]
        either = z.face == "either"
        codes = cls.size * 2 if either else cls.size
        slot = z.slot
        ordered = z.ordered and not slot and z.name not in self.prepared.unordered
        masked = not slot and not ordered and cls.size >= FEWEST_MASKED and max(cls.components, default=0) <= 1
        stride = 1 if slot or masked else 1 + z.capacity if ordered else codes
        members = self._members(z.per)
        offset = len(self.cells)
        for member in members:
            name = z.name + member
            if slot:
                self._add(name, codes + 1)
            elif ordered:
                self._add(f"size of {name}", z.capacity + 1)
                for place in range(z.capacity):
                    self._add(f"{name} #{place}", 2 * codes)
            elif masked:
                self._add(f"the set in {name}", 1 << codes)
            else:
                for code in range(codes):
                    kind = cls.members[code // 2 if either else code]
                    face = (" down", " up")[code % 2] if either else ""
                    self._add(f"{kind}{face} in {name}", z.capacity + 1)
        return ZoneInfo(
            z.name, z.title or z.name, z.cls, z.per, either, slot, ordered, z.ordered, z.capacity, codes, stride,
            offset, len(members), masked,
        )  # fmt: skip

    # ------------------------------------------------------------------------------------------ the frame

    def _locals(self) -> dict[str, int]:
        stored = self.prepared.scopes.stored(exposed=True)
        types = {v.name: v.type for v in self.prepared.program.locals}
        return {
            name: self._add_number(f"local {name}", type_info(self.classes, types[name]))
            for name in types
            if name in stored
        }

    def _eaches(self, places: dict[str, int]) -> dict[int, EachCells]:
        eaches: dict[int, EachCells] = {}
        for root in self.prepared.scopes.roots():
            for body in all_bodies(root):
                for stmt in body:
                    if isinstance(stmt, ir.Each) and self.prepared.effects.splits(stmt, exposed=True):
                        eaches[id(stmt)] = self._each(stmt, places)
        return eaches

    def _each(self, each: ir.Each, places: dict[str, int]) -> EachCells:
        domain = each.domain
        turns = isinstance(domain, ir.ClassDomain | ir.SetDomain) and each.start is not None
        walk: Walk = "mask"
        bound = 0
        match domain:
            case ir.ClassDomain():
                size = self.classes[domain.cls].size
                walk = "mask" if self._may_change(each) else "count" if turns else "step"
                bound = size if walk == "count" else 1 << size
            case ir.SetDomain():
                bound = 1 << self.classes[domain.cls].size
            case ir.RangeDomain():
                walk = "count" if each.guard is None else "mask"
                bound = domain.most + 1 if each.guard is None else 1 << domain.most
            case ir.ZoneDomain():
                zone = self.zones[domain.zone.zone]
                codes = self.classes[zone.cls].size * (2 if zone.face == "either" else 1)
                bound = 1 << codes
        rest = None if walk == "step" else self._add(f"rest of {each.local}", bound)
        at = places[each.local]
        if (walk != "mask" or turns) and any(each.local in assigned(n) for n in everything(each.body)):
            at = self._add(f"place of {each.local}", self.cells[at].bound, self.cells[at].low)
        return EachCells(walk, rest, at)

    def _may_change(self, each: ir.Each) -> bool:
        """Could running the body change for which members the guard holds?"""
        if each.guard is None:
            return False
        effects = self.prepared.effects
        names = mentioned(each.guard) - {each.local}
        return bool(
            effects.of(each.guard).reads & effects.of(each.body).writes or names & effects.assigns(each.body)
        )

    def _marks(self) -> dict[str, int]:
        prepared = self.prepared
        calls = Counter(
            n.procedure for root in prepared.scopes.roots() for n in everything(root) if isinstance(n, ir.Call)
        )
        calls[ENTER] = len(prepared.entries)
        return {
            p.name: self._add(f"return from {p.name}", calls[p.name] + 1)
            for p in prepared.program.procedures
            if calls[p.name] > 1 and prepared.effects.splits_procedure(p.name, exposed=True)
        }

    def _beside(self, places: dict[str, int], eaches: dict[int, EachCells], marks: dict[str, int]) -> dict[int, int]:
        """Cells for what goes on in procedures that stop and may be called both around a reaction and by it."""
        program, effects = self.prepared.program, self.prepared.effects
        beside: dict[int, int] = {}
        around = following(effects.calls, SETTLE) & following(turned(effects.calls), SETTLE) - {SETTLE}
        for p in program.procedures:
            if p.name not in around or not effects.splits_procedure(p.name, exposed=True):
                continue
            names = (mentioned(p.body) | {*p.params, result_local(p.name)}) - set(HIDDEN)
            kept = {places[name] for name in names if name in places}
            if p.name in marks:
                kept.add(marks[p.name])
            for body in all_bodies(p.body):
                for cells in (eaches[id(stmt)] for stmt in body if id(stmt) in eaches):
                    kept |= {cells.at} if cells.rest is None else {cells.at, cells.rest}
            for cell in sorted(kept - set(beside)):
                info = self.cells[cell]
                beside[cell] = self._add(f"{info.name}, put aside", info.bound, info.low)
        return beside
