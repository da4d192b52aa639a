"""A program as text: what a person reads in golden files and when looking into the compiler. Nothing parses it."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.dsl import ir


def print_program(p: ir.Program) -> str:
    """Declarations, then set-up, flow, procedures and reactions, one statement a line."""
    lines = [f"program {p.name} for {p.players} players", ""]
    for option, number in p.options:
        lines.append(f"option {option} = {number}")
    for c in p.classes:
        copies = f" copies {c.copies}" if c.copies else ""
        copies += f" stock {c.stock}" if c.stock else ""
        lines.append(f"class {c.name} ({c.sort}): {', '.join(c.members)}{copies}")
        lines.extend(f"  column {col.name}: {kind(col.type)} = {col.values}" for col in c.columns)
    for f in p.fields:
        per = f" per {f.per}" if f.per else ""
        during = f" during {f.during}" if f.during else ""
        clamps = " clamped" if f.clamps else ""
        start = f" = {expr(f.initial)} seen {expr(f.seen)}"
        lines.append(f"field {f.name}{per}: {kind(f.type)}{clamps}{during}{start}")
    for z in p.zones:
        per = f" per {z.per}" if z.per else ""
        word = "slot" if z.slot else "deck" if z.ordered else "pile"
        either = " face either" if z.face == "either" else ""
        lines.append(f"{word} {z.name} of {z.cls}{per}{either} holds {z.capacity} seen {expr(z.seen)}")
    for v in p.values:
        lines.append(f"value {v.name}({', '.join(v.params)}): {kind(v.type)} = {expr(v.body)}")
    if p.scores is not None:
        lines.append(f"score it = {expr(p.scores)}")
    if p.heuristic is not None:
        lines.append(f"heuristic it = {expr(p.heuristic)}")
    lines.extend(section("setup", p.setup))
    lines.extend(section("flow", p.flow))
    for proc in p.procedures:
        gives = f" gives {kind(proc.result)}" if proc.result is not None else ""
        lines.extend(section(f"procedure {proc.name}({', '.join(proc.params)}){gives}", proc.body))
    for w in p.whens:
        lines.extend(section(f"when {w.zone}{f'[{w.local}]' if w.local else ''} becomes empty", w.body))
    for watch in p.watches:
        over = f"{watch.local} in {domain(watch.domain)} where " if watch.local and watch.domain else ""
        lines.extend(section(f"as soon as {over}{expr(watch.cond)}", watch.body))
    for i in p.invariants:
        lines.append(f"check {expr(i.cond)}")
    return "\n".join(lines) + "\n"


def section(head: str, body: tuple[ir.Stmt, ...]) -> Iterator[str]:
    yield ""
    yield head
    yield from block(body, 1)


def block(body: tuple[ir.Stmt, ...], depth: int) -> Iterator[str]:
    for s in body:
        yield from statement(s, depth)


def statement(s: ir.Stmt, depth: int) -> Iterator[str]:
    pad = "  " * depth
    match s:
        case ir.SetField():
            widens = f" widens {', '.join(s.widens)}" if s.widens else ""
            shown = f" shown {expr(s.shown)}" if s.shown is not None else ""
            yield f"{pad}set {field(s.place)} to {expr(s.value)} ({s.range}){widens}{shown}"
        case ir.SetLocal():
            yield f"{pad}{s.name} := {expr(s.value)}"
        case ir.Move():
            yield pad + move(s)
        case ir.Turn():
            what = s.handle or "all"
            yield f"{pad}turn {what} in {zone(s.zone)} {'up' if s.face else 'down'}"
        case ir.Mix():
            yield f"{pad}mix {zone(s.zone)}"
        case ir.Tell():
            thing = expr(s.value) if s.value is not None else s.handle or (zone(s.zone) if s.zone else "")
            text = f' "{s.text}"' if s.text else ""
            yield f"{pad}tell {expr(s.audience)}: {thing}{text}"
        case ir.Sample():
            yield f"{pad}{s.local} := chance {source(s.source)} (point {s.id})"
        case ir.Choose():
            yield f'{pad}choose {expr(s.actor)} "{s.prompt}" (point {s.id})'
            for b in s.branches:
                over = ", ".join(f"{x.local} in {domain(x.domain)}" for x in b.binders)
                where = f" where {expr(b.where)}" if b.where is not None else ""
                yield f"{pad}  branch {b.name or '-'} {over}{where}".rstrip()
                for n in b.needs:
                    yield f'{pad}    needs {n.name}: {expr(n.cond)} "{n.reason}"'
                yield from block(b.body, depth + 2)
            if s.otherwise:
                yield f"{pad}  otherwise"
                yield from block(s.otherwise, depth + 2)
        case ir.If():
            yield f"{pad}if {expr(s.cond)}"
            yield from block(s.then, depth + 1)
            if s.otherwise:
                yield f"{pad}otherwise"
                yield from block(s.otherwise, depth + 1)
        case ir.Each():
            guard = f" where {expr(s.guard)}" if s.guard is not None else ""
            clock = ""
            if s.start is not None:
                clock = f" {'clockwise' if s.step == 1 else 'counterclockwise'}"
                clock += f" {'after' if s.after else 'from'} {expr(s.start)}"
            yield f"{pad}each {s.local} in {domain(s.domain)}{clock}{guard}"
            yield from block(s.body, depth + 1)
        case ir.Loop():
            cond = f" while {expr(s.cond)}" if s.cond is not None else ""
            until = f" until {expr(s.until)}" if s.until is not None else ""
            yield f"{pad}loop{cond}{until}"
            yield from block(s.body, depth + 1)
        case ir.Call():
            into = f"{s.into} := " if s.into else ""
            yield f"{pad}{into}call {s.procedure}({', '.join(expr(a) for a in s.args)})"
        case ir.Leave():
            yield f"{pad}leave {s.block}"
        case ir.Block():
            resets = f" resets {', '.join(s.resets)}" if s.resets else ""
            yield f"{pad}{s.kind} {s.path}{resets}"
            yield from block(s.body, depth + 1)
        case ir.Result():
            yield f'{pad}result wins {expr(s.wins)} loses {expr(s.loses)} "{s.reason}"'
        case ir.Check():
            yield f"{pad}check {expr(s.cond)}"


def move(s: ir.Move) -> str:
    if s.handle is not None:
        what = s.handle
    elif s.count is not None and s.kind is not None:
        what = f"{expr(s.count)} of {expr(s.kind)}"
    else:
        what = "all" if s.kind is None else f"all of {expr(s.kind)}"
    face = {None: "", 0: " down", 1: " up"}[s.face]
    spot = "" if s.spot == "top" else f" {s.spot}"
    shown = f" shown to {expr(s.shown)}" if s.shown is not None else ""
    return f"move {what} from {zone(s.source)} to {zone(s.target)}{face}{spot}{shown}"


def source(s: ir.Roll | ir.RollKind | ir.TopOf | ir.AnyOf) -> str:
    match s:
        case ir.Roll():
            return f"d{s.sides}"
        case ir.RollKind():
            return s.cls
        case ir.TopOf():
            return f"top of {zone(s.zone)}"
        case ir.AnyOf():
            return domain(s.domain) + (f" where {expr(s.guard)}" if s.guard is not None else "")


def expr(e: ir.Expr) -> str:
    match e:
        case ir.Const():
            return str(e.value)
        case ir.Local():
            return e.name
        case ir.Read():
            return field(e.place)
        case ir.ColumnOf():
            return f"{e.cls}.{e.column}[{expr(e.row)}]"
        case ir.Count():
            kinds = f" {expr(e.kind)}" if e.kind is not None else ""
            face = {None: "", 0: " down", 1: " up"}[e.facing]
            return f"count({zone(e.zone)}{kinds}{face})"
        case ir.SlotKind():
            return zone(e.zone)
        case ir.KindOf():
            return f"kind({expr(e.handle)})"
        case ir.FaceOf():
            return f"face({expr(e.handle)})"
        case ir.Arith():
            return f"({expr(e.left)} {e.op} {expr(e.right)})"
        case ir.Compare():
            return f"({expr(e.left)} {e.op} {expr(e.right)})"
        case ir.Logic():
            if e.op == "not":
                return f"not {expr(e.parts[0])}"
            return "(" + f" {e.op} ".join(expr(p) for p in e.parts) + ")"
        case ir.Cases():
            cases = "; ".join(f"{expr(v)} if {expr(c)}" for c, v in e.cases)
            return f"({cases}; {expr(e.default)} otherwise)"
        case ir.Fold():
            guard = f" where {expr(e.guard)}" if e.guard is not None else ""
            body = f"{expr(e.body)} over " if e.body is not None else ""
            return f"{e.op}({body}{e.local} in {domain(e.domain)}{guard})"
        case ir.Players():
            return "{" + ", ".join(expr(p) for p in e.parts) + "}"
        case ir.Member():
            return f"({expr(e.item)} in {expr(e.set)})"
        case ir.Apply():
            return f"{e.name}({', '.join(expr(a) for a in e.args)})"
        case ir.Reach():
            within = f" within {expr(e.within)}" if e.within is not None else ""
            guard = f" where {expr(e.guard)}" if e.guard is not None else ""
            return f"reached({e.local} from {expr(e.start)} over {expr(e.over)}{within}{guard})"
        case ir.Distance():
            return f"distance({expr(e.to)}, {expr(e.reach)})"
        case ir.NextMember():
            return f"next {e.cls} {e.step:+} of {expr(e.of)}"


def domain(d: ir.Domain) -> str:
    match d:
        case ir.RangeDomain():
            return f"{expr(d.low)}..{expr(d.high)}"
        case ir.ClassDomain():
            return d.cls
        case ir.SetDomain():
            return expr(d.set)
        case ir.ZoneDomain():
            return zone(d.zone)


def field(f: ir.FieldRef) -> str:
    return f.field if f.index is None else f"{f.field}[{expr(f.index)}]"


def zone(z: ir.ZoneRef) -> str:
    return z.zone if z.index is None else f"{z.zone}[{expr(z.index)}]"


def kind(t: ir.Type) -> str:
    match t:
        case ir.Truth():
            return "yes/no"
        case ir.Number():
            return f"{t.low}..{t.high}"
        case ir.Name():
            return t.cls + (" or none" if t.optional else "")
        case ir.SetType():
            return f"set of {t.cls}"
