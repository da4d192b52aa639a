"""Expressions whose value is known before play: of numbers, options, the player count and static tables."""

from __future__ import annotations

from rulewright.dsl import ir
from rulewright.dsl.elaborate.symbols import Symbols


def constant(e: ir.Expr, s: Symbols) -> int | None:
    """The value of `e`, or None where it depends on the state of a game."""
    return _value(e, s, {})


def _value(e: ir.Expr, s: Symbols, known: dict[str, int]) -> int | None:
    match e:
        case ir.Const():
            return e.value
        case ir.Local():
            return known.get(e.name)
        case ir.Arith():
            a, b = _value(e.left, s, known), _value(e.right, s, known)
            return None if a is None or b is None else compute(e.op, a, b)
        case ir.Compare():
            a, b = _value(e.left, s, known), _value(e.right, s, known)
            return None if a is None or b is None else int(compare(e.op, a, b))
        case ir.Logic():
            return _logic(e, s, known)
        case ir.Cases():
            for cond, value in e.cases:
                held = _value(cond, s, known)
                if held is None:
                    return None
                if held:
                    return _value(value, s, known)
            return _value(e.default, s, known)
        case ir.ColumnOf():
            row = _value(e.row, s, known)
            if row is None:
                return None
            column = next(c for c in s.cls(e.cls).columns if c.name == e.column)
            return column.values[row] if row < len(column.values) else 0
        case ir.Apply():
            made = s.made_values.get(e.name)
            args = [_value(a, s, known) for a in e.args]
            if made is None or None in args:
                return None
            return _value(made.body, s, dict(zip(made.params, [a for a in args if a is not None], strict=True)))
        case _:
            return None


def _logic(e: ir.Logic, s: Symbols, known: dict[str, int]) -> int | None:
    parts = [_value(p, s, known) for p in e.parts]
    if e.op == "not":
        return None if parts[0] is None else int(not parts[0])
    deciding = 0 if e.op == "and" else 1
    if deciding in [None if p is None else int(bool(p)) for p in parts]:
        return deciding
    return None if None in parts else 1 - deciding


def compute(op: str, a: int, b: int) -> int | None:
    """Whole-number arithmetic; None for a division by zero."""
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return a // b if b else None
        case "min":
            return min(a, b)
        case _:
            return max(a, b)


def compare(op: str, a: int, b: int) -> bool:
    match op:
        case "is":
            return a == b
        case "is not":
            return a != b
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case _:
            return a >= b
