"""Addresses: from `Turn.Stake.Kill`, or any end of it that is not ambiguous, or `[NF-46]`, to the thing that is meant.

A variant sees the game and what it builds on, never what strangers did; so what an address means does not depend on
which other variants are on.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs
from attrs import frozen

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.overlay.things import Thing, Things
from rulewright.dsl.suggest import distance, nearest

QUESTION, COST = "question", "cost"
MOST_NAMED = 4  # in one message


@frozen
class Target:
    """What an address means: a thing, or (`part`) its `question`, or a column of a row."""

    thing: Thing
    part: str = ""


@frozen
class Seen:
    """The things as one variant sees them."""

    things: Things
    variant: str
    builds_on: frozenset[str]  # itself included

    def knows(self, origin: str) -> bool:
        return not origin or origin in self.builds_on

    def is_there(self, thing: Thing) -> bool:
        """Does this variant see the thing? What it took away itself is still seen: to say so."""
        if not self.knows(thing.origin):
            return False
        return not any(
            t.ended is not None and t.ended.variant != self.variant and t.ended.variant in self.builds_on
            for t in thing.around()
        )

    def names(self, thing: Thing) -> set[str]:
        return {name for name, origin in thing.names if self.knows(origin)}

    def named(self, parts: tuple[str, ...]) -> list[Thing]:
        """The things whose address is `parts`, or ends in them if there is none."""
        whole: list[Thing] = []
        tails: list[Thing] = []
        for thing in self.things.by_name.get(parts[-1], ()):
            if thing in whole or thing in tails or not self.is_there(thing):
                continue
            around = [t for t in thing.around() if t.name]
            if len(around) < len(parts):
                continue
            if all(part in self.names(t) for part, t in zip(reversed(parts), around, strict=False)):
                (whole if len(around) == len(parts) else tails).append(thing)
        return whole or tails

    # ------------------------------------------------------------------------------------------ with reports

    def find(self, address: ast.Address, report: Report) -> Target | None:
        """What the address means; None (reported) if that is nothing, or several things."""
        if not address.parts:
            found = self._referred(address, report)
            return None if found is None else Target(found)
        things = self.named(address.parts)
        if len(things) == 1:
            return Target(things[0])
        if not things and address.parts[-1] == COST and self.named(address.parts[:-1] or (COST,)):
            return self._cost(address, report)
        if not things:
            return self._part(address, report)
        self._ambiguous(address, things, report)
        return None

    def thing(self, address: ast.Address, wanted: str, report: Report) -> Thing | None:
        """As `find`, where no part of a thing can be `wanted` (removed, renamed, ...)."""
        target = self.find(address, report)
        if target is not None and target.part:
            report.add("RW1005", address.span, name=str(address), what=part_in_words(target), wanted=wanted)
            return None
        return None if target is None else target.thing

    def _ambiguous(self, address: ast.Address, things: list[Thing], report: Report) -> None:
        report.add(
            "RW1002", address.span, name=str(address), choices=listed(t.path for t in things),
            labels=[Label(t.span, f"`{t.path}`") for t in things[:2]],
        )  # fmt: skip

    def _part(self, address: ast.Address, report: Report) -> Target | None:
        """The question of a choice, or a cell, if that is what the last word means."""
        parts, last = address.parts[:-1], address.parts[-1]
        owners = self.named(parts) if parts else []
        fitting = [t for t in owners if last in (QUESTION, *columns(t))]
        if len(fitting) == 1:
            return Target(fitting[0], last)
        if fitting:
            self._ambiguous(address, fitting, report)
            return None
        gone = self._taken_away(address.parts) or self._taken_away(parts)
        if gone is not None and gone.ended is not None:
            report.add(
                "RW1001", address.span, name=str(address),
                labels=[Label(gone.ended.span, f"`{gone.ended.variant}` {gone.ended.verb} it here")],
            )  # fmt: skip
            return None
        near = self.near(address.parts)
        inside = [t.name for t in owners[0].named_inside() if self.is_there(t)] if len(owners) == 1 else []
        advice = f"did you mean {listed(near, ' or ')}?" if near else ""
        if not advice and owners:
            advice = f"inside `{owners[0].path}` there is {listed(inside)}" if inside else ""
        report.add("RW1001", address.span, name=str(address), help=advice)
        return None

    def _cost(self, address: ast.Address, report: Report) -> Target | None:
        """`A.cost`: what A costs, if that is one thing."""
        owner = self.thing(attrs.evolve(address, parts=address.parts[:-1]), "paid for", report)
        if owner is None:
            return None
        payers = [owner] if isinstance(owner.node, ast.Alternative) else [owner, *owner.choices()]
        found = {id(t): t for p in payers for t in p.inside if isinstance(t.node, ast.Costs) and self.is_there(t)}
        if len(found) == 1:
            return Target(next(iter(found.values())))
        names = listed((t.path for t in found.values()), " or ")
        advice = f"which one: {names}?" if found else "`costs 0 from ...` says what it would be paid from"
        report.add("RW0264", address.span, name=owner.path, number=len(found) or "no", help=advice)
        return None

    def _taken_away(self, parts: tuple[str, ...]) -> Thing | None:
        """What would be meant, had a variant that this one builds on not ended it."""
        for thing in self.things.by_name.get(parts[-1], ()) if parts else ():
            around = [t for t in thing.around() if t.name]
            fits = len(around) >= len(parts) and all(
                part in self.names(t) for part, t in zip(reversed(parts), around, strict=False)
            )
            if fits and thing.ended is not None and thing.ended.variant in self.builds_on:
                return thing
        return None

    def near(self, parts: tuple[str, ...]) -> list[str]:
        """Addresses like this one: same last word elsewhere, else a last word like it."""
        last = parts[-1]
        there = [t for t in self.things.by_name.get(last, ()) if self.is_there(t)]
        if not there and len(parts) > 1:
            owners = self.named(parts[:-1])
            inside = {t.name: t for o in owners for t in o.below() if t.name and self.is_there(t)}
            word = nearest(last, [*inside, *(c for o in owners for c in columns(o))])
            if word:
                return [inside[word].path if word in inside else f"{owners[0].path}.{word}"]
        if not there:
            word = nearest(last, [n for n, found in self.things.by_name.items() if any(map(self.is_there, found))])
            there = [t for t in self.things.by_name.get(word, ()) if self.is_there(t)]
        return list(dict.fromkeys(t.path for t in there))[:MOST_NAMED]

    def _referred(self, address: ast.Address, report: Report) -> Thing | None:
        """The one thing a rule reference stands on."""
        found = [t for t in self.things.by_ref.get(address.ref, ()) if self.is_there(t)]
        if len(found) == 1:
            return found[0]
        if not found:
            near = nearest(address.ref, [r for r, ts in self.things.by_ref.items() if any(map(self.is_there, ts))])
            close = near and distance(address.ref.lower(), near.lower(), 1) <= 1  # other numbers are other rules
            advice = f"did you mean `[{near}]`?" if close else ""
            if "," in address.ref:
                advice = "an address is one reference, alone in its brackets"
            report.add("RW1003", address.span, name=str(address), help=advice)
            return None
        places = ", ".join(f"line {t.span.line} ({t.sort})" for t in found[:MOST_NAMED])
        more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
        report.add(
            "RW1004", address.span, name=str(address), places=places + more,
            labels=[Label(t.span, "here") for t in found[:2]],
        )  # fmt: skip
        return None


def columns(thing: Thing) -> list[str]:
    """The columns that a row has cells in, or that a product makes; components always have a count."""
    row, owner = thing.node, thing.parent
    if isinstance(row, ast.Product):
        made = [m.name.text for m in row.columns]
        return made if "count" in made or row.word == "table" else [*made, "count"]
    if not isinstance(row, ast.Row) or owner is None or not isinstance(owner.node, ast.ClassDecl):
        return []
    names = column_names(owner.node)
    return names if "count" in names or owner.node.word == "table" else [*names, "count"]


def column_names(cls: ast.ClassDecl) -> list[str]:
    """The names on the first line of a table, after the key's."""
    atoms = [cell.atoms[0] for cell in cls.header.cells]
    return [atom.name.text if isinstance(atom, ast.CellName) else "?" for atom in atoms]


def part_in_words(target: Target) -> str:
    return "a question" if target.part == QUESTION else "a cell"


def listed(names: Iterable[str], last: str = " and ") -> str:
    """Names in backticks, a few of them."""
    found = [f"`{name}`" for name in names]
    if len(found) > MOST_NAMED:
        return ", ".join(found[:MOST_NAMED]) + f" and {len(found) - MOST_NAMED} more"
    return last.join([", ".join(found[:-1]), found[-1]]) if len(found) > 1 else "".join(found)
