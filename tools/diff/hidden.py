"""What the words of two programs do not show: pieces that are different though everything said of them is the same.

A last look, so that no difference goes untold. Both programs are cut into pieces under a name (a field, a phase without
the phases in it, a procedure); a piece that differs and of which nothing was told is told by its lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import unified_diff
from typing import Any

from attrs import evolve, frozen

from rulewright.compiler.passes.walk import everything, rebuild
from rulewright.dsl import ir
from rulewright.dsl.made_up import made_up
from rulewright.dsl.print_ir import expr, statement
from rulewright.dsl.source import NOWHERE, Span
from rulewright.tools.diff.change import Change
from rulewright.tools.diff.links import own_columns
from rulewright.tools.diff.plain import plain
from rulewright.tools.diff.reactions import AT_ANY_TIME
from rulewright.tools.diff.symbols import by_name

MOST_LINES = 8
REACTIONS = ("reaction", "check")


@frozen
class Piece:
    """A part of a program under a name, as it is compared and as it is shown. `inside` are the names of the parts cut
    out of it, `checks` whether it holds checks."""

    key: tuple[str, str]
    what: str
    name: str
    form: Any
    lines: tuple[str, ...]
    span: Span
    inside: frozenset[str] = frozenset()
    checks: bool = False


def untold(old: ir.Program, new: ir.Program, told: Iterable[Change]) -> Iterator[Change]:
    """The pieces that differ and of which nothing is told."""
    changes = list(told)
    names = {c.name for c in changes}
    checked = any(c.what == "check" for c in changes)
    sides = [list(pieces(by_name(program), program)) for program in (old, new)]
    before = {p.key: p for p in sides[0]}
    for b in sides[1]:
        a = before.get(b.key)
        if a is None or a.form == b.form or (checked and (a.checks or b.checks)):
            continue
        if not any(k == b.name or k.startswith(f"{b.name}.") or k in a.inside | b.inside for k in names):
            yield hidden(b.what, b.name, a, b)
    if not any(c.what in REACTIONS or c.name.startswith(AT_ANY_TIME) for c in changes) and reactions(old) != reactions(
        new
    ):
        text = "Something that happens at any time is different in a way that words do not show"
        yield Change("changed", "reaction", "", text)


def reactions(program: ir.Program) -> Any:
    """What happens at any time; of checks and of what a place running empty leads to, the order does not count."""
    named = by_name(program)
    parts = (named.whens, named.watches, named.invariants)
    return tuple(frozenset(Counter(plain(r) for r in part).items()) for part in parts)


def hidden(what: str, name: str, a: Piece, b: Piece) -> Change:
    changed = [t for t in unified_diff(a.lines, b.lines, lineterm="", n=0) if not t.startswith(("---", "+++", "@@"))]
    text = f"Something in the {what} `{name}` is different in a way that words do not show"
    return Change("changed", what, name, text, detail=tuple(changed[:MOST_LINES]), old=a.span, new=b.span)


def pieces(named: ir.Program, shown: ir.Program) -> Iterator[Piece]:
    """The pieces of a program, compared as in `named` (members by name) and shown as in the program itself."""
    for part, what in (("classes", "table"), ("fields", "field"), ("zones", "place"), ("values", "value")):
        for thing, same in zip(getattr(named, part), getattr(shown, part), strict=True):
            if getattr(thing, "sort", "") == "player" or made_up(thing.name):  # told, or nothing of its own
                continue
            text = expr(same.body) if isinstance(same, ir.Value) else ""
            yield Piece((what, thing.name), what, thing.name, plain(of_class(thing, named)), (text,), thing.span)
    for procedure, same in zip(named.procedures, shown.procedures, strict=True):
        yield piece("procedure", procedure.name, procedure, procedure.body, same.body)
    yield piece("phase", "setup", None, named.setup, shown.setup)
    yield piece("phase", "flow", None, named.flow, shown.flow)
    bodies = [(p.setup, p.flow, tuple(x.body for x in p.procedures)) for p in (named, shown)]
    for node, same in zip(*(blocks(body) for body in bodies), strict=True):
        yield piece(node.kind, node.path, node, node.body, same.body)


def piece(what: str, name: str, node: Any, body: tuple[ir.Stmt, ...], shown: tuple[ir.Stmt, ...]) -> Piece:
    """A piece of the flow."""
    short = cut(body)
    form = plain(short if node is None else evolve(node, body=short))
    inside = [n for n in everything(short) if isinstance(n, ir.Block | ir.Check)]
    paths = frozenset(n.path for n in inside if isinstance(n, ir.Block))
    span = NOWHERE if node is None else node.span
    key = (type(node).__name__, name)
    return Piece(key, what, name, form, written(cut(shown)), span, paths, any(isinstance(n, ir.Check) for n in inside))


def blocks(bodies: Any) -> Iterator[ir.Block]:
    return (n for n in everything(bodies) if isinstance(n, ir.Block))


def of_class(thing: Any, program: ir.Program) -> Any:
    """A class with its cells by name."""
    if not isinstance(thing, ir.Class):
        return thing
    known = {c.name: c for c in program.classes}

    def cell(kind: ir.Type, value: int) -> Any:
        members = known[kind.cls].members if isinstance(kind, ir.Name | ir.SetType) else ()
        if isinstance(kind, ir.SetType):
            return tuple(m for i, m in enumerate(members) if value >> i & 1)
        return members[value] if value < len(members) else value

    cells = [(c.name, tuple(cell(c.type, v) for v in c.values)) for c in own_columns(thing, program)]
    return (thing.name, thing.sort, thing.members, thing.titles, thing.copies, thing.title, tuple(cells))


def cut(body: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
    """A body with nothing in the phases and steps in it: they are pieces of their own."""

    def change(node: Any) -> Any:
        return evolve(node, body=(), refs=()) if isinstance(node, ir.Block) else rebuild(node, change)

    made: tuple[ir.Stmt, ...] = rebuild(body, change)
    return made


def written(body: tuple[ir.Stmt, ...]) -> tuple[str, ...]:
    return tuple(line for s in body for line in statement(s, 0))
