"""IR expressions in short plain words: "the action deck holds Bite or Night", "no Ritual is face up".

`Words` knows one program and what its locals are called just now ("the player", "the chosen card"); whoever walks the
statements gives every local its phrase with `calling`. Nouns are in nouns.py, conditions here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable

from attrs import frozen

from rulewright.compiler.words.nouns import Nouns, conjuncts
from rulewright.compiler.words.text import HOLE, agreeing, bare, holds, member_in, named_again, plural, spaced
from rulewright.dsl import ir

COMPARED = {"<": "is less than", "<=": "is at most", ">": "is more than", ">=": "is at least"}
COUNTED = {"<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least ", "is": "exactly "}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "is": operator.eq, "is not": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
OTHER = {"and": "or", "or": "and"}
OPPOSITE = {"is": "is not", "is not": "is", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


@frozen
class Words(Nouns):
    """Nouns, and conditions as clauses."""

    def clause(self, e: ir.Expr) -> str:
        """A condition as a clause without an end mark ("dawn broke", "the library is empty")."""
        match e:
            case ir.Logic() | ir.Compare() if (known := worked_out(e)) is not e:
                return self.clause(known)
            case ir.Const():
                return "always" if e.value else "never"
            case ir.Read() if self.is_mark(e):
                return self._marked(e, "is")
            case ir.Compare():
                return self._compare(e)
            case ir.Logic(op="not"):
                return self.denial(e.parts[0])
            case ir.Logic():
                return self._joined(e.op, e.parts)
            case ir.Fold(op="some"):
                return self._some(e, "some")
            case ir.Member():
                return self._member(e, "is")
            case ir.Apply():
                return self._apply(e, "is")
        return self.noun(e)

    def denial(self, e: ir.Expr) -> str:
        """The opposite of a condition."""
        match e:
            case ir.Logic() | ir.Compare() if (known := worked_out(e)) is not e:
                return self.denial(known)
            case ir.Const():
                return "never" if e.value else "always"
            case ir.Read() if self.is_mark(e):
                return self._marked(e, "is not")
            case ir.Compare() if not self._holding(e) or e.op != "is not":
                return self._compare(ir.Compare(OPPOSITE[e.op], e.left, e.right))  # type: ignore[arg-type]
            case ir.Logic(op="not"):
                return self.clause(e.parts[0])
            case ir.Logic():
                return self._joined(OTHER[e.op], tuple(ir.Logic("not", (p,)) for p in e.parts))
            case ir.Fold(op="some"):
                return self._some(e, "no")
            case ir.Member():
                return self._member(e, "is not")
            case ir.Apply() if e.args:
                return self._apply(e, "is not")
        return f"not ({self.clause(e)})" if " " in self.clause(e) else f"not {self.clause(e)}"

    def conditions(self, guard: ir.Expr | None, local: str) -> str:
        """What a guard asks of the member in `local`, to follow a noun: "whose role is face down"."""
        if guard is None:
            return ""
        parts = [p for p in conjuncts(worked_out(guard)) if p != ir.Const(1)]
        told = [relative(self.calling(local, HOLE).clause(p), self.is_player(local)) for p in parts]
        told = [f"({t})" if len(parts) > 1 and self.joins(p) == "or" else t for p, t in zip(parts, told, strict=True)]
        for i in range(len(told) - 1, 0, -1):
            word = told[i].split(" ", 1)[0]
            if told[i - 1].startswith(f"{word} ") and word != "whose":
                told[i] = told[i].removeprefix(f"{word} ")
        return " and ".join(told)

    def _joined(self, op: str, parts: tuple[ir.Expr, ...]) -> str:
        """Clauses with "and" or "or"; what one place holds is said once."""
        said: list[str] = []
        where: dict[str, int] = {}
        for p in parts:
            text = self.clause(p)
            held = self._held(p)
            if op == "or" and held is not None:
                place, kind = held
                if place in where:
                    said[where[place]] += f" or {kind}"
                    continue
                where[place] = len(said)
            said.append(f"({text})" if self.joins(p) not in ("", op) else text)
        return f" {op} ".join(said)

    def joins(self, e: ir.Expr, *, denied: bool = False) -> str:
        """The word that holds a clause together: "and" or "or", "" where nothing has to be held together. `denied`: of
        its opposite. Where a clause says of something that there is one, what joins its conditions is no part of what
        stands around it ("inside")."""
        match e:
            case ir.Logic() | ir.Compare() if (known := worked_out(e)) is not e:
                return self.joins(known, denied=denied)
            case ir.Logic(op="not"):
                return self.joins(e.parts[0], denied=not denied)
            case ir.Logic():
                return OTHER[e.op] if denied else e.op
            case ir.Compare(left=left, right=ir.Const(value)) if self._is_truth(left, e.right):
                return self.joins(left, denied=denied != ((value == 1) != (e.op == "is")))
            case ir.Fold(op="some"):
                _, rest = self.member(e.local, e.domain, e.guard)
                return "inside" if rest is not None and self.joins(rest) else ""
        return ""

    def _held(self, e: ir.Expr) -> tuple[str, str] | None:
        """The place and the kind of "PLACE holds KIND"."""
        match e:
            case ir.Compare(op=">", left=ir.Count(kind=kind) as count, right=ir.Const(0)) if kind is not None:
                return self.zone(count.zone), self.noun(kind, self.kinds_in(count.zone))
        return None

    @staticmethod
    def _holding(e: ir.Compare) -> bool:
        return isinstance(e.left, ir.Count) and isinstance(e.right, ir.Const)

    def _compare(self, e: ir.Compare) -> str:
        if isinstance(e.left, ir.Count) and isinstance(e.right, ir.Const):
            return self._contents(e.left, e.op, e.right.value)
        if isinstance(e.left, ir.FaceOf) and isinstance(e.right, ir.Const):
            up = (e.right.value == 1) == (e.op == "is")
            return f"{self.noun(e.left.handle)} is face {'up' if up else 'down'}"
        kind = self.type_of(e.left) or self.type_of(e.right)
        if isinstance(e.right, ir.Const) and self._is_truth(e.left, e.right):
            wanted = (e.right.value == 1) == (e.op == "is")
            return self.clause(e.left) if wanted else self.denial(e.left)
        left, right = self.noun(e.left, kind), self.noun(e.right, kind)
        if isinstance(e.left, ir.SlotKind) and right == "none":
            return f"{self.zone(e.left.zone)} is {'' if e.op == 'is' else 'not '}empty"
        return f"{left} {agreeing(left, COMPARED.get(e.op, e.op))} {right}"

    def _is_truth(self, left: ir.Expr, right: ir.Expr) -> bool:
        """Is it yes or no that is compared?"""
        return isinstance(self.type_of(left) or self.type_of(right), ir.Truth)

    def _contents(self, c: ir.Count, op: str, number: int) -> str:
        """A comparison of what a zone holds with a number."""
        place = self.zone(c.zone)
        zone = self.zones[c.zone.zone]
        op, number = settled(op, number)
        face = "" if c.facing is None else f" face {'up' if c.facing else 'down'}"
        if zone.slot and face and c.kind is None:
            return f"{place} is{' not' if op == 'none' else ''}{face}"
        if c.kind is None and not face and op in ("some", "none"):
            return f"{place} is {'not ' if op == 'some' else ''}empty"
        kind = self.noun(c.kind, self.kinds_in(c.zone)) if c.kind is not None else self.component(zone.cls)
        if op in ("some", "none"):
            many = "no " if op == "none" else "" if c.kind is not None else "a "
        else:
            many = f"{COUNTED.get(op, 'not ')}{number} "
            kind = kind if number == 1 or c.kind is not None else plural(kind)
        return f"{place} {holds(place)} {many}{kind}{face}"

    def _marked(self, e: ir.Read, verb: str) -> str:
        """A yes/no field of a member, whose name alone would say what the member has."""
        f = self.fields[e.place.field]
        index = e.place.index
        assert index is not None
        member = self.noun(index, ir.Name(f.per) if f.per else None)
        verb = verb if member == HOLE else agreeing(member, verb)
        return f"{member} {verb} marked “{bare(spaced(f.title or f.name))}”"

    def _some(self, e: ir.Fold, word: str) -> str:
        noun, rest = self.member(e.local, e.domain, e.guard)
        noun += self.within(e.domain)
        if word == "no" and rest is not None and is_denied(rest):
            return self.about(e.local, ir.Logic("not", (rest,)), f"every {noun}")
        if rest is None:
            return f"there is {'no' if word == 'no' else 'a'} {noun}"
        return self.about(e.local, rest, f"{word} {noun}")

    def about(self, local: str, cond: ir.Expr, first: str) -> str:
        """A condition on the member in `local`, called `first` where it is named first."""
        return member_in(self.calling(local, HOLE).clause(cond), first, person=self.is_player(local))

    def _member(self, e: ir.Member, verb: str) -> str:
        group, kind = self.noun(e.set), self.type_of(e.set)
        item = self.noun(e.item, ir.Name(kind.cls) if isinstance(kind, ir.SetType) else None)
        return f"{item} {verb} {'a' if group.endswith('player') else 'one of'} {group}"

    def _apply(self, e: ir.Apply, verb: str) -> str:
        """A yes/no value: a group's membership, or a condition with a name."""
        value = self.values.get(e.name)
        title = spaced(value.title if value is not None else e.name)
        if not e.args:
            return title
        if len(e.args) > 1:
            text = f"{title} ({', '.join(self.noun(a) for a in e.args)})"
            return text if verb == "is" else f"not {text}"
        subject = self.noun(e.args[0], self.parameter(e.name))
        if title.endswith("player"):
            return f"{subject} {verb} {'an' if title[0] in 'aeiou' else 'a'} {title}"
        return f"{subject} {verb} {'one of the ' if title.endswith('s') and not title.endswith('ss') else ''}{title}"


