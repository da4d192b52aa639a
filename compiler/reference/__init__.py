"""The reference interpreter: it walks the IR, slow and obvious, and is the oracle the other engines are tested against.

Where to look: `rules` and `store` hold what there is, `expressions` what is computed from it; `frames` what is going
on, `flow` moves through it, `changes` and `telling` are atomic changes and their events, `reactions` what follows
them, `asking` questions and chance, `entering` starts in the middle. `interpreter` is the engine over all that.
"""

from __future__ import annotations

from rulewright.compiler.reference.frames import Position
from rulewright.compiler.reference.interpreter import Interpreter

__all__ = ["Interpreter", "Position"]
