"""What the names of one ruleset mean: filled by `declare`, read by everything after it."""

from __future__ import annotations

from attrs import define, evolve, field, fields, frozen

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.elaborate.types import Handle, Static
from rulewright.dsl.source import Span

LARGEST_SET = 256  # members of a class that sets are made of
MOST_STEPS = 20_000  # expressions looked at for one table, in a text of ordinary length
CHARACTERS_OF_A_STEP = 4  # a long text may have one for every so many characters
# words that expressions can begin with: a name like that could be declared, but never used
LEADING_WORDS = ("count", "highest", "lowest", "next", "no", "none", "not", "previous", "some", "total", "yes")
# words that stand for a component of whatever class its zone holds
COMPONENT_WORDS = {"card": "cards", "token": "tokens", "die": "dice"}


@frozen
class Behaviours:
    """`on NAME` of the rows of a class: one procedure with a case for each row."""

    procedure: str
    params: tuple[ast.Param, ...]
    rows: tuple[tuple[int, ast.Behaviour], ...]


@frozen
class ValueSymbol:
    """A declared value: its parameter types and the type of what it gives (None until its body was elaborated)."""

    decl: ast.ValueDecl
    params: tuple[ir.Type, ...]


@frozen
class GroupSymbol:
    decl: ast.Group
    cls: str


@frozen
class ProcedureSymbol:
    name: str
    params: tuple[ir.Type, ...]
    result: ir.Type | None
    span: Span


@frozen
class BlockSymbol:
    """A phase or step, by its full path."""

    path: str
    span: Span


@define
class LocalSymbol:
    """A name bound in a body. `name` is unique in the program. A handle that moved away has `lost` set to the place."""

    name: str
    type: Static
    span: Span
    fixed: bool = True  # binders and parameters cannot be set
    lost: Span | None = None
    used: bool = False


@define
class Symbols:
    """Everything declared, by name. Declared names share one space; members and columns have their own."""

    report: Report
    players: int
    options: dict[str, int]
    lost_names: frozenset[str] = frozenset()
    rows_lost: bool = False  # a file of rows could not be read, which is reported: any unknown name may be one of them
    declared: dict[str, Span] = field(factory=dict)
    used: set[str] = field(factory=set)
    constants: dict[str, tuple[int, ir.Number | ir.Truth | ir.Name]] = field(factory=dict)
    classes: dict[str, ir.Class] = field(factory=dict)
    row_spans: dict[tuple[str, str], Span] = field(factory=dict)
    members: dict[str, list[tuple[str, int]]] = field(factory=dict)
    fields: dict[str, ir.Field] = field(factory=dict)
    zones: dict[str, ir.Zone] = field(factory=dict)
    grids: dict[str, tuple[int, int, bool]] = field(factory=dict)  # rows, columns, of hexagons?
    links: dict[str, str] = field(factory=dict)  # by table of links: the table whose rows they join
    looks: dict[str, tuple[int, ...]] = field(factory=dict)  # by grid: the direction each player faces, by its number
    values: dict[str, ValueSymbol] = field(factory=dict)
    made_values: dict[str, ir.Value] = field(factory=dict)
    failed: set[str] = field(factory=set)  # values and groups that cannot be made, reported
    value_depths: dict[str, int] = field(factory=dict)
    making: list[str] = field(factory=list)
    groups: dict[str, GroupSymbol] = field(factory=dict)
    procedures: dict[str, ProcedureSymbol] = field(factory=dict)
    behaviours: dict[tuple[str, str], Behaviours] = field(factory=dict)
    blocks: dict[str, BlockSymbol] = field(factory=dict)
    blocks_by_tail: dict[str, list[BlockSymbol]] = field(factory=dict)  # by every end of their path
    resets: dict[str, list[str]] = field(factory=dict)  # by block: the fields that live in it
    locals: dict[str, ir.LocalVar] = field(factory=dict)
    local_names: dict[str, int] = field(factory=dict)
    audiences_of: dict[str, list[str]] = field(factory=dict)  # by place: the fields and zones whose audience reads it
    owners: dict[int, str] = field(factory=dict)  # by id of a node of the tree: the class of `x` in `x.name`
    most_steps: int = MOST_STEPS
    steps: int = 0
    depth: int = 0  # expressions around the one looked at, through the values they need
    points: int = 0
    results: int = 0

    def apart(self, report: Report) -> Symbols:
        """The same names for something that is elaborated against them: what that adds stays there."""
        own = evolve(self, report=report)
        for name in (at.name for at in fields(Symbols)):
            part = getattr(own, name)
            if isinstance(part, dict):
                setattr(own, name, {key: list(v) if isinstance(v, list) else v for key, v in part.items()})
            elif isinstance(part, set | list):
                setattr(own, name, part.copy())
        return own

    @property
    def everybody(self) -> ir.Const:
        """The audience of all players."""
        return ir.Const((1 << self.players) - 1)

    def cls(self, name: str) -> ir.Class:
        return self.classes[name]

    def step(self, span: Span) -> None:
        """One more expression; hostile texts can make their number explode."""
        self.steps += 1
        if self.steps > self.most_steps:
            self.report.stop("RW0117", span)

    def set_fits(self, cls: str, span: Span) -> bool:
        """A set takes a bit for each member of its class; too many are reported."""
        if self.classes[cls].size <= LARGEST_SET:
            return True
        self.report.add("RW0316", span, cls=cls, most=LARGEST_SET)
        return False

    def new_local(self, name: str, type: Static) -> str:
        """A program-wide unique local for `name`; its cells hold values of `type`."""
        number = self.local_names.get(name, 0) + 1
        if number == 1 and name in self.locals:  # made after a local that is numbered itself
            number = 2
        self.local_names[name] = number
        unique = name if number == 1 else f"{name}.{number}"
        self.locals[unique] = ir.LocalVar(unique, self.stored(type))
        return unique

    def widen_local(self, name: str, type: ir.Type) -> None:
        """The cell of a local made before must hold other values than it was made for."""
        if name in self.locals:
            self.locals[name] = ir.LocalVar(name, type)

    def stored(self, type: Static) -> ir.Type:
        """The type of the cell that holds such a value."""
        if isinstance(type, Handle):
            size = self.classes[type.cls].size
            return ir.Number(0, (2 * size if type.either else size) - 1)
        if isinstance(type, ir.Truth | ir.Number | ir.Name | ir.SetType):
            return type
        return ir.Truth()

    def next_point(self) -> int:
        self.points += 1
        return self.points

    def next_result(self) -> int:
        self.results += 1
        return self.results - 1

    def add_block(self, block: BlockSymbol) -> None:
        self.blocks[block.path] = block
        parts = block.path.split(".")
        for n in range(len(parts)):
            self.blocks_by_tail.setdefault(".".join(parts[n:]), []).append(block)

    def blocks_named(self, path: str) -> list[BlockSymbol]:
        """The blocks whose path is or ends in `path`."""
        return self.blocks_by_tail.get(path, [])
