"""Makes the plan of a program: goes through its statements in order, opening and closing blocks.

What is open at a statement (blocks, lives of locals, the procedure) is a linked list of `Open`, so that a jump out can
later be worked out from any place in it (plan_leave.py).
"""

from __future__ import annotations

from attrs import define, field, frozen

from rulewright.compiler.effects import Effects
from rulewright.compiler.layout import Layout
from rulewright.compiler.passes.nesting import circular
from rulewright.compiler.passes.scopes import Body, Life, Scopes, result_local
from rulewright.compiler.passes.weave import ENTER, SETTLE, SETTLING
from rulewright.compiler.python.plan import (
    Alone,
    Ask,
    Back,
    Begin,
    Block,
    Clear,
    Do,
    Draw,
    Goto,
    Mark,
    Members,
    Next,
    Over,
    Plan,
    Put,
    Swap,
    Test,
    Zero,
    through,
)
from rulewright.dsl import ir
from rulewright.dsl.source import NOWHERE, Span

CIRCULAR = "this sets itself off again before it is done"


@frozen(eq=False)
class Open:
    """Something that is open: `cells` to zero when it is left; and, if it is a block or a procedure, its path or name,
    where it is left to, the fields that go with it, and what was put aside for it."""

    outer: Open | None
    cells: tuple[int, ...] = ()
    path: str | None = None
    procedure: str | None = None
    exit: Block | None = None
    fields: tuple[str, ...] = ()
    beside: tuple[tuple[int, int], ...] = ()


@frozen(eq=False)
class CallSite:
    """A call of a procedure that is cut up: where it goes on, and what is open there."""

    back: Block
    around: Open | None


