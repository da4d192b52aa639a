"""A scenario against its ruleset: seats become players, answers and expectations become IR, and every name is checked.

The result is a `Plan`: what to set up, where to start, and beats in order. Running it is for the tools, on any engine.
"""

from __future__ import annotations

from collections.abc import Callable

from rulewright.dsl import ast, ir
from rulewright.dsl.elaborate import expressions, places, statements
from rulewright.dsl.elaborate.beats import (
    Asked,
    Beat,
    Ends,
    GoOn,
    Hears,
    Holds,
    NotOffers,
    Offers,
    Pick,
    Plan,
    Refuses,
    SameView,
    Script,
    Sees,
    Shown,
    Told,
    Wanted,
)
from rulewright.dsl.elaborate.declare import block_path
from rulewright.dsl.elaborate.scope import Scope
from rulewright.dsl.elaborate.symbols import Symbols
from rulewright.dsl.elaborate.types import Handle, NoneType, Unknown, describe
from rulewright.dsl.elaborate.way_in import WayIn
from rulewright.dsl.suggest import nearest
from rulewright.dsl.walk import below


def prelude(scenario: ast.Scenario, positions: dict[str, ast.Scenario], s: Symbols) -> list[ast.Beat]:
    """The seats, options and given of the positions a scenario starts from, base first."""
    chain: list[ast.Beat] = []
    seen: set[str] = set()
    while scenario.base is not None:
        found = positions.get(scenario.base.text)
        if found is None or scenario.base.text in seen:
            near = nearest(scenario.base.text, positions)
            s.report.add("RW0901", scenario.base.span, name=scenario.base.text, help=_did_you_mean(near))
            s.lost_names |= {n.name for n in below(scenario) if isinstance(n, ast.Name)}  # its seats are unknown
            break
        seen.add(scenario.base.text)
        chain[:0] = found.beats
        scenario = found
    return chain


def _did_you_mean(near: str) -> str:
    return f"did you mean `{near}`?" if near else ""


def plan(
    scenario: ast.Scenario, positions: dict[str, ast.Scenario], s: Symbols, into: Callable[[str], WayIn] = WayIn
) -> Plan:
    """Elaborate one scenario; problems go to the report of `s`, and then the plan should not be run. `into` says how to
    start at the phase of a path."""
    beats = [*prelude(scenario, positions, s), *scenario.beats]
    seats = seat_names(beats, s)
    given: list[ir.Stmt] = []
    start: WayIn | None = None
    scope = Scope(s, procedure="given")
    for beat in beats:
        if isinstance(beat, ast.Given):
            given.extend(statements.body(scope, beat.body))
        elif isinstance(beat, ast.StartAt):
            path = block_path(s, beat.path)
            start = None if path is None else into(path)
    if given and start is None and not any(isinstance(b, ast.StartAt) for b in beats):
        s.report.add("RW0902", scenario.name.span)
    made: list[Beat] = []
    twin: list[Beat] | None = None
    same: list[SameView] = []
    for beat in beats:
        if isinstance(beat, ast.Twin):
            twin = [b for inner in beat.beats if (b := make_beat(scope, inner)) is not None]
        elif isinstance(beat, ast.ExpectSame):
            who = tuple(p for a in beat.who if (p := seat_of(scope, a)) is not None)
            same.append(SameView(who, beat.same, span=beat.span))
            if twin is None:
                s.report.add("RW0903", beat.span)
        elif (b := make_beat(scope, beat)) is not None:
            made.append(b)
    refs = (*scenario.refs, *(r for b in beats for r in b.refs))
    return Plan(
        scenario.name.text, scenario.title or scenario.name.text.replace("_", " "), s.players, seats, tuple(given),
        None if start is None else start.path, tuple(made), None if twin is None else tuple(twin), tuple(same), refs,
        () if start is None else start.passed, span=scenario.span,
    )  # fmt: skip


