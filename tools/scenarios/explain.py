"""The values inside a condition that does not hold: every part of it that is written out, with what it comes to.

    count Ada.hold is 2 and alarm: no
      count Ada.hold is 2: yes
        count Ada.hold: 2
      alarm: no
    hold of Ada: Tea and Silk

What a condition asks of each member of something ("no player p where ...") is told by the members for which it holds,
one that has a name (a group, a value) by what it is made of; below stands what lies in the places that are asked for.
Scenarios are told everything, a seat only what it sees.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from rulewright.compiler.reference import Interpreter
from rulewright.compiler.reference.expressions import Locals, Scope, members, pile_of, value
from rulewright.compiler.reference.store import Store
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below, children
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import ZoneInfo
from rulewright.runtime.wording import Wording, listed
from rulewright.runtime.zones import Packet
from rulewright.tools.why.sight import Sight

MOST = 24  # lines
MOST_MEMBERS = 8  # of a domain, named one by one
MOST_PLACES = 4  # whose content is shown
LONGEST = 100  # characters of a part
TRUTH = ir.Truth()
DEEPEST = 3  # parts of parts of which it is still told what they are made of


def values_inside(
    judge: Interpreter,
    cells: Sequence[int],
    cond: ir.Expr,
    seats: Sequence[str] = (),
    locals: Mapping[str, int] | None = None,
    *,
    whole: bool = False,
) -> tuple[str, ...]:
    """Lines like `count library: 32`, from the parts of a condition to their own parts, indented. `seats` are the
    players' names, `locals` what stands for a name in it. `whole`: beginning with the condition itself."""
    telling = Telling(judge, judge.store_of(cells), seats, words_for(judge.program, seats))
    return telling.inside(cond, dict(locals or {}), whole=whole)


def words_for(program: ir.Program, seats: Sequence[str]) -> Words:
    """The words of a program whose players have these names."""
    classes = tuple(
        evolve(c, titles=(*seats, *c.titles[len(seats) :])) if c.sort == "player" else c for c in program.classes
    )
    return Words.of(evolve(program, classes=classes))


