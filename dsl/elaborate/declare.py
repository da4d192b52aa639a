"""First pass over a file at one player count: every declared name gets its meaning in `Symbols`.

Order of work: enumerations, options, tables and grids (their cells may use options and other classes), then groups,
values and procedures by signature, then fields and zones, whose audiences need all of those. Bodies come later.
"""

from __future__ import annotations

import attrs

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.audiences import audience
from rulewright.dsl.elaborate.classes import declare_behaviours, declare_class, declare_enum, fill_cells
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.grids import declare_grid, declare_lines
from rulewright.dsl.elaborate.products import declare_product, fill_products
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import (
    LEADING_WORDS,
    BlockSymbol,
    GroupSymbol,
    ProcedureSymbol,
    Symbols,
    ValueSymbol,
)
from rulewright.dsl.elaborate.types import describe
from rulewright.dsl.source import NOWHERE, Span
from rulewright.dsl.suggest import nearest
from rulewright.dsl.walk import children, reads

MOST_CELLS = 65_536  # numbers in the state of a game


def declare(file: ast.File, s: Symbols) -> None:
    """Fill `s` from the declarations of `file`; problems go to its report."""
    declare_players(s)
    for decl in file.decls:  # before the options, whose types they may be
        match decl:
            case ast.Enum():
                declare_enum(s, decl, new_name)
            case ast.ClassDecl():
                declare_class(s, decl, new_name)
    for decl in file.decls:
        if isinstance(decl, ast.Option):
            declare_option(s, decl)
    for decl in file.decls:
        match decl:
            case ast.ClassDecl() if decl.name.text in s.classes:
                declare_behaviours(s, decl)
            case ast.Grid():
                declare_grid(s, decl, new_name)
            case ast.Lines():
                declare_lines(s, decl, new_name)
    for decl in file.decls:  # after the classes that they are made of
        if isinstance(decl, ast.Product):
            declare_product(s, decl, new_name)
    fill_cells(s, file)
    fill_products(s, file)
    for decl in file.decls:
        if isinstance(decl, ast.Group):
            declare_group(s, decl)
    for decl in file.decls:
        match decl:
            case ast.ValueDecl():
                if new_name(s, decl.name):
                    kinds = tuple(type_of(s, p.type) or ir.Truth() for p in decl.params)
                    s.values[decl.name.text] = ValueSymbol(decl, kinds)
            case ast.ProcedureDecl():
                if new_name(s, decl.name):
                    kinds = tuple(type_of(s, p.type) or ir.Truth() for p in decl.params)
                    gives = type_of(s, decl.gives) if decl.gives is not None else None
                    s.procedures[decl.name.text] = ProcedureSymbol(decl.name.text, kinds, gives, decl.name.span)
                    declare_blocks(s, decl.body, decl.name.text)
            case ast.Phase():
                declare_phase(s, decl, "")
            case ast.Setup():
                declare_blocks(s, decl.body, "setup")
    for decl in file.decls:
        if isinstance(decl, ast.FieldDecl):
            declare_field(s, decl)
        elif isinstance(decl, ast.ZoneDecl):
            declare_zone(s, decl)
    for decl in file.decls:  # audiences last: they may use any of the above
        if isinstance(decl, ast.FieldDecl) and decl.name.text in s.fields:
            declared = s.fields[decl.name.text]
            if declared.span == decl.span:
                s.fields[decl.name.text] = see_field(s, declared, decl)
        elif isinstance(decl, ast.ZoneDecl) and decl.name.text in s.zones:
            zone = s.zones[decl.name.text]
            if zone.span == decl.span:
                s.zones[decl.name.text] = see_zone(s, zone, decl)
    places: list[ir.Field | ir.Zone] = [*s.fields.values(), *s.zones.values()]
    for place in places:
        for read in reads(place.seen, s.made_values):
            s.audiences_of.setdefault(read, []).append(place.name)
    similar_names(s)
    check_size(s)


def check_size(s: Symbols) -> None:
    """The state of a game is a record of known size; a hostile text could ask for one of any size."""
    total = 0
    for field in s.fields.values():
        total += s.cls(field.per).size if field.per else 1
    zones = [zone for zone in s.zones.values() if not zone.name.startswith("box.")]
    for zone in zones:
        each = zone.capacity if zone.ordered else s.cls(zone.cls).size
        total += each * (s.cls(zone.per).size if zone.per else 1)
    if total > MOST_CELLS:
        spans = [*(f.span for f in s.fields.values()), *(z.span for z in zones)]
        s.report.stop("RW0508", max(spans, key=lambda span: span.start), cells=total, most=MOST_CELLS)


def declare_players(s: Symbols) -> None:
    names = tuple(f"seat{n}" for n in range(1, s.players + 1))
    titles = tuple(f"player {n}" for n in range(1, s.players + 1))
    s.classes["player"] = ir.Class("player", "player", names, titles, title="player")
    s.constants["players"] = (s.players, ir.Number(s.players, s.players))
    s.used |= {"player", "players"}


RESERVED = {"player", "players", "box", "seat", "min", "max", "number", *LEADING_WORDS}