def seat_names(beats: list[ast.Beat], s: Symbols) -> tuple[str, ...]:
    """Take the names of the seats into the symbols; without any, seat 1 is `P1`, and so on."""
    given = [b for b in beats if isinstance(b, ast.Seats)]
    names = [n.text for n in given[-1].names] if given else [f"P{n}" for n in range(1, s.players + 1)]
    if given and len(names) != s.players:
        s.report.add("RW0904", given[-1].span, given=len(names), players=s.players)
    for index, name in enumerate(names[: s.players]):
        if name in s.declared or name in s.members:
            at = given[-1].names[index].span if given else beats[0].span
            s.report.add("RW0905", at, name=name)
        s.constants[name] = (index, ir.Name("player"))
    return tuple(names[: s.players])


def seat_of(scope: Scope, answer: ast.Answer) -> ir.Expr | None:
    if isinstance(answer, ast.Text):
        scope.symbols.report.add("RW0301", answer.span, expected="a player", found="a text")
        return None
    t = expressions.player(scope, answer)
    return None if t.broken else t.expr


def make_beat(scope: Scope, b: ast.Beat) -> Beat | None:
    """One beat; None for the prelude's and for broken ones."""
    match b:
        case ast.ChanceGives():
            source = source_of(scope, b.source)
            if source is None:
                return None
            name, cls = source
            return Script(name, tuple(w for v in b.values if (w := wanted(scope, v, cls)) is not None), span=b.span)
        case ast.Picks():
            who = expressions.player(scope, b.who)
            answers = tuple(w for a in b.answers if (w := wanted(scope, a)) is not None)
            return None if who.broken else Pick(who.expr, answers, span=b.span)
        case ast.Passes():
            who = expressions.player(scope, b.who)
            return None if who.broken else Pick(who.expr, (Wanted("pass", "Pass"),), span=b.span)
        case ast.Offered():
            who = expressions.player(scope, b.who)
            answers = tuple(w for a in b.answers if (w := wanted(scope, a)) is not None)
            return None if who.broken else Offers(who.expr, answers, span=b.span)
        case ast.NotOffered():
            who = expressions.player(scope, b.who)
            answers = tuple(w for a in b.answers if (w := wanted(scope, a)) is not None)
            return None if who.broken else NotOffers(who.expr, answers, span=b.span)
        case ast.AskedNow():
            who = expressions.player(scope, b.who)
            return None if who.broken else Asked(who.expr, b.question, span=b.span)
        case ast.Refused():
            who = expressions.player(scope, b.who)
            answers = tuple(w for a in b.answers if (w := wanted(scope, a)) is not None)
            return None if who.broken else Refuses(who.expr, answers, b.because, span=b.span)
        case ast.PlayTo():
            if b.path is None:
                return GoOn(None, b.freely, span=b.span)
            path = block_path(scope.symbols, b.path)
            return None if path is None else GoOn(path, b.freely, span=b.span)
        case ast.Expect():
            return Holds(expressions.truth(scope, b.cond), span=b.span)
        case ast.ExpectSees():
            return make_sees(scope, b)
        case ast.ExpectShown():
            who = expressions.player(scope, b.who)
            place = places.zone(scope, b.place)
            return None if who.broken or place is None else Shown(who.expr, b.shown, place, span=b.span)
        case ast.ExpectTold():
            who = expressions.player(scope, b.who)
            if not b.text.strip():
                scope.symbols.report.add("RW0908", b.span)
            return None if who.broken else Told(who.expr, b.told, b.text, span=b.span)
        case ast.ExpectHears():
            who = expressions.player(scope, b.who)
            t = expressions.typed(scope, b.value)
            return None if who.broken or t.broken else Hears(who.expr, b.hears, t.expr, b.text, span=b.span)
        case ast.ExpectResult():
            return make_ends(scope, b)
    return None


