"""Read foreign records with impossible values: each reader must report them and raise nothing.

    python benchmarks/fuzz_members.py [NUMBER [SEED [PATH...]]]

One to three members of a JSON record, or attributes of an XML record, get another value: out of
range, of another type, too few or too many, or none. The result is audited, replayed for the
viewer, and written as text, which is read again. The records are the riichi samples in each format,
and two small ones in `records`; other files can be named. The same seed makes the same records.
Failures are printed as Python literals.
"""

from __future__ import annotations

import json
import re
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.formats.known import RIICHI_TARGETS as TARGETS
from mjlog.formats.registry import export
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import read, write
from mjlog.picture.frames import frames

HERE: Final = Path(__file__).parent
SAMPLES: Final = HERE.parent / "samples" / "riichi"
WHOLE_GAMES: Final = ("east-game", "game-four-players", "game-three-players", "double-ron")
MOST_DEALS: Final = 2
NUMBER, SEED = 20_000, 2026
SHOWN: Final = 10
FRAMES: Final = 5
"""Every so manieth record is shown in frames as well."""

NUMBERS: Final = (-1, 0, 1, 3, 4, 5, 13, 34, 37, 99, 135, 136, 255, 4096, 65536, 10**9, 10**30)
ODD: Final[tuple[Any, ...]] = (None, True, False, 0.5, 1e300, float("inf"), float("nan"), -0.0)
NESTED: Final[tuple[Any, ...]] = ([], {}, [[]], [None], [0], {"": 0}, [{}] * 9)
WORDS: Final = (
    *("", " ", "-1", "136", "9" * 5000, "1e9", "0.5", "a", ",", "?", "٣", "²", "NaN", "-", "+1"),
    *("1_0", "E\n@ 9", "x" * 2000, "\x00", "&#10;", "{", "[]"),
)
UNPAIRED: Final = ("\ud800",)
VALUES: Final[tuple[Any, ...]] = (*NUMBERS, *ODD, *NESTED, *WORDS, *UNPAIRED)
_ATTRIBUTE: Final = re.compile(r'<?(\w+)="([^"]*)"')
_MARKUP: Final = str.maketrans({"<": "&lt;", "&": "&amp;", '"': "&quot;", "\x00": "0"})

Place = tuple[Any, Any, str]
"""A list or object, the index or name of a member, and the name that it bears or stands under."""


# ------------------------------------------------------------------ records


def records(paths: Sequence[str] = ()) -> list[bytes]:
    """Return the records to be changed: the files at these paths, or else the usual ones."""
    if paths:
        return [Path(path).read_bytes() for path in paths]
    own = [path.read_bytes() for path in sorted((HERE / "records").iterdir())]
    return [*own, *_exported()]


def _exported() -> list[bytes]:
    whole = [read((SAMPLES / f"{name}.mjl").read_bytes()) for name in WHOLE_GAMES]
    games = [replace(game, deals=game.deals[-MOST_DEALS:]) for game in whole]
    pairs = [(game, form) for game in games for form in TARGETS]
    return [
        export(game, form).text.encode()
        for game, form in pairs
        if game.seats == 4 or form != "majiang"
    ]


# ------------------------------------------------------------------ other values


def spoilt(random: Random, data: bytes) -> bytes:
    """Return the record with one to three values that do not belong in their place."""
    text = data.decode()
    if text.lstrip().startswith("<"):
        return _spoilt_attributes(random, text).encode("utf-8", "replace")
    try:
        return json.dumps(_spoilt_members(random, json.loads(text))).encode()
    except ValueError:
        lines = text.splitlines()
    for _ in range(random.choice((1, 1, 2, 3))):
        line = random.randrange(len(lines))
        lines[line] = json.dumps(_spoilt_members(random, json.loads(lines[line]), 1))
    return "\n".join(lines).encode()


def _spoilt_attributes(random: Random, text: str) -> str:
    for _ in range(random.choice((1, 1, 2, 3))):
        found = _by_name(random, [(match[1], match) for match in _ATTRIBUTE.finditer(text)])
        parts = found[2].split(",")
        at = random.randrange(len(parts))
        match random.randrange(6):
            case 0:
                parts[at : at + 1] = []
            case 1:
                parts.insert(at, parts[at])
            case 2:
                parts = [str(random.choice(VALUES)).translate(_MARKUP)]
            case _:
                parts[at] = str(random.choice((*NUMBERS, *WORDS))).translate(_MARKUP)
        text = text[: found.start(2)] + ",".join(parts) + text[found.end(2) :]
    return text


