"""Scenario files against their game: read, elaborated per player count and options, ready to run."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field, frozen

from rulewright.compiler.layout import lay_out
from rulewright.compiler.load import load_module
from rulewright.compiler.python.emit import emit
from rulewright.compiler.reference import Interpreter
from rulewright.compiler.schema_of import schema_of
from rulewright.dsl import Report, Rules, ast, ir
from rulewright.dsl.catalogue import errors
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate.beats import Plan, Refuses
from rulewright.dsl.elaborate.constant import constant
from rulewright.dsl.elaborate.expressions import typed
from rulewright.dsl.elaborate.program import Elaborated
from rulewright.dsl.elaborate.scenarios import plan, prelude
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.way_in import WayIn, way_in
from rulewright.dsl.pipeline import with_variants
from rulewright.dsl.suggest import nearest
from rulewright.dsl.walk import below
from rulewright.runtime.engine import Engine
from rulewright.tools.scenarios.hints import hand_on
from rulewright.tools.why.as_written import reasons
from rulewright.tools.why.naming import plain


@frozen
class Ready:
    """A scenario with the program it runs against."""

    plan: Plan
    program: ir.Program


@define
class Variety:
    """A game with each set of variants that scenarios ask for. `files` are those that variants may stand in."""

    game: Rules
    files: tuple[Rules, ...]
    report: Report
    made: dict[tuple[str, ...], Rules | None] = field(factory=dict)
    programs: dict[tuple[object, ...], tuple[Elaborated | None, Report]] = field(factory=dict)

    def program(self, game: Rules, players: int, options: dict[str, int], report: Report) -> Elaborated | None:
        """The program for one table, made once for all scenarios that play at it; each gets names of its own."""
        key = (game.text_hash, players, *sorted(options.items()))
        if key not in self.programs:
            found = Report()
            self.programs[key] = (game.program(players, options, found), found)
        made, found = self.programs[key]
        report.take(found.problems)
        return None if made is None else Elaborated(made.program, made.symbols.apart(report))

    def with_variants(self, names: tuple[ast.Ident, ...]) -> Rules | None:
        """The game with these variants; None (reported) where that cannot be."""
        key = tuple(sorted({name.text for name in names}))
        if not key:
            return self.game
        known = [v.name.text for f in (self.game, *self.files) for v in f.variants]
        unknown = [name for name in names if name.text not in known]
        for name in unknown:
            near = nearest(name.text, known)
            self.report.add("RW1011", name.span, name=name.text, help=f"did you mean `{near}`?" if near else "")
        if unknown:
            return None
        if key not in self.made:
            tried = Report()
            merged = with_variants(self.game, self.files, key, tried)
            self.made[key] = None if errors(tried) else merged
            self.report.take(tried.problems)
        return self.made[key]


def collect(
    game: Rules, files: Iterable[Rules], report: Report, others: Iterable[Rules] = (), wanted: Iterable[str] = ()
) -> list[Ready]:
    """Every scenario of the files, elaborated against `game` and the variants it plays with; only those that play with
    all the variants `wanted`. Variants, and positions that scenarios start from, stand in the files or in `others`.
    Problems go to `report` (then do not run them)."""
    files = tuple(files)
    variety = Variety(game, (*files, *others), report)
    found: list[Ready] = []
    elsewhere = {s.name.text: s for rules in variety.files for s in rules.scenarios if s.shared}
    for rules in files:
        positions = elsewhere | {s.name.text: s for s in rules.scenarios if s.shared}
        told_apart(rules, report)
        for scenario in rules.scenarios:
            if scenario.shared:
                continue
            ready = prepare(variety, scenario, positions, report, frozenset(wanted))
            if ready is not None:
                found.append(ready)
    return found


def prepare(
    variety: Variety,
    scenario: ast.Scenario,
    positions: dict[str, ast.Scenario],
    report: Report,
    wanted: frozenset[str] = frozenset(),
) -> Ready | None:
    """One scenario: its player count, variants and options decide the ruleset."""
    decl = variety.game.game
    assert decl is not None
    table, names = scenario, scenario.variants
    passed: set[str] = set()
    while table.base is not None and table.base.text in positions and table.base.text not in passed:
        passed.add(table.base.text)
        table = positions[table.base.text]
        names += table.variants
    if table.game is not None and table.game.text != decl.name.text:
        known = [v.name.text for f in (variety.game, *variety.files) for v in f.variants]
        advice = f"write `of {decl.name.text} with {table.game.text}`" if table.game.text in known else ""
        report.add("RW0907", table.game.span, name=table.game.text, game=decl.name.text, help=advice)
        return None
    game = variety.with_variants(names)
    if game is None or game.game is None or not wanted <= {v.name.text for v in game.applied}:
        return None
    decl = game.game
    players = table.players or decl.least
    if not decl.least <= players <= decl.most:
        labels = [Label(v.span, f"`{v.name.text}` says so") for v in game.applied if v.players is not None]
        report.add("RW0804", table.span, labels=labels, players=players, least=decl.least, most=decl.most)
        return None
    made = variety.program(game, players, {}, Report())
    if made is None:
        return None
    found = Report()
    options = options_of(scenario, positions, made, found)
    fresh = variety.program(game, players, options, found)
    if fresh is None:
        hand_on(found, scenario, game, (variety.game, *variety.files), report)
        return None

    def into(path: str) -> WayIn:
        place = next((b.span for b in below(fresh.program) if isinstance(b, ir.Block) and b.path == path), None)
        return WayIn(path) if place is None else way_in(game.file, game.applied, path, place)

    made_plan = plan(scenario, positions, fresh.symbols, into if game.applied else WayIn)
    known_requirements(made_plan, fresh.program, found)
    hand_on(found, scenario, game, (variety.game, *variety.files), report)
    return Ready(made_plan, fresh.program)


def told_apart(rules: Rules, report: Report) -> None:
    """Two scenarios (or positions) of one file may not be called the same."""
    first: dict[str, ast.Scenario] = {}
    for scenario in rules.scenarios:
        name = scenario.name.text
        if name in first:
            there = Label(first[name].name.span, "the first one")
            report.add("RW0909", scenario.name.span, labels=[there], name=name)
        first.setdefault(name, scenario)


def known_requirements(made: Plan, program: ir.Program, report: Report) -> None:
    """What a scenario says is the reason of a refusal is a requirement of something, or a condition as written."""
    refusals = [b for b in (*made.beats, *(made.twin or ())) if isinstance(b, Refuses)]
    if not refusals:
        return
    known = set(map(plain, reasons(program))) - {""}
    for beat in refusals:
        if plain(beat.because) not in known:
            near = nearest(beat.because, known)
            help = f"did you mean `{near}`?" if near else ""
            report.add("RW0910", beat.span, name=beat.because, help=help)


def options_of(
    scenario: ast.Scenario, positions: dict[str, ast.Scenario], made: Elaborated, report: Report
) -> dict[str, int]:
    """The options a scenario sets."""
    chosen: dict[str, int] = {}
    known = dict(made.program.options)
    quiet = made.symbols
    for beat in [*prelude(scenario, positions, quiet), *scenario.beats]:
        if not isinstance(beat, ast.WithOption):
            continue
        if beat.name.text not in known:
            report.add("RW0802", beat.name.span, name=beat.name.text, known=", ".join(known) or "none")
            continue
        value = constant(typed(Scope(quiet), beat.value).expr, quiet)
        if value is None:
            report.add("RW0320", beat.value.span, what="the value of an option")
        else:
            chosen[beat.name.text] = value
    return chosen


_engines: dict[int, tuple[ir.Program, Interpreter, Engine]] = {}  # by the program as an object: comparing takes longer


def engines(program: ir.Program) -> tuple[Interpreter, Engine]:
    """The reference interpreter and the compiled module of a program, made once."""
    if id(program) not in _engines:
        compiled: Engine = load_module(emit(program, events=True), f"{program.name}_{program.players}")
        _engines[id(program)] = (program, Interpreter(program, schema_of(program, lay_out(program))), compiled)
    return _engines[id(program)][1:]
