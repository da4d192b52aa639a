"""Marks of what two outlines do not have in common, and the signs that stand before them."""

from __future__ import annotations

from typing import Literal, TypeAlias

Mark: TypeAlias = Literal["", "added", "removed", "changed"]
SIGNS: dict[Mark, str] = {"": "", "added": "+", "removed": "−", "changed": "~"}


def signed(mark: Mark, text: str) -> str:
    """A text with the sign of its mark before it."""
    return f"{SIGNS[mark]} {text}" if mark else text
