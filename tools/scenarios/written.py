"""A game that was played, written down as a scenario: what chance gave, what was answered, and where it stands.

Only what is needed is written: no question that has a single answer (unless the same player answers next), no option of
the game that has its usual value. The text is tried on both engines before it is given: it leads to the same position.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from rulewright.dsl import Report, Rules, Source, ir, read
from rulewright.dsl.catalogue import errors
from rulewright.dsl.elaborate.beats import Wanted
from rulewright.dsl.elaborate.scenarios import stands_for_a_value
from rulewright.runtime.decision import Chance, Decision, Option, branch_of
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.schema import CHANCE
from rulewright.runtime.state import State, Step, start
from rulewright.runtime.wording import binding
from rulewright.tools.scenarios.answers import Answers
from rulewright.tools.scenarios.collect import collect, engines
from rulewright.tools.scenarios.outcome import Failure
from rulewright.tools.scenarios.run import run
from rulewright.tools.table import read_rules, with_its_variants

if TYPE_CHECKING:
    from rulewright.dsl.elaborate.symbols import Symbols
    from rulewright.dsl.pipeline import OptionInfo
    from rulewright.tools.game import Game

LONGEST = 100  # characters of a line
MOST_OFFERED = 8  # options that are listed at the end
PASS = Wanted("pass", "Pass")


class Unwritable(Exception):
    """The game cannot be written as a scenario; the text says why."""


@frozen
class Given:
    """Chance gave this."""

    source: str
    text: str


@frozen
class Picked:
    """A seat answered this. `forced`: it was the only answer."""

    seat: int
    text: str
    forced: bool


def scenario_of(game: Game, state: State, name: str) -> str:
    """The text of a scenario called `name` that leads to where `state` is. Raises Unwritable."""
    if not state.whole:
        raise Unwritable("it was not played from its beginning")
    why = ""
    for names in dict.fromkeys((state.wording.seats, ())):
        writer = Writer.of(game, names)
        told, now = writer.told(state.steps)
        for offers in (True, False):
            text = writer.text(name, told, writer.standing(now, offers=offers), now)
            why = writer.wrong_with(text, state)
            if not why:
                return text
    raise Unwritable(why)


@define
class Writer:
    """Writes the games of one table."""

    game: Game
    rules: Rules
    others: tuple[Rules, ...]
    usual: dict[str, OptionInfo]
    program: ir.Program
    symbols: Symbols
    seats: tuple[str, ...]
    answers: Answers = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.answers = Answers(self.game.engine, self.game.reference(), self.seats)

    @classmethod
    def of(cls, game: Game, names: tuple[str, ...]) -> Writer:
        """For a table whose seats are called so, as far as such names can be written."""
        report = Report()
        base = read_rules(game.text, report)
        others = tuple(read_rules(text, report) for text in game.setting.files)
        variants = game.table.variants
        merged = with_its_variants(base, variants, game.setting.files, report) if variants else base
        made = merged.program(game.players, dict(game.options), report)
        assert made is not None and not errors(report), "the game was played"
        seats = tuple(seat_names(names, game.players, made.symbols))
        usual = {info.name: info for info in merged.options(game.players)}
        return cls(game, base, others, usual, made.program, made.symbols, seats)

    # ------------------------------------------------------------------------------------------ what happened

    def told(self, steps: list[Step]) -> tuple[list[Given | Picked], State]:
        """Everything that happened, in order, and the state it leads to, by the scenario's names. Raises Unwritable."""
        state = start(self.game.engine, 0, "exposed", self.seats)
        found: list[Given | Picked] = []
        for number, step in enumerate(steps, 1):
            chance, decision = state.chance, state.decision
            if chance is not None:
                found.append(self._given(state, chance, step.choice, number))
            elif decision is not None:
                found.append(
                    Picked(decision.player, self._picked(state, decision, step.choice, number), decision.forced)
                )
            try:
                state.apply(step.choice)
            except (RuleFault, ValueError) as error:
                raise Unwritable(f"step {number} cannot be played again: {error}") from None
        return found, state

    def _given(self, state: State, chance: Chance, outcome: int, number: int) -> Given:
        point = self.answers.points[chance.point]
        zone = next((z for z in state.schema.zones if z.name == point.zone), None)
        if zone is not None:
            cls, value = zone.cls, outcome // 2 if zone.either else outcome
        else:
            assert point.type is not None, "a point of chance says what it gives"
            cls, value = point.type.cls, outcome
        text = self._member(cls, value) if cls else str(value)
        wanted = Wanted(text, "", ir.Const(value), cls)
        first = next(i for i in state.option_ids if self.answers.fits(state.cells, wanted, i, point.zone, 0))
        if first != outcome:
            raise Unwritable(f"at step {number} chance gave {text}, and a scenario cannot say which way up")
        return Given(chance.source, text)

    def _member(self, cls: str, value: int) -> str:
        return self.seats[value] if cls == "player" else self.symbols.cls(cls).members[value]

    def _picked(self, state: State, decision: Decision, choice: int, number: int) -> str:
        option = next(o for o in decision.options if o.id == choice)
        for text, wanted in self._spellings(decision, option):
            if self.answers.option(state.cells, decision, wanted) == choice:
                return text
        raise Unwritable(f"step {number}, “{option.label}”, cannot be told from another answer to “{decision.prompt}”")

    def _spellings(self, decision: Decision, option: Option) -> Iterator[tuple[str, Wanted]]:
        """Ways to write an answer, the plainest first. "" is passing."""
        point = self.answers.points[decision.point]
        branch = branch_of(point, option.id)
        assert branch is not None, "an option of this point"
        yield "", PASS
        if not branch.binders and is_name(branch.name) and not stands_for_a_value(self.symbols, branch.name):
            yield branch.name, Wanted(branch.name, branch.name)
        if len(branch.binders) == 1:
            binder, (value,) = branch.binders[0], binding(branch, option.id)
            zone = next((z for z in self.game.schema.zones if z.name == binder.zone), None)
            cls = binder.type.cls if zone is None else zone.cls
            value = value // 2 if zone is not None and zone.either else value
            text = self._member(cls, value) if cls and value < self.symbols.cls(cls).size else str(value)
            alone = cls == "player" or len(self.symbols.members.get(text, ())) == 1
            if not cls or (is_name(text) and alone and text not in self.symbols.declared):
                yield text, Wanted(text, text if cls else "", ir.Const(value), cls)
        for word in (option.label, branch.name):
            if word and '"' not in word and "\n" not in word:
                yield f'"{word}"', Wanted(f'"{word}"', word)

    # ------------------------------------------------------------------------------------------ the text

    def text(self, name: str, told: list[Given | Picked], standing: list[str], now: State) -> str:
        """The whole scenario."""
        variants = ", ".join(self.program.variants)
        table = f"of {self.game.name}{f' with {variants}' if variants else ''} for {self.game.players} players"
        lines = [f'scenario {name} "{titled(now)}" {table}', f"  seats {', '.join(self.seats)}"]
        lines += [f"  option {option} = {value}" for option, value in self._options()]
        lines += [f"  {line}" for line in in_lines(needed(told), self.seats)]
        return "\n".join([*lines, *(f"  {line}" for line in standing)]) + "\n"

    def _options(self) -> Iterator[tuple[str, str]]:
        """The options that do not have their usual values."""
        for info in self.usual.values():
            value = self.game.options[info.name]
            if value != info.default:
                words = ("no", "yes") if isinstance(info.type, ir.Truth) else info.names
                yield info.name, words[value] if words else str(value)

    def standing(self, now: State, *, offers: bool) -> list[str]:
        """What is to be expected where the game stands."""
        outcome, decision = now.outcome, now.decision
        if outcome is not None:
            for seats, verb in ((outcome.winners, "wins"), (outcome.losers, "loses"), (outcome.draws, "draws")):
                if seats:
                    return [f"expect {self.seats[seat]} {verb}" for seat in seats]
        if decision is None:
            return []
        name, found = self.seats[decision.player], []
        if decision.prompt.strip():
            found.append(f'{name} is asked "{decision.prompt}"')
        if offers and len(decision.options) <= MOST_OFFERED:
            words = [self._offer(now, decision, option) for option in decision.options]
            if "" not in words:
                found.append(f"{name} is offered {', '.join(words)}")
        return found

    def _offer(self, now: State, decision: Decision, option: Option) -> str:
        """An option as it is listed; "" if it cannot be told from others."""
        try:
            return self._picked(now, decision, option.id, 0) or "Pass"
        except Unwritable:
            return ""

    # ------------------------------------------------------------------------------------------ trying it

    def wrong_with(self, text: str, state: State) -> str:
        """Why the text does not do: "" if it is a scenario that passes and leads to the same position."""
        report = Report()
        rules = read(Source("the scenario", text), report)
        ready = [] if errors(report) else collect(self.rules, [rules], report, self.others)
        if errors(report) or len(ready) != 1:
            from rulewright.tools.problems import in_short

            return f"its text would not be right: {in_short(report)}"
        if ready[0].program != self.program:
            return "its text would be of another table"
        reference, compiled = engines(ready[0].program)
        for engine in (reference, compiled):
            last: list[State] = []
            try:
                run(ready[0].plan, engine, reference, last.append)
            except Failure as failure:
                return (
                    f"{failure.why} (line {failure.span.line}: {failure.span.source.line(failure.span.line).strip()})"
                )
            if engine is compiled and not same_position(last[-1].cells, state.cells):
                return "it would not lead to the same position"
        return ""


