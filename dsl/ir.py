"""The intermediate representation: what a game *is* once every piece of sugar is gone.

A `Program` is one ruleset: a game at one player count with its options and variants fixed. Every value in it is a
small integer:

* a member of a class (player, enum, card kind, grid cell, table row) is its index `0 .. size-1`;
* `none` of an optional class is `size`, one past the last member;
* yes is 1, no is 0; numbers are themselves;
* a set of a class is a bit mask, member `i` being bit `i`;
* a *handle* names one component of one zone by its element code (below).

State is fields and zones and the locals of whatever is going on, all of known size, so that an engine in C over a
flat struct of integers needs nothing that is not here.

**Elements.** In a zone of class C a component is coded `kind`, or `2 * kind + face` (face 0 = down, 1 = up) where the
zone is `either` (mixes faces). In other zones all components are up or all are down (`Zone.face`).

**Packets.** A zone with `ordered=True` is a list of packets from the top down, a packet being an unordered multiset;
`Mix` merges all packets into one. Taking from the top takes a random member of the top packet. A zone with
`ordered=False` always is one packet. A `slot` is an unordered zone of capacity 1.

**Order of reactions** after an atomic change (one `Set` of a field or one `Move`; nothing reacts during `setup`):
1. its events; 2. watches that end the game (`Watch.ends_only`) and read what was written, in declared order;
3. `When` bodies attached to the change, in declared order, depth first; 4. the other watches that read what was
written are woken (one bit each), then tested in declared order; if one holds its body runs and testing starts over
from the first woken one. A tested watch sleeps until something it reads is written again. While a watch body runs,
step 4 only wakes; steps 1 to 3 happen as ever. "Reads" is by whole field or zone, whatever the index. When set-up
ends, and where a game is entered in the middle, all watches are tested once, endings first. A change that no other
watch reads tests none. Leaving a block from inside a reaction drops the rest of that reaction.

**Changes that count as one.** While a block `together` runs nothing reacts, but everything is told at once. At its end
steps 2 to 4 follow, for all that was written in it; a `When` for each place that held something when the block began
and is empty now, by declared order, then by index.

**Moves.** A move of nothing is no change, and neither is a turn that turns nothing: no event, no reaction. A move by
`count` or `handle` arrives as one packet; a move of all carries its packets over in order.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from attrs import field, frozen

from rulewright.dsl.source import NOWHERE, Span


def _span() -> Span:
    return field(default=NOWHERE, eq=False, repr=False, kw_only=True)


# ------------------------------------------------------------------------------------------------ types of values


@frozen
class Truth:
    """yes or no."""


@frozen
class Number:
    """A whole number from `low` to `high`."""

    low: int
    high: int


@frozen
class Name:
    """A member of class `cls`; with `optional`, also none."""

    cls: str
    optional: bool = False


@frozen
class SetType:
    """A set of members of class `cls` (at most 256 of them)."""

    cls: str


Type: TypeAlias = Truth | Number | Name | SetType


# ------------------------------------------------------------------------------------------------ declarations


@frozen
class Column:
    """A static column of a class: one value per member."""

    name: str
    type: Type
    values: tuple[int, ...]


@frozen
class Class:
    """A finite set of names. `copies` is empty unless members are kinds of component (`sort` cards or tokens).
    `stock`: of dice that lie in places, how many the box has of each side, `copies` being how many faces show
    it. Of links the first two columns are the ends."""

    name: str
    sort: Literal["player", "enum", "cards", "tokens", "dice", "table", "links", "grid"]
    members: tuple[str, ...]
    titles: tuple[str, ...]
    columns: tuple[Column, ...] = ()
    copies: tuple[int, ...] = ()
    title: str = ""
    stock: tuple[int, ...] = ()
    span: Span = _span()

    @property
    def components(self) -> tuple[int, ...]:
        """How many components of each kind lie in the box at first."""
        return self.stock or self.copies

    @property
    def size(self) -> int:
        return len(self.members)


@frozen
class Field:
    """Stored state. `per` is the class that indexes it (None: a single value). `clamps`: values past the bounds stop
    at them; otherwise going past is a fault. `during` is the block path it lives in (`rest` outside, reset to
    `initial` on entry without an event). `seen` is the audience (a player-set expression; for an indexed field
    `Local("it")` is the index)."""

    name: str
    type: Type
    per: str | None
    initial: Expr
    seen: Expr
    clamps: bool = False
    during: str | None = None
    rest: int = 0
    title: str = ""
    span: Span = _span()


@frozen
class Zone:
    """A place for components of class `cls`. `face`: up, down or either (mixed). `seen` is who sees the faces of what
    lies face down in it (and of everything in a zone that has no `either`); `Local("it")` is the index.
    Each class has a zone `box.CLASS` where everything starts."""

    name: str
    cls: str
    per: str | None
    ordered: bool
    capacity: int
    seen: Expr
    face: Literal["plain", "either"] = "plain"
    slot: bool = False
    title: str = ""
    span: Span = _span()


@frozen
class Value:
    """A computed value with parameters (locals); no effects. Called by `Apply`."""

    name: str
    params: tuple[str, ...]
    type: Type
    body: Expr
    title: str = ""
    span: Span = _span()


@frozen
class Procedure:
    """Statements under a name, called by `Call`. `params` are locals. Not recursive in this version. A behaviour
    (`on use` of card rows) is a procedure `CLASS.use` whose first parameter is the kind. With a `result` type, the body
    leaves it in the local `NAME.result`; a `Call` copies it to its `into` before the procedure's locals are zeroed."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...]
    result: Type | None = None
    title: str = ""
    refs: tuple[str, ...] = ()
    span: Span = _span()


