"""Which locals around a question can hold something that the player who is asked was not told.

Reads are seen or not seen now; a local was made earlier, of something that may have been secret then. Errs on the side
of too many: their values are left out where a condition is taken apart, nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from rulewright.dsl import ir
from rulewright.dsl.walk import below


@define
class HiddenLocals:
    """Of one program: `private` are the locals made of what not everybody sees, `binders` those that an answer binds,
    with who gives it: an answer is told to nobody else."""

    program: ir.Program
    private: set[str] = field(init=False, factory=set)
    binders: Mapping[str, ir.Expr] = field(init=False)
    _secret: set[str] = field(init=False)
    _values: Mapping[str, ir.Value] = field(init=False)
    _procedures: Mapping[str, ir.Procedure] = field(init=False)

    def __attrs_post_init__(self) -> None:
        program = self.program
        everybody = ir.Const((1 << program.players) - 1)
        self._secret = {f.name for f in program.fields if f.seen != everybody}
        self._secret |= {z.name for z in program.zones if z.seen != everybody}
        self._values = {v.name: v for v in program.values}
        self._procedures = {p.name: p for p in program.procedures}
        nodes = list(below(program))
        self.binders = {
            b.local: n.actor for n in nodes if isinstance(n, ir.Choose) for branch in n.branches for b in branch.binders
        }
        known, self.private = -1, set(self.binders)
        while known != len(self.private):  # what is made of a private local is private, too
            known = len(self.private)
            self.private.update(name for n in nodes for name in self._made_private(n))

    def around(self, choose: ir.Choose) -> frozenset[str]:
        """Those whose values are not for the player of this choice. What it binds itself is, and so is what the same
        player bound by an answer around it."""
        actor = choose.actor
        own = {actor.name} if isinstance(actor, ir.Local) else set()
        if isinstance(actor, ir.Local | ir.Const):  # a field may have named somebody else by then
            own |= {name for name, who in self.binders.items() if who == actor}
        own |= {b.local for branch in choose.branches for b in branch.binders}
        return frozenset(self.private - own)

    def _made_private(self, n: Any) -> list[str]:
        match n:
            case ir.SetLocal() if self._hides(n.value):
                return [n.name]
            case ir.Each() if self._hides(n.domain) or self._hides(n.guard):
                return [n.local]
            case ir.Watch(local=str() as local) if self._hides(n.domain) or self._hides(n.cond):
                return [local]
            case ir.Sample(source=ir.AnyOf()):
                return [n.local]  # whom chance chooses is told to nobody
            case ir.Sample(source=ir.TopOf(zone=ir.ZoneRef(zone=zone))) if zone in self._secret:
                return [n.local]
            case ir.Call():
                called = self._procedures[n.procedure]
                told = [p for p, a in zip(called.params, n.args, strict=True) if self._hides(a)]
                return [*told, n.into] if n.into is not None and f"{called.name}.result" in self.private else told
        return []

    def _hides(self, e: object) -> bool:
        for part in below(e):
            match part:
                case ir.Local() if part.name in self.private:
                    return True
                case ir.Read() if part.place.field in self._secret:
                    return True
                case ir.SlotKind() | ir.ZoneDomain() if part.zone.zone in self._secret:
                    return True
                case ir.Count() if part.kind is not None and part.zone.zone in self._secret:
                    return True
                case ir.Apply() if self._hides(self._values[part.name].body):
                    return True
        return False
