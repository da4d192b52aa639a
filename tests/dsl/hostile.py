"""Texts that try to crash the front end, or to keep it busy for ever."""

from __future__ import annotations

G = "game g for 2 players\n\n"
END = "\nphase Play\n  everyone draws\n"


def stack(first: str, each: str, number: int = 24) -> str:
    """A value on a value on a value: `{0}` is the number of the one below, `{1}` its own."""
    return f"value v0{first}\n" + "".join(f"value v{i}{each.format(i - 1, i)}\n" for i in range(1, number))


HOSTILE = {
    "brackets in one line": G + "field a: 0..3 = " + "(" * 900 + "1" + ")" * 900 + END,
    "brackets over lines": G + "field a: 0..3 = " + "(\n" * 3000 + "1" + ")\n" * 3000 + END,
    "brackets left open": G + "field a: 0..3 = " + "(\n" * 3000 + END,
    "brackets left open often": G + "phase Play\n" + "  p chooses card c in (((((((((((((\n" * 900,
    "closing brackets": G + ")\n" * 9000,
    "a long sum": G + "field a: 0..3 = " + "+".join(["1"] * 900) + END,
    "a long or": G + "phase Play\n  if " + " or ".join(["yes"] * 280) + ": everyone draws\n",
    "many nots": G + "phase Play\n  if " + "not " * 480 + "yes: everyone draws\n",
    "many minuses": G + "field a: 0..3 = " + "-" * 1500 + "1" + END,
    "a chain of dots": G + "field n per player: player\nphase Play\n  set n to seat(1)" + ".n" * 900 + "\n",
    "a shorter chain of dots": G
    + "field n per player: player\nphase Play\n  set seat(1).n to seat(1)"
    + ".n" * 60
    + "\n",
    "calls in calls": G
    + "value f(player p): player = p\nfield n per player: player\nphase Play\n  set seat(1).n to "
    + "f(" * 25
    + "seat(1)"
    + ").n" * 25
    + "\n",
    "quantifiers in quantifiers": G + "phase Play\n  if " + "some player p where " * 90 + "yes: everyone draws\n",
    "counts in counts": G + "phase Play\n  if " + "count (player p where " * 60 + "1" + ")" * 60 + " > 1: nothing\n",
    "blocks in blocks": G + "phase Play\n" + "".join("  " + " " * i + "if yes\n" for i in range(300)),
    "otherwise if": G + "phase Play\n  if players is 1: nothing\n" + "  otherwise if players is 1: nothing\n" * 3000,
    "a long line": G + "# " + "x" * 100_000 + END,
    "a long name": G + "field " + "x" * 1900 + ": 0..3" + END,
    "a million rows": G + "cards C\n  kind count\n" + "".join(f"  k{i} 1\n" for i in range(1_000_000)),
    "too many rows": G + "cards C\n  kind count\n" + "".join(f"  k{i} 1\n" for i in range(9000)) + END,
    "as many rows as may be": G + "cards C\n  kind count\n" + "".join(f"  k{i} 1\n" for i in range(4000)) + END,
    "rows that do something": G
    + "table C\n  kind\n"
    + "".join(f"  k{i}\n    on use: nothing\n" for i in range(3000))
    + END,
    "many columns": G
    + "table C\n  k "
    + " ".join(f"c{i}" for i in range(250))
    + "\n"
    + "".join(f"  r{i} " + "1 " * 250 + "\n" for i in range(820)),
    "a huge number": G + "field a: 0.." + "9" * 1800 + END,
    "a number of other digits": G + "field a: 0..3 = " + "٣" * 50 + END,
    "thousands of players": "game g for 5000 players\n" + END,
    "numbers of players": "game g for 1 to " + "9" * 500 + " players\n" + END,
    "every number of players": "game g for 1 to 32 players\n"
    + "".join(f"field f{i}: 0..9\n" for i in range(900))
    + "phase Play\n"
    + "".join(f"  add f{i} to f{i + 1}\n" for i in range(899)),
    "a large grid": G + "grid Cell 1000 by 1000\n" + END,
    "a grid with much on it": G
    + "grid Cell 64 by 64\n"
    + "".join(f"field m{i} per Cell: 0..9\n" for i in range(20))
    + END,
    "a large die": G + "phase Play\n  let n = roll d9999\n  if n is 3: everyone draws\n",
    "too large a die": G + "phase Play\n  let n = roll d99999\n  if n is 3: everyone draws\n",
    "a thousand million copies": G + "cards C\n  kind count\n  A 1000000000\n" + END,
    "many copies of many": G
    + "cards C\n  kind count\n"
    + "".join(f"  k{i} 10000\n" for i in range(4000))
    + "deck d of C seen by all\n"
    + END,
    "an enormous option": G
    + "option n from -2000000000 to 2000000000, default 0\nfield f: 0..n\ncards C\n  kind count\n"
    "  A n\nphase Play\n  repeat n times: add 1 to f\n  everyone draws\n",
    "many options": G
    + "".join(f"option o{i} from 0 to 9, default 1\n" for i in range(300))
    + "phase Play\n"
    + "".join(f"  if o{i} is 0: announce o{i}\n" for i in range(300))
    + "  everyone draws\n",
    "one name many times": G + "field a: 0..3\n" * 5000 + END,
    "one member many times": G + "enum E: " + ", ".join(["a"] * 600) + "\n" + END,
    "many fields": G
    + "".join(f"field f{i}: 0..5\n" for i in range(2000))
    + "phase Play\n"
    + "".join(f"  set f{i} to 1\n" for i in range(2000)),
    "many statements": G + "field f: 0..5\nphase Play\n" + "  set f to 1\n" * 9900,
    "many locals": G + "phase Play\n" + "".join(f"  let n{i} = 1\n  set n{i} to 2\n" for i in range(4000)),
    "unknown names": G
    + "".join(f"field f{i}: 0..5\n" for i in range(2000))
    + "phase Play\n"
    + "".join(f"  set g{i} to 1\n" for i in range(2000)),
    "unknown long names": G
    + "".join(f"field {'ab' * 40}{i}: 0..5\n" for i in range(2000))
    + "phase Play\n"
    + "".join(f"  set {'ba' * 40}{i} to 1\n" for i in range(2000)),
    "broken lines": G + "phase Play\n" + "  sett f to 1\n" * 9000,
    "quotes": G + '"\n' * 9000,
    "values that double": G + stack(" = players", " = v{0} * v{0}") + "field f: 0..v23\n" + END,
    "secrets that double": G
    + "field f: 0..9 seen by nobody\n"
    + stack(" = f", " = v{0} + v{0}")
    + "field g: 0..9\nphase Play\n  set g to v23\n"
    + "  seat(1) chooses player p where v23 > 1: p wins\n  otherwise: nothing\n",
    "tests that double": G
    + "field f per player: 0..9 seen by nobody\n"
    + stack("(player p): yes/no = p.f > 1", "(player p) = v{0}(p) and v{0}(p)")
    + "phase Play\n  seat(1) chooses player p where v23(p): p wins\n  otherwise: nothing\n",
    "a tower of values": G + stack(" = 1", " = v{0} + 1", 3000) + END,
    "a tower from above": G + "".join(f"value v{i} = v{i + 1} + 1\n" for i in range(3000)) + "value v3000 = 1\n" + END,
    "a tower of groups": G
    + "group g0 = player p\n"
    + "".join(f"group g{i} = g{i - 1} p\n" for i in range(1, 3000))
    + END,
    "a tower of procedures": G
    + "".join(f"procedure p{i}: do p{i + 1}\n" for i in range(3000))
    + "procedure p3000: nothing\n"
    "phase Play\n  do p0\n  everyone draws\n",
    "procedures that double": G
    + "".join(f"procedure p{i}\n  do p{i + 1}\n  do p{i + 1}\n" for i in range(40))
    + "procedure p40: nothing\nphase Play\n  do p0\n  everyone draws\n",
    "a long cycle": G
    + "".join(f"procedure p{i}: do p{(i + 1) % 3000}\n" for i in range(3000))
    + "phase Play\n  do p0\n",
    "watches that wake watches": G
    + "".join(f"field g{i}: 0..9\n" for i in range(1000))
    + "".join(f"as soon as g{i} > 1\n  set g{i} to 0\n  set g{(i + 1) % 1000} to 2\n" for i in range(1000))
    + "phase Play\n  set g0 to 2\n",
    "a choice of everything": G
    + "phase Play\n  seat(1) chooses "
    + ", ".join(f"player p{i}" for i in range(100))
    + ": nothing\n",
    "a long ranking": G
    + "field f per player: 0..9\nphase Play\n  the player p with the highest p.f"
    + " then the lowest p.f" * 80
    + " wins\n",
    "half a character": G + "field \ud800: 0..3" + END,
    "digits that are none": G + "table T\n  k x\n  ² 1\n  ³ 2\n" + END,
    "old line ends": (G + END).replace("\n", "\r"),
    "a vertical tab": G + "field a: 0..3\x0b" + END,
    "spaces that are none": G + "\u00a0\u00a0field a: 0..3" + END,
    "line ends that are none": G + "field a: 0..3\u2028field b: 0..3" + END,
    "a mark at the beginning": "\ufeff" + G + END,
    "nothing": "",
    "spaces": " \n \n",
    "a comment": "# x",
    "one letter": "g",
    "one line end": "\n",
}
