"""Nouns: what fields, zones, members, numbers and players of a program are called.

Titles are the author's; where a thing has none its name is spaced ("new_bites" is "new bites"). A local is called what
`calling` says ("the player"), else by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import add, mul, sub
from typing import Self

from attrs import evolve, field, frozen

from rulewright.compiler.words.sums import changing, folded
from rulewright.compiler.words.text import ARTICLES, bare, cut, listed, plural, possessive, spaced
from rulewright.dsl import ir
from rulewright.dsl.made_up import AT, FROM, JOINING, NEIGHBOURS, links_at
from rulewright.dsl.walk import below

LONGEST_NAME = 80  # of what a local is called
SHORT = 2  # letters of a name that says less than what it stands for
ORDINARY = frozenset({"card", "cell", "die", "piece", "player", "tile", "token"})
SYMBOLS = {"*": "×", "/": "÷", "-": "−"}
REMADE = {"+": add, "-": sub, "*": mul}


@frozen
class Nouns:
    """Nouns of one program. Made with `of`; `names` maps locals to phrases."""

    program: ir.Program
    classes: Mapping[str, ir.Class]
    fields: Mapping[str, ir.Field]
    zones: Mapping[str, ir.Zone]
    values: Mapping[str, ir.Value]
    locals: Mapping[str, ir.Type]
    handles: Mapping[str, str]  # local -> the class of the component it stands for
    kept: Mapping[str, ir.Expr] = field(factory=dict)  # by local with a short name: the one thing it stands for
    names: Mapping[str, str] = field(factory=dict)

    @classmethod
    def of(cls, program: ir.Program) -> Self:
        zones = {z.name: z for z in program.zones}
        return cls(
            program,
            {c.name: c for c in program.classes},
            {f.name: f for f in program.fields},
            zones,
            {v.name: v for v in program.values},
            {v.name: v.type for v in program.locals},
            dict(handles_of(program, zones)),
            kept_in(program),
        )

    def calling(self, local: str, phrase: str) -> Self:
        """The same words, with a phrase for a local."""
        return evolve(self, names={**self.names, local: cut(phrase, LONGEST_NAME)})

    def anew(self) -> Self:
        """The same words, with no local named."""
        return evolve(self, names={})

    def is_player(self, local: str) -> bool:
        kind = self.locals.get(local)
        return isinstance(kind, ir.Name) and kind.cls == "player"

    # ------------------------------------------------------------------------------------------------ types

    def type_of(self, e: ir.Expr) -> ir.Type | None:
        """The type of an expression as far as words need it (None: a bare constant or a handle)."""
        match e:
            case ir.Local():
                return None if e.name in self.handles else self.locals.get(e.name)
            case ir.Read():
                return self.fields[e.place.field].type
            case ir.ColumnOf():
                return next((c.type for c in self.classes[e.cls].columns if c.name == e.column), None)
            case ir.SlotKind():
                return self.kinds_in(e.zone)
            case ir.KindOf():
                found = self.handles.get(e.handle.name, "") if isinstance(e.handle, ir.Local) else ""
                return ir.Name(found) if found else None
            case ir.Cases():
                return next((t for t in map(self.type_of, (e.default, *(v for _, v in e.cases))) if t), None)
            case ir.Fold(op="set"):
                domain = e.domain
                return ir.SetType(domain.cls) if isinstance(domain, ir.ClassDomain | ir.SetDomain) else None
            case ir.Fold(op="some") | ir.Compare() | ir.Logic() | ir.Member():
                return ir.Truth()
            case ir.Players():
                return ir.SetType("player")
            case ir.Reach():
                return ir.SetType(e.cls)
            case ir.Apply():
                return self.values[e.name].type if e.name in self.values else None
            case ir.NextMember():
                return ir.Name(e.cls)
        return None

    def kinds_in(self, zone: ir.ZoneRef) -> ir.Name:
        return ir.Name(self.zones[zone.zone].cls, True)

    def parameter(self, value: str) -> ir.Type | None:
        """The type of the first parameter of a value."""
        found = self.values.get(value)
        return self.locals.get(found.params[0]) if found is not None and found.params else None

    # ------------------------------------------------------------------------------------------------ nouns

    def noun(self, e: ir.Expr, kind: ir.Type | None = None) -> str:
        """An expression as a noun; `kind` says what a bare constant counts."""
        match e:
            case ir.Const():
                return self.constant(e.value, kind)
            case ir.Local():
                if e.name not in self.names and e.name in self.kept:
                    return self.noun(self.kept[e.name], self.locals.get(e.name))
                return self.names.get(e.name) or spaced(e.name.split(".")[0])
            case ir.Read():
                return self.field(e.place)
            case ir.ColumnOf():
                return self._column(e)
            case ir.Count():
                return f"the number of {self.counted(e)}"
            case ir.SlotKind():
                return self.zone(e.zone)
            case ir.KindOf():
                return self.noun(e.handle)
            case ir.FaceOf():
                return f"the face of {self.noun(e.handle)}"
            case ir.Arith() if (told := changing(self, e)) is not None:
                return told
            case ir.Arith(op="min" | "max"):
                which = "smaller" if e.op == "min" else "larger"
                return f"the {which} of {self.noun(e.left)} and {self.noun(e.right)}"
            case ir.Arith(left=ir.Const(left), right=ir.Const(right)) if e.op in REMADE:
                return str(REMADE[e.op](left, right))
            case ir.Arith():
                if e.op == "-" and e.left == ir.Const(0):
                    text = self._operand(e.right)
                    return f"minus {text}" if " " in text else f"−{text}"
                return f"{self._operand(e.left)} {SYMBOLS.get(e.op, e.op)} {self._operand(e.right)}"
            case ir.Cases() if (link := self.link_of(e)) is not None:
                return f"the other end of {self.noun(link.row, ir.Name(link.cls))}"
            case ir.Cases():
                kind = kind or self.type_of(e)
                parts = [f"{self.noun(v, kind)} if {self.clause(c)}" for c, v in e.cases]
                return ", ".join([*parts, f"else {self.noun(e.default, kind)}"])
            case ir.Fold(op="set" | "count" | "total" | "highest" | "lowest"):
                return folded(self, e)
            case ir.Players():
                kinds = [ir.SetType("player") if is_set else ir.Name("player") for is_set in e.sets]
                return listed(self.noun(part, kind) for part, kind in zip(e.parts, kinds, strict=True))
            case ir.Apply() if not isinstance(self.type_of(e), ir.Truth):
                title = spaced(self.values[e.name].title) if e.name in self.values else spaced(e.name)
                args = [self.noun(a, self.parameter(e.name)) for a in e.args]
                if len(args) == 1:
                    return f"{possessive(args[0])} {bare(title)}"
                if args:
                    return f"{title} of {listed(args)}"
                return f"the {title}" if title.islower() and not title.startswith(ARTICLES) else title
            case ir.Reach():
                return self._reach(e)
            case ir.Distance():
                return self._distance(e)
            case ir.NextMember():
                return self._next(e)
        return self.clause(e)

    def clause(self, e: ir.Expr) -> str:
        """A condition; see conditions.py."""
        raise NotImplementedError

    def conditions(self, guard: ir.Expr | None, local: str) -> str:
        """What a guard asks of a member; see conditions.py."""
        raise NotImplementedError

    def constant(self, value: int, kind: ir.Type | None) -> str:
        match kind:
            case ir.Truth():
                return "yes" if value else "no"
            case ir.Name():
                titles = self.classes[kind.cls].titles
                return titles[value] if 0 <= value < len(titles) else "none"
            case ir.SetType():
                size = self.classes[kind.cls].size
                if value == (1 << size) - 1:
                    return "everyone" if kind.cls == "player" else "all of them"
                members = [self.classes[kind.cls].titles[m] for m in range(size) if value >> m & 1]
                return listed(members) if members else "nobody" if kind.cls == "player" else "none"
        return str(value)

    def field(self, place: ir.FieldRef) -> str:
        """A field cell: "the Darkness card", "the player's new bites", "the holder"."""
        f = self.fields[place.field]
        if place.index is not None:
            index = self.noun(place.index, ir.Name(f.per) if f.per else None)
            return f"{possessive(index)} {bare(spaced(f.title or f.name))}"
        if isinstance(f.type, ir.Name) and f.type.cls == "player":
            return role(f)
        return spaced(f.title or f.name)

    def zone(self, place: ir.ZoneRef) -> str:
        """A zone: "the library", "the player's bites"."""
        z = self.zones[place.zone]
        title = spaced(z.title or z.name)
        if place.index is not None:
            return f"{possessive(self.noun(place.index, ir.Name(z.per) if z.per else None))} {bare(title)}"
        return title if title.lower().startswith(ARTICLES) else f"the {title}"

    def member(self, local: str, domain: ir.Domain, guard: ir.Expr | None) -> tuple[str, ir.Expr | None]:
        """The noun for the members of a domain (of their group, if the guard names one), and the rest of the guard."""
        parts = [] if guard is None else conjuncts(guard)
        noun = self.domain_noun(domain)
        for p in parts if isinstance(domain, ir.ClassDomain) else ():
            if isinstance(p, ir.Apply) and p.args == (ir.Local(local),) and p.name in self.values:
                title = spaced(self.values[p.name].title)
                if title.endswith(noun):
                    noun = title
                    parts.remove(p)
                    break
        if not parts:
            return noun, None
        return noun, parts[0] if len(parts) == 1 else ir.Logic("and", tuple(parts))

    def domain_noun(self, domain: ir.Domain) -> str:
        match domain:
            case ir.ClassDomain() | ir.SetDomain():
                return self.member_noun(domain.cls)
            case ir.ZoneDomain():
                return self.component(self.zones[domain.zone.zone].cls)
        return "number"

    def within(self, domain: ir.Domain) -> str:
        """Of which set members come, to follow their noun: " at the Hall" of links, " in the Areas next to ..."."""
        if not isinstance(domain, ir.SetDomain):
            return ""
        whole = domain.set
        if isinstance(whole, ir.ColumnOf) and whole.column == links_at(domain.cls):
            return f" at {self.noun(whole.row, ir.Name(whole.cls))}"
        return f" in {self.noun(whole, ir.SetType(domain.cls))}"

    def member_noun(self, cls: str) -> str:
        """What one member of a class is called."""
        name = spaced(cls)
        return name.lower() if name.lower() in ORDINARY else name

    def component(self, cls: str) -> str:
        """What one component of a class is called."""
        return self.member_noun(cls)

    def link_of(self, e: ir.Cases) -> ir.ColumnOf | None:
        """Of the other end of a link: its first end."""
        first = e.default
        is_link = isinstance(first, ir.ColumnOf) and self.classes[first.cls].sort == "links" and len(e.cases) == 1
        return first if isinstance(first, ir.ColumnOf) and is_link else None

    def _column(self, e: ir.ColumnOf) -> str:
        """A cell of a table: "the Jack's rank"; where the column has a letter for a name, "the Line's cell a"."""
        kind, table = self.type_of(e), self.classes[e.cls]
        match e.row:
            case ir.Arith(left=ir.Arith(left=a), right=b) if e.cls.endswith(JOINING) and isinstance(kind, ir.Name):
                of = next(iter(self.classes[kind.cls].columns)).type
                return f"the {self.member_noun(kind.cls)} from {self.noun(a, of)} to {self.noun(b, of)}"
            case at if FROM in e.cls and isinstance(kind, ir.Name):  # rows by number
                number = at.left if isinstance(at, ir.Arith) and isinstance(at.right, ir.Const) else at
                return f"the {self.member_noun(kind.cls)} with the number {self.noun(number)}"
        if table.sort == "table" and isinstance(e.row, ir.Const) and e.row.value < table.size:
            found = next(c for c in table.columns if c.name == e.column)
            return self.constant(found.values[e.row.value], kind)
        place = self.noun(e.row, ir.Name(e.cls))
        if e.column.endswith(AT) and isinstance(kind, ir.SetType):
            return f"the {plural(self.member_noun(kind.cls))} at {place}"
        if e.column.endswith(NEIGHBOURS) and isinstance(kind, ir.SetType):
            links = plural(self.member_noun(e.column.removesuffix(NEIGHBOURS)))
            return f"the {plural(self.member_noun(kind.cls))} next to {place} by {links}"
        row = possessive(place)
        if len(e.column) == 1 and isinstance(kind, ir.Name):
            return f"{row} {self.member_noun(kind.cls)} {e.column}"
        return f"{row} {spaced(e.column)}"

    def _reach(self, e: ir.Reach) -> str:
        """What can be reached: "the Cells that can be reached from r1c1 in at most 3 steps through Cells with ..."."""
        noun = self.member_noun(e.cls)
        start = self.noun(e.start, ir.SetType(e.cls) if e.is_set else ir.Name(e.cls))
        steps = "" if e.within is None else f" in at most {self.noun(e.within)} steps"
        over = "" if e.guard is None else f" through {plural(noun)} {self.conditions(e.guard, e.local)}"
        return f"the {plural(noun)} that can be reached from {start}{steps}{over}"

    def _distance(self, e: ir.Distance) -> str:
        """The number of steps: "the number of steps from the Tomb to the Coffin through Areas with ..."."""
        reach = e.reach
        kind = ir.Name(reach.cls)
        start = self.noun(reach.start, ir.SetType(reach.cls) if reach.is_set else kind)
        noun = plural(self.member_noun(reach.cls))
        over = "" if reach.guard is None else f" through {noun} {self.conditions(reach.guard, reach.local)}"
        return f"the number of steps from {start} to {self.noun(e.to, kind)}{over}"

    def _next(self, e: ir.NextMember) -> str:
        """The neighbour: "the next player after the holder"; of two players the opponent."""
        size = self.classes[e.cls].size
        if isinstance(e.of, ir.Const):
            return self.constant((e.of.value + e.step) % size, ir.Name(e.cls))
        of = self.noun(e.of, ir.Name(e.cls))
        if e.cls == "player" and size == 2 and e.step % 2:
            if of in self.classes[e.cls].titles:
                return self.classes[e.cls].titles[1 - self.classes[e.cls].titles.index(of)]
            owner = of.removesuffix(" opponent").removesuffix("'s").removesuffix("'")
            return owner if of.endswith(" opponent") else f"{possessive(of)} opponent"
        side = "after" if e.step > 0 else "before"
        steps = "next " if abs(e.step) == 1 else f"{abs(e.step)} places "
        noun = f"{self.member_noun(e.cls)} " if abs(e.step) == 1 else ""
        return f"the {steps}{noun}{side} {of}" if noun else f"the {self.member_noun(e.cls)} {steps}{side} {of}"

    def _operand(self, e: ir.Expr) -> str:
        text = self.noun(e)
        return f"({text})" if isinstance(e, ir.Arith) and e.op not in ("min", "max") else text

    def quantity(self, number: ir.Expr, things: str) -> str:
        """A number of things: "3 cards", "as many cards as the Purse table says"."""
        text = self.noun(number)
        if text.isdigit():
            return f"{text} {things}"
        match number:
            case ir.ColumnOf():
                table = self.classes[number.cls]
                if table.sort == "table" and not isinstance(number.row, ir.Local):
                    return f"as many {things} as the {bare(spaced(table.title or table.name))} table says"
            case ir.Count():
                return f"as many {things} as there are {self.counted(number)}"
        return f"as many {things} as {text.removeprefix('the number of ')}"

    def is_mark(self, e: ir.Read) -> bool:
        """Is it a yes/no field of a member?"""
        return e.place.index is not None and isinstance(self.fields[e.place.field].type, ir.Truth)

    def counted(self, e: ir.Count, *, single: bool = False) -> str:
        """What a count counts: "Bite in the action deck", "cards in the library"."""
        zone = self.zones[e.zone.zone]
        noun = self.component(zone.cls)
        kind = (noun if single else plural(noun)) if e.kind is None else self.noun(e.kind, ir.Name(zone.cls))
        face = "" if e.facing is None else f" face {'up' if e.facing else 'down'}"
        return f"{kind}{face} in {self.zone(e.zone)}"

    def called(self, value: str) -> str:
        """What a declared value is called."""
        return spaced(self.values[value].title) if value in self.values else value


def handles_of(program: ir.Program, zones: Mapping[str, ir.Zone]) -> Iterable[tuple[str, str]]:
    """Every local that stands for a component, with the class of the component."""
    for node in below(program):
        match node:
            case ir.Fold() | ir.Each() | ir.Binder():
                if isinstance(node.domain, ir.ZoneDomain):
                    yield node.local, zones[node.domain.zone.zone].cls
            case ir.Sample():
                source = node.source
                if isinstance(source, ir.TopOf):
                    yield node.local, zones[source.zone.zone].cls
                elif isinstance(source, ir.AnyOf) and isinstance(source.domain, ir.ZoneDomain):
                    yield node.local, zones[source.domain.zone.zone].cls
            case ir.Watch(local=str() as local, domain=ir.ZoneDomain() as domain):
                yield local, zones[domain.zone.zone].cls


def kept_in(program: ir.Program) -> dict[str, ir.Expr]:
    """What locals with short names stand for, if that is one member or cell for good: `let c = actor`."""
    found: dict[str, ir.Expr] = {}
    again: set[str] = set()
    for node in below(program):
        if isinstance(node, ir.SetLocal):
            again |= {node.name} & found.keys()
            word = node.name.split(".")[0]
            if isinstance(node.value, ir.Read | ir.ColumnOf | ir.Const) and (len(word) <= SHORT or word == "whose"):
                found[node.name] = node.value
            else:
                again.add(node.name)
    return {name: value for name, value in found.items() if name not in again}


def role(f: ir.Field) -> str:
    """What the player in a field is called: the field's title if it names a person, else its name ("the holder")."""
    name, title = spaced(f.name), spaced(f.title or f.name)
    if name.lower() in title.lower() or "player" in title.lower():
        return f"the {title}" if title.islower() and not title.startswith(ARTICLES) else title
    return f"the {name}"


def conjuncts(e: ir.Expr) -> list[ir.Expr]:
    if isinstance(e, ir.Logic) and e.op == "and":
        return [p for part in e.parts for p in conjuncts(part)]
    return [e]
