"""Rulewright: a declarative language for tabletop games and the compiler behind it."""

from __future__ import annotations

__version__ = "0.1.0"
