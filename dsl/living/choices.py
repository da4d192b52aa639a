"""`forbid A`, `add to A`: answers that cannot be chosen, or can be chosen, while a block is on."""

from __future__ import annotations

import attrs

from rulewright.dsl import ast
from rulewright.dsl.living.block import Block, Living
from rulewright.dsl.living.renaming import renamed
from rulewright.dsl.overlay.adding import add_to as add_alternatives
from rulewright.dsl.overlay.things import Thing
from rulewright.dsl.source import NOWHERE


def forbid(living: Living, block: Block, line: ast.Forbid) -> None:
    """One more requirement of an alternative, or of the one choice in a thing, called after the row of the block."""
    target = living.seen.thing(line.address, "forbidden", living.report)
    owner = None if target is None else asked_in(living, target, line)
    if owner is None:
        return
    home = block.apart_from(living.taken_at(owner))
    cond = renamed(line.cond, {} if home is block else {block.x: home.x})
    holds = ast.Not(home.some(cond, NOWHERE), span=NOWHERE)  # written nowhere as a whole: `why` tells its parts
    owner.parts.append(ast.Needs(name_for(block, owner), holds, line.reason, refs=line.refs, span=line.span))


def asked_in(living: Living, target: Thing, line: ast.Forbid) -> Thing | None:
    """What can be forbidden: an alternative, or the one choice in a thing."""
    if isinstance(target.node, ast.Alternative):
        return target
    asking = target.choices()
    if len(asking) == 1 and not isinstance(asking[0].node, ast.ChooseOne | ast.OrdersEach):
        return asking[0]
    advice = ""
    if len(asking) == 1 and isinstance(asking[0].node, ast.ChooseOne):
        names = [t.name for t in asking[0].inside if isinstance(t.node, ast.Alternative)]
        advice = f"name an alternative: `forbid {asking[0].path}.{names[0]} ...`" if names else ""
    living.report.add("RW0265", line.address.span, name=str(line.address), what=target.sort, help=advice)
    return None


def name_for(block: Block, owner: Thing) -> ast.Ident:
    """A name that no other requirement of this thing has."""
    taken = {t.name for t in owner.inside} | {p.name.text for p in owner.parts if isinstance(p, ast.Needs)}
    name, number = block.name, 2
    while name in taken:
        name, number = f"{block.name}_{number}", number + 1
    return ast.Ident(name, span=block.node.span)


def add_to(living: Living, block: Block, line: ast.AddTo) -> None:
    """Alternatives that are there only while the block is on."""
    entries = []
    for part in line.additions:
        if isinstance(part, ast.Entry) and part.body is not None:
            entries.append(only_while(block, part))
        else:
            living.report.add("RW0268", part.span)
    if entries:
        add_alternatives(living.changing, attrs.evolve(line, additions=tuple(entries)))


def only_while(block: Block, part: ast.Entry) -> ast.Entry:
    """An alternative that needs the block to be on. If it names x, that is the first for which all it needs holds."""
    assert part.body is not None
    reason = f"only while “{block.title}” is there" if block.title else "only at times"
    own = ast.Needs(ast.Ident(block.name, span=block.node.span), block.some(None, part.span), reason, span=part.span)
    about_x = [n for n in part.needs if isinstance(n, ast.Needs) and block.names_x(n.cond)]
    cond: ast.Expr | None = None
    for n in about_x:
        cond = n.cond if cond is None else ast.Both(cond, n.cond, span=n.span)
    needs: list[ast.Needs | ast.Costs] = [own]
    for need in part.needs:
        if isinstance(need, ast.Costs):
            needs.append(block.for_first(need, cond, need.span))
        elif any(need is n for n in about_x):
            needs.append(attrs.evolve(need, cond=block.some(need.cond, need.span)))
        else:
            needs.append(need)
    return attrs.evolve(part, needs=tuple(needs), body=block.for_first(part.body, cond, part.span))