@define
class Telling:
    """Takes one condition apart, on one table. `sight` is None where everything may be told."""

    judge: Interpreter
    store: Store
    seats: Sequence[str]
    words: Words
    sight: Sight | None = None
    named: set[str] = field(init=False, factory=set)

    def inside(
        self, cond: ir.Expr, locals: Locals, *, whole: bool = False, kind: ir.Type | None = TRUTH
    ) -> tuple[str, ...]:
        """The lines about a condition (or a value of a `kind`), see `values_inside`."""
        lines = list(self.part(cond, locals, None, 0, kind))
        if len(lines) > 1 and not whole and lines[0].startswith(f"{text_of(cond.span)}: "):
            lines = [line.removeprefix("  ") for line in lines[1:]]
        shown = lines[:MOST] + (["..."] if len(lines) > MOST else [])
        return (*shown, *self.places(cond, locals))

    def open(self, e: ir.Expr, locals: Locals) -> bool:
        return self.sight is None or self.sight.open(e, locals)

    def part(
        self, e: ir.Expr, locals: Locals, around: Span | None, depth: int, kind: ir.Type | None = None
    ) -> Iterator[str]:
        """A part and what is inside it. One that stands in no text of its own, or is just a name for what it is, is
        left out, but not what is inside it. `kind` is the type of a bare constant."""
        if isinstance(e, ir.Local):
            yield from self.name(e, locals, depth)
            return
        if isinstance(e, ir.Const):
            yield from self.option(e, kind, depth)
            return
        own = written(e.span) and (around is None or spans_differ(e.span, around))
        if own and self.open(e, locals):
            yield "  " * depth + f"{text_of(e.span)}: {self.told(e, locals)}"
            around, depth = e.span, depth + 1
        if isinstance(e, ir.Fold):
            if self.open(e, locals):
                yield from self.members(e, locals, depth)
            return
        for inner in self.deciding(e, locals):
            if isinstance(inner, ir.FieldRef | ir.ZoneRef):
                if inner.index is not None:
                    yield from self.part(inner.index, locals, around, depth)
            else:
                yield from self.part(inner, locals, around, depth, self.kind_in(e))
        if isinstance(e, ir.Apply):
            yield from self.made_of(e, locals, depth)

    def deciding(self, e: ir.Expr, locals: Locals) -> list[Any]:
        """The parts of an expression; of cases, those up to the one that counts."""
        if not isinstance(e, ir.Cases):
            return children(e)
        found: list[Any] = []
        for cond, result in e.cases:
            found.append(cond)
            try:
                if self.value(cond, locals):
                    return [*found, result]
            except RuleFault:
                return found
        return [*found, e.default]

    def made_of(self, e: ir.Apply, locals: Locals, depth: int) -> Iterator[str]:
        """What a condition with a name is made of, for what it is asked of."""
        called = self.judge.rules.values[e.name]
        if depth > DEEPEST or not isinstance(called.type, ir.Truth):
            return
        given: Locals = {}
        for name, argument in zip(called.params, e.args, strict=True):
            try:
                given[name] = self.value(argument, locals)
            except RuleFault:
                return
            if isinstance(argument, ir.Local):
                if self.sight is not None and argument.name in self.sight.closed:
                    return
                if argument.name in self.named and bare_name(argument.name) == bare_name(name):
                    self.named.add(name)  # said already
        yield from self.part(called.body, given, called.span, depth)

    def kind_in(self, e: ir.Expr) -> ir.Type | None:
        """The type of a bare constant that is a part of this."""
        if isinstance(e, ir.Compare):
            return self.words.type_of(e.left) or self.words.type_of(e.right)
        return ir.Truth() if isinstance(e, ir.Logic) else None

    def option(self, e: ir.Const, kind: ir.Type | None, depth: int) -> Iterator[str]:
        """The value of an option of the table (or the number of players), once."""
        name = text_of(e.span) if written(e.span) else ""
        known = {"players": self.judge.program.players, **dict(self.judge.program.options)}
        if name not in self.named and known.get(name) == e.value:
            self.named.add(name)
            yield "  " * depth + f"{name}: {self.words.constant(e.value, kind)}"

    def name(self, e: ir.Local, locals: Locals, depth: int) -> Iterator[str]:
        """What a name in it stands for, once."""
        if e.name in locals and e.name not in self.named and e.name not in self.words.handles and written(e.span):
            self.named.add(e.name)
            if self.open(e, locals):
                yield "  " * depth + f"{text_of(e.span)}: {self.told(e, locals)}"

    def told(self, e: ir.Expr, locals: Locals) -> str:
        """What a part comes to, in words."""
        try:
            return self.words.constant(self.value(e, locals), self.words.type_of(e))
        except RuleFault as fault:
            return f"cannot be told ({fault.why})"

    def value(self, e: ir.Expr, locals: Locals) -> int:
        return value(self.scope(locals), e)

    def scope(self, locals: Locals) -> Scope:
        return Scope(self.judge.rules, self.store, locals)

    def places(self, cond: ir.Expr, locals: Locals) -> list[str]:
        """What lies in the zones that a condition names."""
        wording, schema = Wording(self.judge.schema, tuple(self.seats)), self.judge.schema
        numbers = {zone.name: zone for zone in schema.zones}
        found: dict[tuple[str, int], str] = {}
        for place in below(cond):
            if not isinstance(place, ir.ZoneRef):
                continue
            try:
                name, index = pile_of(self.scope(locals), place)
            except (RuleFault, KeyError):  # nobody's, or another for each member of something
                continue
            found[name, index] = self.place(wording, numbers[name], index)
        return [*found.values()][:MOST_PLACES]

    def place(self, wording: Wording, zone: ZoneInfo, index: int) -> str:
        """What lies in a zone, as far as it may be told."""
        content: Packet = self.store.content(zone.name, index)
        if self.sight is None or self.sight.zone(zone.name, index):
            return f"{wording.place(zone, index)}: {wording.elements(zone, content.items())}"
        open_to_all = {code: many for code, many in content.items() if zone.either and code & 1}
        unseen = sum(content.values()) - sum(open_to_all.values())
        known = [wording.elements(zone, open_to_all.items())] if open_to_all or not unseen else []
        face = " face down" if zone.either else ""
        return f"{wording.place(zone, index)}: {listed([*known, *[wording.backs(zone, unseen) + face] * bool(unseen)])}"

    # ------------------------------------------------------------------------------------------ members

    def members(self, e: ir.Fold, locals: Locals, depth: int) -> Iterator[str]:
        """For whom a condition holds, or what each member counts."""
        try:
            found = [m for m in members(self.scope(locals), e.domain)
                     if e.guard is None or self.value(e.guard, {**locals, e.local: m})]  # fmt: skip
        except RuleFault:
            return
        pad = "  " * depth
        if e.body is None:
            if e.guard is not None:
                names = [self.member(e, m) for m in found]
                more = f" and {len(names) - MOST_MEMBERS} more" if len(names) > MOST_MEMBERS else ""
                yield f"{pad}that holds for {', '.join(names[:MOST_MEMBERS]) or 'none'}{more}"
            return
        for member in found[:MOST_MEMBERS]:
            yield f"{pad}{self.member(e, member)}: {self.told(e.body, {**locals, e.local: member})}"
        if len(found) > MOST_MEMBERS:
            yield f"{pad}and {len(found) - MOST_MEMBERS} more"

    def member(self, e: ir.Fold, member: int) -> str:
        """What a member of a domain is called."""
        match e.domain:
            case ir.RangeDomain():
                return str(member)
            case ir.ClassDomain() | ir.SetDomain():
                return self.words.constant(member, ir.Name(e.domain.cls))
            case ir.ZoneDomain():
                zone = self.words.zones[e.domain.zone.zone]
                if zone.face != "either":
                    return self.words.constant(member, ir.Name(zone.cls))
                face = "face up" if member % 2 else "face down"
                return f"{self.words.constant(member // 2, ir.Name(zone.cls))} {face}"


def bare_name(local: str) -> str:
    """A local's name as it is written (`p` of `p.3`)."""
    return local.partition(".")[0]


def written(span: Span) -> bool:
    return span.end > span.start


def spans_differ(one: Span, other: Span) -> bool:
    """Do these stand for different texts? (What the language makes of a line often stands for the whole line.)"""
    return one.source is other.source and text_of(one) != text_of(other)


def text_of(span: Span) -> str:
    """The text of a part on one line."""
    text = " ".join(span.source.text[span.start : span.end].split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
