"""Pig: made by Rulewright from its rules; not to be changed by hand.

rules      pig (37b9ca1243f11efb08ea22d7453a97f8a48168964157fd015bf07812dc49d90a)
language   0.1
players    2
options    goal = 100
variants   none
flavour    full (events, chance is asked for)
"""


from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from rulewright.runtime.chance import seeded
from rulewright.runtime.checked import fault, in_bounds
from rulewright.runtime.events import Event
from rulewright.runtime.schema import (
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
    ZoneInfo,
)


Step: TypeAlias = list[int] | int  # options on offer (none: the game is over), or a block to go on with

# What lies where in `cells`:
#   0         point waited at
#   1         generator
#   2         ending
#   3         who won
#   4         who lost
#   5-6       points per player
#   7         gathered
#   8         local p
#   9         local n

schema = Schema(
    name='pig',
    title='Pig',
    language='0.1',
    text_hash='37b9ca1243f11efb08ea22d7453a97f8a48168964157fd015bf07812dc49d90a',
    players=2,
    options={'goal': 100},
    variants=(),
    classes=(ClassInfo('player', 'player', 'player', ('seat1', 'seat2'), ('player 1', 'player 2'), ()),),
    fields=(
        FieldInfo('points', 'points', TypeInfo('number', '', 0, 105, False), 'player', 5, 2, 0),
        FieldInfo('gathered', 'points of this turn', TypeInfo('number', '', 0, 105, False), None, 7, 1, 0),
    ),
    zones=(),
    points=(
        PointInfo(
            id=1,
            prompt='Roll or hold?',
            path='Round.Turn.Throw',
            line='pig.rules:14',
            branches=(
                BranchInfo(
                    name='Roll',
                    label='Roll',
                    binders=(),
                    needs=(NeedInfo('short', 'you have enough to win', 'pig.rules:16'),),
                    first=0,
                    size=1,
                ),
                BranchInfo('Hold', 'Hold', (), (), 1, 1),
            ),
            chance=False,
            source='',
            type=None,
            zone='',
            keeper=-1,
        ),
        PointInfo(2, '', '', 'pig.rules:17', (), True, 'd6', TypeInfo('number', '', 1, 6, False), '', -1),
    ),
    results=(ResultInfo('the goal is reached', 'pig.rules:24'),),
    texts=(),
    types=(),
    cells=(
        CellInfo('point', 3, 0),
        CellInfo('chance', 18446744073709551616, 0),
        CellInfo('ending', 2, 0),
        CellInfo('won', 4, 0),
        CellInfo('lost', 4, 0),
        CellInfo('points[seat1]', 106, 0),
        CellInfo('points[seat2]', 106, 0),
        CellInfo('gathered', 106, 0),
        CellInfo('local p', 2, 0),
        CellInfo('local n', 7, 0),
    ),
    entries={'Round': 0},
)

NOTHING_GOING_ON = (0,) * 2
T0_PLAYER_ROWS = ((0,), (1,), ())


def over(cells: list[int], result: int, won: int, lost: int, log: list[Event]) -> list[int]:
    cells[0] = 0
    cells[2] = result + 1
    cells[3] = won
    cells[4] = lost
    cells[8:] = NOTHING_GOING_ON
    log.append(("result", 3, result))
    return []


def flow_done(cells: list[int]) -> list[int]:
    cells[0] = 0
    cells[8:] = NOTHING_GOING_ON
    return []


# pig.rules:24
def do_1(cells: list[int], log: list[Event]) -> int:
    for v0_p_2 in range(2):
        if cells[5 + v0_p_2] >= 100:
            over(cells, 0, 1 << v0_p_2, (1 if not 1 << v0_p_2 & 1 != 0 else 0) | (2 if not 1 << v0_p_2 & 2 != 0 else 0), log)
            return 1
    return 0


def do_0(cells: list[int], log: list[Event]) -> int:
    # pig.rules:24
    if do_1(cells, log):
        return 1
    return 0


