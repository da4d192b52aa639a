"""Links: what joins two rows of a table, such as the ways between areas.

Of a table of links the first two columns are its ends. The places it joins get columns: `neighbours` (the set of those
at the other ends), and two without a name of their own, the links at a place and its neighbours by these links.
`Way(a, b)` is the link between two places, `w.beyond(a)` its other end.
"""

from __future__ import annotations

import attrs

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions as ex
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import Unknown, describe
from rulewright.dsl.made_up import joining, links_at, neighbours_by
from rulewright.dsl.suggest import nearest
from rulewright.dsl.walk import put_for

NEIGHBOURS = "neighbours"
MOST_NAMED = 8  # places in one message


def end_column(s: Symbols, d: ast.ClassDecl, name: ast.Ident, cells: list[ast.Cell | None]) -> ir.Column | None:
    """One of the two columns that say what is joined: places by their names, or by their numbers."""
    assert d.between is not None
    places = s.classes.get(d.between.text)
    s.used.add(f"{d.name.text}.{name.text}")
    if places is None:
        return None
    values = [_end(s, places, cell) for cell in cells]
    known = tuple(v for v in values if v is not None)
    return ir.Column(name.text, ir.Name(places.name), known) if len(known) == len(values) else None


def _end(s: Symbols, places: ir.Class, cell: ast.Cell | None) -> int | None:
    atom = cell.atoms[0] if cell is not None else None
    if cell is None or atom is None:
        return None
    wanted = ""
    if isinstance(atom, ast.Int):
        wanted = str(atom.value)
    elif isinstance(atom, ast.CellName):
        wanted = atom.name.text
    if len(cell.atoms) == 1 and wanted in places.members:
        s.used.add(f"{places.name}.{wanted}")
        return places.members.index(wanted)
    if wanted not in s.lost_names:
        near = nearest(wanted, places.members)
        advice = f"did you mean `{near}`?" if near else ""
        s.report.add("RW0248", cell.span, name=wanted or "-", places=places.name, help=advice)
    return None


def joins(s: Symbols, d: ast.ClassDecl) -> None:
    """What the places know of the links that end there. Called when all tables are filled."""
    assert d.between is not None
    cls, places = s.classes[d.name.text], s.classes.get(d.between.text)
    if places is None or places.copies or places.name == cls.name:
        if d.between.text not in s.lost_names:
            known = [c.name for c in s.classes.values() if not c.copies and c.sort in ("table", "enum", "grid")]
            like = nearest(d.between.text, known)
            advice = f"did you mean `{like}`?" if like else ""
            s.report.add("RW0252", d.between.span, name=d.between.text, help=advice)
        return
    s.used.add(places.name)
    named = [cell.atoms[0] for cell in d.header.cells[:2]]
    wanted = [atom.name.text for atom in named if isinstance(atom, ast.CellName)]
    if len(wanted) < 2 or [c.name for c in cls.columns[:2]] != wanted:  # an end that is none is reported
        return
    if not s.set_fits(places.name, d.span) or not s.set_fits(cls.name, d.span):
        return
    ends = list(zip(cls.columns[0].values, cls.columns[1].values, strict=True))
    if len(ends) != len(d.rows):  # two rows of one name
        return
    sound = _sound(s, d, ends)
    at, near = [0] * places.size, [0] * places.size
    for number, (a, b) in enumerate(ends):
        for one, other in ((a, b), (b, a)):
            at[one] |= 1 << number
            near[one] |= 1 << other
    if sound:
        _apart(s, d, places, near)
    titles = tuple(f"{places.titles[a]} - {places.titles[b]}" for a, b in ends)
    s.classes[cls.name] = attrs.evolve(cls, titles=titles)
    s.links[cls.name] = places.name
    own = (
        ir.Column(links_at(cls.name), ir.SetType(cls.name), tuple(at)),
        ir.Column(neighbours_by(cls.name), ir.SetType(places.name), tuple(near)),
    )
    s.classes[places.name] = attrs.evolve(places, columns=(*_with_neighbours(places, near), *own))


