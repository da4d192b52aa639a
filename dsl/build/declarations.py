"""Declarations and the file."""

from __future__ import annotations

from collections.abc import Callable

from lark import Token, Tree

from rulewright.dsl import ast
from rulewright.dsl.build.expressions import FORMS, audiences, expression, params, type_in, where, whole
from rulewright.dsl.build.living import block_of
from rulewright.dsl.build.nodes import Broken, Node, data, ident, refs, span, string, strings, text, tokens, tree, trees
from rulewright.dsl.build.scenarios import scenario
from rulewright.dsl.build.statements import (
    because,
    binder_in,
    body_in,
    check,
    exprs,
    header_span,
    phase,
)
from rulewright.dsl.build.variants import variant
from rulewright.dsl.source import Source, Span

Refs = tuple[str, ...]


def build(root: Node, source: Source) -> ast.File:
    """The whole file; a declaration that recovery had to complete is dropped."""
    decls: list[ast.Decl] = []
    for child in root.children:
        if not isinstance(child, Tree):
            continue
        try:
            decls.append(FORMS_OF_DECL[data(child)](source, child, refs(child)))
        except Broken:
            continue
    return ast.File(tuple(decls), span=Span(source, 0, len(source.text)))


def _docs(t: Node) -> tuple[str, ...]:
    return tuple(string(d.children[0]) for d in trees(t, "doc"))


def _title(t: Node) -> str:
    said = strings(t)
    return said[0] if said else ""


def _game(s: Source, t: Node, r: Refs) -> ast.Decl:
    counts = tree(t, "one_count", "count_range")
    assert counts is not None
    numbers = [whole(text(c)) for c in counts.children]
    return ast.Game(
        ident(s, t.children[0]), _title(t), numbers[0], numbers[-1], _docs(t), refs=r, span=header_span(s, t)
    )


def _option(s: Source, t: Node, r: Refs) -> ast.Decl:
    name = ident(s, t.children[0])
    parts = exprs(s, t)
    kind = type_in(s, t)
    if kind is None:
        kind = ast.TypeRange(parts[0], parts[1], span=parts[0].span)
    return ast.Option(name, kind, parts[-1], _title(t), refs=r, span=span(s, t))


def _enum(s: Source, t: Node, r: Refs) -> ast.Decl:
    members = tuple(ast.EnumMember(ident(s, m.children[0]), _title(m)) for m in trees(t, "member"))
    return ast.Enum(ident(s, t.children[0]), members, refs=r, span=span(s, t))


def _class(s: Source, t: Node, r: Refs) -> ast.Decl:
    word, name, ends = tree(t, "class_word"), tokens(t, "NAME")[0], tree(t, "ends")
    loaded = tree(t, "rows_from")
    rows = []
    for each in trees(t, "row"):
        try:
            rows.append(row(s, each))
        except Broken:
            continue
    if loaded is not None:
        rows = [ast.Row(ast.Ident("", span=span(s, loaded)), (), (), span=span(s, loaded))]
    if not rows:
        raise Broken
    if ends is not None and loaded is None:
        rows = [ast.joined_header(rows[0]), *map(ast.joined, rows[1:])]
    return ast.ClassDecl(
        "links" if word is None else text(word.children[0]), ident(s, name), _title(t), rows[0], tuple(rows[1:]),
        None if ends is None else ident(s, tokens(ends, "NAME")[0]),
        None if loaded is None else ast.RowsFrom(strings(loaded)[0], span=span(s, tokens(loaded, "STRING")[0])),
        _docs(t), _stock(s, t), refs=r, span=header_span(s, t),
    )  # fmt: skip


def _stock(s: Source, t: Node) -> ast.Expr | None:
    stock = tree(t, "stock")
    return None if stock is None else expression(s, stock.children[0])


