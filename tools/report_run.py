"""What came of many games, as tables for people and as data for programs."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import click
from attrs import frozen

from rulewright.runtime.wording import Wording, listed
from rulewright.tools.bots.standings import standings
from rulewright.tools.problems import broken
from rulewright.tools.simulate import Plan, Run, game_seed
from rulewright.tools.terminal import table, tables

if TYPE_CHECKING:
    from rulewright.tools.game import Game

NO_RESULT = "the flow came to its end"  # the reason where a game ends without a result: a draw
DRAW, VARIOUS = "a draw", "various seats"


@frozen
class Ending:
    """A way in which games ended: `winners` is a group that wins by it, or the seats."""

    reason: str
    winners: str
    games: int


def endings(game: Game, run: Run) -> list[Ending]:
    """The endings, most frequent first. Where many different seats win by one reason they share a line."""
    counted: Counter[tuple[str, str]] = Counter()
    for (result, won, lost), games in run.tally.endings.items():
        reason = run.schema.results[result].reason if result >= 0 else NO_RESULT
        counted[reason, who(game, run, result, won, lost)] += games
    crowded = {reason for reason, lines in Counter(r for r, _ in counted).items() if lines > game.players + 1}
    merged: Counter[tuple[str, str]] = Counter()
    for (reason, winners), games in counted.items():
        merged[reason, VARIOUS if reason in crowded else winners] += games
    ordered = sorted(merged.items(), key=lambda item: (-item[1], item[0]))
    return [Ending(reason, winners, games) for (reason, winners), games in ordered]


def who(game: Game, run: Run, result: int, won: int, lost: int) -> str:
    """Who won by a result: its group if it always is the same, else the seats."""
    team = game.table.teams[result] if 0 <= result < len(game.table.teams) else ""
    if team:
        return team
    if not won:
        return "nobody" if lost else DRAW
    wording = Wording(run.schema, game.seats)
    return listed(wording.seat(seat) for seat in range(game.players) if won >> seat & 1)


def wins_by_team(game: Game, run: Run) -> dict[str, int]:
    """How many games each team won, where results name teams."""
    wins: Counter[str] = Counter()
    for (result, _, _), games in run.tally.endings.items():
        team = game.table.teams[result] if 0 <= result < len(game.table.teams) else ""
        if team and not team.startswith("nobody"):
            wins[game.table.teams[result]] += games
    return dict(sorted(wins.items(), key=lambda item: (-item[1], item[0])))


def wins_by_seat(game: Game, run: Run) -> list[int]:
    """How many games each seat won."""
    wins = [0] * game.players
    for (_, won, _), games in run.tally.endings.items():
        for seat in range(game.players):
            wins[seat] += games * (won >> seat & 1)
    return wins


def print_run(game: Game, plan: Plan, run: Run) -> None:
    """The tables; on standard error what went wrong."""
    from rich.text import Text

    tally = run.tally
    if tally.games:
        title = f"{game.title}, {game.players} players: {count(tally.games, 'game')}, seed {plan.seed}"
        endings_table = table(title, "how it ended", "who won", "#games", "#share")
        for ending in endings(game, run):
            row = (ending.reason, ending.winners, f"{ending.games:,}", share(ending.games, tally.games))
            endings_table.add_row(*map(Text, row))
        if tally.unfinished:
            reason = f"unfinished after {plan.limit:,} decisions"
            row = (reason, "", f"{tally.unfinished:,}", share(tally.unfinished, tally.games))
            endings_table.add_row(*row, style="yellow")
        tables().print(endings_table)
        for team, games in wins_by_team(game, run).items():
            click.echo(f"{f'{team} won':20} {share(games, tally.games)}")
        names = dict(enumerate(game.seats))
        seats = (f"{names.get(i, i + 1)}: {share(w, tally.games)}" for i, w in enumerate(wins_by_seat(game, run)))
        click.echo(f"wins by seat         {'   '.join(seats)}")
        if plan.bots:
            print_standings(game, plan, run)
        mean = f"{tally.decisions / tally.games:,.1f}"
        if tally.rounds is not None:
            click.echo(f"rounds in a game     {tally.rounds / tally.games:,.1f} on average")
        click.echo(f"decisions in a game  {mean} on average, {tally.fewest:,} to {tally.most:,}")
        pace = f"{tally.games / run.seconds:,.0f} games a second" if run.seconds > 0 else ""
        click.echo(f"pace                 {pace} ({run.seconds:.1f} s, {count(run.jobs, 'process', 'processes')})")
    if tally.broken:
        number, why, where = tally.broken.game, tally.broken.why, tally.broken.where
        click.echo(broken(why, where, game.source_of(where), sys.stderr), err=True)
        seed = game_seed(plan.seed, number)
        click.echo(f"  = in game {number + 1:,} of {plan.games:,}, whose own seed is {seed}", err=True)
    if run.stopped:
        click.echo(f"Interrupted after {tally.games:,} of {plan.games:,} games.", err=True)


def print_standings(game: Game, plan: Plan, run: Run) -> None:
    """Who won how often: each seat with its bot, and how sure that is."""
    from rich.text import Text

    wording = Wording(run.schema, game.seats)
    bots = table("", "seat", "bot", "#wins", "#share", "#95 % interval")
    for one in standings(plan, run.tally):
        low, high = one.interval
        cells = (wording.seat(one.seat), one.bot, f"{one.wins:,}", share(one.wins, one.games))
        bots.add_row(*map(Text, cells), f"{100 * low:.1f} to {100 * high:.1f} %")
    tables().print(bots)


def as_data(game: Game, plan: Plan, run: Run) -> dict[str, Any]:
    """The same for programs."""
    tally = run.tally
    return {
        "game": game.name,
        "players": game.players,
        "options": dict(game.options),
        "variants": list(game.table.variants),
        "seats": list(game.seats),
        "seed": plan.seed,
        "bot": plan.bot,
        "limit": plan.limit,
        "asked": plan.games,
        "games": tally.games,
        "unfinished": tally.unfinished,
        "endings": [
            {"reason": e.reason, "winners": e.winners, "games": e.games, "share": e.games / tally.games}
            for e in endings(game, run)
        ],
        "wins_by_team": wins_by_team(game, run),
        "wins_by_seat": wins_by_seat(game, run),
        "bots": [
            {"seat": one.seat + 1, "bot": one.bot, "wins": one.wins, "interval": list(one.interval)}
            for one in standings(plan, tally)
        ],
        "rounds": {"mean": tally.rounds / tally.games if tally.rounds is not None and tally.games else None},
        "decisions": {
            "mean": tally.decisions / tally.games if tally.games else None,
            "least": tally.fewest,
            "most": tally.most,
        },
        "seconds": run.seconds,
        "jobs": run.jobs,
        "stopped": run.stopped,
        "broken": None
        if tally.broken is None
        else {"game": tally.broken.game, "why": tally.broken.why, "where": tally.broken.where},
    }


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def count(number: int, one: str, more: str = "") -> str:
    return f"{number:,} {one if number == 1 else more or one + 's'}"
