"""Two rulesets in, every change from the one to the other out, in words."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rulewright.compiler.outline.aligned import Aligner
from rulewright.compiler.outline.build import Builder
from rulewright.compiler.outline.outline import Outline
from rulewright.compiler.words.text import spaced
from rulewright.dsl import ir
from rulewright.dsl.pipeline import OptionInfo
from rulewright.tools.diff import flow, kinds, reactions, things
from rulewright.tools.diff.alike import made_alike
from rulewright.tools.diff.change import Change, listed_short, now_was
from rulewright.tools.diff.hidden import untold
from rulewright.tools.diff.lines import lines
from rulewright.tools.diff.things import Side


@frozen
class Ruleset:
    """One of the two: its program, the options it has, for how many it is, and what its first lines say."""

    program: ir.Program
    options: tuple[OptionInfo, ...] = ()
    least: int = 0
    most: int = 0
    docs: tuple[str, ...] = ()


def outlines(old: Ruleset, new: Ruleset) -> tuple[Outline, Outline]:
    """Both in words, the old one with the names and titles of the new one."""
    alike = made_alike(old.program, new.program).program
    return Builder(alike).outline(), Builder(new.program).outline()


def difference(old: Ruleset, new: Ruleset) -> list[Change]:
    """Everything that is different, in the order of the rules; nothing for a ruleset and itself."""
    alike = made_alike(old.program, new.program)
    sides = (Side.of(alike.program), Side.of(new.program))
    changes = [*table(old, new), *options(old, new), *alike.changes]
    changes += [*kinds.classes(sides), *things.fields(sides), *things.zones(sides), *things.values(sides)]
    changes += flows(Builder(alike.program).outline(), Builder(new.program).outline(), sides)
    changes += reactions.checks(sides)
    changes += untold(alike.program, new.program, changes)
    changes += orders(alike.program, new.program)
    if not changes and bare(old.program) != bare(new.program):
        changes.append(Change("changed", "wording", "", "The rules are written differently, and play the same"))
    return [c for c in dict.fromkeys(changes) if not with_its_row(c, alike.program, new.program)]


def with_its_row(change: Change, old: ir.Program, new: ir.Program) -> bool:
    """Is it what a row did that is gone as a whole? Then it need not be told."""
    if (change.kind, change.what) != ("removed", "case"):
        return False
    name = change.name.partition(".")[0]
    before, after = (next((c for c in program.classes if c.name == name), None) for program in (old, new))
    if before is None or after is None or change.was not in before.titles:
        return False
    return before.members[before.titles.index(change.was)] not in after.members


def orders(old: ir.Program, new: ir.Program) -> Iterator[Change]:
    """Declarations in another order: that is the order in which they are shown."""
    for part, what in (("classes", "table"), ("fields", "field"), ("zones", "place"), ("values", "value")):
        before, after = ([t.name for t in getattr(program, part)] for program in (old, new))
        order = [name for name in after if name in before]
        if order != [name for name in before if name in after]:
            moved = listed_short([f"`{name}`" for name in order if "box." not in name])
            yield Change("moved", what, "", f"The {what}s stand in another order: {moved}", now=", ".join(order))


def bare(program: ir.Program) -> ir.Program:
    """A program without what names its text: its hash, and reactions called by their lines."""
    whens = tuple(evolve(r, name="") for r in program.whens)
    watches = tuple(evolve(r, name="") for r in program.watches)
    return evolve(program, text_hash="", variants=(), whens=whens, watches=watches)


def table(old: Ruleset, new: Ruleset) -> Iterator[Change]:
    """The game's name, and who can play."""
    a, b = old.program, new.program
    if a.name != b.name or a.title != b.title:
        was, now = a.title or a.name, b.title or b.name
        yield Change("changed", "game", "game", f"The game is called “{now}”, was “{was}”", was, now)
    if (old.least, old.most) != (new.least, new.most):
        was, now = (f"{r.least} to {r.most}" if r.least != r.most else f"{r.least}" for r in (old, new))
        yield Change("changed", "players", "players", f"It is now for {now} players, was {was}", was, now)
    if a.players != b.players:
        was, now = str(a.players), str(b.players)
        yield Change("changed", "players", "players", f"{now} players play here, was {was}", was, now)
    if old.docs != new.docs:
        was, now = " ".join(old.docs), " ".join(new.docs)
        text = f"What the rules say of themselves is now {now_was(now, was)}"
        if now.startswith(was):
            text = f"The rules now also say: “{now.removeprefix(was).strip()}”"
        yield Change("changed", "game", "words", text, was, now)


