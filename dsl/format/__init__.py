"""The formatter, and its table of contents: one text of rules in its canonical layout.

    text --lines--> statements and comments --spacing, columns--> the space before each word --margin, sheet--> text

What is kept: every word, every comment, the order of all, single blank lines, `: statement` or a block, and line breaks
inside brackets. What is settled: indentation, spaces, the columns of tables and cases, and the right-hand margin in
which rule references stand.
"""

from __future__ import annotations

from attrs import field, frozen

from rulewright.dsl.catalogue import errors
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.format.columns import align
from rulewright.dsl.format.lines import Line, read_lines
from rulewright.dsl.format.sheet import sheet
from rulewright.dsl.format.spacing import spaced
from rulewright.dsl.parse import parse, refuse_text
from rulewright.dsl.source import Source


@frozen
class Formatted:
    """A text in canonical layout, and the lines it was made from."""

    text: str
    lines: list[Line] = field(repr=False)

    def holds(self) -> bool:
        """Does the text, read anew, hold the same words in the same blocks, and the same comments? It always should;
        who writes over somebody's file asks first."""
        again = read_lines(Source("", self.text), Report())
        return again is not None and [x.content for x in again] == [x.content for x in self.lines]


def formatted(source: Source, report: Report) -> Formatted | None:
    """The text of `source` in canonical layout. None, with every problem in `report`, if it cannot be read.

    Only the syntax must be right; what the words mean is not looked at. A text that would pass the limits of the
    language in its new layout (lines of thousands of characters, say) stays as it is.
    """
    own = Report()
    lines = read_lines(source, own)
    if lines is None or own.problems:
        parse(source, report)
        assert errors(report), "what the formatter cannot read, the parser refuses"
        return None
    text = sheet(align([spaced(line) for line in lines]))
    with own.until_full():
        refuse_text(Source(source.name, text), own)
    return Formatted(source.text if own.problems else text, lines)
