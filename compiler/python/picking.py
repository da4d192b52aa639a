"""Functions that find the n-th option in a set, or in the sets of several steps, without listing them."""

from __future__ import annotations

from rulewright.compiler.python.rays import hexed
from rulewright.compiler.python.text import Lines
from rulewright.compiler.python.unit import Unit
from rulewright.runtime.bits import FEW


def packed(names: list[str], size: int) -> str:
    """Several sets of a class of this size as one whole number, one behind the other."""
    stride = _stride(size)
    return " | ".join(f"{name} << {stride * n}" if n else name for n, name in enumerate(names))


def nth_pair(unit: Unit, many: int, size: int) -> str:
    """The function that finds the n-th of the pairs in so many packed sets, in the order in which `bits.pairs` lists
    them: by halves until eight members are left, whose bits are then put in that order. `places` are the answers at
    the places of those bits."""
    stride = _stride(size)

    def each(mask: int) -> str:
        return hexed(sum(mask << stride * n for n in range(many)))

    def write(name: str) -> Lines:
        lines = Lines()
        lines.open(f"def {name}(sets: int, n: int, places: tuple[int, ...]) -> int:")
        lines.add("first = 0")
        width = stride // 2
        while width >= 8:
            low = each((1 << width) - 1)
            lines.add(f"low = sets & {low}")
            lines.add("many = low.bit_count()")
            lines.open("if n < many:")
            lines.add("sets = low")
            lines.close()
            lines.open("else:")
            lines.add("n -= many")
            lines.add(f"first += {width * (size + 1)}")
            lines.add(f"sets = sets >> {width} & {low}")
            lines.close()
            width >>= 1
        apart = unit.table(tuple(sum(1 << many * i for i in range(8) if b >> i & 1) for b in range(256)), "bits apart")
        parts = [f"{apart}[sets{f' >> {stride * n}' if n else ''} & 255]{f' << {n}' if n else ''}" for n in range(many)]
        lines.add(f"bits = {' | '.join(parts)}")
        lines.open("while n:")
        lines.add("bits &= bits - 1")
        lines.add("n -= 1")
        lines.close()
        lines.add("return first + places[(bits & -bits).bit_length() - 1]")
        return lines

    return unit.helper(("nth pair", many, stride, size), "nth_pair", write)


def places(steps: list[int], many: int, size: int) -> tuple[int, ...]:
    """The answers of eight members in a row, from the first on, by member and then by step."""
    padded = [*steps, *[0] * (many - len(steps))]
    return tuple(member * (size + 1) + step for member in range(8) for step in padded)


def _stride(size: int) -> int:
    return max(8, 1 << (size - 1).bit_length())


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
