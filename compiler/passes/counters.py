"""A program that counts everything it does: every statement, every way taken, every component that goes somewhere.

The counts are fields that nobody sees and no rule reads, like those of rounds.py, so every engine keeps them without
knowing. Only runs that are to be looked at use such a program: a saved or shown game never has the fields.

A counter stands before the first statement of every list, and after each statement that running need not get past
(because it leaves, ends the game, or sets off something that does). All others share the counter before them.

A procedure has as many sets of counters as there are ways of calls to it, from the flow or a reaction down; a field
that is set before each call says which of them counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import define, evolve, field, frozen

from rulewright.compiler.passes.simplify import Simplifier
from rulewright.compiler.passes.walk import Node, everything, rebuild
from rulewright.dsl import ir
from rulewright.dsl.source import NOWHERE, Span
from rulewright.runtime.schema import COUNTS

MOST = 2**31 - 1
MOST_KINDS = 256  # of what is chosen, beyond which it is not counted one by one
MOST_WAYS = 32  # of calls to one procedure; where there are more, it counts for all of them together
WRITTEN_OUT = 8  # kinds that a move of all counts without a loop
ALWAYS_GO_ON = (ir.SetLocal, ir.Mix, ir.Tell, ir.Sample, ir.Check)
CHANGES = (ir.SetField, ir.Move, ir.Turn)  # what reactions answer


Sort: TypeAlias = Literal["moved", "turned", "chosen"]


@frozen
class Tally:
    """A count for each member of a class: the kinds that went from a zone to another, or were turned there, or what was
    chosen at a point."""

    field: str
    cls: str
    sort: Sort
    source: str = ""
    target: str = ""
    setup: bool = False  # moved or turned by the set-up itself
    point: int = 0
    branch: str = ""


@frozen(eq=False)
class Counted:
    """`program` counts; `source` is what it was made of, with every statement a node of its own. `before` says by the
    id of a statement of `source` (or of a branch: how often it was taken) which of the `size` counters it shares,
    `after` which one counts how often running got past a statement, and `begun` how often a repetition had anything to
    be done for. In a procedure that is called in several `ways`, that is the counter of the first way, and the others
    follow it; the way of a call is that of where it stands, plus what `steps` says of it (by id)."""

    source: ir.Program
    program: ir.Program
    ways: Mapping[str, int]
    steps: Mapping[int, int]
    before: Mapping[int, int]
    after: Mapping[int, int]
    begun: Mapping[int, int]
    size: int
    tallies: tuple[Tally, ...]


def counting(program: ir.Program) -> Counted:
    """The program with counters."""
    source = distinct(program)
    ways, steps = ways_of_calls(source)
    maker = _Maker(source, ways, steps)
    made = evolve(
        source,
        setup=maker.body(source.setup, in_setup=True),
        flow=maker.body(source.flow),
        procedures=tuple(maker.procedure(p) for p in source.procedures),
        whens=tuple(evolve(w, body=maker.body(w.body)) for w in source.whens),
        watches=tuple(evolve(w, body=maker.body(w.body)) for w in source.watches),
    )
    places = tuple(str(n) for n in range(maker.size))
    fields = [_field(COUNTS, COUNTS), *(_field(t.field, t.cls) for t in maker.tallies.values())]
    fields += [_field(way_field(name), None) for name, many in ways.items() if many > 1]
    made = evolve(
        made,
        classes=(*made.classes, ir.Class(COUNTS, "table", places, places)),
        fields=(*made.fields, *fields),
        locals=(*made.locals, *maker.locals),
    )
    tallies = tuple(maker.tallies.values())
    return Counted(source, made, ways, steps, maker.before, maker.after, maker.begun, maker.size, tallies)


def _field(name: str, per: str | None) -> ir.Field:
    return ir.Field(name, ir.Number(0, MOST), per, ir.Const(0), ir.Const(0))


def way_field(procedure: str) -> str:
    """The field that says in which of its ways a procedure was called."""
    return f"{COUNTS}{procedure}"


def ways_of_calls(program: ir.Program) -> tuple[dict[str, int], dict[int, int]]:
    """In how many ways each procedure is called (1 where there are none, or too many), and for each call (by id) where
    the ways through it begin among those."""
    bodies = {p.name: p.body for p in program.procedures}
    roots = [program.setup, program.flow, *(w.body for w in program.whens), *(w.body for w in program.watches)]
    ways: dict[str, int] = {}
    steps: dict[int, int] = {}
    calls: dict[str, list[tuple[str, ir.Call]]] = {name: [] for name in bodies}
    for caller, body in (*(("", root) for root in roots), *bodies.items()):
        for node in everything(body):
            if isinstance(node, ir.Call):
                calls[node.procedure].append((caller, node))

    def count(name: str) -> int:
        if name == "":
            return 1
        if name not in ways:
            ways[name] = 1  # should it come back to itself
            total = 0
            for caller, call in calls[name]:
                steps[id(call)] = total
                total += count(caller)
            if total > MOST_WAYS:
                steps.update({id(call): 0 for _, call in calls[name]})
            ways[name] = total if 0 < total <= MOST_WAYS else 1
        return ways[name]

    for name in bodies:
        count(name)
    return ways, steps


def distinct(program: ir.Program) -> ir.Program:
    """The program with a node of its own for every statement and branch, wherever one stood in several places."""
    seen: set[int] = set()

    def apart(node: Node) -> Node:
        if not isinstance(node, ir.Branch | ir.Stmt):
            return node
        twice = id(node) in seen
        seen.add(id(node))
        fresh = rebuild(node, apart)
        return evolve(fresh) if twice and fresh is node else fresh

    def bodied(node: Node) -> Node:
        return rebuild(node, apart)

    return evolve(
        program,
        setup=tuple(map(apart, program.setup)),
        flow=tuple(map(apart, program.flow)),
        procedures=tuple(map(bodied, program.procedures)),
        whens=tuple(map(bodied, program.whens)),
        watches=tuple(map(bodied, program.watches)),
    )


@define(eq=False)
class _Maker:
    """Puts the counters in, one list of statements after the other."""

    source: ir.Program
    ways: Mapping[str, int]
    steps: Mapping[int, int]
    inside: str = ""  # the procedure whose body this is
    size: int = 0
    before: dict[int, int] = field(factory=dict)
    after: dict[int, int] = field(factory=dict)
    begun: dict[int, int] = field(factory=dict)
    tallies: dict[tuple[object, ...], Tally] = field(factory=dict)
    locals: list[ir.LocalVar] = field(factory=list)
    in_setup: bool = False

    def procedure(self, p: ir.Procedure) -> ir.Procedure:
        self.inside = p.name
        made = evolve(p, body=self.body(p.body))
        self.inside = ""
        return made

    def body(self, body: tuple[ir.Stmt, ...], *, in_setup: bool = False, key: int | None = None) -> tuple[ir.Stmt, ...]:
        """A list with its counters; `key` is whose first counter it is, if an empty list is to be counted too."""
        if not body and key is None:
            return ()
        self.in_setup, outer = in_setup or self.in_setup, self.in_setup
        counter, made = self._counter(body[0].span if body else NOWHERE)
        if key is not None:
            self.before[key] = counter
        for stmt in body:
            self.before[id(stmt)] = counter
            made += [*self._passing(stmt), *self._beginning(stmt), *self._calling(stmt), self._inside(stmt)]
            if not self._goes_on(stmt):
                counter, more = self._counter(stmt.span)
                made += more
            self.after[id(stmt)] = counter
        self.in_setup = outer
        return tuple(made)

    def _goes_on(self, stmt: ir.Stmt) -> bool:
        """Is what comes next surely reached?"""
        reactions = self.source.whens or self.source.watches
        return isinstance(stmt, ALWAYS_GO_ON) or (isinstance(stmt, CHANGES) and not reactions)

    def _counter(self, span: Span) -> tuple[int, list[ir.Stmt]]:
        """A new counter, and the statement that counts."""
        number, many = self.size, self.ways.get(self.inside, 1)
        self.size += many
        place: ir.Expr = ir.Const(number)
        if many > 1:
            place = ir.Arith("+", place, ir.Read(ir.FieldRef(way_field(self.inside))))
        return number, [_add(COUNTS, place, ir.Const(1), span)]

    def _calling(self, stmt: ir.Stmt) -> list[ir.Stmt]:
        """What tells a procedure in which way it is called."""
        if not isinstance(stmt, ir.Call) or self.ways[stmt.procedure] == 1:
            return []
        way: ir.Expr = ir.Const(self.steps[id(stmt)])
        if self.ways.get(self.inside, 1) > 1:
            way = ir.Arith("+", way, ir.Read(ir.FieldRef(way_field(self.inside))))
        return [ir.SetField(ir.FieldRef(way_field(stmt.procedure)), way, "safe", span=stmt.span)]

    def _beginning(self, stmt: ir.Stmt) -> list[ir.Stmt]:
        """What counts whether a repetition has anything to be done for, where that is not sure."""
        if not isinstance(stmt, ir.Each):
            return []
        cond: ir.Expr | None = None
        if stmt.guard is not None or isinstance(stmt.domain, ir.SetDomain):
            local = self._local(next(v.type for v in self.source.locals if v.name == stmt.local), "one")
            guard = None if stmt.guard is None else Simplifier(self.source).simplify(stmt.guard, {stmt.local: local})
            cond = ir.Fold("some", local.name, stmt.domain, guard)
        elif isinstance(stmt.domain, ir.ZoneDomain):
            cond = ir.Compare(">", ir.Count(stmt.domain.zone), ir.Const(0))
        elif isinstance(stmt.domain, ir.RangeDomain):
            cond = ir.Compare("<=", stmt.domain.low, stmt.domain.high)
        if cond is None:
            self.begun[id(stmt)] = self.before[id(stmt)]
            return []
        counter, more = self._counter(stmt.span)
        self.begun[id(stmt)] = counter
        return [ir.If(cond, tuple(more), span=stmt.span)]

    def _local(self, kind: ir.Type, word: str) -> ir.Local:
        """A local of no other name."""
        self.locals.append(ir.LocalVar(f"{word}{COUNTS}{len(self.locals)}", kind))
        return ir.Local(self.locals[-1].name)

    def _inside(self, stmt: ir.Stmt) -> ir.Stmt:
        match stmt:
            case ir.If():
                return evolve(stmt, then=self.body(stmt.then), otherwise=self.body(stmt.otherwise))
            case ir.Each() | ir.Loop() | ir.Block():
                return evolve(stmt, body=self.body(stmt.body))
            case ir.Choose():
                branches = tuple(self._branch(stmt, b) for b in stmt.branches)
                return evolve(stmt, branches=branches, otherwise=self.body(stmt.otherwise))
        return stmt

    def _branch(self, choose: ir.Choose, b: ir.Branch) -> ir.Branch:
        body = self.body(b.body, key=id(b))
        chosen: list[ir.Stmt] = []
        for binder in b.binders:
            member: ir.Expr = ir.Local(binder.local)
            match binder.domain:
                case ir.ClassDomain() | ir.SetDomain():
                    cls = binder.domain.cls
                case ir.ZoneDomain():
                    zone = self._zone(binder.domain.zone.zone)
                    cls, member = zone.cls, ir.KindOf(member, zone.face == "either")
                case _:
                    continue
            declared = self._class(cls)
            if declared.sort == "player" or not 0 < declared.size <= MOST_KINDS:
                continue
            key = ("chosen", choose.id, b.name, binder.local)
            tally = self._tally(key, cls, "chosen", point=choose.id, branch=b.name)
            chosen.append(_add(tally, member, ir.Const(1), b.span))
        return evolve(b, body=(*chosen, *body))

    # ------------------------------------------------------------------------------------------ moves

    def _passing(self, stmt: ir.Stmt) -> list[ir.Stmt]:
        """What counts the components that are about to be moved or turned."""
        if isinstance(stmt, ir.Turn):
            tally = self._counted(stmt.zone.zone, stmt.zone.zone, "turned")
            if stmt.handle is not None:
                handle = ir.Local(stmt.handle)
                lies_otherwise = ir.Compare("is not", ir.FaceOf(handle), ir.Const(stmt.face))
                more = _add(tally, ir.KindOf(handle, either=True), ir.Const(1), stmt.span)
                return [ir.If(lies_otherwise, (more,), span=stmt.span)]
            return self._all(tally, stmt.zone, 1 if stmt.face == 0 else 0, stmt.span)
        if not isinstance(stmt, ir.Move):
            return []
        zone = self._zone(stmt.source.zone)
        tally = self._counted(stmt.source.zone, stmt.target.zone, "moved")
        if stmt.handle is not None:
            kind: ir.Expr = ir.KindOf(ir.Local(stmt.handle), zone.face == "either")
            return [_add(tally, kind, _least(ir.Const(1), ir.Count(stmt.source, kind)), stmt.span)]
        if stmt.kind is None:
            return self._all(tally, stmt.source, None, stmt.span)
        there: ir.Expr = ir.Count(stmt.source, stmt.kind)
        if stmt.count is not None:
            there = ir.Arith("max", ir.Const(0), _least(stmt.count, there))
        more = _add(tally, stmt.kind, there, stmt.span)
        if isinstance(stmt.kind, ir.Const):
            return [more]
        is_one = ir.Compare("<", stmt.kind, ir.Const(self._class(zone.cls).size))
        return [ir.If(is_one, (more,), span=stmt.span)]

    def _counted(self, source: str, target: str, sort: Sort) -> str:
        """The tally of what goes from zone to zone."""
        key, cls = (sort, source, target, self.in_setup), self._zone(source).cls
        return self._tally(key, cls, sort, source=source, target=target, setup=self.in_setup)

    def _all(self, tally: str, zone: ir.ZoneRef, facing: Literal[0, 1, None], span: Span) -> list[ir.Stmt]:
        """Count everything that lies somewhere."""
        cls = self._class(self._zone(zone.zone).cls)
        if cls.size <= WRITTEN_OUT:
            kinds = [ir.Const(n) for n in range(cls.size)]
            return [_add(tally, k, ir.Count(zone, k, facing), span) for k in kinds]
        local = self._local(ir.Name(cls.name), "kind")
        body = (_add(tally, local, ir.Count(zone, local, facing), span),)
        return [ir.Each(local.name, ir.ClassDomain(cls.name), None, body, span=span)]

    def _tally(self, key: tuple[object, ...], cls: str, sort: Sort, **facts: object) -> str:
        """The field of a tally, new or known."""
        if key not in self.tallies:
            name = f"{COUNTS}{len(self.tallies)}"
            self.tallies[key] = Tally(name, cls, sort, **facts)  # type: ignore[arg-type]
        return self.tallies[key].field

    def _zone(self, name: str) -> ir.Zone:
        return next(z for z in self.source.zones if z.name == name)

    def _class(self, name: str) -> ir.Class:
        return next(c for c in self.source.classes if c.name == name)


def _least(a: ir.Expr, b: ir.Expr) -> ir.Expr:
    return ir.Arith("min", a, b)


def _add(name: str, index: ir.Expr, more: ir.Expr, span: Span) -> ir.SetField:
    place = ir.FieldRef(name, index)
    return ir.SetField(place, ir.Arith("+", ir.Read(place), more), "safe", span=span)
