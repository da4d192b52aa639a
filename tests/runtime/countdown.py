"""A tiny game written by hand as an engine over plain cells, so that the runtime is tested without the compiler.

Two players in turn take 1 to 3 from a heap of 7 (point 1); after each turn a die with sides 1 and 2 (point 2, side 2
twice as likely) is added to a hidden tally that only the first player sees. Who takes the last one wins.
"""

from __future__ import annotations

from rulewright.runtime.chance import seeded
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.events import Event
from rulewright.runtime.schema import (
    ENDING,
    LOST,
    POINT,
    WON,
    BinderInfo,
    BranchInfo,
    CellInfo,
    ClassInfo,
    FieldInfo,
    NeedInfo,
    PointInfo,
    ResultInfo,
    Schema,
    TypeInfo,
)

HEAP, TURN, TALLY, SIZE = 5, 6, 7, 8
NUMBER = TypeInfo("number", low=0, high=99)
TAKE = BranchInfo(
    "take",
    "Take",
    (BinderInfo(TypeInfo("number", low=1, high=3), 1, 3),),
    (NeedInfo("enough", "there are not that many left", "countdown.rules:4"),),
    0,
    3,
)

SCHEMA = Schema(
    name="countdown",
    title="Countdown",
    language="1",
    text_hash="abc",
    players=2,
    options={"heap": 7},
    variants=(),
    classes=(ClassInfo("player", "player", "player", ("p1", "p2"), ("player 1", "player 2")),),
    fields=(
        FieldInfo("heap", "the heap", NUMBER, None, HEAP, 1),
        FieldInfo("turn", "turn", TypeInfo("name", "player"), None, TURN, 1),
        FieldInfo("tally", "tally", NUMBER, None, TALLY, 1),
    ),
    zones=(),
    points=(
        PointInfo(1, "How many?", "Turn", "countdown.rules:3", (TAKE,)),
        PointInfo(2, "", "", "countdown.rules:6", chance=True, source="d2", type=TypeInfo("number", low=1, high=2)),
    ),
    results=(ResultInfo("took the last one", "countdown.rules:9"),),
    texts=(),
    types=(),
    cells=(
        CellInfo("point", 3),
        CellInfo("chance", 1 << 64),
        CellInfo("ending", 2),
        CellInfo("won", 4),
        CellInfo("lost", 4),
        CellInfo("heap", 100),
        CellInfo("turn", 2),
        CellInfo("tally", 1000),
    ),
)


class Countdown:
    """The engine. `breaks`: taking 3 is a fault, after the heap was changed already."""

    def __init__(self, schema: Schema = SCHEMA, breaks: bool = False) -> None:
        self._schema = schema
        self.breaks = breaks

    @property
    def schema(self) -> Schema:
        return self._schema

    def new(self, seed: int) -> list[int]:
        return [0, seeded(seed), 0, 0, 0, self._schema.options["heap"], 0, 0]

    def begin(self, cells: list[int], log: list[Event]) -> list[int]:
        cells[POINT] = 1
        return self.options(cells)

    def enter(self, cells: list[int], path: str, log: list[Event]) -> list[int]:
        if path != "Turn":
            raise KeyError(path)
        return self.begin(cells, log)

    def options(self, cells: list[int]) -> list[int]:
        if cells[POINT] == 1:
            return [n for n in range(3) if n + 1 <= cells[HEAP]]
        return [1, 2] if cells[POINT] == 2 else []

    def weights(self, cells: list[int]) -> list[int]:
        return [1, 2]

    def actor(self, cells: list[int]) -> int:
        return cells[TURN]

    def about(self, cells: list[int]) -> list[int]:
        return []

    def apply(self, cells: list[int], option: int, log: list[Event]) -> list[int]:
        if cells[POINT] == 1:
            cells[HEAP] -= option + 1
            log.append(("set", 3, 0, 0, cells[HEAP]))
            if self.breaks and option == 2:
                raise RuleFault("three is too many", "countdown.rules:5")
            cells[POINT] = 2
            if not cells[HEAP]:
                cells[POINT], cells[ENDING] = 0, 1
                cells[WON], cells[LOST] = 1 << cells[TURN], 2 >> cells[TURN]
                log.append(("result", 3, 0))
        else:
            cells[TALLY] += option
            log.append(("roll", 3, 2, option))
            log.append(("set", 1, 2, 0, cells[TALLY]))
            cells[TURN] = 1 - cells[TURN]
            cells[POINT] = 1
        return self.options(cells)

    def unmet(self, cells: list[int], option: int) -> list[int] | None:
        return [] if option + 1 <= cells[HEAP] else [0]

    def field_seen(self, cells: list[int], field: int, index: int) -> int:
        return 1 if field == 2 else 3

    def zone_seen(self, cells: list[int], zone: int, index: int) -> int:
        return 0

    def check(self, cells: list[int]) -> None:
        if cells[HEAP] > 99:
            raise RuleFault("the heap is too big", "countdown.rules:2")

    def scores(self, cells: list[int]) -> list[int]:
        return [(cells[WON] >> p & 1) - (cells[LOST] >> p & 1) for p in range(2)]
