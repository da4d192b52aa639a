"""A position to text or bytes and back, for one ruleset: a header that names the rules, then the cells.

Bytes: `RWS1`, the header's length (u32), the header (UTF-8 JSON), then every cell, less its least value, in 1, 2, 4 or
8 bytes, little end first, as its bound in the schema needs. JSON: the header with `cells` as a list. A save made under
other rules, another player count, other options or variants is refused.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from attrs import frozen

from rulewright.runtime.schema import Schema

MAGIC = b"RWS1"
_KEYS = ("text_hash", "name", "language", "players", "options", "variants")


class SaveError(ValueError):
    """The save cannot be read or written: damaged, or not of this ruleset. The message says which."""


@frozen
class Saved:
    """A position: the cells, and what the table had around it."""

    cells: list[int]
    mode: str
    names: tuple[str, ...]
    seed: int


def rules_of(schema: Schema) -> dict[str, Any]:
    """What names a ruleset in saves and replays."""
    return {
        "text_hash": schema.text_hash,
        "name": schema.name,
        "language": schema.language,
        "players": schema.players,
        "options": dict(sorted(schema.options.items())),
        "variants": list(schema.variants),
    }


def refusal(schema: Schema, rules: object) -> str | None:
    """Why something made under `rules` does not fit the ruleset; None if it does."""
    if not isinstance(rules, dict):
        return "it does not say which rules it belongs to"
    mine = rules_of(schema)
    for key in _KEYS:
        if rules.get(key) != mine[key]:
            words = "the text of the rules" if key == "text_hash" else key
            return f"{words} differs: it was made with {rules.get(key)!r}, this game has {mine[key]!r}"
    return None


def to_json(schema: Schema, saved: Saved) -> str:
    """The position as JSON text."""
    _storable(schema, saved.cells)
    return json.dumps({**_header(schema, saved), "cells": saved.cells})


def from_json(schema: Schema, text: str) -> Saved:
    """Read what `to_json` wrote; raises SaveError."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SaveError(f"this is no saved game: {error}") from None
    if not isinstance(data, dict):
        raise SaveError("this is no saved game")
    return _read(schema, data, data.get("cells"))


def to_bytes(schema: Schema, saved: Saved) -> bytes:
    """The position, packed."""
    _storable(schema, saved.cells)
    header = json.dumps(_header(schema, saved), separators=(",", ":")).encode()
    return MAGIC + struct.pack("<I", len(header)) + header + _packed(schema, saved.cells)


def from_bytes(schema: Schema, data: bytes) -> Saved:
    """Read what `to_bytes` wrote; raises SaveError."""
    if data[:4] != MAGIC or len(data) < 8:
        raise SaveError("this is no saved game")
    (length,) = struct.unpack_from("<I", data, 4)
    try:
        header = json.loads(data[8 : 8 + length].decode())
    except (ValueError, RecursionError):
        raise SaveError("the saved game is damaged: its header cannot be read") from None
    if not isinstance(header, dict):
        raise SaveError("the saved game is damaged: its header cannot be read")
    why = refusal(schema, header.get("rules"))
    if why:
        raise SaveError(f"this game was saved under other rules: {why}")
    packing = _packing(_bounds(schema))
    body = data[8 + length :]
    if len(body) != packing.size:
        raise SaveError("the saved game is damaged: it has the wrong length")
    cells = [value + info.low for value, info in zip(packing.unpack(body), schema.cells, strict=True)]
    return _read(schema, header, cells)


def _header(schema: Schema, saved: Saved) -> dict[str, Any]:
    return {"rules": rules_of(schema), "mode": saved.mode, "names": list(saved.names), "seed": saved.seed}


def _read(schema: Schema, header: dict[str, Any], cells: object) -> Saved:
    why = refusal(schema, header.get("rules"))
    if why:
        raise SaveError(f"this game was saved under other rules: {why}")
    if not isinstance(cells, list) or len(cells) != schema.size:
        raise SaveError("the saved game is damaged: it has the wrong number of cells")
    for value, info in zip(cells, schema.cells, strict=True):
        if type(value) is not int or not 0 <= value - info.low < info.bound:
            raise SaveError(f"the saved game is damaged: {info.name} cannot be {value!r}")
    names, seed = header.get("names"), header.get("seed")
    if not isinstance(names, list) or not all(isinstance(n, str) for n in names) or type(seed) is not int:
        raise SaveError("the saved game is damaged: its header is incomplete")
    mode = header.get("mode")
    if mode not in ("sampled", "exposed") or len(names) > schema.players:
        raise SaveError("the saved game is damaged: its header is wrong")
    return Saved(cells, mode, tuple(names), seed)


def _storable(schema: Schema, cells: list[int]) -> None:
    if type(cells) is not list:
        raise SaveError("the reference interpreter keeps part of a position outside its cells: save a compiled game's")
    for value, info in zip(cells, schema.cells, strict=True):
        if not 0 <= value - info.low < info.bound:
            raise SaveError(f"{info.name} is {value}, outside {info.low} to {info.low + info.bound - 1}")


def _packed(schema: Schema, cells: list[int]) -> bytes:
    return _packing(_bounds(schema)).pack(value - info.low for value, info in zip(cells, schema.cells, strict=True))


def _bounds(schema: Schema) -> tuple[int, ...]:
    return tuple(info.bound for info in schema.cells)


@lru_cache(maxsize=64)
def _packing(bounds: Sequence[int]) -> Packing:
    return Packing(tuple(_width(bound) for bound in bounds))


def _width(bound: int) -> int:
    """Bytes for numbers below `bound`: 1, 2, 4, 8, and for large sets as many as their members need."""
    return next((width for width in (1, 2, 4, 8) if bound <= 1 << 8 * width), (bound.bit_length() + 7) // 8)


@frozen
class Packing:
    """Numbers as bytes, each in its own width, least significant byte first."""

    widths: tuple[int, ...]

    @property
    def size(self) -> int:
        return sum(self.widths)

    def pack(self, values: Iterable[int]) -> bytes:
        return b"".join(value.to_bytes(width, "little") for value, width in zip(values, self.widths, strict=True))

    def unpack(self, data: bytes) -> list[int]:
        ends = list(accumulate(self.widths, initial=0))
        return [int.from_bytes(data[a:b], "little") for a, b in pairwise(ends)]
