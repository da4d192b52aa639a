"""Libraries that comparisons need and that are not part of every installation: the extra `report`."""

from __future__ import annotations

from importlib.util import find_spec

import click


def need(what: str, *libraries: str) -> None:
    """Raises click.UsageError, with the way out, if a library is missing. `what` is what it is needed for."""
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise click.UsageError(
            f"{what} needs {' and '.join(missing)}: install with  python -m pip install 'rulewright[report]'"
        )
