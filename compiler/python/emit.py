"""The Python backend: a program in, the text of one module out, in one of two flavours.

With events the module is a `runtime.engine.Engine` as it stands. Without, it is for playing fast: no log, no events,
chance drawn on the spot; `runtime/playout.py` says what it offers. At every question both have the same cells.
"""

from __future__ import annotations

from rulewright.compiler.layout import Layout, lay_out
from rulewright.compiler.passes.simplify import YES
from rulewright.compiler.python.blocks import Blocks
from rulewright.compiler.python.build_plan import Builder
from rulewright.compiler.python.chance import outcomes, weights
from rulewright.compiler.python.code import Code
from rulewright.compiler.python.events import field_audience, zone_audience
from rulewright.compiler.python.expr import cond, value
from rulewright.compiler.python.options import about_function, actor_function, options_function, unmet_function
from rulewright.compiler.python.play import Play
from rulewright.compiler.python.schema import schema_text
from rulewright.compiler.python.text import Lines, comment
from rulewright.compiler.python.unit import Names, Unit
from rulewright.compiler.python.world import map_of_cells, start_cells
from rulewright.compiler.schema_of import schema_of
from rulewright.dsl import ir
from rulewright.dsl.pipeline import LANGUAGE
from rulewright.runtime.budgets import ROUNDS


def emit(program: ir.Program, *, events: bool) -> str:
    """The text of a module for this program. `events`: the full flavour."""
    layout = lay_out(program)
    unit = Unit(layout, schema_of(program, layout), events)
    plan = Builder(layout, exposed=events).build()
    blocks = Blocks(unit, plan)
    written: list[Lines] = [blocks.start()]
    points: dict[int, str] = {}
    for ask in plan.asks.values():
        written += [options_function(unit, ask.choose), actor_function(unit, ask.choose)]
        if events:
            written.append(unmet_function(unit, ask.choose))
            if ask.choose.about:
                written.append(about_function(unit, ask.choose))
        written.append(blocks.answer(ask))
        points[ask.choose.id] = "asks"
    for draw in plan.draws.values():
        written += [*_chance_functions(unit, draw.sample), blocks.drawn(draw)]
        points[draw.sample.id] = "draws"
    blocks.finish()
    if not events:
        written.append(Play(unit, plan).whole())
    protocol = _protocol(unit, blocks, points)
    schema = schema_text(unit)
    parts = [_head(program, events=events), _imports(unit), _constants(unit, schema, layout)]
    parts += ["\n".join(f.lines) for f in (_over(unit), *unit.functions, *blocks.functions, *written)]
    parts.append(protocol)
    return "\n\n\n".join(p for p in parts if p) + "\n"


def _head(program: ir.Program, *, events: bool) -> str:
    options = ", ".join(f"{name} = {number}" for name, number in program.options) or "none"
    lines = [
        f"{program.title or program.name}: made by Rulewright from its rules; not to be changed by hand.",
        "",
        f"rules      {program.name} ({program.text_hash})",
        f"language   {LANGUAGE}",
        f"players    {program.players}",
        f"options    {options}",
        f"variants   {', '.join(program.variants) or 'none'}",
        f"flavour    {'full (events, chance is asked for)' if events else 'quiet (no events, chance is drawn)'}",
    ]
    return '"""' + "\n".join(_docstring(line) for line in lines) + '\n"""'


def _docstring(line: str) -> str:
    """Text that cannot end the docstring it stands in."""
    return comment(line).replace("\\", "/").replace('"', "'")


def _imports(unit: Unit) -> str:
    modules: dict[str, set[str]] = {"schema": {"Schema"}, "chance": {"seeded"}, "checked": {"fault"}}
    if unit.events:
        modules["events"] = {"Event"}
    for module, name in unit.imports:
        modules.setdefault(module, set()).add(name)
    lines = ["from __future__ import annotations", "", "from collections.abc import Callable"]
    lines += ["from typing import TypeAlias", ""]
    for module in sorted(modules):
        names = ", ".join(sorted(modules[module]))
        text = f"from rulewright.runtime.{module} import {names}"
        if len(text) > 110:
            inner = "".join(f"    {name},\n" for name in sorted(modules[module]))
            text = f"from rulewright.runtime.{module} import (\n{inner})"
        lines.append(text)
    return "\n".join(lines)


