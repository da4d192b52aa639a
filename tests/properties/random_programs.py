"""Random small programs, to compare engines on what no shipped game happens to do.

Every program is valid: locals are set before they are read, chance has something to choose from, loops end. Faults that
rules may run into (a full slot, a field past its range, an index that is none) are left in. Reactions may not set
themselves off through `when`s, and what a watch calls is called from nowhere else: that would be recursion.
"""

from __future__ import annotations

from random import Random
from typing import Any

from attrs import define, field

from rulewright.dsl import ir
from tests.compiler.small import (
    add,
    at,
    c,
    compare,
    number,
    program,
    put,
    read,
    say,
    some,
    zone,
)
from tests.properties.random_expressions import EITHER, FIELDS, WIDE, WIDENS, ZONES, Expressions


@define
class Maker(Expressions):
    """Makes statements. `open` are the blocks and the procedure that may be left, `calls` what may be called."""

    open: list[str] = field(factory=list)
    calls: list[ir.Procedure] = field(factory=list)
    quiet: bool = False  # in a `when`: nothing that asks, calls, leaves or empties a zone
    points: int = 0
    blocks: int = 0

    def point(self) -> int:
        self.points += 1
        return self.points

    def body(self, depth: int, most: int = 4) -> tuple[ir.Stmt, ...]:
        known = len(self.locals)
        stmts: list[ir.Stmt] = []
        for _ in range(self.random.randrange(1, most + 1)):
            stmts += self.statement(depth)
            if stmts and isinstance(stmts[-1], ir.Leave | ir.Result):
                break
        del self.locals[known:]
        return tuple(stmts)

    def statement(self, depth: int) -> list[ir.Stmt]:
        makers = [self.write, self.write, self.move, self.move, self.tell, self.set_local]
        if not self.quiet:
            makers += [self.turn, self.turn, self.mix, self.draw, self.roll, self.any_of, self.leave, self.call]
        if depth:
            makers += [self.if_, self.each]
            if not self.quiet:
                makers += [self.choose, self.choose, self.loop, self.block]
        return self.pick(makers)(depth)  # type: ignore[no-any-return]

    def write(self, depth: int) -> list[ir.Stmt]:
        name = self.pick(("n", "m", "signed", "k", "flag", "who", "group", "secret", "inner"))
        index = self.player() if name == "k" else None
        if name == "flag":
            value: ir.Expr = self.condition(1)
            return [put(name, value, range="safe", widens=WIDENS, span=self.span())]
        if name == "who":
            return [put(name, c(self.random.randrange(3)), range="safe", span=self.span())]
        if name == "group":
            return [put(name, ir.Fold("set", self.local(), ir.ClassDomain("Card"), self.condition(1)), range="safe")]
        limits = "check" if self.chance(5) else "clamp"
        return [put(name, self.number(), index, range=limits, span=self.span())]

    def move(self, depth: int) -> list[ir.Stmt]:
        source = zone(self.pick(("box.Card", "table"))) if self.quiet else self.zone()
        target = self.zone()
        if target.zone == "slot":
            target = target if self.chance(30) else zone("pile")
        kind = self.kind() if self.chance(60) else None
        count = self.number(1) if kind is not None and self.chance(70) else None
        face = self.pick((None, 0, 1))
        spot = self.pick(("top", "bottom", "in"))
        shown = self.seats() if self.chance(20) else None
        return [ir.Move(source, target, None, kind, count, face, spot, shown, span=self.span())]

    def turn(self, depth: int) -> list[ir.Stmt]:
        return [ir.Turn(zone(self.pick(EITHER)), self.pick((0, 1)), span=self.span())]

    def mix(self, depth: int) -> list[ir.Stmt]:
        return [ir.Mix(self.zone())]

    def tell(self, depth: int) -> list[ir.Stmt]:
        if self.chance(40):
            return [ir.Tell(self.seats(), zone=self.zone())]
        return [say(self.pick(("a", "b")), self.number(1) if self.chance(80) else None, self.seats())]

    def set_local(self, depth: int) -> list[ir.Stmt]:
        value = self.small()
        name = self.pick(self.locals) if self.locals and self.chance(30) else self.local()
        if name not in self.locals:
            self.locals.append(name)
        return [ir.SetLocal(name, value)]

    def draw(self, depth: int) -> list[ir.Stmt]:
        ref = zone(self.pick(("deck", "pile", "stack", "table")))
        name, target = self.local(ir.Number(0, 9)), self.zone()
        target = zone("pile") if target.zone == "slot" else target
        taken: list[ir.Stmt] = [ir.Sample(self.point(), name, ir.TopOf(ref), span=self.span())]
        move = ir.Move(ref, target, name, face=self.pick((None, 0, 1)), spot=self.pick(("top", "in")), span=self.span())
        if ref.zone in EITHER and self.chance(50):
            taken.append(ir.Turn(ref, self.pick((0, 1)), name))
        if self.chance(30):
            taken.append(ir.Tell(self.seats(), zone=ref, handle=name))
        return [ir.If(compare(ir.Count(ref), ">", 0), (*taken, move, say("drawn", ir.Local(name))))]

    def roll(self, depth: int) -> list[ir.Stmt]:
        name = self.local()
        self.locals.append(name)
        source: Any = ir.RollKind("Die") if self.chance(30) else ir.Roll(self.pick((1, 3)))
        return [ir.Sample(self.point(), name, source)]

    def any_of(self, depth: int) -> list[ir.Stmt]:
        name, looked, domain = self.local(), self.local(), self.domain()
        guarded = self.chance(50)
        guard = compare(ir.Local(name), ">", 0) if guarded else None
        there = ir.Fold("some", looked, domain, compare(ir.Local(looked), ">", 0) if guarded else None)
        return [ir.If(there, (ir.Sample(self.point(), name, ir.AnyOf(domain, guard)), say("any", ir.Local(name))))]

    def leave(self, depth: int) -> list[ir.Stmt]:
        if not self.open:
            return self.tell(depth)
        return [ir.If(self.condition(1), (ir.Leave(self.pick(self.open)),))]

    def call(self, depth: int) -> list[ir.Stmt]:
        if not self.calls:
            return self.write(depth)
        called = self.pick(self.calls)
        name = self.local()
        args = tuple(self.small() for _ in called.params)
        self.locals.append(name)
        return [ir.Call(called.name, args, name)]

    def if_(self, depth: int) -> list[ir.Stmt]:
        return [ir.If(self.condition(), self.body(depth - 1), self.body(depth - 1) if self.chance(50) else ())]

    def each(self, depth: int) -> list[ir.Stmt]:
        name, domain = self.local(ir.Number(0, 9)), self.domain()
        start = None
        if isinstance(domain, ir.ClassDomain | ir.SetDomain) and self.chance(50):
            start = c(self.random.randrange(2))
        self.locals.append(name)
        guard = self.condition(1) if self.chance(40) else None
        body = self.body(depth - 1)
        self.locals.remove(name)
        if start is None:
            return [ir.Each(name, domain, guard, body)]
        return [ir.Each(name, domain, guard, body, start, self.chance(50), self.pick((1, -1)))]

    def loop(self, depth: int) -> list[ir.Stmt]:
        name = self.local()
        step = ir.SetLocal(name, ir.Arith("+", ir.Local(name), c(1)))
        body = self.body(depth - 1)
        until = self.condition(1) if self.chance(40) else None
        return [
            ir.SetLocal(name, c(0)),
            ir.Loop((step, *body), cond=compare(ir.Local(name), "<", 3), until=until, span=self.span()),
        ]

    def block(self, depth: int) -> list[ir.Stmt]:
        self.blocks += 1
        path = f"B{self.blocks}"
        self.open.append(path)
        body = self.body(depth - 1)
        self.open.remove(path)
        return [ir.Block(path, "phase", body, path)]

    def choose(self, depth: int) -> list[ir.Stmt]:
        branches = tuple(self.branch(depth, f"b{n}") for n in range(self.random.randrange(1, 4)))
        otherwise = self.body(0, 2) if self.chance(50) else ()
        return [ir.Choose(self.point(), c(self.random.randrange(2)), "?", branches, otherwise, span=self.span())]

    def branch(self, depth: int, name: str) -> ir.Branch:
        known = len(self.locals)
        binders: list[ir.Binder] = []
        for _ in range(self.random.randrange(3)):
            domain, bound = self.domain(), self.local(ir.Number(0, 9))
            binders.append(ir.Binder(bound, domain, self.radix(domain)))
            self.locals.append(bound)
        where = self.condition(1) if self.chance(30) else None
        needs = tuple(ir.Need(f"need {n}", self.condition(1), "no") for n in range(self.random.randrange(2)))
        body = self.body(depth - 1)
        del self.locals[known:]
        return ir.Branch(name, name, tuple(binders), where, needs, body)

    def radix(self, domain: ir.Domain) -> int:
        match domain:
            case ir.RangeDomain():
                return domain.most
            case ir.ZoneDomain():
                return 6 if domain.zone.zone in EITHER else 3
            case ir.ClassDomain(cls="player"):
                return 2
        return 3


