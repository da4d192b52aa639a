"""Who sees what, and what newcomers to an audience are shown."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.reference.expressions import Scope, value
from rulewright.compiler.reference.run import Run

Masks = dict[tuple[str, int], int]


def field_seen(scope: Scope, name: str, index: int) -> int:
    """The mask of seats that see a field cell."""
    return value(Scope(scope.rules, scope.store, {"it": index}), scope.rules.fields[name].seen)


def zone_seen(scope: Scope, name: str, index: int) -> int:
    """The mask of seats that see what lies face down in a zone (everything, if the zone is not `either`)."""
    return value(Scope(scope.rules, scope.store, {"it": index}), scope.rules.zones[name].seen)


def audiences(scope: Scope, names: Iterable[str]) -> Masks:
    """Who sees each cell of these fields and zones."""
    masks: Masks = {}
    for name in names:
        if name in scope.rules.fields:
            for index in range(scope.rules.places(scope.rules.fields[name].per)):
                masks[name, index] = field_seen(scope, name, index)
        else:
            for index in range(scope.rules.places(scope.rules.zones[name].per)):
                masks[name, index] = zone_seen(scope, name, index)
    return masks


def welcome(run: Run, before: Masks, written: tuple[str, int]) -> None:
    """Show the content of what was widened to the seats that did not see it before. The cell just `written` was told to
    its new audience already."""
    scope = run.scope({})
    for (name, index), old in before.items():
        if (name, index) == written:
            continue
        if name in run.rules.fields:
            newcomers = field_seen(scope, name, index) & ~old
            if newcomers:
                number = run.rules.field_numbers[name]
                run.tell("set", newcomers, number, index, run.store.fields[name][index])
            continue
        newcomers = zone_seen(scope, name, index) & ~old
        elements = tuple(run.store.content(name, index).items())
        if newcomers and elements:
            run.tell("show", newcomers, run.rules.zone_numbers[name], index, elements)