def _constants(unit: Unit, schema: str, layout: Layout) -> str:
    lines = ["Step: TypeAlias = list[int] | int  # options on offer (none: the game is over), or a block to go on with"]
    lines += ["", *map_of_cells(layout), "", f"schema = {schema}", ""]
    if layout.frame < layout.size:
        lines.append(f"NOTHING_GOING_ON = (0,) * {layout.size - layout.frame}")
    lines += unit.tables
    return "\n".join(lines)


def _over(unit: Unit) -> Lines:
    lines = Lines()
    frame, size = unit.layout.frame, unit.layout.size
    lines.open(f"def over(cells: list[int], result: int, won: int, lost: int{unit.log}) -> list[int]:")
    lines.add("cells[0] = 0")
    lines.add("cells[2] = result + 1")
    lines.add("cells[3] = won")
    lines.add("cells[4] = lost")
    if frame < size:
        lines.add(f"cells[{frame}:] = NOTHING_GOING_ON")
    if unit.events:
        lines.add(f'log.append(("result", {unit.everybody}, result))')
    lines.add("return []")
    lines.close()
    lines.add("")
    lines.add("")
    lines.open("def flow_done(cells: list[int]) -> list[int]:")
    lines.add("cells[0] = 0")
    if frame < size:
        lines.add(f"cells[{frame}:] = NOTHING_GOING_ON")
    lines.add("return []")
    return lines


def _chance_functions(unit: Unit, sample: ir.Sample) -> list[Lines]:
    made = []
    for name, text in (("options", outcomes), ("weights", weights)):
        lines = Lines()
        lines.at_rule(sample.span)
        lines.open(f"def {name}_{sample.id}(cells: list[int]) -> list[int]:")
        lines.add(f"return {text(Code(unit, lines), sample)}")
        made.append(lines)
    return made


# ------------------------------------------------------------------------------------------------ the protocol


def _protocol(unit: Unit, blocks: Blocks, points: dict[int, str]) -> str:
    lines = Lines()
    log, pass_log = unit.log, unit.pass_log
    _tables(unit, blocks, points, lines)
    start_cells(unit, lines)
    lines.add(f'''def go_on(cells: list[int], step: Step{log}) -> list[int]:
    """Run block after block until the game waits or is over."""
    for _ in range({ROUNDS}):
        if isinstance(step, list):
            return step
        step = BLOCKS[step](cells{pass_log})
    if isinstance(step, list):
        return step
    fault("this goes round more than {ROUNDS:,} times without asking anything", PLACES[step])


def begin(cells: list[int]{log}) -> list[int]:
    """Run the set-up and go on to the first point."""
    return go_on(cells, set_up(cells{pass_log}){pass_log})


def options(cells: list[int]) -> list[int]:
    """The ids on offer at the point the cells wait at."""
    return OPTIONS[cells[0]](cells)


def actor(cells: list[int]) -> int:
    """The seat asked at a decision point."""
    return ACTOR[cells[0]](cells)


def apply(cells: list[int], option: int{log}) -> list[int]:
    """Take an option and go on to the next point."""
    return go_on(cells, APPLY[cells[0]](cells, option{pass_log}){pass_log})''')
    _full_only(unit, lines)
    _check_and_scores(unit, lines)
    return "\n".join(lines.lines)


