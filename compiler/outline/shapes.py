"""Shapes that the lowering of the language leaves in the IR, recognised again: a draw, a branch by what one thing is, a
repetition that only counts, a result with a made-up reason.
"""

from __future__ import annotations

from rulewright.compiler.effects import mentioned
from rulewright.compiler.outline.outline import Ending, Item, Items, Plain
from rulewright.compiler.words.conditions import Words
from rulewright.compiler.words.moves import verdict
from rulewright.dsl import ir

MADE_UP = ("everyone draws", "the highest score", "the final ranking")


def ending(words: Words, s: ir.Result) -> Ending:
    """Who wins and why; a reason that the language made up, for want of one, is left out."""
    who, _, verb = s.reason.rpartition(" ")
    made_up = s.reason in MADE_UP or (verb in ("wins", "loses") and (" " not in who or who == "a player"))
    return Ending(verdict(words, s), "" if made_up else s.reason, s.refs, span=s.span)


def unwrapped(procedure: ir.Procedure) -> tuple[ir.Stmt, ...]:
    """The statements of a procedure without the block around them."""
    body = procedure.body
    if len(body) == 1 and isinstance(body[0], ir.Block) and body[0].path == procedure.name:
        return body[0].body
    return body


def drawing(s: ir.If) -> tuple[ir.Sample, ir.Move] | None:
    """Is this "if there is one, take the top component"?"""
    match s.then:
        case (ir.Sample(source=ir.TopOf(zone=zone)) as sample, ir.Move(handle=str() as handle) as move, *_):
            there_is_one = s.cond == ir.Compare(">", ir.Count(zone), ir.Const(0))
            if there_is_one and handle == sample.local and move.source == zone:
                return sample, move
    return None


def same_subject(s: ir.If) -> list[tuple[ir.Compare, tuple[ir.Stmt, ...]]]:
    """A chain of conditions on what one thing is."""
    found: list[tuple[ir.Compare, tuple[ir.Stmt, ...]]] = []
    at: ir.Stmt | None = s
    while isinstance(at, ir.If) and isinstance(at.cond, ir.Compare):
        cond = at.cond
        if cond.op != "is" or not isinstance(cond.right, ir.Const) or isinstance(cond.left, ir.Count | ir.FaceOf):
            break
        if found and cond.left != found[0][0].left:
            break
        found.append((cond, at.then))
        at = at.otherwise[0] if len(at.otherwise) == 1 else None
    return found


def left_over(words: Words, kind: ir.Type | None, named: list[str]) -> str:
    """What a branch over a class leaves beside the members named: one member, "otherwise", or "" for none."""
    if not isinstance(kind, ir.Name) or kind.optional:
        return "otherwise"
    rest = [t for t in words.classes[kind.cls].titles if t not in named]
    return rest[0] if len(rest) == 1 else "otherwise" if rest else ""


def one_line(subject: str, yes: Items, no: Items, s: ir.If) -> list[Item]:
    """A condition with one plain thing to do either way, as plain lines."""
    if all(len(way) <= 1 and all(isinstance(i, Plain) for i in way) for way in (yes, no)) and yes:
        lines: list[Item] = [Plain(f"if {subject}: {yes[0].text}", span=s.span)]  # type: ignore[union-attr]
        if no:
            lines.append(Plain(f"otherwise: {no[0].text}", span=s.span))  # type: ignore[union-attr]
        return lines
    return []


def times(words: Words, s: ir.Each) -> str:
    """How often, for a repetition whose counter nobody reads."""
    if not isinstance(s.domain, ir.RangeDomain) or s.domain.low != ir.Const(1):
        return ""
    if s.local.split(".")[0] != "nth" or s.local in mentioned(s.body):
        return ""
    high = s.domain.high
    match high:
        case ir.Const():
            return "twice" if high.value == 2 else f"{high.value} times"
        case ir.Count():
            return f"once for each {words.counted(high, single=True)}"
        case ir.Read():
            return f"once for each of {words.noun(high)}"
        case ir.ColumnOf() if not words.noun(high).isdigit():
            return words.quantity(high, "times")
    return f"{words.noun(high)} times"