def same_position(one: list[int], two: list[int]) -> bool:
    """The same but for where the generator of chance stands."""
    return len(one) == len(two) and all(a == b for n, (a, b) in enumerate(zip(one, two, strict=True)) if n != CHANCE)


# ------------------------------------------------------------------------------------------------ lines


def needed(told: list[Given | Picked]) -> list[Given | Picked]:
    """Without the answers that a scenario gives by itself: those without another, unless their player answers next."""
    kept: list[Given | Picked] = []
    following: int | None = None
    for event in reversed(told):
        if isinstance(event, Picked):
            if event.forced and following is not None and event.seat != following:
                continue
            following = event.seat
        kept.append(event)
    return kept[::-1]


def in_lines(events: list[Given | Picked], seats: tuple[str, ...]) -> Iterator[str]:
    """The lines: what follows one after the other from one source or seat stands together."""
    head, words = "", list[str]()

    def flush() -> Iterator[str]:
        if words:
            yield f"{head} {', '.join(words)}"
            words.clear()

    for event in events:
        if isinstance(event, Picked) and not event.text:
            yield from flush()
            yield f"{seats[event.seat]} passes"
            continue
        start_of = f"chance {event.source} gives" if isinstance(event, Given) else f"{seats[event.seat]} picks"
        if start_of != head or len(f"{head} {', '.join([*words, event.text])}") > LONGEST:
            yield from flush()
            head = start_of
        words.append(event.text)
    yield from flush()


