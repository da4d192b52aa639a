"""Expressions with known parts worked out: constants folded, static columns looked up, locals replaced.

The result has the same value and the same faults; `ColumnOf` of a known row, for one, becomes a constant. Unrolling a
fold, inlining a value and specialising a rule for one member are all substitution followed by this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import define, evolve, field

from rulewright.compiler.passes.walk import children, rebuild
from rulewright.dsl import ir

YES, NO = ir.Const(1), ir.Const(0)
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "is": lambda a, b: a == b,
    "is not": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
_ARITH: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "min": min,
    "max": max,
}


@define
class Simplifier:
    """Simplifies expressions of one program. `locals` of `simplify` maps names of locals to what replaces them."""

    program: ir.Program
    classes: Mapping[str, ir.Class] = field(init=False)
    columns: dict[tuple[str, str], ir.Column] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.classes = {c.name: c for c in self.program.classes}
        self.columns = {(c.name, k.name): k for c in self.program.classes for k in c.columns}

    def simplify(self, node: Any, locals: Mapping[str, ir.Expr] | None = None) -> Any:
        """The simpler form of an expression (or of any node: the expressions in it)."""
        known = locals or {}

        def visit(n: Any) -> Any:
            if isinstance(n, ir.Local):
                return known.get(n.name, n)
            if isinstance(n, ir.Logic):
                return self._logic(n, visit)
            return self._fold(rebuild(n, visit))

        return visit(node)

    def column(self, cls: str, name: str, row: int) -> int:
        """A static value; 0 past the last row (none)."""
        values = self.columns[cls, name].values
        return values[row] if row < len(values) else 0

    def _logic(self, node: ir.Logic, visit: Any) -> ir.Expr:
        if node.op == "not":
            part = visit(node.parts[0])
            return _truth(not part.value) if isinstance(part, ir.Const) else evolve(node, parts=(part,))
        decides = node.op == "or"
        parts: list[ir.Expr] = []
        for p in node.parts:
            part = visit(p)
            if isinstance(part, ir.Const):
                if bool(part.value) == decides:
                    if all(_is_total(p) for p in parts):
                        return _truth(decides)
                    parts.append(_truth(decides))
                    break
                continue
            parts += part.parts if isinstance(part, ir.Logic) and part.op == node.op else (part,)
        if not parts:
            return _truth(not decides)
        return parts[0] if len(parts) == 1 else evolve(node, parts=tuple(parts))

    def _fold(self, node: Any) -> Any:
        match node:
            case ir.ColumnOf(row=ir.Const(value=row)):
                return ir.Const(self.column(node.cls, node.column, row))
            case ir.Compare(op="is" | "is not", left=ir.Cases() as cases, right=ir.Const(value=b)):
                return self._case_test(cases, b, node.op == "is", node)
            case ir.Compare(left=ir.Const(value=a), right=ir.Const(value=b)):
                return _truth(_COMPARE[node.op](a, b))
            case ir.Arith(left=ir.Const(value=a), right=ir.Const(value=b)) if node.op != "/" or b:
                return ir.Const(_ARITH[node.op](a, b))
            case ir.Arith(op="+" | "-", right=ir.Const(value=0)):
                return node.left
            case ir.Arith(op="+", left=ir.Const(value=0)):
                return node.right
            case ir.NextMember(of=ir.Const(value=a)):
                return ir.Const((a + node.step) % self.classes[node.cls].size)
            case ir.KindOf(handle=ir.Const(value=a)):
                return ir.Const(a >> 1 if node.either else a)
            case ir.FaceOf(handle=ir.Const(value=a)):
                return ir.Const(a & 1)
            case ir.Member(item=ir.Const(value=a), set=ir.Const(value=b)):
                return _truth(b >> a & 1)
            case ir.Players() if all(isinstance(p, ir.Const) for p in node.parts):
                mask = 0
                for part, is_set in zip(node.parts, node.sets, strict=True):
                    assert isinstance(part, ir.Const)
                    mask |= part.value if is_set else 1 << part.value & self._everybody()
                return ir.Const(mask)
            case ir.Cases():
                return _cases(node)
            case ir.Fold(op="some", guard=ir.Const(value=0)):
                return NO
            case ir.Fold(op="some", guard=ir.Const(), domain=ir.ClassDomain(cls=cls)) if self.classes[cls].size:
                return YES
            case ir.Fold(domain=ir.RangeDomain(low=ir.Const(value=a), high=ir.Const(value=b))) if a > b:
                return NO
        return node

    def _case_test(self, cases: ir.Cases, wanted: int, same: bool, node: ir.Compare) -> ir.Expr:
        """`cases is wanted` (or is not) where all values are known: just the conditions that lead to it."""
        values = [value for _, value in cases.cases] + [cases.default]
        if not all(isinstance(v, ir.Const) for v in values):
            return node
        answer: ir.Expr = _truth((values[-1] == ir.Const(wanted)) == same)
        for cond, value in reversed(cases.cases):
            if (value == ir.Const(wanted)) == same:
                answer = ir.Logic("or", (cond, answer))
            else:
                answer = ir.Logic("and", (ir.Logic("not", (cond,)), answer))
        simpler: ir.Expr = self.simplify(answer)
        return simpler

    def _everybody(self) -> int:
        return (1 << self.program.players) - 1


def _truth(value: Any) -> ir.Const:
    return YES if value else NO


def _cases(node: ir.Cases) -> ir.Expr:
    kept: list[tuple[ir.Expr, ir.Expr]] = []
    default = node.default
    for cond, value in node.cases:
        if isinstance(cond, ir.Const):
            if not cond.value:
                continue
            default = value
            break
        kept.append((cond, value))
    if not kept:
        return default
    return node if len(kept) == len(node.cases) else evolve(node, cases=tuple(kept), default=default)


def _is_total(node: Any) -> bool:
    """Does working this out surely come to no fault?"""
    match node:
        case ir.Apply() | ir.Arith(op="/"):
            return False
        case ir.FieldRef() | ir.ZoneRef():
            return node.index is None or isinstance(node.index, ir.Const)
    return all(_is_total(child) for child in children(node))
