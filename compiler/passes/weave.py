"""Reactions written into the program: `Watch` and `When` become ordinary statements after the writes they react to.

What stands after an atomic change is, in this order: the watches that only end the game, the `When` bodies, waking
the other watches and (unless one of their bodies is running) testing them in the procedure SETTLE. Starting in the
middle begins with the procedure ENTER, which tests them all. Hidden numbers are kept in locals of the whole program:
AWAKE, one bit a watch; SETTLING, a watch body is running; and SETTING_UP, used only in procedures that are called from
the set-up and from the game, since nothing reacts in set-up. (NESTED is for passes/nesting.py.)
"""

from __future__ import annotations

from itertools import groupby
from typing import Any, Literal

from attrs import define, evolve, field

from rulewright.compiler.effects import always_ends, reachable
from rulewright.compiler.passes.joined import PENDING, TOGETHER, Joined, Joiner, is_joined
from rulewright.compiler.passes.rows import Rows
from rulewright.compiler.passes.start import Start
from rulewright.compiler.passes.wakes import can_wake
from rulewright.compiler.passes.walk import everything, rebuild, size_of
from rulewright.dsl import ir
from rulewright.runtime.budgets import BODIES

AWAKE, SETTLING, SETTING_UP, NESTED = "#awake", "#settling", "#setting up", "#nested"
HIDDEN = (AWAKE, SETTLING, SETTING_UP, NESTED, TOGETHER, PENDING)
RAN = "#ran"  # how many watch bodies have run since the change that set them off
SETTLE, ENTER = "#settle", "#enter"
WHEN = "when "  # what the procedure of a `when` is called, before its name
ALWAYS = "#always"  # among the `refs` of a check: it is no invariant, and headless runs test it too
CHAIN = 16  # watches tested one after the other; more are halved first, for nothing may nest too deep
MANY = 12  # endings after one write are written out there; more are tested in a procedure
INLINE = 40  # an ending test with up to this many nodes is written out at each write


def weave(program: ir.Program, there: dict[int, object] | None = None) -> ir.Program:
    """The program without watches and whens that behaves the same. Changes nothing if there are none. `there`: the
    moves and turns, by id, that surely find what they name; those that are put behind a test for it are added."""
    if not program.watches and not program.whens:
        return program
    return _Weaver(program, {} if there is None else there).woven()


