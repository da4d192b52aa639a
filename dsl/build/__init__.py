"""Lark's parse tree to the syntax tree of `ast`; what holds a placeholder of error recovery is dropped.

One builder function for each form of the grammar: expressions and types in `expressions`, statements in `statements`,
declarations in `declarations`, scenarios in `scenarios`; `nodes` reads the parse tree for all of them.
"""

from __future__ import annotations

from rulewright.dsl.build.declarations import build

__all__ = ["build"]
