"""Tables whose rows stand in a file: `table Area from "areas.csv"` and the file's text into the table with its rows.

The file lies beside the rules, under a plain name. Its first line names the columns; cells are what they are in a
table of the rules, or nothing for none. Problems are shown in the file, at the row.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

import attrs

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.parse import LONGEST_LINE, STRAY, parser
from rulewright.dsl.source import Source, Span

NAME = re.compile(r"[^\W\d]\w*")
NUMBER = re.compile(r"\d{1,9}")
BELOW_ZERO = re.compile(r"-\d{1,9}")
PLAIN = re.compile(r"\w[\w-]*\.csv")
TITLES = "name"  # a column of texts


def with_rows(file: ast.File, source: Source, report: Report) -> ast.File:
    """The file with the rows of every table in place; a table whose rows cannot be had, or not all, stays without."""
    return attrs.evolve(file, decls=tuple(_declared(d, source, report) for d in file.decls))


def _declared(decl: ast.Decl, source: Source, report: Report) -> ast.Decl:
    if isinstance(decl, ast.ClassDecl):
        return _table(decl, source, report)
    if isinstance(decl, ast.Variant):
        return attrs.evolve(decl, changes=tuple(_change(c, source, report) for c in decl.changes))
    return decl


def _change(change: ast.Alteration, source: Source, report: Report) -> ast.Alteration:
    if isinstance(change, ast.Add) and isinstance(change.decl, ast.ClassDecl):
        return attrs.evolve(change, decl=_table(change.decl, source, report))
    if isinstance(change, ast.Replace) and isinstance(change.new, ast.ClassDecl):
        return attrs.evolve(change, new=_table(change.new, source, report))
    return change


def _table(table: ast.ClassDecl, source: Source, report: Report) -> ast.ClassDecl:
    if table.rows_from is None:
        return table
    place, wanted = table.rows_from.span, table.rows_from.file
    if not PLAIN.fullmatch(wanted):
        report.add("RW0243", place, file=wanted)
        return table
    text = dict(source.beside).get(wanted)
    if text is None:
        report.add("RW0244", place, file=wanted)
        return table
    known = len(report.problems)
    lines = list(_lines(Source(wanted, text), report))
    if len(report.problems) > known:
        return table
    if not lines:
        report.add("RW0245", place, file=wanted)
        return table
    header, *rows = lines
    made = [_row(row, [cell.text for cell in header]) for row in rows]
    names = tuple(ast.Cell((ast.CellName(_key(cell)),), span=cell.span) for cell in header[1:])
    top = ast.Row(_key(header[0]), names, (), span=header[0].span)
    words = {t.pattern.value for t in parser().terminals}
    for cell in header[1:]:
        if not NAME.fullmatch(cell.text):
            report.add("RW0217", cell.span)
    for row in rows:
        if not NAME.fullmatch(row[0].text) and not NUMBER.fullmatch(row[0].text):
            report.add("RW0246", row[0].span, found=row[0].text or "nothing")
        elif row[0].text in words:
            report.add("RW0112", row[0].span, word=row[0].text)
    if table.between is not None:
        top, made = ast.joined_header(top), [ast.joined(row) for row in made]
    return attrs.evolve(table, header=top, rows=tuple(made), rows_from=None)


@attrs.frozen
class Written:
    """A cell of the file: its text without quotes, and its place."""

    text: str
    span: Span


def _lines(source: Source, report: Report) -> Iterator[list[Written]]:
    """The lines that are not empty, cell by cell."""
    for number, start in enumerate(source.line_starts, 1):
        line = source.line(number)
        if not line.strip(" \t,"):
            continue
        if len(line) > LONGEST_LINE:
            report.add("RW0111", Span(source, start, start + LONGEST_LINE), most=LONGEST_LINE)
            continue
        stray = STRAY.search(line)
        if stray is not None:
            place = Span(source, start + stray.start(), start + stray.end())
            report.add("RW0109", place, character=f"U+{ord(stray[0]):04X}")
            continue
        if line.count('"') % 2:
            report.add("RW0247", Span(source, start, start + len(line)))
            continue
        at, cells = 0, []
        for text in next(csv.reader([line], skipinitialspace=True)):
            found = line.find(text, at)
            at = max(at, found) + len(text)
            end = start + at
            cells.append(Written(text.strip(), Span(source, max(start, end - max(1, len(text))), max(end, start + 1))))
        yield cells


def _key(cell: Written) -> ast.Ident:
    return ast.Ident(cell.text, span=cell.span)


def _row(cells: list[Written], columns: list[str]) -> ast.Row:
    key, *rest = cells
    names = [*columns[1:], *([""] * len(rest))]
    made = tuple(_cell(cell, name == TITLES) for cell, name in zip(rest, names, strict=False))
    last = cells[-1].span
    return ast.Row(_key(key), made, (), span=Span(last.source, key.span.start, last.end))


def _cell(cell: Written, titles: bool) -> ast.Cell:
    parts = [cell.text] if titles or not re.fullmatch(r"\w+(\+\w+)+", cell.text) else cell.text.split("+")
    return ast.Cell(tuple(_atom(part, cell, titles) for part in parts), span=cell.span)


def _atom(
    text: str, cell: Written, titles: bool
) -> ast.CellName | ast.CellText | ast.CellBlank | ast.YesNo | ast.Int | ast.CellExpr:
    if text in {"", "-"}:
        return ast.CellBlank()
    if titles:
        return ast.CellText(text)
    if text in {"yes", "no"}:
        return ast.YesNo(text == "yes", span=cell.span)
    if NUMBER.fullmatch(text):
        return ast.Int(int(text), span=cell.span)
    if BELOW_ZERO.fullmatch(text):
        return ast.CellExpr(ast.Minus(ast.Int(-int(text), span=cell.span), span=cell.span))
    return ast.CellName(ast.Ident(text, span=cell.span)) if NAME.fullmatch(text) else ast.CellText(text)