# Round
def block_0(cells: list[int], log: list[Event]) -> Step:
    if do_0(cells, log):
        return []
    # pig.rules:11
    cells[8] = 0
    # pig.rules:12
    cells[7] = 0
    log.append(("set", 3, 1, 0, cells[7]))
    # pig.rules:14
    x6 = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
    cells[0] = 1
    return x6


# pig.rules:17
def block_1(cells: list[int], log: list[Event]) -> Step:
    if cells[9] == 1:
        cells[9] = 0
        cells[8] += 1
        if cells[8] < 2:
            # pig.rules:12
            cells[7] = 0
            log.append(("set", 3, 1, 0, cells[7]))
            # pig.rules:14
            x7 = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
            cells[0] = 1
            return x7
        cells[8] = 0
        # pig.rules:11
        cells[8] = 0
        # pig.rules:12
        cells[7] = 0
        log.append(("set", 3, 1, 0, cells[7]))
        # pig.rules:14
        x8 = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
        cells[0] = 1
        return x8
    # pig.rules:19
    cells[7] = in_bounds(cells[7] + cells[9], 0, 105, 'points of this turn', 'pig.rules:19')
    log.append(("set", 3, 1, 0, cells[7]))
    cells[9] = 0
    # pig.rules:14
    x9 = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
    cells[0] = 1
    return x9


def set_up(cells: list[int], log: list[Event]) -> Step:
    # pig.rules:11
    cells[8] = 0
    # pig.rules:12
    cells[7] = 0
    log.append(("set", 3, 1, 0, cells[7]))
    # pig.rules:14
    x1 = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
    cells[0] = 1
    return x1


# pig.rules:14
def options_1(cells: list[int]) -> list[int]:
    found = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
    return found


def actor_1(cells: list[int]) -> int:
    return cells[8]


# pig.rules:14
def unmet_1(cells: list[int], option: int) -> list[int] | None:
    if 0 <= option < 1:
        return [n for n, met in enumerate((cells[5 + cells[8]] + cells[7] < 100,)) if not met]
    if 1 <= option < 2:
        return []
    return None


# pig.rules:14
def apply_1(cells: list[int], option: int, log: list[Event]) -> Step:
    if option < 1:
        # pig.rules:17
        x2 = list(range(1, 7))
        if len(x2) > 1:
            cells[0] = 2
            return x2
        cells[9] = x2[0]
        log.append(("roll", 3, 2, cells[9]))
        return 1
    # pig.rules:21
    x3 = cells[8]
    cells[5 + x3] = in_bounds(cells[5 + cells[8]] + cells[7], 0, 105, 'points', 'pig.rules:21')
    log.append(("set", 3, 0, x3, cells[5 + x3]))
    # pig.rules:24
    for v0_p_2 in T0_PLAYER_ROWS[cells[8]]:
        if cells[5 + v0_p_2] >= 100:
            over(cells, 0, 1 << v0_p_2, (1 if not 1 << v0_p_2 & 1 != 0 else 0) | (2 if not 1 << v0_p_2 & 2 != 0 else 0), log)
            return []
    cells[8] += 1
    if cells[8] < 2:
        # pig.rules:12
        cells[7] = 0
        log.append(("set", 3, 1, 0, cells[7]))
        # pig.rules:14
        x4 = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
        cells[0] = 1
        return x4
    cells[8] = 0
    # pig.rules:11
    cells[8] = 0
    # pig.rules:12
    cells[7] = 0
    log.append(("set", 3, 1, 0, cells[7]))
    # pig.rules:14
    x5 = [*([0] if cells[5 + cells[8]] + cells[7] < 100 else []), 1]
    cells[0] = 1
    return x5


# pig.rules:17
def options_2(cells: list[int]) -> list[int]:
    return list(range(1, 7))


# pig.rules:17
def weights_2(cells: list[int]) -> list[int]:
    return [1] * len(list(range(1, 7)))


