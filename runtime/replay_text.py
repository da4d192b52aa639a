"""Replays as text: a header of `key: value`, a line for each step, and the end. `read` undoes `written`.

    rulewright replay 1
    game: pig
    rules: 5f0c...
    language: 0.1
    players: 2
    options: goal=10
    variants:
    seed: 7
    seats: ["player 1", "player 2"]

       1  point 1 option 0    player 1, Round.Turn.Throw: Roll
       2  chance 2 outcome 4  d6: 4
    end  result 1 won 1 lost 2  player 1 won: the goal is reached (scores 1, -1)

The numbers say what is played, the words after them say it to people; when the replay is run the words are compared
with those of the rules, so that numbers whose meaning has changed are found. Lines that begin with # are left out.
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any, NoReturn

from rulewright.runtime.state import Step

if TYPE_CHECKING:
    from rulewright.runtime.replay import Replay

TITLE, FORMAT = "rulewright replay", "1"
KEYS = ("game", "rules", "rulewright", "language", "players", "options", "variants", "seed", "seats")
STEP = re.compile(r"(\d+)\s+(?:point (\d+) option (\d+)|chance (\d+) outcome (\d+))\s*(.*)")
END = re.compile(r"end\s+(?:result (\d+) won (\d+) lost (\d+)|(unfinished))\s*(.*)")
MOST_DIGITS = 100  # a seed can be long


def written(replay: Replay) -> str:
    """The replay as text."""
    rules = replay.rules
    options = ", ".join(f"{name}={value}" for name, value in rules["options"].items())
    head = {
        "game": rules["name"],
        "rules": rules["text_hash"],
        "rulewright": installed(),
        "language": rules["language"],
        "players": rules["players"],
        "options": options,
        "variants": ", ".join(rules["variants"]),
        "seed": replay.seed,
        "seats": json.dumps(list(replay.names), ensure_ascii=False),
    }
    lines = [f"{TITLE} {FORMAT}", *(f"{key}: {head[key]}".rstrip() for key in KEYS), ""]
    words = replay.words or ("",) * len(replay.steps)
    numbers = [f"chance {s.point} outcome {s.choice}" if s.chance else f"point {s.point} option {s.choice}"
               for s in replay.steps]  # fmt: skip
    width = max(map(len, numbers), default=0)
    lines += [
        f"{n:4}  {what:{width}}  {text}".rstrip() for n, (what, text) in enumerate(zip(numbers, words, strict=True), 1)
    ]
    if replay.result is None:
        lines.append("end  unfinished")
    else:
        ending, won, lost = replay.result
        lines.append(f"end  result {ending} won {won} lost {lost}  {replay.end}".rstrip())
    return "\n".join(lines) + "\n"


def installed() -> str:
    """The version of Rulewright, if it is installed as a package."""
    try:
        return version("rulewright")
    except PackageNotFoundError:
        return "unknown"


def read(text: str) -> Replay:
    """The replay in a text. Raises ReplayError with the line at fault."""
    from rulewright.runtime.replay import Replay

    lines = [(number, line.strip()) for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or not lines[0][1].startswith(TITLE):
        _refuse(1, f"it does not begin with “{TITLE} {FORMAT}”")
    if lines[0][1] != f"{TITLE} {FORMAT}":
        _refuse(lines[0][0], f"this Rulewright reads “{TITLE} {FORMAT}”, not “{lines[0][1][:60]}”")
    head: dict[str, tuple[int, str]] = {}
    steps: list[Step] = []
    words: list[str] = []
    result: tuple[int, int, int] | None = None
    end, last = "", 0
    for number, line in lines[1:]:
        key, colon, value = line.partition(":")
        if last:
            _refuse(number, f"the game ended in line {last}")
        if found := STEP.fullmatch(line):
            count, point, option, chance, outcome, said = found.groups()
            if _number(number, count) != len(steps) + 1:
                _refuse(number, f"step {len(steps) + 1} should be here, not step {count}")
            steps.append(Step(_number(number, point or chance), _number(number, option or outcome), point is None))
            words.append(said)
        elif found := END.fullmatch(line):
            ending, won, lost, unfinished, end = found.groups()
            end, last = end or unfinished or "", number
            if not unfinished:
                result = (_number(number, ending), _number(number, won), _number(number, lost))
        elif colon and key in KEYS and not steps:
            if key in head:
                _refuse(number, f"`{key}` is given twice")
            head[key] = (number, value.strip())
        else:
            _refuse(number, f"“{line[:60]}” is neither a step nor the end")
    if not last:
        _refuse(lines[-1][0], "the end is missing: the file was cut off")
    for key in KEYS:
        if key not in head:
            _refuse(lines[0][0], f"the header has no `{key}`")
    seed = _number(*head["seed"], negative=True)
    return Replay(_rules(head), seed, _seats(*head["seats"]), tuple(steps), result, tuple(words), end)


def _rules(head: dict[str, tuple[int, str]]) -> dict[str, Any]:
    """The header as `save.rules_of` has it."""
    options: dict[str, int] = {}
    number, given = head["options"]
    for pair in filter(None, (part.strip() for part in given.split(","))):
        name, equals, value = pair.partition("=")
        if not equals:
            _refuse(number, f"“{pair[:60]}” should look like goal=10")
        options[name.strip()] = _number(number, value.strip(), negative=True)
    return {
        "text_hash": head["rules"][1],
        "name": head["game"][1],
        "language": head["language"][1],
        "players": _number(*head["players"]),
        "options": options,
        "variants": [v for v in (part.strip() for part in head["variants"][1].split(",")) if v],
    }


def _seats(number: int, value: str) -> tuple[str, ...]:
    try:
        names = json.loads(value)
    except (ValueError, RecursionError):
        names = None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        _refuse(number, 'the seats should look like ["Ada", "Bo"]')
    return tuple(names)


def _number(line: int, digits: str, negative: bool = False) -> int:
    plain = digits[1:] if negative and digits.startswith("-") else digits
    if not (plain.isascii() and plain.isdigit() and len(plain) <= MOST_DIGITS):
        _refuse(line, f"“{digits[:60]}” is no number that can stand here")
    return int(digits)


def _refuse(line: int, why: str) -> NoReturn:
    from rulewright.runtime.replay import ReplayError

    raise ReplayError(f"this is no replay that can be read: line {line}: {why}")
