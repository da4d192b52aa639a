"""What can be reached by steps: `(Cell x reached from c where x.stone is p)`."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import expressions as ex
from rulewright.dsl.elaborate.links import steps_along
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.types import Handle, Unknown, describe
from rulewright.dsl.suggest import nearest

STEPS = "neighbours"  # the column that steps lead along where nothing else is said


def reached(scope: Scope, e: ast.Reached) -> ex.Typed:
    """The set of what can be reached. The name stands for the place one leaves in `over`, and for the one that is
    entered in `where`."""
    s = scope.symbols
    cls = e.kind.text
    if cls not in s.classes:
        if cls not in s.lost_names:
            near = nearest(cls, s.classes)
            s.report.add("RW0205", e.kind.span, name=cls, help=f"did you mean `{near}`?" if near else "")
        return ex.ERROR
    s.used.add(cls)
    if not s.set_fits(cls, e.span):
        return ex.ERROR
    start = ex.typed(scope, e.start, cls)
    within = ex.number(scope, e.within) if e.within is not None else None
    with scope.inner():
        symbol = scope.bind(e.name.text, ir.Name(cls), e.name.span)
        symbol.used = e.where is None and e.over is None
        over = _over(scope, e, symbol.name)
        guard = ex.truth(scope, e.where) if e.where is not None else None
    if start.broken or over is None or (within is not None and within.broken):
        return ex.ERROR
    kind = start.type
    if not isinstance(kind, ir.Name | ir.SetType) or kind.cls != cls:
        s.report.add("RW0301", e.start.span, expected=f"`{cls}` or a set of `{cls}`", found=describe(kind))
        return ex.ERROR
    made = ir.Reach(
        cls, symbol.name, start.expr, isinstance(kind, ir.SetType), over, guard,
        within.expr if within is not None else None, span=e.span,
    )  # fmt: skip
    return ex.Typed(made, ir.SetType(cls))


def _over(scope: Scope, e: ast.Reached, local: str) -> ir.Expr | None:
    """Where a step from `local` leads: a set. None if that is broken."""
    s = scope.symbols
    cls = s.cls(e.kind.text)
    if e.over is None:
        steps = next((c for c in cls.columns if c.name == STEPS and c.type == ir.SetType(cls.name)), None)
        if steps is None:
            s.report.add("RW0236", e.span, name=cls.name)
            return None
        s.used.add(f"{cls.name}.{STEPS}")
        return ir.ColumnOf(cls.name, STEPS, ir.Local(local), span=e.span)
    over = ex.typed(scope, e.over, cls.name)
    if isinstance(over.type, Unknown):
        return None
    if isinstance(over.type, ir.SetType) and s.links.get(over.type.cls) == cls.name:
        return steps_along(s, over.type.cls, local, over.expr)
    if not isinstance(over.type, ir.SetType) or over.type.cls != cls.name:
        found = describe(over.type) if not isinstance(over.type, Handle) else "a component"
        s.report.add("RW0301", e.over.span, expected=f"a set of `{cls.name}`", found=found)
        return None
    return over.expr
