"""What asks: choices of players, and of chance."""

from __future__ import annotations

import re

from rulewright.dsl import ast, ir
from rulewright.dsl.diagnostics import Label
from rulewright.dsl.elaborate import binders, expressions, statements
from rulewright.dsl.elaborate.costs import needs_of, paid_for
from rulewright.dsl.elaborate.scope import Arms, Scope
from rulewright.dsl.elaborate.types import Handle, NoneType, Unknown
from rulewright.dsl.questions import well_formed
from rulewright.dsl.source import Span
from rulewright.dsl.walk import falls_through

MOST_OPTIONS = 65_536
DEEPEST_PROOF = 3  # values inside values


def choose(scope: Scope, s: ast.ChooseStmt) -> list[ir.Stmt]:
    """`P chooses BINDERS where C "question"`."""
    symbols = scope.symbols
    actor = expressions.player(scope, s.actor)
    named = about(scope, s.question, s.about, s.span)
    point = symbols.next_point()
    with scope.arms() as arms:
        with arms.arm():
            bounds = [binders.bind(scope, b, fixed=True) for b in s.binders]
            extra = expressions.truth(scope, s.where) if s.where is not None else None
            guards = [b.where for b in bounds if b.where is not None] + ([extra] if extra is not None else [])
            where = None if not guards else guards[0] if len(guards) == 1 else ir.Logic("and", tuple(guards))
            needs = needs_of(scope, s.needs)
            with scope.knowing(where or ir.Const(1)):
                done = statements.body(scope, paid_for(s.actor, s.needs, s.body))
            for bound in bounds:
                bound.symbol.used = bound.symbol.used or bool(s.question)
        arms.done(goes_on=falls_through(done))
        other = otherwise(scope, s.otherwise, arms)
    if actor.broken or any(isinstance(b.type, Unknown) for b in bounds):
        return []
    made = tuple(ir.Binder(b.local, b.domain, radix(scope, b)) for b in bounds)
    branch = ir.Branch("", "", made, where, needs, done, span=s.span)
    if branch.size > MOST_OPTIONS:
        symbols.report.add("RW0602", s.span, size=branch.size, most=MOST_OPTIONS)
        return []
    branches = [branch]
    if s.may:
        branches.append(ir.Branch("Pass", s.passing or "Pass", (), None, (), other, span=s.span))
    sure = not needs and surely_answered(scope, bounds, extra)
    if s.otherwise is None and not s.may and not sure:
        symbols.report.add("RW0603", s.span)
    missing = () if s.may else other
    path = here(scope)
    return [ir.Choose(point, actor.expr, s.question, tuple(branches), missing, path, s.refs, about=named, span=s.span)]


def radix(scope: Scope, bound: binders.Bound) -> int:
    """How many different answers a binder can have, offered or not: the element codes of a zone, else its members."""
    if isinstance(bound.type, Handle):
        return scope.symbols.cls(bound.type.cls).size * (2 if bound.type.either else 1)
    return max(1, bound.most)


def here(scope: Scope) -> str:
    """The path of the innermost block (or the procedure)."""
    return scope.blocks[-1] if scope.blocks else scope.procedure


def surely_answered(scope: Scope, bounds: list[binders.Bound], extra: ir.Expr | None) -> bool:
    """Is there always an answer? With several binders only if nothing is asked of them together."""
    if len(bounds) > 1 and extra is not None:
        return False
    rest = [extra] if extra is not None else []
    return all(surely_some(scope, b, [*rest, *([b.where] if b.where is not None else [])]) for b in bounds)


def surely_some(scope: Scope, bound: binders.Bound, guards: list[ir.Expr]) -> bool:
    """Is the domain never empty? Proved by size: so many members, and every condition shuts out at most one."""
    least = scope.symbols.cls(bound.domain.cls).size if isinstance(bound.domain, ir.ClassDomain) else bound.least
    return least > sum(shut_out(scope, g, bound.local, least) for g in guards)


def shut_out(scope: Scope, guard: ir.Expr, local: str, most: int, depth: int = 0) -> int:
    """How many members at most a condition shuts out; `most` if nobody knows. Looks only so deep into values."""
    if isinstance(guard, ir.Logic) and guard.op == "and":
        return sum(shut_out(scope, part, local, most, depth) for part in guard.parts)
    if isinstance(guard, ir.Compare) and guard.op == "is not" and ir.Local(local) in (guard.left, guard.right):
        return 1
    if isinstance(guard, ir.Apply) and guard.args == (ir.Local(local),):
        made = scope.symbols.made_values.get(guard.name)
        if made is not None and len(made.params) == 1 and depth < DEEPEST_PROOF:
            return shut_out(scope, made.body, made.params[0], most, depth + 1)
    return most


def otherwise(scope: Scope, b: ast.Body | None, arms: Arms) -> tuple[ir.Stmt, ...]:
    made: tuple[ir.Stmt, ...] = ()
    with arms.arm():
        if b is not None:
            made = statements.body(scope, b)
    arms.done(goes_on=falls_through(made))
    return made


