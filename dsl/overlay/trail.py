"""What variants changed, by name: so that a problem in the game which a variant made can say where it was made."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field, frozen

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Diagnostic, Label, Report
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below

IDLE, CONSTANT = ("RW0601", "RW0614"), "RW0620"  # never reached; a condition that always comes out the same
LOST = ("RW0201", "RW0202")  # a name that is gone
FOLLOWS = (*IDLE, CONSTANT, "RW0612", "RW0801")  # what is found of a condition only because a name in it is gone
LONGEST = 200  # characters of a place that are looked at
ENDING = ("removed", "replaced")  # what can break a use from afar


@frozen
class Mark:
    """A change: the names it is about, its place, and what it does, in words."""

    names: frozenset[str]
    span: Span
    verb: str


@define(eq=False)
class Trail:
    """The changes of some variants, in order."""

    variants: tuple[ast.Variant, ...]
    marks: list[Mark] = field(factory=list)
    uses: list[Mark] = field(factory=list)  # by what is gone: what it named may not be needed any more

    def is_here(self, span: Span) -> bool:
        """Does a place lie in one of the variants?"""
        return self.variant_at(span) is not None

    def variant_at(self, span: Span) -> ast.Variant | None:
        """The variant that a place lies in."""
        for v in self.variants:
            if span.source is v.whole.source and v.whole.start <= span.start <= v.whole.end:
                return v
        return None

    def note(self, names: set[str], span: Span, verb: str) -> None:
        if names:
            self.marks.append(Mark(frozenset(names), span, verb))

    def took(self, node: Any, span: Span) -> None:
        """A change took this node away, and with it the uses in it."""
        names = {
            n.name if isinstance(n, ast.Name) else n.text for n in below(node) if isinstance(n, ast.Name | ast.Ident)
        }
        self.uses.append(Mark(frozenset(names), span, "used in what is taken away"))

    def label(self, d: Diagnostic) -> Label | None:
        """The line of a variant that a problem elsewhere comes from, as well as can be told."""
        line = d.span.source.line(d.span.line)
        facts = " ".join(value for _, value in d.facts)
        here = d.span.source.text[d.span.start : min(d.span.end, d.span.start + LONGEST)]
        for text in (here, facts, line):
            words = set(re.findall(r"\w+", text))
            for mark in reversed(self.marks):
                if mark.names & words and (text is not line or mark.verb in ENDING):
                    name = min(mark.names & words)
                    return Label(mark.span, f"`{name}` is {mark.verb} here")
        named = set(re.findall(r"\w+", facts))
        for mark in reversed(self.uses):
            if mark.names & named:
                return Label(mark.span, f"`{min(mark.names & named)}` was {mark.verb} here")
        return next((Label(v.span, f"with `{v.name.text}`") for v in reversed(self.variants)), None)

    def taken_by_others(self, d: Diagnostic, v: ast.Variant) -> Label | None:
        """The line of another variant that took away what is missing in a line of this one."""
        here = d.span.source.text[d.span.start : min(d.span.end, d.span.start + LONGEST)]
        words = set(re.findall(r"\w+", here))
        for mark in reversed(self.marks):
            if mark.verb in ENDING and mark.names & words and self.variant_at(mark.span) is not v:
                return Label(mark.span, f"`{min(mark.names & words)}` is {mark.verb} here")
        return None

    def explained(self, d: Diagnostic, v: ast.Variant | None = None) -> Diagnostic:
        """The problem, with the line of a variant as its second place; for one in a line of `v`, of another variant."""
        label = self.label(d) if v is None else self.taken_by_others(d, v)
        if label is None:
            return d
        gone = f"`{dict(d.facts).get('name')}` is removed here" == label.text
        return evolve(d, labels=(label,) if gone else (label, *d.labels), help="" if gone else d.help)

    def pass_on(self, found: Report, report: Report, without: Callable[[], Report]) -> None:
        """Hand the problems of `found` on. One that stands elsewhere than in the variants is explained, unless the game
        has it `without` them, too (which is worked out only if there is such a problem)."""
        elsewhere = [d for d in found.problems if not self.is_here(d.span)]
        own = {(d.code, d.span.source.name, d.span.start) for d in without().problems} if elsewhere else set()
        lost = [d.span for d in found.problems if d.code in LOST]
        for d in found.problems:
            if d.code in FOLLOWS and any(within(span, d.span) for span in lost):
                continue
            v = self.variant_at(d.span)
            if v is not None and (d.code in IDLE or (d.code == CONSTANT and dict(d.facts)["answer"] == "no")):
                report.add("RW1032", d.span, name=v.name.text)  # a warning in a game, but a variant has to do something
                continue
            place = (d.code, d.span.source.name, d.span.start)
            report.take([d if place in own or (v is not None and d.code not in LOST) else self.explained(d, v)])


def within(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