def random_program(random: Random, reactions: bool = True) -> ir.Program:
    """A program with a set-up, two phases that go round, procedures, and (maybe) watches and whens."""
    maker = Maker(random)
    twice = ir.Value("twice", ("a",), WIDE, ir.Arith("+", ir.Local("a"), ir.Local("a")))
    procedures = _procedures(maker, "p")
    flow_calls, maker.calls = maker.calls, []
    own = _procedures(maker, "w") if reactions else ()
    watches = tuple(_watch(maker, n) for n in range(random.randrange(4))) if reactions else ()
    maker.calls, maker.quiet = [], True
    whens = tuple(_when(maker, n) for n in range(random.randrange(3))) if reactions else ()
    maker.calls, maker.quiet = flow_calls, False
    deal = ir.Move(zone("box.Card"), zone("hand", 1), kind=c(2), count=c(1))
    setup = (some(0, 2, "deck"), some(1, 1, "deck"), ir.Mix(zone("deck")), deal, *maker.body(1))
    maker.open = ["P"]
    phase = ir.Block("P", "phase", (add("turns", range="clamp"), *maker.body(3, 6)), "P", resets=("inner",))
    maker.open = []
    flow = (
        ir.Loop((phase,), until=compare(read("turns"), ">=", 4)),
        ir.Result(0, c(random.randrange(4)), c(0), "the end"),
    )
    die = ir.Class("Die", "dice", ("blank", "hit"), ("Blank", "Hit"), (), (2, 1))
    return program(
        *flow,
        classes=(die,),
        fields=(*FIELDS, number("turns")),
        zones=ZONES,
        values=(twice,),
        procedures=(*procedures, *own),
        locals=(ir.LocalVar("a", WIDE), *maker.made),
        setup=setup,
        whens=whens,
        watches=watches,
        invariants=(ir.Invariant(compare(read("n"), "<", 9), "n is nine", span=at(98)),),
    )


