"""For every verb of the variant language: what it could say about a game, with addresses of that game.

Each function gives candidates, the likeliest first, as lines of a variant's body. Whether a game stands one of them,
only trying can say (see variant.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from attrs import frozen

from rulewright.compiler.words.text import spaced
from rulewright.dsl import ast
from rulewright.dsl.overlay.things import Thing, Things
from rulewright.dsl.pipeline import OptionInfo, Rules
from rulewright.dsl.source import Span

REMINDER = 'announce players "Our house rules are on; players here:"'
HOUSE_STEP = ["step HouseRules", f"  {REMINDER}"]
CITED = re.compile(r"\s*\[[A-Za-z][^\]]*\]\s*$")
Lines = list[str]


@frozen
class Anatomy:
    """A game taken apart: its things, and its options at the least number of players."""

    rules: Rules
    things: tuple[Thing, ...]
    options: tuple[OptionInfo, ...]

    @classmethod
    def of(cls, rules: Rules) -> Anatomy:
        found = Things()
        for decl in rules.file.decls:
            found.survey(decl, None, "")
        every = [t for top in found.top for t in (top, *reversed(list(top.below())))]
        every.sort(key=lambda t: (t.span.start, t.span.end))
        assert rules.game is not None
        return cls(rules, tuple(every), rules.options(rules.game.least))

    def named(self, *kinds: type) -> list[Thing]:
        """The things of some kinds that have an address, in the order of the rules."""
        return [t for t in self.things if t.name and isinstance(t.node, kinds)]

    def phases(self) -> list[Thing]:
        """Phases and steps: first those inside others with nothing named in them."""
        found = self.named(ast.Phase)
        return sorted(found, key=lambda t: (t.parent is None, any(isinstance(i.node, ast.Phase) for i in t.inside)))


def retitled(game: Anatomy) -> Iterator[Lines]:
    """`set A to "text"`: another title for the first phase."""
    for phase in game.named(ast.Phase):
        title = (phase.node.title or spaced(phase.name)).replace('"', "")
        yield [f'set {phase.path} to "{title} (our way)"']


def questions(game: Anatomy) -> Iterator[Lines]:
    """`set A.question to "text"`."""
    for phase in game.phases():
        for choice in phase.choices():
            asked = getattr(choice.node, "question", "") or ""
            if asked:
                yield [f'set {phase.path}.question to "{asked.rstrip("?")}, if you please?"']


def options(game: Anatomy) -> Iterator[Lines]:
    """`set OPTION to E`."""
    for option in game.options:
        low, high = option.bounds
        for value in (option.default + 1, option.default - 1):
            if low <= value <= high:
                yield [f"set {option.name} to {option.said(value)}"]


def counts(game: Anatomy) -> Iterator[Lines]:
    """`set CLASS.ROW.count to N`."""
    for row, number in counted_rows(game):
        yield [f"set {row.path}.count to {number + 1}"]


def counted_rows(game: Anatomy) -> Iterator[tuple[Thing, int]]:
    """Rows that say how many there are, with the number."""
    for row in game.named(ast.Row):
        table = row.parent.node if row.parent is not None else None
        if not isinstance(table, ast.ClassDecl):
            continue
        columns = [
            atom.name.text for cell in table.header.cells for atom in cell.atoms if isinstance(atom, ast.CellName)
        ]
        if "count" in columns and columns.index("count") < len(row.node.cells):
            atoms = row.node.cells[columns.index("count")].atoms
            if len(atoms) == 1 and isinstance(atoms[0], ast.Int):
                yield row, atoms[0].value


def starts(game: Anatomy) -> Iterator[Lines]:
    """`set FIELD to E`: what a field begins with."""
    for thing in game.named(ast.FieldDecl):
        if thing.node.initial is None and isinstance(thing.node.type, ast.TypeRange):
            yield [f"set {thing.path} to 1"]


def sights(game: Anatomy) -> Iterator[Lines]:
    """`set PLACE seen by AUDIENCE`."""
    for thing in game.named(ast.ZoneDecl, ast.FieldDecl):
        for audience in ("all", "nobody"):
            yield [f"set {thing.path} seen by {audience}"]


def removals(game: Anatomy) -> Iterator[Lines]:
    """`remove A`."""
    for kind in (ast.Alternative, ast.Row, ast.Needs, ast.Phase, ast.Behaviour):
        for thing in reversed(game.named(kind)):
            yield [f"remove {thing.path}"]
    for thing in reversed(game.named(ast.Option, ast.ProcedureDecl)):
        yield [f"remove {thing.path}"]


def replacements(game: Anatomy) -> Iterator[Lines]:
    """`replace phase A`: as it was, with a reminder first."""
    for thing in game.phases():
        lines = source_of(thing.span)
        if len(lines) > 12:
            continue
        head, body = parted(lines)
        words = re.sub(rf"^(phase|step)\s+{re.escape(thing.name)}\b", rf"replace \1 {thing.path}", head)
        yield [words, f"  {REMINDER}", *body]
    for thing in game.phases():  # the long ones, if nothing else does
        head, body = parted(source_of(thing.span))
        words = re.sub(rf"^(phase|step)\s+{re.escape(thing.name)}\b", rf"replace \1 {thing.path}", head)
        yield [words, f"  {REMINDER}", *body]


def rows(game: Anatomy) -> Iterator[Lines]:
    """`replace in CLASS` and a row as it was, with one more of them."""
    for row, number in counted_rows(game):
        lines = source_of(row.span)
        if len(lines) == 1 and row.parent is not None:
            yield [f"replace in {row.parent.path}", "  " + re.sub(rf"\b{number}\b", str(number + 1), lines[0], count=1)]


def additions(game: Anatomy) -> Iterator[Lines]:
    """`add to CHOICE`: one more answer; else statements at the end of a phase."""
    for phase in game.phases():
        for choice in phase.choices():
            if isinstance(choice.node, ast.ChooseOne):
                yield [f"add to {phase.path}", '  HousePass "Do nothing": nothing']
    for phase in game.phases():
        yield [f"add to {phase.path}", f"  {REMINDER}"]


def members(game: Anatomy) -> Iterator[Lines]:
    """`add to CLASS`: one more row."""
    for row, _ in counted_rows(game):
        lines = source_of(row.span)
        if row.parent is not None and len(lines) == 1:
            cells = lines[0].removeprefix(row.name)
            yield [f"add to {row.parent.path}", "  HouseCard" + re.sub(r'"[^"]*"', '"House card"', cells)]


def befores(game: Anatomy) -> Iterator[Lines]:
    yield from beside("before", game)


def afters(game: Anatomy) -> Iterator[Lines]:
    yield from beside("after", game)


def beside(side: str, game: Anatomy) -> Iterator[Lines]:
    """`before A`, `after A`: statements, or a step of its own between phases of the top level."""
    for thing in game.phases():
        yield [f"{side} {thing.path}", f"  {REMINDER}"]
    for thing in game.phases():
        yield [f"{side} {thing.path}", *(f"  {line}" for line in HOUSE_STEP)]


def insteads(game: Anatomy) -> Iterator[Lines]:
    """`instead of A`: around what was there."""
    for thing in (*game.phases(), *game.named(ast.ProcedureDecl, ast.Alternative, ast.Behaviour)):
        yield [f"instead of {thing.path}", f"  {REMINDER}", "  original"]


def renames(game: Anatomy) -> Iterator[Lines]:
    """`rename A to NAME "title"`."""
    for thing in game.named(ast.ZoneDecl, ast.FieldDecl, ast.ClassDecl, ast.Phase, ast.ValueDecl, ast.Enum, ast.Option):
        name = f"Our{thing.name}" if thing.name[:1].isupper() else f"our_{thing.name}"
        title = (
            ""
            if isinstance(thing.node, ast.Option | ast.ValueDecl | ast.Enum)
            else f' "our {spaced(thing.name).lower()}"'
        )
        yield [f"rename {thing.path} to {name}{title}"]


def sums(game: Anatomy) -> Iterator[Lines]:
    """`add N to A`: a higher price, or another default."""
    for thing in game.named(ast.Costs, ast.Option):
        yield [f"add 1 to {thing.path}"]
    for thing in game.named(ast.Option):
        yield [f"take 1 from {thing.path}"]


def blocks(game: Anatomy) -> Iterator[Lines]:
    """`while C`: something that is so only at times."""
    counting = [t for t in game.named(ast.FieldDecl) if t.node.per is None and isinstance(t.node.type, ast.TypeRange)]
    for thing in game.phases():
        for counted in counting[:2]:
            yield [f"while {counted.path} > 1", f"  after {thing.path}", f"    {REMINDER}"]


def declarations(game: Anatomy) -> Iterator[Lines]:
    """Something new: an option, and what it does."""
    option = 'option with_reminder as yes/no, default no "Say at each turn that house rules are on"'
    for thing in game.phases():
        yield [option, f"after {thing.path}", f"  if with_reminder: {REMINDER}"]
    for thing in game.phases():
        yield [option, f"after {thing.path}", "  step HouseRules", f"    if with_reminder: {REMINDER}"]


VERBS: tuple[tuple[str, Callable[[Anatomy], Iterator[Lines]]], ...] = (
    ("`set` gives an option another default,", options),
    ("changes how many there are of a kind,", counts),
    ("the words of a question,", questions),
    ("what a field begins with,", starts),
    ("and who sees what.", sights),
    ("A declaration adds something new; it is written as in a game's own file.", declarations),
    ("`add ... to` and `take ... from` change a number by so much.", sums),
    ("A `while` block is there only while something holds.", blocks),
    ("`before` does something more just before a thing,", befores),
    ("`after` just after it,", afters),
    ("`add to` at its end; to a choice it adds an answer,", additions),
    ("to a table a row.", members),
    ("`instead of` goes around a thing; `original` is what stood there.", insteads),
    ("`replace` writes a thing anew,", replacements),
    ("or rows of a table.", rows),
    ("`remove` takes a thing out; whatever still needs it is reported.", removals),
    ("`rename` calls a thing otherwise, wherever it is used.", renames),
)


# ---------------------------------------------------------------------------------------------------- the text


def source_of(span: Span) -> Lines:
    """The lines of a thing as they are written, from its own margin on, without rule references and comments."""
    told = (without_notes(line) for line in span.block)
    return [line for line in told if line.strip()]


def without_notes(line: str) -> str:
    """A line without its comment and its rule references; a # or a [ in a text stays."""
    quoted = False
    for i, c in enumerate(line):
        quoted ^= c == '"'
        if c == "#" and not quoted:
            line = line[:i]
            break
    return CITED.sub("", line).rstrip()


def parted(lines: Lines) -> tuple[str, Lines]:
    """The first line of a thing and its body; what stands behind a colon becomes a line of its own."""
    head = lines[0]
    quoted = False
    for i, c in enumerate(head):
        quoted ^= c == '"'
        if c == ":" and not quoted:
            return head[:i], [f"  {head[i + 1 :].strip()}", *lines[1:]]
    return head, lines[1:]