def _product(s: Source, t: Node, r: Refs) -> ast.Decl:
    word, name = tree(t, "class_word"), tokens(t, "NAME")[0]
    assert word is not None
    factors = []
    for pair in trees(t, "pair"):
        cls, local = tokens(pair, "NAME")
        factors.append(ast.Factor(ident(s, cls), ident(s, local), span=span(s, pair)))
    columns = []
    for line in trees(t, "made_text", "made_value"):
        value: ast.Expr | str = strings(line)[0] if line.data == "made_text" else exprs(s, line)[-1]
        column = tree(line, "column")
        assert column is not None
        columns.append(ast.Made(ident(s, column.children[0]), value, span=span(s, line)))
    return ast.Product(
        text(word.children[0]), ident(s, name), _title(t), tuple(factors), tuple(columns), _docs(t),
        refs=r, span=header_span(s, t),
    )  # fmt: skip


def row(s: Source, t: Node) -> ast.Row:
    """A row of a table."""
    key = tree(t, "key")
    assert key is not None
    name = ident(s, key.children[0])
    behaviours = tuple(behaviour(s, b) for b in trees(t, "on"))
    living = tuple(block_of(s, b, name) for b in trees(t, "living"))
    cells = tuple(cell(s, c) for c in trees(t, "cell"))
    return ast.Row(name, cells, behaviours, living, refs=refs(t), span=header_span(s, t))


def behaviour(s: Source, t: Node) -> ast.Behaviour:
    """What a kind does: `on use`."""
    return ast.Behaviour(ident(s, t.children[0]), params(s, t), body_in(s, t), refs=refs(t), span=header_span(s, t))


def cell(s: Source, t: Node) -> ast.Cell:
    """A cell of a row."""
    atoms: list[ast.CellName | ast.CellText | ast.CellBlank | ast.YesNo | ast.Int | ast.CellExpr] = []
    for atom in trees(t, "cell_atom", "first_atom"):
        first = next(c for c in atom.children if not (isinstance(c, Token) and c.type in {"LPAR", "SPACED_LPAR"}))
        if isinstance(first, Tree):
            atoms.append(ast.CellExpr(expression(s, first)))
            continue
        word = text(first)
        if first.type == "STRING":
            atoms.append(ast.CellText(word[1:-1]))
        elif first.type == "INT":
            atoms.append(ast.Int(whole(word), span=span(s, first)))
        elif word in {"yes", "no"}:
            atoms.append(ast.YesNo(word == "yes", span=span(s, first)))
        elif word == "-":
            atoms.append(ast.CellBlank())
        else:
            atoms.append(ast.CellName(ident(s, first)))
    return ast.Cell(tuple(atoms), span=span(s, t))


def _grid(s: Source, t: Node, r: Refs) -> ast.Decl:
    rows, columns = exprs(s, t)
    hexagons = tree(t, "hex") is not None
    looks = tuple(_looks(s, line) for line in trees(t, "looks"))
    return ast.Grid(ident(s, t.children[0]), rows, columns, hexagons, looks, refs=r, span=span(s, t))


def _looks(s: Source, t: Node) -> ast.Looks:
    return ast.Looks(exprs(s, t)[0], ident(s, tokens(t, "NAME")[0]), span=span(s, t))


def _lines(s: Source, t: Node, r: Refs) -> ast.Decl:
    name, grid = tokens(t, "NAME")
    return ast.Lines(ident(s, name), exprs(s, t)[0], ident(s, grid), refs=r, span=span(s, t))


def _group(s: Source, t: Node, r: Refs) -> ast.Decl:
    return ast.Group(ident(s, t.children[0]), _title(t), binder_in(s, t), where(s, t), refs=r, span=span(s, t))


def _per(s: Source, t: Node) -> tuple[ast.Ident | None, ast.Ident | None]:
    clause = tree(t, "per")
    if clause is None:
        return None, None
    names = [ident(s, c) for c in clause.children]
    return names[0], names[1] if len(names) > 1 else None


def _field(s: Source, t: Node, r: Refs) -> ast.Decl:
    kind = type_in(s, t)
    assert kind is not None
    initial, during = tree(t, "init"), tree(t, "during")
    parts = trees(t, "init", "clamped", "during", "seen")
    again = [p for at, p in enumerate(parts) if any(p.data == q.data for q in parts[:at])]
    path = None
    if during is not None:
        inner = tree(during, "path")
        assert inner is not None
        path = tuple(ident(s, c) for c in inner.children)
    return ast.FieldDecl(
        ident(s, t.children[0]), _title(t), *_per(s, t), kind,
        None if initial is None else expression(s, initial.children[0]),
        tree(t, "clamped") is not None, path, audiences(s, t), span(s, again[0]) if again else None,
        refs=r, span=span(s, t),
    )  # fmt: skip


