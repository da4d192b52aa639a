"""`some Place x where x is here and C(x)`, into C(here): only one member can be meant, so the others need no test.

Cards that lie somewhere ask for their place like that (`while Place x where Watch in x.cards`, `if d is x`), in every
condition that they change. It is done only where nothing in the condition can come to a fault, for any member.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from rulewright.compiler.passes.simplify import Simplifier
from rulewright.compiler.passes.walk import children, conjuncts, everything, rebuild, size_of
from rulewright.dsl import ir

LARGEST = 8  # nodes of what says which member it is: it may stand in many places afterwards
HARMLESS = ir.Const | ir.Local | ir.Compare | ir.Logic | ir.Cases | ir.Member


def singled(program: ir.Program) -> ir.Program:
    """The program with folds over one known member as what they are."""
    single = Single.of(program)
    return evolve(
        program,
        values=single.visit(program.values),
        procedures=single.visit(program.procedures),
        setup=single.visit(program.setup),
        flow=single.visit(program.flow),
        whens=single.visit(program.whens),
        watches=single.visit(program.watches),
    )


@frozen
class Single:
    """What is known of the names of a program."""

    simplifier: Simplifier
    fields: Mapping[str, ir.Field]
    zones: Mapping[str, ir.Zone]
    locals: Mapping[str, ir.Type]
    sizes: Mapping[str, int] = field(factory=dict)

    @classmethod
    def of(cls, program: ir.Program) -> Single:
        return cls(
            Simplifier(program), {f.name: f for f in program.fields}, {z.name: z for z in program.zones},
            {v.name: v.type for v in program.locals}, {c.name: c.size for c in program.classes},
        )  # fmt: skip

    def visit(self, node: Any) -> Any:
        """The node with all folds in it looked at, innermost first."""
        made = rebuild(node, self.visit)
        one = self.one(made) if isinstance(made, ir.Fold) else None
        return made if one is None else one

    def one(self, fold: ir.Fold) -> ir.Expr | None:
        """The fold as a question about the one member it can be about; None if there may be several."""
        if not isinstance(fold.domain, ir.ClassDomain) or fold.op == "set":
            return None
        parts = conjuncts(fold.guard)
        for at, part in enumerate(parts):
            me = self.named(part, fold)
            if me is None:
                continue
            rest = [*parts[:at], *parts[at + 1 :]]
            body = () if fold.body is None else (fold.body,)
            if not all(map(self.harmless, (*rest, *body))) or captured(me, (*rest, *body)):
                return None
            return self.told(fold, me, rest)
        return None

    def named(self, part: ir.Expr, fold: ir.Fold) -> ir.Expr | None:
        """What a condition says the member is."""
        if not isinstance(part, ir.Compare) or part.op != "is":
            return None
        x, cls = ir.Local(fold.local), fold.domain.cls  # type: ignore[union-attr]
        for here, other in ((part.left, part.right), (part.right, part.left)):
            if here == x and x not in everything(other) and size_of(other) <= LARGEST and self.is_member(other, cls):
                return other
        return None

    def told(self, fold: ir.Fold, me: ir.Expr, rest: list[ir.Expr]) -> ir.Expr:
        cond = ir.Logic("and", tuple(rest), span=fold.span) if rest else ir.Const(1)
        known = {fold.local: me}
        test: ir.Expr = self.simplifier.simplify(cond, known)
        if fold.op == "some":
            return test
        one: ir.Expr = ir.Const(1) if fold.body is None else self.simplifier.simplify(fold.body, known)
        if isinstance(test, ir.Const):
            return one if test.value else ir.Const(0)
        return ir.Cases(((test, one),), ir.Const(0), span=fold.span)

    # ------------------------------------------------------------------------------------------ what is sure

    def is_member(self, e: ir.Expr | None, cls: str | None) -> bool:
        """Is it surely a member of the class: never none, and found without a fault?"""
        match e:
            case ir.Const():
                return 0 <= e.value < self.sizes.get(cls or "", 0)
            case ir.Local():
                return self.locals.get(e.name) == ir.Name(cls or "")
            case ir.Read():
                return self.fields[e.place.field].type == ir.Name(cls or "") and self.harmless(e)
            case ir.ColumnOf():
                kind = self.simplifier.columns[e.cls, e.column].type
                return kind == ir.Name(cls or "") and self.is_member(e.row, e.cls)
            case ir.NextMember():
                return e.cls == cls and self.is_member(e.of, cls)
        return False

    def harmless(self, e: ir.Expr) -> bool:
        """Does working it out surely come to no fault?"""
        match e:
            case ir.Read():
                per = self.fields[e.place.field].per
                return e.place.index is None or self.is_member(e.place.index, per)
            case ir.Count():
                zone = self.zones[e.zone.zone]
                there = e.zone.index is None or self.is_member(e.zone.index, zone.per)
                return there and (e.kind is None or self.is_member(e.kind, zone.cls))
            case ir.ColumnOf():
                return self.is_member(e.row, e.cls)
            case ir.Arith():
                return e.op != "/" and self.harmless(e.left) and self.harmless(e.right)
            case ir.Fold():
                inside = [p for p in (e.guard, e.body) if p is not None]
                return isinstance(e.domain, ir.ClassDomain) and all(map(self.harmless, inside))
        return isinstance(e, HARMLESS) and all(map(self.harmless, children(e)))


def captured(me: ir.Expr, parts: tuple[ir.Expr, ...]) -> bool:
    """Would a name in it mean something else inside these?"""
    names = {n.name for n in everything(me) if isinstance(n, ir.Local)}
    return any(isinstance(n, ir.Fold | ir.Reach) and n.local in names for n in everything(parts))
