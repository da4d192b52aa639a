"""What may be told to one seat while a condition is taken apart: only what is made of what that seat sees.

That a choice reads nothing its player cannot see is checked before play (dsl/checks/secrets.py). Here the same is
asked of every part that is shown, of the position as it is; and of locals, which can hold what was read elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from rulewright.compiler.reference.expressions import Locals, Scope, value
from rulewright.compiler.reference.rules import Rules
from rulewright.compiler.reference.store import Store
from rulewright.compiler.reference.telling import field_seen, zone_seen
from rulewright.dsl import ir
from rulewright.dsl.walk import below
from rulewright.runtime.engine import RuleFault


@frozen
class Sight:
    """One seat, at one position. `closed` are the locals whose values are not for it."""

    rules: Rules
    store: Store
    seat: int
    closed: frozenset[str] = frozenset()

    def field(self, name: str, index: int) -> bool:
        return bool(field_seen(Scope(self.rules, self.store, {}), name, index) >> self.seat & 1)

    def zone(self, name: str, index: int) -> bool:
        """Does the seat see what lies face down there (anything, where there are no faces)?"""
        return bool(zone_seen(Scope(self.rules, self.store, {}), name, index) >> self.seat & 1)

    def open(self, e: object, locals: Mapping[str, int]) -> bool:
        """Is everything that an expression reads seen? An index that is not known here stands for every index."""
        return not any(self._hidden(part, locals) for part in below(e))

    def _hidden(self, part: object, locals: Mapping[str, int]) -> bool:
        match part:
            case ir.Local():
                return part.name in self.closed
            case ir.Read():
                per = self.rules.fields[part.place.field].per
                return not self._all(self.field, part.place.field, per, part.place.index, locals)
            case ir.SlotKind() | ir.ZoneDomain():
                return not self._whole(part.zone, locals)
            case ir.Count():  # how many lie there, and which way they face, is open to all
                return part.kind is not None and not self._whole(part.zone, locals)
            case ir.Apply():
                called = self.rules.values[part.name]
                given = zip(called.params, part.args, strict=True)
                known = {p: n for p, a in given if (n := self._known(a, locals)) is not None}
                return not self.open(called.body, known)
        return False

    def _whole(self, place: ir.ZoneRef, locals: Mapping[str, int]) -> bool:
        return self._all(self.zone, place.zone, self.rules.zones[place.zone].per, place.index, locals)

    def _all(
        self, seen: Callable[[str, int], bool], name: str, per: str | None, index: ir.Expr | None, locals: Locals | Any
    ) -> bool:
        places = self.rules.places(per)
        which = 0 if index is None else self._known(index, locals)
        if which is not None and 0 <= which < places:
            return seen(name, which)
        return all(seen(name, n) for n in range(places))

    def _known(self, e: ir.Expr, locals: Mapping[str, int]) -> int | None:
        """The value of an expression, if it can be told from these locals."""
        try:
            return value(Scope(self.rules, self.store, dict(locals)), e)
        except (KeyError, RuleFault):
            return None
