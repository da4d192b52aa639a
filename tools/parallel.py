"""Work cut into pieces, done on several processes, with the results in the order of the pieces.

The pieces are the same for any number of processes, so what comes of them is too. Ctrl-C is heard by the first process
alone, and none stays behind when that one is killed.
"""

from __future__ import annotations

import os
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from threading import Thread
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")

AHEAD = 3  # pieces handed out for each process: what is lost at an interruption


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order(
    ready: Callable[..., None],
    given: tuple[Any, ...],
    work: Callable[[Piece], Result],
    pieces: Iterator[Piece],
    jobs: int,
) -> Generator[Result]:
    """The results of all pieces, in their order. `ready(*given)` is run once in each process before its first piece; it
    and `work` must be functions of a module. With one job nothing is started."""
    if jobs == 1:
        ready(*given)
        for piece in pieces:
            yield work(piece)
        return
    running: deque[Future[Result]] = deque()
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (os.getpid(), ready, given)) as pool:
        try:
            while True:
                with undisturbed():
                    running.extend(pool.submit(work, p) for p in islice(pieces, AHEAD * jobs - len(running)))
                if not running:
                    break
                yield running.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C is heard a moment later, when this is over; processes started in here never hear it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(parent: int, ready: Callable[..., None], given: tuple[Any, ...]) -> None:
    """Ready a process of the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(parent,), daemon=True).start()
    ready(*given)


def _end_with(parent: int) -> None:
    """Nobody is left to take the results when the parent was killed."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
