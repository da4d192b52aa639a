"""A comparison as one HTML page that needs nothing else: no script, no network, plots drawn into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from rulewright.tools.compare.changes import changes_as_html
from rulewright.tools.compare.contest import Result
from rulewright.tools.compare.differences import Line
from rulewright.tools.compare.figures import LENGTH, MAIN, TITLES
from rulewright.tools.compare.plots import differences_plot, lengths_plot, shares_plot
from rulewright.tools.compare.wording import claim, difference, heading, notes, stopping, value, verdict
from rulewright.tools.report_run import count

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 60rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.2rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #e2e2e2; text-align: right; vertical-align: baseline; }
th:first-child, td:first-child { text-align: left; }
td { font-variant-numeric: tabular-nums; }
td.n { white-space: nowrap; }
thead th { border-bottom: 2px solid #888; }
td.higher, td.lower { font-weight: 600; } td.higher { color: #00614a; } td.lower { color: #9c3c00; }
td.quiet { color: #666; }
summary { cursor: pointer; font-weight: 600; padding: .4rem 0; }
table.about { width: auto; } table.about th, table.about td { text-align: left; }
figure { margin: 1.5rem 0; } figure svg { width: 100%; height: auto; } figcaption { font-weight: 600; }
.said { border-left: 4px solid #0072b2; padding: .2rem 1rem; background: #f4f8fb; }
.notes { color: #444; font-size: .9rem; }
code { background: #f2f2f2; padding: .1rem .3rem; }
"""


def page(result: Result, lines: Sequence[Line]) -> str:
    """The page's text."""
    title = " and ".join(ruleset.label for ruleset in result.rulesets)
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}: a comparison</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(heading(result))}.{' It was interrupted.' if result.stopped else ''}</p>",
        *_rulesets(result),
        *changes_as_html(result),
        *_body(result, lines),
        "</body></html>",
    ]
    return "\n".join(parts) + "\n"


def _rulesets(result: Result) -> Iterator[str]:
    headings = ("", "ruleset", "game", "players", "seed")
    row = "".join(f"<th>{heading}</th>" for heading in headings)
    yield f'<div class="wide"><table class="about"><thead><tr>{row}</tr></thead><tbody>'
    for r in result.rulesets:
        cells = (r.letter, f"<code>{escape(r.label)}</code>", escape(r.game.title), r.game.players, r.side.seed)
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
    yield "</tbody></table></div>"


def _body(result: Result, lines: Sequence[Line]) -> Iterator[str]:
    if not lines:
        yield "<p>No game was played.</p>"
        return
    yield "<h2>What can be said</h2>"
    for other, ruleset in enumerate(result.rulesets):
        if other:
            said = [*verdict(result, lines, other), *filter(None, [stopping(result)])]
            yield f'<p><strong>{ruleset.letter} against A</strong></p><ul class="said">'
            yield from (f"<li>{escape(sentence)}</li>" for sentence in said)
            yield "</ul>"
    yield _drawn(shares_plot(result, lines), "Who wins and how games end")
    for other in range(1, len(result.rulesets)):
        yield _drawn(differences_plot(result, lines, other), f"{result.rulesets[other].letter} against A")
    for section, group in groupby(lines, key=lambda line: line.figure.section):
        those = list(group)
        if section in MAIN:
            yield f"<h2>{TITLES[section]}</h2>"
            yield from _table(result, those)
            if section == LENGTH:
                yield _drawn(lengths_plot(result), "How many games are over after so many decisions")
        else:
            games = count(those[0].games, "game")
            yield f"<details><summary>{TITLES[section]} ({count(len(those), 'line')}, in {games})</summary>"
            yield from _table(result, those)
            yield "</details>"
    yield '<h2>How to read this</h2><ul class="notes">'
    yield from (f"<li>{escape(note)}</li>" for note in notes(result, lines))
    yield "</ul>"


def _table(result: Result, lines: Sequence[Line]) -> Iterator[str]:
    headings = ["", "A"]
    for r in result.rulesets[1:]:
        headings += [r.letter, f"{r.letter} less A", ""]
    yield f'<div class="wide"><table><thead><tr>{"".join(f"<th>{h}</th>" for h in headings)}</tr></thead><tbody>'
    for line in lines:
        cells = [f"<td>{escape(line.figure.label)}</td>", _number(value(line, line.values[0]))]
        for estimate, found in zip(line.values[1:], line.differences[1:], strict=True):
            said = claim(found)
            style = said if said in ("higher", "lower") else "quiet"
            cells += [_number(value(line, estimate)), _number(difference(line, found))]
            cells.append(f'<td class="{style}">{escape(said)}</td>')
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _number(text: str) -> str:
    return f'<td class="n">{escape(text)}</td>'


def _drawn(svg: str, caption: str) -> str:
    if not svg:
        return ""
    named = svg.replace("<svg", f'<svg role="img" aria-label="{escape(caption)}"', 1)
    return f"<figure><figcaption>{escape(caption)}</figcaption>{named}</figure>"
