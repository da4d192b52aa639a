"""A whole random game as one function, for the quiet flavour: `play(cells, random, limit)`.

It is the plan once more, written so that nothing is returned between questions: a question is answered on the spot by
an option picked with `random`, the blocks that several places lead to are the arms of one `while`, and the frame lives
in variables until the function is left. It does exactly what the loop over `begin` and `apply` does.
"""

from __future__ import annotations

import re

from attrs import define, field

from rulewright.compiler.passes.weave import HIDDEN
from rulewright.compiler.python.blocks import LONG, Blocks, Ways
from rulewright.compiler.python.code import Code
from rulewright.compiler.python.domain import subsets
from rulewright.compiler.python.flow import ENDLESS
from rulewright.compiler.python.joins import Joins
from rulewright.compiler.python.left import options_left
from rulewright.compiler.python.options import always_offers, by_turn, find_options, set_of
from rulewright.compiler.python.pairs import pair_masks
from rulewright.compiler.python.picking import nth, nth_pair, packed, places
from rulewright.compiler.python.plan import Ask, Block, Plan, successors, through
from rulewright.compiler.python.text import Lines
from rulewright.compiler.python.unit import Names
from rulewright.dsl import ir
from rulewright.dsl.cycles import on_cycles
from rulewright.runtime.budgets import ROUNDS

LISTED = 13  # the members of every set of a class this small are listed, to pick from

HEADER = '''def play(cells: list[int], random: Callable[[], float], limit: int) -> int:
    """Play from before the set-up until the game is over or `limit` questions were answered, every option as likely.
    `random` gives numbers from 0 up to 1, one for each question. Returns how many questions were answered; the game is
    over if cells[0] is 0."""
    count = 0'''


@define(eq=False)
class Play(Blocks):
    """Writes the function."""

    _idle: set[int] = field(init=False, factory=set)
    _frame: frozenset[int] = field(init=False, default=frozenset())
    _names: Names = field(init=False, factory=Names)
    _part: int = field(init=False, default=0)
    _kept: dict[str, list[int]] = field(init=False, factory=dict)
    _behind: dict[int, tuple[Block, ...]] = field(init=False)
    _joined: set[int] = field(init=False, factory=set)

    def whole(self) -> Lines:
        """The function's lines."""
        self._idle = _may_idle(self.plan)
        layout = self.unit.layout
        hidden = {layout.locals[name] for name in HIDDEN if name in layout.locals}  # plain functions use these too
        self._frame = frozenset(range(layout.frame, layout.size)) - hidden
        places = {name: cell for name, cell in layout.locals.items() if cell in self._frame}
        self._names = Names({name: f"f{cell}" for name, cell in places.items() if name in self.unit.stored})
        self._behind = Joins(self.plan).after
        parts = self._parts()
        while twice := self._joined & set(self.numbers):
            self._behind = {
                key: tuple(block for block in joins if id(block) not in twice) for key, joins in self._behind.items()
            }
            parts = self._parts()
        text = "\n".join("\n".join(part.lines) for part in parts)
        mentioned = set(re.findall(r"\bf\d+\b", text))
        used = [name for cell in sorted(self._frame) if (name := f"f{cell}") in mentioned]
        out = Lines()
        out.add(HEADER)
        out.depth += 1
        if self._idle:
            out.add("idle = 0")
        if len(parts) > 1:
            out.add("step = 0")
        if used:
            out.add(f"{' = '.join(used)} = 0  # what goes on, as in the cells of these numbers")
        for name, options in self._kept.items():
            out.add(f"{name} = {_listed(options)}  # what is still on offer: nothing but its answers changes that")
        out.open("while True:")
        _dispatch(out, parts, 0, len(parts))
        out.close()
        for name in used:
            out.add(f"cells[{name[1:]}] = {name}")
        out.add("return count")
        return out

    def _parts(self) -> list[Lines]:
        """All that is to be an arm of the `while`."""
        self.numbers.clear()
        self._waiting.clear()
        self._kept.clear()
        self._joined.clear()
        self._costs.clear()
        parts: list[Lines] = []
        self._number(through(self.plan.begin))
        while len(parts) < len(self._waiting):
            block = self._waiting[len(parts)]
            self._part = len(parts)
            lines = Lines()
            code = Code(self.unit, lines, self._names, ended="return count", frame=self._frame)
            self.write(code, block, ())
            parts.append(lines)
        return parts

    def _end(self, code: Code, block: Block, stack: tuple[int, ...]) -> bool:
        """The ways of a block, and behind them what they come together in."""
        joins = self._behind.get(id(block), ())
        if not joins or len(stack) > LONG:
            return super()._end(code, block, stack)
        outer, code.below = code.below, joins[0]
        going = super()._end(code, block, stack)
        for n, join in enumerate(joins):
            code.below = joins[n + 1] if n + 1 < len(joins) else outer
            if going:
                self._joined.add(id(join))
                going = self.write(code, join, stack)
        code.below = outer
        return going

    def jump(self, code: Code, block: Block) -> None:
        number = self._number(block)
        if id(block) in self._idle and number <= self._part:
            code.lines.add("idle += 1")
            code.lines.open(f"if idle > {ROUNDS}:")
            code.lines.add(f"fault({ENDLESS!r}, {str(self.loops[id(block)])!r})")
            code.lines.close()
        if number != self._part:
            code.lines.add(f"step = {number}")
        code.lines.add("continue")

    def _cost(self, block: Block, deep: int = 0) -> int:
        """A question is written once only, with all that its answers lead to. What is behind a block goes with it."""
        if isinstance(block.end, Ask):
            return 1000
        known = self._costs.get(id(block))
        if known is None:
            joined = [self._cost(join, deep + 1) for join in self._behind.get(id(block), ())]
            known = self._costs[id(block)] = super()._cost(block, deep) + sum(joined)
        return known

    def _ask(self, code: Code, ask: Ask, stack: tuple[int, ...]) -> bool:
        choose, lines, unit = ask.choose, code.lines, self.unit
        lines.at_rule(choose.span)
        left = options_left(unit, choose)
        found = unit.temporary()
        pick = f"int(random() * len({found}))"
        if left is not None:
            self._kept[found] = left
            answer = f"{found}.pop({pick})"
        elif (sets := picked(code, choose, found)) is not None:
            answer = sets
        else:
            find_options(code, choose, found, own=False)
            answer = f"{found}[{pick}]"
        sure = always_offers(choose)
        if not sure:
            lines.open(f"if {found}:")
        lines.open("if count == limit:")
        lines.add(f"cells[0] = {choose.id}")
        lines.add("break")
        lines.close()
        lines.add("count += 1")
        if self._idle:
            lines.add("idle = 0")
        lines.add(f"option = {answer}")
        going = self.answers(code, ask, stack)
        if sure:
            return going
        lines.close()
        ways = Ways(code, going)
        ways.open("")
        ways.close(self.go(code, ask.none, stack))
        return ways.joined