@frozen
class Watch:
    """`as soon as`. With a `local`, holds for the first member of `domain` for which `cond` holds, bound in `body`."""

    name: str
    cond: Expr
    body: tuple[Stmt, ...]
    ends_only: bool
    reads: frozenset[str]
    local: str | None = None
    domain: Domain | None = None
    refs: tuple[str, ...] = ()
    span: Span = _span()


@frozen
class When:
    """`when ZONE becomes empty`: the last component has left. `local` is bound to the zone's index, if it has one."""

    name: str
    zone: str
    body: tuple[Stmt, ...]
    local: str | None = None
    refs: tuple[str, ...] = ()
    span: Span = _span()


@frozen
class Invariant:
    """A `check` at top level: tested at every decision, with no local in scope."""

    cond: Expr
    reason: str
    refs: tuple[str, ...] = ()
    span: Span = _span()


@frozen
class LocalVar:
    """Every local of the program: a unique name and its type (a handle's type is its element code range)."""

    name: str
    type: Type


@frozen
class Program:
    """One checked ruleset. `setup` runs first, then `flow` (phases in order). `scores` gives each player's score at
    the end (`Local("it")` is the player), or None: 1 for a win, 0 for a draw, -1 for a loss. `heuristic` likewise says
    what any position is worth to a player, or None; no rule reads it."""

    name: str
    title: str
    players: int
    options: tuple[tuple[str, int], ...]
    variants: tuple[str, ...]
    text_hash: str
    classes: tuple[Class, ...]
    fields: tuple[Field, ...]
    zones: tuple[Zone, ...]
    values: tuple[Value, ...]
    procedures: tuple[Procedure, ...]
    locals: tuple[LocalVar, ...]
    setup: tuple[Stmt, ...]
    flow: tuple[Stmt, ...]
    whens: tuple[When, ...] = ()
    watches: tuple[Watch, ...] = ()
    invariants: tuple[Invariant, ...] = ()
    scores: Expr | None = None
    heuristic: Expr | None = None


# ------------------------------------------------------------------------------------------------ places


@frozen
class FieldRef:
    """One cell of a field."""

    field: str
    index: Expr | None = None


@frozen
class ZoneRef:
    """One zone (of a zone declared `per` a class, the one at `index`)."""

    zone: str
    index: Expr | None = None


# ------------------------------------------------------------------------------------------------ expressions


@frozen
class Const:
    value: int
    span: Span = _span()


@frozen
class Local:
    name: str
    span: Span = _span()


@frozen
class Read:
    """The value of a field cell."""

    place: FieldRef
    span: Span = _span()