def _zone(s: Source, t: Node, r: Refs) -> ast.Decl:
    word, names = tree(t, "zone_word"), tokens(t, "NAME")
    assert word is not None
    holds = tree(t, "holds")
    return ast.ZoneDecl(
        text(word.children[0]), ident(s, names[0]), _title(t), ident(s, names[1]), *_per(s, t),
        tree(t, "either") is not None, None if holds is None else expression(s, holds.children[0]),
        audiences(s, t), refs=r, span=span(s, t),
    )  # fmt: skip


def _value(s: Source, t: Node, r: Refs) -> ast.Decl:
    result = tree(t, "result")
    kind = None if result is None else type_in(s, result)
    cases: list[ast.Case] = []
    if t.data == "value_plain":
        formula = next(c for c in t.children if isinstance(c, Tree) and c.data in FORMS)
        cases.append(ast.Case(expression(s, formula), None, span=span(s, formula)))
    for c in trees(t, "case_if", "case_otherwise"):
        parts = exprs(s, c)
        cases.append(ast.Case(parts[0], parts[1] if len(parts) > 1 else None, refs=refs(c), span=span(s, c)))
    return ast.ValueDecl(ident(s, t.children[0]), params(s, t), kind, tuple(cases), refs=r, span=header_span(s, t))


def _procedure(s: Source, t: Node, r: Refs) -> ast.Decl:
    gives = tree(t, "gives")
    kind = None if gives is None else type_in(s, gives)
    return ast.ProcedureDecl(
        ident(s, t.children[0]), _title(t), params(s, t), kind, body_in(s, t), refs=r, span=header_span(s, t)
    )


def soon(s: Source, t: Node, r: Refs) -> ast.SoonDecl:
    from rulewright.dsl.build.expressions import binder_of

    cond = tree(t, "cond_expr", "cond_any")
    assert cond is not None
    if cond.data == "cond_any":
        test = where(s, cond)
        assert test is not None
        return ast.SoonDecl(test, binder_of(s, cond), body_in(s, t), refs=r, span=header_span(s, t))
    return ast.SoonDecl(expression(s, cond.children[0]), None, body_in(s, t), refs=r, span=header_span(s, t))


def when(s: Source, t: Node, r: Refs) -> ast.WhenDecl:
    """`when Z becomes empty`."""
    return ast.WhenDecl(exprs(s, t)[0], body_in(s, t), refs=r, span=header_span(s, t))


FORMS_OF_DECL: dict[str, Callable[[Source, Node, Refs], ast.Decl]] = {
    "game": _game,
    "include": lambda s, t, r: ast.Include(strings(t)[0], refs=r, span=span(s, tokens(t, "STRING")[0])),
    "accounts": lambda s, t, r: ast.Accounts(refs=r, span=span(s, t)),
    "omits": lambda s, t, r: ast.Omits(because(t), refs=r, span=span(s, t)),
    "reconstructs": lambda s, t, r: ast.Reconstructs(because(t), refs=r, span=span(s, t)),
    "check": check,
    "option_range": _option,
    "option_type": _option,
    "enum": _enum,
    "class_": _class,
    "combined": _product,
    "grid": _grid,
    "lines": _lines,
    "group": _group,
    "field": _field,
    "zone": _zone,
    "value_plain": _value,
    "value_cases": _value,
    "score": lambda s, t, r: ast.Score(ident(s, t.children[0]), exprs(s, t)[0], refs=r, span=span(s, t)),
    "heuristic": lambda s, t, r: ast.Heuristic(ident(s, t.children[0]), exprs(s, t)[0], refs=r, span=span(s, t)),
    "procedure": _procedure,
    "phase": phase,
    "setup": lambda s, t, r: ast.Setup(body_in(s, t), refs=r, span=header_span(s, t)),
    "when": when,
    "soon": soon,
    "living": lambda s, t, r: block_of(s, t, None),
    "variant": variant,
    "scenario": scenario,
    "position": scenario,
}
