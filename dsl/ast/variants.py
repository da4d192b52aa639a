"""Variants: changes to a game, each with the address of what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from rulewright.dsl.ast.choices import Alternative, Costs, Needs
from rulewright.dsl.ast.expressions import Audience, Expr
from rulewright.dsl.ast.nodes import Ident, refs_field, span_field
from rulewright.dsl.ast.scenarios import Text
from rulewright.dsl.ast.statements import Body, Phase, Stmt
from rulewright.dsl.source import Span

if TYPE_CHECKING:
    from rulewright.dsl.ast.declarations import Behaviour, Cell, Decl, Row
    from rulewright.dsl.ast.living import While


@frozen
class Address:
    """`Turn.Stake.Kill`, or (`parts` empty) the rule reference `ref`."""

    parts: tuple[str, ...]
    ref: str = ""
    span: Span = span_field()

    def __str__(self) -> str:
        return ".".join(self.parts) if self.parts else f"[{self.ref}]"


@frozen
class Add:
    """A declaration inside a variant: a new thing."""

    decl: Decl
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class SetTo:
    """`set A to E`, `set A to "text"`"""

    address: Address
    value: Expr | Text
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class SetSeen:
    """`set A seen by ...`"""

    address: Address
    seen: tuple[Audience, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ChangeBy:
    """`add N to A` (sign 1), `take N from A` (sign -1). In a `while` block with `if D`: A is then a value or a cost,
    `args` are what the parameters of a value are called in N and D, if not as in its declaration."""

    sign: int
    amount: Expr
    address: Address
    args: tuple[Ident, ...] | None = None
    cond: Expr | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Remove:
    addresses: tuple[Address, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Replace:
    """`replace DECLARATION`; of what stands inside another thing the address says where."""

    address: Address
    new: Decl | Phase | Behaviour | Needs | Alternative | While
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class ReplaceRows:
    """`replace in CLASS` and rows."""

    cls: Ident
    rows: tuple[Row, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Entry:
    """A line below `add to`: a row, a member or an alternative, as what it is added to has them. `body` None: no
    alternative."""

    key: Ident
    cells: tuple[Cell, ...]
    behaviours: tuple[Behaviour, ...]
    needs: tuple[Needs | Costs, ...]
    body: Body | None
    living: tuple[While, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


Addition: TypeAlias = "Entry | Behaviour | While | Needs | Costs | Stmt"


@frozen
class AddTo:
    address: Address
    additions: tuple[Addition, ...]
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Around:
    """`before A`, `after A`, in a `while` block with `if E`"""

    after: bool
    address: Address
    body: Body
    cond: Expr | None = None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Instead:
    """`instead of A [if E]`"""

    address: Address
    cond: Expr | None
    body: Body
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Rename:
    address: Address
    name: Ident
    title: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Requires:
    name: Ident
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Excludes:
    name: Ident
    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


Alteration: TypeAlias = (
    Add
    | SetTo
    | SetSeen
    | ChangeBy
    | Remove
    | Replace
    | ReplaceRows
    | AddTo
    | Around
    | Instead
    | Rename
    | Requires
    | Excludes
)


@frozen
class Variant:
    """`variant NAME "title" of BASE [for N to M players]`; `base` is a game or another variant, `players` the range it
    states. `whole` is all of it, `span` its first line. `broken`: lines of it could not be read."""

    name: Ident
    title: str
    base: Ident
    players: tuple[int, int] | None
    changes: tuple[Alteration, ...]
    docs: tuple[str, ...] = ()
    broken: bool = False
    refs: tuple[str, ...] = refs_field()
    whole: Span = span_field()
    span: Span = span_field()

    @property
    def text(self) -> str:
        """All of it as written."""
        return self.whole.source.text[self.whole.start : self.whole.end]

    @property
    def requires(self) -> tuple[Requires, ...]:
        return tuple(c for c in self.changes if isinstance(c, Requires))

    @property
    def excludes(self) -> tuple[Excludes, ...]:
        return tuple(c for c in self.changes if isinstance(c, Excludes))
