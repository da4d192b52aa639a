"""The driver of the front end, and the table of contents of this package.

    text --parse--> tree --overlay--> tree --declare, elaborate--> program --checks--> a checked program and a report

`read` does the first step once for a file, `with_variants` the second where there are variants; `Rules.program` the
rest for one player count and one setting of options; `check` tries every player count, and the corners of the options.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, product

from attrs import evolve, field, frozen

from rulewright.dsl import ast, ir
from rulewright.dsl.catalogue import errors
from rulewright.dsl.checks import ERRORS, Check
from rulewright.dsl.checks.numbered import check_numbered
from rulewright.dsl.csv_rows import with_rows
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.elaborate.declare import declare, type_of
from rulewright.dsl.elaborate.program import Elaborated, elaborate
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.included import with_included
from rulewright.dsl.overlay import Trail, overlay
from rulewright.dsl.overlay.order import by_name
from rulewright.dsl.parse import Memory, parse
from rulewright.dsl.source import Source, Span
from rulewright.dsl.suggest import nearest

LANGUAGE = "0.1"  # the version of the language, part of every compiled module, save and replay
MOST_CORNERS = 64  # settings of options tried by `check`
MOST_PLAYERS = 32
MOST_WORK = 20_000  # expressions looked at by `check`, over all tables


@frozen
class OptionInfo:
    """An option a table can set: its type and bounds at a given player count, as whole numbers."""

    name: str
    title: str
    type: ir.Type
    default: int
    names: tuple[str, ...] = ()  # of a named type

    @property
    def bounds(self) -> tuple[int, int]:
        if isinstance(self.type, ir.Number):
            return self.type.low, self.type.high
        return 0, max(0, len(self.names) - 1) if self.names else 1

    def said(self, value: int) -> str:
        """A value as people write it."""
        if isinstance(self.type, ir.Truth):
            return "yes" if value else "no"
        return self.names[value] if 0 <= value < len(self.names) else str(value)


@frozen
class Rules:
    """One parsed file. `game` is None for a file of scenarios or of variants.

    `variants` are those written in the file. `applied` are those that are on (in `file`, that is), `text_hash` covers
    them, `trail` knows what they changed, and `base` is the game without them.
    """

    source: Source
    file: ast.File
    lost_names: frozenset[str] = field(repr=False)
    text_hash: str
    variants: tuple[ast.Variant, ...] = ()
    applied: tuple[ast.Variant, ...] = ()
    trail: Trail | None = field(default=None, repr=False, eq=False)
    base: Rules | None = field(default=None, repr=False, eq=False)

    @property
    def game(self) -> ast.Game | None:
        return next((d for d in self.file.decls if isinstance(d, ast.Game)), None)

    @property
    def scenarios(self) -> tuple[ast.Scenario, ...]:
        return tuple(d for d in self.file.decls if isinstance(d, ast.Scenario))

    def program(
        self, players: int, options: Mapping[str, int], report: Report, checks: Sequence[Check] | None = None
    ) -> Elaborated | None:
        """The program for one table; None without a game line. `checks` over the whole: all, if not given."""
        found = report if self.trail is None else Report()
        made = elaborate(
            self.file, players, options, found, lost_names=self.lost_names, text_hash=self.text_hash, checks=checks
        )
        if self.trail is None:
            return made

        def without() -> Report:
            own = Report()
            if self.base is not None:
                self.base.program(players, {}, own)
            return own

        self.trail.pass_on(found, report, without)
        if made is None:
            return None
        made.symbols.report = report
        names = tuple(v.name.text for v in self.applied)
        return evolve(made, program=evolve(made.program, variants=names))

    def options(self, players: int) -> tuple[OptionInfo, ...]:
        """The options of the game at a player count (broken ones left out)."""
        if self.game is None:
            return ()
        report = Report()
        symbols = Symbols(report, players, {}, self.lost_names)
        with report.until_full():
            declare(self.file, symbols)
        found = []
        for d in self.file.decls:
            if isinstance(d, ast.Option) and d.name.text in symbols.constants:
                default, kind = symbols.constants[d.name.text]
                names: tuple[str, ...] = ()
                if isinstance(d.type, ast.TypeRange):
                    kind = option_range(d, symbols)
                elif isinstance(kind, ir.Name):
                    names = symbols.cls(kind.cls).members
                found.append(OptionInfo(d.name.text, d.title or d.name.text.replace("_", " "), kind, default, names))
        return tuple(found)


def option_range(d: ast.Option, symbols: Symbols) -> ir.Number:
    kind = type_of(symbols, d.type)
    return kind if isinstance(kind, ir.Number) else ir.Number(0, 0)


def read(source: Source, report: Report, memory: Memory | None = None) -> Rules:
    """Parse one text, with the files it includes. Syntax errors go to `report`; what could be understood is in the
    result all the same. What a `memory` knows is not parsed again."""
    tree, lost = parse(source, report, memory)
    tree, lost = with_included(tree, lost, source, report, memory)
    tree = with_rows(tree, source, report)
    digest = hashlib.sha256(source.text.encode("utf-8", "surrogatepass"))
    digest.update(files_beside(source))
    variants = tuple(d for d in tree.decls if isinstance(d, ast.Variant))
    file = ast.File(tuple(d for d in tree.decls if not isinstance(d, ast.Variant)), span=tree.span)
    rules = Rules(source, file, lost, digest.hexdigest(), variants)
    games = [d for d in tree.decls if isinstance(d, ast.Game)]
    for extra in games[1:]:
        report.add("RW0224", extra.span)
    if games and not 1 <= games[0].least <= games[0].most <= MOST_PLAYERS:
        report.add("RW0225", games[0].span, least=games[0].least, most=games[0].most, limit=MOST_PLAYERS)
    if not games and not report.problems and not rules.scenarios and not variants:
        report.add("RW0226", Span(source, 0, 0))
    return rules


def files_beside(source: Source) -> bytes:
    """What tells the files that a text includes and its tables are read from; nothing if there are none."""
    return repr(source.beside).encode("utf-8", "surrogatepass") if source.beside else b""


def with_variants(rules: Rules, others: Iterable[Rules], chosen: Iterable[str], report: Report) -> Rules:
    """A game with the `chosen` variants on, and with those that they build on.

    They stand in the game's own file or in `others`, each under its own name. `file` of the result is the syntax tree
    of the game with them. Problems go to `report`; what could be made of the rest is in the result all the same.
    """
    assert rules.game is not None
    files, chosen = [rules, *others], list(chosen)
    known = by_name((v for f in files for v in f.variants), report, chosen)
    made = overlay(rules.file, known, [name for name in chosen if name in known], MOST_PLAYERS, report)
    digest = hashlib.sha256(rules.text_hash.encode())
    for v in made.variants:
        digest.update(hashlib.sha256(v.text.encode("utf-8", "surrogatepass")).digest())
        digest.update(files_beside(v.span.source))
    lost = rules.lost_names.union(*(f.lost_names for f in files))
    return Rules(rules.source, made.file, lost, digest.hexdigest(), rules.variants, made.variants, made.trail, rules)


def check(rules: Rules, report: Report, others: Iterable[Rules] = ()) -> dict[int, Elaborated]:
    """Everything that is wrong with a game, and with each of its variants, in its own file and in `others`.

    Returns the programs by player count.
    """
    from rulewright.dsl.variant_checks import check_variants

    made = check_tables(rules, report)
    if rules.game is not None:
        check_variants(rules, tuple(others), report)
    return made


def check_tables(rules: Rules, report: Report) -> dict[int, Elaborated]:
    """Elaborate a game at every player count (default options), and at the corners of its options; all problems found.

    Returns the programs by player count. The ends come first; where they have errors, or the text is so large that
    every count would take too long, the counts between them are left out.
    """
    game = rules.game
    made: dict[int, Elaborated] = {}
    if game is None or not 1 <= game.least <= game.most <= MOST_PLAYERS:
        return made
    check_numbered(rules.file, report)
    ends = list(dict.fromkeys((game.least, game.most)))
    work = 0
    for players in [*ends, *range(game.least + 1, game.most)]:
        if report.full or (players not in ends and (work > MOST_WORK or errors(report))):
            break
        found = rules.program(players, {}, report)
        if found is not None:
            made[players] = found
            work += work_of(found)
    if not errors(report):
        check_corners(rules, MOST_WORK - work, report)
    return dict(sorted(made.items()))


def work_of(made: Elaborated) -> int:
    """How much work an elaboration was, roughly in expressions."""
    return made.symbols.steps + 10 * len(made.symbols.declared) + len(made.symbols.members)


def check_corners(rules: Rules, work: int, report: Report) -> None:
    """Errors that appear only where options are set to the ends of their ranges. A combination that the author's own
    `check` refuses is none."""
    for players, options in corners(rules):
        if work < 0:
            return
        tried = Report()
        found = rules.program(players, options, tried, ERRORS)
        if found is None or any(d.code == "RW0801" for d in tried):
            continue
        work -= work_of(found)
        wrong = errors(tried)
        if not wrong:
            continue
        infos = {o.name: o for o in rules.options(players)}
        settings = ", ".join(f"`{name}` is {infos[name].said(value)}" for name, value in options.items())
        advice = f"this happens with {players} players where {settings}"
        report.take(evolve(d, help=d.help or advice) for d in wrong)


def corners(rules: Rules) -> Iterator[tuple[int, dict[str, int]]]:
    """Player counts and option settings at the ends of their ranges, not more than `MOST_CORNERS`: first those where
    one option differs from its default, then all together."""
    game = rules.game
    assert game is not None
    for players in sorted({game.least, game.most}):
        infos = rules.options(players)
        defaults = {o.name: o.default for o in infos}
        ends = [sorted({*o.bounds, o.default}) for o in infos]
        single = ({**defaults, o.name: v} for o, values in zip(infos, ends, strict=True) for v in values)
        whole = (dict(zip(defaults, values, strict=True)) for values in product(*ends))
        tried: list[dict[str, int]] = [defaults]
        for setting in chain(single, whole):
            if len(tried) > MOST_CORNERS // 2:
                break
            if setting not in tried:
                tried.append(setting)
                yield players, setting


def set_options(rules: Rules, players: int, given: Mapping[str, str | int | bool], report: Report) -> dict[str, int]:
    """Options as typed or passed, checked and turned into whole numbers. Wrong ones go to `report` (RW08xx)."""
    game = rules.game
    assert game is not None
    known = {o.name: o for o in rules.options(players)}
    chosen: dict[str, int] = {}
    for name, value in given.items():
        info = known.get(name)
        if info is None:
            near = nearest(name, known)
            report.add(
                "RW0802",
                game.span,
                name=name,
                known=", ".join(known) or "none",
                help=f"did you mean `{near}`?" if near else "",
            )
            continue
        number = option_value(info, value)
        if number is None:
            allowed = allowed_values(info)
            report.add("RW0803", game.span, name=name, value=value, allowed=allowed)
        else:
            chosen[name] = number
    return chosen


def allowed_values(info: OptionInfo) -> str:
    if isinstance(info.type, ir.Truth):
        return "yes or no"
    return ", ".join(info.names) or f"{info.bounds[0]} to {info.bounds[1]}"


def option_value(info: OptionInfo, value: str | int | bool) -> int | None:
    """The whole number an option value stands for, or None if it is not allowed."""
    if isinstance(info.type, ir.Truth):
        return {"yes": 1, "no": 0, "true": 1, "false": 0}.get(str(value).lower())
    if info.names:
        return info.names.index(str(value)) if str(value) in info.names else None
    low, high = info.bounds
    text = str(value)
    digits = text.removeprefix("-")
    return int(text) if digits.isdecimal() and len(digits) < 10 and low <= int(text) <= high else None