def _with_neighbours(places: ir.Class, near: list[int]) -> tuple[ir.Column, ...]:
    """The columns with these neighbours added to those by other links; a column that the author called so stays."""
    kind = ir.SetType(places.name)
    older = next((c for c in places.columns if c.name == NEIGHBOURS), None)
    if older is None:
        return (*places.columns, ir.Column(NEIGHBOURS, kind, tuple(near)))
    if older.type != kind:
        return places.columns
    both = ir.Column(NEIGHBOURS, kind, tuple(x | y for x, y in zip(older.values, near, strict=True)))
    return tuple(both if c is older else c for c in places.columns)


def _sound(s: Symbols, d: ast.ClassDecl, ends: list[tuple[int, int]]) -> bool:
    """Does every link join two places that no other link joins?"""
    seen: dict[tuple[int, int], ast.Row] = {}
    found = len(s.report.problems)
    for (a, b), row in zip(ends, d.rows, strict=True):
        if a == b:
            s.report.add("RW0250", row.span)
            continue
        pair = (min(a, b), max(a, b))
        first = seen.setdefault(pair, row)
        if first is not row:
            differ = [cell.atoms for cell in first.cells[2:]] != [cell.atoms for cell in row.cells[2:]]
            advice = "the two do not say the same; a link leads both ways, so write it once" if differ else ""
            s.report.add(
                "RW0249", row.span, name=row.key.text.replace("_", " and "), links=d.name.text,
                labels=[Label(first.span, "the first one")], help=advice or "a link leads both ways: write it once",
            )  # fmt: skip
    return len(s.report.problems) == found


def _apart(s: Symbols, d: ast.ClassDecl, places: ir.Class, near: list[int]) -> None:
    """Warn of places that no links lead to from the first one."""
    found = edge = 1
    while edge:
        new = 0
        for place in range(places.size):
            if edge >> place & 1:
                new |= near[place]
        edge = new & ~found
        found |= new
    lost = [m for n, m in enumerate(places.members) if not found >> n & 1]
    if lost:
        more = f" and {len(lost) - MOST_NAMED} more" if len(lost) > MOST_NAMED else ""
        span = s.row_spans.get((places.name, lost[0]), d.name.span)
        s.report.add(
            "RW0251", d.name.span, links=d.name.text, first=places.members[0], lost=", ".join(lost[:MOST_NAMED]) + more,
            labels=[Label(span, "the first of them")],
        )  # fmt: skip


# ------------------------------------------------------------------------------------------------ in expressions


def link_between(scope: Scope, e: ast.CallExpr, links: str) -> ex.Typed:
    """`Way(a, b)`: the link that joins two places, or none; where places are numbers, also `Way(20, 22)`."""
    from rulewright.dsl.elaborate.named import arity

    s = scope.symbols
    s.used.add(links)
    if not arity(scope, e, links, 2):
        return ex.ERROR
    of = ir.Name(s.links[links])
    a, b = (ex.value_for(scope, _place(s, of.cls, arg), of, f"`{links}`") for arg in e.args)
    if a.broken or b.broken:
        return ex.ERROR
    found = joined_by(s, links, a.expr, b.expr)
    link = constant(found, s)
    if link is not None and link < s.cls(links).size:  # two places that are known to be joined
        return ex.Typed(ir.Const(link, span=e.span), ir.Name(links))
    return ex.Typed(found, ir.Name(links, True))


def _place(s: Symbols, places: str, e: ast.Expr) -> ast.Expr:
    """A number, where the places are numbers, is the place of that number."""
    if not isinstance(e, ast.Int) or not all(m.isdecimal() for m in s.cls(places).members):
        return e
    return ast.CallExpr(ast.Name(places, span=e.span), (e,), span=e.span)


