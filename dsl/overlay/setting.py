"""`set A to E`, `set A to "text"`, `set A seen by ...`: one value, text or audience in place of another."""

from __future__ import annotations

from typing import Any

import attrs

from rulewright.dsl import ast
from rulewright.dsl.overlay.addresses import QUESTION, Target, column_names, part_in_words
from rulewright.dsl.overlay.changing import Changing
from rulewright.dsl.overlay.things import CHOICES, Thing
from rulewright.dsl.questions import named_in

# where each sort of thing keeps its title, its question or its reason
TEXTS: dict[type, str] = {
    ast.Game: "title", ast.Option: "title", ast.ClassDecl: "title", ast.Product: "title",
    ast.Group: "title", ast.FieldDecl: "title", ast.ZoneDecl: "title", ast.ProcedureDecl: "title", ast.Phase: "title",
    ast.EnumMember: "title",
    ast.Alternative: "label", ast.ChooseStmt: "question", ast.ChooseOne: "question", ast.MayDo: "label",
    ast.OrdersEach: "question",
    ast.Needs: "reason", ast.Costs: "reason", ast.Check: "reason", ast.ResultOf: "reason", ast.ResultRanked: "reason",
    ast.EndGame: "reason", ast.Announce: "text",
}  # fmt: skip
VALUES: dict[type, str] = {
    ast.Option: "default", ast.FieldDecl: "initial", ast.Costs: "amount", ast.Score: "value", ast.Heuristic: "value",
}  # fmt: skip
ELSEWHERE = {
    ast.ValueDecl: "with several cases it is replaced as a whole: `replace value ...`",
    ast.ZoneDecl: "`replace` the declaration, or `set ... seen by ...`",
    ast.Group: "`replace group ...`",
    ast.Grid: "`replace grid ...`",
    ast.Lines: "`replace lines ...`",
    ast.Needs: "`replace needs ...`",
}


def set_to(c: Changing, change: ast.SetTo) -> None:
    """A value, or a text, for what the address means."""
    target = c.seen.find(change.address, c.report)
    if target is None:
        return
    if isinstance(target.thing.node, ast.Product) and target.part not in ("", QUESTION):
        set_made(c, change, target.thing, target.part)
    elif isinstance(change.value, ast.Text):
        set_text(c, change, target, change.value.text)
    elif target.part and target.part != QUESTION:
        set_cell(c, change, target.thing, target.part, cell_of(change.value))
    elif target.part:
        name = str(change.address)
        c.report.add("RW1005", change.address.span, name=name, what="a question", wanted="set to a value")
    else:
        set_value(c, change, target.thing, change.value)


def set_value(c: Changing, change: ast.SetTo, thing: Thing, value: ast.Expr) -> None:
    node = thing.node
    attribute = VALUES.get(type(node), "")
    if isinstance(node, ast.ValueDecl) and len(node.cases) == 1 and node.cases[0].cond is None:
        if same(node.cases[0].value, value):
            c.nothing(change.span, f"`{change.address}` has this value already")
        elif note(c, change, thing, "value"):
            case = attrs.evolve(node.cases[0], value=value, span=change.span)
            thing.node = attrs.evolve(node, cases=(case,))
    elif not attribute:
        c.cannot(change.address, thing, "set to a value", ELSEWHERE.get(type(node), ""))
    elif same(getattr(node, attribute), value):
        c.nothing(change.span, f"`{change.address}` has this value already")
    elif note(c, change, thing, "value"):
        thing.node = attrs.evolve(node, **{attribute: value})


def set_seen(c: Changing, change: ast.SetSeen) -> None:
    """Who sees a field or a place."""
    thing = c.seen.thing(change.address, "seen by anybody", c.report)
    if thing is None:
        return
    node = thing.node
    if not isinstance(node, ast.FieldDecl | ast.ZoneDecl):
        c.cannot(change.address, thing, "seen by anybody")
    elif node.seen == change.seen or (node.seen is None and [a.word for a in change.seen] == ["all"]):
        c.nothing(change.span, f"`{change.address}` is seen by them already")
    elif note(c, change, thing, "seen"):
        thing.node = attrs.evolve(node, seen=change.seen)


def note(c: Changing, change: ast.SetTo | ast.SetSeen, thing: Thing, aspect: str) -> bool:
    """Take hold of an aspect of a thing, if nobody else has."""
    if not c.ledger.free(thing, c.done(change.span, "sets"), aspect):
        return False
    if aspect in ("value", "seen"):
        c.trail.note({thing.name}, change.span, "set")
    return True


def same(old: Any, new: Any) -> bool:
    """Written alike? (Places do not count when nodes are compared.)"""
    return bool(old == new)


# ------------------------------------------------------------------------------------------------ texts


