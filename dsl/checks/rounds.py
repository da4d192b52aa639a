"""Loops that go round for ever.

A round is *silent* if nobody is asked, chance decides nothing, nothing changes and nothing ends: whoever gets into such
a round never gets out of it. `Silence` follows every path through a body that is silent so far and says where it can
come out. It believes that a loop over players or other members has somebody to loop over.
"""

from __future__ import annotations

from itertools import zip_longest

from attrs import define, field

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.calls import callees_first, calls_of
from rulewright.dsl.checks.reach import Body, Reactions, bodies, reached, written
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below, reads

Exits = frozenset[str]  # block paths that a silent path leaves to, or THROUGH
THROUGH = ""
FALLS: Exits = frozenset({THROUGH})
NONE: Exits = frozenset()


def check_rounds(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report rounds that are silent for certain (RW0613) or by some way (RW0624), conditions that nothing changes
    (RW0622), what comes after an endless loop (RW0614), and a game that goes on for ever (RW0617)."""
    silence = Silence(program, s, always_asked(file))
    reactions = Reactions(program)
    procedures = {p.name: p.body for p in program.procedures}
    for body in bodies(program):
        for here, following in zip_longest(body, body[1:]):
            if not isinstance(here, ir.Loop):
                continue
            what = name_of(here)
            if THROUGH in silence.through(here.body, names_in(here)):
                if may_end(here.body, procedures, s):
                    s.report.add("RW0624", here.span, what=what)
                else:
                    s.report.add("RW0613", here.span, what=what)
            elif (fixed := never_changes(here, s, reactions)) is not None:
                s.report.add("RW0622", here.span, what=what, condition=fixed)
            if following is not None and here.cond is None and here.until is None:
                label = Label(here.span, "this goes round until the game ends")
                s.report.add("RW0614", following.span, what=what, labels=[label])
    endless = any(isinstance(stmt, ir.Loop) and stmt.cond is None and stmt.until is None for stmt in program.flow)
    if endless and not any(isinstance(node, ir.Result) for body in bodies(program) for node in body):
        s.report.add("RW0617", next(d.span for d in file.decls if isinstance(d, ast.Game)))


def may_end(body: Body, procedures: dict[str, Body], s: Symbols) -> bool:
    """Is there anything at all, in parts that can be reached, by which a round could differ from the one before?"""
    for stmt in body:
        match stmt:
            case ir.If():
                known = constant(stmt.cond, s)
                parts = [stmt.then] if known is None or known else []
                parts += [stmt.otherwise] if not known else []
                if any(may_end(part, procedures, s) for part in parts):
                    return True
            case ir.Each() | ir.Loop() | ir.Block():
                if may_end(stmt.body, procedures, s):
                    return True
            case ir.Call():
                rest = {name: inner for name, inner in procedures.items() if name != stmt.procedure}
                if may_end(procedures.get(stmt.procedure, ()), rest, s):
                    return True
            case ir.SetField() | ir.Move() | ir.Turn() | ir.Sample() | ir.Choose() | ir.Result() | ir.Leave():
                return True
    return False


def always_asked(file: ast.File) -> frozenset[tuple[int, int]]:
    """Where the choices stand that surely ask (those that could have no option have an `otherwise`)."""
    asks = [n for n in below(file) if isinstance(n, ast.MayDo | ast.ChooseStmt | ast.ChooseOne)]
    found = (n.span for n in asks if isinstance(n, ast.MayDo) or n.may or n.otherwise is None)
    return frozenset((span.start, span.end) for span in found)


def name_of(loop: ir.Loop) -> str:
    """The loop in the designer's words."""
    if loop.cond is not None:
        return "this `repeat while`"
    block = loop.body[0] if loop.body else None
    return f"{block.kind} `{block.path.rsplit('.', 1)[-1]}`" if isinstance(block, ir.Block) else "this loop"


def names_in(loop: ir.Loop) -> frozenset[str]:
    """The locals its condition reads."""
    conds = [c for c in (loop.cond, loop.until) if c is not None]
    return frozenset(n.name for c in conds for n in below(c) if isinstance(n, ir.Local))


def never_changes(loop: ir.Loop, s: Symbols, reactions: Reactions) -> str | None:
    """The text of the condition, if the loop has one and nothing in it could change that, or leave, or end the game."""
    cond = loop.cond or loop.until
    if cond is None or isinstance(cond, ir.Const):
        return None
    nodes = list(reached(loop.body, reactions.procedures))
    blocks = {n.path for n in nodes if isinstance(n, ir.Block)}
    if any(isinstance(n, ir.Result) or (isinstance(n, ir.Leave) and n.block not in blocks) for n in nodes):
        return None
    if names_in(loop) & {n.name for n in nodes if isinstance(n, ir.SetLocal)}:
        return None
    changed = written(nodes)
    if reads(cond, s.made_values) & reactions.written(changed):
        return None
    set_off = (n for r in reactions.set_off(changed) for n in reached(r.body, reactions.procedures))
    if any(isinstance(n, ir.Result | ir.Leave) for n in set_off):
        return None
    span: Span = cond.span
    return span.source.text[span.start : span.end]


@define
class Silence:
    """Where silent paths through bodies and procedures come out."""

    program: ir.Program
    symbols: Symbols
    asked: frozenset[tuple[int, int]]
    procedures: dict[str, Exits] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        by_name = {p.name: p for p in self.program.procedures}
        for name in callees_first(calls_of(self.program)):
            self.procedures[name] = self.through(by_name[name].body, frozenset())

    def through(self, body: Body, counters: frozenset[str]) -> Exits:
        """The exits of a body; `counters` are locals whose change matters to the loop around it."""
        found: Exits = NONE
        for stmt in body:
            exits = self.of(stmt, counters)
            found |= exits - FALLS
            if THROUGH not in exits:
                return found
        return found | FALLS

    def of(self, stmt: ir.Stmt, counters: frozenset[str]) -> Exits:
        match stmt:
            case ir.SetField() | ir.Move() | ir.Turn() | ir.Sample() | ir.Result():
                return NONE
            case ir.SetLocal():
                counts = stmt.name in counters or ir.Local(stmt.name) in below(stmt.value)
                return NONE if counts else FALLS
            case ir.If():
                known = constant(stmt.cond, self.symbols)
                then = NONE if known == 0 else self.through(stmt.then, counters)
                return then | (NONE if known else self.through(stmt.otherwise, counters))
            case ir.Each():
                return self.through(stmt.body, counters) | (FALLS if may_be_empty(stmt.domain) else NONE)
            case ir.Loop():
                exits = self.through(stmt.body, counters)
                if stmt.cond is not None:
                    return exits | FALLS
                return exits if stmt.until is not None else exits - FALLS
            case ir.Block():
                exits = self.through(stmt.body, counters)
                return (exits - {stmt.path}) | FALLS if stmt.path in exits else exits
            case ir.Call():
                return self.procedures.get(stmt.procedure, NONE)
            case ir.Choose():
                sure = (stmt.span.start, stmt.span.end) in self.asked
                return NONE if sure else self.through(stmt.otherwise, counters)
            case ir.Leave():
                return frozenset({stmt.block})
            case _:
                return FALLS


def may_be_empty(domain: ir.Domain) -> bool:
    """Might a loop over this go round not once? Of members we believe that there are some."""
    if not isinstance(domain, ir.RangeDomain):
        return False
    low, high = domain.low, domain.high
    return not (isinstance(low, ir.Const) and isinstance(high, ir.Const) and low.value <= high.value)
