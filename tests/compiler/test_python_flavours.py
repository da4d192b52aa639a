"""Both flavours of an emitted module are one game: equal cells at every question, whoever draws; `play` is the loop.

The reference interpreter is compared elsewhere (tests/properties); here also the frame has to be equal, and zero
wherever it is not in use.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any

import pytest

from rulewright.compiler.layout import Layout, lay_out
from rulewright.compiler.load import load_module
from rulewright.compiler.python.build_plan import Builder, Open
from rulewright.compiler.python.emit import emit
from rulewright.compiler.python.plan import Block
from rulewright.dsl import ir
from rulewright.runtime.chance import weighted
from rulewright.runtime.engine import RuleFault
from tests.compiler.programs import ALL, card_game
from tests.properties.random_programs import random_program

GAMES: dict[str, Callable[[], ir.Program]] = {**ALL, "card_game_in_order": lambda: card_game(True)}
GAMES |= {f"random_{n}": (lambda n=n: random_program(Random(n))) for n in range(40)}  # type: ignore[misc]


def faulty(act: Callable[[], Any]) -> Any:
    """What `act` gives, or the words of the fault it ends in."""
    try:
        return act()
    except RuleFault as fault:
        return str(fault)


def sampled(full: ModuleType, cells: list[int], act: Callable[[], list[int]]) -> list[int]:
    """Act on the full flavour and answer for chance."""
    chance = {p.id for p in full.schema.points if p.chance}
    options = act()
    while cells[0] in chance:
        weights = full.weights(cells)
        assert len(weights) == len(options) > 1
        options = full.apply(cells, options[weighted(cells, weights)], [])
    return options


class Alive(Builder):
    """Notes for each question which cells of the frame are in use at it, as far as its own procedure goes."""

    def _choose(self, stmt: ir.Choose, block: Block, around: Open | None) -> Block | None:
        cells: set[int] = set()
        place = around
        while place is not None and place.procedure is None:
            cells |= set(place.cells)
            place = place.outer
        known = getattr(self, "alive", {})
        known[stmt.id] = None if place is not None or stmt.id in known else cells
        object.__setattr__(self, "alive", known)
        return super()._choose(stmt, block, around)


def alive(layout: Layout) -> dict[int, set[int] | None]:
    """The cells of the frame in use at each question that is asked in one place outside procedures (else None)."""
    builder = Alive(layout, exposed=False)
    builder.build()
    return getattr(builder, "alive", {})


@pytest.mark.parametrize("name", GAMES)
def test_equal_at_every_question(name: str) -> None:
    program = GAMES[name]()
    layout = lay_out(program)
    full, quiet = load_module(emit(program, events=True), name), load_module(emit(program, events=False), name)
    assert full.schema == quiet.schema and full.START == quiet.START
    in_use = alive(layout)
    hidden = {cell for local, cell in layout.locals.items() if local.startswith("#")}
    for seed in range(8):
        rng = Random(seed)
        one, two = full.new(seed), quiet.new(seed)
        options = faulty(lambda: sampled(full, one, lambda: full.begin(one, [])))  # noqa: B023
        others = faulty(lambda: quiet.begin(two))  # noqa: B023
        for _ in range(120):
            assert options == others
            if not options or isinstance(options, str):
                break
            assert one == two
            assert quiet.options(two) == options == full.options(one)
            used = in_use[one[0]]
            if used is not None:
                idle = set(range(layout.frame, layout.size)) - used - hidden
                assert not any(one[cell] for cell in idle), [layout.cells[c].name for c in idle if one[c]]
            option = rng.choice(options)
            options = faulty(lambda: sampled(full, one, lambda: full.apply(one, option, [])))  # noqa: B023
            others = faulty(lambda: quiet.apply(two, option))  # noqa: B023
        if options == []:
            assert one == two and not any(one[layout.frame :])


@pytest.mark.parametrize("name", GAMES)
def test_play_is_the_loop(name: str) -> None:
    quiet = load_module(emit(GAMES[name](), events=False), name)

    def loop(seed: int, limit: int) -> tuple[list[int], int]:
        cells, random, count = quiet.new(seed), Random(seed).random, 0
        options = quiet.begin(cells)
        while options and count < limit:
            options = quiet.apply(cells, options[int(random() * len(options))])
            count += 1
        return cells, count

    def play(seed: int, limit: int) -> tuple[list[int], int]:
        cells = quiet.new(seed)
        return cells, quiet.play(cells, Random(seed).random, limit)

    for seed in range(8):
        for limit in (0, 3, 150):
            looped, played = faulty(lambda: loop(seed, limit)), faulty(lambda: play(seed, limit))  # noqa: B023
            if isinstance(looped, str) and looped.endswith("without asking anything"):
                assert played.endswith("without asking anything")  # where it is found may differ
            else:
                assert looped == played


def test_cells_stay_in_bounds() -> None:
    for name in ("dice_race", "card_game", "faces"):
        quiet = load_module(emit(GAMES[name](), events=False), name)
        cells, rng = quiet.new(5), Random(5)
        options = quiet.begin(cells)
        for _ in range(60):
            for cell, info in zip(cells, quiet.schema.cells, strict=True):
                assert info.low <= cell < info.low + info.bound, info.name
            if not options:
                break
            options = faulty(lambda: quiet.apply(cells, rng.choice(options)))  # noqa: B023
            if isinstance(options, str):
                break
