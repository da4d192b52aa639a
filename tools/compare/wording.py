"""A comparison in words: numbers as people read them, sentences that claim no more than intervals allow, and notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, isfinite, log10

from rulewright.tools.compare.contest import Result
from rulewright.tools.compare.differences import Difference, Line, first_line, judged
from rulewright.tools.compare.figures import ENDINGS, MAIN, WINS
from rulewright.tools.compare.intervals import Estimate
from rulewright.tools.report_run import count

MOST_DIGITS = 4


def digits(line: Line) -> int:
    """Digits after the point: as many as the narrowest interval of a line calls for, and one at least."""
    scale = 100 if line.figure.share else 1
    found = [*line.values, *(d.estimate for d in line.differences if d is not None)]
    widths = [e.half_width * scale for e in found if e is not None and isfinite(e.half_width) and e.half_width > 0]
    return max(1, min(MOST_DIGITS, -floor(log10(min(widths))))) if widths else 1


def value(line: Line, estimate: Estimate | None) -> str:
    """`51.2 % ±1.5`, or `0.2 % (0.1 to 0.4)` where the interval is lopsided; or nothing."""
    return "" if estimate is None else _written(line, estimate, sign="", unit=" %" if line.figure.share else "")


def difference(line: Line, found: Difference | None) -> str:
    """`+1.2 ±1.5`, in percentage points for shares; or nothing."""
    return "" if found is None else _written(line, found.estimate, sign="+")


def claim(found: Difference | None) -> str:
    """What is claimed, in a word."""
    if found is None:
        return ""
    if found.claimed:
        return "higher" if found.estimate.value > 0 else "lower"
    if found.alike:
        return "alike"
    return "few cases" if found.few else "one of many" if found.suspected else ""


def _written(line: Line, estimate: Estimate, *, sign: str, unit: str = "") -> str:
    number = _scaled(line, estimate.value, sign)
    below, above = (_scaled(line, side) for side in (estimate.value - estimate.low, estimate.high - estimate.value))
    return f"{number}{unit} ±{below}" if below == above else f"{number}{unit} ({interval(line, estimate, sign)})"


def interval(line: Line, estimate: Estimate, sign: str = "+") -> str:
    """`-0.3 to +2.7`."""
    return f"{_scaled(line, estimate.low, sign)} to {_scaled(line, estimate.high, sign)}"


def _scaled(line: Line, x: float, sign: str = "") -> str:
    """A number as this line shows them: percent for shares."""
    return f"{x * (100 if line.figure.share else 1):{sign},.{digits(line)}f}" if isfinite(x) else "?"


# ------------------------------------------------------------------------------------------------ the verdict


def verdict(result: Result, lines: Sequence[Line], other: int) -> list[str]:
    """What can be said of ruleset `other` against the first one."""
    letter = result.rulesets[other].letter
    compared = [line for line in lines if line.differences[other] is not None]
    main = [line for line in compared if line.figure.section in MAIN]
    if not main:
        return [f"A and {letter} have no figure in common."]
    together = judged(lines, main=True)
    if all(_of(line, other).alike for line in compared):
        games = count(result.games, "pair")
        return [
            f"{games} of games came out alike in every figure: where A and {letter} part, it did not matter in this"
            " play. No difference can be claimed."
        ]
    told = [line for n, line in enumerate(main) if n == 0 or _of(line, other).claimed]
    said = [f"{_subject(line)}: {_sentence(line, _of(line, other), letter, together)}" for line in told]
    rest = len(main) - len(told)
    if rest:
        which = "one other figure" if rest == 1 else f"other {rest} figures"
        said.append(f"For the {which} of these tables no difference can be claimed.")
    others = [line for line in compared if line.figure.section not in MAIN]
    if others:
        beyond = sum(_of(line, other).claimed for line in others)
        said.append(
            f"Of the {count(len(others), 'figure')} on phases, choices and components, {beyond or 'none'}"
            f" {'differs' if beyond < 2 else 'differ'} by more than chance explains."
        )
    return said


def _of(line: Line, other: int) -> Difference:
    found = line.differences[other]
    assert found is not None, "only lines that compare the two are asked"
    return found


def _subject(line: Line) -> str:
    label = line.figure.label
    if line.figure.section == WINS:
        return f"Wins of {label}"
    if line.figure.section == ENDINGS:
        return f"Ending “{label}”"
    return label[:1].upper() + label[1:]


def _sentence(line: Line, found: Difference, letter: str, together: int) -> str:
    estimate, share = found.estimate, line.figure.share
    unit = " percentage points" if share else ""
    if found.claimed:
        near, far = sorted((abs(estimate.low), abs(estimate.high)))
        more = ("more often", "less often") if share else ("higher", "lower")
        by = _scaled(line, near) if near == far else f"{_scaled(line, near)} to {_scaled(line, far)}"
        return f"{more[estimate.value < 0]} in {letter} than in A, by {by}{unit}."
    nothing = "no difference can be claimed"
    if found.alike:
        bound = f"; if there is one, it is at most {_scaled(line, estimate.high)}{unit}" if estimate.high > 0 else ""
        return f"the same in every one of {line.games:,} pairs of games: {nothing}{bound}."
    if found.few:
        return f"it came about in too few games: {nothing}."
    if found.suspected:
        return (
            f"{nothing}. Alone its interval, {interval(line, estimate)}{unit}, would leave out 0, but it is one of"
            f" {together} that are judged together."
        )
    if not isfinite(estimate.half_width):
        return f"{nothing} from a single game."
    return (
        f"{nothing}; if there is one, {letter} is at most {_scaled(line, -estimate.low)} lower and at most"
        f" {_scaled(line, estimate.high)}{unit} higher."
    )


# ------------------------------------------------------------------------------------------------ notes


def heading(result: Result) -> str:
    """What was done."""
    games = f"{count(result.games, 'game')} each"
    play = "random play" if result.contest.bot == "random" else f"bot `{result.contest.bot}`"
    return f"{count(len(result.rulesets), 'ruleset')}, {play}, {games}"


def stopping(result: Result) -> str:
    """Why there were no more games; nothing if there were as many as asked for."""
    contest = result.contest
    if contest.precision is None or result.stopped or result.broken:
        return ""
    reached = "not " if result.wide else ""
    width = f" (it is ±{100 * result.half_width:.2g})" if result.half_width is not None else ""
    return (
        f"The wanted precision, ±{100 * contest.precision:g} percentage points for the difference of the first figure,"
        f" was {reached}reached after {result.games:,} games{width}."
    )


def notes(result: Result, lines: Sequence[Line]) -> Iterator[str]:
    """How to read it all, and what it does not say."""
    methods = list(
        dict.fromkeys(
            (d.estimate.method, "shares" if line.figure.share else "means")
            for line in lines
            for d in line.differences
            if d is not None
        )
    )
    of_differences = ", ".join(f"{method} for {what}" for method, what in methods)
    yield (
        "An interval holds the true value in about 95 of 100 comparisons. Methods: Wilson for shares, t for means; for"
        f" differences {of_differences}. Shares are percentages of games, their differences percentage points."
    )
    main, others = judged(lines, main=True), judged(lines, main=False)
    yield (
        f"“higher” and “lower” are claims. They are adjusted by Holm's method for the {main} differences in who wins,"
        f" how games end and how long they are, and apart from them for the {others} others: within each of the two"
        " groups the chance of even one false claim is at most 5 %. “one of many”: its own interval leaves out 0, which"
        " among so many is no surprise. “few cases”: too few games to say anything. “alike”: the same in every pair of"
        " games."
    )
    counted = result.sums[0].counted
    if counted < result.games:
        yield f"Phases, choices and components were counted in the first {counted:,} games, all else in every game."
    if any(line.figure.name == (ENDINGS, "unfinished") for line in lines):
        limit = f"{result.contest.limit:,} decisions"
        yield f"Games were stopped after {limit}: unfinished ones are won by nobody, and are as long as that."
    yield from _pairing(result, lines)
    if result.contest.bot == "random":
        yield "All seats answer at random. What good players would make of the rules is another question."


def _pairing(result: Result, lines: Sequence[Line]) -> Iterator[str]:
    """What the same seeds were worth."""
    for other, ruleset in enumerate(result.rulesets):
        if other == 0:
            continue
        if other not in result.joint:
            yield f"A and {ruleset.letter} have different seeds: their games are independent."
            continue
        line = first_line(lines)
        found = line.differences[other] if line is not None else None
        if line is None or found is None or found.differ is None:
            continue
        saved = f"as much as {found.games_saved:.1f} times the games" if found.games_saved else "more than can be said"
        yield (
            f"A and {ruleset.letter} have the same seeds. {_subject(line)} came out differently in {found.differ:,} of"
            f" {line.games:,} pairs; for that figure the same seeds are worth {saved}."
        )
