"""Where the ways of a plan come together again, so that what follows can stand once, after the branches.

A block that several others lead to can be written behind the block that all ways to it come through (the nearest one,
its immediate dominator), unless a loop begins with it: then a branch that leads to it just ends.
"""

from __future__ import annotations

from attrs import define, field

from rulewright.compiler.python.plan import Ask, Block, Plan, successors, through


@define(eq=False)
class Joins:
    """The joins of one plan. `after` gives, by id of a block, the blocks to be written behind it, in order."""

    plan: Plan
    after: dict[int, tuple[Block, ...]] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        order = _order(through(self.plan.begin))
        place = {id(block): n for n, block in enumerate(order)}
        before: list[list[int]] = [[] for _ in order]
        for n, block in enumerate(order):
            for follower in ways(block):
                before[place[id(follower)]].append(n)
        above = _dominators(before)
        found: dict[int, list[Block]] = {}
        for n, block in enumerate(order):
            if len(before[n]) > 1 and all(b < n for b in before[n]):
                found.setdefault(id(order[above[n]]), []).append(block)
        self.after = {key: tuple(blocks) for key, blocks in found.items()}


def ways(block: Block) -> tuple[Block, ...]:
    """The blocks that a block leads to, with those that answers to its question lead to."""
    arms = tuple(through(arm) for arm in block.end.arms) if isinstance(block.end, Ask) else ()
    return arms + successors(block.end)


def _order(first: Block) -> list[Block]:
    """All blocks that can be reached, each before those it leads to (except where loops go back)."""
    done: list[Block] = []
    seen = {id(first)}
    stack = [(first, iter(ways(first)))]
    while stack:
        block, rest = stack[-1]
        for follower in rest:
            if id(follower) not in seen:
                seen.add(id(follower))
                stack.append((follower, iter(ways(follower))))
                break
        else:
            done.append(block)
            stack.pop()
    return done[::-1]


def _dominators(before: list[list[int]]) -> list[int]:
    """For each block (by its number in order) the nearest one that all ways to it come through."""
    above = [0] + [-1] * (len(before) - 1)

    def common(a: int, b: int) -> int:
        while a != b:
            if a > b:
                a = above[a]
            else:
                b = above[b]
        return a

    changed = True
    while changed:
        changed = False
        for n in range(1, len(before)):
            known = [b for b in before[n] if above[b] >= 0]
            new = known[0]
            for b in known[1:]:
                new = common(new, b)
            changed |= new != above[n]
            above[n] = new
    return above