def joined_by(s: Symbols, links: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """The link between two places as a look-up."""
    row = ir.Arith("+", ir.Arith("*", a, ir.Const(s.cls(s.links[links]).size)), b)
    return ir.ColumnOf(_joining(s, links), "link", row)


def _joining(s: Symbols, links: str) -> str:
    """The link between any two places: row a * size + b. Made on first use."""
    name = joining(links)
    if name not in s.classes:
        cls, size = s.cls(links), s.cls(s.links[links]).size
        found = [cls.size] * (size * size)
        for number, (a, b) in enumerate(zip(cls.columns[0].values, cls.columns[1].values, strict=True)):
            found[a * size + b] = found[b * size + a] = number
        keys = tuple(str(i) for i in range(size * size))
        column = ir.Column("link", ir.Name(links, True), tuple(found))
        s.classes[name] = ir.Class(name, "table", keys, keys, (column,))
        s.used.add(name)
    return name


def beyond(scope: Scope, e: ast.CallExpr, of: ast.Dot) -> ex.Typed:
    """`w.beyond(a)`: the end of a link that is not a; if neither is, the first."""
    from rulewright.dsl.elaborate.named import arity

    s = scope.symbols
    link = ex.typed(scope, of.of)
    if link.broken or not arity(scope, e, "beyond", 1):
        return ex.ERROR
    if not isinstance(link.type, ir.Name) or link.type.cls not in s.links:
        if not isinstance(link.type, ir.Name) or s.cls(link.type.cls).sort != "links":
            s.report.add("RW0253", e.span, found=describe(link.type))
        return ex.ERROR
    if link.type.optional:
        link = ex.value_for(scope, of.of, ir.Name(link.type.cls), "`beyond`")
    cls = s.cls(link.type.cls) if isinstance(link.type, ir.Name) else None
    if link.broken or cls is None:
        return ex.ERROR
    places = ir.Name(s.links[cls.name])
    place = ex.value_for(scope, e.args[0], places, "`beyond`")
    if place.broken:
        return ex.ERROR
    first, second = (ir.ColumnOf(cls.name, column.name, link.expr, span=e.span) for column in cls.columns[:2])
    made = ir.Cases(((ir.Compare("is", first, place.expr), second),), first, span=e.span)
    return ex.Typed(made, places)


def at_place(scope: Scope, links: str, place: ast.Expr) -> ir.SetDomain | None:
    """`Way w at a`: the links with an end there, as a domain. None if that is broken."""
    s = scope.symbols
    if links not in s.links:
        if s.cls(links).sort != "links":  # else its ends are wrong, which is reported
            s.report.add("RW0254", place.span, name=links)
        return None
    at = ex.value_for(scope, place, ir.Name(s.links[links]), "`at`")
    if at.broken:
        return None
    return ir.SetDomain(links, ir.ColumnOf(s.links[links], links_at(links), at.expr, span=place.span))


def steps_along(s: Symbols, links: str, local: str, over: ir.Expr) -> ir.Expr:
    """The places that links of the set `over` lead to from `local`."""
    places = s.links[links]
    label = s.new_local("beyond", ir.Name(places))
    link = joined_by(s, links, ir.Local(local), ir.Local(label))
    ways = links_at(links)
    match over:
        case ir.Fold(op="set", domain=ir.SetDomain(set=ir.ColumnOf(column=column, row=ir.Local(name=at)))) if (
            column == ways and at == local
        ):
            guard = None if over.guard is None else put_for(over.guard, over.local, link)
        case _:
            guard = ir.Member(link, over)
    near = ir.ColumnOf(places, neighbours_by(links), ir.Local(local))
    return near if guard is None else ir.Fold("set", label, ir.SetDomain(places, near), guard)


def distance(scope: Scope, e: ast.CallExpr) -> ex.Typed:
    """`distance(b, (Area x reached from a over ...))`: in how many steps b is reached."""
    from rulewright.dsl.elaborate.named import arity

    s = scope.symbols
    if not arity(scope, e, "distance", 2):
        return ex.ERROR
    search = ex.typed(scope, e.args[1])
    if search.broken:
        return ex.ERROR
    if not isinstance(search.expr, ir.Reach):
        s.report.add("RW0255", e.args[1].span)
        return ex.ERROR
    cls = search.expr.cls
    to = ex.value_for(scope, e.args[0], ir.Name(cls), "`distance`")
    if to.broken or isinstance(to.type, Unknown):
        return ex.ERROR
    return ex.Typed(ir.Distance(search.expr, to.expr, span=e.span), ir.Number(0, s.cls(cls).size))