def picked(code: Code, choose: ir.Choose, found: str) -> str | None:
    """Where the options of a question can be had as sets: `found` is made to be true if there is an option, and the
    text of one at random is returned, which is the one of that number in the list of all."""
    lines, unit = code.lines, code.unit
    if len(choose.branches) != 1:
        return _picked_or_passed(code, choose, found)
    members = set_of(code, choose.branches[0])
    if members is not None:
        size = choose.branches[0].size
        if size <= LISTED:
            lines.add(f"{found} = {subsets(unit, size)}[{members}]")
            return f"{found}[int(random() * len({found}))]"
        lines.add(f"{found} = {members}")
        return f"{nth(unit, size)}({found}, int(random() * {found}.bit_count()))"
    pairs = pair_masks(unit, code.names, choose.branches[0])
    if pairs is None:
        return None
    names = [unit.temporary() for _ in range(max(map(len, pairs.ways)))]

    def write(steps: list[int], sets: list[str]) -> None:
        for name, text in zip(names, (*sets, *["0"] * (len(names) - len(sets))), strict=True):
            lines.add(f"{name} = {text}")

    by_turn(code, pairs, write)
    size = choose.branches[0].binders[1].size
    lines.add(f"{found} = {packed(names, size)}")
    table = unit.table(tuple(places([step for step, _ in way], len(names), size) for way in pairs.ways), "places")
    turn = f"[{code.local(pairs.turn)}]" if pairs.turn is not None else "[0]"
    many = f"int(random() * {found}.bit_count())"
    return f"{nth_pair(unit, len(names), size)}({found}, {many}, {table}{turn})"


def _picked_or_passed(code: Code, choose: ir.Choose, found: str) -> str | None:
    """The same for a set of options and one more that is always there, such as to pass."""
    first, *rest = choose.branches
    if len(rest) != 1 or rest[0].binders or rest[0].where is not None or rest[0].needs:
        return None
    members = set_of(code, first)
    if members is None:
        return None
    many, pick = code.unit.temporary(), code.unit.temporary()
    code.lines.add(f"{found} = {members}")
    code.lines.add(f"{many} = {found}.bit_count()")
    code.lines.add(f"{pick} = int(random() * ({many} + 1))")
    return f"{nth(code.unit, first.size)}({found}, {pick}) if {pick} < {many} else {first.size}"


def _listed(options: list[int]) -> str:
    if options == list(range(len(options))):
        return f"list(range({len(options)}))"
    return repr(options)


def _dispatch(out: Lines, parts: list[Lines], first: int, last: int) -> None:
    """The parts `first` to `last - 1`, found by halving."""
    if last - first == 1:
        pad = "    " * out.depth
        out.lines += [pad + line for line in parts[first].lines]
        return
    middle = (first + last) // 2
    out.open(f"if step < {middle}:")
    _dispatch(out, parts, first, middle)
    out.close()
    out.open("else:")
    _dispatch(out, parts, middle, last)
    out.close()


def _may_idle(plan: Plan) -> set[int]:
    """The blocks on (or between) cycles that ask nothing: only there can a game go round for ever."""
    after: dict[int, set[int]] = {}
    todo = [through(b) for b in plan.roots()]
    while todo:
        block = todo.pop()
        if id(block) not in after:
            follow = successors(block.end)
            after[id(block)] = {id(b) for b in follow}
            todo += follow
    return on_cycles(after)