@define(eq=False)
class Builder:
    """Cuts up one program for one flavour. `exposed`: chance is a stop."""

    layout: Layout
    exposed: bool
    program: ir.Program = field(init=False)
    effects: Effects = field(init=False)
    scopes: Scopes = field(init=False)
    procedures: dict[str, ir.Procedure] = field(init=False)
    stored: frozenset[str] = field(init=False)
    circular: frozenset[str] = field(init=False)
    starts: dict[str, Block] = field(init=False, factory=dict)
    returns: dict[str, Block] = field(init=False, factory=dict)
    sites: dict[str, list[CallSite]] = field(init=False, factory=dict)
    entries: dict[str, Block] = field(init=False, factory=dict)
    leaving: list[tuple[Block, str, str]] = field(init=False, factory=list)  # (block, procedure, target) to resolve
    loop: Span = field(init=False, default=NOWHERE)

    def __attrs_post_init__(self) -> None:
        prepared = self.layout.prepared
        self.program, self.effects, self.scopes = prepared.program, prepared.effects, prepared.scopes
        self.procedures = {p.name: p for p in self.program.procedures}
        self.circular = circular(self.program)
        self.stored = self.scopes.stored(exposed=self.exposed)

    def build(self) -> Plan:
        """The finished plan."""
        from rulewright.compiler.python.leave import resolve

        begin = Block(title="set-up")
        for p in self.program.procedures:
            if self.effects.splits_procedure(p.name, exposed=self.exposed):
                self.starts[p.name] = Block(p.span, p.name)
                self.returns[p.name] = Block(p.span, f"end of {p.name}")
                self.sites[p.name] = []
        after = self.body(self.program.setup, begin, None)
        after = self.body(self.program.flow, after, None)
        if after is not None:
            after.end = Over(None)
        for name in self.starts:
            self._procedure(self.procedures[name])
        resolve(self)
        for name, block in self.returns.items():
            block.end = Back(self.layout.marks.get(name), tuple(site.back for site in self.sites[name]))
        return _finished(begin, self.entries)

    def new(self, span: Span, title: str = "") -> Block:
        """A block in the loop that is being planned."""
        return Block(span, title, self.loop)

    def splits(self, stmt: ir.Stmt) -> bool:
        return self.effects.splits(stmt, exposed=self.exposed)

    # ------------------------------------------------------------------------------------------ statements

    def body(self, body: Body, block: Block | None, around: Open | None, lives: tuple[Life, ...] = ()) -> Block | None:
        """Plan a list of statements from `block` on; the block where it goes on, or None if it never does."""
        kept = [life for life in (*lives, *self.scopes.in_body(body)) if life.local in self.stored]
        for n, stmt in enumerate(body):
            if block is None:
                return None
            alive = tuple(self.layout.locals[life.local] for life in kept if life.first <= n <= life.last)
            block = self.statement(stmt, block, Open(around, alive) if alive else around)
            ended = tuple(self.layout.locals[life.local] for life in kept if life.last == n)
            if block is not None and ended:
                block.items.append(Zero(ended))
        return block

    def statement(self, stmt: ir.Stmt, block: Block, around: Open | None) -> Block | None:
        match stmt:
            case ir.Result():
                block.end = Over(stmt)
                return None
            case ir.Leave():
                from rulewright.compiler.python.leave import leave

                leave(self, block, around, stmt.block)
                return None
        if not self.splits(stmt):
            block.items.append(Do(stmt))
            return block
        match stmt:
            case ir.If():
                return self._if(stmt, block, around)
            case ir.Loop():
                return self._loop(stmt, block, around)
            case ir.Each():
                return self._each(stmt, block, around)
            case ir.Block():
                return self._block(stmt, block, around)
            case ir.Call():
                return self._call(stmt, block, around)
            case ir.Choose():
                return self._choose(stmt, block, around)
            case ir.Sample():
                then = self.new(stmt.span)
                block.end = Draw(stmt, then)
                return then
        raise AssertionError(f"a {type(stmt).__name__} cannot stop")

    def _if(self, stmt: ir.If, block: Block, around: Open | None) -> Block | None:
        yes, no = self.new(stmt.span), self.new(stmt.span)
        block.end = Test(stmt.cond, yes, no)
        ends = [self.body(stmt.then, yes, around), self.body(stmt.otherwise, no, around)]
        return _joined(ends)

    def _loop(self, stmt: ir.Loop, block: Block, around: Open | None) -> Block | None:
        after = self.new(stmt.span)
        outer, self.loop = self.loop, stmt.span
        head = self.new(stmt.span)
        block.end = Goto(head)
        first = head
        if stmt.cond is not None:
            first = self.new(stmt.span)
            head.end = Test(stmt.cond, first, after)
        last = self.body(stmt.body, first, around)
        self.loop = outer
        if last is not None:
            last.end = Goto(head) if stmt.until is None else Test(stmt.until, after, head)
        return after if stmt.cond is not None or (stmt.until is not None and last is not None) else None

    def _each(self, stmt: ir.Each, block: Block, around: Open | None) -> Block:
        cells = self.layout.eaches[id(stmt)]
        turn, first, done = self.new(stmt.span), self.new(stmt.span), self.new(stmt.span)
        block.items.append(Members(stmt, cells))
        block.end = Goto(first if cells.walk == "step" and stmt.guard is None else turn)
        turn.end = Next(stmt, cells, first, done)
        kept = {self.layout.locals[stmt.local], cells.at} | ({cells.rest} if cells.rest is not None else set())
        last = self.body(stmt.body, first, Open(around, tuple(sorted(kept))))
        if last is not None:
            last.end = Goto(turn)
        return done

    def _block(self, stmt: ir.Block, block: Block, around: Open | None) -> Block:
        inside = self.new(stmt.span, stmt.title or stmt.path)
        if stmt.resets:
            inside.items.append(Begin(stmt.resets))
        block.end = Goto(inside)
        leaves_to = self.new(stmt.span)
        if stmt.resets:
            leaves_to.items.append(Clear(stmt.resets))
        if self.exposed and stmt.path in self.layout.prepared.entries and stmt.path not in self.entries:
            self.entries[stmt.path] = self._entry(inside, around)
        last = self.body(stmt.body, inside, Open(around, (), stmt.path, None, leaves_to, stmt.resets))
        if last is not None:
            last.end = Goto(leaves_to)
        return leaves_to

    def _entry(self, inside: Block, around: Open | None) -> Block:
        """Where running begins when it begins with a block: all watches are tested first."""
        if ENTER not in self.procedures:
            return inside
        entry = Block(title=inside.title)
        last = self.statement(ir.Call(ENTER), entry, around)
        if last is not None:
            last.end = Goto(inside)
        return entry

    def _call(self, stmt: ir.Call, block: Block, around: Open | None) -> Block:
        called = self.procedures[stmt.procedure]
        for name, arg in zip(called.params, stmt.args, strict=True):
            block.items.append(Put(name, arg, stmt.span))
        if stmt.procedure in self.circular and stmt.procedure in self.layout.marks:
            where = str(called.span)
            block.items.append(Alone(self.layout.marks[stmt.procedure], CIRCULAR, where))
        sites = self.sites[stmt.procedure]
        back = self.new(stmt.span)
        sites.append(CallSite(back, around))
        if stmt.procedure in self.layout.marks:
            block.items.append(Mark(self.layout.marks[stmt.procedure], len(sites)))
        block.end = Goto(self.starts[stmt.procedure])
        if called.result is not None:
            result = result_local(stmt.procedure)
            if stmt.into is not None:
                back.items.append(Do(ir.SetLocal(stmt.into, ir.Local(result), span=stmt.span)))
            back.items.append(Zero((self.layout.locals[result],)))
        return back

    def _choose(self, stmt: ir.Choose, block: Block, around: Open | None) -> Block | None:
        arms = tuple(self.new(b.span) for b in stmt.branches)
        none = self.new(stmt.span)
        block.end = Ask(stmt, arms, none)
        ends = []
        for branch, arm in zip(stmt.branches, arms, strict=True):
            binders = [Life(b.local, 0, self.scopes.binder_last(branch, b.local)) for b in branch.binders]
            ends.append(self.body(branch.body, arm, around, tuple(life for life in binders if life.last >= 0)))
        ends.append(self.body(stmt.otherwise, none, around))
        return _joined(ends)

    def _procedure(self, procedure: ir.Procedure) -> None:
        name, end = procedure.name, self.returns[procedure.name]
        params = tuple(self.layout.locals[p] for p in procedure.params)
        if params:
            end.items.append(Zero(params))
        left = params
        if procedure.result is not None:
            left += (self.layout.locals[result_local(name)],)
        if name == SETTLE and SETTLING in self.layout.locals:
            left += (self.layout.locals[SETTLING],)
        start, beside = self.starts[name], tuple(self.layout.beside.items()) if name == SETTLE else ()
        if beside:
            start.items.append(Swap(beside, away=True))
            end.items.append(Swap(beside, away=False))
        last = self.body(procedure.body, start, Open(None, left, None, name, end, beside=beside))
        if last is not None:
            last.end = Goto(end)


def _joined(ends: list[Block | None]) -> Block | None:
    """One block after all of those that go on."""
    going = [block for block in ends if block is not None]
    if not going:
        return None
    joint = Block(going[0].span, loop=going[0].loop)
    for block in going:
        block.end = Goto(joint)
    return joint


def _finished(begin: Block, entries: dict[str, Block]) -> Plan:
    """The plan with the points that can be reached."""
    from rulewright.compiler.python.plan import successors

    asks: dict[int, Ask] = {}
    draws: dict[int, Draw] = {}
    seen: set[int] = set()
    todo = [through(begin), *map(through, entries.values())]
    while todo:
        block = todo.pop()
        if id(block) in seen:
            continue
        seen.add(id(block))
        todo.extend(successors(block.end))
        if isinstance(block.end, Ask):
            asks[block.end.choose.id] = block.end
            todo.extend(map(through, block.end.arms))
        elif isinstance(block.end, Draw):
            draws[block.end.sample.id] = block.end
    return Plan(begin, entries, dict(sorted(asks.items())), dict(sorted(draws.items())))
