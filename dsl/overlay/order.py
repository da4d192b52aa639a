"""Which variants are on, and in which order: what each of them builds on comes first, and then the alphabet decides.

So the order in which they are asked for does not matter. What does not exist, excludes another, goes round in a circle
or leaves nobody to play is reported.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Set

from attrs import frozen

from rulewright.dsl import ast
from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.suggest import nearest

MOST_VARIANTS = 64  # at once


@frozen
class Line:
    """The variants that are on, in order; `builds_on`: by name, everything a variant builds on, and itself."""

    variants: tuple[ast.Variant, ...]
    builds_on: Mapping[str, frozenset[str]]

    def strangers(self, one: str, other: str) -> bool:
        """Does neither know of the other?"""
        return other not in self.builds_on[one] and one not in self.builds_on[other]


def by_name(
    variants: Iterable[ast.Variant], report: Report, chosen: Iterable[str] | None = None
) -> dict[str, ast.Variant]:
    """Variants by their names; a second one of a name is reported. With `chosen` only where the name is one of those,
    or of what they build on: others that lie about are no concern of them."""
    known: dict[str, ast.Variant] = {}
    twice: list[ast.Variant] = []
    for v in variants:
        if known.setdefault(v.name.text, v) is not v:
            twice.append(v)
    used = known.keys() if chosen is None else built_on(chosen, [*known.values(), *twice])
    for v in twice:
        if v.name.text in used:
            labels = [Label(known[v.name.text].name.span, "the first one")]
            report.add("RW1027", v.name.span, name=v.name.text, labels=labels)
    return known


def built_on(chosen: Iterable[str], variants: Iterable[ast.Variant]) -> Set[str]:
    """The names chosen, and those of everything that they build on."""
    below: dict[str, set[str]] = {}
    for v in variants:
        below.setdefault(v.name.text, set()).update((v.base.text, *(r.name.text for r in v.requires)))
    found: set[str] = set()
    waiting = [*chosen]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += below.get(name, ())
    return found


def lined_up(game: ast.Game, known: Mapping[str, ast.Variant], chosen: Iterable[str], report: Report) -> Line:
    """The variants `chosen` and all they build on. Those that cannot be had are reported and left out."""
    needed: dict[str, set[str]] = {}
    waiting = sorted(set(chosen), reverse=True)
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed[name] = set(before(game, known[name], known, report))
        waiting += sorted(needed[name], reverse=True)
        if len(needed) > MOST_VARIANTS:
            report.add("RW1023", known[name].span, most=MOST_VARIANTS)
            return Line((), {})
    for name in needed:
        needed[name] &= needed.keys()
    ordered = sorted_out(needed, known, report)
    builds_on: dict[str, frozenset[str]] = {}
    for name in ordered:
        builds_on[name] = frozenset({name}).union(*(builds_on[n] for n in needed[name] if n in builds_on))
    line = Line(tuple(known[name] for name in ordered), builds_on)
    apart(line, report)
    return line


def before(game: ast.Game, v: ast.Variant, known: Mapping[str, ast.Variant], report: Report) -> list[str]:
    """What a variant names as what it builds on."""
    found: list[str] = []
    wanted = [r.name for r in v.requires]
    if v.base.text != game.name.text:
        if v.base.text in known:
            found.append(v.base.text)
        else:
            near = nearest(v.base.text, [game.name.text, *known])
            advice = f"did you mean `{near}`?" if near else f"the game here is `{game.name.text}`"
            report.add("RW1022", v.base.span, name=v.name.text, base=v.base.text, help=advice)
    for name in wanted:
        if exists(name, known, report):
            found.append(name.text)
    return found


def exists(name: ast.Ident, known: Mapping[str, ast.Variant], report: Report) -> bool:
    if name.text in known:
        return True
    near = nearest(name.text, known)
    report.add("RW1011", name.span, name=name.text, help=f"did you mean `{near}`?" if near else "")
    return False


def sorted_out(needed: Mapping[str, set[str]], known: Mapping[str, ast.Variant], report: Report) -> list[str]:
    """What is built on first, then by name; circles are reported, and what is in them left out."""
    left = {name: len(others) for name, others in needed.items()}
    ready = [name for name, number in left.items() if not number]
    heapq.heapify(ready)
    ordered: list[str] = []
    while ready:
        name = heapq.heappop(ready)
        ordered.append(name)
        for other, others in needed.items():
            if name in others:
                left[other] -= 1
                if not left[other]:
                    heapq.heappush(ready, other)
    circular = sorted(needed.keys() - set(ordered))
    if circular:
        circle = around(circular[0], needed, set(circular))
        first, second = known[circle[0]], known[circle[1 % len(circle)]]
        report.add(
            "RW1012", first.name.span, names=" → ".join(f"`{n}`" for n in [*circle, circle[0]]),
            labels=[Label(second.name.span, f"`{second.name.text}` is built on that")] if second is not first else [],
        )  # fmt: skip
    return ordered


def around(start: str, needed: Mapping[str, set[str]], among: set[str]) -> list[str]:
    """A circle that can be reached from `start`."""
    path = [start]
    while True:
        following = min(needed[path[-1]] & among)
        if following in path:
            return path[path.index(following) :]
        path.append(following)


def apart(line: Line, report: Report) -> None:
    """Variants that exclude each other may not be on together. One that is nowhere to be found is not on: whoever hands
    a variant on need not hand on what does not go with it."""
    on = {v.name.text: v for v in line.variants}
    for v in line.variants:
        for e in v.excludes:
            if e.name.text in on:
                report.add(
                    "RW1010", e.name.span, name=v.name.text, other=e.name.text, reason=e.reason,
                    labels=[Label(on[e.name.text].name.span, f"`{e.name.text}` is on, too")],
                )  # fmt: skip


def seats(game: ast.Game, line: Line, limit: int, report: Report) -> tuple[int, int]:
    """How many can play: what is common to all the variants that say, else what the game says."""
    least, most = game.least, game.most
    said: ast.Variant | None = None
    for v in line.variants:
        if v.players is None:
            continue
        low, high = v.players
        if not 1 <= low <= high <= limit:
            report.add("RW1021", v.span, name=v.name.text, least=low, most=high)
            continue
        if said is None:
            least, most = low, high
        elif max(least, low) > min(most, high):
            report.add(
                "RW1021", v.span, name=v.name.text, least=low, most=high,
                labels=[Label(said.span, f"with `{said.name.text}` it is for {least} to {most}")],
            )  # fmt: skip
            continue
        else:
            least, most = max(least, low), min(most, high)
        said = v
    return least, most
