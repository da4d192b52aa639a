"""Who did what to which thing, and who may: variants that do not know of each other must not get in each other's way.

What only one can do to a thing (set it, replace it, rename it) is an aspect; hooks and additions may come from several.
Who removes or replaces a thing ends everything inside it, and must be the only one who touches that.
"""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl.diagnostics import Label, Report
from rulewright.dsl.overlay.order import Line
from rulewright.dsl.overlay.things import Done, Thing

SELF = "self"  # the aspect of who replaces a thing, or puts something else in its place
HOOK, ADDED = "hook", "added"  # what several can do
OUTSIDE = {HOOK, "name"}  # what a replacement leaves as it is


@frozen
class Ledger:
    """`line` knows who builds on whom."""

    line: Line
    report: Report

    def free(self, thing: Thing, done: Done, aspect: str) -> bool:
        """May this be done? If so it is noted; if not, it is reported."""
        for around in thing.around():
            if around.ended is not None and self.clash(around.ended, done, around):
                return False
        if aspect in (HOOK, ADDED):
            older = thing.done.get(SELF) if aspect == ADDED else None
            if older is not None and self.clash(older, done, thing):
                return False
            thing.touched.append((aspect, done))
            return True
        older = thing.done.get(aspect) or (thing.done.get(SELF) if aspect not in OUTSIDE else None)
        if older is not None and self.clash(older, done, thing):
            return False
        thing.done[aspect] = done
        return True

    def end(self, thing: Thing, done: Done, *, whole: bool) -> bool:
        """End everything inside a thing; with `whole` the thing itself, too. If that may not be: reported, and nothing
        is done."""
        if any(t.ended is not None and self.clash(t.ended, done, t) for t in thing.around()):
            return False
        for inner in (thing, *thing.below()):
            for aspect, older in (*inner.done.items(), *inner.touched):
                kept = inner is thing and not whole and aspect in OUTSIDE
                if not kept and self.clash(older, done, inner):
                    return False
        for inner in thing.below():
            inner.ended = inner.ended or done
        if whole:
            thing.ended = done
        else:
            thing.done[SELF] = done
        return True

    def clash(self, older: Done, newer: Done, thing: Thing) -> bool:
        """Do two deeds get in each other's way? Then it is reported."""
        name = thing.path or f"line {thing.span.line}"
        if older.variant == newer.variant:
            self.report.add(
                "RW1008", newer.span, name=name, variant=newer.variant,
                labels=[Label(older.span, f"it {older.verb} it here")],
            )  # fmt: skip
            return True
        if not self.line.strangers(older.variant, newer.variant):
            return False
        self.report.add(
            "RW1009", newer.span, one=older.variant, other=newer.variant, name=name,
            labels=[Label(older.span, f"`{older.variant}` {older.verb} it here")],
        )  # fmt: skip
        return True
