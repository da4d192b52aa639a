"""Products: `cards Card for each Rank rank, Suit suit`, a table with a row for each combination of members.

A row has a column for each factor, and those that lines like `points = rank.points` give. `kind` makes its name from
the names of the members, `name` its title from theirs: texts in which a factor stands in braces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Literal, cast

import attrs

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import expressions
from rulewright.dsl.elaborate.classes import (
    COMPONENTS,
    MOST_COPIES,
    MOST_ROWS,
    NewName,
    add_box,
    add_class,
    lose,
    unique,
)
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import describe
from rulewright.dsl.source import Span
from rulewright.dsl.suggest import nearest

HOLE = re.compile(r"\{(\w*)\}")
TEXTS = ("kind", "name")  # columns that are texts


def declare_product(s: Symbols, d: ast.Product, new_name: NewName) -> None:
    """The members of a product; its other columns are worked out by `fill_products`."""
    if not new_name(s, d.name):
        return
    factors = [_factor(s, f) for f in d.factors]
    unique(s, [*(f.name for f in d.factors), *(c.name for c in d.columns)], f"the columns of {d.name.text}")
    if any(f is None for f in factors):
        lose(s, d.name)
        return
    classes = [f for f in factors if f is not None]
    if not 1 <= prod(c.size for c in classes) <= MOST_ROWS:
        s.report.add("RW0213", d.span, name=d.name.text, most=MOST_ROWS)
        lose(s, d.name)
        return
    rows = list(product(*(range(c.size) for c in classes)))
    pattern = _text(s, d, "kind") or "_".join(f"{{{f.name.text}}}" for f in d.factors)
    titled = _text(s, d, "name") or " ".join(f"{{{f.name.text}}}" for f in d.factors)
    names = [_filled(d, pattern, [c.members[m] for c, m in zip(classes, row, strict=True)]) for row in rows]
    titles = [_filled(d, titled, [c.titles[m] for c, m in zip(classes, row, strict=True)]) for row in rows]
    wrong = next((n for n in names if not re.fullmatch(r"[^\W\d]\w*|\d+", n) or names.count(n) > 1), None)
    if wrong is not None:
        s.report.add("RW0241", _span(d, "kind"), name=wrong)
        lose(s, d.name)
        return
    columns = tuple(
        ir.Column(f.name.text, ir.Name(c.name), tuple(row[n] for row in rows))
        for n, (f, c) in enumerate(zip(d.factors, classes, strict=True))
    )
    copies = (1,) * len(rows) if d.word in COMPONENTS else ()
    sort = cast(Literal["cards", "tokens", "dice", "table"], d.word)
    made = ir.Class(
        d.name.text, sort, tuple(names), tuple(titles), columns, copies, d.title or d.name.text, span=d.name.span
    )
    add_class(s, made, dict.fromkeys(names, d.name.span))


def _factor(s: Symbols, f: ast.Factor) -> ir.Class | None:
    cls = s.classes.get(f.cls.text)
    if cls is None and f.cls.text not in s.lost_names:
        near = nearest(f.cls.text, s.classes)
        s.report.add("RW0205", f.cls.span, name=f.cls.text, help=f"did you mean `{near}`?" if near else "")
    s.used.add(f.cls.text)
    return cls


def _text(s: Symbols, d: ast.Product, column: str) -> str:
    """The text of the column `kind` or `name`; nothing if there is none or it is wrong."""
    made = next((c for c in d.columns if c.name.text == column), None)
    if made is None:
        return ""
    known = [f.name.text for f in d.factors]
    if not isinstance(made.value, str) or any(hole not in known for hole in HOLE.findall(made.value)):
        s.report.add("RW0242", made.span, column=column, known=", ".join(f"{{{name}}}" for name in known))
        return ""
    return made.value


def _span(d: ast.Product, column: str) -> Span:
    return next((c.span for c in d.columns if c.name.text == column), d.name.span)


def _filled(d: ast.Product, pattern: str, words: list[str]) -> str:
    known = dict(zip((f.name.text for f in d.factors), words, strict=True))
    return HOLE.sub(lambda hole: known.get(hole[1], ""), pattern)


def fill_products(s: Symbols, file: ast.File) -> None:
    """The columns of every product, when all tables are known."""
    for d in file.decls:
        if isinstance(d, ast.Product) and d.name.text in s.classes and s.classes[d.name.text].span == d.name.span:
            cls = s.classes[d.name.text]
            for made in d.columns:
                if made.name.text not in TEXTS:
                    cls = _with_column(s, d, cls, made)
            s.classes[cls.name] = cls
            add_box(s, cls)


def _with_column(s: Symbols, d: ast.Product, cls: ir.Class, made: ast.Made) -> ir.Class:
    if isinstance(made.value, str):
        s.report.add("RW0242", made.span, column=made.name.text, known="texts only in `kind` and `name`")
        return cls
    scope = Scope(s)
    with scope.inner():
        locals = [scope.bind(f.name.text, ir.Name(f.cls.text), f.name.span) for f in d.factors]
        for local in locals:
            local.used = True
        t = expressions.typed(scope, made.value)
    if t.broken:
        return cls
    values = list(_values(s, cls, t.expr, [local.name for local in locals]))
    if None in values:
        s.report.add("RW0320", made.span, what="a cell of a table")
        return cls
    known = tuple(v for v in values if v is not None)
    if made.name.text == "count" and cls.copies:
        if min(known) < 0 or max(known) > MOST_COPIES:
            s.report.add("RW0218", made.span, most=MOST_COPIES, players=s.players)
            return cls
        return attrs.evolve(cls, copies=known)
    if not isinstance(t.type, ir.Number | ir.Truth | ir.Name | ir.SetType):
        s.report.add("RW0301", made.span, expected="a value that a column can have", found=describe(t.type))
        return cls
    kind: ir.Type = ir.Number(min(known), max(known)) if isinstance(t.type, ir.Number) else t.type
    return attrs.evolve(cls, columns=(*cls.columns, ir.Column(made.name.text, kind, known)))


def _values(s: Symbols, cls: ir.Class, e: ir.Expr, locals: list[str]) -> Iterator[int | None]:
    for row in range(cls.size):  # the first columns are the factors
        yield constant(e, s, {name: cls.columns[n].values[row] for n, name in enumerate(locals)})
