"""Sets moved by a step, and functions over straight lines: who sees an end, and what is caught before one."""

from __future__ import annotations

from rulewright.compiler.passes import sets
from rulewright.compiler.passes.geometry import Rays
from rulewright.compiler.python.text import BIT_AND, SHIFT, Lines, Piece
from rulewright.compiler.python.unit import Unit


def hexed(mask: int) -> str:
    return str(mask) if mask < 10 else hex(mask)


def moved(part: Piece, step: int, inside: int) -> Piece:
    """The members inside for which member + step is in the part."""
    shift = f">> {step}" if step > 0 else f"<< {-step}"
    return Piece(f"{part.at(SHIFT)} {shift} & {hexed(inside)}", BIT_AND)


def shifted(text: str, step: int) -> str:
    """The members from which a step leads into a set, where none can leave the board."""
    return f"{text} >> {step}" if step > 0 else f"{text} << {-step}"


def _inner(rays: Rays, step: int) -> int:
    """The members that have neighbours on both sides of them, along the step and against it."""
    ways = dict(rays.ways)
    return ways[step] & ways.get(-step, 0)


def seen(unit: Unit, mask: sets.Seen) -> str:
    """The function for the members from which a ray reaches an end, direction by direction. Whatever lies between has a
    member before and behind it, so that nothing has to be cut off at the edges on the way."""

    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}(ends: int, through: int) -> int:")
        lines.add("found = 0")
        inner = ""
        for way in sorted(mask.rays.ways, key=lambda way: (abs(way[0]), way[0])):
            step = way[0]
            if not mask.apart:
                lines.add(f"found |= {moved(Piece('ends'), *way).text}")
            mine = hexed(_inner(mask.rays, step))
            if mine != inner:
                inner = mine
                lines.add(f"free = through & {inner}")
            lines.add(f"edge = {shifted('ends', step)} & free")
            lines.open("if edge:")
            lines.add("run = edge")
            lines.open(f"while edge := {shifted('edge', step)} & free:")
            lines.add("run |= edge")
            lines.close()
            lines.add(f"found |= {shifted('run', step)}")
            lines.close()
        lines.add("return found")
        return lines

    return unit.helper(("seen", mask.rays, mask.apart), "seen", write)


def caught(unit: Unit, mask: sets.Caught) -> str:
    """The function for the runs next to a member that have an end behind them, direction by direction."""

    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}(start: int, ends: int, through: int) -> int:")
        lines.add("found = 0")
        lines.add("here = 1 << start")
        inner = ""
        for step, _ in sorted(mask.rays.ways, key=lambda way: (abs(way[0]), way[0])):
            mine = hexed(_inner(mask.rays, step))
            if mine != inner:
                inner = mine
                lines.add(f"free = through & {inner}")
            lines.add(f"edge = {shifted('here', -step)} & free")
            lines.open("if edge:")
            lines.add("run = edge")
            lines.open(f"while (edge := {shifted('edge', -step)}) & free:")
            lines.add("run |= edge")
            lines.close()
            lines.open("if edge & ends:")
            lines.add("found |= run")
            lines.close(2)
        lines.add("return found")
        return lines

    return unit.helper(("caught", mask.rays), "caught", write)
