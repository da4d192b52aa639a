"""`rulewright test`: a game's scenarios on both engines, and which numbered rules they test."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.tools.arguments import game_and_variants, game_argument, json_option, print_json, refused

if TYPE_CHECKING:
    from rulewright.tools.scenarios.corners import Corner
    from rulewright.tools.scenarios.coverage import Coverage
    from rulewright.tools.scenarios.exercised import Exercised
    from rulewright.tools.scenarios.outcome import Tested
    from rulewright.tools.scenarios.trials import Trial

MOST_NAMED = 3  # sets of variants in one line
STATES = {"tested": "tested", "untested": "in no scenario", "omitted": "out of play", "missing": "not implemented"}


@click.command(short_help="Run a game's scenarios.")
@game_argument
@click.option("-k", "wanted", default="", metavar="TEXT", help="Only scenarios with TEXT in their name or title.")
@click.option("--rules", "list_rules", is_flag=True, help="List every numbered rule: where it is, what tests it.")
@click.option("--coverage", "cover", is_flag=True, help="List what no scenario exercises: rules, cards, branches.")
@click.option("--options", "corners", is_flag=True, help="Also play random games at the ends of the option ranges.")
@click.option("--seed", type=int, default=1, metavar="S", help="Where chance starts in those games.")
@click.option(
    "--variant", "variants", multiple=True, metavar="NAME",
    help="Only scenarios that play with this variant (name or path). May be given several times.",
)  # fmt: skip
@json_option
def command(
    name: str,
    wanted: str,
    list_rules: bool,
    cover: bool,
    corners: bool,
    seed: int,
    variants: tuple[str, ...],
    as_json: bool,
) -> None:
    """Run the scenarios of GAME (in its file, and in the folders `scenarios` and `variants` beside it), or those of one
    file of scenarios or variants.

    Each runs twice: on the reference interpreter and on the compiled game. With each variant that is tested a few short
    random games are played too, with all checks on (not with -k).

    \b
    Examples:
      rulewright test nosferatu
      rulewright test nosferatu -k stake
      rulewright test nosferatu --rules
      rulewright test nosferatu --coverage
      rulewright test nosferatu --variant longer-night
      rulewright test my/game.rules --options
    """
    from rulewright.tools.problems import RulesError
    from rulewright.tools.scenarios.corners import try_corners
    from rulewright.tools.scenarios.exercised import exercised
    from rulewright.tools.scenarios.suite import chosen, perform, suite
    from rulewright.tools.scenarios.trials import trials

    try:
        game, at_the_table = game_and_variants(name)
        found = suite(game, (*at_the_table, *variants))
        played = [] if wanted else trials(found, seed)
    except RulesError as error:
        if as_json:
            refused(error)
        raise
    tested = list(perform(found, wanted))
    tried = try_corners(found.game, 20, seed) if corners else []
    covered = exercised(found.game, chosen(found, wanted)) if cover else None
    failed = [t for t in tested if not t.passed]
    if as_json:
        print_json(as_data(tested, found.coverage, tried, covered, played))
    else:
        for lines in told_once(failed):
            click.echo("\n".join(lines) + "\n")
        report(tested, found.coverage, list_rules, some=bool(wanted or variants) or found.one_file)
        for line in trial_words(played):
            click.echo(line)
        if covered is not None:
            report_exercised(covered, found.coverage)
        for corner in tried:
            click.echo(corner_words(corner))
    click.get_current_context().exit(1 if failed or any(c.fault for c in tried) or any(t.fault for t in played) else 0)


def told_once(failed: list[Tested]) -> list[list[str]]:
    """The failures; what went wrong alike on both engines is told once."""
    by_story: dict[tuple[str, ...], list[Tested]] = {}
    for tested in failed:
        by_story.setdefault((tested.name, *words(tested, "")), []).append(tested)
    return [words(same[0], " and ".join(t.engine for t in same)) for same in by_story.values()]


def words(tested: Tested, engines: str) -> list[str]:
    """A failure, with the line and the values."""
    failure = tested.failure
    assert failure is not None
    span = failure.span
    return [
        f"FAILED {tested.name} “{tested.title}” ({engines})",
        f"  {span.source.name}:{span.line}  {span.source.line(span.line).strip()}",
        f"  {failure.why}",
        *(f"    {line}" for line in failure.detail),
    ]


def report(tested: list[Tested], coverage: Coverage, list_rules: bool, some: bool) -> None:
    """The summary, and the rules. If only some scenarios ran, how many rules they test is told only if it is asked."""
    names = {t.name for t in tested}
    bad = {t.name for t in tested if not t.passed}
    click.echo(f"{len(names)} scenarios on both engines: {len(names) - len(bad)} passed, {len(bad)} failed.")
    if not coverage.rules or (some and not list_rules):
        return
    counts = [f"{coverage.count(state)} {word}" for state, word in STATES.items() if coverage.count(state)]
    guessed = sum(bool(r.reconstructed) for r in coverage.rules)
    more = f" {guessed} of them {'is' if guessed == 1 else 'are'} reconstructed." if guessed else ""
    click.echo(f"{len(coverage.rules)} numbered rules: {', '.join(counts)}.{more}")
    if not list_rules:
        return
    for status in coverage.rules:
        tests = ", ".join(status.tests) or "in no scenario"
        where = [status.places, tests] if status.places else [status.omitted]
        where += [f"reconstructed: {status.reconstructed}"] if status.reconstructed else []
        click.echo(f"  {status.rule:10} {STATES[status.state]:16} {'; '.join(filter(None, where))}")


def report_exercised(found: Exercised, coverage: Coverage) -> None:
    """What no scenario exercises."""
    from rulewright.tools.heat.words import in_columns, of_kinds

    came = sum(bool(p.times) for p in found.places)
    click.echo(f"{came:,} of {len(found.places):,} places in the rules come up in a scenario.")
    untested = [f"  {r.rule:10} {r.places}" for r in coverage.rules if r.state == "untested"]
    requirements = [f"  {r.place}  {r.name}: {r.reason}" for r in found.unrefused]
    for title, lines in (
        ("Numbered rules that no scenario cites", untested),
        ("Places that no scenario comes to", list(in_columns(found.never))),
        ("Requirements that keep nothing off in any scenario", requirements),
        ("Cards and tokens that no scenario moves, turns or chooses", list(of_kinds(found.idle))),
    ):
        if lines:
            click.echo("\n".join([f"\n{title}:", *lines]))


def corner_words(corner: Corner) -> str:
    options = ", ".join(f"{k}={v}" for k, v in corner.options.items())
    if corner.refused:
        return f"  {corner.players} players, {options}: refused by the game's own checks"
    return f"  {corner.players} players, {options}: " + (corner.fault or f"{corner.games} games, no check failed")


def trial_words(played: list[Trial]) -> list[str]:
    """What the random games with variants came to: a line in all, and one for each table where something broke."""
    if not played:
        return []
    from rulewright.tools.report_run import count

    names = list(dict.fromkeys(" and ".join(trial.variants) for trial in played))
    which = ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} sets of variants"
    broken = [f"  {' and '.join(t.variants)}, {t.players} players: {t.fault}" for t in played if t.fault]
    what = f"something broke at {count(len(broken), 'table')}" if broken else "no check failed"
    return [f"{sum(t.games for t in played)} short random games with {which}, all checks on: {what}.", *broken]


def as_data(
    tested: list[Tested], coverage: Coverage, corners: list[Corner], covered: Exercised | None, played: list[Trial]
) -> dict[str, object]:
    from rulewright.tools.scenarios import exercised

    more = {} if covered is None else {"coverage": exercised.as_data(covered)}
    return {
        **more,
        "scenarios": [
            {
                "name": t.name,
                "title": t.title,
                "engine": t.engine,
                "passed": t.passed,
                "rules": list(t.refs),
                "failure": None
                if t.failure is None
                else {
                    "file": t.failure.span.source.name,
                    "line": t.failure.span.line,
                    "why": t.failure.why,
                    "detail": list(t.failure.detail),
                },
            }
            for t in tested
        ],
        "rules": [
            {
                "rule": r.rule,
                "state": r.state,
                "lines": list(r.lines),
                "elsewhere": list(r.elsewhere),
                "tests": list(r.tests),
                "omitted": r.omitted,
                "reconstructed": r.reconstructed,
            }
            for r in coverage.rules
        ],
        "corners": [
            {"players": c.players, "options": c.options, "games": c.games, "fault": c.fault, "refused": c.refused}
            for c in corners
        ],
        "trials": [
            {"variants": list(t.variants), "players": t.players, "games": t.games, "fault": t.fault} for t in played
        ],
    }
