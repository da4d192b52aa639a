"""Where elaboration stands: the names bound around this place and the blocks it is in.

A scope is a chain of frames. Handles carry their place with them: `branch` runs the arms of an `if` or a choice and
afterwards marks the handles that moved in some arm only as lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import define, field

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate.symbols import LEADING_WORDS, LocalSymbol, Symbols
from rulewright.dsl.elaborate.types import Handle, Static, Unknown
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below, reads


@define
class Scope:
    """`blocks` are the paths of the blocks around this place, outermost first; `procedure` is "" in the flow."""

    symbols: Symbols
    frames: list[dict[str, LocalSymbol]] = field(factory=lambda: [{}])
    blocks: list[str] = field(factory=list)
    procedure: str = ""
    result: ir.Type | None = None
    facts: list[ir.Expr] = field(factory=list)  # optional values known not to be none here
    before: list[ir.Stmt] = field(factory=list)  # what must run before the statement at hand (see places.fixed)

    def find(self, name: str) -> LocalSymbol | None:
        for frame in reversed(self.frames):
            if name in frame:
                return frame[name]
        return None

    def bind(self, name: str, type: Static, span: Span, *, fixed: bool = True) -> LocalSymbol:
        """Bind a new name here, reporting one that hides another."""
        older = self.find(name)
        symbols = self.symbols
        if name in LEADING_WORDS:
            symbols.report.add("RW0112", span, word=name)
        elif older is not None:
            symbols.report.add("RW0206", span, name=name, labels=[_label(older.span, "bound here first")])
        elif name in symbols.declared:
            symbols.report.add("RW0206", span, name=name, labels=[_label(symbols.declared[name], "declared here")])
        symbol = LocalSymbol(symbols.new_local(name, type), type, span, fixed)
        self.frames[-1][name] = symbol
        return symbol

    @contextmanager
    def inner(self) -> Iterator[None]:
        """A frame of its own for what is bound inside."""
        self.frames.append({})
        try:
            yield
        finally:
            for name, symbol in self.frames.pop().items():
                if not symbol.used and not isinstance(symbol.type, Unknown) and not name.startswith("_"):
                    self.symbols.report.add("RW0208", symbol.span, name=name)

    @contextmanager
    def knowing(self, cond: ir.Expr, *, holds: bool = True) -> Iterator[None]:
        """Inside, every optional value that `cond` (or its contrary) finds not to be none is known
        to be something."""
        kept = list(self.facts)
        self.facts.extend((_facts if holds else _facts_unless)(cond, self.symbols))
        try:
            yield
        finally:
            self.facts = [f for f in kept if f in self.facts]

    def forget(self, place: str = "") -> None:
        """A field or zone was written (or, with no name, any may have been): what is known of it is no more."""
        values = self.symbols.made_values
        self.facts = [f for f in self.facts if not (reads(f, values) if not place else place in reads(f, values))]

    def forget_local(self, name: str) -> None:
        """A local was set: what is known of it is no more."""
        self.facts = [f for f in self.facts if ir.Local(name) not in below(f)]

    def go_round(self, body: ast.Body) -> None:
        """A body is done more than once: what it may change is not known at the start of it."""
        for node in below(body):
            match node:
                case ast.Assign(target=ast.Name(name=name)):
                    local = self.find(name)
                    self.forget(name) if local is None else self.forget_local(local.name)
                case ast.Assign(target=ast.Dot(name=name)):
                    self.forget(name.text)
                case ast.Do() | ast.DoCall():
                    self.forget()
                case ast.MoveStmt() | ast.DrawStmt() | ast.DrawCard() | ast.Components():
                    self.facts = [f for f in self.facts if not any(isinstance(n, ir.SlotKind) for n in below(f))]

    def handles(self) -> list[LocalSymbol]:
        return [s for frame in self.frames for s in frame.values() if isinstance(s.type, Handle)]

    @contextmanager
    def arms(self) -> Iterator[Arms]:
        """Elaborate alternatives that do not see each other's moves; afterwards the places must agree."""
        arms = Arms(self, [(h, h.type, h.lost) for h in self.handles()])
        yield arms
        arms.merge()


@define
class Arms:
    """The arms of one branching statement."""

    scope: Scope
    before: list[tuple[LocalSymbol, Static, Span | None]]
    ends: list[list[tuple[Static, Span | None]]] = field(factory=list)

    def restore(self) -> None:
        for symbol, type, lost in self.before:
            symbol.type, symbol.lost = type, lost

    @contextmanager
    def arm(self) -> Iterator[None]:
        self.restore()
        with self.scope.inner():
            yield

    def done(self, *, goes_on: bool) -> None:
        """Note where the handles are at the end of the arm just elaborated, if the flow goes on from there."""
        if goes_on:
            self.ends.append([(s.type, s.lost) for s, _, _ in self.before])

    def merge(self) -> None:
        for index, (symbol, type, lost) in enumerate(self.before):
            found = [end[index] for end in self.ends] or [(type, lost)]
            symbol.type, symbol.lost = found[0]
            for other_type, other_lost in found[1:]:
                if other_type != symbol.type or other_lost is not None:
                    symbol.lost = other_lost or symbol.lost or symbol.span


def _label(span: Span, text: str) -> Label:
    return Label(span, text)


def _facts(cond: ir.Expr, symbols: Symbols) -> list[ir.Expr]:
    """The expressions that are not none where `cond` holds."""
    if isinstance(cond, ir.Logic):
        if cond.op == "not":
            return _facts_unless(cond.parts[0], symbols)
        return [f for part in cond.parts for f in _facts(part, symbols)] if cond.op == "and" else []
    if isinstance(cond, ir.Compare) and isinstance(cond.right, ir.Const):
        none = _none_of(cond.left, symbols)
        if none is not None and (cond.op == "is not") == (cond.right.value == none):
            return [cond.left] if cond.op in {"is", "is not"} else []
    return []


def _facts_unless(cond: ir.Expr, symbols: Symbols) -> list[ir.Expr]:
    """The expressions that are not none where `cond` does not hold."""
    if isinstance(cond, ir.Logic):
        if cond.op == "not":
            return _facts(cond.parts[0], symbols)
        return [f for part in cond.parts for f in _facts_unless(part, symbols)] if cond.op == "or" else []
    if isinstance(cond, ir.Compare) and cond.op == "is" and isinstance(cond.right, ir.Const):
        return [cond.left] if cond.right.value == _none_of(cond.left, symbols) else []
    return []


def _none_of(e: ir.Expr, symbols: Symbols) -> int | None:
    """How `none` is coded for the class of a field or slot."""
    type: ir.Type | None = None
    if isinstance(e, ir.Read):
        type = symbols.fields[e.place.field].type
    elif isinstance(e, ir.SlotKind):
        type = ir.Name(symbols.zones[e.zone.zone].cls)
    elif isinstance(e, ir.ColumnOf):
        type = next((c.type for c in symbols.cls(e.cls).columns if c.name == e.column), None)
    elif isinstance(e, ir.Apply) and e.name in symbols.made_values:
        type = symbols.made_values[e.name].type
    elif isinstance(e, ir.Local):
        type = symbols.locals[e.name].type if e.name in symbols.locals else None
    return symbols.cls(type.cls).size if isinstance(type, ir.Name) else None
