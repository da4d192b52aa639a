"""A game at the keyboard: whose turn it is, what that seat may see, what it answers.

`Session` knows the state and the seats that people play; `Screen` is where lines go and answers come from. A seat is
shown its own view and its own log, and the screen is passed on (and cleared) where several people share it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from attrs import define, field

from rulewright.compiler.words.text import is_many
from rulewright.runtime.bots import Bot, answer_of
from rulewright.runtime.decision import Decision, Option, Outcome
from rulewright.runtime.engine import RuleFault
from rulewright.runtime.log import lines
from rulewright.runtime.schema import ENDING
from rulewright.runtime.state import State
from rulewright.runtime.view import View
from rulewright.runtime.why import WhyNot
from rulewright.runtime.wording import Wording, listed
from rulewright.tools.view_text import view_lines

NEWS = 20  # lines of news shown at once
HELP = """\
  a number       take that option (or type the beginning of its words)
  v              look at the table again
  l              everything you were told so far
  why ANSWER     why you cannot answer that (why Kill)
  u              take back the last answer
  q              leave the game
  ?              this help"""


class Leave(Exception):
    """Somebody wants to stop."""


class Screen(Protocol):
    """Where a person sits."""

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line. Styles: title, quiet, warning."""
        ...

    def ask(self, prompt: str) -> str:
        """One line of an answer. Raises Leave when there are no more."""
        ...

    def clear(self) -> None:
        """Let nobody see what stood here."""
        ...


