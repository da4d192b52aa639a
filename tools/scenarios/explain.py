"""The values inside a condition that does not hold: every part of it that is written out, with what it comes to.

    count Ada.hold is 2 and alarm: no
      count Ada.hold is 2: yes
        count Ada.hold: 2
      alarm: no
    hold of Ada: Tea and Silk

What a condition asks of each member of something ("no player p where ...") is told by the members for which it holds;
below stands what lies in the places that are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define, evolve, field

from rulewright.compiler.reference import Interpreter
from rulewright.compiler.reference.expressions import Locals, Scope, members, pile_of, value
from rulewright.compiler.words.conditions import Words
from rulewright.dsl import ir
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below, children
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.wording import Wording

MOST = 24  # lines
MOST_MEMBERS = 8  # of a domain, named one by one
MOST_PLACES = 4  # whose content is shown
LONGEST = 100  # characters of a part


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
    telling = _Telling(judge, cells, seats)
    known = dict(locals or {})
    lines = list(telling.part(cond, known, None, 0))
    if len(lines) > 1 and not whole and lines[0].startswith(f"{text_of(cond.span)}: "):
        lines = [line.removeprefix("  ") for line in lines[1:]]
    shown = lines[:MOST] + (["..."] if len(lines) > MOST else [])
    return (*shown, *telling.places(cond, known))


@define
class _Telling:
    judge: Interpreter
    cells: Sequence[int]
    seats: Sequence[str]
    words: Words = field(init=False)
    named: set[str] = field(init=False, factory=set)

    def __attrs_post_init__(self) -> None:
        program = self.judge.program
        classes = tuple(self._named(c) if c.sort == "player" else c for c in program.classes)
        self.words = Words.of(evolve(program, classes=classes))

    def _named(self, players: ir.Class) -> ir.Class:
        return evolve(players, titles=(*self.seats, *players.titles[len(self.seats) :]))

    def part(self, e: ir.Expr, locals: Locals, around: Span | None, depth: int) -> Iterator[str]:
        """A part and what is inside it. One that stands in no text of its own, or is just a name for what it is, is
        left out, but not what is inside it."""
        if isinstance(e, ir.Local):
            yield from self.name(e, locals, depth)
            return
        own = not isinstance(e, ir.Const) and written(e.span) and (around is None or spans_differ(e.span, around))
        if own:
            yield "  " * depth + f"{text_of(e.span)}: {self.told(e, locals)}"
            around, depth = e.span, depth + 1
        if isinstance(e, ir.Fold):
            yield from self.members(e, locals, depth)
            return
        for inner in children(e):
            if isinstance(inner, ir.FieldRef | ir.ZoneRef):
                if inner.index is not None:
                    yield from self.part(inner.index, locals, around, depth)
            else:
                yield from self.part(inner, locals, around, depth)

    def name(self, e: ir.Local, locals: Locals, depth: int) -> Iterator[str]:
        """What a name in it stands for, once."""
        if e.name in locals and e.name not in self.named and e.name not in self.words.handles and written(e.span):
            self.named.add(e.name)
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
        return Scope(self.judge.rules, self.judge.store_of(self.cells), locals)

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
            content = self.judge.store_of(self.cells).content(name, index)
            zone = numbers[name]
            found[name, index] = f"{wording.place(zone, index)}: {wording.elements(zone, content.items())}"
        return [*found.values()][:MOST_PLACES]

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


def written(span: Span) -> bool:
    return span.end > span.start


def spans_differ(one: Span, other: Span) -> bool:
    """Do these stand for different texts? (What the language makes of a line often stands for the whole line.)"""
    return one.source is other.source and text_of(one) != text_of(other)


def text_of(span: Span) -> str:
    """The text of a part on one line."""
    text = " ".join(span.source.text[span.start : span.end].split())
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