def set_text(c: Changing, change: ast.SetTo, target: Target, text: str) -> None:
    """A title; or a question, where there is no title and one choice, or where it is asked for."""
    thing = target.thing
    if isinstance(thing.node, ast.Row) and target.part in ("", "name"):
        set_cell(c, change, thing, "name", ast.Cell((ast.CellText(text),), span=change.value.span))
        return
    if target.part and target.part != QUESTION:
        c.report.add(
            "RW1005", change.address.span, name=str(change.address), what=part_in_words(target), wanted="set to a text"
        )
        return
    thing = on_its_line(thing)
    attribute = TEXTS.get(type(thing.node), "")
    asking = [t for t in thing.choices() if getattr(t.node, TEXTS[type(t.node)])]
    if target.part or (attribute in ("title", "label") and not getattr(thing.node, attribute) and len(asking) == 1):
        if len(asking) != 1:
            c.report.add(
                "RW1006", change.address.span, name=thing.path or str(change.address), number=len(asking),
                help="a rule reference on the line of a choice can be its address" if asking else "",
            )  # fmt: skip
            return
        thing, attribute = asking[0], TEXTS[type(asking[0].node)]
    if not attribute:
        c.cannot(change.address, thing, "set to a text")
    elif getattr(thing.node, attribute) == text:
        c.nothing(change.span, f"the text of `{change.address}` is this already")
    elif note(c, change, thing, attribute):
        thing.node = attrs.evolve(thing.node, **{attribute: text})
        if isinstance(thing.node, CHOICES):
            thing.node = attrs.evolve(thing.node, about=named_in(text, change.span))


def on_its_line(thing: Thing) -> Thing:
    """Of a reaction or another line without a text of its own, the one statement on the same line."""
    if thing.name or type(thing.node) in TEXTS:
        return thing
    inner = [t for t in thing.inside if t.span.line == thing.span.line and type(t.node) in TEXTS]
    return inner[0] if len(inner) == 1 else thing


# ------------------------------------------------------------------------------------------------ cells


def cell_of(e: ast.Expr) -> ast.Cell:
    """A cell that says what an expression says: a name, a number, `none` for blank, `a + b` for a set."""
    if isinstance(e, ast.Arithmetic) and e.op == "+":
        left, right = cell_of(e.left), cell_of(e.right)
        names = (*left.atoms, *right.atoms)
        if all(isinstance(a, ast.CellName) for a in names):
            return ast.Cell(names, span=e.span)
    match e:
        case ast.Name():
            atom: Any = ast.CellName(ast.Ident(e.name, span=e.span))
        case ast.Int() | ast.YesNo():
            atom = e
        case ast.NoneWord():
            atom = ast.CellBlank()
        case _:
            atom = ast.CellExpr(e)
    return ast.Cell((atom,), span=e.span)


def set_cell(c: Changing, change: ast.SetTo, row: Thing, column: str, cell: ast.Cell) -> None:
    """A cell of a row. A count where the table has no such column gives it one."""
    cls = row.parent
    assert cls is not None
    names = column_names(cls.node)
    if column not in names and column != "count":
        c.cannot(change.address, row, "given a title", f"`{cls.path}` has no column `name`")
        return
    at = names.index(column) if column in names else -1
    old = row.node.cells[at] if 0 <= at < len(row.node.cells) else None
    if same(old, cell) or (at < 0 and cell.atoms == (ast.Int(1, span=cell.span),)):
        c.nothing(change.span, f"`{row.path}.{column}` is this already")
        return
    if not c.ledger.free(row, c.done(change.span, "sets"), f"cell {column}"):
        return
    c.trail.note({row.name}, change.span, "set")
    if at < 0:
        count_everything(cls, change)
        at = len(names)
    cells = row.node.cells
    if at <= len(cells):
        row.node = attrs.evolve(row.node, cells=(*cells[:at], cell, *cells[at + 1 :]))


def set_made(c: Changing, change: ast.SetTo, thing: Thing, column: str) -> None:
    """A column of a product: a formula, or a text with names in braces."""
    value = change.value.text if isinstance(change.value, ast.Text) else change.value
    name = ast.Ident(column, span=change.address.span)
    columns = {m.name.text: m for m in thing.node.columns}
    if column in columns and same(columns[column].value, value):
        c.nothing(change.span, f"`{change.address}` is this already")
    elif c.ledger.free(thing, c.done(change.span, "sets"), f"cell {column}"):
        c.trail.note({column}, change.span, "set")
        columns[column] = ast.Made(name, value, span=change.span)
        thing.node = attrs.evolve(thing.node, columns=tuple(columns.values()))


def count_everything(cls: Thing, change: ast.SetTo) -> None:
    """A new last column `count`; rows without a cell in it get a 1 when all is put together."""
    header: ast.Row = cls.node.header
    name = ast.Cell((ast.CellName(ast.Ident("count", span=change.address.span)),), span=change.address.span)
    cls.node = attrs.evolve(cls.node, header=attrs.evolve(header, cells=(*header.cells, name)))
    cls.counted = True
