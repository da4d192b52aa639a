"""The blocks of a plan as functions.

A block that only one place leads to is written out there, and so is a small one; the others become functions
`block_N`, and going on with one is returning its number. Returning a list is waiting for one of these options.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, field

from rulewright.compiler.effects import mentioned
from rulewright.compiler.passes.walk import conjuncts, size_of
from rulewright.compiler.python.chance import condition, nothing_to_draw, outcomes
from rulewright.compiler.python.code import Code
from rulewright.compiler.python.events import event
from rulewright.compiler.python.flow import over_text
from rulewright.compiler.python.loops import nearest_loops
from rulewright.compiler.python.options import always_offers, decode, find_options, options_cost
from rulewright.compiler.python.places import begin_members, next_member
from rulewright.compiler.python.plan import (
    Alone,
    Ask,
    Back,
    Begin,
    Block,
    Broken,
    Clear,
    Do,
    Draw,
    Goto,
    Item,
    Mark,
    Members,
    Next,
    Over,
    Plan,
    Put,
    Swap,
    Test,
    Zero,
    successors,
    through,
)
from rulewright.compiler.python.stmt import begin_fields, clear_fields, statement, write_cells
from rulewright.compiler.python.text import Lines, comment
from rulewright.compiler.python.unit import Unit
from rulewright.compiler.python.worked_out import worked_out
from rulewright.dsl import ir
from rulewright.dsl.source import Span

SMALL = 22  # a block that costs no more than this is written out wherever it is gone to
DEEP = 10  # ... unless that is indented deeper than this
LONG = 60  # ... or behind a chain of more blocks than this
OPTIONS = 16  # options that take more lines than this are asked of their function


@define(eq=False)
class Blocks:
    """Writes the blocks of one plan. `numbers` are those that became functions."""

    unit: Unit
    plan: Plan
    numbers: dict[int, int] = field(init=False, factory=dict)
    functions: list[Lines] = field(init=False, factory=list)
    places: list[str] = field(init=False, factory=list)
    loops: dict[int, Span] = field(init=False)
    _waiting: list[Block] = field(init=False, factory=list)
    _ways: Counter[int] = field(init=False)
    _costs: dict[int, int] = field(init=False, factory=dict)
    _first: tuple[int, int, tuple[int, ...]] | None = field(init=False, default=None)

    def __attrs_post_init__(self) -> None:
        self._ways = Counter()
        seen: dict[int, Block] = {}
        todo = [through(b) for b in self.plan.roots()]
        entries = {id(through(b)) for b in self.plan.entries.values()}
        for block in todo:
            self._ways[id(block)] += 2 if id(block) in entries else 1
        while todo:
            block = todo.pop()
            if id(block) not in seen:
                seen[id(block)] = block
                for after in successors(block.end):
                    self._ways[id(after)] += 1
                    todo.append(after)
        self.loops = nearest_loops(seen.values())
        for block in self.plan.entries.values():
            self._number(through(block))

    def finish(self) -> None:
        """Write the functions of all blocks that are gone to by number."""
        done = 0
        while done < len(self._waiting):
            block = self._waiting[done]
            lines = Lines()
            if block.title:
                lines.add(f"# {comment(block.title)}")
            lines.at_rule(block.span)
            lines.open(f"def block_{done}(cells: list[int]{self.unit.log}) -> Step:")
            self.write(Code(self.unit, lines), block, ())
            self.functions.append(lines)
            self.places.append(str(self.loops[id(block)]))
            done += 1

    def entry_blocks(self) -> dict[str, Block]:
        """The blocks where running can begin, by path."""
        return {path: through(block) for path, block in self.plan.entries.items()}

    def _number(self, block: Block) -> int:
        if id(block) not in self.numbers:
            self.numbers[id(block)] = len(self._waiting)
            self._waiting.append(block)
        return self.numbers[id(block)]

    # ------------------------------------------------------------------------------------------ roots

    def start(self) -> Lines:
        """The function that a game begins with."""
        lines = Lines()
        lines.open(f"def set_up(cells: list[int]{self.unit.log}) -> Step:")
        self.go(Code(self.unit, lines), self.plan.begin, ())
        return lines

    def answer(self, ask: Ask) -> Lines:
        """The function that takes the answer to a question."""
        choose = ask.choose
        lines = Lines()
        lines.at_rule(choose.span)
        lines.open(f"def apply_{choose.id}(cells: list[int], option: int{self.unit.log}) -> Step:")
        self.answers(Code(self.unit, lines), ask, ())
        return lines

    def answers(self, code: Code, ask: Ask, stack: tuple[int, ...]) -> bool:
        """Go on by the `option` that was answered. As with `go`: may it come to the lines below?"""
        ways = Ways(code)
        first = 0
        for branch, arm in zip(ask.choose.branches, ask.arms, strict=True):
            last = branch is ask.choose.branches[-1]
            ways.open("" if last else f"option < {first + branch.size}")
            used = {b.local for b in branch.binders if b.local in mentioned(branch.body)}
            decode(code, branch, first, used)
            code.held = _held(branch)
            ways.close(self.go(code, arm, stack, answered=bool(used)))
            code.held = {}
            first += branch.size
        return ways.joined

    def drawn(self, draw: Draw) -> Lines:
        """The function that takes an outcome of chance."""
        lines = Lines()
        lines.at_rule(draw.sample.span)
        lines.open(f"def apply_{draw.sample.id}(cells: list[int], option: int{self.unit.log}) -> Step:")
        code = Code(self.unit, lines)
        self._happened(code, draw.sample, "option")
        self.go(code, draw.then, (), answered=self._in_variable(draw.sample))
        return lines

    # ------------------------------------------------------------------------------------------ going on

    def go(self, code: Code, to: Block, stack: tuple[int, ...], *, answered: bool = False) -> bool:
        """Write how to go on with a block: the block itself, or its number, or nothing if it stands below. `answered`:
        locals of an answer that are plain variables are used in it, so it has to stand here. May running come to the
        lines below?"""
        block = through(to)
        if block is code.below:
            return True
        alone = self._ways[id(block)] == 1
        room = code.lines.depth <= DEEP and len(stack) < LONG
        if id(block) not in stack and (answered or (room and (alone or self._cost(block) <= SMALL))):
            return self.write(code, block, stack)
        self.jump(code, block)
        return False

    def jump(self, code: Code, block: Block) -> None:
        """Go on with a block that stands elsewhere."""
        code.lines.add(f"return {self._number(block)}")

    def _cost(self, block: Block, deep: int = 0) -> int:
        """About how many lines a block takes where it is written out, with all that is then written out in it."""
        known = self._costs.get(id(block))
        if deep > LONG:
            return 100
        if known is None:
            self._costs[id(block)] = 100  # should it come back to itself
            known = sum(1 + size_of(i.stmt) // 5 if isinstance(i, Do) else 2 for i in block.items)
            if isinstance(block.end, Ask):
                known += 4 + min(OPTIONS, options_cost(self.unit, block.end.choose))
            elif isinstance(block.end, Next | Draw):
                known += 4
            for after in successors(block.end):
                cost = self._cost(after, deep + 1)
                known += cost if self._ways[id(after)] == 1 or cost <= SMALL else 1
            self._costs[id(block)] = known
        return known

    def write(self, code: Code, block: Block, stack: tuple[int, ...]) -> bool:
        """Write out a block, and what its ways lead to. May running come to the lines below?"""
        for item in block.items[self._begun(code, block) :]:
            self._item(code, item)
        return self._end(code, block, (*stack, id(block)))

    def _begun(self, code: Code, block: Block) -> int:
        """Write what the first items of a game's first block come to, where that is always the same; how many."""
        if self.unit.events or block is not through(self.plan.begin) or self._ways[id(block)] > 1:
            return 0
        if self._first is None:
            self._first = worked_out(self.unit, block)
        done, first, cells = self._first
        if cells:
            code.lines.at_rule(block.span)
            code.lines.add(f"cells[{first} : {first + len(cells)}] = {self.unit.table(cells, 'set up')}")
        return done

    def _end(self, code: Code, block: Block, stack: tuple[int, ...]) -> bool:
        end = block.end
        match end:
            case Goto():
                return self.go(code, end.to, stack)
            case Test():
                code.lines.at_rule(block.span)
                items = through(end.yes).items
                first = items[0].stmt if items and isinstance(items[0], Do) else None
                ways = Ways(code)
                ways.open(condition(code, end.cond, first))
                ways.close(self.go(code, end.yes, stack))
                code.totals.clear()
                ways.open("")
                ways.close(self.go(code, end.no, stack))
                return ways.joined
            case Next():
                below, code.below = code.below, None
                next_member(code, end, lambda to: self.go(code, to, stack))
                code.below = below
            case Ask():
                return self._ask(code, end, stack)
            case Draw():
                return self._draw(code, end, stack)
            case Back():
                return self._back(code, end, stack)
            case Over():
                over = over_text(code, end.result) if end.result is not None else "flow_done(cells)"
                if code.ended == "return []":
                    code.lines.add(f"return {over}")
                else:
                    code.lines.add(over)
                    code.lines.add(code.ended)
            case Broken():
                code.lines.add(f"{self.unit.need('fault', 'checked')}({end.why!r}, {end.where!r})")
            case None:
                raise AssertionError(f"the block at {block.span} does not end")
        return False

    def _item(self, code: Code, item: Item) -> None:
        match item:
            case Do():
                statement(code, item.stmt)
            case Zero():
                kept = [cell for cell in item.cells if cell not in code.frame]
                write_cells(code, dict.fromkeys(kept, "0"))
                for cell in item.cells:
                    if cell in code.frame:
                        code.lines.add(f"{code.cell(cell)} = 0")
            case Put():
                code.lines.at_rule(item.span)
                code.lines.add(f"{code.local(item.local)} = {code.value(item.value)}")
            case Mark():
                code.lines.add(f"{code.cell(item.cell)} = {item.call}")
            case Alone():
                code.lines.open(f"if {code.cell(item.cell)}:")
                code.lines.add(f"{self.unit.need('fault', 'checked')}({item.why!r}, {item.where!r})")
                code.lines.close()
            case Swap():
                for own, beside in item.cells:
                    source, target = (own, beside) if item.away else (beside, own)
                    code.lines.add(f"{code.cell(target)} = {code.cell(source)}")
                    code.lines.add(f"{code.cell(source)} = 0")
            case Begin():
                begin_fields(code, item.fields)
            case Clear():
                clear_fields(code, item.fields)
            case Members():
                code.lines.at_rule(item.each.span)
                begin_members(code, item)

    # ------------------------------------------------------------------------------------------ stops

    def _ask(self, code: Code, ask: Ask, stack: tuple[int, ...]) -> bool:
        choose, lines = ask.choose, code.lines
        lines.at_rule(choose.span)
        found = self.unit.temporary()
        if options_cost(self.unit, choose) > OPTIONS:
            lines.add(f"{found} = options_{choose.id}(cells)")
        else:
            find_options(code, choose, found)
        sure = always_offers(choose)
        if not sure:
            lines.open(f"if {found}:")
        lines.add(f"cells[0] = {choose.id}")
        lines.add(f"return {found}")
        if sure:
            return False
        lines.close()
        return self.go(code, ask.none, stack)

    def _draw(self, code: Code, draw: Draw, stack: tuple[int, ...]) -> bool:
        lines, found = code.lines, self.unit.temporary()
        lines.at_rule(draw.sample.span)
        lines.add(f"{found} = {outcomes(code, draw.sample)}")
        lines.open(f"if len({found}) > 1:")
        lines.add(f"cells[0] = {draw.sample.id}")
        lines.add(f"return {found}")
        lines.close()
        if not isinstance(draw.sample.source, ir.Roll | ir.RollKind):
            lines.open(f"if not {found}:")
            where = self.unit.where(draw.sample.span)
            lines.add(f"{self.unit.need('fault', 'checked')}({nothing_to_draw(draw.sample)!r}, {where})")
            lines.close()
        self._happened(code, draw.sample, f"{found}[0]")
        return self.go(code, draw.then, stack, answered=self._in_variable(draw.sample))

    def _in_variable(self, sample: ir.Sample) -> bool:
        """Does the outcome live in a plain variable, so that what uses it has to stand right here?"""
        return sample.local not in self.unit.stored

    def _happened(self, code: Code, sample: ir.Sample, outcome: str) -> None:
        """Chance has decided."""
        code.lines.add(f"{code.local(sample.local)} = {outcome}")
        if isinstance(sample.source, ir.Roll | ir.RollKind):
            event(code, '"roll"', str(self.unit.everybody), str(sample.id), code.local(sample.local))

    def _back(self, code: Code, back: Back, stack: tuple[int, ...]) -> bool:
        if not back.calls:
            code.lines.add(f"{self.unit.need('fault', 'checked')}('nothing to go back to', '')")
            return False
        if back.mark is None:
            return self.go(code, back.calls[-1], stack)
        call = self.unit.temporary()
        code.lines.add(f"{call} = {code.cell(back.mark)}")
        code.lines.add(f"{code.cell(back.mark)} = 0")
        ways = Ways(code)
        for n, to in enumerate(back.calls):
            ways.open("" if to is back.calls[-1] else f"{call} == {n + 1}")
            ways.close(self.go(code, to, stack))
        return ways.joined


