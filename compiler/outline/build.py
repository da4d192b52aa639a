"""A program put into words, keeping the shape of its flow: IR statements to the items of outline.py.

What the lowering of the language spread out is put together again here: "draw 2 cards" is one line, a chain of
conditions on one thing is one branch.
"""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field

from rulewright.compiler.effects import mentioned
from rulewright.compiler.outline.ordered import Ordered, ordered
from rulewright.compiler.outline.outline import (
    Alternative,
    Ask,
    Chance,
    Fork,
    Item,
    Items,
    Jump,
    Outline,
    Part,
    Plain,
    Reaction,
    Round,
    Use,
)
from rulewright.compiler.outline.paid_with import PaidWith, paid_with
from rulewright.compiler.outline.passed import Ledger, Passed
from rulewright.compiler.outline.paying import payment
from rulewright.compiler.outline.secret import Secret, secret
from rulewright.compiler.outline.shapes import drawing, ending, left_over, one_line, same_subject, times, unwrapped
from rulewright.compiler.outline.telling import Telling
from rulewright.compiler.words.conditions import Words, worked_out
from rulewright.compiler.words.moves import bounds, by_chance, drawn, one, question, said
from rulewright.compiler.words.nouns import SHORT
from rulewright.compiler.words.requirements import required
from rulewright.compiler.words.text import spaced
from rulewright.dsl import ir
from rulewright.dsl.source import Span

LONGEST_LABEL = 60  # of what is chosen, where it stands for the name of a way
MOST_EXPANSIONS = 500  # of procedures; beyond that a call only names its procedure
DEEPEST = 30  # calls inside calls


def one_line_of(body: tuple[ir.Stmt, ...]) -> Secret | PaidWith | Ordered | None:
    """What one line of rules became several statements for, if these begin with such, to be told as that line."""
    return secret(body) or paid_with(body) or ordered(body)


