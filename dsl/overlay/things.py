"""The things a game is made of that a variant can name, as a tree that remembers what was done to each.

`Things.survey` goes through a syntax tree once. A thing keeps its node, and beside it what variants put around, into or
in place of it; `weave` makes one syntax tree of all that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from attrs import define, field, frozen

from rulewright.dsl import ast
from rulewright.dsl.source import Span
from rulewright.dsl.walk import children

EXPRESSIONS: tuple[type, ...] = (
    *get_args(ast.Expr), *get_args(ast.TypeExpr), ast.Ident, ast.Binder, ast.Audience, ast.Param, ast.Cell, ast.Order,
    ast.Arrival, ast.Address, ast.Text, ast.RollDie, ast.DoCall, ast.Factor, ast.Made,
)  # fmt: skip
CHOICES = (ast.ChooseStmt, ast.ChooseOne, ast.MayDo, ast.OrdersEach)
ALWAYS = (*CHOICES, ast.WhenDecl, ast.SoonDecl, ast.While)  # things even without a name
DECLARED: dict[type, str] = {
    ast.Game: "the game", ast.Option: "an option", ast.Enum: "an enumeration", ast.Grid: "a grid", ast.Lines: "lines",
    ast.Group: "a group", ast.FieldDecl: "a field", ast.ValueDecl: "a value", ast.ProcedureDecl: "a procedure",
}  # fmt: skip
STATEMENTS: tuple[type, ...] = get_args(ast.Stmt)


@frozen
class Done:
    """Something a variant does to a thing: by which of its lines, and what, in words."""

    variant: str
    span: Span
    verb: str


@frozen
class Wrap:
    """An `instead of` whose body holds `original`, or that has a condition."""

    cond: ast.Expr | None
    body: ast.Body
    span: Span


@define(eq=False)
class Thing:
    """`sort` is what it is, in words. `name` "": it can be named only by a rule reference. `origin`: the variant that
    brought it, "" for the game. `names`: what it is and was called, and by whom."""

    sort: str
    name: str
    node: Any
    parent: Thing | None
    origin: str
    span: Span
    names: list[tuple[str, str]] = field(factory=list)
    inside: list[Thing] = field(factory=list)
    ended: Done | None = None  # it is gone
    done: dict[str, Done] = field(factory=dict)  # by aspect, what only one variant can do
    touched: list[tuple[str, Done]] = field(factory=list)  # what several can do
    before: list[ast.Inserted] = field(factory=list)
    after: list[ast.Inserted] = field(factory=list)
    first: list[ast.Inserted] = field(factory=list)  # at the start of its body, outside what wraps it
    last: list[ast.Inserted] = field(factory=list)
    at_the_end: list[ast.Inserted] = field(factory=list)  # of its body, inside what wraps it
    parts: list[Any] = field(factory=list)  # rows, members, alternatives, requirements, behaviours added to it
    wraps: list[Wrap] = field(factory=list)
    sums: list[ast.ChangeBy] = field(factory=list)  # what is added to its number
    counted: bool = False  # a table that a variant gave a column `count`
    renamed: Span | None = None  # where it got its name, if that is not its first one

    @property
    def path(self) -> str:
        """Its whole address."""
        names = [t.name for t in self.around() if t.name]
        return ".".join(reversed(names))

    def around(self) -> Iterator[Thing]:
        """The thing itself, what it is in, and so on outwards."""
        at: Thing | None = self
        while at is not None:
            yield at
            at = at.parent

    def below(self) -> Iterator[Thing]:
        """Everything inside, not the thing itself."""
        waiting = [*self.inside]
        while waiting:
            thing = waiting.pop()
            yield thing
            waiting += thing.inside

    def named_inside(self) -> list[Thing]:
        """The things directly inside that have names; what has none is looked through."""
        return [n for t in self.inside for n in ([t] if t.name else t.named_inside())]

    def choices(self) -> list[Thing]:
        """The choices in its body that are not inside a phase, an alternative or another choice."""
        if isinstance(self.node, CHOICES):
            return [self]
        found: list[Thing] = []
        for thing in self.inside:
            if thing.ended is None and isinstance(thing.node, CHOICES):
                found.append(thing)
            elif thing.ended is None and thing.sort == "a statement":
                found += thing.choices()
        return found

    @property
    def has_body(self) -> bool:
        """Does it go on inside (so that what comes before or after it stands at the ends of its body)?"""
        return isinstance(
            self.node,
            ast.ProcedureDecl | ast.Setup | ast.WhenDecl | ast.SoonDecl | ast.Behaviour | ast.Alternative,
        )

    @property
    def runs(self) -> bool:
        """Can something come before or after it?"""
        if self.parent is None:
            return self.has_body or isinstance(self.node, ast.Phase)
        return self.has_body or isinstance(self.node, STATEMENTS)


@define(eq=False)
class Things:
    """All things, by node, by the last word of their address and by rule reference."""

    top: list[Thing] = field(factory=list)
    by_node: dict[int, Thing] = field(factory=dict)
    by_name: dict[str, list[Thing]] = field(factory=dict)
    by_ref: dict[str, list[Thing]] = field(factory=dict)
    kept: list[Any] = field(factory=list)  # nodes must live as long as their numbers in `by_node`

    def survey(self, node: Any, parent: Thing | None, origin: str) -> Thing | None:
        """Take in a node and everything inside it; gives the thing it is, if it is one."""
        thing = None
        about = described(node)
        refs = getattr(node, "refs", ())
        if about is not None and (about[1] or refs or isinstance(node, ALWAYS)):
            thing = self.enter(node, about, parent, origin)
        self.inside_of(node, thing or parent, origin)
        return thing

    def inside_of(self, node: Any, owner: Thing | None, origin: str) -> None:
        """Take in what is inside a node."""
        for child in children(node):
            if not isinstance(child, EXPRESSIONS) and not (isinstance(node, ast.ClassDecl) and child is node.header):
                self.survey(child, owner, origin)

    def enter(self, node: Any, about: tuple[str, str], parent: Thing | None, origin: str) -> Thing:
        sort, name = about
        span = getattr(node, "span", None) or node.name.span
        thing = Thing(sort, name, node, parent, origin, span, [(name, origin)] if name else [])
        self.kept.append(node)
        self.by_node[id(node)] = thing
        (self.top if parent is None else parent.inside).append(thing)
        if name:
            self.by_name.setdefault(name, []).append(thing)
        for ref in getattr(node, "refs", ()):
            if not same_line(thing, ref):
                self.by_ref.setdefault(ref, []).append(thing)
        return thing

    def called(self, thing: Thing, name: str, variant: str) -> None:
        """A new name for a thing."""
        thing.name = name
        thing.names.append((name, variant))
        self.by_name.setdefault(name, []).append(thing)


def same_line(thing: Thing, ref: str) -> bool:
    """Is this the one statement of a thing on the same line, which has the reference already?"""
    outer = thing.parent
    if outer is None or ref not in getattr(outer.node, "refs", ()):
        return False
    return outer.span.source is thing.span.source and outer.span.line == thing.span.line


def described(node: Any) -> tuple[str, str] | None:
    """What a node is, in words, and its name; None for what cannot be named."""
    match node:
        case ast.ClassDecl() | ast.Product():
            return "a table" if node.word == "table" else f"a table of {node.word}", node.name.text
        case ast.ZoneDecl():
            return f"a {node.word}", node.name.text
        case ast.Phase():
            return f"a {node.word}", node.name.text
        case ast.EnumMember():
            return "a member", node.name.text
        case ast.Row():
            return "a row", node.key.text
        case ast.Behaviour():
            return "a behaviour", node.name.text
        case ast.Alternative():
            return "an alternative", node.name.text
        case ast.Needs():
            return "a requirement", node.name.text
        case ast.Costs():
            return "a cost", node.name.text
        case ast.While():
            return "a block", "" if node.name is None else node.name.text
        case ast.Setup():
            return "the set-up", "setup"
        case ast.Score():
            return "the score", "score"
        case ast.Heuristic():
            return "the heuristic", "heuristic"
        case ast.WhenDecl() | ast.SoonDecl():
            return "a reaction", ""
        case ast.Case():
            return "a case", ""
        case ast.ChooseStmt() | ast.ChooseOne() | ast.MayDo() | ast.OrdersEach():
            return "a choice", ""
        case ast.Inserted():
            return None
    if type(node) in DECLARED:
        return DECLARED[type(node)], node.name.text
    return ("a statement", "") if isinstance(node, STATEMENTS) else None
