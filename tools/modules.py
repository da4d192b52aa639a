"""Compiled games as Python modules: emitted, compiled to byte code, kept, and brought to life.

A module comes in two flavours (see compiler/python/emit.py): full, an `Engine` with events, and quiet, for speed.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable
from types import CodeType, ModuleType

from rulewright.tools import cache
from rulewright.tools.collector import collector_off


@collector_off()
def byte_code(parts: tuple[object, ...], name: str, emitted: Callable[[], str]) -> bytes:
    """The compiled module for what `parts` say, from the cache if it is there; else `emitted` makes its text."""
    entry = f"{cache.key('module', *parts)}.code"
    kept = cache.read(entry)
    if kept is None or not is_code(kept):
        kept = marshal.dumps(compile(emitted(), file_name(name), "exec", dont_inherit=True))
        cache.write(entry, kept)
    return kept


def is_code(data: bytes) -> bool:
    """Is this a module's byte code, and not something else that found its way into the cache?"""
    try:
        return isinstance(marshal.loads(data), CodeType)
    except (EOFError, ValueError, TypeError):
        return False


def file_name(name: str) -> str:
    return f"<rulewright {name}>"


def alive(code: bytes, name: str) -> ModuleType:
    """The module of some byte code made by `byte_code`, run."""
    module = ModuleType(name)
    module.__file__ = file_name(name)
    exec(marshal.loads(code), module.__dict__)
    return module
