"""What follows an atomic change, exactly as the head of `dsl/ir.py` says, tested when it happens: nothing is woven in.

Settled here where the IR leaves it open: what holds when the set-up is over reacts then, endings first, then all other
watches; a change that no other watch reads tests none; leaving a block from inside a reaction drops what was still to
come of that reaction, and watches already woken wait for the next change that wakes one.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.compiler.reference.expressions import Locals, holds, members
from rulewright.compiler.reference.frames import Joined, Quiet, Reacting, Steps, Testing
from rulewright.compiler.reference.rules import fault
from rulewright.compiler.reference.run import Run
from rulewright.dsl import ir
from rulewright.runtime.budgets import BODIES

NESTED = 200


def react(run: Run, written: set[str], emptied: Iterable[tuple[str, int]] = ()) -> None:
    """Prepare what reacts to a change that wrote these fields or zones and took the last component out of `emptied`."""
    frames = run.position.frames
    if any(isinstance(frame, Quiet) for frame in frames):
        return
    for frame in frames:
        if isinstance(frame, Joined):
            frame.written |= written
            return
    known = run.rules.program.whens
    whens = tuple((n, index) for zone, index in emptied for n, w in enumerate(known) if w.zone == zone)
    _prepare(run, written, whens)


def joined(run: Run, frame: Joined) -> None:
    """A block `together` is over: what was written in it reacts, as one change."""
    run.pop()
    if any(isinstance(below, Quiet | Joined) for below in run.position.frames):
        return
    whens = run.rules.program.whens
    emptied = tuple((n, index) for n, index in frame.held if not run.store.size(whens[n].zone, index))
    _prepare(run, set(frame.written), emptied)


def held(run: Run) -> tuple[tuple[int, int], ...]:
    """The places that could become empty: number of the `when`, and index."""
    return tuple(
        (n, index)
        for n, when in enumerate(run.rules.program.whens)
        for index in range(len(run.store.zones[when.zone]))
        if run.store.size(when.zone, index)
    )


def _prepare(run: Run, written: set[str], whens: tuple[tuple[int, int], ...]) -> None:
    frames, program = run.position.frames, run.rules.program
    reading = [n for n, watch in enumerate(program.watches) if watch.reads & written]
    enders = tuple(n for n in reading if program.watches[n].ends_only)
    wakes = tuple(n for n in reading if not program.watches[n].ends_only)
    if sum(isinstance(frame, Reacting) for frame in frames) > NESTED and whens:
        when = program.whens[whens[0][0]]
        raise fault(f"“{when.name}” sets itself off without end", when.span)
    if reading or whens:
        run.push(Reacting({}, enders, whens, wakes))


def after_setup(run: Run) -> None:
    """Everything that can hold by now is tested once."""
    watches = run.rules.program.watches
    enders = tuple(n for n, watch in enumerate(watches) if watch.ends_only)
    wakes = tuple(n for n, watch in enumerate(watches) if not watch.ends_only)
    if watches:
        run.push(Reacting({}, enders, (), wakes))


def reacting(run: Run, frame: Reacting) -> None:
    """The next reaction to a change: an ending, a `when`, or at last the waking and testing."""
    program = run.rules.program
    if frame.enders:
        watch, frame.enders = program.watches[frame.enders[0]], frame.enders[1:]
        own = _holding(run, watch)
        if own is not None:
            run.push(Steps(watch.body, own))
    elif frame.whens:
        (number, index), frame.whens = frame.whens[0], frame.whens[1:]
        when = program.whens[number]
        run.push(Steps(when.body, {} if when.local is None else {when.local: index}))
    else:
        run.pop()
        run.position.woken.update(frame.wakes)
        if frame.wakes and not any(isinstance(below, Testing) for below in run.position.frames):
            run.push(Testing({}))


def testing(run: Run, frame: Testing) -> None:
    """Test woken watches in declared order until one holds; run its body, to begin again when it has ended."""
    while run.position.woken:
        number = min(run.position.woken)
        run.position.woken.remove(number)
        watch = run.rules.program.watches[number]
        own = _holding(run, watch)
        if own is None:
            continue
        frame.bodies += 1
        if frame.bodies > BODIES:
            raise fault(f"“{watch.name}” and what it sets off never come to rest", watch.span)
        run.push(Steps(watch.body, own))
        return
    run.pop()


def _holding(run: Run, watch: ir.Watch) -> Locals | None:
    """The locals to run the body of a watch with; None if it does not hold."""
    if watch.local is None or watch.domain is None:
        return {} if holds(run.scope({}), watch.cond) else None
    for member in members(run.scope({}), watch.domain):
        own = {watch.local: member}
        if holds(run.scope(own), watch.cond):
            return own
    return None
