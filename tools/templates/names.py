"""Names as people type them, to names that a file of rules can use."""

from __future__ import annotations

import re

LONGEST = 40
NAME = re.compile(r"[A-Za-z][A-Za-z0-9 _-]*")


class NotAName(ValueError):
    """This cannot name a game or a variant; the text says why."""


def settled(typed: str) -> tuple[str, str]:
    """The name (`night_ferry`) and the title ("Night ferry") for what was typed. Raises NotAName."""
    text = typed.strip()
    if not text:
        raise NotAName("it is empty")
    if len(text) > LONGEST:
        raise NotAName(f"it has more than {LONGEST} letters")
    if not NAME.fullmatch(text):
        raise NotAName("it must begin with a letter, and have only letters from A to Z, digits, spaces, - and _")
    name = re.sub(r"[ _-]+", "_", text).strip("_").lower()
    return name, name.replace("_", " ").capitalize()
