"""Variants checked: each on its own over its game, at every table; and each line of it, whether it makes a difference.

No line may silently do nothing. What can be told from the text alone is told by the overlay; here the game is made once
more without the line, and if it is the same game, the line is idle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, evolve, field

from rulewright.dsl import ast, ir
from rulewright.dsl.catalogue import errors, severity
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.elaborate.program import Elaborated
from rulewright.dsl.overlay.order import MOST_VARIANTS, by_name
from rulewright.dsl.pipeline import Rules, check_tables, corners, with_variants
from rulewright.dsl.suggest import nearest

MOST_WORK = 8_000_000  # characters of rules gone through in one check, over all tables
MOST_FOR_LINES = 800_000  # the same, for trying the game without each line
TABLES_MORE = 8  # beside those for each number of players: for the ends of options, about
WORDS = ast.Accounts | ast.Omits | ast.Reconstructs | ast.Check  # declarations that need not change a game


@define
class Work:
    """What has been done, in characters gone through, in all and for single lines; and programs made before."""

    done: int = 0
    for_lines: int = 0
    known: dict[tuple[int, int, tuple[tuple[str, int], ...]], tuple[Rules, ir.Program | None]] = field(factory=dict)

    def add(self, rules: Rules, tables: int) -> None:
        self.done += tables * length(rules)

    @property
    def enough(self) -> bool:
        return self.done > MOST_WORK

    def remember(self, rules: Rules, made: Mapping[int, Elaborated]) -> None:
        """Keep the programs of a game that is sound; they were made for the tables without options set."""
        for players, table in made.items():
            self.known[id(rules), players, ()] = rules, plain(table.program)

    def program(self, rules: Rules, players: int, options: dict[str, int]) -> ir.Program | None:
        """As `program`, remembered."""
        key = id(rules), players, tuple(options.items())
        if key not in self.known:
            self.for_lines += length(rules)
            self.known[key] = rules, program(rules, players, options)
        return self.known[key][1]


def check_variants(
    rules: Rules, others: tuple[Rules, ...], report: Report, only: Iterable[ast.Variant] | None = None
) -> None:
    """Each variant on its own (or `only` these); not more of them than can be done in some time."""
    sound = not errors(report)
    work = Work()
    only = None if only is None else list(only)
    asked = None if only is None else [v.name.text for v in only]
    known = by_name((v for f in (rules, *others) for v in f.variants), report, asked)
    for number, v in enumerate(known.values() if only is None else only):
        if number >= MOST_VARIANTS or work.enough:
            report.add("RW1031", v.name.span, name=v.name.text)
            return
        tried = Report()
        check_variant(rules, others, (v.name.text,), tried, sound, work)
        report.take(tried.problems)
        excluded_exist(v, known, report, beside_the_game=only is None)


def excluded_exist(v: ast.Variant, known: Mapping[str, ast.Variant], report: Report, *, beside_the_game: bool) -> None:
    """Warn of what a variant excludes and nobody knows: where all variants of the game are at hand, or where the name
    looks like a slip of the pen. A file that is handed on need not bring along what does not go with it."""
    for e in v.excludes:
        near = "" if e.name.text in known else nearest(e.name.text, [n for n in known if n != v.name.text])
        if e.name.text not in known and (near or beside_the_game):
            report.add("RW1033", e.name.span, name=e.name.text, help=f"did you mean `{near}`?" if near else "")


def check_variant(
    rules: Rules, others: tuple[Rules, ...], names: tuple[str, ...], report: Report, sound: bool, work: Work
) -> Rules:
    """A game with some variants, as every game (only what the overlay finds, if the game is not `sound`); gives it.

    Where a change was refused, only what stands in the variants themselves is reported: the rest may follow from that.
    """
    merged = with_variants(rules, others, names, report)
    work.add(merged, 1)
    if not sound or not merged.applied or merged.trail is None:
        return merged
    refused = bool(errors(report))
    found = Report()
    made = check_tables(merged, found)
    work.remember(merged, made)
    work.add(merged, len(made) + TABLES_MORE)
    here = [d for d in found.problems if not refused or merged.trail.is_here(d.span)]
    report.take([d for d in here if not refused or severity(d.code) == "error"])
    if made and not errors(report):
        check_effects(rules, others, names, merged, report, work)
    return merged


def check_effects(
    rules: Rules, others: tuple[Rules, ...], names: tuple[str, ...], merged: Rules, report: Report, work: Work
) -> None:
    """Report what makes no difference in the variants asked for; `merged` is the game with them, and sound."""
    for v in merged.applied:
        if v.name.text in names:
            check_effect(rules, others, names, merged, v, report, work)


def check_effect(
    rules: Rules, others: tuple[Rules, ...], names: tuple[str, ...], merged: Rules, v: ast.Variant, report: Report,
    work: Work,
) -> None:  # fmt: skip
    """Report a variant that makes no difference (RW1028), or lines of it that make none (RW1032)."""
    changes = [c for c in v.changes if not isinstance(c, ast.Requires | ast.Excludes)]
    if same_without(rules, others, names, merged, v, changes, work):
        report.add("RW1028", v.name.span, name=v.name.text)
        return
    for change in changes if len(changes) > 1 else ():
        if work.for_lines > MOST_FOR_LINES:
            return
        said = isinstance(change, ast.Rename) or (isinstance(change, ast.SetTo) and isinstance(change.value, ast.Text))
        said = said or (isinstance(change, ast.Add) and isinstance(change.decl, WORDS))
        if not said and same_without(rules, others, names, merged, v, [change], work):
            report.add("RW1032", change.span, name=v.name.text)


def same_without(
    rules: Rules, others: tuple[Rules, ...], names: tuple[str, ...], merged: Rules, v: ast.Variant,
    dropped: Sequence[ast.Alteration], work: Work,
) -> bool:  # fmt: skip
    """Is the game with the variants the same if some changes of one are left out: at every number of players, and at
    the ends of the options?"""
    rest = tuple(c for c in v.changes if not any(c is d for d in dropped))
    swapped = evolve(v, changes=rest, broken=True)

    def swap(file: Rules) -> Rules:
        return evolve(file, variants=tuple(swapped if w is v else w for w in file.variants))

    tried = Report()
    other = with_variants(swap(rules), map(swap, others), names, tried)
    if errors(tried) or merged.game is None:
        return False
    tables = [(n, dict[str, int]()) for n in range(merged.game.least, merged.game.most + 1)]
    for table in (*tables, *corners(merged)):
        work.for_lines += 2 * length(merged)
        if work.program(merged, *table) != program(other, *table):
            return False
    return True


def length(rules: Rules) -> int:
    """Characters of a game and its variants."""
    return rules.source.size + sum(len(v.text) for v in rules.applied)


def program(rules: Rules, players: int, options: dict[str, int]) -> ir.Program | None:
    """The program of a table, without what it says of itself; None where it has errors. The checks over the whole are
    left out: of two programs that are the same they say the same."""
    report = Report()
    made = rules.program(players, options, report, ())
    return None if made is None or errors(report) else plain(made.program)


def plain(program: ir.Program) -> ir.Program:
    """A program without what it says of itself."""
    return evolve(program, variants=(), text_hash="")