@define
class Builder:
    """Builds the outline of one program; with a `ledger` of it, every item says how often a run came there."""

    program: ir.Program
    ledger: Ledger | None = None
    procedures: dict[str, ir.Procedure] = field(init=False)
    titles: dict[str, str] = field(init=False)
    expanded: dict[tuple[str, ...], Use] = field(init=False, factory=dict)
    calls: list[str] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        self.procedures = {p.name: p for p in self.program.procedures}
        self.titles = {}

    def outline(self) -> Outline:
        start = Telling(Words.of(self.program))
        setup, flow = self.items(self.program.setup, start), self.items(self.program.flow, start)
        reactions = tuple(self._whens(start)) + tuple(self._watches(start))
        procedures = tuple(self.use(p.name, (), start) for p in self.program.procedures)
        return Outline(self.program.title or self.program.name, setup, flow, reactions, procedures)

    def _whens(self, start: Telling) -> list[Reaction]:
        made = []
        for w in self.program.whens:
            zone = start.words.zones[w.zone]
            telling = start
            if w.local is not None:
                noun = start.words.member_noun(zone.per or "player")
                telling = start.bind(w.local, f"the {noun}")
            named = telling.words.zone(ir.ZoneRef(w.zone, None if w.local is None else ir.Local(w.local)))
            body, passed = self.items(w.body, telling), self._reacted(w.body)
            made.append(Reaction(f"when {named} becomes empty", body, w.refs, span=w.span, passed=passed))
        return made

    def _watches(self, start: Telling) -> list[Reaction]:
        made = []
        for w in self.program.watches:
            telling, text = start, ""
            if w.local is not None and w.domain is not None:
                noun = start.words.domain_noun(w.domain)
                telling = start.bind(w.local, f"the {noun}")
                text = start.words.about(w.local, w.cond, one(noun))
            else:
                text = start.words.clause(w.cond)
            body, passed = self.items(w.body, telling), self._reacted(w.body)
            made.append(Reaction(f"as soon as {text}", body, w.refs, span=w.span, passed=passed))
        return made

    def _reacted(self, body: tuple[ir.Stmt, ...]) -> Passed | None:
        return None if self.ledger is None else self.ledger.reaction(body)

    # ------------------------------------------------------------------------------------------------ statements

    def items(self, body: tuple[ir.Stmt, ...], telling: Telling) -> Items:
        made: list[Item] = []
        at = 0
        while at < len(body):
            s = body[at]
            after = body[at + 1] if at + 1 < len(body) else None
            line = one_line_of(body[at:])
            if line is not None:
                made.extend(line.told(self, telling))
                at += line.statements
                continue
            new, telling, used = self._step(s, after, telling)
            made.extend(self.counted(item, s, after if used else s) for item in new)
            at += 2 if used else 1
        return tuple(made)

    def counted(self, item: Item, s: ir.Stmt, last: ir.Stmt | None) -> Item:
        """The item with how often a run came to it, if it does not say so already."""
        if self.ledger is None or item.passed is not None:
            return item
        if isinstance(s, ir.Block):
            return evolve(item, passed=self.ledger.start(s.body, s))
        return evolve(item, passed=self.ledger.of(s, last))

    def _step(self, s: ir.Stmt, after: ir.Stmt | None, telling: Telling) -> tuple[list[Item], Telling, bool]:
        """The items of one statement, how things are called after it, and whether the next one was used up with it."""
        words = telling.words
        match s:
            case ir.SetLocal():
                return self._let(s, telling)
            case ir.Sample():
                text, name = by_chance(words, s.source, s.local)
                if isinstance(after, ir.SetField) and after.value == ir.Local(s.local):
                    told = said(words.calling(s.local, text), after)
                    return [Chance(told, span=s.span)], telling.bind(s.local, name), True
                return [Chance(text, span=s.span)], telling.bind(s.local, name), False
            case ir.Call():
                after_it = telling if s.into is None else telling.bind(s.into, "the result")
                return [self.use(s.procedure, s.args, telling, s)], after_it, False
        return self._other(s, telling), telling, False

    def _other(self, s: ir.Stmt, telling: Telling) -> list[Item]:
        words = telling.words
        match s:
            case ir.If():
                return self._if(s, telling)
            case ir.Choose():
                return [self.choose(s, telling)]
            case ir.Each():
                return [self._each(s, telling)]
            case ir.Loop():
                return [self._loop(s, telling)]
            case ir.Block(kind="together", title=line):
                return [Plain(line, span=s.span)] if line else list(self.items(s.body, telling))
            case ir.Block(kind="phase" | "step" | "procedure" as kind):
                self.titles[s.path] = s.title or spaced(s.path.rsplit(".", 1)[-1])
                return [Part(s.path, self.titles[s.path], kind, self.items(s.body, telling), s.refs, span=s.span)]
            case ir.Leave():
                return [Jump(s.block, self.titles.get(s.block, spaced(s.block.rsplit(".", 1)[-1])), span=s.span)]
            case ir.Result():
                return [ending(words, s)]
        text = said(words, s)
        return [Plain(text, span=s.span)] if text else []

    def _let(self, s: ir.SetLocal, telling: Telling) -> tuple[list[Item], Telling, bool]:
        """A name for a value. The steps of a ranking are no lines of their own."""
        words, value = telling.words, s.value
        base = spaced(s.name.split(".")[0])
        if base == "best" and isinstance(value, ir.Fold) and value.body is not None:
            whose = words.calling(value.local, "they").noun(value.body).removeprefix("they's ")
            return [], telling.bind(s.name, f"the {value.op} {whose}"), False
        if base == "ranked" and isinstance(value, ir.Fold) and value.guard is not None:
            ranks = [words.names[n] for n in words.names if n in mentioned(value.guard) and n.startswith("best")]
            return [], telling.bind(s.name, f"whoever has {', then '.join(ranks)}" if ranks else "the best"), False
        if s.name in words.kept or (base.endswith("result") and "." in s.name):
            return [], telling, False
        text = said(words, s)
        named = base if len(base) <= SHORT else f"the {base}"  # "q's points"
        return [Plain(text, span=s.span)], telling.bind(s.name, named), False

    def use(self, name: str, args: tuple[ir.Expr, ...], telling: Telling, at: ir.Call | None = None) -> Use:
        """A call. One outline serves all calls in the same words."""
        procedure = self.procedures[name]
        words = telling.words
        given = [words.noun(a, words.locals.get(p)) for p, a in zip(procedure.params, args, strict=False)]
        asked = [telling.who(a) if isinstance(a, ir.Local) and a.name in telling.askers else "" for a in args]
        key = (name, *given, "", *asked)
        span = procedure.span if at is None else at.span
        if self.ledger is None:
            return self._use(procedure, key, given, words, asked, span)
        passed = None if at is None else self.ledger.of(at)
        with self.ledger.inside(name, at) as way:
            key = (*key, str(None if at is None else way))
            return evolve(self._use(procedure, key, given, words, asked, span), passed=passed)

    def _use(
        self,
        procedure: ir.Procedure,
        key: tuple[str, ...],
        given: list[str],
        words: Words,
        asked: list[str],
        span: Span,
    ) -> Use:
        """The procedure in these words: known already, or told now."""
        if key in self.expanded:
            return evolve(self.expanded[key], span=span)
        name = procedure.name
        body: Items = ()
        if len(self.expanded) < MOST_EXPANSIONS and name not in self.calls and len(self.calls) < DEEPEST:
            inner = Telling(words.anew())
            for i, p in enumerate(procedure.params):
                if i < len(given):
                    inner = inner.parameter(p, given[i])
                    inner = inner.asking(p, asked[i]) if asked[i] else inner
                else:
                    kind = words.locals.get(p)
                    noun = words.member_noun(kind.cls) if isinstance(kind, ir.Name) else spaced(p.split(".")[0])
                    inner = inner.bind(p, f"the {noun}")
            self.calls.append(name)
            body = self.items(unwrapped(procedure), inner)
            self.calls.pop()
        title, told = spaced(procedure.title or name), ", ".join(given)
        if "." in name and procedure.title in ("", name):  # what rows of a table do: "use the chosen Ritual"
            title, told = f"{spaced(name.rsplit('.', 1)[-1])} {told}".strip(), ""
        refs = procedure.refs or next((b.refs for b in procedure.body[:1] if isinstance(b, ir.Block)), ())
        made = Use(name, title, told, body, refs, span=span)
        self.expanded[key] = made
        return made

    # ------------------------------------------------------------------------------------------------ branches

    def _if(self, s: ir.If, telling: Telling) -> list[Item]:
        draw = drawing(s)
        if draw is not None:
            return self._draw(s, draw, telling)
        if (paid := payment(s)) is not None:
            return list(self.items(paid, telling))
        chain = same_subject(s)
        if len(chain) > 1:
            left, kind = chain[0][0].left, telling.words.type_of(chain[0][0].left)
            cases = [(telling.words.noun(c.right, kind), self.items(way, telling)) for c, way in chain]
            last, taken, spans = s, [self.ways(s)[0]], [s.span]
            for _ in chain[1:]:
                assert isinstance(last.otherwise[0], ir.If)
                last = last.otherwise[0]
                taken.append(self.ways(last)[0])
                spans.append(last.span)
            left_out = self.items(last.otherwise, telling)
            rest = left_over(telling.words, kind, [c for c, _ in cases])
            if left_out or rest:
                cases.append((rest or "otherwise", left_out))
            taken.append(self.ways(last)[1])
            spans.append(last.span)
            return [Fork(telling.words.noun(left), tuple(cases), span=s.span, ways=tuple(taken), spans=tuple(spans))]
        cond, then, other = worked_out(s.cond), s.then, s.otherwise
        if isinstance(cond, ir.Const):  # an option decides
            return list(self.items(then if cond.value else other, telling))
        ways = self.ways(s)
        if isinstance(cond, ir.Logic) and cond.op == "not" and not isinstance(cond.parts[0], ir.Fold):
            cond, then, other, ways = cond.parts[0], other, then, ways[::-1]
        subject = telling.words.clause(cond)
        yes, no = self.items(then, telling), self.items(other, telling)
        if not yes and not no:
            return []
        short = one_line(subject, yes, no, s)
        if short:
            return [evolve(line, passed=way) for line, way in zip(short, ways, strict=False)]
        opposite = telling.words.denial(cond)
        return [Fork(subject, (("yes", yes), ("no", no)), span=s.span, ways=ways, opposite=opposite)]

    def ways(self, s: ir.If) -> tuple[Passed | None, Passed | None]:
        return (None, None) if self.ledger is None else self.ledger.ways(s)

    def _draw(self, s: ir.If, draw: tuple[ir.Sample, ir.Move], telling: Telling) -> list[Item]:
        """Taking the top component; a chance point of its own if it matters what it is."""
        sample, move = draw
        words = telling.words
        noun = words.component(words.zones[move.source.zone].cls)
        rest = s.then[2:]
        inner = telling.bind(sample.local, f"the drawn {noun}")
        text = drawn(words, move.source, move.target)
        matters = sample.local in mentioned(rest)
        first: Item = Chance(text, span=s.span) if matters else Plain(text, span=s.span)
        there, not_there = self.ways(s)
        first = self.counted(first, sample, move)
        done = (first, *self.items(rest, inner))
        if not s.otherwise:
            return list(done)
        missing = self.items(s.otherwise, telling)
        place = words.zone(move.source)
        cases, ways = (("yes", missing), ("no", done)), (not_there, there)
        return [Fork(f"{place} is empty", cases, span=s.span, ways=ways, opposite=f"{place} is not empty")]

    def choose(self, s: ir.Choose, telling: Telling) -> Ask:
        ways: list[Alternative] = []
        who, asked = telling.who(s.actor), question(telling.words, s)
        for b in s.branches:
            inner, nouns, short = telling, [], []
            guard = b.where
            for binder in b.binders:
                noun, rest = inner.words.member(binder.local, binder.domain, guard if len(b.binders) == 1 else None)
                those = inner.words.conditions(rest, binder.local)
                nouns.append(one(noun) + bounds(inner.words, binder.domain) + (f" {those}" if those else ""))
                short.append(one(noun))
                within = (b.body, b.binders, *(n.cond for n in b.needs), *(() if b.where is None else (b.where,)))
                inner = self.chosen(inner, binder, noun, within)
            if len(b.binders) > 1 and guard is not None:
                nouns.append(f"such that {inner.words.clause(guard)}")
            needs = "; ".join(f"only if {inner.words.clause(n.cond)} ({n.reason})" for n in b.needs)
            conditions = required(inner.words, b.needs, None if b.binders else guard)
            label = b.label or spaced(b.name)
            chosen = ", ".join(nouns)
            if len(s.branches) == 1:
                only = (Alternative(label, needs, self.items(b.body, inner), conditions, **self._known(s, b)),)
                missing = self.items(s.otherwise, telling)
                person = len(b.binders) == 1 and telling.words.is_player(b.binders[0].local)
                without = f"if {'nobody' if person else 'nothing'} can be chosen"
                return Ask(who, asked, chosen, only, missing, s.refs, without, span=s.span, nothing=self._missing(s))
            if not label:
                label = chosen if len(chosen) <= LONGEST_LABEL else ", ".join(short)
            if chosen and chosen != label:
                needs = f"{chosen}; {needs}".removesuffix("; ")
            ways.append(Alternative(label, needs, self.items(b.body, inner), conditions, **self._known(s, b)))
        missing, nothing = self.items(s.otherwise, telling), self._missing(s)
        return Ask(who, asked, "", tuple(ways), missing, s.refs, span=s.span, nothing=nothing)

    @staticmethod
    def chosen(telling: Telling, binder: ir.Binder, noun: str, within: object) -> Telling:
        """What is chosen gets a name."""
        return telling.bind(binder.local, f"the chosen {noun.rsplit(' ', 1)[-1]}", within)

    def _known(self, s: ir.Choose, b: ir.Branch) -> dict[str, Any]:
        """What else an alternative says: where it stands, and how often a run took it."""
        path = ".".join(filter(None, (s.path, b.name))) if b.name else ""
        return {"path": path, "span": b.span, "passed": None if self.ledger is None else self.ledger.branch(b)}

    def _missing(self, s: ir.Choose) -> Passed | None:
        return None if self.ledger is None or not s.otherwise else self.ledger.of(s.otherwise[0])

    # ------------------------------------------------------------------------------------------------ repeats

    def _each(self, s: ir.Each, telling: Telling) -> Item:
        words = telling.words
        many = times(words, s)
        if many:
            only = s.body[0] if len(s.body) == 1 else None
            draw = drawing(only) if isinstance(only, ir.If) and not only.otherwise and len(only.then) == 2 else None
            if draw is not None and isinstance(s.domain, ir.RangeDomain):
                return Plain(drawn(words, draw[1].source, draw[1].target, s.domain.high), span=s.span)
            return Round(many, "each", self.items(s.body, telling), span=s.span, **self.rounds(s))
        noun, label, inner = self.for_each(s, telling)
        body_items = self.items(s.body, inner)
        if len(body_items) == 1 and isinstance(body_items[0], Plain):
            return Plain(f"{label}: {body_items[0].text}", span=s.span)
        return Round(label, "each", body_items, f"next {noun}", span=s.span, **self.rounds(s))

    def for_each(self, s: ir.Each, telling: Telling) -> tuple[str, str, Telling]:
        """Of a repetition: what one member is called, for which it is done, and how things are called inside."""
        words = telling.words
        noun, rest = words.member(s.local, s.domain, s.guard)
        those = words.conditions(rest, s.local)
        usual = f"the {noun.rsplit(' ', 1)[-1]}"
        inner = telling.bind(s.local, usual, (s.body, s.domain, *(() if s.guard is None else (s.guard,))))
        named = inner.words.names[s.local]
        each = noun if named == usual else f"{noun} ({named})"  # where there is another player already
        if words.is_player(s.local):
            inner = inner.asking(s.local, f"each {noun if named == usual else named.removeprefix('the ')}")
        label = f"for each {each}{words.within(s.domain)}{f' {those}' if those else ''}"
        if isinstance(s.domain, ir.RangeDomain):
            label += f" from {words.noun(s.domain.low)} to {words.noun(s.domain.high)}"
        if s.start is not None:
            way = "clockwise" if s.step > 0 else "counterclockwise"
            label += f", {way} {'starting after' if s.after else 'from'} {words.noun(s.start)}"
        return noun, label, inner

    def rounds(self, s: ir.Each | ir.Loop) -> dict[str, Any]:
        """How often a run began a repetition, and how many rounds it made."""
        if self.ledger is None:
            return {}
        begun = self.ledger.begun(s) if isinstance(s, ir.Each) else self.ledger.of(s).times
        return {"rounds": self.ledger.start(s.body, s), "begun": begun}

    def _loop(self, s: ir.Loop, telling: Telling) -> Item:
        body, rounds = self.items(s.body, telling), self.rounds(s)
        if s.cond is not None:
            return Round(f"while {telling.words.clause(s.cond)}", "while", body, span=s.span, **rounds)
        if s.until is not None:
            return Round(f"repeats until {telling.words.clause(s.until)}", "until", body, span=s.span, **rounds)
        return Round("repeats", "forever", body, span=s.span, **rounds)
