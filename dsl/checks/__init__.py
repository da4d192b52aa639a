"""Checks over a whole elaborated file, in the order they run. Each gets the tree, the program and the symbols."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate.symbols import Symbols

CHECKS: tuple[Callable[[ast.File, ir.Program, Symbols], None], ...] = ()