def _tables(unit: Unit, blocks: Blocks, points: dict[int, str], lines: Lines) -> None:
    """The functions of all points and blocks, by number."""
    events = ", list[Event]" if unit.events else ""
    size = max(points, default=0) + 1
    lines.add('''def nowhere(cells: list[int], *more: object) -> list[int]:
    """There is no such point."""
    raise ValueError("the game does not wait at such a point")


def no_actor(cells: list[int]) -> int:
    """Nobody is asked at such a point."""
    raise ValueError("nobody is asked here")

''')

    def table(name: str, kind: str, prefix: str, wanted: str, other: str) -> None:
        rows = [f"{prefix}_{n}" if points.get(n, "") in wanted.split() else other for n in range(size)]
        lines.add(f"{name}: tuple[Callable[{kind}], ...] = (")
        for row in rows:
            lines.add(f"    {row},")
        lines.add(")")

    table("OPTIONS", "[list[int]], list[int]", "options", "asks draws", "nowhere")
    table("ACTOR", "[list[int]], int", "actor", "asks", "no_actor")
    table("APPLY", f"[list[int], int{events}], Step", "apply", "asks draws", "nowhere")
    if unit.events:
        table("WEIGHTS", "[list[int]], list[int]", "weights", "draws", "nowhere")
        table("UNMET", "[list[int], int], list[int] | None", "unmet", "asks", "nowhere")
        asking = sorted(p.id for p in unit.schema.points if p.about)
        named = ", ".join(f"{n}: about_{n}" for n in asking)
        lines.add(f"ABOUT: dict[int, Callable[[list[int]], list[int]]] = {{{named}}}")
    lines.add(f"BLOCKS: tuple[Callable[[list[int]{events}], Step], ...] = (")
    for n in range(len(blocks.functions)):
        lines.add(f"    block_{n},")
    lines.add(")")
    lines.add("PLACES: tuple[str, ...] = (  # the loop that each block is in, or leads to")
    for place in blocks.places:
        lines.add(f"    {place!r},")
    lines.add(")")
    if unit.events:
        numbers = {path: blocks.numbers[id(b)] for path, b in blocks.entry_blocks().items()}
        lines.add(f"ENTRIES: dict[str, int] = {numbers!r}")
    lines.add("")
    lines.add("")


def _full_only(unit: Unit, lines: Lines) -> None:
    if not unit.events:
        return
    lines.add('''

def enter(cells: list[int], path: str, log: list[Event]) -> list[int]:
    """Start in the middle, at the block `path`. Raises KeyError if running cannot begin there."""
    return go_on(cells, ENTRIES[path], log)


def weights(cells: list[int]) -> list[int]:
    """At a chance point, the weight of each of its outcomes."""
    return WEIGHTS[cells[0]](cells)


def about(cells: list[int]) -> list[int]:
    """What the braces in the question asked stand for, in order."""
    return ABOUT[cells[0]](cells)


def unmet(cells: list[int], option: int) -> list[int] | None:
    """Which needs of the option's branch fail; None if it is no option even without them."""
    return UNMET[cells[0]](cells, option)


def field_seen(cells: list[int], field: int, index: int) -> int:
    """The mask of seats that see a field cell."""''')
    lines.depth += 1
    for n, f in enumerate(unit.program.fields):
        lines.add(f"if field == {n}:")
        lines.add(f"    return {field_audience(unit, f.name, 'index')}")
    lines.add('raise ValueError("there is no such field")')
    lines.depth -= 1
    lines.add('''

def zone_seen(cells: list[int], zone: int, index: int) -> int:
    """The mask of seats that see what lies face down in a zone."""''')
    lines.depth += 1
    for n, z in enumerate(unit.program.zones):
        lines.add(f"if zone == {n}:")
        lines.add(f"    return {zone_audience(unit, z.name, 'index')}")
    lines.add('raise ValueError("there is no such zone")')
    lines.depth -= 1


def _check_and_scores(unit: Unit, lines: Lines) -> None:
    program = unit.program
    lines.add('''

def check(cells: list[int]) -> None:
    """Test the invariants; raises RuleFault."""''')
    lines.depth += 1
    for invariant in program.invariants:
        if unit.simplifier.simplify(invariant.cond) == YES:
            continue
        lines.at_rule(invariant.span)
        lines.open(f"if not ({cond(unit, Names(), invariant.cond)}):")
        lines.add(f"fault({invariant.reason!r}, {unit.where(invariant.span)})")
        lines.close()
    lines.depth -= 1
    lines.add('''

def scores(cells: list[int]) -> list[int]:
    """Each seat's score at the end."""''')
    lines.depth += 1
    if program.scores is None:
        text = "(cells[3] >> it & 1) - (cells[4] >> it & 1)"
    else:
        text = value(unit, Names({"it": "it"}), program.scores)
    lines.add(f"return [{text} for it in range({program.players})]")
    lines.depth -= 1
    if program.heuristic is not None:
        lines.add('''

def worth(cells: list[int], it: int) -> int:
    """What the position is worth to a seat."""''')
        lines.depth += 1
        lines.add(f"return {value(unit, Names({'it': 'it'}), program.heuristic)}")
        lines.depth -= 1
