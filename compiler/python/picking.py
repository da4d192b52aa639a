"""Functions that find the n-th option in a set, or in the sets of several steps, without listing them."""

from __future__ import annotations

from rulewright.compiler.python.rays import hexed
from rulewright.compiler.python.text import Lines
from rulewright.compiler.python.unit import Unit
from rulewright.runtime.bits import FEW


def nth_pair(unit: Unit, many: int, size: int) -> str:
    """The function that finds the n-th of the pairs in so many sets, in the order in which `bits.pairs` lists them: by
    halves at first, then one by one."""
    names = [f"m{n}" for n in range(many)]

    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}({', '.join(f'{n}: int' for n in names)}, n: int, steps: tuple[int, ...]) -> int:")
        lines.add("first = 0")
        width = 1 << (size - 1).bit_length() - 1
        while width >= 8:
            low = hexed((1 << width) - 1)
            for n in names:
                lines.add(f"low_{n} = {n} & {low}")
            lines.add(f"many = {' + '.join(f'low_{n}.bit_count()' for n in names)}")
            lines.open("if n < many:")
            lines.add(f"{', '.join(names)} = {', '.join(f'low_{n}' for n in names)}")
            lines.close()
            lines.open("else:")
            lines.add("n -= many")
            lines.add(f"first += {width}")
            for n in names:
                lines.add(f"{n} >>= {width}")
            lines.close()
            width >>= 1
        lines.add(f"every = {' | '.join(names)}")
        lines.open("while True:")
        lines.add("low = every & -every")
        for number, n in enumerate(names):
            lines.open(f"if {n} & low:")
            lines.open("if not n:")
            lines.add(f"return (first + low.bit_length() - 1) * {size + 1} + steps[{number}]")
            lines.close()
            lines.add("n -= 1")
            lines.close()
        lines.add("every ^= low")
        return lines

    return unit.helper(("nth pair", many, size), "nth_pair", write)


def nth(unit: Unit, size: int) -> str:
    """The function that finds the n-th member of a set of so many at most: by halves, the last of them by a table."""
    if size <= 16:
        return unit.need("nth", "bits")

    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}(mask: int, n: int) -> int:")
        lines.open(f"if n < {FEW}:")
        lines.open("while n:")
        lines.add("mask &= mask - 1")
        lines.add("n -= 1")
        lines.close()
        lines.add("return (mask & -mask).bit_length() - 1")
        lines.close()
        lines.add("first = 0")
        width = 1 << (size - 1).bit_length() - 1
        while width >= 8:
            lines.add(f"low = mask & {hexed((1 << width) - 1)}")
            lines.add("many = low.bit_count()")
            lines.open("if n < many:")
            lines.add("mask = low")
            lines.close()
            lines.open("else:")
            lines.add("n -= many")
            lines.add(f"first += {width}" if width * 2 < size else f"first = {width}")
            lines.add(f"mask >>= {width}")
            lines.close()
            width >>= 1
        lines.add(f"return first + {unit.need('BYTE', 'bits')}[mask][n]")
        return lines

    return unit.helper(("nth", 1 << (size - 1).bit_length()), "nth", write)
