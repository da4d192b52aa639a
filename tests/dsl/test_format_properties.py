"""What holds for the layout of every text: it says the same, keeps the comments, and is its own layout.

Tried on random sentences of the grammar, on all shipped files and on a long one, each in layouts of all kinds.
"""

from __future__ import annotations

from importlib import resources
from importlib.resources.abc import Traversable
from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulewright.dsl import Report, Source
from rulewright.dsl.format import formatted
from rulewright.dsl.parse import parse, parser
from tests.dsl.layouts import Piece, Taste, bare, comments_of, laid_out, pieces_of, sentence
from tests.scale.generated import generated
from tests.scale.test_scale import lines_run

PLAIN, LOOSE, WILD = Taste(spaces=False), Taste(), Taste(lines=True, notes=True)
RELAXED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
SEEDS = st.integers(0, 2**40)
ADD_TO = pieces_of("variant v of g\n  add to T\n    a\n")[:-4]
END_OF_ADD_TO = [Piece("_DEDENT", "")] * 2


def shipped(folder: Traversable) -> list[str]:
    found: list[str] = []
    for entry in sorted(folder.iterdir(), key=lambda e: e.name):
        if entry.is_dir():
            found += shipped(entry)
        elif entry.name.endswith(".rules"):
            found.append(entry.read_text(encoding="utf-8"))
    return found


TEXTS = shipped(resources.files("rulewright.rules"))


def said(text: str) -> object:
    """The syntax tree, without places."""
    report = Report()
    tree, _ = parse(Source("any.rules", text), report)
    assert not report.problems
    return bare(tree)


def layout(text: str) -> str:
    done = formatted(Source("any.rules", text), Report())
    assert done is not None
    return done.text


def readable(text: str) -> bool:
    return formatted(Source("any.rules", text), Report()) is not None


def keeps_every_promise(text: str) -> None:
    after = layout(text)
    assert said(after) == said(text)
    assert comments_of(after) == comments_of(text)
    assert layout(after) == after
    assert after.endswith("\n") and not after.startswith("\n") and "\n\n\n" not in after
    assert not any(line.endswith((" ", "\t")) for line in after.split("\n"))


def declarations(random: Random) -> list[Piece]:
    """A few declarations, whatever they are; often additions to a table, whose brackets are of two kinds."""
    if random.random() < 0.3:
        entries = [sentence(random, "entry", random.randint(6, 20)) for _ in range(random.randint(1, 4))]
        return [*ADD_TO, *(piece for entry in entries for piece in entry), *END_OF_ADD_TO]
    return [piece for _ in range(random.randint(1, 3)) for piece in sentence(random, "top", random.randint(8, 26))]


@RELAXED
@given(SEEDS)
def test_sentences_of_the_grammar(seed: int) -> None:
    random = Random(seed)
    pieces = declarations(random)
    texts = [laid_out(pieces, random, taste) for taste in (PLAIN, LOOSE, WILD)]
    assume(all(readable(text) for text in texts))  # not longer than a line may be
    keeps_every_promise(texts[2])
    assert layout(texts[0]) == layout(texts[1]), "spaces and widths of indentation make no difference"


@settings(RELAXED, max_examples=30)
@given(st.sampled_from(TEXTS), SEEDS)
def test_shipped_files_in_any_layout(text: str, seed: int) -> None:
    random = Random(seed)
    pieces = pieces_of(text)
    wild = laid_out(pieces, random, WILD)
    assert said(wild) == said(text)
    keeps_every_promise(wild)
    assert layout(laid_out(pieces, random, LOOSE)) == layout(laid_out(pieces, random, PLAIN))


def test_shipped_files_as_they_are() -> None:
    for text in TEXTS:
        keeps_every_promise(text)


def test_a_long_file() -> None:
    keeps_every_promise(generated(600))


def test_a_longer_file_costs_no_more_than_its_length() -> None:
    short, long = (Source("any.rules", generated(lines)) for lines in (250, 1000))
    layout(short.text)  # the parser's tables are made
    ratio = len(long.text) / len(short.text)
    work = [lines_run(lambda s=s: formatted(s, Report())) for s in (short, long)]
    assert work[1] < 1.2 * ratio * work[0]


def test_the_sentences_have_every_word_of_the_language() -> None:
    """Otherwise the first test would say little."""
    random = Random(2)
    unused = {t.name for t in parser().terminals if not t.name.startswith("__IGNORE")}
    for _ in range(8000):  # many fewer do
        unused -= {piece.type for piece in declarations(random)}
        if not unused:
            break
    assert not unused
