"""A solution as lines for people and as data for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rulewright.tools.solve.solution import ITERATED, Answers, Solution
from rulewright.tools.terminal import table, tables

if TYPE_CHECKING:
    from rulewright.tools.game import Game

NEVER = 0.0005  # probabilities below this are shown as 0


def print_solution(game: Game, solution: Solution, strategy: bool) -> None:
    """The solution, what the first answers are worth, and the strategy if asked for; warnings on standard error."""
    click.echo(f"{game.title}, {game.players} {'player' if game.players == 1 else 'players'}: {solution.method}")
    for what, text in facts(solution):
        click.echo(f"{what:22} {text}")
    if solution.options:
        from rich.text import Text

        answers = table("", "first answer", "#worth")
        for label, worth in sorted(solution.options, key=lambda option: -option[1]):
            answers.add_row(Text(label), number(worth))
        tables().print(answers)
    if strategy and solution.strategy:
        for line in strategy_lines(solution.strategy):
            click.echo(line)
    elif strategy and not solution.stopped:
        click.echo("--strategy is for games with something hidden that two learn.", err=True)
    if not solution.settled:
        click.echo("The values had not settled; take them as rough.", err=True)
    if solution.stopped:
        rest = "" if solution.value is not None else ": no value is known yet"
        click.echo(f"Interrupted after {solution.seconds:.1f} s{rest}.", err=True)


def facts(solution: Solution) -> list[tuple[str, str]]:
    """What there is to say, line by line."""
    found: list[tuple[str, str]] = []
    if solution.value is not None:
        found.append(("value for player 1", number(solution.value)))
    if solution.wins is not None:
        found.append(("player 1 wins", f"{100 * solution.wins:.5f} % of the games"))
    if solution.exploitability is not None:
        found.append(("exploitability", f"{solution.exploitability:.2g}"))
        found.append(("iterations", f"{solution.iterations:,}"))
    if solution.nodes:
        found.append(("size", ", ".join(f"{many:,} {what}" for what, many in solution.nodes.items())))
    if solution.infosets:
        found.append(("information sets", " and ".join(f"{many:,}" for many in solution.infosets)))
    found.append(("time", f"{solution.seconds:.1f} s"))
    return found


def number(value: float) -> str:
    """A value with as many digits as mean something; whole ones without any."""
    near = round(value)
    if abs(value - near) < 1e-9:
        return str(near)
    return f"{value:.7f}"


def strategy_lines(strategy: list[Answers]) -> list[str]:
    """For each seat, by what it was told (what it always is told is left out), what to answer how often."""
    found = []
    for seat in sorted({answers.seat for answers in strategy}):
        mine = [answers for answers in strategy if answers.seat == seat]
        same = common([answers.told for answers in mine])
        for answers in mine:
            told = "; ".join(answers.told[same:]) or "nothing yet"
            found += ["", f"player {seat + 1}, told: {told}", f"  {answers.question}"]
            for label, share in zip(answers.options, answers.probabilities, strict=True):
                found.append(f"  {100 * share:5.1f} %  {label}" if share >= NEVER else f"      -    {label}")
    return found


def common(lists: list[list[str]]) -> int:
    """How many items all begin with."""
    count = 0
    for items in zip(*lists, strict=False):
        if len(set(items)) > 1:
            break
        count += 1
    return count


def as_data(game: Game, solution: Solution, strategy: bool) -> dict[str, Any]:
    """The same for programs."""
    found: dict[str, Any] = {
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "variants": list(game.table.variants),
        "method": solution.method,
        "exact": solution.value is not None and solution.exploitability is None and solution.method != ITERATED,
        "value": solution.value,
        "wins": solution.wins,
        "exploitability": solution.exploitability,
        "iterations": solution.iterations,
        "nodes": solution.nodes,
        "information_sets": list(solution.infosets),
        "first_answers": [{"label": label, "value": value} for label, value in solution.options],
        "seconds": solution.seconds,
        "stopped": solution.stopped,
        "settled": solution.settled,
    }
    if strategy:
        found["strategy"] = [
            {
                "player": answers.seat + 1,
                "told": answers.told,
                "question": answers.question,
                "answers": dict_of(answers),
            }
            for answers in solution.strategy
        ]
    return found


def dict_of(answers: Answers) -> list[dict[str, Any]]:
    pairs = zip(answers.options, answers.probabilities, strict=True)
    return [{"label": label, "probability": share} for label, share in pairs]
