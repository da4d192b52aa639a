"""Pages of a site into HTML that needs nothing else: no script, no network, pictures drawn into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby

from rulewright.compiler.diagram.addresses import Place
from rulewright.dsl.source import Span
from rulewright.tools.site.pages import BOARD, INDEX, Page, Site

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; max-width: 76rem; margin: 1.5rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: .4rem 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .4rem; }
a { color: #00527f; text-decoration: none; } a:hover { text-decoration: underline; }
nav, .small { color: #555; font-size: .9rem; }
.picture { overflow-x: auto; margin: 1rem 0; } .picture svg { max-width: 100%; height: auto; }
.picture a:hover text { text-decoration: underline; }
ul.columns { columns: 17rem; column-gap: 2rem; padding-left: 1.1rem; margin: .3rem 0; }
ul.tree { padding-left: 1.1rem; margin: .2rem 0; }
pre { background: #f6f6f4; padding: .7rem 1rem; overflow-x: auto; font-size: .88rem; line-height: 1.45; }
code { background: #f2f2f2; padding: .1rem .3rem; }
"""


def index_text(site: Site, picture: str, about: str, *, board: bool) -> str:
    """The first page. `picture`: the whole game as SVG; `about`: a line of prose."""
    parts = [f"<h1>{escape(site.title)}</h1>", f"<p>{escape(about)}</p>"]
    if board:
        parts.append(f'<p><a href="{BOARD}">The board</a></p>')
    parts += [drawn(picture), *contents(site)]
    return text_of(site.title, parts)


def contents(site: Site) -> Iterator[str]:
    """Links to all pages: phases as a tree, cards by what they are cards of."""
    yield "<h2>Phases and steps</h2>"
    yield from tree(site.of("setup", "phase", "step"), site.files)
    for kind, cards in groupby(sorted(site.of("card"), key=lambda page: page.kind), key=lambda page: page.kind):
        yield from heading(kind, list(cards), site.files)
    for above, ways in groupby(site.of("action"), key=lambda page: page.above[-1:]):
        yield from heading(f"What one may do: {above[0].title}" if above else "What one may do", list(ways), site.files)
    if procedures := site.of("procedure"):
        yield from heading("Procedures", procedures, site.files)


def heading(title: str, pages: list[Page], files: Mapping[str, str]) -> Iterator[str]:
    yield f"<h2>{escape(title)} <span class='small'>({len(pages)})</span></h2>"
    yield '<ul class="columns">'
    yield from (f"<li>{link(p.place, files)}{refs(p.place)}</li>" for p in pages)
    yield "</ul>"


def tree(pages: list[Page], files: Mapping[str, str]) -> Iterator[str]:
    """Nested lists, by addresses."""
    depth = -1
    for page in pages:
        level = len([a for a in page.above if a.sort in ("phase", "step")])
        while depth < level:
            yield '<ul class="tree">'
            depth += 1
        while depth > level:
            yield "</ul>"
            depth -= 1
        yield f"<li>{link(page.place, files)}{refs(page.place)}</li>"
    yield "</ul>" * (depth + 1)


def page_text(site: Site, page: Page, picture: str) -> str:
    """The page of one thing."""
    place = page.place
    way = [f'<a href="{INDEX}">{escape(site.title)}</a>', *(link(p, site.files) for p in page.above)]
    kind = f"{escape(page.kind)}: " if page.kind else ""
    parts = [
        f"<nav>{' › '.join(way)}</nav>",
        f"<h1>{escape(place.title)}</h1>",
        f'<p class="small">{kind}<code>{escape(place.path)}</code>{refs(place)}</p>',
        drawn(picture),
    ]
    if page.users:
        parts.append(f"<p>Used by {', '.join(link(p, site.files) for p in page.users)}.</p>")
    parts += within(site, page)
    if place.span.source.text:
        written = row_above(place.span) if place.sort == "card" else place.span
        parts += ["<h2>As it is written</h2>", f"<pre>{escape(chr(10).join(written.block).rstrip())}</pre>"]
        parts.append(f'<p class="small">{escape(str(place.span))}</p>')
    return text_of(f"{place.title} — {site.title}", parts)


def row_above(span: Span) -> Span:
    """The row that what a card does stands under, with all else it says: what is different while it lies there."""
    source, margin = span.source, indentation(span.source.line(span.line))
    for number in range(span.line - 1, 0, -1):
        line = source.line(number)
        if line.strip() and not line.lstrip().startswith("#") and indentation(line) < margin:
            start = source.line_starts[number - 1]
            return Span(source, start, start + len(line))
    return span


def indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def within(site: Site, page: Page) -> Iterator[str]:
    """Links to what is inside."""
    inner = [p for p in site.pages if page.place in p.above]
    if inner:
        yield "<h2>In it</h2>"
        yield '<ul class="columns">'
        yield from (f"<li>{link(p.place, site.files)}</li>" for p in inner)
        yield "</ul>"


def board_text(site: Site, picture: str) -> str:
    """The page of the board."""
    way = f'<nav><a href="{INDEX}">{escape(site.title)}</a></nav>'
    return text_of(f"The board — {site.title}", [way, drawn(picture)])


def link(place: Place, files: Mapping[str, str]) -> str:
    return f'<a href="{files[place.path]}">{escape(place.title)}</a>'


def refs(place: Place) -> str:
    return f' <span class="small">{escape(" ".join(place.refs))}</span>' if place.refs else ""


def drawn(picture: str) -> str:
    """An SVG as a part of a page."""
    return f'<div class="picture">{picture[picture.index("<svg") :]}</div>'


def text_of(title: str, parts: Iterable[str]) -> str:
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body>",
            *parts,
            "</body></html>",
            "",
        ]
    )
