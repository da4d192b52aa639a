"""Secrets, checked before play: what a choice tests must be seen by whoever chooses, and no field that many see may
silently take what few see.

A local is whatever was put into it anywhere: by `let` and `set`, as an argument, as the result of a procedure, by a
loop over a secret set or by chance from one. One that was announced to all is no secret for the rest of that body.
Who surely sees a place is said in sight.py; what cannot be proved is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from attrs import define, field, frozen

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.sight import alike, known, only_face_up, resolve, sees
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.made_up import made_up
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.walk import below, put_for

Subject: TypeAlias = ir.Expr  # who chooses; or the index of the cell that is set
Judge: TypeAlias = Callable[[Subject, ir.Expr, ir.Expr | None], bool]  # may it know a place of this audience and index?
Told: TypeAlias = frozenset[str]
NOBODY = ir.Const(-1)  # the index of a field without one
COPIES = ir.Local | ir.Read | ir.ColumnOf | ir.NextMember | ir.RangeDomain | ir.SetDomain


@frozen
class Origin:
    """What was put into a local. As an argument, `args` say what the callee's parameters are at the caller's; as
    a result (`back`), what the caller gave for them."""

    value: Any
    args: tuple[tuple[str, ir.Expr], ...] = ()
    back: bool = False


def check_secrets(_file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report choices that look at what the player does not see (RW0702, RW0703), and fields that tell (RW0701): by
    their value, or by which cell is set. Who won by secret cards may be told by whose points go up; where a piece is,
    not."""
    trace = _Trace(s, origins(program))
    everything: list[tuple[ir.Stmt, ...]] = [program.setup, program.flow]
    for units in (program.procedures, program.whens, program.watches):
        everything += [unit.body for unit in units]
    for body in everything:
        trace.walk(body, frozenset())


def origins(program: ir.Program) -> dict[str, list[Origin]]:
    """By local: everything that is put into it."""
    params = {p.name: p.params for p in program.procedures}
    found: dict[str, list[Origin]] = {}
    for node in below(program):
        match node:
            case ir.SetLocal():
                found.setdefault(node.name, []).append(Origin(node.value))
            case ir.Each(domain=ir.RangeDomain() | ir.SetDomain() as domain):
                found.setdefault(node.local, []).append(Origin(domain))
            case ir.Sample(source=ir.AnyOf(domain=ir.RangeDomain() | ir.SetDomain() as domain)):
                found.setdefault(node.local, []).append(Origin(domain))
            case ir.Call():
                args = tuple(zip(params.get(node.procedure, ()), node.args, strict=False))
                for name, arg in args:
                    found.setdefault(name, []).append(Origin(arg, args))
                if node.into is not None:
                    found.setdefault(node.into, []).append(Origin(ir.Local(f"{node.procedure}.result"), args, True))
    return found


def given(e: Any, args: tuple[tuple[str, ir.Expr], ...]) -> Any:
    """An expression of a procedure in the words of whoever calls it."""
    for name, arg in args:
        e = put_for(e, name, arg)
    return e


