"""Jumps: leaving a block or a procedure from anywhere inside it, also from inside procedures called in it.

What is open between the jump and its target is closed on the way: lives of locals end, fields of blocks become 0. A
jump out of a procedure goes on at each call of it, chosen by the procedure's mark.
"""

from __future__ import annotations

from rulewright.compiler.python.build_plan import Builder, Open
from rulewright.compiler.python.plan import Back, Block, Broken, Clear, Goto, Swap, Zero


def leave(builder: Builder, block: Block, around: Open | None, target: str) -> None:
    """End `block` with a jump to the end of `target`, `around` being what is open there."""
    place = around
    while place is not None:
        if place.path == target or place.procedure == target:
            assert place.exit is not None
            block.end = Goto(place.exit)
            return
        _zero(block, place.cells)
        if place.fields:
            block.items.append(Clear(place.fields))
        if place.beside:
            block.items.append(Swap(place.beside, away=False))
        if place.procedure is not None:
            builder.leaving.append((block, place.procedure, target))
            return
        place = place.outer
    block.end = Broken(f"there is no {target} going on to leave", str(block.span))


def resolve(builder: Builder) -> None:
    """End all jumps out of procedures. Working one out can bring about others, out of the procedures that call."""
    shared: dict[tuple[str, str], Block] = {}
    while builder.leaving:
        block, procedure, target = builder.leaving.pop()
        if (procedure, target) not in shared:
            jump = shared[procedure, target] = Block(block.span, f"leave {target} from {procedure}")
            landings = []
            for site in builder.sites[procedure]:
                landing = Block(site.back.span)
                leave(builder, landing, site.around, target)
                landings.append(landing)
            jump.end = Back(builder.layout.marks.get(procedure), tuple(landings))
        block.end = Goto(shared[procedure, target])


def _zero(block: Block, cells: tuple[int, ...]) -> None:
    if cells:
        block.items.append(Zero(cells))