# pig.rules:17
def apply_2(cells: list[int], option: int, log: list[Event]) -> Step:
    cells[9] = option
    log.append(("roll", 3, 2, cells[9]))
    return 1


def nowhere(cells: list[int], *more: object) -> list[int]:
    """There is no such point."""
    raise ValueError("the game does not wait at such a point")


def no_actor(cells: list[int]) -> int:
    """Nobody is asked at such a point."""
    raise ValueError("nobody is asked here")


OPTIONS: tuple[Callable[[list[int]], list[int]], ...] = (
    nowhere,
    options_1,
    options_2,
)
ACTOR: tuple[Callable[[list[int]], int], ...] = (
    no_actor,
    actor_1,
    no_actor,
)
APPLY: tuple[Callable[[list[int], int, list[Event]], Step], ...] = (
    nowhere,
    apply_1,
    apply_2,
)
WEIGHTS: tuple[Callable[[list[int]], list[int]], ...] = (
    nowhere,
    nowhere,
    weights_2,
)
UNMET: tuple[Callable[[list[int], int], list[int] | None], ...] = (
    nowhere,
    unmet_1,
    nowhere,
)
BLOCKS: tuple[Callable[[list[int], list[Event]], Step], ...] = (
    block_0,
    block_1,
)
PLACES: tuple[str, ...] = (  # the loop that each block is in, or leads to
    'pig.rules:10',
    'pig.rules:13',
)
ENTRIES: dict[str, int] = {'Round': 0}


START = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)


def new(seed: int) -> list[int]:
    """The cells before set-up, every component in its box."""
    cells = list(START)
    cells[1] = seeded(seed)
    return cells


def go_on(cells: list[int], step: Step, log: list[Event]) -> list[int]:
    """Run block after block until the game waits or is over."""
    for _ in range(100000):
        if isinstance(step, list):
            return step
        step = BLOCKS[step](cells, log)
    if isinstance(step, list):
        return step
    fault("this goes round more than 100,000 times without asking anything", PLACES[step])


def begin(cells: list[int], log: list[Event]) -> list[int]:
    """Run the set-up and go on to the first point."""
    return go_on(cells, set_up(cells, log), log)


def options(cells: list[int]) -> list[int]:
    """The ids on offer at the point the cells wait at."""
    return OPTIONS[cells[0]](cells)


def actor(cells: list[int]) -> int:
    """The seat asked at a decision point."""
    return ACTOR[cells[0]](cells)


def apply(cells: list[int], option: int, log: list[Event]) -> list[int]:
    """Take an option and go on to the next point."""
    return go_on(cells, APPLY[cells[0]](cells, option, log), log)


def enter(cells: list[int], path: str, log: list[Event]) -> list[int]:
    """Start in the middle, at the block `path`. Raises KeyError if running cannot begin there."""
    return go_on(cells, ENTRIES[path], log)


def weights(cells: list[int]) -> list[int]:
    """At a chance point, the weight of each of its outcomes."""
    return WEIGHTS[cells[0]](cells)


def unmet(cells: list[int], option: int) -> list[int] | None:
    """Which needs of the option's branch fail; None if it is no option even without them."""
    return UNMET[cells[0]](cells, option)


def field_seen(cells: list[int], field: int, index: int) -> int:
    """The mask of seats that see a field cell."""
    if field == 0:
        return 3
    if field == 1:
        return 3
    raise ValueError("there is no such field")


def zone_seen(cells: list[int], zone: int, index: int) -> int:
    """The mask of seats that see what lies face down in a zone."""
    raise ValueError("there is no such zone")


def check(cells: list[int]) -> None:
    """Test the invariants; raises RuleFault."""


def scores(cells: list[int]) -> list[int]:
    """Each seat's score at the end."""
    return [(cells[3] >> it & 1) - (cells[4] >> it & 1) for it in range(2)]