@define
class _Trace:
    s: Symbols
    origins: dict[str, list[Origin]]
    looks: int = 0
    done: set[tuple[Any, ...]] = field(factory=set)
    at: Span = NOWHERE  # the statement that is looked at
    copies: bool = False  # only what is a secret as it stands, and not what was found out from one

    # ------------------------------------------------------------------------------------------ statements

    def walk(self, body: tuple[ir.Stmt, ...], told: Told) -> None:
        for stmt in body:
            self.at = stmt.span
            match stmt:
                case ir.Tell(value=ir.Local(name=name)) if stmt.audience == self.s.everybody:
                    told |= {name}
                case ir.SetLocal():
                    told -= {stmt.name}
                case ir.SetField():
                    self.set_field(stmt, told)
                case ir.Choose():
                    self.choose(stmt, told)
                case ir.If():
                    self.walk(stmt.then, told)
                    self.walk(stmt.otherwise, told)
                case ir.Each() | ir.Loop():
                    again = frozenset(n.name for n in below(stmt) if isinstance(n, ir.SetLocal))
                    self.walk(stmt.body, told - again)
                case ir.Block():
                    self.walk(stmt.body, told)

    def set_field(self, stmt: ir.SetField, told: Told) -> None:
        """Neither the value nor which cell it is may tell those who see the field what they do not see."""
        target = self.s.fields.get(stmt.place.field)
        if target is None or target.seen == ir.Const(0) or stmt.shown in (target.seen, self.s.everybody):
            return
        seen, index = target.seen, stmt.place.index
        own = ir.Local("it") in below(seen)

        def may_know(subject: Subject, source: ir.Expr, at: ir.Expr | None) -> bool:
            theirs, whose = known(source, at), known(seen, None if subject == NOBODY else subject)
            if source == self.s.everybody or (theirs is not None and whose is not None and whose & ~theirs == 0):
                return True
            return alike(source, seen) and (not own or at == subject)

        for part in (stmt.value, *([index] if index is not None else [])):
            self.done.clear()
            self.copies = part is not stmt.value
            leak = self.leak(part, index or NOBODY, may_know, {}, told)
            self.copies = False
            if leak:
                written = stmt.value.span if part is stmt.value and stmt.value.span != NOWHERE else stmt.span
                self.s.report.add("RW0701", written, labels=self.declared(leak), target=target.name, source=leak)
                return

    def choose(self, stmt: ir.Choose, told: Told) -> None:
        def may_know(subject: Subject, source: ir.Expr, at: ir.Expr | None) -> bool:
            return sees(self.s, subject, source, at)

        for named in stmt.about:
            self.done.clear()
            if leak := self.leak(named.value, stmt.actor, may_know, {}, told):
                self.s.report.add("RW0703", named.span, labels=self.declared(leak), place=leak)
        for branch in stmt.branches:
            for part, span, lies_there in parts_of(branch):
                self.done.clear()
                leak = self.leak(part, stmt.actor, may_know, {}, told)
                if leak and lies_there:
                    self.s.report.add("RW0702", span, labels=self.declared(leak), place=leak)
                elif leak:
                    self.s.report.add("RW0703", span, labels=self.declared(leak), place=leak)
                if leak:
                    break
            self.walk(branch.body, told)
        self.walk(stmt.otherwise, told)

    def declared(self, place: str) -> list[Label]:
        """Where it says who sees a place."""
        found = self.s.fields.get(place) or self.s.zones.get(place)
        return [] if found is None or found.span == NOWHERE else [Label(found.span, "here it says who sees it")]

    # ------------------------------------------------------------------------------------------ what they read

    def leak(self, e: Any, subject: Subject, judge: Judge, names: dict[str, ir.Expr], told: Told) -> str:
        """The first place that `e` reads and that may not be known, or ""."""
        if self.copies and not isinstance(e, COPIES):
            return ""
        self.looks += 1
        if self.looks > self.s.most_steps:  # hostile texts can make their number explode
            self.s.report.stop("RW0117", self.at)
        for part in below(e):
            name, seen, at = self.place(part)
            if seen is not None and not judge(subject, seen, resolve(at, names)):
                return name
            found = ""
            if isinstance(part, ir.Apply):
                found = self.applied(part, subject, judge, names, told)
            elif isinstance(part, ir.Local) and part.name not in names and part.name not in told:
                found = self.local(part.name, subject, judge, names)
            if found:
                return found
        return ""

    def place(self, part: Any) -> tuple[str, ir.Expr | None, ir.Expr | None]:
        """The place that a node reads: its name, who sees it, and which one it is. How many there are all know, and
        what was chosen at once comes out when the choices are carried out."""
        match part:
            case ir.Read(place=ir.FieldRef(field=name)) if made_up(name):
                return "", None, None
            case ir.Read():
                return part.place.field, self.s.fields[part.place.field].seen, part.place.index
            case ir.SlotKind() | ir.ZoneDomain():
                return part.zone.zone, self.s.zones[part.zone.zone].seen, part.zone.index
            case ir.Count() if part.kind is not None:
                return part.zone.zone, self.s.zones[part.zone.zone].seen, part.zone.index
        return "", None, None

    def applied(
        self, e: ir.Apply, subject: Subject, judge: Judge, names: dict[str, ir.Expr], told: Told
    ) -> str:
        made = self.s.made_values.get(e.name)
        args = tuple(resolve(a, names) or a for a in e.args)
        if made is None or not self.new(e.name, args, subject):
            return ""
        return self.leak(made.body, subject, judge, dict(zip(made.params, args, strict=True)), told)

    def local(self, name: str, subject: Subject, judge: Judge, names: dict[str, ir.Expr]) -> str:
        """The first secret among all that was put into a local."""
        for number, origin in enumerate(self.origins.get(name, ())):
            if not self.new(name, number, subject):
                continue
            for value, whose in self.values(origin, subject):
                if found := self.leak(value, whose, judge, names, frozenset()):
                    return found
        return ""

    def values(self, origin: Origin, subject: Subject) -> Iterator[tuple[Any, Subject]]:
        """What was put in, and whoever must know it in the same words."""
        if not origin.back:
            yield origin.value, given(subject, origin.args)
            return
        for result in self.origins.get(origin.value.name, ()):
            yield given(result.value, origin.args), subject

    def new(self, *key: Any) -> bool:
        """Is this looked at for the first time?"""
        if key in self.done:
            return False
        self.done.add(key)
        return True


def parts_of(branch: ir.Branch) -> Iterator[tuple[Any, Span, bool]]:
    """What a way to answer looks at, where, and whether it is a place that components are chosen from."""
    for binder in branch.binders:
        zone = isinstance(binder.domain, ir.ZoneDomain)
        if not zone or not only_face_up(branch.where, binder.local):
            yield binder.domain, branch.span, zone
    if branch.where is not None:
        yield branch.where, branch.span, False
    for need in branch.needs:
        yield need.cond, need.span, False
