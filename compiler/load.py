"""Emitted text into a running module, without a file. Tracebacks can still show its lines."""

from __future__ import annotations

import linecache
from types import ModuleType


def load_module(text: str, name: str) -> ModuleType:
    """Execute the text of a module under `name` (not put into `sys.modules`) and return the module."""
    file = f"<rulewright {name}>"
    module = ModuleType(name)
    module.__file__ = file
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec", dont_inherit=True), module.__dict__)
    return module
