"""Games of a comparison, played: a block of seeds in, a row for each game out.

Game number i has the same seed in every ruleset. It seeds the game's own chance, which is part of the state, and apart
from that the generator that answers questions. So two rulesets see the same dice, and get the same answers, for as long
as they ask for the same things.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from types import ModuleType
from typing import Any

import numpy as np
from attrs import frozen

from rulewright.runtime.bots import BotName
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import ENDING, LOST, WON, Schema
from rulewright.tools.compare.figures import UNFINISHED, Place, Rows, Sheet
from rulewright.tools.modules import alive
from rulewright.tools.simulate import Broken, Driver, by_numbers, game_seed, looking

BLOCK = 200  # games that are played, kept and counted together
ALONE = 1  # the same of games that bots think in: each takes long


@frozen
class Side:
    """One ruleset as a process needs it: the byte code of its modules, without and with counters, and its seed. Where
    `bots` think, one at each seat, also that of the modules that they look at the game by, with events and without."""

    name: str
    plain: bytes
    counted: bytes
    sheet: Sheet
    seed: int
    bots: tuple[BotName, ...] = ()
    looked_at: tuple[bytes, bytes] = (b"", b"")

    @property
    def block(self) -> int:
        """How many games of it are played, kept and counted together."""
        return ALONE if self.bots else BLOCK

    def driver(self, bot: str) -> Driver:
        """Who plays its games: its bots, or the one that does not look."""
        return looking(*self.looked_at, self.name, self.bots) if self.bots else by_numbers(bot)


@frozen
class Piece:
    """Block `number` of the games of side `side`."""

    side: int
    number: int
    counted: bool


@frozen
class Block:
    """The games of a piece. If one broke, those before it."""

    rows: Rows
    broken: Broken | None = None


@frozen
class _Ready:
    """A module with who plays on it, and what reads a game's row off its last cells."""

    module: ModuleType
    drive: Driver
    read: Callable[[list[int]], list[int]]


_sides: tuple[Side, ...]
_bot: str
_limit: int
_ready: dict[tuple[int, bool], _Ready]


def ready(sides: tuple[Side, ...], bot: str, limit: int) -> None:
    """Ready a process to play. Modules are brought to life when they are first needed."""
    global _sides, _bot, _limit, _ready
    _sides, _bot, _limit, _ready = sides, bot, limit, {}


def play(piece: Piece, games: int | None = None) -> Block:
    """Play a block, or its first `games` games."""
    key = (piece.side, piece.counted)
    if key not in _ready:
        _ready[key] = _readied(_sides[piece.side], counted=piece.counted)
    module, drive, read = _ready[key].module, _ready[key].drive, _ready[key].read
    seed, block = _sides[piece.side].seed, _sides[piece.side].block
    rows: list[list[int]] = []
    broken = None
    for game in range(piece.number * block, piece.number * block + (games or block)):
        try:
            played = drive(module, game_seed(seed, game), _limit)
        except RuleFault as fault:
            broken = Broken(game, fault.why, fault.where)
            break
        cells = played.cells
        ending = cells[ENDING] if played.finished else UNFINISHED
        rows.append([ending, cells[WON], cells[LOST], played.decisions, *read(cells)])
    return Block(_array(rows, _sides[piece.side].sheet, counted=piece.counted), broken)


def _array(rows: list[list[int]], sheet: Sheet, *, counted: bool) -> Rows:
    """The rows in the smallest numbers that hold them."""
    if not rows:
        return np.empty((0, sheet.width + len(sheet.counts) * counted), np.int8)
    array = np.array(rows, np.int64)
    kinds = (np.int8, np.int16, np.int32)
    low, high = int(array.min()), int(array.max())
    fitting = [k for k in kinds if np.iinfo(k).min <= low and high <= np.iinfo(k).max]
    return array.astype(fitting[0]) if fitting else array


def _readied(side: Side, *, counted: bool) -> _Ready:
    module = alive(side.counted if counted else side.plain, side.name)
    first = _reader(module.schema, side.sheet.places)
    scores = module.scores if side.sheet.scores else None
    counts = _reader(module.schema, side.sheet.counts) if counted else None

    def read(cells: list[int]) -> list[int]:
        row = [*first(cells)]
        if scores is not None:
            row += scores(cells)
        if counts is not None:
            row += counts(cells)
        return row

    return _Ready(module, side.driver(_bot), read)


def _reader(schema: Schema, places: tuple[Place, ...]) -> Callable[[list[int]], tuple[int, ...]]:
    """A function from cells to the values at these places."""
    begins = {f.name: f.offset for f in schema.fields} | {z.name: z.offset for z in schema.zones if z.slot}
    cells = [begins[name] + index for name, index in places]
    if len(cells) > 1:
        taken: Any = itemgetter(*cells)
        return taken  # type: ignore[no-any-return]
    return lambda state: tuple(state[cell] for cell in cells)
