"""Python's search for cycles, off while rules are read and compiled.

Syntax trees and programs are large and hold no cycles: what nobody needs goes by itself. Looking through all of them
for cycles, again and again while they grow, was a third of the time for a long text, and more than its share.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_off() -> Iterator[None]:
    """No search for cycles inside; afterwards as before. Also for functions: `@collector_off()`."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
