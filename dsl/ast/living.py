"""`while` blocks: what is different in a game while a condition holds, most often while a card lies somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from rulewright.dsl.ast.expressions import Binder, Expr
from rulewright.dsl.ast.nodes import Ident, refs_field, span_field
from rulewright.dsl.ast.variants import Address, AddTo, Around, ChangeBy, Instead
from rulewright.dsl.source import Span

if TYPE_CHECKING:
    from rulewright.dsl.ast.declarations import SoonDecl, WhenDecl


@frozen
class LiveSet:
    """`set V to E if D`; `args`: what the parameters of V are called in E and D, if not as in its declaration."""

    address: Address
    args: tuple[Ident, ...] | None
    value: Expr
    cond: Expr | None
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


@frozen
class Forbid:
    """`forbid A if D because "..."`"""

    address: Address
    cond: Expr | None
    reason: str
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()


LivingLine: TypeAlias = "LiveSet | ChangeBy | Forbid | Around | Instead | AddTo | SoonDecl | WhenDecl"


@frozen
class While:
    """`while C`, or `while KIND x in S where C` (for each such x), and its lines. Under a row it is called `while`, and
    `row` is that row's name; at the top level it has no name."""

    name: Ident | None
    row: Ident | None
    cond: Expr
    binder: Binder | None
    lines: tuple[LivingLine, ...]
    docs: tuple[str, ...] = ()
    refs: tuple[str, ...] = refs_field()
    span: Span = span_field()
