"""Text and meaning: `.rules` text in, checked IR and a report of problems out. Pure: no files, no clock, no printing.

`read` parses a file, `check` finds every problem in it, `Rules.program` gives the IR of one table.
"""

from __future__ import annotations

from rulewright.dsl.diagnostics import Diagnostic, Label, Report
from rulewright.dsl.pipeline import LANGUAGE, OptionInfo, Rules, check, read, set_options
from rulewright.dsl.source import Source, Span

__all__ = [
    "LANGUAGE",
    "Diagnostic",
    "Label",
    "OptionInfo",
    "Report",
    "Rules",
    "Source",
    "Span",
    "check",
    "read",
    "set_options",
]