def options(old: Ruleset, new: Ruleset) -> Iterator[Change]:
    """Options: which there are, what they can be, and what they are."""
    before = {o.name: o for o in old.options}
    for b in new.options:
        a = before.pop(b.name, None)
        if a is None:
            set_to = dict(new.program.options).get(b.name, b.default)
            about = f"{allowed(b)}, {b.said(b.default)} if nothing is said"
            about += "" if set_to == b.default else f"; it is set to {b.said(set_to)} here"
            yield Change("added", "option", b.name, f"An option `{b.name}` was added (“{b.title}”): {about}")
            continue
        if allowed(a) != allowed(b):
            was, now = allowed(a), allowed(b)
            yield Change("changed", "option", b.name, f"Option `{b.name}` can now be {now}, was {was}", was, now)
        if a.title != b.title:
            text = f"Option `{b.name}` is now called “{b.title}”, was “{a.title}”"
            yield Change("changed", "option", b.name, text, a.title, b.title)
        here = dict(old.program.options).get(a.name, a.default), dict(new.program.options).get(b.name, b.default)
        said = (a.said(a.default), b.said(b.default))
        if said[0] != said[1]:
            text = f"{b.title} (option `{b.name}`): now {said[1]}, was {said[0]}"
            yield Change("changed", "option", b.name, text, *said)
        if a.said(here[0]) != b.said(here[1]) and here != (a.default, b.default):
            was, now = a.said(here[0]), b.said(here[1])
            text = f"{b.title} (option `{b.name}`) is set to {now} here, was {was}"
            yield Change("changed", "option", b.name, text, was, now)
    for a in before.values():
        yield Change("removed", "option", a.name, f"The option `{a.name}` (“{a.title}”) was removed")


def allowed(option: OptionInfo) -> str:
    low, high = option.bounds
    if isinstance(option.type, ir.Truth):
        return "yes or no"
    return ", ".join(option.names) or f"{low} to {high}"


def flows(old: Outline, new: Outline, sides: tuple[Side, Side]) -> Iterator[Change]:
    """Set-up, phases, procedures, reactions."""
    aligner = Aligner()
    yield from flow.told(aligner, old.setup, new.setup, flow.Spot("setup", "in the set-up"))
    yield from flow.told(aligner, old.flow, new.flow, flow.Spot("flow", ""))
    yield from procedures(old, new, sides, aligner)
    yield from reactions.reactions(old.reactions, new.reactions, aligner)


def procedures(old: Outline, new: Outline, sides: tuple[Side, Side], aligner: Aligner) -> Iterator[Change]:
    """Procedures, and what rows do: added, removed, or doing something else."""
    before, after = ({p.procedure: p for p in outline.procedures} for outline in (old, new))
    known = [{p.name: p for p in side.program.procedures} for side in sides]
    for name, b in after.items():
        a = before.pop(name, None)
        if a is None:
            text = f"A procedure `{name}` was added"
            yield Change("added", "procedure", name, text, detail=lines(b.body), new=b.span)
            continue
        for sentence, say in (("goes by", taken), ("gives", given), ("cites", cited)):
            was, now = (say(programs[name], side) for programs, side in zip(known, sides, strict=True))
            if was != now:
                text = f"`{name}` now {sentence} {now}, was {was}"
                yield Change("changed", "procedure", name, text, was, now, old=a.span, new=b.span)
        yield from flow.told(aligner, a.body, b.body, flow.Spot(name, f"in `{spaced(name)}`"))
    for name, a in before.items():
        yield Change("removed", "procedure", name, f"The procedure `{name}` was removed", old=a.span)


def taken(procedure: ir.Procedure, side: Side) -> str:
    return side.parameters(procedure.params)


def given(procedure: ir.Procedure, side: Side) -> str:
    return "nothing" if procedure.result is None else side.type(procedure.result)


def cited(procedure: ir.Procedure, side: Side) -> str:
    return " ".join(procedure.refs) or "no rule"
