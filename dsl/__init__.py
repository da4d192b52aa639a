"""Text and meaning: `.rules` text in, checked IR and a report of problems out. Pure: no files, no clock, no printing.

`read` parses a file, `check` finds every problem in it, `Rules.program` gives the IR of one table. Names are imported
when they are first used: who only shows problems that are known needs no parser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.dsl.diagnostics import Diagnostic as Diagnostic
    from rulewright.dsl.diagnostics import Label as Label
    from rulewright.dsl.diagnostics import Report as Report
    from rulewright.dsl.pipeline import LANGUAGE as LANGUAGE
    from rulewright.dsl.pipeline import OptionInfo as OptionInfo
    from rulewright.dsl.pipeline import Rules as Rules
    from rulewright.dsl.pipeline import check as check
    from rulewright.dsl.pipeline import read as read
    from rulewright.dsl.pipeline import set_options as set_options
    from rulewright.dsl.source import Source as Source
    from rulewright.dsl.source import Span as Span

_WHERE = {
    "LANGUAGE": "pipeline",
    "Diagnostic": "diagnostics",
    "Label": "diagnostics",
    "OptionInfo": "pipeline",
    "Report": "diagnostics",
    "Rules": "pipeline",
    "Source": "source",
    "Span": "source",
    "check": "pipeline",
    "read": "pipeline",
    "set_options": "pipeline",
}
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


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"rulewright.dsl.{_WHERE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_WHERE})
