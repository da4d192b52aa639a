"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import click


def whole_file(name: str, data: bytes) -> None:
    """Write a file beside its place and move it there; folders are made.

    Raises click.UsageError, with the reason, if that cannot be.
    """
    path = Path(name)
    if path.is_dir():
        raise click.UsageError(f"Cannot write {name}: it is a folder.")
    try:
        if path.exists() and not path.is_file():  # a device has no place to move a file to
            path.write_bytes(data)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=path.suffix)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            os.chmod(beside, _mode(path))
            os.replace(beside, path)
        except BaseException:
            os.unlink(beside)
            raise
    except OSError as error:
        raise click.UsageError(f"Cannot write {name}: {(error.strerror or str(error)).lower()}.") from None


def _mode(path: Path) -> int:
    """The rights of the file that is replaced, or those of any new file."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
