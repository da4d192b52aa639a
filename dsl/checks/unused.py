"""What is written down and never used: mostly a slip, or a rule that got lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below

NOT_COLUMNS = {"count", "name"}  # columns with a meaning of their own


def check_unused(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report what is never used (RW0228), fields never read (RW0229), and components that stay in the box (RW0230)."""
    read = fields_read(program)
    parts_used = {used.partition(".")[0] for used in s.used if "." in used}
    for what, name, key, span in declared(file, s):
        if name.startswith("_"):
            continue
        if key not in s.used and not (key in parts_used and what in {"enum", "grid", "table"}):
            s.report.add("RW0228", span, what=what, name=name)
        elif what == "field" and key not in read:
            s.report.add("RW0229", span, name=name)
    check_box(file, program, s)


def declared(file: ast.File, s: Symbols) -> Iterator[tuple[str, str, str, Span]]:
    """Everything with a name: what it is, the name, the name under which its uses are noted, and its place."""
    for d in file.decls:
        match d:
            case ast.Option():
                yield "option", d.name.text, d.name.text, d.name.span
            case ast.Enum():
                yield "enum", d.name.text, d.name.text, d.name.span
            case ast.Grid() | ast.Lines():
                word = "grid" if isinstance(d, ast.Grid) else "table"
                yield word, d.name.text, d.name.text, d.name.span
            case ast.Group():
                yield "group", d.name.text, d.name.text, d.name.span
            case ast.FieldDecl():
                yield "field", d.name.text, d.name.text, d.name.span
            case ast.ZoneDecl():
                yield d.word, d.name.text, d.name.text, d.name.span
            case ast.ValueDecl():
                yield "value", d.name.text, d.name.text, d.name.span
            case ast.ProcedureDecl():
                yield "procedure", d.name.text, d.name.text, d.name.span
            case ast.ClassDecl():
                yield d.word, d.name.text, d.name.text, d.name.span
                yield from parts_of(d, s)
            case ast.Product():
                yield d.word, d.name.text, d.name.text, d.name.span
                for made in d.columns:
                    if made.name.text not in {"count", "name", "kind"}:
                        yield "column", made.name.text, f"{d.name.text}.{made.name.text}", made.span


def parts_of(d: ast.ClassDecl, s: Symbols) -> Iterator[tuple[str, str, str, Span]]:
    """The columns and behaviours of a table."""
    typed = {c.name for c in s.cls(d.name.text).columns}
    for cell in d.header.cells:
        atom = cell.atoms[0]
        if isinstance(atom, ast.CellName) and atom.name.text in typed - NOT_COLUMNS:
            yield "column", atom.name.text, f"{d.name.text}.{atom.name.text}", cell.span
    first: dict[str, Span] = {}
    for row in d.rows:
        for b in row.behaviours:
            first.setdefault(b.name.text, b.name.span)
    for name, span in first.items():
        yield "behaviour", name, f"{d.name.text}.{name}", span


def fields_read(program: ir.Program) -> set[str]:
    """Fields whose value matters somewhere; `add 1 to f` alone does not make `f` matter."""
    found: set[str] = set()
    waiting: list[tuple[Any, str]] = [(program, "")]
    while waiting:
        node, target = waiting.pop()
        for part in below_until_write(node):
            if isinstance(part, ir.SetField):
                waiting.append((part.value, part.place.field))
                if part.place.index is not None:
                    waiting.append((part.place.index, target))
            elif isinstance(part, ir.Read) and part.place.field != target:
                found.add(part.place.field)
    return found


def below_until_write(node: Any) -> Iterator[Any]:
    """The node and all below it, but nothing below a write of a field."""
    from rulewright.dsl.walk import children

    waiting = [node]
    while waiting:
        part = waiting.pop()
        yield part
        if not isinstance(part, ir.SetField):
            waiting.extend(children(part))


def check_box(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Components that no rule can take out of the box."""
    out: dict[str, set[int]] = {}
    for node in below(program):
        if isinstance(node, ir.Move) and node.source.zone.startswith("box."):
            cls = node.source.zone.removeprefix("box.")
            kind = None if node.kind is None else constant(node.kind, s)
            out.setdefault(cls, set()).update(range(s.cls(cls).size) if kind is None else {kind})
    for d in file.decls:
        if not isinstance(d, ast.ClassDecl | ast.Product) or d.name.text not in s.used:
            continue
        if not (copies := s.cls(d.name.text).copies):
            continue
        left = out.get(d.name.text, set())
        if not left and d.word != "dice":
            s.report.add("RW0230", d.name.span, name=d.name.text)
            continue
        for row, span in enumerate(s.row_spans[d.name.text, m] for m in s.cls(d.name.text).members):
            if left and row not in left and copies[row]:
                s.report.add("RW0230", span, name=s.cls(d.name.text).members[row])