def worked_out(e: ir.Expr) -> ir.Expr:
    """A condition without what always holds or never does (an option that is on); the very same if there is no such
    part."""
    if isinstance(e, ir.Compare):
        left, right = worked_out(e.left), worked_out(e.right)
        both = isinstance(left, ir.Const) and isinstance(right, ir.Const)
        return ir.Const(int(COMPARISONS[e.op](left.value, right.value))) if both else e  # type: ignore[union-attr]
    if not isinstance(e, ir.Logic):
        return e
    parts = tuple(worked_out(p) for p in e.parts)
    if e.op == "not":
        known = parts[0]
        return ir.Const(int(not known.value)) if isinstance(known, ir.Const) else e
    decides = e.op == "or"
    fixed = [bool(p.value) for p in parts if isinstance(p, ir.Const)]
    others = tuple(p for p in parts if not isinstance(p, ir.Const))
    if decides in fixed or not others:
        return ir.Const(int(decides if decides in fixed else not decides))
    if len(others) == 1:
        return others[0]
    same = len(others) == len(e.parts) and all(a is b for a, b in zip(others, e.parts, strict=True))
    return e if same else ir.Logic(e.op, others, span=e.span)


def is_denied(e: ir.Expr) -> bool:
    """Does it say "not", so that "no ... not" is better said as "every"?"""
    if isinstance(e, ir.Logic) and e.op == "not":
        return True
    return isinstance(e, ir.Compare) and e.op == "is not" and not isinstance(e.left, ir.Count)


def settled(op: str, number: int) -> tuple[str, int]:
    """A comparison of a count, as "some" or "none" where it is one."""
    if (op, number) in ((">", 0), (">=", 1), ("is not", 0)):
        return "some", 0
    if (op, number) in (("is", 0), ("<", 1), ("<=", 0)):
        return "none", 0
    return op, number


def relative(clause: str, person: bool) -> str:
    """A clause about `HOLE` as a relative clause."""
    if clause.startswith(f"{HOLE} "):
        text = f"{'who' if person else 'that'}{clause[len(HOLE) :]}"
    elif clause.startswith(f"{HOLE}'s "):
        text = f"whose{clause[len(HOLE) + 2 :]}"
    else:
        text = f"where {clause}"
    return named_again(text, person=person)
