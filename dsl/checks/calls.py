"""Procedures that do each other: no cycles (a game's state has a fixed size), and no towers."""

from __future__ import annotations

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.walk import below

DEEPEST_CALLS = 48  # procedures that do procedures that do procedures


def check_calls(file: ast.File, program: ir.Program, s: Symbols) -> None:
    """Report each cycle once (RW0616), and a procedure that stands on too many others (RW0621)."""
    procedures = {p.name: p for p in program.procedures}
    does = calls_of(program)
    found = cycles(does)
    for cycle in found:
        names = [*cycle, cycle[0]]
        story = ", which does ".join(f"`{n}`" for n in names[1:])
        s.report.add("RW0616", procedures[cycle[0]].span, name=cycle[0], story=story)
    depth: dict[str, int] = {}
    for name in callees_first(does):
        depth[name] = 1 + max((depth.get(other, 0) for other in does[name]), default=0)
        if depth[name] == DEEPEST_CALLS + 1 and not found:
            s.report.add("RW0621", procedures[name].span, name=name, most=DEEPEST_CALLS)


def calls_of(program: ir.Program) -> dict[str, tuple[str, ...]]:
    """By procedure: the procedures it does, in order, each once."""
    names = {p.name for p in program.procedures}
    return {
        p.name: tuple(dict.fromkeys(
            n.procedure for stmt in p.body for n in below(stmt) if isinstance(n, ir.Call) and n.procedure in names
        ))
        for p in program.procedures
    }  # fmt: skip


def callees_first(does: dict[str, tuple[str, ...]]) -> list[str]:
    """All procedures, each after those it does (as far as cycles let it)."""
    order: list[str] = []
    seen: set[str] = set()
    for start in does:
        waiting = [(start, False)]
        while waiting:
            name, done = waiting.pop()
            if done:
                order.append(name)
            elif name not in seen:
                seen.add(name)
                waiting.append((name, True))
                waiting.extend((other, False) for other in does[name] if other not in seen)
    return order


def cycles(does: dict[str, tuple[str, ...]]) -> list[list[str]]:
    """Cycles, no two with a member in common."""
    found: list[list[str]] = []
    used: set[str] = set()
    finished: set[str] = set()
    for start in does:
        path: list[str] = []
        waiting: list[tuple[str, bool]] = [(start, False)]
        while waiting:
            name, leaving = waiting.pop()
            if leaving:
                path.pop()
                finished.add(name)
            elif name in path:
                cycle = path[path.index(name) :]
                if not used & set(cycle):
                    found.append(cycle)
                    used |= set(cycle)
            elif name not in finished:
                path.append(name)
                waiting.append((name, True))
                waiting.extend((other, False) for other in reversed(does[name]))
    return found
