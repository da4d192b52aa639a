"""What happens at any time, and what must always be true: reactions and checks of two rulesets side by side."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.compiler.outline.aligned import Aligner, Pair
from rulewright.compiler.outline.outline import Ending, Items, Reaction, Round
from rulewright.compiler.words.text import capital, cut
from rulewright.dsl import ir
from rulewright.dsl.walk import below
from rulewright.tools.diff.change import Change, now_was, short_of
from rulewright.tools.diff.flow import Spot, Teller
from rulewright.tools.diff.lines import lines, sentence
from rulewright.tools.diff.things import Side

AT_ANY_TIME = "at any time"  # where reactions stand
LONGEST = 90  # letters of a condition where only its place is meant


def reactions(old: tuple[Reaction, ...], new: tuple[Reaction, ...], aligner: Aligner) -> Iterator[Change]:
    """Reactions are paired like repetitions: by their condition, then by what they do."""
    before, after = (tuple(Round(r.text, "while", r.body, span=r.span) for r in side) for side in (old, new))
    refs = {id(item): r.refs for item, r in zip((*before, *after), (*old, *new), strict=True)}
    teller = Teller(aligner)
    last = ""
    for pair in aligner.align(before, after):
        one(teller, pair, Spot(AT_ANY_TIME, "", last))
        last = f"“{sentence(pair.item)}”" if pair.new is not None else last
        if pair.old is not None and pair.new is not None:
            cond = pair.new.label  # type: ignore[union-attr]
            teller.cites(pair, refs[id(pair.old)], refs[id(pair.new)], Spot(AT_ANY_TIME, cut(cond, LONGEST)))
    yield from teller.told()


def one(teller: Teller, pair: Pair, spot: Spot) -> None:
    """A reaction: added, removed, with another condition, or doing something else."""
    old, new = pair.old, pair.new
    if isinstance(new, Round) and old is None:
        teller.whole[len(teller.changes)] = (new, spot)
        text = f"{capital(ending_of(new))} now also, {new.label}"
        text = text if ends(new.body) else f"{capital(new.label)}: this happens now"
        teller.changes.append(Change("added", "reaction", new.label, text, detail=lines(new.body), new=new.span))
    elif isinstance(old, Round) and new is None:
        teller.whole[len(teller.changes)] = (old, spot)
        text = f"{capital(ending_of(old))} no longer {old.label}"
        text = text if ends(old.body) else f"{capital(old.label)}: nothing happens any more"
        teller.changes.append(Change("removed", "reaction", old.label, text, detail=lines(old.body), old=old.span))
    elif isinstance(old, Round) and isinstance(new, Round) and pair.status != "same":
        if old.label != new.label:
            text = f"Something now happens {now_was(new.label, old.label)}"
            if ends(new.body):
                text = f"{capital(ending_of(new))} now {new.label}, was {short_of(old.label, new.label)}"
            teller.change(pair, Spot(new.label, ""), text, old.label, new.label, "reaction")
        for way in pair.ways:
            teller.pairs(way.pairs, Spot(AT_ANY_TIME, cut(new.label, LONGEST)))


def ends(body: Items) -> bool:
    return len(body) == 1 and isinstance(body[0], Ending)


def ending_of(item: Round) -> str:
    """Who wins, where a reaction does nothing else."""
    return item.body[0].verdict if item.body and isinstance(item.body[0], Ending) else ""


def checks(sides: tuple[Side, Side]) -> Iterator[Change]:
    """Everything that is checked while a game runs, wherever it stands."""
    found: list[dict[tuple[str, str], ir.Check | ir.Invariant]] = []
    for side in sides:
        nodes = [n for n in below(side.program) if isinstance(n, ir.Check | ir.Invariant)]
        found.append({(n.reason, side.words.clause(n.cond)): n for n in nodes})
    before, after = found
    gone = {k: n for k, n in before.items() if k not in after}
    for (reason, clause), node in after.items():
        if (reason, clause) in before:
            continue
        partner = next((k for k in gone if k[0] == reason or k[1] == clause), None)
        if partner is None:
            yield Change(
                "added", "check", reason, f"A check was added, “{reason}”: {clause}", "", clause, new=node.span
            )
            continue
        was = gone.pop(partner)
        if partner[0] != reason:
            text = f"The check of “{clause}” now says “{reason}”, was “{partner[0]}”"
            yield Change("changed", "check", reason, text, partner[0], reason, old=was.span, new=node.span)
        else:
            text = f"The check “{reason}” is now {now_was(clause, partner[1])}"
            yield Change("changed", "check", reason, text, partner[1], clause, old=was.span, new=node.span)
    for (reason, clause), node in gone.items():
        yield Change(
            "removed", "check", reason, f"The check “{reason}” was removed: {clause}", clause, "", old=node.span
        )
