"""The kinds, tables and enumerations of two rulesets, side by side: members, how many there are, titles, cells."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.words.text import spaced
from rulewright.dsl import ir
from rulewright.tools.diff.change import Change, listed_short
from rulewright.tools.diff.links import own_columns, written
from rulewright.tools.diff.things import Side, matched

KINDS = {
    "player": "players",
    "enum": "enum",
    "cards": "cards",
    "tokens": "tokens",
    "dice": "dice",
    "table": "table",
    "links": "links",
    "grid": "grid",
}
MOST_MEMBERS = 12  # told one by one


def classes(sides: tuple[Side, Side]) -> Iterator[Change]:
    before, after = (written(side.program.classes) for side in sides)
    for a, b in matched(before, after):
        if a is not None and b is not None:
            yield from in_class(a, b, sides)
        elif b is not None:
            about = listed_short([counted(b, m) for m in range(b.size)])
            text = f"The {KINDS[b.sort]} `{b.name}` {verb(b)} added: {about}"
            rows = [(b.titles[m] or b.members[m], about_member(b, m, sides[1])) for m in range(b.size)]
            detail = detailed([f"{title}: {cells}" for title, cells in rows if cells])
            yield Change("added", KINDS[b.sort], b.name, text, detail=detail, new=b.span)
        elif a is not None:
            text = f"The {KINDS[a.sort]} `{a.name}` {verb(a)} removed"
            yield Change("removed", KINDS[a.sort], a.name, text, old=a.span)


def verb(c: ir.Class) -> str:
    return "were" if KINDS[c.sort].endswith("s") else "was"


def counted(c: ir.Class, member: int) -> str:
    title = c.titles[member] or c.members[member]
    return f"{title} ({c.copies[member]})" if c.copies else title


def in_class(a: ir.Class, b: ir.Class, sides: tuple[Side, Side]) -> Iterator[Change]:
    """Of one class: its members, their numbers and titles, its columns and cells."""
    what = KINDS[b.sort]
    if a.sort != b.sort:
        yield Change("changed", what, b.name, f"`{b.name}` is now {what}, was {KINDS[a.sort]}", old=a.span, new=b.span)
    if a.title != b.title and b.sort != "player":
        was, now = a.title or spaced(a.name), b.title or spaced(b.name)
        yield Change(
            "changed", what, b.name, f"`{b.name}` is now called “{now}”, was “{was}”", was, now, old=a.span, new=b.span
        )
    if b.sort != "player":
        yield from members(a, b, sides[1])
    if a.sort == b.sort == "grid" and a.members != b.members:
        return  # its columns follow from its size
    for column, other in matched(*(own_columns(c, side.program) for c, side in zip((a, b), sides, strict=True))):
        if column is not None and other is not None:
            yield from cells(a, b, column, other, sides)
        else:
            name = f"{b.name}.{(other or column).name}"  # type: ignore[union-attr]
            kind, done = ("removed", "removed") if other is None else ("added", "added")
            detail = () if other is None else detailed([f"{b.titles[m] or b.members[m]}: {cell(other, m, sides[1])}"
                                                        for m in range(b.size)])  # fmt: skip
            text = f"The column `{name}` was {done}"
            yield Change(kind, "column", name, text, detail=detail, old=a.span, new=b.span)  # type: ignore[arg-type]


def cell(column: ir.Column, member: int, side: Side) -> str:
    return side.words.constant(column.values[member], column.type)


def about_member(c: ir.Class, member: int, side: Side) -> str:
    """What the columns of a table say of a member: "from The Church, to The Rock, toll 3"."""
    columns = () if c.sort == "grid" else own_columns(c, side.program)
    return ", ".join(f"{spaced(column.name)} {cell(column, member, side)}" for column in columns)


def detailed(lines: list[str]) -> tuple[str, ...]:
    return (*lines[: MOST_MEMBERS - 1], "…") if len(lines) > MOST_MEMBERS else tuple(lines)


def members(a: ir.Class, b: ir.Class, side: Side) -> Iterator[Change]:
    what = KINDS[b.sort]
    gone = [m for m in a.members if m not in b.members]
    more = [m for m in b.members if m not in a.members]
    if len(gone) + len(more) > MOST_MEMBERS:
        text = f"`{b.name}` now has {b.size} members, was {a.size}"
        yield Change("changed", what, b.name, text, str(a.size), str(b.size), old=a.span, new=b.span)
        gone, more = [], []
    for m in gone:
        yield Change("removed", what, f"{a.name}.{m}", f"`{a.name}.{m}` was removed", old=a.span, new=b.span)
    for m in more:
        number = b.members.index(m)
        title = "" if b.titles[number] in (m, "") or b.sort == "links" else f"“{b.titles[number]}”"
        parts = [title, many(b.copies[number]) if b.copies else "", about_member(b, number, side)]
        about = f": {', '.join(p for p in parts if p)}" if any(parts) else ""
        yield Change("added", what, f"{b.name}.{m}", f"`{b.name}.{m}` was added{about}", old=a.span, new=b.span)
    both = [m for m in b.members if m in a.members]
    if both != [m for m in a.members if m in b.members]:
        text = f"`{b.name}` is now in another order: {listed_short(list(b.members))}"
        yield Change("moved", what, b.name, text, old=a.span, new=b.span)
    for m in both:
        i, j = a.members.index(m), b.members.index(m)
        name = f"{b.name}.{m}"
        if a.copies and b.copies and a.copies[i] != b.copies[j]:
            was, now = str(a.copies[i]), str(b.copies[j])
            yield Change(
                "changed",
                what,
                f"{name}.count",
                f"Of `{name}` there {are(now)} now {now}, was {was}",
                was,
                now,
                old=a.span,
                new=b.span,
            )
        if a.titles[i] != b.titles[j]:
            was, now = a.titles[i], b.titles[j]
            yield Change(
                "changed", what, name, f"`{name}` is now called “{now}”, was “{was}”", was, now, old=a.span, new=b.span
            )


def are(number: str) -> str:
    return "is" if number == "1" else "are"


def many(number: int) -> str:
    return "one of them" if number == 1 else f"{number} of them"


def cells(a: ir.Class, b: ir.Class, column: ir.Column, other: ir.Column, sides: tuple[Side, Side]) -> Iterator[Change]:
    """A column in both, cell by cell."""
    found = []
    for j, m in enumerate(b.members):
        if m not in a.members:
            continue
        was, now = cell(column, a.members.index(m), sides[0]), cell(other, j, sides[1])
        if was != now:
            name = f"{b.name}.{m}.{other.name}"
            found.append(
                Change("changed", "cell", name, f"`{name}` is now {now}, was {was}", was, now, old=a.span, new=b.span)
            )
    if len(found) <= MOST_MEMBERS:
        yield from found
    else:
        name = f"{b.name}.{other.name}"
        yield Change(
            "changed", "column", name, f"{len(found)} cells of `{name}` are different now", old=a.span, new=b.span
        )
    if not found and not isinstance(other.type, ir.Number) and sides[0].type(column.type) != sides[1].type(other.type):
        was, now = sides[0].type(column.type), sides[1].type(other.type)
        name = f"{b.name}.{other.name}"
        yield Change(
            "changed", "column", name, f"`{name}` now holds {now}, was {was}", was, now, old=a.span, new=b.span
        )
