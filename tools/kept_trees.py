"""Syntax trees of texts without mistakes, kept between runs: of a game in several files, only what changed is parsed.

A tree is a pickle, as the parser's tables are; the folder is safe for that (see cache.py). The text itself is not in
it: places are put into the text that was asked for.
"""

from __future__ import annotations

import io
import pickle
from typing import Any

from rulewright.dsl import ast
from rulewright.dsl.source import NOWHERE, Source
from rulewright.tools import cache

THE_TEXT, NO_PLACE = 0, 1


class KeptTrees:
    """What `parse` asks before it does any work, and tells what came of it."""

    def known(self, source: Source) -> ast.File | None:
        data = cache.read(self._name(source))
        if data is None:
            return None
        try:
            tree = _Unpickler(data, source).load()
        except Exception:  # a damaged pickle can raise anything
            tree = None
        return tree if isinstance(tree, ast.File) else None

    def keep(self, source: Source, tree: ast.File) -> None:
        made = io.BytesIO()
        try:
            _Pickler(made, source).dump(tree)
        except (TypeError, AttributeError, RecursionError, pickle.PicklingError):
            return
        cache.write(self._name(source), made.getvalue())

    def _name(self, source: Source) -> str:
        return f"{cache.key('tree', source.text)}.tree"


class _Pickler(pickle.Pickler):
    def __init__(self, file: io.BytesIO, source: Source) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._source = source

    def persistent_id(self, value: Any) -> int | None:
        if value is NOWHERE:
            return NO_PLACE
        if type(value) is not Source:
            return None
        if value is not self._source:
            raise pickle.PicklingError("a place in another text")
        return THE_TEXT


class _Unpickler(pickle.Unpickler):
    def __init__(self, data: bytes, source: Source) -> None:
        super().__init__(io.BytesIO(data))
        self._source = source

    def persistent_load(self, number: Any) -> Any:
        return NOWHERE if number == NO_PLACE else self._source
