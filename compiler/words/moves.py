"""IR statements that do not branch, in short plain words: "draw 2 cards from the library to the player's reserve"."""

from __future__ import annotations

from rulewright.compiler.words.conditions import Words
from rulewright.compiler.words.text import bare, is_many, plural, spaced
from rulewright.dsl import ir
from rulewright.dsl.questions import HOLE

ONE = ir.Const(1)
SPOTS = {"top": "", "bottom": " (at the bottom)", "in": " (shuffled in)"}


def said(words: Words, s: ir.Stmt) -> str:
    """One plain statement in words; "" for what is not worth saying (a check, a branching statement)."""
    match s:
        case ir.SetField():
            shown = "" if s.shown is None else f" (shown to {audience(words, s.shown)})"
            return written(words, s) + shown
        case ir.SetLocal():
            return f"let {spaced(s.name.split('.')[0])} be {words.noun(s.value, words.locals.get(s.name))}"
        case ir.Move():
            return moved(words, s)
        case ir.Turn():
            return turned(words, s)
        case ir.Mix():
            return f"shuffle {words.zone(s.zone)}"
        case ir.Tell():
            return told(words, s)
    return ""


def written(words: Words, s: ir.SetField) -> str:
    """A field set: who becomes what, what is added or taken."""
    f = words.fields[s.place.field]
    cell = words.field(s.place)
    value = s.value
    if isinstance(value, ir.Arith) and value.left == ir.Read(s.place) and value.op in ("+", "-"):
        verb, side = ("add", "to") if value.op == "+" else ("take", "from")
        return f"{verb} {words.noun(value.right)} {side} {cell}"
    text = words.clause(value) if words.type_of(value) == ir.Truth() else words.noun(value, f.type)
    if isinstance(f.type, ir.Truth):
        if isinstance(value, ir.Const) and s.place.index is not None:
            member = words.noun(s.place.index, ir.Name(f.per) if f.per else None)
            return f"{'' if value.value else 'no longer '}mark {member} “{bare(spaced(f.title or f.name))}”"
        if isinstance(value, ir.Const):
            return f"{'note' if value.value else 'no longer'}: {cell}"
        return f"{cell}: {text}"
    if isinstance(f.type, ir.Name) and f.type.cls == "player" and s.place.index is None:
        return f"{text} becomes {cell}" if text != "none" else f"nobody is {cell}"
    return f"{cell} {'become' if is_many(cell) else 'becomes'} {text}"


def moved(words: Words, s: ir.Move) -> str:
    """A move: what, from where to where, and who sees it."""
    source, target = words.zones[s.source.zone], words.zones[s.target.zone]
    from_box, to_box = source.name.startswith("box."), target.name.startswith("box.")
    if s.handle is not None:
        text = f"move {words.noun(ir.Local(s.handle))} to {words.zone(s.target)}"
    else:
        what = amount(words, s, everything=from_box)
        start = "" if from_box or (s.count is None and s.kind is None) else f" from {words.zone(s.source)}"
        if from_box:
            verb, way = ("keep", "in") if to_box else ("put", "on" if target.slot else "in")
            text = f"{verb} {what} {'in' if target.slot else way} {words.zone(s.target)}"
        else:
            text = f"move {what}{start} to {words.zone(s.target)}"
    if s.face is not None:
        text += f" face {'up' if s.face else 'down'}"
    if target.ordered:
        text += SPOTS[s.spot]
    if s.shown is not None:
        text += f", shown to {audience(words, s.shown)}"
    return text


def amount(words: Words, s: ir.Move, *, everything: bool) -> str:
    """How many of what a move takes: "3 Night", "a Bite", "all of the clock"."""
    cls = words.classes[words.zones[s.source.zone].cls]
    if s.kind is None and s.count is None:
        return f"all {plural(words.component(cls.name))}" if everything else f"all of {words.zone(s.source)}"
    noun = words.noun(s.kind, ir.Name(cls.name)) if s.kind is not None else words.component(cls.name)
    if s.count is None:
        return f"all {noun}"
    if s.count == ir.Const(1):
        single = isinstance(s.kind, ir.Const) and s.kind.value < len(cls.copies) and cls.components[s.kind.value] == 1
        named = single or (s.kind is not None and not isinstance(s.kind, ir.Const))
        return noun if named else one(noun)
    return words.quantity(s.count, noun if s.kind is not None else plural(noun))


