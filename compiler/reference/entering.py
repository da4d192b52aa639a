"""Starting in the middle: the frames a position would have had, had it come to a block of the flow by itself."""

from __future__ import annotations

from rulewright.compiler.reference.frames import Frame, Inside, Rounds, Steps
from rulewright.dsl import ir


def frames_to(program: ir.Program, path: str) -> list[Frame]:
    """Frames about to run the block `path`, with the blocks and loops around it open (and nothing reset).

    Raises KeyError if the flow has no such block, ValueError if it lies inside an `Each`, whose member is unknown.
    """
    frames = _inside(program.flow, path)
    if frames is not None:
        return frames
    if any(_mentions(stmt, path) for stmt in program.flow):
        raise ValueError(f"{path} is done for one member after another: there is no starting in the middle of that")
    raise KeyError(path)


def _inside(body: tuple[ir.Stmt, ...], path: str) -> list[Frame] | None:
    for at, stmt in enumerate(body):
        if isinstance(stmt, ir.Block) and stmt.path == path:
            return [Steps(body, {}, at)]
        for inner, around in _parts(stmt):
            found = _inside(inner, path)
            if found is not None:
                return [Steps(body, {}, at + 1), *around, *found]
    return None


def _parts(stmt: ir.Stmt) -> list[tuple[tuple[ir.Stmt, ...], list[Frame]]]:
    """The bodies inside a statement that can be entered, with the frames that stand around each."""
    match stmt:
        case ir.Block():
            return [(stmt.body, [Inside(stmt, {})])]
        case ir.Loop():
            return [(stmt.body, [Rounds(stmt, {}, begun=True)])]
        case ir.If():
            return [(stmt.then, []), (stmt.otherwise, [])]
    return []


def _mentions(stmt: ir.Stmt, path: str) -> bool:
    if isinstance(stmt, ir.Block) and stmt.path == path:
        return True
    inner = stmt.body if isinstance(stmt, ir.Each) else ()
    return any(_mentions(s, path) for part, _ in [*_parts(stmt), (inner, [])] for s in part)