@frozen
class ColumnOf:
    """Static table look-up; `row` may be none, and then the result is 0 (checked elsewhere)."""

    cls: str
    column: str
    row: Expr
    span: Span = _span()


@frozen
class Count:
    """How many components of `zone` are of `kind` (None: any) and lie `facing` (None: any; only in `either` zones)."""

    zone: ZoneRef
    kind: Expr | None = None
    facing: Literal[0, 1, None] = None
    span: Span = _span()


@frozen
class SlotKind:
    """The kind in a slot, or none (class size) if it is empty."""

    zone: ZoneRef
    span: Span = _span()


@frozen
class KindOf:
    """The kind of a handle. `either` says whether its zone's element codes carry a face."""

    handle: Expr
    either: bool
    span: Span = _span()


@frozen
class FaceOf:
    """The face (1 up, 0 down) of a handle in an `either` zone."""

    handle: Expr
    span: Span = _span()


@frozen
class Arith:
    """`/` rounds down; division by zero is a fault."""

    op: Literal["+", "-", "*", "/", "min", "max"]
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class Compare:
    op: Literal["is", "is not", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    span: Span = _span()


@frozen
class Logic:
    """`not` has one part. Parts are evaluated left to right and stop at the first that decides."""

    op: Literal["and", "or", "not"]
    parts: tuple[Expr, ...]
    span: Span = _span()


@frozen
class Cases:
    """The first value whose condition holds, else `default`."""

    cases: tuple[tuple[Expr, Expr], ...]  # (condition, value)
    default: Expr
    span: Span = _span()


@frozen
class Fold:
    """Over the members of `domain` (in canonical order) for which `guard` holds: is there one (`some`), how many
    (`count`), the sum, highest or lowest of `body` (0 if there is none), or the set of them (`set`; class domains
    only). Over a zone, `count` and `total` count each component, the others each distinct element."""

    op: Literal["some", "count", "total", "highest", "lowest", "set"]
    local: str
    domain: Domain
    guard: Expr | None
    body: Expr | None = None
    span: Span = _span()


@frozen
class Players:
    """Union of audiences: each part is a player (its bit) or a set of players (`SetType("player")`); see `sets`."""

    parts: tuple[Expr, ...]
    sets: tuple[bool, ...]
    span: Span = _span()


@frozen
class Member:
    """Is `item` in the set?"""

    item: Expr
    set: Expr
    span: Span = _span()


@frozen
class Apply:
    """The value `name` with these arguments."""

    name: str
    args: tuple[Expr, ...] = ()
    span: Span = _span()


@frozen
class Reach:
    """The set of members of `cls` that can be reached from `start` (a set if `is_set`, else a member; its own members
    belong, whatever `guard` says of them) by steps, at most `within` of them (None: any number). From a member, bound
    to `local`, a step leads to every member of the set `over`; of these, bound to `local` in turn, only those for which
    `guard` holds are entered. A start that is none reaches nothing."""

    cls: str
    local: str
    start: Expr
    is_set: bool
    over: Expr
    guard: Expr | None
    within: Expr | None = None
    span: Span = _span()


@frozen
class Distance:
    """After how many steps a reach comes to `to`; the size of the class if it never does."""

    reach: Reach
    to: Expr
    span: Span = _span()


@frozen
class NextMember:
    """The member after `of` in class `cls`, going round."""

    cls: str
    of: Expr
    step: int = 1
    span: Span = _span()


Expr: TypeAlias = (
    Const
    | Local
    | Read
    | ColumnOf
    | Count
    | SlotKind
    | KindOf
    | FaceOf
    | Arith
    | Compare
    | Logic
    | Cases
    | Fold
    | Players
    | Member
    | Apply
    | Reach
    | Distance
    | NextMember
)


# ------------------------------------------------------------------------------------------------ domains


@frozen
class RangeDomain:
    """Whole numbers from `low` to `high`, both included; empty if low > high. `most` bounds high - low + 1."""

    low: Expr
    high: Expr
    least: int
    most: int


@frozen
class ClassDomain:
    """All members of a class."""

    cls: str


@frozen
class SetDomain:
    """The members of a set, in canonical order."""

    cls: str
    set: Expr


@frozen
class ZoneDomain:
    """The distinct elements in a zone, in canonical (code) order. Binds a handle."""

    zone: ZoneRef


Domain: TypeAlias = RangeDomain | ClassDomain | SetDomain | ZoneDomain


# ------------------------------------------------------------------------------------------------ statements


@frozen
class SetField:
    """Write a field cell. Out of range: stop at the bound (`clamp`), or a fault (`check`), or proved inside (`safe`).
    Event: the new value, to the field's audience, and to `shown` (as it is before the write). `widens` names the fields
    and zones whose audience reads this field: whoever newly sees them after the write is shown their content at once (a
    show event to the newcomers only)."""

    place: FieldRef
    value: Expr
    range: Literal["clamp", "check", "safe"]
    widens: tuple[str, ...] = ()
    shown: Expr | None = None
    span: Span = _span()


@frozen
class SetLocal:
    """Bind or change a local; no event. Numbers here are never out of range."""

    name: str
    value: Expr
    span: Span = _span()


@frozen
class Move:
    """Move components; what is not there does not move (at most what is there). Exactly one selector:
    `handle`: the one component the local names; `count` + `kind`: that many of a kind; neither: all (of `kind`,
    if given). After the move the local of a `handle` holds its code in the target zone.
    They arrive facing `face` if the target is `either` (None: keep the face they had, or down if they had none).
    `spot`: on top, at the bottom, or merged into the top packet (`in`); only matters for ordered targets. A move of
    all carries packets over in order. From an ordered zone, kinds are taken from the top packet down.
    Event: kinds to whoever sees the components before or after (face up in an `either` zone is seen by all), and to
    `shown`; others learn how many. If the target (or a source) is a slot that is full the move is a fault."""

    source: ZoneRef
    target: ZoneRef
    handle: str | None = None
    kind: Expr | None = None
    count: Expr | None = None
    face: Literal[0, 1, None] = None
    spot: Literal["top", "bottom", "in"] = "top"
    shown: Expr | None = None
    span: Span = _span()


@frozen
class Turn:
    """Turn components of an `either` zone to `face`: one (`handle`; the local then holds the new code), or all.
    One atomic change. Event: to all when turned up (kinds), backs when turned down. Turning what lies so already
    changes and tells nothing."""

    zone: ZoneRef
    face: Literal[0, 1]
    handle: str | None = None
    span: Span = _span()


@frozen
class Mix:
    """Shuffle: merge all packets into one. No randomness is used. Event to all."""

    zone: ZoneRef
    span: Span = _span()


@frozen
class Tell:
    """`announce` (a computed value with a text) or `show` (a zone's content, or one component of it), to players."""

    audience: Expr
    text: str = ""
    value: Expr | None = None
    type: Type | None = None
    zone: ZoneRef | None = None
    handle: str | None = None
    span: Span = _span()


@frozen
class Roll:
    """A die with sides 1..n; the result is told to all."""

    sides: int


@frozen
class RollKind:
    """A custom die: a member of a `dice` class, weighted by copies; told to all."""

    cls: str


@frozen
class TopOf:
    """A random member of the top packet of a zone that is not empty, as a handle. The component stays where it is."""

    zone: ZoneRef


@frozen
class AnyOf:
    """A uniformly random member of a domain for which `guard` holds (there is one)."""

    domain: Domain
    guard: Expr | None = None


@frozen
class Sample:
    """Chance decides a local. One possible outcome: nothing random is used and no chance node appears. Weights are
    whole numbers: 1 for dice and members, copies for custom dice and packets."""

    id: int
    local: str
    source: Roll | RollKind | TopOf | AnyOf
    span: Span = _span()


@frozen
class Need:
    """A named requirement of a branch: refused with `reason` when `cond` does not hold."""

    name: str
    cond: Expr
    reason: str
    span: Span = _span()


@frozen
class Binder:
    local: str
    domain: Domain
    size: int  # of the unfiltered domain: the radix of stable option ids. For a RangeDomain ids count from `least`.


@frozen
class Branch:
    """One way to answer: every tuple of its binders for which `where` and all `needs` hold is an option."""

    name: str
    label: str
    binders: tuple[Binder, ...]
    where: Expr | None
    needs: tuple[Need, ...]
    body: tuple[Stmt, ...]
    span: Span = _span()

    @property
    def size(self) -> int:
        """How many stable ids the branch takes: the product of its binders' sizes."""
        total = 1
        for b in self.binders:
            total *= b.size
        return total


@frozen
class About:
    """Something that a question names: `What does {actor} do?`"""

    value: Expr
    type: Type
    span: Span = _span()


@frozen
class Choose:
    """Stop and ask `actor` (a player). Options in order: branches as written, tuples in lexicographic order. The
    stable id of an option is the sizes of the branches before it plus its mixed-radix tuple index (first binder most
    significant). No option: run `otherwise` without asking. `id` numbers the decision points of the program.
    `keeper`: one of several choices made at once; the field per player, seen by nobody, that its one branch writes the
    value of its one binder to. It changes nothing here; drivers use it to ask all at the same time.
    `about`: what stands in the places of the prompt that are in braces, in order."""

    id: int
    actor: Expr
    prompt: str
    branches: tuple[Branch, ...]
    otherwise: tuple[Stmt, ...] = ()
    path: str = ""
    refs: tuple[str, ...] = ()
    keeper: str = ""
    about: tuple[About, ...] = ()
    span: Span = _span()


@frozen
class If:
    cond: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()
    span: Span = _span()


@frozen
class Each:
    """Run `body` for each member for which `guard` holds at the start (the list is fixed then) and still holds when its
    turn comes. Class and set domains go round from `start` (that member first, or after it if `after`) by `step`
    (+1 clockwise, -1 counterclockwise); without a start in canonical order. Range domains have their bounds fixed at
    the start. `orders`: the rounds are those of a set whose order a player settles (see dsl/elaborate/ordering.py); it
    changes nothing here."""

    local: str
    domain: Domain
    guard: Expr | None
    body: tuple[Stmt, ...]
    start: Expr | None = None
    after: bool = False
    step: Literal[1, -1] = 1
    orders: bool = False
    span: Span = _span()


@frozen
class Loop:
    """Repeat while `cond` holds (tested before each round; None: for ever) and until `until` holds (tested after)."""

    body: tuple[Stmt, ...]
    cond: Expr | None = None
    until: Expr | None = None
    span: Span = _span()


@frozen
class Call:
    """Run a procedure; its result, if any, goes to local `into`."""

    procedure: str
    args: tuple[Expr, ...] = ()
    into: str | None = None
    span: Span = _span()


@frozen
class Leave:
    """Go to the end of the Block with this path: it encloses this place or the call of this procedure."""

    block: str
    span: Span = _span()


@frozen
class Block:
    """A named part of the flow. A repeating phase is `Loop((Block(...),))`, one for each player is
    `Each(..., (Block(...),))`, so leaving a block ends one round of it. On entry the fields that are `during` this path
    take their initial value; on leaving their value at rest. `resets` names them. A block of the kind `together` is one
    atomic change (see the head of this file): it asks nothing, ends nothing, and is left at its end only."""

    path: str
    kind: Literal["phase", "step", "procedure", "together"]
    body: tuple[Stmt, ...]
    title: str = ""
    resets: tuple[str, ...] = ()
    refs: tuple[str, ...] = ()
    span: Span = _span()


@frozen
class Result:
    """The game is over (the first result counts): masks of players who win and who lose; the rest draw. `reason` names
    the ending."""

    id: int
    wins: Expr
    loses: Expr
    reason: str
    refs: tuple[str, ...] = ()
    span: Span = _span()


@frozen
class Check:
    """An invariant tested where it stands; when it fails the game stops with a fault. Headless runs may skip it."""

    cond: Expr
    reason: str
    refs: tuple[str, ...] = ()
    span: Span = _span()


Stmt: TypeAlias = (
    SetField
    | SetLocal
    | Move
    | Turn
    | Mix
    | Tell
    | Sample
    | Choose
    | If
    | Each
    | Loop
    | Call
    | Leave
    | Block
    | Result
    | Check
)