def turned(words: Words, s: ir.Turn) -> str:
    face = f"face {'up' if s.face else 'down'}"
    if s.handle is not None:
        return f"turn {words.noun(ir.Local(s.handle))} {face}"
    place = words.zone(s.zone)
    if words.zones[s.zone.zone].slot:
        return f"turn {place} {face}"
    return f"turn all {bare(place) if s.zone.index is None else f'of {place}'} {face}"


def told(words: Words, s: ir.Tell) -> str:
    whom = audience(words, s.audience)
    if s.value is not None:
        value = words.clause(s.value) if isinstance(s.type, ir.Truth) else words.noun(s.value, s.type)
        what = f"“{s.text} …” ({value})" if s.text else value
        return f"announce {what}" if whom == "all" else f"tell {whom} {what}"
    if s.handle is not None:
        return f"show {words.noun(ir.Local(s.handle))} to {whom}"
    if s.zone is not None:
        return f"show {words.zone(s.zone)} to {whom}"
    return f"announce “{s.text}”" if whom == "all" else f"tell {whom} “{s.text}”"


def drawn(words: Words, source: ir.ZoneRef, target: ir.ZoneRef, number: ir.Expr = ONE) -> str:
    """Taking from the top."""
    noun = words.component(words.zones[source.zone].cls)
    what = one(noun) if words.noun(number) == "1" else words.quantity(number, plural(noun))
    return f"draw {what} from {words.zone(source)} to {words.zone(target)}"


def audience(words: Words, e: ir.Expr) -> str:
    kind = words.type_of(e)
    text = words.noun(e, kind if kind is not None else ir.SetType("player"))
    return "all" if text == "everyone" else text


def one(noun: str) -> str:
    """With an indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def by_chance(words: Words, source: ir.Roll | ir.RollKind | ir.TopOf | ir.AnyOf, local: str) -> tuple[str, str]:
    """What a chance point decides, and what its outcome is called from then on."""
    match source:
        case ir.Roll():
            return f"roll a die with {source.sides} sides", "the roll"
        case ir.RollKind():
            title = words.classes[source.cls].title or spaced(source.cls)
            return f"roll {bare(title)}", "the roll"
        case ir.TopOf():
            noun = words.component(words.zones[source.zone.zone].cls)
            return f"{one(noun)} from the top of {words.zone(source.zone)}", f"the drawn {noun}"
    noun, rest = words.member(local, source.domain, source.guard)
    those = words.conditions(rest, local)
    named = f"{one(noun)}{bounds(words, source.domain)}"
    return f"{named} at random{f', {those}' if those else ''}", f"the random {noun}"


def bounds(words: Words, domain: ir.Domain) -> str:
    """What there is to choose from, to follow "a number": its bounds; of links and members of a set, which."""
    if not isinstance(domain, ir.RangeDomain):
        return words.within(domain)
    return f" from {words.noun(domain.low)} to {words.noun(domain.high)}"


def question(words: Words, s: ir.Choose) -> str:
    """What is asked, with what it is about in the places of its braces."""
    about = iter([words.noun(a.value) for a in s.about])
    return HOLE.sub(lambda hole: next(about, hole[0]), s.prompt)


def verdict(words: Words, s: ir.Result) -> str:
    """Who wins or loses: "Hunters win", "the player wins", "a draw"."""
    everyone = ir.Const((1 << words.program.players) - 1)
    if s.wins == everyone:
        return "everyone wins"
    if s.loses == everyone:
        return "everyone loses"
    if s.wins == ir.Const(0) and s.loses == ir.Const(0):
        return "a draw"
    if is_rest(s.loses, s.wins):
        who, verb = s.wins, "win"
    elif is_rest(s.wins, s.loses):
        who, verb = s.loses, "lose"
    else:
        winners, losers = words.noun(s.wins, ir.SetType("player")), words.noun(s.loses, ir.SetType("player"))
        return f"win: {winners}; lose: {losers}"
    text = words.noun(who, ir.SetType("player"))
    many = not text.startswith("whoever") and (" and " in text or is_many(text))
    return f"{text} {verb}{'' if many else 's'}"


def is_rest(rest: ir.Expr, of: ir.Expr) -> bool:
    """Is `rest` everybody who is not in `of`?"""
    if not isinstance(rest, ir.Fold) or rest.op != "set" or not isinstance(rest.guard, ir.Logic):
        return False
    return rest.guard == ir.Logic("not", (ir.Member(ir.Local(rest.local), of),))
