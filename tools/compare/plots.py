"""Plots of a comparison, drawn by matplotlib: sums and lines in, SVG text out that can stand in an HTML page.

The SVG has its texts as texts, names nothing outside itself, and is the same for the same comparison.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure as Canvas

from rulewright.tools.compare.contest import Result
from rulewright.tools.compare.differences import Line
from rulewright.tools.compare.figures import ENDINGS, WINS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#999999")  # told apart by everybody
MARKS = "os^Dvph"
DASHES = ("-", "--", ":", "-.")
QUIET = "#8a8a8a"
WIDTH, ROW, MARGIN = 8.0, 0.32, 0.9  # inches
LONGEST_LABEL = 42
STEPS = 400  # of the curve of game lengths
STYLE: Any = {
    "svg.fonttype": "none",
    "text.parse_math": False,
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e4e4",
}


def shares_plot(result: Result, lines: Sequence[Line]) -> str:
    """How often each wins and how games end: a mark with its interval for each ruleset. Empty if there is nothing."""
    shown = [line for line in lines if line.figure.section in (WINS, ENDINGS)]
    if not shown:
        return ""
    many = len(result.rulesets)
    with matplotlib.rc_context(STYLE):
        canvas, axes = _canvas(len(shown) * max(1.0, many / 2.5))
        for n, ruleset in enumerate(result.rulesets):
            values = [(row, line.values[n]) for row, line in enumerate(shown)]
            there = [(row + (n - (many - 1) / 2) * 0.6 / many, v) for row, v in values if v is not None]
            centre = np.array([100 * v.value for _, v in there])
            low = centre - np.array([100 * v.low for _, v in there])
            high = np.array([100 * v.high for _, v in there]) - centre
            sides = np.maximum(0, np.array([low, high]))
            colour, mark = COLOURS[n % len(COLOURS)], MARKS[n % len(MARKS)]
            rows = [row for row, _ in there]
            axes.errorbar(centre, rows, xerr=sides, fmt=mark, color=colour, capsize=3, ms=5, label=ruleset.letter)
        _label_rows(axes, shown)
        axes.set_xlabel("percent of games, with 95 % intervals")
        axes.legend(loc="lower left", bbox_to_anchor=(0, 1.0), ncols=8, frameon=False)
        return _svg(canvas, "shares")


def differences_plot(result: Result, lines: Sequence[Line], other: int) -> str:
    """The differences of all shares from the first ruleset, in percentage points. Empty if there is nothing."""
    shown = [(line, line.differences[other]) for line in lines if line.figure.section in (WINS, ENDINGS)]
    there = [(line, found) for line, found in shown if found is not None]
    if not there:
        return ""
    letter = result.rulesets[other].letter
    with matplotlib.rc_context(STYLE):
        canvas, axes = _canvas(len(there))
        for row, (_, found) in enumerate(there):
            centre = 100 * found.estimate.value
            sides = [[centre - 100 * found.estimate.low], [100 * found.estimate.high - centre]]
            colour = COLOURS[other % len(COLOURS)] if found.claimed else QUIET
            face = colour if found.claimed else "white"
            axes.errorbar(centre, row, xerr=np.maximum(0, sides), fmt="o", color=colour, mfc=face, capsize=3, ms=5)
        axes.axvline(0, color="black", lw=1)
        _label_rows(axes, [line for line, _ in there])
        axes.set_xlabel(f"{letter} less A in percentage points, with 95 % intervals; filled: a claim")
        return _svg(canvas, f"differences-{letter}")


def lengths_plot(result: Result) -> str:
    """How long games are: the share of games that are over after so many decisions."""
    with matplotlib.rc_context(STYLE):
        canvas, axes = _canvas(9)
        longest = 0
        for n, (ruleset, sums) in enumerate(zip(result.rulesets, result.sums, strict=True)):
            lengths = np.array(sorted(sums.lengths))
            over = np.cumsum([sums.lengths[length] for length in lengths.tolist()]) / sums.games
            longest = max(longest, int(lengths[min(int(np.searchsorted(over, 0.995)), len(lengths) - 1)]))
            thin = np.unique(np.searchsorted(over, np.linspace(0, 1, STEPS)).clip(0, len(lengths) - 1))
            xs, ys = [0, *lengths[thin].tolist()], [0, *(100 * over[thin]).tolist()]
            colour, dashes = COLOURS[n % len(COLOURS)], DASHES[n % len(DASHES)]
            axes.step(xs, ys, where="post", color=colour, ls=dashes, lw=1.8, label=ruleset.letter)
        axes.set_xlim(0, max(1, longest * 1.05))
        axes.set_ylim(0, 101)
        axes.set_xlabel("decisions")
        axes.set_ylabel("percent of games that are over")
        axes.legend(loc="lower right", frameon=False)
        return _svg(canvas, "lengths")


def _canvas(rows: float) -> tuple[Canvas, Axes]:
    canvas = Canvas(figsize=(WIDTH, MARGIN + ROW * max(2.0, rows)), layout="constrained")
    return canvas, canvas.add_subplot()


def _label_rows(axes: Axes, lines: Sequence[Line]) -> None:
    """Names of figures, from the top down."""
    labels = [line.figure.label for line in lines]
    short = [text if len(text) <= LONGEST_LABEL else f"{text[: LONGEST_LABEL - 1]}…" for text in labels]
    axes.set_yticks(range(len(lines)), short)
    axes.set_ylim(len(lines) - 0.4, -0.6)
    axes.grid(visible=False, axis="y")


def _svg(canvas: Canvas, name: str) -> str:
    """The drawing as an element for a page. Its ids get the plot's name, since a page has several plots."""
    with io.StringIO() as text, matplotlib.rc_context({"svg.hashsalt": name}):
        canvas.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        svg = text.getvalue()
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.S)
    svg = re.sub(r' xmlns(:\w+)?="[^"]*"', "", svg)
    svg = re.sub(r'(\bid="|"#|url\(#)', rf"\1{name}-", svg)
    return svg.strip()