def make_sees(scope: Scope, b: ast.ExpectSees) -> Sees | None:
    who = expressions.player(scope, b.who)
    if b.item is not None:
        return make_sees_in(scope, b, b.item)
    place: ir.FieldRef | ir.ZoneRef | None = places.zone(scope, b.place, quiet=True)
    if place is None:
        place = places.field(scope, b.place)
    return None if who.broken or place is None else Sees(who.expr, b.sees, place, span=b.span)


def make_sees_in(scope: Scope, b: ast.ExpectSees, item: ast.Expr) -> Sees | None:
    """`expect P sees Tea in Ada.hold`."""
    s = scope.symbols
    who = expressions.player(scope, b.who)
    place = places.zone(scope, b.place)
    if place is None:
        return None
    cls = s.zones[place.zone].cls
    t = expressions.typed(scope, item, cls)
    if t.broken or who.broken:
        return None
    if not isinstance(t.type, ir.Name) or t.type.cls != cls:
        s.report.add("RW0302", item.span, what="what lies there", expected=f"`{cls}`", found=describe(t.type))
        return None
    return Sees(who.expr, b.sees, place, t.expr, span=b.span)


def make_ends(scope: Scope, b: ast.ExpectResult) -> Ends | None:
    t = expressions.typed(scope, b.who, "player")
    if isinstance(t.type, ir.SetType) and t.type.cls == "player":
        return Ends(t.expr, b.outcome, span=b.span)
    if isinstance(t.type, ir.Name) and t.type.cls == "player":
        return Ends(ir.Players((t.expr,), (False,)), b.outcome, span=b.span)
    if not isinstance(t.type, Unknown):
        scope.symbols.report.add("RW0301", b.who.span, expected="a player or a group", found=describe(t.type))
    return None


def source_of(scope: Scope, e: ast.Expr) -> tuple[str, str] | None:
    """A source of chance and the class of what it gives ("" for numbers)."""
    s = scope.symbols
    word = e.name if isinstance(e, ast.Name) else e.name.text if isinstance(e, ast.Dot) else ""
    if word in s.zones:
        s.used.add(word)
        return word, s.zones[word].cls
    if word in s.classes:
        s.used.add(word)
        return word, word
    if word == "number" or (word[:1] == "d" and word[1:].isdigit()):
        return word, ""
    near = nearest(word, [*s.zones, *s.classes])
    s.report.add("RW0906", e.span, name=word, help=_did_you_mean(near))
    return None


def stands_for_a_value(s: Symbols, name: str) -> bool:
    """Could a bare name be a value? (A procedure, a table or a pile of that name is none.)"""
    if name in s.zones:
        return s.zones[name].slot
    return name in s.members or name in s.constants or name in s.fields or name in s.values


def wanted(scope: Scope, a: ast.Answer, cls: str = "") -> Wanted | None:
    """An answer. A bare name that means nothing else is taken for the name of an alternative."""
    s = scope.symbols
    if isinstance(a, ast.Text):
        return Wanted(f'"{a.text}"', a.text)
    text = a.span.source.text[a.span.start : a.span.end]
    if isinstance(a, ast.Name) and not cls and not stands_for_a_value(s, a.name):
        return Wanted(text, a.name)
    t = expressions.typed(scope, a, cls)
    if isinstance(t.type, Unknown):
        return None
    if isinstance(t.type, ir.Name | Handle):
        if cls and t.type.cls != cls:
            s.report.add("RW0302", a.span, what="this source", expected=f"`{cls}`", found=describe(t.type))
            return None
        return Wanted(text, a.name if isinstance(a, ast.Name) else "", t.expr, t.type.cls)
    if isinstance(t.type, ir.Number):
        return Wanted(text, "", t.expr, "")
    found = "none" if isinstance(t.type, NoneType) else describe(t.type)
    s.report.add("RW0302", a.span, what="an answer", expected="a name or a number", found=found)
    return None
