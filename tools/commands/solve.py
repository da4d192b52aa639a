"""`rulewright solve`: what a small game is worth under best play."""

from __future__ import annotations

import click

from rulewright.tools.arguments import game_argument, json_option, opened, players_option, print_json, table_options
from rulewright.tools.solve.limits import LARGEST


@click.command(short_help="Find out what a small game is worth.")
@game_argument
@players_option
@table_options
@click.option(
    "--iterations", default=1000, show_default=True, type=click.IntRange(1, 10_000_000), metavar="N",
    help="How long two seats learn, where something is hidden.",
)  # fmt: skip
@click.option(
    "--until", "enough", default=0.0, type=click.FloatRange(0), metavar="E",
    help="Stop learning once the exploitability is no more than E.",
)  # fmt: skip
@click.option(
    "--largest", default=LARGEST, show_default=True, type=click.IntRange(1), metavar="N",
    help="Give up a game with more positions (or nodes of its tree) than this.",
)  # fmt: skip
@click.option("--strategy", is_flag=True, help="Where something is hidden, also print what to answer how often.")
@json_option
def command(
    name: str,
    players: int | None,
    options: dict[str, str],
    variants: tuple[str, ...],
    iterations: int,
    enough: float,
    largest: int,
    strategy: bool,
    as_json: bool,
) -> None:
    """Compute the value of GAME under best play. For small games for one or two, in which one's gain is the other's
    loss.

    Where every seat always knows the position, by going through all positions; where not, by counterfactual regret
    minimisation (CFR+) over what each seat knows. Ctrl-C stops and prints what there is.

    \b
    Examples:
      rulewright solve tic_tac_toe
      rulewright solve pig --option goal=20
      rulewright solve kuhn_poker --iterations 500 --strategy
    """
    from rulewright.tools.progress import counting
    from rulewright.tools.solve.limits import TooLarge, Unsolvable
    from rulewright.tools.solve.report import as_data, print_solution
    from rulewright.tools.solve.solution import solve

    game = opened(name, players, options, variants, as_json)
    try:
        solution = solve(game.engine, counting, iterations, largest, enough)
    except Unsolvable as reason:
        advice = " --largest N allows more." if isinstance(reason, TooLarge) else ""
        raise click.UsageError(f"{game.title} cannot be solved: {reason}.{advice}") from None
    if as_json:
        print_json(as_data(game, solution, strategy))
    else:
        print_solution(game, solution, strategy)
    if solution.stopped:
        click.get_current_context().exit(130)
