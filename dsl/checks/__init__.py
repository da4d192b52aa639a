"""Checks over a whole elaborated file, in the order they run. Each gets the tree, the program and the symbols.

They run on a file without errors, so they may trust the program; `ALWAYS` are those that run beside errors, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulewright.dsl import ast, ir
from rulewright.dsl.checks.beginning import check_beginning
from rulewright.dsl.checks.calls import check_calls
from rulewright.dsl.checks.conditions import check_conditions
from rulewright.dsl.checks.effort import check_effort
from rulewright.dsl.checks.ends import check_ends
from rulewright.dsl.checks.joined import check_joined
from rulewright.dsl.checks.nesting import check_nesting
from rulewright.dsl.checks.rounds import check_rounds
from rulewright.dsl.checks.secrets import check_secrets
from rulewright.dsl.checks.unused import check_unused
from rulewright.dsl.checks.watches import check_watches
from rulewright.dsl.elaborate.symbols import Symbols

Check: TypeAlias = Callable[[ast.File, ir.Program, Symbols], None]
CHECKS: tuple[Check, ...] = (
    check_beginning,
    check_calls,
    check_effort,
    check_rounds,
    check_ends,
    check_nesting,
    check_joined,
    check_watches,
    check_secrets,
    check_conditions,
    check_unused,
)
ALWAYS = (check_secrets,)
ERRORS = tuple(c for c in CHECKS if c not in (check_conditions, check_unused))  # without those that only warn