@define
class _Weaver:
    program: ir.Program
    there: dict[int, object]
    endings: list[ir.Watch] = field(init=False)
    others: list[ir.Watch] = field(init=False)
    rows: Rows = field(init=False)
    endings_of: dict[str, list[int]] = field(init=False)  # by what they read, as numbers among the endings
    others_of: dict[str, list[int]] = field(init=False)
    whens_of: dict[str, list[ir.When]] = field(init=False)
    zones: dict[str, ir.Zone] = field(init=False)
    together: dict[tuple[int, ...], str] = field(init=False, factory=dict)  # endings tested by a procedure of their own
    fresh: list[ir.LocalVar] = field(init=False, factory=list)
    shared: frozenset[str] = field(init=False)
    sets_up: frozenset[str] = field(init=False)
    guarded: bool = field(init=False, default=False)
    fleeting: frozenset[str] = field(init=False)
    joiner: Joiner = field(init=False)

    def __attrs_post_init__(self) -> None:
        program = self.program
        self.endings = [w for w in program.watches if w.ends_only]
        self.others = [w for w in program.watches if not w.ends_only]
        self.endings_of, self.others_of = _by_reads(self.endings), _by_reads(self.others)
        self.fleeting = frozenset(f.name for f in program.fields if f.during is not None)
        self.whens_of = {}
        for when in program.whens:
            self.whens_of.setdefault(when.zone, []).append(when)
        self.zones = {z.name: z for z in program.zones}
        self.rows = Rows(program)
        self.joiner = Joiner(program, self.endings, self.others)
        self.sets_up = reachable(program, program.setup)
        plays = (program.flow, tuple(w.body for w in program.watches), tuple(w.body for w in program.whens))
        self.shared = self.sets_up & reachable(program, plays)

    def woven(self) -> ir.Program:
        program = self.program
        procedures = [self._procedure(p) for p in program.procedures]
        procedures += [
            ir.Procedure(_when(w), (w.local,) if w.local else (), self._body(w.body), refs=w.refs, span=w.span)
            for w in program.whens
        ]
        procedures += [ir.Procedure(_test(w), (), self._ending(w), refs=w.refs, span=w.span) for w in self.endings]
        if self.others:
            procedures.append(ir.Procedure(SETTLE, (), self._settle()))
        flow = self._body(program.flow)
        setup: tuple[ir.Stmt, ...] = program.setup
        if self.guarded:
            setup = (ir.SetLocal(SETTING_UP, ir.Const(1)), *setup, ir.SetLocal(SETTING_UP, ir.Const(0)))
        every = (1 << len(self.others)) - 1
        settle = (ir.SetLocal(AWAKE, ir.Const(every)), ir.Call(SETTLE)) if self.others else ()
        if program.watches:
            tests = tuple(ir.Call(_test(w), span=w.span) for w in self.endings)
            procedures.append(ir.Procedure(ENTER, (), (*tests, *settle)))
        start = Start(program)
        setup += tuple(ir.Call(_test(w), span=w.span) for w in self.endings if not start.refutes(w))
        awake = sum(1 << n for n, w in enumerate(self.others) if not start.refutes(w))
        if awake:
            setup += (ir.SetLocal(AWAKE, ir.Const(awake)), ir.Call(SETTLE))
        for numbers, name in self.together.items():
            found = tuple(test for n in numbers for test in self._ending(self.endings[n]))
            procedures.append(ir.Procedure(name, (), found, span=self.endings[numbers[0]].span))
        hidden = [ir.LocalVar(AWAKE, ir.Number(0, every)), ir.LocalVar(SETTLING, ir.Truth())]
        hidden.append(ir.LocalVar(RAN, ir.Number(0, BODIES + 1)))
        if self.guarded:
            hidden.append(ir.LocalVar(SETTING_UP, ir.Truth()))
        own = (*self.fresh, *self.rows.locals, *self.joiner.locals)
        return evolve(
            program,
            classes=self.rows.classes(),
            procedures=tuple(procedures),
            locals=(*program.locals, *own, *(hidden if self.others else hidden[3:])),
            setup=setup,
            flow=flow,
            whens=(),
            watches=(),
        )

    # ------------------------------------------------------------------------------------------ where writes stand

    def _procedure(self, procedure: ir.Procedure) -> ir.Procedure:
        if procedure.name in self.sets_up and procedure.name not in self.shared:
            return procedure
        guard, joined = procedure.name in self.shared, procedure.name in self.joiner.called
        return evolve(procedure, body=self._body(procedure.body, guard=guard, joined="maybe" if joined else "no"))

    def _body(
        self, body: tuple[ir.Stmt, ...], *, guard: bool = False, settling: bool = False, joined: Joined = "no"
    ) -> tuple[ir.Stmt, ...]:
        """`joined`: does it run within a block `together`?"""

        def visit(node: Any) -> Any:
            if isinstance(node, ir.SetField | ir.Move | ir.Turn) or is_joined(node):
                return node
            node = rebuild(node, visit)
            for name in _BODIES.get(type(node), ()):
                node = evolve(node, **{name: spread(getattr(node, name))})
            return node

        def spread(statements: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
            out: list[ir.Stmt] = []
            for s in statements:
                if is_joined(s) and joined == "yes":
                    out += self._body(s.body, guard=guard, settling=settling, joined="yes")
                elif is_joined(s):
                    out += self._together(s, guard=guard, settling=settling, alone=joined == "no")
                else:
                    out += self._with_reactions(s, guard=guard, settling=settling, joined=joined)
            return tuple(out)

        return spread(tuple(visit(s) for s in body))

    def _together(self, stmt: ir.Block, *, guard: bool, settling: bool, alone: bool) -> list[ir.Stmt]:
        """A block that counts as one change: what is in it, and then what reacts to all of it."""
        self.guarded |= guard
        inner = self._body(stmt.body, guard=guard, settling=settling, joined="yes")
        places = self.joiner.emptied(stmt)
        pending, noted = self.joiner.noted()
        after: list[ir.Stmt] = [place.after for place in places]
        for n, woken in self.joiner.woken(pending):
            after.append(ir.If(woken, (ir.Call(_test(self.endings[n])),), span=stmt.span))
        for when in self.program.whens:
            after += self.joiner.calls(when, _when(when), places)
        if self.others:
            every = ir.Const(1 << len(self.others))
            high = ir.Arith("*", ir.Arith("/", ir.Local(pending), every), every)
            wakes = ir.Arith("-", ir.Local(pending), high)
            awake = ir.SetLocal(AWAKE, ir.Players((ir.Local(AWAKE), wakes), (True, True)), span=stmt.span)
            settle = () if settling else (ir.If(_is(ir.Local(SETTLING), 0), (ir.Call(SETTLE),), span=stmt.span),)
            after.append(ir.If(ir.Compare(">", wakes, ir.Const(0)), (awake, *settle), span=stmt.span))
        if guard:
            after = [ir.If(_is(ir.Local(SETTING_UP), 0), tuple(after), span=stmt.span)]
        begun, over = (ir.SetLocal(TOGETHER, ir.Const(n), span=stmt.span) for n in (1, 0))
        before, after = [place.before for place in places], [over, *noted, *after]
        if alone:
            return [*before, begun, *inner, *after]
        was, keep = self.joiner.outer()
        return [*before, keep, begun, *inner, ir.If(_is(ir.Local(was), 0), tuple(after), span=stmt.span)]

    def _with_reactions(self, stmt: ir.Stmt, *, guard: bool, settling: bool, joined: Joined) -> list[ir.Stmt]:
        match stmt:
            case ir.SetField():
                written, changed, source = {stmt.place.field}, None, None
            case ir.Move():
                written, changed, source = {stmt.source.zone, stmt.target.zone}, self._moves(stmt), stmt.source
            case ir.Turn():
                written, changed, source = {stmt.zone.zone}, self._turns(stmt), None
            case _:
                return [stmt]
        before, reactions = self._reactions(stmt, written, source, settling=settling) if joined != "yes" else ([], [])
        if joined != "no":
            pending = self.joiner.pending(written)
            alone = ir.If(_is(ir.Local(TOGETHER), 0), tuple(reactions), tuple(pending), span=stmt.span)
            reactions = pending if joined == "yes" else [alone] if reactions or pending else []
        if not reactions:
            return [stmt]
        if guard:
            self.guarded = True
            reactions = [ir.If(_is(ir.Local(SETTING_UP), 0), tuple(reactions), span=stmt.span)]
        if changed is None:
            return [*before, stmt, *reactions]
        stmt = evolve(stmt)  # one of its own, for the same may stand elsewhere without a test
        self.there[id(stmt)] = stmt
        return [*before, ir.If(changed, (stmt, *reactions), span=stmt.span)]

    def _reactions(
        self, stmt: ir.SetField | ir.Move | ir.Turn, written: set[str], source: ir.ZoneRef | None, *, settling: bool
    ) -> tuple[list[ir.Stmt], list[ir.Stmt]]:
        """What has to stand before the write, and what after it."""
        before: list[ir.Stmt] = []
        after: list[ir.Stmt] = []
        endings = [n for n in _reading(self.endings_of, written) if can_wake(self.endings[n], stmt, self.fleeting)]
        for bound, numbers in groupby(endings, lambda n: self.endings[n].local is not None):
            together = tuple(numbers)
            if bound or len(together) <= MANY:
                for n in together:
                    after += self._test(self.endings[n], stmt)
            else:
                name = self.together.setdefault(together, f"tests {len(self.together)}")
                after.append(ir.Call(name, span=stmt.span))
        if source is not None and (whens := self.whens_of.get(source.zone)):
            index = source.index
            if index is not None and not isinstance(index, ir.Const | ir.Local):
                name = f"#index {len(self.fresh)}"
                self.fresh.append(ir.LocalVar(name, ir.Number(0, self._members(source.zone) - 1)))
                before.append(ir.SetLocal(name, index, span=stmt.span))
                index = ir.Local(name)
            calls = tuple(
                ir.Call(_when(w), (index,) if w.local and index is not None else (), span=w.span) for w in whens
            )
            after.append(ir.If(_is(ir.Count(ir.ZoneRef(source.zone, index)), 0), calls, span=stmt.span))
        bits = sum(1 << n for n in _reading(self.others_of, written))
        if bits:
            woken = ir.Players((ir.Local(AWAKE), ir.Const(bits)), (True, True))
            after.append(ir.SetLocal(AWAKE, woken, span=stmt.span))
            if not settling:
                after.append(ir.If(_is(ir.Local(SETTLING), 0), (ir.Call(SETTLE),), span=stmt.span))
        return before, after

    def _members(self, zone: str) -> int:
        per = self.zones[zone].per
        return next(c.size for c in self.program.classes if c.name == per)

    def _moves(self, move: ir.Move) -> ir.Expr | None:
        """Does this move move anything? None: surely."""
        if move.handle is not None:
            return None if id(move) in self.there else self._holds(move.source, move.handle)
        there = ir.Compare(">", ir.Count(move.source, move.kind), ir.Const(0))
        if move.count is None or isinstance(move.count, ir.Const):
            return there
        return ir.Logic("and", (ir.Compare(">", move.count, ir.Const(0)), there))

    def _turns(self, turn: ir.Turn) -> ir.Expr:
        """Does this turn turn anything?"""
        if turn.handle is None:
            facing: Any = 1 - turn.face
            return ir.Compare(">", ir.Count(turn.zone, facing=facing), ir.Const(0))
        lies = ir.Compare("is not", ir.FaceOf(ir.Local(turn.handle)), ir.Const(turn.face))
        return lies if id(turn) in self.there else ir.Logic("and", (lies, self._holds(turn.zone, turn.handle)))

    def _holds(self, zone: ir.ZoneRef, handle: str) -> ir.Expr:
        """Is the component that a handle names in a zone?"""
        local = ir.Local(handle)
        if self.zones[zone.zone].face != "either":
            return ir.Compare(">", ir.Count(zone, ir.KindOf(local, False)), ir.Const(0))
        up, down = (
            ir.Compare(">", ir.Count(zone, ir.KindOf(local, True), face), ir.Const(0)) for face in _FACES
        )
        is_up = ir.Compare("is", ir.FaceOf(local), ir.Const(1))
        return ir.Logic("or", (ir.Logic("and", (is_up, up)), ir.Logic("and", (ir.Logic("not", (is_up,)), down))))

    # ------------------------------------------------------------------------------------------ the tests themselves

    def _test(self, watch: ir.Watch, stmt: ir.Stmt) -> tuple[ir.Stmt, ...]:
        """The test of an ending right after `stmt`, for the rows that it can have changed only where that is known."""
        if isinstance(stmt, ir.SetField):
            test = self.rows.alike(watch, stmt)
            if test is not None:
                return test
            domain = self.rows.touched(watch, stmt)
            if domain is not None:
                return (_first(evolve(watch, domain=domain), watch.body),)
        whole = self._ending(watch)
        binds = any(isinstance(n, ir.SetLocal | ir.Sample | ir.Call) for n in everything(watch.body))
        if size_of(whole) <= INLINE and not binds:
            return whole
        return (ir.Call(_test(watch), span=watch.span),)

    def _ending(self, watch: ir.Watch) -> tuple[ir.Stmt, ...]:
        return (_first(watch, watch.body),)

    def _settle(self) -> tuple[ir.Stmt, ...]:
        """Test the woken watches in order; after a body has run, begin again."""
        tests = self._first_woken(0, len(self.others))
        some = ir.Compare("is not", ir.Local(AWAKE), ir.Const(0))
        loop = ir.Loop(tests, cond=some, span=self.others[0].span)
        return (
            ir.SetLocal(SETTLING, ir.Const(1)),
            ir.SetLocal(RAN, ir.Const(0)),
            loop,
            ir.SetLocal(SETTLING, ir.Const(0)),
        )


    def _first_woken(self, first: int, last: int) -> tuple[ir.Stmt, ...]:
        """Test the first woken one of these watches, those before `first` being asleep."""
        if last - first > CHAIN:
            middle = (first + last) // 2
            half = ir.Const(1 << middle)
            later = ir.Arith("*", ir.Arith("/", ir.Local(AWAKE), half), half)
            earlier = ir.Compare("is not", later, ir.Local(AWAKE))
            return (ir.If(earlier, self._first_woken(first, middle), self._first_woken(middle, last)),)
        tests: tuple[ir.Stmt, ...] = ()
        for n, watch in reversed(list(enumerate(self.others[first:last], first))):
            asleep = ir.SetLocal(AWAKE, ir.Arith("-", ir.Local(AWAKE), ir.Const(1 << n)), span=watch.span)
            body = (*_counted(watch), *self._body(watch.body, settling=True))
            test = _first(watch, body)
            awake = ir.Member(ir.Const(n), ir.Local(AWAKE))
            tests = (ir.If(awake, (asleep, test), tests, span=watch.span),)
        return tests


def _by_reads(watches: list[ir.Watch]) -> dict[str, list[int]]:
    """The numbers of watches by each field and zone that they read."""
    found: dict[str, list[int]] = {}
    for n, watch in enumerate(watches):
        for place in watch.reads:
            found.setdefault(place, []).append(n)
    return found


def _reading(by_reads: dict[str, list[int]], written: set[str]) -> list[int]:
    """The numbers of the watches that read any of what is written, rising."""
    return sorted({n for place in written for n in by_reads.get(place, ())})


def _counted(watch: ir.Watch) -> tuple[ir.Stmt, ...]:
    """What stands before the body of a watch: one more has run, and if there is no end to that it is a fault."""
    why = f"“{watch.name}” and what it sets off never come to rest"
    return (
        ir.SetLocal(RAN, ir.Arith("+", ir.Local(RAN), ir.Const(1)), span=watch.span),
        ir.Check(ir.Compare("<=", ir.Local(RAN), ir.Const(BODIES)), why, (ALWAYS,), span=watch.span),
    )


def _first(watch: ir.Watch, body: tuple[ir.Stmt, ...]) -> ir.Stmt:
    """Run `body` if the condition holds (for the first member for which it does, if the watch has a local)."""
    if watch.local is None or watch.domain is None:
        return ir.If(watch.cond, body, span=watch.span)
    name = f"#first {watch.name}"
    if not always_ends(body):
        body = (*body, ir.Leave(name, span=watch.span))
    each = ir.Each(watch.local, watch.domain, watch.cond, body, span=watch.span)
    return ir.Block(name, "procedure", (each,), span=watch.span)


_FACES: tuple[Literal[1], Literal[0]] = (1, 0)
_BODIES: dict[type, tuple[str, ...]] = {
    ir.If: ("then", "otherwise"),
    ir.Each: ("body",),
    ir.Loop: ("body",),
    ir.Block: ("body",),
    ir.Branch: ("body",),
    ir.Choose: ("otherwise",),
}


def _when(when: ir.When) -> str:
    return WHEN + when.name


def _test(watch: ir.Watch) -> str:
    return f"test {watch.name}"


def _is(expr: ir.Expr, value: int) -> ir.Expr:
    return ir.Compare("is", expr, ir.Const(value))