@define(eq=False)
class Ways:
    """Writes ways to go on, each under its condition, the last without. As long as none comes to the lines below, they
    need no `else`. `joined` says whether any does."""

    code: Code
    joined: bool = False
    _before: int = 0
    _depth: int = 0

    def open(self, condition: str) -> None:
        lines = self.code.lines
        self._depth = lines.depth
        if condition:
            lines.open(f"{'elif' if self.joined else 'if'} {condition}:")
        elif self.joined:
            lines.open("else:")
        self._before = len(lines.lines)

    def close(self, joins: bool) -> None:
        lines = self.code.lines
        written = lines.lines[self._before :]
        if lines.depth > self._depth and all(line.lstrip().startswith("#") for line in written):
            if not written and lines.lines[-1].lstrip() == "else:":
                del lines.lines[-1]
            else:
                lines.add("pass")
        lines.depth = self._depth
        self.joined |= joins


def _held(branch: ir.Branch) -> dict[tuple[str, str], ir.Expr]:
    """What the fields of the members answered surely hold, since it was asked for."""
    found: dict[tuple[str, str], ir.Expr] = {}
    locals = {binder.local for binder in branch.binders}
    for part in conjuncts(branch.where):
        match part:
            case ir.Compare(
                op="is", left=ir.Read(place=ir.FieldRef(field=name, index=ir.Local(name=local))), right=held
            ) if local in locals:
                if isinstance(held, ir.Const) or (isinstance(held, ir.Local) and held.name not in locals):
                    found[name, local] = held
    return found
