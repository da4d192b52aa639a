"""What variants changed, by name: so that a problem in the game which a variant made can say where it was made."""

from __future__ import annotations

import re

from attrs import define, evolve, field, frozen

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Diagnostic, Label, Report
from rulewright.dsl.source import Span

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

    def is_here(self, span: Span) -> bool:
        """Does a place lie in one of the variants?"""
        wholes = (v.whole for v in self.variants)
        return any(span.source is w.source and w.start <= span.start <= w.end for w in wholes)

    def note(self, names: set[str], span: Span, verb: str) -> None:
        if names:
            self.marks.append(Mark(frozenset(names), span, verb))

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
        return next((Label(v.span, f"with `{v.name.text}`") for v in reversed(self.variants)), None)

    def explained(self, d: Diagnostic) -> Diagnostic:
        """The problem, with the variant's line as its second place where it stands elsewhere."""
        if self.is_here(d.span):
            return d
        label = self.label(d)
        if label is None:
            return d
        gone = f"`{dict(d.facts).get('name')}` is removed here" == label.text
        return evolve(d, labels=(label,) if gone else (label, *d.labels), help="" if gone else d.help)

    def pass_on(self, found: Report, report: Report) -> None:
        """Hand the problems of `found` on, explained."""
        for d in found.problems:
            e = self.explained(d)
            report.add(e.code, e.span, labels=e.labels, help=e.help, **dict(e.facts))