def titled(state: State) -> str:
    """What the scenario is about, as far as can be told."""
    outcome, decision = state.outcome, state.decision
    told = outcome.reason if outcome is not None else decision.prompt if decision is not None else ""
    told = " ".join(told.replace('"', "'").split())
    return f"A game played to “{told}”" if told else "A game that was played"


# ------------------------------------------------------------------------------------------------ names


def is_name(text: str) -> bool:
    return text.isidentifier()


def seat_names(given: tuple[str, ...], players: int, symbols: Symbols) -> Iterator[str]:
    """Names for the seats that mean nothing else: those of the table, as far as they can be written, or P1, P2 ..."""
    taken = {*symbols.declared, *symbols.members, "Pass"}
    for seat in range(players):
        wish = re.sub(r"\W+", "_", given[seat]).strip("_") if seat < len(given) else ""
        word = wish if is_name(wish) and not keyword.iskeyword(wish.lower()) else f"P{seat + 1}"
        while word in taken:
            word += "_"
        taken.add(word)
        yield word


def file_with(existing: str, scenario: str) -> str:
    """The text of a file with one more scenario in it."""
    return f"{existing.rstrip()}\n\n{scenario}" if existing.strip() else scenario


def free_name(stem: str, existing: str) -> str:
    """A name for a scenario, from that of its file, that no other in the file has."""
    word = re.sub(r"\W+", "_", stem).strip("_").lower()
    word = word if is_name(word) and not keyword.iskeyword(word) else f"game_{word}".rstrip("_")
    taken = set(re.findall(r"^(?:scenario|position)[ \t]+(\w+)", existing, re.M))
    name, number = word, 1
    while name in taken:
        number += 1
        name = f"{word}_{number}"
    return name
