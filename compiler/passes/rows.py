"""Which rows of a watch one write can have changed, worked out at compile time.

`as soon as Line l where l.a.mark is not none and ...` reads `mark` only at static columns of the bound row. After a
write to `mark[i]` only the lines with `i` in one of those columns can have become true; all others were tested before.
The rows for each index become a hidden static column on the class that indexes the field, holding sets of rows.
"""

from __future__ import annotations

from attrs import define, evolve, field

from rulewright.compiler.effects import always_ends
from rulewright.compiler.passes.alike import alike
from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir


@define
class Rows:
    """Finds the touched rows of watches of one program, and collects the hidden columns that this needs."""

    program: ir.Program
    known: dict[str, ir.Class] = field(init=False)
    fields: dict[str, ir.Field] = field(init=False)
    types: dict[str, ir.Type] = field(init=False)
    hidden: dict[str, list[ir.Column]] = field(factory=dict)
    tables: list[ir.Class] = field(factory=list)
    locals: list[ir.LocalVar] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.known = {c.name: c for c in self.program.classes}
        self.fields = {f.name: f for f in self.program.fields}
        self.types = {v.name: v.type for v in self.program.locals}

    def classes(self) -> tuple[ir.Class, ...]:
        """The classes of the program with the hidden columns and tables added."""
        known = (
            evolve(c, columns=c.columns + tuple(self.hidden[c.name])) if c.name in self.hidden else c
            for c in self.program.classes
        )
        return (*known, *self.tables)

    def alike(self, watch: ir.Watch, stmt: ir.SetField) -> tuple[ir.Stmt, ...] | None:
        """The whole test after `stmt` if the watch looks for rows of like cells and what is written is written as it
        is; None otherwise."""
        if self.touched(watch, stmt) is None or not isinstance(watch.domain, ir.ClassDomain):
            return None
        if stmt.range != "safe" and not isinstance(stmt.value, ir.Const | ir.Local):
            return None
        classes, declared = self.known, self.fields[stmt.place.field]
        assert declared.per is not None
        value = ir.LocalVar(f"#value {len(self.tables)}", declared.type)
        found = alike(
            watch, stmt.place, ir.Local(value.name), classes[watch.domain.cls], classes[declared.per], len(self.tables)
        )
        if found is None:
            return None
        self.hidden.setdefault(declared.per, []).append(found.column)
        self.tables.append(found.table)
        self.locals += [value, found.local]
        each = ir.Each(found.local.name, found.domain, found.cond, found.body, span=watch.span)
        test: ir.Stmt = each
        never = [k for k in found.never if self._may(stmt, k)]
        wrong = tuple(ir.Compare("is not", ir.Local(value.name), ir.Const(k)) for k in never)
        if wrong:
            test = ir.If(wrong[0] if len(wrong) == 1 else ir.Logic("and", wrong), (each,), span=watch.span)
        return ir.SetLocal(value.name, stmt.value, span=watch.span), test

    def _may(self, stmt: ir.SetField, unwanted: int) -> bool:
        """May what is written be `unwanted`?"""
        if isinstance(stmt.value, ir.Const):
            return stmt.value.value == unwanted
        match stmt.value:
            case ir.Local(name=name) if isinstance(kind := self.types.get(name), ir.Name):
                return kind.optional or unwanted < self.known[kind.cls].size
        return True

    def touched(self, watch: ir.Watch, stmt: ir.SetField) -> ir.SetDomain | None:
        """The rows to test after `stmt`; None: all, or unknown."""
        place = stmt.place
        if watch.local is None or not isinstance(watch.domain, ir.ClassDomain) or place.index is None:
            return None
        if not isinstance(place.index, ir.Const | ir.Local) or not always_ends(watch.body):
            return None
        fields = self.fields
        if any(name in fields and fields[name].during is not None for name in watch.reads):
            return None  # coming and going of such a field is no write, so a row may be true untested
        columns = self._columns(watch, place.field)
        per = fields[place.field].per
        if columns is None or per is None:
            return None
        name = f"#rows of {watch.name} by {place.field}"
        if not any(c.name == name for c in self.hidden.get(per, ())):
            self.hidden.setdefault(per, []).append(self._column(name, watch.domain.cls, per, columns))
        return ir.SetDomain(watch.domain.cls, ir.ColumnOf(per, name, place.index))

    def _columns(self, watch: ir.Watch, written: str) -> list[tuple[int, ...]] | None:
        """For each place where the condition reads the field: its index by row. None if an index is not static."""
        assert isinstance(watch.domain, ir.ClassDomain)
        cls = self.known[watch.domain.cls]
        found: list[tuple[int, ...]] = []
        for node in everything(watch.cond):
            if isinstance(node, ir.Apply | ir.Fold):
                return None
            if not isinstance(node, ir.FieldRef) or node.field != written:
                continue
            match node.index:
                case ir.ColumnOf(cls=owner, column=name, row=ir.Local(name=local)):
                    if owner != cls.name or local != watch.local:
                        return None
                    found.append(next(c.values for c in cls.columns if c.name == name))
                case ir.Local(name=local) if local == watch.local:
                    found.append(tuple(range(cls.size)))
                case _:
                    return None
        return found

    def _column(self, name: str, rows: str, per: str, columns: list[tuple[int, ...]]) -> ir.Column:
        size = self.known[per].size
        masks = [0] * size
        for values in columns:
            for row, index in enumerate(values):
                if index < size:
                    masks[index] |= 1 << row
        return ir.Column(name, ir.SetType(rows), tuple(masks))
