"""`python -m tests.scale.measure check|compile LINES`: one measurement in a process of its own, printed as JSON.

`check` is what `rulewright check` does with the text: it is elaborated for the fewest and the most players, and a short
text for more tables besides. `compile` goes through every stage for one table, to two loaded modules. Seconds are of
the processor, without starting Python and without the parser's tables; `peak` is the most memory of the process, in MB.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from typing import Any
from unittest.mock import patch

from rulewright.dsl import pipeline
from rulewright.dsl.diagnostics import Report
from rulewright.dsl.elaborate.program import elaborate
from rulewright.dsl.source import Source
from rulewright.tools.collector import collector_off
from tests.scale.generated import generated
from tests.scale.stages import Making, warm


def checking(text: str) -> dict[str, Any]:
    report = Report()
    with patch("rulewright.dsl.pipeline.elaborate", wraps=elaborate) as elaborations:
        begin = time.process_time()
        with collector_off():
            pipeline.check(pipeline.read(Source("generated.rules", text), report), report)
        seconds = time.process_time() - begin
    assert not report.problems, list(report)
    return {"seconds": {"check": seconds}, "tables": elaborations.call_count}


def compiling(text: str) -> dict[str, Any]:
    making = Making(text)
    seconds: dict[str, float] = {}
    for name, step in making.stages().items():
        begin = time.process_time()
        with collector_off():
            step()
        seconds[name] = time.process_time() - begin
    assert not making.report.problems, list(making.report)
    return {"seconds": seconds, "emitted": {name: made.count("\n") for name, made in making.texts.items()}}


def measured(what: str, lines: int) -> dict[str, Any]:
    """Seconds by stage, peak memory, and how long the text is."""
    text = generated(lines)
    warm(generated(0))
    found = checking(text) if what == "check" else compiling(text)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)
    return {**found, "lines": text.count("\n"), "peak": peak}


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], int(sys.argv[2]))))
