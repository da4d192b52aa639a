"""Numbered rules: which ones a game answers for, which lines cite them, which are left out and why.

References stand in square brackets at line ends, on any declaration, statement or scenario beat.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from rulewright.dsl import ast
from rulewright.dsl.pipeline import Rules
from rulewright.dsl.source import Span
from rulewright.dsl.walk import below


@frozen
class Citations:
    """`answered`: the rules the file accounts for, in order; `cited`: rule to the places that cite it; `omitted`: rule
    to the reason it is out of play; `reconstructed`: rule to the reason it is a reconstruction."""

    answered: tuple[str, ...]
    cited: dict[str, tuple[Span, ...]]
    omitted: dict[str, str]
    reconstructed: dict[str, str]

    @property
    def missing(self) -> tuple[str, ...]:
        """Rules the file answers for and neither cites nor omits."""
        return tuple(r for r in self.answered if r not in self.cited and r not in self.omitted)

    @staticmethod
    def of(decls: Iterable[ast.Decl]) -> Citations:
        """The references of some declarations. Scenarios test rules, they do not implement them: `citations` leaves
        them out."""
        answered: list[str] = []
        omitted: dict[str, str] = {}
        reconstructed: dict[str, str] = {}
        cited: dict[str, list[Span]] = {}
        for decl in decls:
            if isinstance(decl, ast.Accounts):
                answered.extend(decl.refs)
            elif isinstance(decl, ast.Omits):
                omitted.update(dict.fromkeys(decl.refs, decl.reason))
            elif isinstance(decl, ast.Reconstructs):
                reconstructed.update(dict.fromkeys(decl.refs, decl.reason))
            else:
                for node in below(decl):
                    for ref in getattr(node, "refs", ()):
                        cited.setdefault(ref, []).append(node.span)
        return Citations(tuple(answered), {r: tuple(spans) for r, spans in cited.items()}, omitted, reconstructed)


def citations(rules: Rules) -> Citations:
    """The references of the rules in one file, its scenarios aside, and on the changes of the variants that are on."""
    found = Citations.of(d for d in rules.file.decls if not isinstance(d, ast.Scenario))
    changed = {r: (c.span,) for v in rules.applied for c in (v, *v.changes) if not only_says(c) for r in c.refs}
    return evolve(found, cited={**changed, **found.cited})


def only_says(change: ast.Variant | ast.Alteration) -> bool:
    """Does a change only say what becomes of numbered rules, and carries none out?"""
    return isinstance(change, ast.Add) and isinstance(change.decl, ast.Accounts | ast.Omits | ast.Reconstructs)
