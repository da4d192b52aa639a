"""Classes: enumerations, tables of cards, tokens, dice and plain rows, and grids.

The first line of a table names its columns. `count` says how many copies there are (1 if absent), `name` is the title;
every other column is typed by its cells: numbers, yes/no, or members of one class (`-` for none).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

import attrs

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.links import end_column, joins
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Behaviours, Symbols
from rulewright.dsl.elaborate.types import NoneType, Static, Unknown, describe, join
from rulewright.dsl.source import Span

NewName = Callable[[Symbols, ast.Ident], bool]
COMPONENTS = {"cards", "tokens", "dice"}
MOST_ROWS = 4096
MOST_COPIES = 10_000


def add_class(s: Symbols, cls: ir.Class, spans: dict[str, Span]) -> None:
    s.classes[cls.name] = cls
    for index, member in enumerate(cls.members):
        s.members.setdefault(member, []).append((cls.name, index))
        s.row_spans[cls.name, member] = spans[member]


def lose(s: Symbols, *names: ast.Ident) -> None:
    """These will have no meaning, and that is reported: uses of them are not reported again."""
    s.lost_names |= {name.text for name in names}
    s.declared.pop(names[0].text, None)


def unique(s: Symbols, names: list[ast.Ident], of: str) -> dict[str, Span]:
    """The names that are new, with their places; a second one is reported."""
    found: dict[str, Span] = {}
    for name in names:
        if name.text in found:
            s.report.add("RW0212", name.span, name=name.text, of=of, labels=[Label(found[name.text], "the first one")])
        else:
            found[name.text] = name.span
    return found


def declare_enum(s: Symbols, d: ast.Enum, new_name: NewName) -> None:
    if not new_name(s, d.name):
        return
    spans = unique(s, [m.name for m in d.members], d.name.text)
    titles = {m.name.text: m.title or m.name.text for m in d.members}
    made = ir.Class(d.name.text, "enum", tuple(spans), tuple(titles[m] for m in spans), span=d.name.span)
    add_class(s, made, spans)


def declare_class(s: Symbols, d: ast.ClassDecl, new_name: NewName) -> None:
    """The members of a table; its cells are read by `fill_cells` when every class is known."""
    if not new_name(s, d.name):
        return
    if not d.rows:
        if d.rows_from is None:
            s.report.add("RW0214", d.name.span, name=d.name.text)
        else:
            s.rows_lost = True
        lose(s, d.name)
        return
    if len(d.rows) > MOST_ROWS:
        s.report.add("RW0213", d.span, name=d.name.text, most=MOST_ROWS)
        lose(s, d.name, *(row.key for row in d.rows))
        return
    spans = unique(s, [r.key for r in d.rows], d.name.text)
    copies = (1,) * len(spans) if d.word in COMPONENTS else ()
    sort = cast(Literal["cards", "tokens", "dice", "table", "links"], d.word)
    made = ir.Class(
        d.name.text,
        sort,
        tuple(spans),
        tuple(spans),
        (),
        copies,
        d.title or d.name.text,
        span=d.name.span,
    )
    add_class(s, made, spans)


def declare_behaviours(s: Symbols, d: ast.ClassDecl) -> None:
    """`on use` under several rows is one procedure with a case a row; its parameters must agree."""
    for orphan in d.header.behaviours:
        s.report.add("RW0231", orphan.span, name=f"on {orphan.name.text}")
    for block in d.header.living:
        s.report.add("RW0231", block.span, name="while")
    by_name: dict[str, list[tuple[int, ast.Behaviour]]] = {}
    place = {member: n for n, member in enumerate(s.classes[d.name.text].members)}
    for row in d.rows:
        for b in row.behaviours:
            by_name.setdefault(b.name.text, []).append((place[row.key.text], b))
    for name, rows in by_name.items():
        first = rows[0][1]
        for _, other in rows[1:]:
            if [p.name.text for p in other.params] != [p.name.text for p in first.params]:
                s.report.add("RW0215", other.span, name=name, labels=[Label(first.span, "the first one")])
        s.behaviours[d.name.text, name] = Behaviours(f"{d.name.text}.{name}", first.params, tuple(rows))


def fill_cells(s: Symbols, file: ast.File) -> None:
    """Columns, copies and titles of every table. A second pass, because a cell may name a row of a later table."""
    for d in file.decls:
        if isinstance(d, ast.ClassDecl) and d.name.text in s.classes and s.classes[d.name.text].span == d.name.span:
            s.classes[d.name.text] = read_table(s, d, s.classes[d.name.text])
    for d in file.decls:
        if isinstance(d, ast.ClassDecl) and d.between is not None and d.name.text in s.classes:
            joins(s, d)
    for cls in list(s.classes.values()):
        add_box(s, cls)


def add_box(s: Symbols, cls: ir.Class) -> None:
    """The box in which the components of a class lie at first."""
    if cls.copies:
        s.zones[f"box.{cls.name}"] = ir.Zone(
            f"box.{cls.name}", cls.name, None, False, sum(cls.components), ir.Const((1 << s.players) - 1),
            title="the box", span=cls.span,
        )  # fmt: skip


def read_table(s: Symbols, d: ast.ClassDecl, cls: ir.Class) -> ir.Class:
    names = header(s, d)
    rows: dict[str, ast.Row] = {}
    for row in d.rows:
        rows.setdefault(row.key.text, row)
        if len(row.cells) != len(names):
            s.report.add(
                "RW0216", row.span, given=len(row.cells), wanted=len(names), columns=", ".join(n.text for n in names)
            )
    columns: list[ir.Column] = []
    for position, name in enumerate(names):
        cells = [r.cells[position] if position < len(r.cells) else None for r in rows.values()]
        if name.text == "count" and cls.copies:
            cls = attrs.evolve(cls, copies=tuple(copies_of(s, c) for c in cells))
        elif name.text == "name":
            cls = attrs.evolve(cls, titles=titles_of(s, cls, cells))
        else:
            is_end = d.between is not None and position < 2
            made = end_column(s, d, name, cells) if is_end else column(s, name, cells)
            columns += [made] if made is not None else []
    if d.stock is not None:
        cls = attrs.evolve(cls, stock=(stock_of(s, d),) * cls.size)
    key = numeric_key(d, list(rows))
    return attrs.evolve(cls, columns=(*key, *columns))


def numeric_key(d: ast.ClassDecl, rows: list[str]) -> list[ir.Column]:
    """A table keyed by numbers also has its key as a column."""
    if not all(r.isdecimal() and len(r) < 10 for r in rows):
        return []
    numbers = [int(r) for r in rows]
    return [ir.Column(d.header.key.text, ir.Number(min(numbers), max(numbers)), tuple(numbers))]


def header(s: Symbols, d: ast.ClassDecl) -> list[ast.Ident]:
    """The column names after the first."""
    names: list[ast.Ident] = []
    for cell in d.header.cells:
        atom = cell.atoms[0]
        if isinstance(atom, ast.CellName) and len(cell.atoms) == 1:
            names.append(atom.name)
        else:
            s.report.add("RW0217", cell.span)
            names.append(ast.Ident("?", span=cell.span))
    unique(s, [d.header.key, *names], f"the columns of {d.name.text}")
    return names


def copies_of(s: Symbols, cell: ast.Cell | None) -> int:
    if cell is None:
        return 1
    t = read_cell(s, cell, "")
    value = constant(t.expr, s) if isinstance(t.type, ir.Number) else None
    if isinstance(t.type, Unknown) and not is_text(cell):
        return 1
    if value is None or not 0 <= value <= MOST_COPIES:
        s.report.add("RW0218", cell.span, most=MOST_COPIES, players=s.players)
        return 1
    return value


def stock_of(s: Symbols, d: ast.ClassDecl) -> int:
    """How many dice there are."""
    assert d.stock is not None
    if d.word != "dice":
        s.report.add("RW0293", d.stock.span, word=d.word)
        return 1
    t = expressions.number(Scope(s), d.stock)
    value = constant(t.expr, s)
    if t.broken:
        return 1
    if value is None or not 1 <= value <= MOST_COPIES:
        s.report.add("RW0218", d.stock.span, most=MOST_COPIES, players=s.players)
        return 1
    return value


def titles_of(s: Symbols, cls: ir.Class, cells: list[ast.Cell | None]) -> tuple[str, ...]:
    found = []
    for member, cell in zip(cls.members, cells, strict=True):
        atom = cell.atoms[0] if cell is not None else None
        if isinstance(atom, ast.CellText):
            found.append(atom.text)
            continue
        if cell is not None and not isinstance(atom, ast.CellBlank):
            s.report.add("RW0219", cell.span)
        found.append(member)
    return tuple(found)


def column(s: Symbols, name: ast.Ident, cells: list[ast.Cell | None]) -> ir.Column | None:
    """One column, typed by its cells."""
    found: list[expressions.Typed] = []
    kind: Static = Unknown()
    hint = ""
    texts = False
    for cell in cells:
        t = read_cell(s, cell, hint) if cell is not None else expressions.ERROR
        both = join(kind, t.type)
        text = is_text(cell)
        if cell is not None and (both is None or (text and not isinstance(kind, Unknown)) or (texts and not t.broken)):
            one, other = "a text" if texts else describe(kind), "a text" if text else describe(t.type)
            s.report.add("RW0220", cell.span, column=name.text, one=one, other=other)
            t = expressions.ERROR
        elif both is None or text:
            texts = texts or text
        else:
            kind = both
        hint = kind.cls if isinstance(kind, ir.Name) else hint
        found.append(t)
    if not isinstance(kind, ir.Number | ir.Truth | ir.Name | ir.SetType):
        return None
    none = s.cls(kind.cls).size if isinstance(kind, ir.Name) else 0
    values = []
    for t in found:
        value = none if isinstance(t.type, NoneType) else constant(t.expr, s)
        values.append(value if value is not None else 0)
    return ir.Column(name.text, kind, tuple(values))


def is_text(cell: ast.Cell | None) -> bool:
    """Is it prose, which has no value? A column of texts is there to be read in the file."""
    return cell is not None and isinstance(cell.atoms[0], ast.CellText)


def read_cell(s: Symbols, cell: ast.Cell, hint: str) -> expressions.Typed:
    """One cell; several atoms joined by `+` are a set."""
    atoms = [read_atom(s, a, hint) for a in cell.atoms]
    if len(atoms) == 1:
        return atoms[0]
    mask, cls = 0, ""
    for atom in atoms:
        if isinstance(atom.type, Unknown):
            return expressions.ERROR
        if not isinstance(atom.type, ir.Name) or (cls and atom.type.cls != cls):
            s.report.add("RW0221", cell.span)
            return expressions.ERROR
        cls = atom.type.cls
        if not s.set_fits(cls, cell.span):
            return expressions.ERROR
        mask |= 1 << (constant(atom.expr, s) or 0)
    return expressions.Typed(ir.Const(mask), ir.SetType(cls))


Atom = ast.CellName | ast.CellText | ast.CellBlank | ast.YesNo | ast.Int | ast.CellExpr


def read_atom(s: Symbols, atom: Atom, hint: str) -> expressions.Typed:
    match atom:
        case ast.CellName():
            return expressions.typed(Scope(s), ast.Name(atom.name.text, span=atom.name.span), hint)
        case ast.CellExpr():
            t = expressions.typed(Scope(s), atom.expr, hint)
            if not t.broken and constant(t.expr, s) is None:
                s.report.add("RW0320", atom.expr.span, what="a cell of a table")
                return expressions.ERROR
            return t
        case ast.Int() | ast.YesNo():
            return expressions.typed(Scope(s), atom)
        case ast.CellBlank():
            return expressions.Typed(ir.Const(0), NoneType())
        case ast.CellText():
            return expressions.ERROR  # texts are for the `name` column; others are prose and have no value
