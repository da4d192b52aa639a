"""The structured program cut into blocks: straight pieces of code with one way out, from one stop to the next.

Only what can stop, or leaves something that can, is cut up; the rest stays whole inside a block as `Do`. A question
ends a block (`Ask`), and so does chance in the flavour that exposes it (`Draw`). The procedures that are cut up appear
once; where several calls lead to one, a mark in the state says which to go back to (`Back`). plan.py says what a plan
is made of, build_plan.py makes one, leave.py works out jumps out of blocks and procedures.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from attrs import define, field, frozen

from rulewright.compiler.layout import EachCells
from rulewright.dsl import ir
from rulewright.dsl.source import NOWHERE, Span

# ------------------------------------------------------------------------------------------------ what blocks do


@frozen
class Do:
    """Run a statement that neither stops nor leaves."""

    stmt: ir.Stmt


@frozen
class Zero:
    """Lives end: these cells become 0."""

    cells: tuple[int, ...]


@frozen
class Put:
    """A local that is kept in the state gets a value."""

    local: str
    value: ir.Expr
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Mark:
    """Note which call a procedure is to come back to."""

    cell: int
    call: int


@frozen
class Alone:
    """A procedure that might be going on already must not be: its place in the state is taken."""

    cell: int
    why: str
    where: str


@frozen
class Swap:
    """Put aside what is going on in procedures (`away`), leaving room to run them, or take it up again. Pairs of cells:
    their own, and the one beside."""

    cells: tuple[tuple[int, int], ...]
    away: bool


@frozen
class Begin:
    """Fields of a block take their initial values."""

    fields: tuple[str, ...]


@frozen
class Clear:
    """Fields of a block become 0."""

    fields: tuple[str, ...]


@frozen
class Members:
    """Fix the members of a loop at its start."""

    each: ir.Each
    cells: EachCells


Item: TypeAlias = Do | Zero | Put | Mark | Alone | Swap | Begin | Clear | Members


# ------------------------------------------------------------------------------------------------ how blocks end


@frozen(eq=False)
class Goto:
    to: Block


@frozen(eq=False)
class Test:
    cond: ir.Expr
    yes: Block
    no: Block


@frozen(eq=False)
class Next:
    """Go on with the next member of a loop, if there is one."""

    each: ir.Each
    cells: EachCells
    body: Block
    done: Block


@frozen(eq=False)
class Ask:
    """Wait for an answer; `arms` are where the branches begin, `none` is for when nothing is on offer."""

    choose: ir.Choose
    arms: tuple[Block, ...]
    none: Block


@frozen(eq=False)
class Draw:
    """Wait for chance (or go straight on when there is one outcome only)."""

    sample: ir.Sample
    then: Block


@define(eq=False)
class Back:
    """Go back to one of the calls of a procedure, by its mark. Filled in when all calls are known."""

    mark: int | None
    calls: tuple[Block, ...] = ()


@frozen(eq=False)
class Over:
    """The game ends, with a result or because the flow is done."""

    result: ir.Result | None


@frozen(eq=False)
class Broken:
    """The rules leave something that is not going on."""

    why: str
    where: str


End: TypeAlias = Goto | Test | Next | Ask | Draw | Back | Over | Broken


@define(eq=False)
class Block:
    """Items in order, then the end. `span` is the rule it begins with, `title` says where in the flow that is, and
    `loop` is the innermost loop around it (in its procedure), or nowhere."""

    span: Span = NOWHERE
    title: str = ""
    loop: Span = NOWHERE
    items: list[Item] = field(factory=list)
    end: End | None = None


@frozen(eq=False)
class Plan:
    """`begin` is where a game starts; `entries` are the blocks of the flow where it can start in the middle, by path;
    `asks` and `draws` are the points, by id. Every block in it is reachable."""

    begin: Block
    entries: dict[str, Block]
    asks: dict[int, Ask]
    draws: dict[int, Draw]

    def roots(self) -> Iterator[Block]:
        """The blocks that something other than a block leads to."""
        yield self.begin
        yield from self.entries.values()
        for ask in self.asks.values():
            yield from ask.arms
        for draw in self.draws.values():
            yield draw.then


def through(block: Block) -> Block:
    """The block that is really gone to: blocks that do nothing are passed over."""
    seen: set[int] = set()
    while not block.items and isinstance(block.end, Goto) and id(block) not in seen:
        seen.add(id(block))
        block = block.end.to
    return block


def successors(end: End | None) -> tuple[Block, ...]:
    """The blocks that the end of a block leads to without a stop."""
    match end:
        case Goto():
            return (through(end.to),)
        case Test():
            return through(end.yes), through(end.no)
        case Next():
            return through(end.body), through(end.done)
        case Ask():
            return (through(end.none),)
        case Draw():
            return (through(end.then),)
        case Back():
            return tuple(through(b) for b in end.calls)
    return ()
