"""The faults a compiled game can run into, each behind a small function: only what could not be proved safe calls them.

`where` is `file:line` of the rule. All raise RuleFault.
"""

from __future__ import annotations

from typing import NoReturn

from rulewright.runtime.engine import RuleFault


def fault(why: str, where: str) -> NoReturn:
    """Stop the game."""
    raise RuleFault(why, where)


def indexed(index: int, size: int, place: str, where: str) -> int:
    """An index that may be none, given back if it is a member."""
    if 0 <= index < size:
        return index
    raise RuleFault(f"there is no {place} of nobody and nothing", where)


def in_bounds(value: int, low: int, high: int, title: str, where: str) -> int:
    """A number for a field, given back if the field can hold it."""
    if low <= value <= high:
        return value
    raise RuleFault(f"{title} would become {value}, but goes from {low} to {high}", where)


def some_member(value: int, size: int, title: str, where: str) -> int:
    """A member for a field that cannot be none, given back if it is one."""
    if 0 <= value < size:
        return value
    raise RuleFault(f"{title} would become none", where)


def quotient(left: int, right: int, where: str) -> int:
    """left / right, rounded down."""
    if right:
        return left // right
    raise RuleFault("nothing can be divided by zero", where)
