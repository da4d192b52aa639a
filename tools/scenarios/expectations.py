"""What a scenario expects besides a condition: what a player sees, was shown and was told, and who won."""

from __future__ import annotations

from attrs import frozen

from rulewright.compiler.reference import Interpreter
from rulewright.dsl import ir
from rulewright.dsl.elaborate.beats import Ends, Hears, Plan, Sees, Shown, Told
from rulewright.runtime.log import line
from rulewright.runtime.schema import ZoneInfo
from rulewright.runtime.state import State
from rulewright.runtime.wording import listed
from rulewright.runtime.zones import merged, read_packets
from rulewright.tools.scenarios.outcome import Failure

LAST = 6  # lines of a log that are shown


@frozen
class Expectations:
    """One position of one run."""

    plan: Plan
    state: State
    judge: Interpreter

    def seat(self, who: ir.Expr) -> int:
        return self.judge.evaluate(self.state.cells, who)

    def name(self, seat: int) -> str:
        return self.plan.seats[seat]

    # ------------------------------------------------------------------------------------------ seeing

    def sees(self, beat: Sees) -> None:
        """Raises Failure if the seat sees what it should not, or does not see what it should."""
        cells, schema, engine = self.state.cells, self.state.schema, self.state.engine
        seat = self.seat(beat.who)
        index = 0 if beat.place.index is None else self.judge.evaluate(cells, beat.place.index)
        if isinstance(beat.place, ir.FieldRef):
            number = next(i for i, f in enumerate(schema.fields) if f.name == beat.place.field)
            mask = engine.field_seen(cells, number, index)
            seen, what = bool(mask >> seat & 1), self.state.wording.place(schema.fields[number], index)
        else:
            number = next(i for i, z in enumerate(schema.zones) if z.name == beat.place.zone)
            zone, mask = schema.zones[number], engine.zone_seen(cells, number, index)
            what = self.state.wording.place(zone, index)
            if beat.kind is not None:
                self._sees_one(beat, zone, index, seat, whole=bool(mask >> seat & 1))
                return
            seen = bool(mask >> seat & 1)
            if zone.either and not seen:
                seen = not self.judge.evaluate(cells, ir.Count(beat.place, None, 0))
        if seen != beat.sees:
            verb = "does not see" if beat.sees else "sees"
            who = listed(self.name(p) for p in range(self.plan.players) if mask >> p & 1)
            raise Failure(beat.span, f"{self.name(seat)} {verb} {what}", (f"it is open to {who}",))

    def _sees_one(self, beat: Sees, zone: ZoneInfo, index: int, seat: int, *, whole: bool) -> None:
        assert beat.kind is not None
        cells, wording = self.state.cells, self.state.wording
        kind = self.judge.evaluate(cells, beat.kind)
        content = merged(read_packets(zone, cells, index))
        open_to = {code: many for code, many in content.items() if whole or (zone.either and code % 2)}
        seen = any((code // 2 if zone.either else code) == kind for code in open_to)
        if seen == beat.sees:
            return
        what, where = wording.member(zone.cls, kind), wording.place(zone, index)
        verb = "does not see" if beat.sees else "sees"
        hidden = sum(content.values()) - sum(open_to.values())
        rest = (f"of {hidden} more it does not see what they are",) if hidden else ()
        told = f"what {self.name(seat)} sees there: {wording.elements(zone, open_to.items())}"
        raise Failure(beat.span, f"{self.name(seat)} {verb} {what} in {where}", (told, *rest))

    # ------------------------------------------------------------------------------------------ being told

    def shown(self, beat: Shown) -> None:
        cells, schema = self.state.cells, self.state.schema
        seat = self.seat(beat.who)
        index = 0 if beat.place.index is None else self.judge.evaluate(cells, beat.place.index)
        number = next(i for i, z in enumerate(schema.zones) if z.name == beat.place.zone)
        found = [e for e in self.state.told(seat) if e[0] == "show" and e[1] == number and e[2] == index]
        zone = schema.zones[number]
        content = merged(read_packets(zone, cells, index))
        was = bool(found) and dict(found[-1][3]) == content
        if was != beat.shown:
            verb = "was not shown" if beat.shown else "was shown"
            what = self.state.wording.place(zone, index)
            raise Failure(beat.span, f"{self.name(seat)} {verb} that ({what})", self._last(seat))

    def hears(self, beat: Hears) -> None:
        seat = self.seat(beat.who)
        value = self.judge.evaluate(self.state.cells, beat.value)
        texts = self.state.schema.texts
        heard = [
            event
            for event in self.state.told(seat)
            if event[0] == "announce" and event[3] == value and beat.text in ("", texts[event[1]])
        ]
        if bool(heard) != beat.hears:
            verb = "was not told that" if beat.hears else "was told that"
            said = self._last(seat) if beat.hears else (line(self.state.wording, heard[-1]),)
            raise Failure(beat.span, f"{self.name(seat)} {verb}", said)

    def told(self, beat: Told) -> None:
        seat = self.seat(beat.who)
        wanted = " ".join(beat.text.split())
        found = [said for said in self.state.log(seat) if wanted in " ".join(said.split())]
        if bool(found) != beat.told:
            verb = "was not told" if beat.told else "was told"
            said = self._last(seat) if beat.told else tuple(found[-1:])
            raise Failure(beat.span, f"{self.name(seat)} {verb} “{wanted}”", said)

    def _last(self, seat: int) -> tuple[str, ...]:
        """The end of what a seat was told."""
        log = self.state.log(seat)
        return (f"{self.name(seat)} was told nothing",) if not log else ("last was told:", *log[-LAST:])

    # ------------------------------------------------------------------------------------------ the end

    def ended(self, beat: Ends) -> None:
        outcome = self.state.outcome
        if outcome is None:
            decision = self.state.decision
            asked = () if decision is None else (f"{self.name(decision.player)} is asked “{decision.prompt}”",)
            raise Failure(beat.span, "the game is not over", asked)
        mask = self.judge.evaluate(self.state.cells, beat.who)
        found = {"win": outcome.winners, "lose": outcome.losers, "draw": outcome.draws}[beat.outcome]
        expected = {p for p in range(self.plan.players) if mask >> p & 1}
        if not expected or not expected <= set(found):
            names = ", ".join(self.name(p) for p in outcome.winners) or "nobody"
            scores = ", ".join(f"{self.name(p)} {score}" for p, score in enumerate(outcome.scores))
            raise Failure(
                beat.span, "the game ended otherwise", (f"{names} won: {outcome.reason}", f"scores: {scores}")
            )
