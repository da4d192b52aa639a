"""Proves for declared-ordered zones that nobody can ever tell in what order their components lie.

Order is looked at only where chance takes the top of a zone. If at each such place the zone is one packet on every
path that leads there, its order is never observed, and the zone can be stored as counts. The proof runs the woven
program forward over three values a zone (empty, at most one packet, maybe more), calls followed through, loops to a
fixed point. All the zones of an indexed declaration share one value. What a procedure does is worked out once for each
way in which the zones it has to do with may lie, and after many of those for any way at all.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import define, field

from rulewright.compiler.effects import called, callees_first
from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir
from rulewright.dsl.cycles import turned

EMPTY, ONE, MANY = 0, 1, 3  # as bits, so that of two the one that says less is both together
State: TypeAlias = int | None  # two bits a zone, by its number in _Prover.zones; None: this place is not reached
Leaves: TypeAlias = dict[str, State]
MOST_WAYS = 32  # ways in which zones may lie that are told apart where a procedure begins


def unobserved_order(program: ir.Program) -> frozenset[str]:
    """Names of the ordered zones of a woven program whose order can never be observed."""
    ordered = [z for z in program.zones if z.ordered and not z.slot]
    if not ordered:
        return frozenset()
    prover = _Prover(program, {z.name: n for n, z in enumerate(ordered)}, {z.name for z in ordered if z.per is None})
    state = prover.run(program.setup, 0, {})
    prover.run(program.flow, state, {})
    return frozenset(prover.zones) - prover.ordered()


def join(a: State, b: State) -> State:
    if a is None or b is None:
        return a if b is None else b
    return a | b


@define
class _Prover:
    program: ir.Program
    zones: dict[str, int]
    single: set[str]  # zones declared without `per`
    observed: set[str] = field(factory=set)
    carries: set[tuple[str, str]] = field(factory=set)  # (from, to): packets go over as they lie
    procedures: dict[str, ir.Procedure] = field(init=False)
    _touched: dict[str, int] = field(init=False)  # by procedure: the bits of the zones that matter in it
    _known: dict[str, dict[int, tuple[State, Leaves]]] = field(init=False, factory=dict)
    _idle: dict[int, tuple[Any, bool]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.procedures = {p.name: p for p in self.program.procedures}
        self._touched = self._touches()
        self._known = {name: {} for name in self.procedures}

    def _touches(self) -> dict[str, int]:
        own: dict[str, int] = {}
        for name, procedure in self.procedures.items():
            refs = {n.zone for n in everything(procedure.body) if isinstance(n, ir.ZoneRef)}
            own[name] = sum(MANY << 2 * self.zones[zone] for zone in refs if zone in self.zones)
        calls = {name: called(p.body) for name, p in self.procedures.items()}
        callers = turned(calls)
        waiting = callees_first(calls)[::-1]
        while waiting:
            name = waiting.pop()
            for caller in callers[name]:
                if own[name] & ~own[caller]:
                    own[caller] |= own[name]
                    waiting.append(caller)
        return own

    def ordered(self) -> set[str]:
        """The zones whose order is observed, in them or where it is carried to."""
        found = set(self.observed)
        while more := {source for source, target in self.carries if target in found} - found:
            found |= more
        return found

    def run(self, body: tuple[ir.Stmt, ...], state: State, leaves: Leaves) -> State:
        for stmt in body:
            if state is None:
                return None
            if not self._is_idle(stmt):
                state = self.step(stmt, state, leaves)
        return state

    def _is_idle(self, stmt: ir.Stmt) -> bool:
        """Does this statement surely change nothing that the proof looks at?"""
        known = self._idle.get(id(stmt))
        if known is None:
            kinds = (ir.Move, ir.Mix, ir.Sample, ir.Call, ir.Leave, ir.Result)
            known = self._idle[id(stmt)] = (stmt, not any(isinstance(n, kinds) for n in everything(stmt)))
        return known[1]

    def step(self, stmt: ir.Stmt, state: int, leaves: Leaves) -> State:
        match stmt:
            case ir.Move():
                return self._move(stmt, state)
            case ir.Mix() if stmt.zone.zone in self.single:
                return self._with(state, stmt.zone.zone, lambda old: min(old, ONE))
            case ir.Sample(source=ir.TopOf(zone=ref)) if ref.zone in self.zones:
                if self._lies(state, ref.zone) == MANY:
                    self.observed.add(ref.zone)
            case ir.If():
                then, other = self._known_empty(stmt.cond, state)
                return join(self.run(stmt.then, then, leaves), self.run(stmt.otherwise, other, leaves))
            case ir.Choose():
                result = self.run(stmt.otherwise, state, leaves)
                for branch in stmt.branches:
                    result = join(result, self.run(branch.body, state, leaves))
                return result
            case ir.Each() | ir.Loop():
                return self._rounds(stmt, state, leaves)
            case ir.Block():
                inner: Leaves = {}
                result = self.run(stmt.body, state, inner)
                result = join(result, inner.pop(stmt.path, None))
                _join_into(leaves, inner)
                return result
            case ir.Call():
                return self._call(stmt.procedure, state, leaves)
            case ir.Leave():
                leaves[stmt.block] = join(leaves.get(stmt.block), state)
                return None
            case ir.Result():
                return None
        return state

    def _rounds(self, stmt: ir.Each | ir.Loop, state: State, leaves: Leaves) -> State:
        while True:
            after = join(state, self.run(stmt.body, state, leaves))
            if after == state:
                break
            state = after
        endless = isinstance(stmt, ir.Loop) and stmt.cond is None and stmt.until is None
        return None if endless else state

    def _call(self, name: str, state: int, leaves: Leaves) -> State:
        zones, known = self._touched[name], self._known[name]
        here = state & zones
        if here not in known and len(known) >= MOST_WAYS:
            here = zones
        if here not in known:
            known[here] = (None, {})  # a call that comes back here never happens: procedures do not recurse
            inner: Leaves = {}
            result = self.run(self.procedures[name].body, here, inner)
            known[here] = (join(result, inner.pop(name, None)), inner)
        result, inner = known[here]
        rest = state & ~zones
        _join_into(leaves, {path: None if left is None else left | rest for path, left in inner.items()})
        return None if result is None else result | rest

    def _move(self, move: ir.Move, state: int) -> State:
        source, target = move.source.zone, move.target.zone
        everything_moves = move.handle is None and move.count is None
        packets = self._lies(state, source) if source in self.zones else ONE
        new: State = state
        if everything_moves and move.kind is None and source in self.single and source in self.zones:
            new = self._with(state, source, lambda old: EMPTY)
        if everything_moves and packets == MANY and move.spot != "in":
            self.carries.add((source, target))
        carried = packets if everything_moves and move.kind is None else ONE
        if everything_moves and move.kind is not None and source in self.zones:
            carried = packets
        if target not in self.zones or carried == EMPTY:
            return new
        if target == source:
            return self._with(state, target, lambda old: MANY)

        def arrive(old: int) -> int:
            if old == EMPTY and target in self.single:
                return ONE if move.spot == "in" else carried
            return max(old, ONE) if move.spot == "in" else MANY

        return self._with(new, target, arrive)

    def _with(self, state: State, zone: str, change: Any) -> State:
        if state is None or zone not in self.zones:
            return state
        new: int = change(self._lies(state, zone))
        return state & ~(MANY << 2 * self.zones[zone]) | new << 2 * self.zones[zone]

    def _lies(self, state: int, zone: str) -> int:
        return state >> 2 * self.zones[zone] & MANY

    def _known_empty(self, cond: ir.Expr, state: int) -> tuple[State, State]:
        """The states in both branches of a test, told apart where it is whether a zone is empty."""
        match cond:
            case ir.Compare(op=op, left=ir.Count(zone=ref, kind=None, facing=None), right=ir.Const(value=0)):
                if ref.zone in self.zones and ref.zone in self.single:
                    empty = self._with(state, ref.zone, lambda old: EMPTY)
                    filled = None if self._lies(state, ref.zone) == EMPTY else state
                    if op == "is":
                        return empty, filled
                    if op in (">", "is not"):
                        return filled, empty
        return state, state


def _join_into(leaves: Leaves, more: Leaves) -> None:
    for path, state in more.items():
        leaves[path] = join(leaves.get(path), state)
