"""The pages of a site with their pictures, in a folder that can be opened without a network.

The folder is new, or one that this wrote before: nothing else is ever overwritten. It appears whole or not at all.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import click

from rulewright.compiler.board.board import NoBoard, board_of
from rulewright.compiler.board.dot import to_dot as board_dot
from rulewright.compiler.diagram.dot import to_dot
from rulewright.dsl import ir
from rulewright.tools.drawing import DrawingFailed, NoGraphviz, render
from rulewright.tools.progress import counting
from rulewright.tools.site.page_text import board_text, index_text, page_text
from rulewright.tools.site.pages import BOARD, INDEX, site_of

MARK = ".rulewright-site"  # says that a folder is ours


def write_site(program: ir.Program, title: str, about: str, folder: str) -> int:
    """Write the site of a checked program to a folder; gives the number of pages. Raises click.UsageError if the folder
    is not ours or cannot be written, or if nothing here can draw."""
    target = Path(folder)
    refuse(target)
    texts = texts_of(program, title, about)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name}."))
        try:
            for name, text in texts.items():
                (made / name).write_text(text, encoding="utf-8")
            (made / MARK).write_text("Written by `rulewright graph --site`, which may replace this folder.\n")
            os.chmod(made, 0o755)
            if target.exists():
                shutil.rmtree(target)
            os.replace(made, target)
        except BaseException:
            shutil.rmtree(made, ignore_errors=True)
            raise
    except OSError as error:
        raise click.UsageError(f"Cannot write {folder}: {(error.strerror or str(error)).lower()}.") from None
    return len(texts)


def refuse(target: Path) -> None:
    """Raises click.UsageError for a folder with other things in it."""
    if target.is_symlink() or (target.exists() and not target.is_dir()):
        raise click.UsageError(f"Cannot write {target}: it is not a folder.")
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
        raise click.UsageError(f"{target} has other things in it: a site takes the place of its whole folder.")


def texts_of(program: ir.Program, title: str, about: str) -> dict[str, str]:
    """All files of the site."""
    site = site_of(program, title)
    dots = {INDEX: to_dot(site.whole, site.files)}
    for page in site.pages:
        dots[page.file] = to_dot(page.diagram, {path: file for path, file in site.files.items() if file != page.file})
    with suppress(NoBoard):
        dots[BOARD] = board_dot(board_of(program, None))
    pictures = drawn_all(dots)
    texts = {page.file: page_text(site, page, pictures[page.file]) for page in site.pages}
    if BOARD in pictures:
        texts[BOARD] = board_text(site, pictures[BOARD])
    texts[INDEX] = index_text(site, pictures[INDEX], about, board=BOARD in pictures)
    return texts


def drawn_all(dots: dict[str, str]) -> dict[str, str]:
    """The pictures, drawn side by side: each is a program of its own, which threads only wait for."""
    pictures: dict[str, str] = {}
    try:
        with counting("pictures", len(dots)) as step, ThreadPoolExecutor(os.cpu_count()) as pool:
            for name, picture in zip(dots, pool.map(lambda dot: render(dot, "svg"), dots.values()), strict=True):
                pictures[name] = picture.decode("utf-8")
                step(1)
    except (NoGraphviz, DrawingFailed) as error:
        raise click.UsageError(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None
    return pictures
