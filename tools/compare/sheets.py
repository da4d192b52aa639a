"""The sheet of a ruleset: which figures there are in its games, and what has to be kept of a game to know them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import astuple, define, field

from rulewright.compiler.passes.counters import Counted, Tally, counting
from rulewright.compiler.passes.rounds import counting_rounds
from rulewright.compiler.passes.walk import everything
from rulewright.dsl import ir
from rulewright.runtime.schema import COUNTS, ROUNDS
from rulewright.tools import cache
from rulewright.tools.compare.figures import (
    CARDS,
    CHOICES,
    DECISIONS,
    EFFECTS,
    ENDINGS,
    FIRST_PLACE,
    LENGTH,
    MOVES,
    NO_RESULT,
    PHASES,
    REACTIONS,
    SCORES,
    WINS,
    Figure,
    Place,
    Sheet,
    sheet_from,
)
from rulewright.tools.compare.roles import roles
from rulewright.tools.report_run import NO_RESULT as RAN_OUT

if TYPE_CHECKING:
    from rulewright.tools.game import Game

MOST_KINDS = 60  # kinds of what is chosen or moved, beyond which they are not told apart
COMPONENTS = ("cards", "tokens")


def sheet_of(game: Game) -> Sheet:
    """The sheet of a game; kept between runs, since it takes the whole program to make it."""
    name = f"{cache.key('sheet', *ruleset_key(game), game.seats)}.json"
    kept = cache.read_json(name)
    if kept is not None:
        return sheet_from(kept)
    sheet = _made(game, counting(game.program))
    cache.write_json(name, astuple(sheet))
    return sheet


def ruleset_key(game: Game) -> tuple[Any, ...]:
    """What tells a ruleset from all others."""
    return game.schema.text_hash, game.players, tuple(sorted(game.options.items())), game.table.variants


def _made(game: Game, counted: Counted) -> Sheet:
    program = game.program
    given = roles(program)
    holders = dict.fromkeys(role.holder for role in given)
    places: list[Place] = [(holder, seat) for holder in holders for seat in range(game.players)]
    first_of = {holder: FIRST_PLACE + n * game.players for n, holder in enumerate(holders)}
    has_rounds = any(f.name == ROUNDS for f in counting_rounds(program).fields)
    if has_rounds:
        places.append((ROUNDS, 0))
    figures = [*_teams(game)]
    for role in given:
        of = (first_of[role.holder], game.players, *role.codes)
        figures.append(Figure(WINS, f"role {role.holder} {role.name}", f"{role.title} (role)", True, "role wins", of))
    for seat in range(game.players):
        label = game.seats[seat] if seat < len(game.seats) else f"seat {seat + 1}"
        figures.append(Figure(WINS, f"seat {seat + 1}", label, True, "seat wins", (seat,)))
    figures.append(Figure(WINS, "nobody", "nobody", True, "nobody wins"))
    figures += _endings(game)
    figures.append(Figure(LENGTH, "decisions", "decisions in a game", False, "sum", (DECISIONS,)))
    if has_rounds:
        column = FIRST_PLACE + len(places) - 1
        figures.append(Figure(LENGTH, "rounds", "rounds in a game", False, "sum", (column,)))
    scores = game.players if program.scores is not None else 0
    for seat in range(scores):
        column = FIRST_PLACE + len(places) + seat
        figures.append(Figure(SCORES, f"seat {seat + 1}", f"score of seat {seat + 1}", False, "sum", (column,)))
    counts = _Counts(program, counted, FIRST_PLACE + len(places) + scores)
    counts.find()
    return Sheet(tuple(places), scores, tuple(counts.places), tuple(figures), tuple(counts.figures))


def _teams(game: Game) -> Iterator[Figure]:
    """How often each team wins, where results name teams."""
    results: dict[str, list[int]] = {}
    for result, team in enumerate(game.table.teams):
        if team and not team.startswith("nobody"):
            results.setdefault(team, []).append(result + 1)
    for team, of in results.items():
        yield Figure(WINS, f"team {team}", team, True, "ended", tuple(of))


def _endings(game: Game) -> Iterator[Figure]:
    """How often games end by each reason (told apart by team where it can be any), without one, or not at all."""
    results: dict[tuple[str, str], list[int]] = {}
    for result, info in enumerate(game.schema.results):
        team = game.table.teams[result] if result < len(game.table.teams) else ""
        results.setdefault((info.reason, team), []).append(result + 1)
    reasons = [reason for reason, _ in results]
    for (reason, team), of in results.items():
        label = f"{reason} ({team})" if team and reasons.count(reason) > 1 else reason
        yield Figure(ENDINGS, f"{reason} | {team}", label, True, "ended", tuple(of))
    yield Figure(ENDINGS, "", RAN_OUT, True, "ended", (NO_RESULT,))
    yield Figure(ENDINGS, "unfinished", "unfinished", True, "unfinished")


@define
class _Counts:
    """The figures of counted games. `first`: the column that counts begin at."""

    program: ir.Program
    counted: Counted
    first: int
    places: list[Place] = field(factory=list)
    figures: list[Figure] = field(factory=list)
    _columns: dict[Place, int] = field(factory=dict)
    _known: set[tuple[str, str]] = field(factory=set)

    def find(self) -> None:
        source = self.counted.source
        reactions: list[ir.When | ir.Watch] = [*source.whens]
        reactions += [watch for watch in source.watches if not watch.ends_only]
        rooted = (source.setup, source.flow, source.whens, source.watches)
        nodes = [(1, node) for node in everything(rooted)]
        nodes += [(self.counted.ways[p.name], node) for p in source.procedures for node in everything(p)]
        for ways, node in nodes:
            if isinstance(node, ir.Block) and node.body:
                section = EFFECTS if node.kind == "procedure" else PHASES
                self._add(section, node.path, node.path, *self._counters(node.body[0], ways))
        for reaction in reactions:
            if reaction.body:
                self._add(REACTIONS, reaction.name, reaction.name, *self._counters(reaction.body[0]))
        for ways, node in nodes:
            if isinstance(node, ir.Choose):
                for branch in node.branches:
                    self._branch(node, branch, ways)
        for tally in self.counted.tallies:
            if tally.sort == "moved" and not tally.setup:
                titles = {z.name: z.title or z.name for z in self.program.zones}
                way = f"{titles.get(tally.source, tally.source)} → {titles.get(tally.target, tally.target)}"
                self._kinds(MOVES, tally, f"{tally.source} {tally.target}", "{title}: " + way)

    def _branch(self, choose: ir.Choose, branch: ir.Branch, ways: int) -> None:
        """How often an answer was given, and of what."""
        words = branch.label or branch.name
        label = f"{choose.prompt or choose.path}: {words}" if words else choose.prompt or choose.path
        key = f"{choose.path} | {choose.prompt} | {branch.name or words}"
        self._add(CHOICES, key, label, *self._counters(branch, ways))
        for tally in self.counted.tallies:
            if tally.sort == "chosen" and (tally.point, tally.branch) == (choose.id, branch.name):
                section = CARDS if self._class(tally.cls).sort in COMPONENTS else CHOICES
                self._kinds(section, tally, key, label + ": {title}")

    def _kinds(self, section: str, tally: Tally, key: str, label: str) -> None:
        """A figure for each kind that a tally counts."""
        cls = self._class(tally.cls)
        if cls.size > MOST_KINDS:
            return
        for member, title in enumerate(cls.titles):
            words = label.replace("{title}", title or cls.members[member])
            self._add(section, f"{key} | {cls.name}.{cls.members[member]}", words, (tally.field, member))

    def _counters(self, node: ir.Stmt | ir.Branch, ways: int = 1) -> list[Place]:
        """What counts how often running comes to a node: in a procedure, for each way in which that is called."""
        first = self.counted.before[id(node)]
        return [(COUNTS, first + way) for way in range(ways)]

    def _add(self, section: str, key: str, label: str, *places: Place) -> None:
        while (section, key) in self._known:
            key += "'"
        self._known.add((section, key))
        for place in places:
            if place not in self._columns:
                self._columns[place] = self.first + len(self.places)
                self.places.append(place)
        of = tuple(self._columns[place] for place in places)
        self.figures.append(Figure(section, key, label, False, "sum", of))

    def _class(self, name: str) -> ir.Class:
        return next(c for c in self.program.classes if c.name == name)
