"""Expressions whose value is known before play: of numbers, options, the player count and static tables."""

from __future__ import annotations

from typing import TypeAlias

from rulewright.dsl import ir
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import LARGEST


def constant(e: ir.Expr, s: Symbols, known: dict[str, int] | None = None) -> int | None:
    """The value of `e`, or None where it depends on the state of a game (or is larger than any number may be). `known`
    are locals whose value is known."""
    return _value(e, s, known or {}, {})


Memory: TypeAlias = dict[tuple[str, tuple[int, ...]], int | None]  # values worked out, by name and arguments


def _value(e: ir.Expr, s: Symbols, known: dict[str, int], memory: Memory) -> int | None:
    match e:
        case ir.Const():
            return e.value
        case ir.Local():
            return known.get(e.name)
        case ir.Arith():
            a, b = _value(e.left, s, known, memory), _value(e.right, s, known, memory)
            return None if a is None or b is None else compute(e.op, a, b)
        case ir.Compare():
            a, b = _value(e.left, s, known, memory), _value(e.right, s, known, memory)
            return None if a is None or b is None else int(compare(e.op, a, b))
        case ir.Logic():
            return _logic(e, s, known, memory)
        case ir.Cases():
            for cond, value in e.cases:
                held = _value(cond, s, known, memory)
                if held is None:
                    return None
                if held:
                    return _value(value, s, known, memory)
            return _value(e.default, s, known, memory)
        case ir.ColumnOf():
            row = _value(e.row, s, known, memory)
            if row is None:
                return None
            column = next(c for c in s.cls(e.cls).columns if c.name == e.column)
            return column.values[row] if row < len(column.values) else 0
        case ir.Apply():
            made = s.made_values.get(e.name)
            args = [_value(a, s, known, memory) for a in e.args]
            if made is None or None in args:
                return None
            given = tuple(a for a in args if a is not None)
            if (e.name, given) not in memory:
                memory[e.name, given] = _value(made.body, s, dict(zip(made.params, given, strict=True)), memory)
            return memory[e.name, given]
        case _:
            return None


def _logic(e: ir.Logic, s: Symbols, known: dict[str, int], memory: Memory) -> int | None:
    parts = [_value(p, s, known, memory) for p in e.parts]
    if e.op == "not":
        return None if parts[0] is None else int(not parts[0])
    deciding = 0 if e.op == "and" else 1
    if deciding in [None if p is None else int(bool(p)) for p in parts]:
        return deciding
    return None if None in parts else 1 - deciding


def compute(op: str, a: int, b: int) -> int | None:
    """Whole-number arithmetic; None for a division by zero, or past the largest number."""
    found = _compute(op, a, b)
    return found if found is not None and abs(found) <= LARGEST else None


def _compute(op: str, a: int, b: int) -> int | None:
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