def _spoilt_members(random: Random, whole: Any, times: int = 0) -> Any:
    for _ in range(times or random.choice((1, 1, 2, 3))):
        places = list(_places(whole))
        if places:
            holder, name, _ = _by_name(random, [(place[2], place) for place in places])
            _spoil(random, holder, name)
    return whole


def _by_name(random: Random, places: Sequence[tuple[str, Any]]) -> Any:
    """Return a random place; every name is equally likely, however often it occurs."""
    by_name: dict[str, list[Any]] = {}
    for name, place in places:
        by_name.setdefault(name, []).append(place)
    return random.choice(by_name[random.choice(sorted(by_name))])


def _places(whole: Any) -> list[Place]:
    """Return every member at any depth."""
    found: list[Place] = []
    todo = [("", whole)]
    while todo:
        above, value = todo.pop()
        if isinstance(value, dict):
            named = [(name, name) for name in value]
        elif isinstance(value, list):
            named = [(at, f"{above}.{at}"[:20]) for at in range(len(value))]
        else:
            continue
        found += [(value, name, told) for name, told in named]
        todo += [(told, value[name]) for name, told in named]
    return found


def _spoil(random: Random, holder: Any, name: Any) -> None:
    value = holder[name]
    if isinstance(value, str) and value.startswith("{") and random.random() < 0.9:
        holder[name] = json.dumps(_spoilt_members(random, json.loads(value), 1))
        return
    match random.randrange(8):
        case 0:
            del holder[name]
        case 1 if isinstance(holder, list):
            holder.insert(name, value)
        case 2 if isinstance(value, list):
            holder[name] = value * 2
        case 3 if isinstance(value, list):
            holder[name] = value[: random.randrange(len(value) + 1)]
        case 4 if isinstance(value, int | float):
            holder[name] = random.choice((-value, value + 1, value - 1, value * 1000, str(value)))
        case _:
            holder[name] = deepcopy(random.choice(VALUES))  # cases share VALUES


# ------------------------------------------------------------------ results


def failure(data: bytes, *, shown: bool) -> str:
    """Return how reading or auditing a record fails; empty if it does not."""
    try:
        for source in load(data):
            _judge(source.game, source.findings, shown=shown)
    except Exception:  # noqa: BLE001  whatever it is, it is what is looked for
        return traceback.format_exc()
    return ""


def _judge(game: Game | None, findings: tuple[Finding, ...], *, shown: bool) -> None:
    if game is None:
        if not findings:
            raise AssertionError("neither a record nor a word about why there is none")
        return
    report = audit(game)
    read(write(game))
    if shown and report.rules is not None and game.seats in report.rules.play.spec.seats:
        for deal in game.deals:
            frames(deal, report.rules, game.seats)


@dataclass
class Tally:
    """The number of records; of each sort of failure the first one and the number."""

    made: int = 0
    first: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)


def search(seed: int, number: int, given: Sequence[bytes]) -> Tally:
    """Change and read `number` records; return the tally."""
    random = Random(seed)
    tally = Tally()
    for tally.made in range(1, number + 1):
        data = spoilt(random, random.choice(given))
        told = failure(data, shown=tally.made % FRAMES == 0)
        if told:
            sort = "\n".join(told.strip().split("\n")[-3:])
            tally.seen[sort] += 1
            tally.first.setdefault(sort, (told, data))
    return tally


def main(number: int = NUMBER, seed: int = SEED, *paths: str) -> int:
    """Run the search and print the failures; return 1 if anything failed."""
    tally = search(seed, number, records(paths))
    for sort, (told, data) in list(tally.first.items())[:SHOWN]:
        print(f"{tally.seen[sort]} times: {told}  data = {data!r:.2000}\n")
    sorts, failed = len(tally.first), sum(tally.seen.values())
    print(f"{tally.made:,} foreign records (seed {seed}): {failed} failed, {sorts} sorts")
    return bool(tally.first)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3]), *sys.argv[3:]))