def _procedures(maker: Maker, letter: str) -> tuple[ir.Procedure, ...]:
    made = []
    for n in range(maker.random.randrange(1, 3)):
        name, param = f"{letter}{n}", maker.local()
        result = f"{name}.result"
        maker.made.append(ir.LocalVar(result, WIDE))
        maker.locals, maker.open = [param], [name]
        body = (*maker.body(2), ir.SetLocal(result, maker.small()))
        made.append(ir.Procedure(name, (param,), body, WIDE))
        maker.calls.append(made[-1])
    maker.locals, maker.open = [], []
    return tuple(made)


def _watch(maker: Maker, n: int) -> ir.Watch:
    reads = maker.pick(("n", "m", "k", "hand", "table", "signed"))
    local, domain = None, None
    if maker.chance(30):
        local, domain = maker.local(ir.Number(0, 9)), ir.ClassDomain("player")
        maker.locals = [local]
    if reads in ("hand", "table"):
        watched: ir.Expr = ir.Count(zone(reads, 1 if reads == "hand" else None))
    else:
        watched = read(reads, (ir.Local(local) if local else c(0)) if reads == "k" else None)
    cond = compare(watched, maker.pick(("is", ">", "is not")), maker.random.randrange(4))
    ends = maker.chance(15)
    body: tuple[ir.Stmt, ...] = (ir.Result(1 + n, c(1), c(2), "watched"),) if ends else maker.body(1)
    maker.locals = []
    return ir.Watch(f"watch {n}", cond, body, ends, frozenset({reads}), local, domain, span=maker.span())


def _when(maker: Maker, n: int) -> ir.When:
    name = maker.pick(("hand", "pile", "deck"))
    local = None
    if name == "hand":
        local = maker.local(ir.Name("player"))
        maker.locals = [local]
    body = maker.body(1)
    maker.locals = []
    return ir.When(f"when {n}", name, body, local, span=maker.span())