def choose_one(scope: Scope, s: ast.ChooseOne) -> list[ir.Stmt]:
    """`P chooses one "question"`: named alternatives."""
    actor = expressions.player(scope, s.actor)
    named = about(scope, s.question, s.about, s.span)
    point = scope.symbols.next_point()
    branches: list[ir.Branch] = []
    seen: dict[str, ast.Ident] = {}
    with scope.arms() as arms:
        for a in s.alternatives:
            if a.name.text in seen:
                labels = [Label(seen[a.name.text].span, "the first one")]
                scope.symbols.report.add(
                    "RW0212", a.name.span, name=a.name.text, of="the alternatives here", labels=labels
                )
            seen[a.name.text] = a.name
            with arms.arm():
                needs = needs_of(scope, a.needs)
                made = statements.body(scope, paid_for(s.actor, a.needs, a.body))
            arms.done(goes_on=falls_through(made))
            branches.append(ir.Branch(a.name.text, a.label or a.name.text, (), None, needs, made, span=a.span))
        other = otherwise(scope, s.otherwise, arms)
    if s.may:
        branches.append(ir.Branch("Pass", s.passing or "Pass", (), None, (), other, span=s.span))
    if actor.broken:
        return []
    if s.otherwise is None and not s.may and all(b.needs for b in branches):
        scope.symbols.report.add("RW0603", s.span)
    missing = () if s.may else other
    path = here(scope)
    return [ir.Choose(point, actor.expr, s.question, tuple(branches), missing, path, s.refs, about=named, span=s.span)]


def may_do(scope: Scope, s: ast.MayDo) -> list[ir.Stmt]:
    """`P may "Do it": ...`: yes, or pass."""
    actor = expressions.player(scope, s.actor)
    named = about(scope, s.label, s.about, s.span)
    point = scope.symbols.next_point()
    with scope.arms() as arms:
        with arms.arm():
            needs = needs_of(scope, s.needs)
            made = statements.body(scope, paid_for(s.actor, s.needs, s.body))
        arms.done(goes_on=falls_through(made))
        other = otherwise(scope, s.otherwise, arms)
    if actor.broken:
        return []
    branches = (
        ir.Branch("Do", s.label, (), None, needs, made, span=s.span),
        ir.Branch("Pass", s.passing or "Pass", (), None, (), other, span=s.span),
    )
    return [ir.Choose(point, actor.expr, s.label, branches, (), here(scope), s.refs, about=named, span=s.span)]


def about(scope: Scope, question: str, named: tuple[ast.Expr, ...], span: Span) -> tuple[ir.About, ...]:
    """What the braces in a question stand for."""
    if not well_formed(question):
        scope.symbols.report.add("RW0256", span, question=question)
    found = []
    for e in named:
        t = expressions.typed(scope, e)
        if isinstance(t.type, Handle):
            t = expressions.as_stored(scope, t, ir.Name(t.type.cls))
        if not isinstance(t.type, Unknown | NoneType | Handle):
            found.append(ir.About(t.expr, t.type, span=e.span))
    return tuple(found)


def chance(scope: Scope, s: ast.ChanceStmt) -> list[ir.Stmt]:
    """`chance chooses KIND x where C`: one of those that qualify, all alike."""
    point = scope.symbols.next_point()
    with scope.arms() as arms:
        with arms.arm():
            bound = binders.bind(scope, s.binder, fixed=True)
            guard = bound.guard(expressions.truth(scope, s.where) if s.where is not None else None)
            made = statements.body(scope, s.body)
        arms.done(goes_on=falls_through(made))
        other = otherwise(scope, s.otherwise, arms)
    if isinstance(bound.type, Unknown):
        return []
    if isinstance(bound.type, Handle):
        scope.symbols.report.add("RW0604", s.binder.span)
        return []
    if bound.most > MOST_OPTIONS:
        scope.symbols.report.add("RW0602", s.span, size=bound.most, most=MOST_OPTIONS)
        return []
    sample = ir.Sample(point, bound.local, ir.AnyOf(bound.domain, guard), span=s.span)
    if surely_some(scope, bound, [guard] if guard is not None else []):
        return [sample, *made]
    if s.otherwise is None:
        scope.symbols.report.add("RW0603", s.span)
    some = ir.Fold("some", bound.local, bound.domain, guard, span=s.span)
    return [ir.If(some, (sample, *made), other, span=s.span)]


def die(scope: Scope, s: ast.RollDie) -> tuple[ir.Roll | ir.RollKind, ir.Type] | None:
    """`roll d6`, `roll NoiseDie`."""
    word = s.die.text
    symbols = scope.symbols
    cls = symbols.classes.get(word)
    if cls is not None and cls.sort == "dice":
        symbols.used.add(word)
        return ir.RollKind(word), ir.Name(word)
    sides = re.fullmatch(r"d([0-9]{1,4})", word)
    if sides is None or int(sides[1]) < 1:
        symbols.report.add("RW0223", s.die.span, name=word)
        return None
    return ir.Roll(int(sides[1])), ir.Number(1, int(sides[1]))


def roll_into(scope: Scope, local: str, die: ir.Roll | ir.RollKind, span: Span) -> ir.Stmt:
    return ir.Sample(scope.symbols.next_point(), local, die, span=span)
