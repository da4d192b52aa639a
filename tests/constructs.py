"""`python -m tests.constructs`: every form of the grammar, and how often each shipped game uses it, as a table.

A form is a rule of the grammar with words of its own. Scenarios and variants count for the game they belong to; the
small classics are one column, with the number of those that use a form behind it. The first use met is the example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lark import Token, Tree

from rulewright.dsl.parse import parser
from rulewright.dsl.recover import Blocks, Recovery

RULES = Path(__file__).parent.parent / "rules"
CLASSICS = "classics"
LONGEST = 56  # characters of an example
PLUMBING = {  # what every text has, and parts that only hold others
    "start", "refs", "doc", "NL", "body_line", "body_block", "choice_line", "choice_block", "binder", "where", "asked",
    "name", "int", "dot", "paren", "row", "key", "cell", "cell_atom", "arith", "plus", "times", "cmp", "table",
    "params", "param", "answers", "answer", "aud_expr", "auds", "class_word", "phase_word", "zone_word", "clock",
    "can_choose", "some_no", "agg", "outcome", "member", "address", "entry", "entry_head", "entry_body", "first_cell",
    "first_atom", "column", "facing", "tail", "init", "sees", "hears", "shown", "told", "alike", "side", "reason",
}  # fmt: skip


def forms(text: str) -> Iterator[tuple[str, str]]:
    """The forms in a text, and how the first line of each reads."""
    lark = parser()
    blocks = lark.options.postlex
    assert isinstance(blocks, Blocks)
    tree = Recovery(lark, blocks, text if text.endswith("\n") else text + "\n").run()
    assert tree is not None
    for node in tree.iter_subtrees_topdown():
        if node.data not in PLUMBING and not node.data.startswith("_"):
            yield str(node.data), said(node, text)


def said(node: Tree[Token], text: str) -> str:
    if node.meta.empty:
        return ""
    line = text[node.meta.start_pos : node.meta.end_pos].partition("\n")[0].partition("  [")[0].strip()
    return line if len(line) <= LONGEST else line[: LONGEST - 3].rstrip() + "..."


def counted() -> tuple[dict[str, Counter[str]], dict[str, Counter[str]], dict[str, str]]:
    """By column: how often each form occurs; by form: how many classics have it; an example of each."""
    columns: dict[str, Counter[str]] = {}
    classics: dict[str, Counter[str]] = {}
    examples: dict[str, str] = {}
    for file in sorted(RULES.rglob("*.rules"), key=lambda path: (path.parts[-2] in ("scenarios", "variants"), path)):
        game, *inner = file.relative_to(RULES).parts
        for form, example in forms(file.read_text(encoding="utf-8")):
            columns.setdefault(game, Counter())[form] += 1
            if game == CLASSICS:
                classics.setdefault(form, Counter())[inner[0]] += 1
            if example:
                examples.setdefault(form, example)
    return columns, classics, examples


def every_form() -> list[str]:
    """The forms of the grammar, in the order in which they stand there."""
    found = dict.fromkeys(
        str(rule.alias or rule.origin.name.value) for rule in parser().rules if not rule.origin.name.startswith("_")
    )
    return [form for form in found if form not in PLUMBING and not form.startswith("_")]


def table() -> str:
    columns, classics, examples = counted()
    games = [*sorted(set(columns) - {CLASSICS}), CLASSICS]
    titles = " | ".join(g.replace("_", " ") for g in games)
    lines = [f"| form | {titles} | example |", f"|---|{'---|' * (len(games) + 1)}"]
    used = {form for column in columns.values() for form in column}
    for form in [form for form in every_form() if form in used or form not in INLINED]:
        numbers = [str(columns[g][form] or "") for g in games[:-1]]
        few = columns[CLASSICS][form]
        numbers.append(f"{few} in {len(classics[form])}" if few else "")
        example = examples.get(form, "").replace("|", "\\|")
        lines.append(f"| {form} | {' | '.join(numbers)} | {f'`{example}`' if example else ''} |")
    return "\n".join(lines)


INLINED = {  # rules that always give way to what is inside them
    "top", "decl", "stmt", "simple", "expr", "or_", "and_", "sum", "product", "unary", "atom", "postfix", "comparison",
    "dom", "cond", "what", "dest", "type", "field_part", "prelude", "beat", "change", "addition", "replacement",
    "rvalue", "beside", "open_or", "open_and", "open_not", "not__", "start_",
}  # fmt: skip

if __name__ == "__main__":
    print(table())