def new_name(s: Symbols, name: ast.Ident) -> bool:
    """Take a name into the shared space of declared names; reports a second use of one."""
    if name.text in RESERVED:
        s.report.add("RW0112", name.span, word=name.text)
        return False
    if name.text in s.declared:
        s.report.add("RW0209", name.span, name=name.text, labels=[Label(s.declared[name.text], "declared here first")])
        return False
    s.declared[name.text] = name.span
    return True


def declare_option(s: Symbols, d: ast.Option) -> None:
    if not new_name(s, d.name):
        return
    kind = type_of(s, d.type)
    if kind is None or isinstance(kind, ir.SetType):
        return
    default = expressions.value_for(Scope(s), d.default, kind, f"the default of `{d.name.text}`")
    value = constant(default.expr, s) if not default.broken else None
    if not default.broken and value is None:
        s.report.add("RW0320", d.default.span, what="the default of an option")
    s.constants[d.name.text] = (s.options.get(d.name.text, value or 0), kind_of_value(kind, s, d, value))


def kind_of_value(kind: ir.Type, s: Symbols, d: ast.Option, value: int | None) -> ir.Number | ir.Truth | ir.Name:
    """An option is a constant: a number's type is just its value."""
    if isinstance(kind, ir.Number):
        number = s.options.get(d.name.text, value or 0)
        return ir.Number(number, number)
    assert isinstance(kind, ir.Truth | ir.Name)
    return kind


def declare_group(s: Symbols, d: ast.Group) -> None:
    if not new_name(s, d.name):
        return
    word = d.binder.kind.text
    if word in s.groups:
        s.groups[d.name.text] = GroupSymbol(d, s.groups[word].cls)
    elif word in s.classes:
        s.groups[d.name.text] = GroupSymbol(d, word)
    elif word not in s.lost_names:
        near = nearest(word, [*s.classes, *s.groups])
        s.report.add("RW0205", d.binder.kind.span, name=word, help=f"did you mean `{near}`?" if near else "")


def declare_phase(s: Symbols, p: ast.Phase, outer: str) -> None:
    path = f"{outer}.{p.name.text}" if outer else p.name.text
    if path in s.blocks:
        s.report.add("RW0209", p.name.span, name=path, labels=[Label(s.blocks[path].span, "declared here first")])
    else:
        s.add_block(BlockSymbol(path, p.name.span))
    declare_blocks(s, p.body, path)


def declare_blocks(s: Symbols, node: object, outer: str) -> None:
    """The phases and steps anywhere inside a body."""
    for child in children(node):
        if isinstance(child, ast.Phase):
            declare_phase(s, child, outer)
        elif isinstance(child, ast.Ident | Span):
            continue
        else:
            declare_blocks(s, child, outer)


def declare_field(s: Symbols, d: ast.FieldDecl) -> None:
    if not new_name(s, d.name):
        return
    if d.repeated is not None:
        s.report.add("RW0232", d.repeated, name=d.name.text)
    kind = type_of(s, d.type)
    per = d.per.text if d.per is not None else None
    if not known_class(s, d.per) or kind is None:
        s.lost_names |= {d.name.text}
        del s.declared[d.name.text]
        return
    if d.clamped and not isinstance(kind, ir.Number):
        s.report.add("RW0321", d.span, name=d.name.text, found=describe(kind))
    during = None
    if d.during is not None:
        during = block_path(s, d.during)
    initial: ir.Expr = ir.Const(default_of(s, kind))
    if d.initial is not None:
        scope = Scope(s)
        if d.per_name is not None and per is not None:
            symbol = scope.bind(d.per_name.text, ir.Name(per), d.per_name.span)
            symbol.name, symbol.used = "it", True
        initial = expressions.value_for(scope, d.initial, kind, f"`{d.name.text}`").expr
    elif isinstance(kind, ir.Number) and not kind.low <= 0 <= kind.high and during is None:
        s.report.add("RW0501", d.name.span, name=d.name.text, low=kind.low, high=kind.high)
    if during is not None:
        s.resets.setdefault(during, []).append(d.name.text)
    s.fields[d.name.text] = ir.Field(
        d.name.text, kind, per, initial, ir.Const(0), d.clamped, during, default_of(s, kind) if during else 0,
        d.title or spaced(d.name.text), span=d.span,
    )  # fmt: skip


def declare_zone(s: Symbols, d: ast.ZoneDecl) -> None:
    if not new_name(s, d.name):
        return
    per = d.per.text if d.per is not None else None
    cls = s.classes.get(d.cls.text)
    if cls is None or not cls.copies:
        if d.cls.text not in s.lost_names:
            near = nearest(d.cls.text, [c.name for c in s.classes.values() if c.copies])
            s.report.add("RW0210", d.cls.span, name=d.cls.text, help=f"did you mean `{near}`?" if near else "")
        s.lost_names |= {d.name.text}
        del s.declared[d.name.text]
        return
    if not known_class(s, d.per):
        s.lost_names |= {d.name.text}
        del s.declared[d.name.text]
        return
    s.used.add(cls.name)
    capacity = 1 if d.word == "slot" else cls.stock[0] if cls.stock else sum(cls.copies)
    if d.holds is not None:
        most = expressions.number(Scope(s), d.holds)
        value = constant(most.expr, s) if not most.broken else 1
        if value is None or value < 1:
            s.report.add("RW0320", d.holds.span, what="how much a zone holds")
        else:
            capacity = min(capacity, value)
    s.zones[d.name.text] = ir.Zone(
        d.name.text, cls.name, per, d.word == "deck", capacity, ir.Const(0),
        "either" if d.either else "plain", d.word == "slot", d.title or spaced(d.name.text), span=d.span,
    )  # fmt: skip


