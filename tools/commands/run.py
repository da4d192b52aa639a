"""`rulewright run`: many games at once, and what became of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.tools.arguments import (
    bot_parsed,
    game_argument,
    json_option,
    opened,
    players_option,
    print_json,
    seed_option,
    table_options,
)

if TYPE_CHECKING:
    from rulewright.runtime.bots import BotName


@click.command(short_help="Play many games and count how they end.")
@game_argument
@click.option("-g", "--games", default=1000, show_default=True, type=click.IntRange(1, 1_000_000_000), help="How many.")
@players_option
@seed_option
@click.option("-j", "--jobs", type=click.IntRange(1, 1024), help="Processes at work. Default: one for each processor.")
@click.option(
    "--bot", "bots", multiple=True, metavar="[SEAT=]BOT", callback=bot_parsed,
    help="Who plays, at every seat or at one: random (the default), first, greedy, flat:N, mcts:N (N games thought"
    " through for an answer).",
)  # fmt: skip
@click.option(
    "--limit", default=10_000, show_default=True, type=click.IntRange(1),
    help="Decisions after which a game counts as unfinished.",
)  # fmt: skip
@click.option(
    "--record", metavar="FILE",
    help="Write down the first game (if the rules break: the game they break in) as a replay.",
)  # fmt: skip
@click.option("--counts", metavar="FILE", help="Count everything that happens, for `graph --heat` and `coverage`.")
@table_options
@json_option
def command(
    name: str,
    games: int,
    players: int | None,
    seed: int | None,
    jobs: int | None,
    bots: dict[int, BotName],
    limit: int,
    record: str | None,
    counts: str | None,
    options: dict[str, str],
    variants: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play GAME many times, without anybody watching, and count how the games end.

    The result depends on the seed and not on the number of jobs.

    \b
    Examples:
      rulewright run nosferatu --games 10000 --players 6
      rulewright run pig --seed 7 --option goal=50
      rulewright run pig --games 1 --record pig.replay
      rulewright run nosferatu --counts nosferatu.counts
      rulewright run pig --games 20 --bot 1=mcts:100 --bot 2=greedy
    """
    from rulewright.runtime.wording import listed
    from rulewright.tools.bots.seats import seated
    from rulewright.tools.parallel import processors
    from rulewright.tools.progress import counting
    from rulewright.tools.report_run import as_data, print_run
    from rulewright.tools.simulate import MANY, Plan, simulate

    game = opened(name, players, options, variants, as_json)
    asked = game.seed if seed is None else seed
    at_seats = seated(bots, game.players)
    if len(set(at_seats)) == 1 and not at_seats[0].thinks:
        plan = Plan(games, 1 if asked is None else asked, limit, at_seats[0].kind, counts is not None)
    else:
        many = listed(map(str, at_seats))
        plan = Plan(games, 1 if asked is None else asked, limit, many, counts is not None, at_seats)
    at_work = jobs or processors()
    with counting(f"{game.title}, {game.players} players", games) as step:
        few = games < MANY and not plan.bots
        run = simulate(game, plan, 1 if jobs is None and few else at_work, step)
    if record:
        from rulewright.tools.output import whole_file
        from rulewright.tools.recording import recorded

        replay = recorded(game, plan, run.tally.broken.game if run.tally.broken else 0)
        whole_file(record, replay.text().encode("utf-8"))
    if counts:
        from rulewright.tools.heat.counts import counts_of, to_json
        from rulewright.tools.output import whole_file

        whole_file(counts, to_json(counts_of(game, plan, run), game).encode("utf-8"))
    if as_json:
        print_json(as_data(game, plan, run))
    else:
        print_run(game, plan, run)
    if run.tally.broken:
        click.get_current_context().exit(1)
    if run.stopped:
        click.get_current_context().exit(130)
