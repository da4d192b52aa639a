"""A program in which members are called by their names: numbers of members shift when one is added or taken out.

A constant that stands for a member of a class, or for a set of them, becomes a local of that name (`@Card.Bite`), so
that two programs can be compared whose classes are not the same. For comparing only: nothing can run it.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve, frozen

from rulewright.compiler.passes.walk import rebuild
from rulewright.compiler.words.nouns import Nouns
from rulewright.dsl import ir
from rulewright.dsl.made_up import FROM, JOINING

PLAYER, PLAYERS = ir.Name("player"), ir.SetType("player")


def by_name(program: ir.Program) -> ir.Program:
    """The program with members by name."""
    made: ir.Program = _Naming(Nouns.of(program)).tree(program)
    return made


@frozen
class _Naming:
    nouns: Nouns

    def tree(self, node: Any) -> Any:
        """Any node: its children, and the constants whose kind is known from where they stand."""
        return rebuild(self.typed(node), self.tree)

    def typed(self, node: Any) -> Any:  # one case a kind of node
        n = self.nouns
        match node:
            case ir.Field():
                return evolve(node, initial=self.named(node.initial, node.type), seen=self.named(node.seen, PLAYERS))
            case ir.Zone():
                return evolve(node, seen=self.named(node.seen, PLAYERS))
            case ir.Value():
                return evolve(node, body=self.named(node.body, node.type))
            case ir.FieldRef(index=index) if index is not None:
                return evolve(node, index=self.member(index, n.fields[node.field].per))
            case ir.ZoneRef(index=index) if index is not None:
                return evolve(node, index=self.member(index, n.zones[node.zone].per))
            case ir.ColumnOf(row=ir.Arith(left=ir.Arith(left=a), right=b)) if node.cls.endswith(JOINING):
                ends = n.classes[node.cls.removesuffix(JOINING)].columns[:2]
                from_, to = (self.named(end, c.type) for end, c in zip((a, b), ends, strict=True))
                return evolve(node, row=ir.Arith("+", from_, to))
            case ir.ColumnOf(row=row) if FROM in node.cls:  # rows by a number, whichever is the least
                table, _, numbers = node.cls.partition(FROM)
                number = row.left if isinstance(row, ir.Arith) and not numbers.startswith("0 ") else row
                return evolve(node, cls=table, row=number)
            case ir.ColumnOf():
                return evolve(node, row=self.member(node.row, node.cls))
            case ir.Reach():
                whole_class = ir.SetType(node.cls)
                begins = self.named(node.start, whole_class if node.is_set else ir.Name(node.cls))
                return evolve(node, start=begins, over=self.named(node.over, whole_class))
            case ir.Distance():
                return evolve(node, to=self.member(node.to, node.reach.cls))
            case ir.NextMember():
                return evolve(node, of=self.member(node.of, node.cls))
            case ir.Count(kind=kind) if kind is not None:
                return evolve(node, kind=self.named(kind, n.kinds_in(node.zone)))
            case ir.Move():
                kind = None if node.kind is None else self.named(node.kind, n.kinds_in(node.source))
                return evolve(node, kind=kind, shown=None if node.shown is None else self.named(node.shown, PLAYERS))
            case ir.Compare():
                if isinstance(node.left, ir.Read) and node.left.place.field.startswith("("):
                    return evolve(node, right=self.unknown(node.right))
                both = n.type_of(node.left) or n.type_of(node.right)
                return evolve(node, left=self.named(node.left, both), right=self.named(node.right, both))
            case ir.Member():
                of = n.type_of(node.set)
                item = n.type_of(node.item)
                whole = (
                    of if isinstance(of, ir.SetType) else ir.SetType(item.cls) if isinstance(item, ir.Name) else None
                )
                one = ir.Name(whole.cls) if whole is not None else None
                return evolve(node, item=self.named(node.item, one), set=self.named(node.set, whole))
            case ir.Cases():
                return self.named(node, n.type_of(node))
            case ir.Players():
                kinds = [PLAYERS if is_set else PLAYER for is_set in node.sets]
                return evolve(node, parts=tuple(map(self.named, node.parts, kinds)))
            case ir.Apply(name=name) if name in n.values:
                return evolve(node, args=self.given(node.args, n.values[name].params))
            case ir.SetField() if node.place.field.startswith("("):
                return evolve(node, value=self.unknown(node.value))
            case ir.SetField():
                shown = None if node.shown is None else self.named(node.shown, PLAYERS)
                return evolve(node, value=self.named(node.value, n.fields[node.place.field].type), shown=shown)
            case ir.SetLocal():
                return evolve(node, value=self.named(node.value, n.locals.get(node.name)))
            case ir.Call():
                params = next((p.params for p in n.program.procedures if p.name == node.procedure), ())
                return evolve(node, args=self.given(node.args, params))
            case ir.Tell(value=value) if value is not None:
                return evolve(node, value=self.named(value, node.type), audience=self.named(node.audience, PLAYERS))
            case ir.Tell():
                return evolve(node, audience=self.named(node.audience, PLAYERS))
            case ir.Each(start=start) if start is not None and isinstance(node.domain, ir.ClassDomain | ir.SetDomain):
                return evolve(node, start=self.member(start, node.domain.cls))
            case ir.Choose():
                return evolve(node, actor=self.named(node.actor, PLAYER))
            case ir.Result():
                return evolve(node, wins=self.named(node.wins, PLAYERS), loses=self.named(node.loses, PLAYERS))
            case ir.SetDomain():
                return evolve(node, set=self.named(node.set, ir.SetType(node.cls)))
        return node

    @staticmethod
    def unknown(e: ir.Expr) -> ir.Expr:
        """What stands in a field that a construct needs: which number says what follows from how many there are."""
        return ir.Local("@made") if isinstance(e, ir.Const) else e

    def given(self, args: tuple[ir.Expr, ...], params: tuple[str, ...]) -> tuple[ir.Expr, ...]:
        return tuple(self.named(a, self.nouns.locals.get(p)) for a, p in zip(args, params, strict=False))

    def member(self, e: ir.Expr, cls: str | None) -> ir.Expr:
        return self.named(e, ir.Name(cls) if cls is not None else None)

    def named(self, e: ir.Expr, kind: ir.Type | None) -> ir.Expr:
        """A constant of this kind by name; the values of cases too."""
        match e:
            case ir.Const(value=value) if isinstance(kind, ir.Name):
                members = self.nouns.classes[kind.cls].members
                return ir.Local(f"@{kind.cls}.{members[value] if 0 <= value < len(members) else 'none'}")
            case ir.Const(value=value) if isinstance(kind, ir.SetType):
                members = self.nouns.classes[kind.cls].members
                inside = [m for i, m in enumerate(members) if value >> i & 1]
                return ir.Local(f"@{kind.cls}.{'all' if len(inside) == len(members) else ' '.join(inside)}")
            case ir.Cases():
                cases = tuple((cond, self.named(value, kind)) for cond, value in e.cases)
                return evolve(e, cases=cases, default=self.named(e.default, kind))
        return e