def see_field(s: Symbols, declared: ir.Field, d: ast.FieldDecl) -> ir.Field:
    everyone: ir.Expr = ir.Const((1 << s.players) - 1)
    seen = everyone if d.seen is None else audience(s, d.seen, d.per_name, declared.per, declared.name)
    return attrs.evolve(declared, seen=seen)


def see_zone(s: Symbols, declared: ir.Zone, d: ast.ZoneDecl) -> ir.Zone:
    if d.seen is None:
        s.report.add("RW0502", d.name.span, name=d.name.text, word=d.word)
        return attrs.evolve(declared, seen=ir.Const((1 << s.players) - 1))
    return attrs.evolve(declared, seen=audience(s, d.seen, d.per_name, declared.per, declared.name))


# ------------------------------------------------------------------------------------------------ parts


def type_of(s: Symbols, t: ast.TypeExpr) -> ir.Type | None:
    """A written type, or None (reported)."""
    if isinstance(t, ast.TypeTruth):
        return ir.Truth()
    if isinstance(t, ast.TypeRange):
        low, high = expressions.number(Scope(s), t.low), expressions.number(Scope(s), t.high)
        if low.broken or high.broken:
            return None
        a, b = constant(low.expr, s), constant(high.expr, s)
        if a is None or b is None:
            s.report.add("RW0320", t.span, what="a bound")
            return None
        if a > b:
            s.report.add("RW0322", t.span, low=a, high=b)
            return None
        return ir.Number(a, b)
    if t.name.text in s.groups:  # a member of the group's class: whether it is in the group is not promised
        s.used.add(t.name.text)
        cls = s.groups[t.name.text].cls
        return ir.SetType(cls) if t.form == "set" else ir.Name(cls, t.form == "optional")
    if t.name.text not in s.classes:
        if t.name.text not in s.lost_names:
            near = nearest(t.name.text, s.classes)
            s.report.add("RW0205", t.name.span, name=t.name.text, help=f"did you mean `{near}`?" if near else "")
        return None
    s.used.add(t.name.text)
    if t.form == "set":
        return ir.SetType(t.name.text) if s.set_fits(t.name.text, t.span) else None
    return ir.Name(t.name.text, t.form == "optional")


def known_class(s: Symbols, per: ast.Ident | None) -> bool:
    """Is the class after `per` (if any) known? Reports it where not."""
    if per is None:
        return True
    if per.text in s.classes:
        s.used.add(per.text)
        return True
    if per.text not in s.lost_names:
        near = nearest(per.text, s.classes)
        s.report.add("RW0205", per.span, name=per.text, help=f"did you mean `{near}`?" if near else "")
    return False


def block_path(s: Symbols, path: tuple[ast.Ident, ...]) -> str | None:
    """The full path of the phase or step a (tail of a) path names, or None (reported)."""
    text = ".".join(p.text for p in path)
    found = s.blocks_named(text)
    if len(found) == 1:
        return found[0].path
    if not found:
        if text in s.lost_names:
            return None
        near = nearest(path[-1].text, [b.path.rsplit(".", 1)[-1] for b in s.blocks.values()])
        s.report.add("RW0504", path[0].span, path=text, help=f"did you mean `{near}`?" if near else "")
        return None
    s.report.add("RW0505", path[0].span, path=text, choices=", ".join(f"`{b.path}`" for b in found))
    return None


def default_of(s: Symbols, kind: ir.Type) -> int:
    """What a field without an initial value starts with: no, none, 0, or the nearest bound; the first member."""
    if isinstance(kind, ir.Number):
        return min(max(0, kind.low), kind.high)
    if isinstance(kind, ir.Name) and kind.optional:
        return s.cls(kind.cls).size
    return 0


def spaced(name: str) -> str:
    """A name as words."""
    return name.replace("_", " ")


def similar_names(s: Symbols) -> None:
    """Two names that differ only in case are asking to be mixed up."""
    seen: dict[str, tuple[str, Span]] = {}
    spans = dict(s.declared)
    for name, places in s.members.items():
        spans.setdefault(name, s.row_spans.get((places[0][0], name), NOWHERE))
    for name, span in sorted(spans.items(), key=lambda item: item[1].start):
        key = name.lower()
        if key in seen and seen[key][0] != name and seen[key][1].end:
            s.report.add("RW0211", span, name=name, other=seen[key][0], labels=[Label(seen[key][1], "the other one")])
        elif span.end:
            seen.setdefault(key, (name, span))
