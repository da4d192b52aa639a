"""A small game with one of everything that a variant can change, and variants laid over it."""

from __future__ import annotations

from attrs import frozen

from rulewright.dsl import Report, Rules, Source, ast, ir, read
from rulewright.dsl.catalogue import severity
from rulewright.dsl.diagnostics import Diagnostic
from rulewright.dsl.pipeline import with_variants
from rulewright.dsl.walk import below

GAME = """\
game smith "Smith" for 2 to 4 players                                    [S-1]
  "Forge what you draw."

option goal from 2 to 6, default 4 "Swords that win"                     [S-2]
enum Mood: Calm, Angry "In a rage"

cards Ore "Ores"
  kind    count  name      worth  mood
  Iron    6      "Iron"    1      Calm
  Silver  3      "Silver"  2      Calm
    on forge(player p): add 2 to p.swords                                [S-3]
  Cursed  2      "Cursed"  0      Angry
    on forge(player p)                                                   [S-4]
      set anger to Angry
      if p.swords > 0: take 1 from p.swords

table Wage
  rank  coins
  1     3
  2     5

field swords "swords" per player: 0..40
field anger: Mood = Calm
field turns: 0..60
group angry_ones = player p where anger is Angry and p.swords > 0

deck mine of Ore seen by nobody
pile heap of Ore seen by nobody
slot held of Ore per player seen by all

value best = highest(p.swords over player p)
value share(player p): 0..9
  9  if p.swords > 8 or Ore.Iron.mood is Angry
  p.swords + Wage(1).coins - Wage(1).coins  otherwise                    [S-5]
score player p = p.swords

setup
  move all Ore from box to mine
  shuffle mine

phase Round repeats until turns > 55
  phase Go "A go" for each player p
    step Draw "Draw an ore"
      if mine is empty
        move all heap to mine                                            [S-6]
        shuffle mine
      draw 1 from mine to p.held
    step Work
      p chooses one "Forge or sell?"
        Forge "Forge it"
          needs ore: p.held is not empty because "there is nothing to forge"
          do Forge(p)
        Sell "Sell it"
          move all p.held to heap
          announce share(p) "The offer"                                  [S-7]
  step Count
    add 1 to turns
    if turns is 50: end game because "night falls"                       [S-8]

phase Night: end game because "all is dark"

procedure Forge(player p)
  add p.held.worth to p.swords
  if some angry_ones q where q is p: take 1 from p.swords
  if p.held is Silver or p.held is Cursed: do p.held.forge(p)
  move all p.held to heap

as soon as best >= goal: end game because "enough swords"                [S-9]
when mine becomes empty: shuffle heap
check total(p.swords over player p) < 90 because "too many swords"       [S-10]
"""


@frozen
class Laid:
    """The game with its variants, and everything that is wrong with it, overlay and elaboration."""

    rules: Rules
    problems: tuple[Diagnostic, ...]
    program: ir.Program | None

    @property
    def codes(self) -> list[str]:
        return [d.code for d in self.problems]

    @property
    def wrong(self) -> list[str]:
        return [d.code for d in self.problems if severity(d.code) == "error"]

    def decl(self, name: str) -> ast.Decl:
        """The declaration of a name."""
        found = (d for d in self.rules.file.decls if getattr(getattr(d, "name", None), "text", "") == name)
        return next(found)

    def nodes(self, kind: type) -> list[object]:
        return [n for n in below(self.rules.file) if isinstance(n, kind)]


def laid(*variants: str, game: str = GAME, on: tuple[str, ...] = (), players: int | None = None) -> Laid:
    """The game with variants, each text a file of its own; all that they hold are on unless some are named."""
    report = Report()
    rules = read(Source("smith.rules", game), report)
    files = [read(Source(f"{n}.rules", text), report) for n, text in enumerate(variants)]
    names = on or tuple(v.name.text for f in (rules, *files) for v in f.variants)
    merged = with_variants(rules, files, names, report)
    assert merged.game is not None
    made = merged.program(players or merged.game.least, {}, report)
    return Laid(merged, tuple(report), None if made is None else made.program)


def one(*lines: str) -> str:
    """A variant `v` of these lines."""
    return "variant v of smith\n" + "".join(f"  {line}\n" for text in lines for line in text.split("\n"))