@define
class Session:
    """`bots` are the seats that nobody sits at. `keep` is shown the game before every question to a person, and when it
    is over or left."""

    state: State
    screen: Screen
    bots: Mapping[int, Bot]
    teams: Sequence[str] = ()  # by the id of a result, the group that wins by it
    keep: Callable[[State], None] = lambda state: None
    look: Callable[[Wording, View], list[str]] = view_lines  # a view as text
    looking: int | None = None  # the seat at the screen
    heard: dict[int, int] = field(factory=dict)  # by seat, how many events it has been shown

    def run(self) -> Outcome | None:
        """Play to the end; None if somebody left."""
        try:
            while (decision := self.state.decision) is not None:
                self.step(decision)
        except Leave:
            return None
        finally:
            self.keep(self.state)
        self.finish()
        return self.state.outcome

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.state.schema.players) if seat not in self.bots]

    def name(self, seat: int) -> str:
        return self.state.wording.seat(seat)

    # ------------------------------------------------------------------------------------------ a question

    def step(self, decision: Decision) -> None:
        """Get one answer, from a bot or from a person."""
        seat = decision.player
        if seat in self.bots:
            self.state.apply(answer_of(self.bots[seat], self.state, decision))
            return
        if decision.forced:
            option = decision.options[0]
            if len(self.people) == 1:
                self.screen.say(f"{decision.prompt}: {option.label} (there is no other option)", "quiet")
            self.state.apply(option)
            return
        self.keep(self.state)
        self.hand_over(seat)
        self.news(seat)
        self.table(seat)
        self.question(decision)

    def hand_over(self, seat: int) -> None:
        """Several people at one screen: nobody is to see another's view."""
        if seat == self.looking:
            return
        if len(self.people) > 1:
            if self.looking is not None:
                self.screen.clear()
            self.screen.say(f"Pass the screen to {self.name(seat)}.", "title")
            self.screen.ask("Press Enter when nobody else is looking. ")
            self.screen.clear()
        self.looking = seat

    def news(self, seat: int) -> None:
        """What the seat was told since it last looked."""
        told = self.unheard(seat)
        if not told:
            return
        self.screen.say()
        if len(told) > NEWS:
            self.screen.say(f"  ... {len(told) - NEWS} more lines before these (l shows them)", "quiet")
        for line in told[-NEWS:]:
            self.screen.say(f"  {line}", "quiet")

    def unheard(self, seat: int) -> list[str]:
        events = self.state.events
        told = lines(self.state.wording, events[self.heard.get(seat, 0) :], seat)
        self.heard[seat] = len(events)
        return told

    def table(self, seat: int) -> None:
        self.screen.say()
        for line in self.look(self.state.wording, self.state.view(seat)):
            self.screen.say(line)

    def question(self, decision: Decision) -> None:
        """Ask until the game has gone on, or back."""
        self.offer(decision)
        moved = False
        while not moved:
            answer = self.screen.ask("> ").strip()
            match answer.lower():
                case "":
                    self.offer(decision)
                case "?" | "h" | "help":
                    self.screen.say(HELP)
                case "v":
                    self.table(decision.player)
                    self.offer(decision)
                case "l":
                    for line in self.state.log(decision.player):
                        self.screen.say(f"  {line}", "quiet")
                case "u":
                    moved = self.undo()
                case "q":
                    raise Leave
                case "why" | "why not":
                    self.screen.say("Say what you would like to answer: why ANSWER.", "warning")
                case words if words.startswith("why "):
                    self.explain(decision, answer[len("why ") :])
                case _:
                    moved = self.take(decision, answer)

    def offer(self, decision: Decision) -> None:
        self.screen.say()
        self.screen.say(f"{self.name(decision.player)}: {decision.prompt}", "title")
        width = len(str(len(decision.options)))
        for number, option in enumerate(decision.options, 1):
            self.screen.say(f"  {number:>{width}}  {option.label}")

    def take(self, decision: Decision, answer: str) -> bool:
        """Take the option that was meant, if that can be told; else say why it cannot be, if it means anything."""
        option = chosen(decision, answer)
        if option is None:
            meant = self.why_not(decision, answer)
            if meant.allowed and meant.option is not None:  # by another of its names
                return self.apply(meant.option)
            if not meant.allowed and meant.kind != "no such answer":
                self.screen.say(f"{meant.text}. (why {answer} tells more)", "warning")
            else:
                advice = f"Type a number from 1 to {len(decision.options)}; ? shows what else there is."
                self.screen.say(advice, "warning")
            return False
        return self.apply(option.id)

    def apply(self, option: int) -> bool:
        """Take an option, unless the rules break by it."""
        try:
            self.state.apply(option)
        except RuleFault as fault:
            self.screen.say(f"The rules break here ({fault.where}): {fault.why}. Choose something else.", "warning")
            return False
        return True

    def why_not(self, decision: Decision, answer: str) -> WhyNot:
        """Why an answer is not on offer, as the seat that is asked may know it."""
        return self.state.why_not(answer, decision.player)

    def explain(self, decision: Decision, answer: str) -> None:
        """`why ANSWER` and `why not ANSWER`, with or without a question mark."""
        answer = answer.strip().removesuffix("?").strip()
        option = chosen(decision, answer) if answer.isdecimal() else None
        found = self.why_not(decision, answer if option is None else option.label)
        if found.kind == "no such answer" and answer.lower().startswith("not "):
            found = self.why_not(decision, answer[len("not ") :])
        self.screen.say(f"{found.text}.")
        for value in found.values:
            self.screen.say(f"  {value}", "quiet")

    # ------------------------------------------------------------------------------------------ going back

    def undo(self) -> bool:
        """Back to the last question that a person answered, if need be past what bots did since."""
        back, revealed = self.state.clone(), False
        while back.can_undo:
            revealed = back.undo_reveals() or revealed
            back.undo()
            decision = back.decision
            if decision is not None and decision.player not in self.bots and not decision.forced:
                break
        else:
            self.screen.say("There is nothing to take back.", "warning")
            return False
        if revealed:
            self.screen.say("Something was revealed since (a card, a die, a choice): taking it back is not fair play.")
            if not self.screen.ask("Take it back all the same? [y/N] ").strip().lower().startswith("y"):
                return False
        self.state = back
        self.heard = {seat: min(events, len(back.events)) for seat, events in self.heard.items()}
        self.screen.say("Taken back.", "quiet")
        return True

    # ------------------------------------------------------------------------------------------ the end

    def finish(self) -> None:
        """The last news, and who won."""
        everybody = len(self.people) != 1
        seat = self.people[0] if self.people else 0
        if everybody:
            self.screen.say()
        else:
            self.news(seat)
            self.table(seat)
        outcome = self.state.outcome
        assert outcome is not None, "the game is over"
        self.screen.say()
        ending = self.state.cells[ENDING] - 1
        team = self.teams[ending] if 0 <= ending < len(self.teams) else ""
        self.screen.say(verdict(outcome, [self.name(s) for s in range(self.state.schema.players)], team), "title")
        if not everybody:
            won, lost = seat in outcome.winners, seat in outcome.losers
            self.screen.say("You win." if won else "You lose." if lost else "It is a draw.")
        if any(score not in (-1, 0, 1) for score in outcome.scores):
            self.screen.say("scores: " + ", ".join(f"{self.name(s)} {n}" for s, n in enumerate(outcome.scores)))


def chosen(decision: Decision, answer: str) -> Option | None:
    """The option that was meant: its number, its words, or their beginning where only one begins so."""
    if answer.isascii() and answer.isdigit():
        number = int(answer)
        return decision.options[number - 1] if 1 <= number <= len(decision.options) else None
    wanted = answer.casefold()
    fitting = [o for o in decision.options if o.label.casefold() == wanted]
    fitting = fitting or [o for o in decision.options if o.label.casefold().startswith(wanted)]
    return fitting[0] if len(fitting) == 1 else None


def verdict(outcome: Outcome, names: list[str], team: str = "") -> str:
    """Who won (`team` is what the winners are called together), and why."""
    because = f": {outcome.reason}" if outcome.reason else ""
    if not outcome.winners:
        return ("A draw" if outcome.draws else "Nobody wins") + f"{because}."
    verb = "wins" if len(outcome.winners) == 1 else "win"
    winners = listed(names[s] for s in outcome.winners)
    if team and len(outcome.winners) < len(names):
        return f"{team} {'win' if is_many(team) else 'wins'} ({winners}){because}."
    return f"{winners} {verb}{because}."
