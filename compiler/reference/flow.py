"""Going on: the topmost frame decides what happens next, one function for each kind of frame and of statement.

Statements that change the table are in `changes`. A loop may go round 100,000 times without a question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.compiler.reference.asking import options, outcomes
from rulewright.compiler.reference.changes import mix, move, set_field, tell, turn
from rulewright.compiler.reference.expressions import Locals, Scope, holds, members, value
from rulewright.compiler.reference.frames import Called, Inside, Joined, Quiet, Reacting, Rounds, Steps, Testing, Turns
from rulewright.compiler.reference.reactions import after_setup, held, joined, reacting, testing
from rulewright.compiler.reference.rules import fault
from rulewright.compiler.reference.run import Run
from rulewright.dsl import ir
from rulewright.runtime.budgets import ROUNDS
from rulewright.runtime.chance import weighted
from rulewright.runtime.schema import ENDING, LOST, WON


def go_on(run: Run) -> None:
    """Run until the position waits at a point or nothing is left to do."""
    position = run.position
    position.stop(None)
    while position.frames and position.waiting is None:
        frame = position.frames[-1]
        _RESUME[type(frame)](run, frame)


# ------------------------------------------------------------------------------------------ frames


def _steps(run: Run, frame: Steps) -> None:
    if frame.at == len(frame.body):
        run.pop()
        return
    stmt = frame.body[frame.at]
    frame.at += 1
    if run.trace is not None:
        run.trace(stmt)
    _EXECUTE[type(stmt)](run, stmt, frame.locals)


def _rounds(run: Run, frame: Rounds) -> None:
    loop, scope = frame.loop, run.scope(frame.locals)
    done = frame.begun and loop.until is not None and holds(scope, loop.until)
    if done or not holds(scope, loop.cond):
        run.pop()
        return
    frame.rounds += 1
    if frame.rounds > ROUNDS:
        raise fault(f"this goes round more than {ROUNDS:,} times without asking anything", loop.span)
    frame.begun = True
    run.push(Steps(loop.body, frame.locals))


def _turns(run: Run, frame: Turns) -> None:
    while frame.at < len(frame.members):
        frame.locals[frame.each.local] = frame.members[frame.at]
        frame.at += 1
        if holds(run.scope(frame.locals), frame.each.guard):
            run.push(Steps(frame.each.body, frame.locals))
            return
    run.pop()


def _inside(run: Run, frame: Inside) -> None:
    run.pop()
    for name in frame.block.resets:
        run.store.fields[name] = [run.rules.fields[name].rest] * len(run.store.fields[name])


def _called(run: Run, frame: Called) -> None:
    run.pop()
    if frame.call.into is not None:
        frame.outer[frame.call.into] = frame.locals.get(f"{frame.call.procedure}.result", 0)


def _quiet(run: Run, frame: Quiet) -> None:
    run.pop()
    if frame.then_test:
        after_setup(run)


# ------------------------------------------------------------------------------------------ statements


def _set_local(run: Run, stmt: ir.SetLocal, locals: Locals) -> None:
    locals[stmt.name] = value(run.scope(locals), stmt.value)


def _if(run: Run, stmt: ir.If, locals: Locals) -> None:
    run.push(Steps(stmt.then if holds(run.scope(locals), stmt.cond) else stmt.otherwise, locals))


def _each(run: Run, stmt: ir.Each, locals: Locals) -> None:
    scope = run.scope(locals)
    found = [m for m in _in_turn(scope, stmt) if holds(scope.plus(stmt.local, m), stmt.guard)]
    run.push(Turns(stmt, locals, tuple(found)))


def _in_turn(scope: Scope, stmt: ir.Each) -> list[int]:
    """The members in the order they take their turns."""
    found = members(scope, stmt.domain)
    if stmt.start is None or not isinstance(stmt.domain, ir.ClassDomain | ir.SetDomain):
        return found
    size = scope.rules.classes[stmt.domain.cls].size
    first = value(scope, stmt.start) + (stmt.step if stmt.after else 0)
    there = set(found)
    return [m for m in ((first + stmt.step * n) % size for n in range(size)) if m in there]


def _loop(run: Run, stmt: ir.Loop, locals: Locals) -> None:
    run.push(Rounds(stmt, locals))


def _call(run: Run, stmt: ir.Call, locals: Locals) -> None:
    called = run.rules.procedures[stmt.procedure]
    own = dict(zip(called.params, (value(run.scope(locals), a) for a in stmt.args), strict=True))
    run.push(Called(stmt, own, locals))
    run.push(Steps(called.body, own))


def _leave(run: Run, stmt: ir.Leave, locals: Locals) -> None:
    """Close everything up to and including the block (or procedure) that is left."""
    while True:
        frame = run.position.frames[-1]
        if isinstance(frame, Inside):
            _inside(run, frame)
            if frame.block.path == stmt.block:
                return
        elif isinstance(frame, Called) and frame.call.procedure == stmt.block:
            _called(run, frame)
            return
        else:
            run.pop()


def _block(run: Run, stmt: ir.Block, locals: Locals) -> None:
    for name in stmt.resets:
        initialise(run, name)
    run.push(Joined(locals, held(run)) if stmt.kind == "together" else Inside(stmt, locals))
    run.push(Steps(stmt.body, locals))


def initialise(run: Run, name: str) -> None:
    """Give a field its initial value, without an event."""
    declared = run.rules.fields[name]
    for index in range(run.rules.places(declared.per)):
        run.store.fields[name][index] = value(run.scope({"it": index}), declared.initial)


def _choose(run: Run, stmt: ir.Choose, locals: Locals) -> None:
    if not options(run.scope(locals), stmt):
        run.push(Steps(stmt.otherwise, locals))
        return
    for frame in run.position.frames:
        if isinstance(frame, Rounds):
            frame.rounds = 0
    run.position.stop(stmt)


def _sample(run: Run, stmt: ir.Sample, locals: Locals) -> None:
    found = outcomes(run.scope(locals), stmt)
    ids = list(found)
    if len(ids) == 1:
        if run.single is not None:
            run.single(stmt.id, ids[0])
        settle(run, stmt, locals, ids[0])
    elif run.draws:
        settle(run, stmt, locals, ids[weighted(run.position, list(found.values()))])
    else:
        run.position.stop(stmt)


def settle(run: Run, stmt: ir.Sample, locals: Locals, outcome: int) -> None:
    """Chance has decided."""
    locals[stmt.local] = outcome
    if isinstance(stmt.source, ir.Roll | ir.RollKind):
        run.tell("roll", run.rules.everybody, stmt.id, outcome)


def _result(run: Run, stmt: ir.Result, locals: Locals) -> None:
    scope, position = run.scope(locals), run.position
    position[ENDING] = stmt.id + 1
    position[WON], position[LOST] = value(scope, stmt.wins), value(scope, stmt.loses)
    run.tell("result", run.rules.everybody, stmt.id)
    position.frames.clear()
    position.woken.clear()


def _check(run: Run, stmt: ir.Check, locals: Locals) -> None:
    if not holds(run.scope(locals), stmt.cond):
        raise fault(stmt.reason, stmt.span)


_RESUME: dict[type, Callable[[Run, Any], None]] = {
    Steps: _steps,
    Rounds: _rounds,
    Turns: _turns,
    Inside: _inside,
    Called: _called,
    Quiet: _quiet,
    Joined: joined,
    Reacting: reacting,
    Testing: testing,
}

_EXECUTE: dict[type, Callable[[Run, Any, Locals], None]] = {
    ir.SetField: set_field,
    ir.SetLocal: _set_local,
    ir.Move: move,
    ir.Turn: turn,
    ir.Mix: mix,
    ir.Tell: tell,
    ir.Sample: _sample,
    ir.Choose: _choose,
    ir.If: _if,
    ir.Each: _each,
    ir.Loop: _loop,
    ir.Call: _call,
    ir.Leave: _leave,
    ir.Block: _block,
    ir.Result: _result,
    ir.Check: _check,
}
