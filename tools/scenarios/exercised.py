"""What a game's scenarios exercise: which parts of the rules they come to, which cards they use, what they see refused.

Each scenario is played once more, by a program that counts (see compiler/passes/counters.py), and everything is added
up over all of them: places are the same wherever they are written, whatever the players, options and variants.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, evolve, field, frozen

from rulewright.compiler.layout import lay_out
from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.passed import Ledger
from rulewright.compiler.outline.places import Place, merged, never, places
from rulewright.compiler.passes.counters import Counted, counting
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.schema_of import schema_of
from rulewright.dsl import Report, Rules, ir
from rulewright.dsl.elaborate.beats import Plan
from rulewright.dsl.walk import below
from rulewright.runtime.schema import COUNTS
from rulewright.runtime.state import State
from rulewright.tools.heat.findings import Kind, kinds
from rulewright.tools.scenarios.collect import Ready
from rulewright.tools.scenarios.outcome import Failure
from rulewright.tools.scenarios.run import run

MOST_TRIED = 512  # ids of one branch that are asked why they are not on offer


@frozen
class Requirement:
    """A named requirement of a choice, and how often one of the scenarios saw it keep something off."""

    name: str
    reason: str
    place: str
    refused: int


@frozen
class Exercised:
    """`places` is everything in the rules that can be come to."""

    places: list[Place]
    kinds: list[Kind]
    requirements: list[Requirement]

    @property
    def never(self) -> list[Place]:
        return never(self.places)

    @property
    def idle(self) -> list[Kind]:
        """Kinds that no scenario moves, turns or chooses."""
        return [k for k in self.kinds if k.use != "used"]

    @property
    def unrefused(self) -> list[Requirement]:
        """Requirements that never keep anything off."""
        return [r for r in self.requirements if not r.refused]


@define(eq=False)
class Watch:
    """Looks at the questions of one ruleset's scenarios, and keeps what was counted. `refused` is by requirement."""

    counted: Counted
    engine: Interpreter
    states: list[State] = field(factory=list)
    refused: dict[str, int] = field(factory=dict)
    seen: set[tuple[int, int]] = field(factory=set)

    def __call__(self, state: State) -> None:
        if not any(state is known for known in self.states):
            self.states.append(state)
        moment = (len(self.states), len(state.steps))
        if moment in self.seen or state.decision is None:
            return
        self.seen.add(moment)
        offered = set(state.option_ids)
        point = next(p for p in state.schema.points if p.id == state.decision.point)
        for branch in point.branches:
            if not branch.needs:
                continue
            for option in range(branch.first, branch.first + min(branch.size, MOST_TRIED)):
                for number in () if option in offered else self.engine.unmet(state.cells, option) or ():
                    key = requirement_key(branch.needs[number].name, branch.needs[number].line)
                    self.refused[key] = self.refused.get(key, 0) + 1

    def counts(self, name: str, size: int) -> list[int]:
        """A counting field, over all runs."""
        total = [0] * size
        for state in self.states:
            at = next(f.offset for f in state.schema.fields if f.name == name)
            total = [a + b for a, b in zip(total, state.cells[at : at + size], strict=True)]
        return total


def requirement_key(name: str, line: str) -> str:
    return f"{line} {name}"


def exercised(game: Rules, ready: Iterable[Ready]) -> Exercised:
    """What these scenarios of a game exercise; without any, all that there is to be exercised."""
    by_program: dict[ir.Program, list[Plan]] = {}
    for scenario in ready:
        by_program.setdefault(scenario.program, []).append(scenario.plan)
    assert game.game is not None
    made = game.program(game.game.least, {}, Report())
    if made is not None:
        by_program.setdefault(made.program, [])
    lists: list[list[Place]] = []
    found: dict[tuple[str, str], Kind] = {}
    needs: dict[str, Requirement] = {}
    for program, plans in by_program.items():
        watch = watched(program, plans)
        lists.append(listing(watch, len(plans)))
        tallies = tuple(tuple(watch.counts(t.field, size_of(watch.counted, t.cls))) for t in watch.counted.tallies)
        for kind in kinds(watch.counted, tallies):
            known = found.get((kind.cls, kind.name))
            more = kind if known is None else evolve(
                known, in_play=known.in_play + kind.in_play, set_up=known.set_up + kind.set_up)  # fmt: skip
            found[kind.cls, kind.name] = more
        for need in (n for n in below(program) if isinstance(n, ir.Need)):
            key = requirement_key(need.name, str(need.span))
            before = needs.get(key) or Requirement(need.name, need.reason, str(need.span), 0)
            needs[key] = evolve(before, refused=before.refused + watch.refused.get(key, 0))
    return Exercised(merged(lists), [*found.values()], [*needs.values()])


def watched(program: ir.Program, plans: list[Plan]) -> Watch:
    """Play scenarios on the interpreter of a ruleset, counting. One that fails counts as far as it goes."""
    counted = counting(program)
    engine = Interpreter(counted.program, schema_of(counted.program, lay_out(counted.program)))
    watch = Watch(counted, engine)
    for plan in plans:
        try:
            run(plan, engine, engine, watch)
        except Failure:
            continue
    return watch


def listing(watch: Watch, scenarios: int) -> list[Place]:
    """The places of a ruleset with their counts."""
    counts = watch.counts(COUNTS, watch.counted.size)
    ledger = Ledger(watch.counted, scenarios, counts, counts)
    return [evolve(p, games=None) for p in places(Builder(watch.counted.source, ledger).outline())]


def size_of(counted: Counted, cls: str) -> int:
    return next(c.size for c in counted.source.classes if c.name == cls)


def as_data(found: Exercised) -> dict[str, object]:
    """For a program: everything that no scenario exercises."""
    return {
        "places": len(found.places),
        "exercised": sum(bool(p.times) for p in found.places),
        "never": [
            {"kind": p.kind, "text": p.text, "path": p.path, "file": p.span.source.name, "line": p.span.line}
            for p in found.never
        ],
        "kinds": [{"class": k.cls, "kind": k.name, "title": k.title, "use": k.use} for k in found.idle],
        "requirements": [{"name": r.name, "reason": r.reason, "place": r.place} for r in found.unrefused],
    }
