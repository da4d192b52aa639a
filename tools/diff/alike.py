"""Two programs made alike in what is only a name: what was renamed, and what is only titled otherwise.

A thing with a new name or title reads differently wherever it is used. That is told once; here the old program gets
the new names and titles, so that the rest of the comparison finds what is different beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from rulewright.compiler.passes.walk import everything, rebuild
from rulewright.compiler.words.text import spaced
from rulewright.dsl import ir
from rulewright.dsl.made_up import made_up
from rulewright.tools.diff.change import Change

USES: dict[type, tuple[tuple[str, str], ...]] = {  # by node: its attributes that name something, and what sort
    ir.FieldRef: (("field", "field"),),
    ir.ZoneRef: (("zone", "place"),),
    ir.Apply: (("name", "value"),),
    ir.Call: (("procedure", "procedure"),),
    ir.When: (("zone", "place"),),
    ir.Field: (("name", "field"), ("per", "class")),
    ir.Zone: (("name", "place"), ("per", "class"), ("cls", "class")),
    ir.Value: (("name", "value"),),
    ir.Procedure: (("name", "procedure"),),
    ir.Class: (("name", "class"),),
    ir.Name: (("cls", "class"),),
    ir.SetType: (("cls", "class"),),
    ir.ClassDomain: (("cls", "class"),),
    ir.SetDomain: (("cls", "class"),),
    ir.ColumnOf: (("cls", "class"),),
    ir.NextMember: (("cls", "class"),),
    ir.RollKind: (("cls", "class"),),
    ir.Reach: (("cls", "class"),),
    ir.Choose: (("keeper", "field"),),
}
DECLARED: dict[str, tuple[str, type]] = {
    "field": ("fields", ir.Field), "place": ("zones", ir.Zone), "value": ("values", ir.Value),
    "procedure": ("procedures", ir.Procedure), "class": ("classes", ir.Class),
}  # fmt: skip


@frozen
class Alike:
    """The old program with the new names and titles, and what was told of them."""

    program: ir.Program
    changes: tuple[Change, ...]


def made_alike(old: ir.Program, new: ir.Program) -> Alike:
    changes: list[Change] = []
    renamed: dict[tuple[str, str], str] = {}
    for sort, (part, _) in DECLARED.items():
        for a, b in renames(getattr(old, part), getattr(new, part), uses(old, sort), uses(new, sort)):
            renamed[sort, a.name] = b.name
            text = f"`{a.name}` is now called `{b.name}`"
            changes.append(Change("changed", sort, b.name, text, a.name, b.name, old=a.span, new=b.span))
    program = with_names(old, renamed) if renamed else old
    program, more = members_alike(program, new)
    program, titles = titled_alike(program, new)
    return Alike(program, tuple(changes + more + titles))


def uses(program: ir.Program, sort: str) -> Counter[str]:
    """How often things of a sort are used, by name."""
    found: Counter[str] = Counter()
    for node in everything(program):
        for attribute, kind in USES.get(type(node), ()):
            if kind == sort and not (attribute == "name" and isinstance(node, DECLARED[sort][1])):
                found[getattr(node, attribute) or ""] += 1
    return found


def renames(
    old: tuple[Any, ...], new: tuple[Any, ...], before: Counter[str], after: Counter[str]
) -> Iterator[tuple[Any, Any]]:
    """Things that have another name and are otherwise what they were: declared alike, and used as often."""
    names, others = {t.name for t in old}, {t.name for t in new}
    gone = [t for t in old if t.name not in others]
    for thing in new:
        if thing.name in names or thing.name.startswith("box.") or made_up(thing.name):
            continue
        fitting = [t for t in gone if nameless(t) == nameless(thing) and 0 < before[t.name] == after[thing.name]]
        if len(fitting) == 1:
            gone.remove(fitting[0])
            yield fitting[0], thing


def nameless(thing: Any) -> Any:
    """What a thing is beside its name and its titles; bodies count by their size."""
    blank: dict[str, Any] = {"name": "", "title": ""}
    for attribute in ("body", "params"):
        if hasattr(thing, attribute):
            inside = getattr(thing, attribute)
            blank[attribute] = sum(1 for _ in everything(inside)) if attribute == "body" else len(inside)
    return evolve(thing, **blank)


def with_names(program: ir.Program, renamed: Mapping[tuple[str, str], str]) -> ir.Program:
    """The program with things called otherwise."""

    def name(sort: str, old: str) -> str:
        if sort == "place" and old.startswith("box."):
            return f"box.{renamed.get(('class', old[4:]), old[4:])}"
        if sort == "procedure" and ("class", old.partition(".")[0]) in renamed:
            return f"{renamed['class', old.partition('.')[0]]}.{old.partition('.')[2]}"
        if sort == "class" and made_up(old):  # of another class
            first, _, rest = old.partition(" ")
            return f"{renamed.get(('class', first), first)} {rest}"
        return renamed.get((sort, old), old)

    def change(node: Any) -> Any:
        node = rebuild(node, change)
        changes = {}
        for attribute, sort in USES.get(type(node), ()):
            old = getattr(node, attribute)
            if old is not None and name(sort, old) != old:
                changes[attribute] = name(sort, old)
        if isinstance(node, ir.ColumnOf | ir.Column) and made_up(of := called(node)):
            changes["column" if isinstance(node, ir.ColumnOf) else "name"] = name("class", of)
        return evolve(node, **changes) if changes else node

    made: ir.Program = change(program)
    return made


def called(column: ir.ColumnOf | ir.Column) -> str:
    return column.column if isinstance(column, ir.ColumnOf) else column.name


def members_alike(old: ir.Program, new: ir.Program) -> tuple[ir.Program, list[Change]]:
    """Members that stand where another stood, and everything about them but the name is the same, have a new name."""
    changes: list[Change] = []
    classes = []
    known = {c.name: c for c in new.classes}
    for c in old.classes:
        other = known.get(c.name)
        if other is None or c.size != other.size or c.columns != other.columns or c.copies != other.copies:
            classes.append(c)
            continue
        names = list(c.members)
        for i, (a, b) in enumerate(zip(c.members, other.members, strict=True)):
            if a != b and a not in other.members and b not in c.members:
                names[i] = b
                if c.sort == "links":  # which are called after their ends
                    continue
                text = f"`{c.name}.{a}` is now called `{c.name}.{b}`"
                changes.append(Change("changed", "member", f"{c.name}.{b}", text, a, b, old=c.span, new=other.span))
        titles = [b if a == c.members[i] else a for i, (a, b) in enumerate(zip(c.titles, names, strict=True))]
        classes.append(evolve(c, members=tuple(names), titles=tuple(titles)))
    return evolve(old, classes=tuple(classes)), changes


def titled_alike(old: ir.Program, new: ir.Program) -> tuple[ir.Program, list[Change]]:
    """The old program with the titles of the new one, wherever a thing of the same name has one."""
    changes: list[Change] = []
    for sort, (part, _) in DECLARED.items():
        known = {t.name: t for t in getattr(new, part)}
        things = []
        for thing in getattr(old, part):
            other = known.get(thing.name)
            if other is not None and other.title != thing.title:
                was, now = (t.title or spaced(t.name) for t in (thing, other))
                text = f"`{thing.name}` is now called “{now}”, was “{was}”"
                if was != now and getattr(thing, "sort", "") != "player":
                    changes.append(Change("changed", sort, thing.name, text, was, now, old=thing.span, new=other.span))
                thing = evolve(thing, title=other.title)
            if isinstance(thing, ir.Class) and other is not None:
                thing, more = members_titled(thing, other)
                changes += more
            things.append(thing)
        changed: dict[str, Any] = {part: tuple(things)}
        old = evolve(old, **changed)
    return old, changes


def members_titled(a: ir.Class, b: ir.Class) -> tuple[ir.Class, list[Change]]:
    titles, changes = list(a.titles), []
    for i, m in enumerate(a.members):
        if m in b.members and a.sort != "player" and titles[i] != b.titles[b.members.index(m)]:
            was, now = titles[i], b.titles[b.members.index(m)]
            text = f"`{a.name}.{m}` is now called “{now}”, was “{was}”"
            if a.sort == "links":  # which are called after their ends
                titles[i] = now
                continue
            changes.append(Change("changed", "member", f"{a.name}.{m}", text, was, now, old=a.span, new=b.span))
            titles[i] = now
    return evolve(a, titles=tuple(titles)), changes
