"""Run every fuzzer with its share of cases: nothing may be raised, and records must survive.

    python benchmarks/fuzz_all.py [NUMBER [SEED [KIND...]]]

What is written must be read as the same record. A kind is a function that makes one case from a
`Random` and tests it. `KINDS` lists the kinds, and a new fuzzer adds a line there. The same seed
makes the same cases. Failures are printed as Python literals, once for each sort.
"""

from __future__ import annotations

import gzip
import io
import json
import sys
import tarfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).parent))

import fuzz_audit
import fuzz_commands
import fuzz_live
import fuzz_members
import fuzz_sheets
import fuzz_values
from mangle import HOSTILE, mangle

from mjlog.auditor.audit import audit
from mjlog.batch.internal_errors import CODE
from mjlog.bots.generate import games
from mjlog.formats import Bounds, load
from mjlog.formats.registry import TARGETS, CannotExportError, export
from mjlog.model.record import Game
from mjlog.notation import Unreadable, from_json, read, read_slowly, to_json, write
from mjlog.notation.reference_reader import agree
from mjlog.referee.rulebook import RulesError
from mjlog.results import score_hand
from mjlog.rules import load as load_rules
from mjlog.rules import names

SAMPLES: Final = Path(__file__).parents[1] / "samples"
NUMBER, SEED = 200_000, 2026
SHOWN: Final = 10
SMALL: Final = Bounds(member=1 << 20, total=1 << 22)
Case = Callable[[Random], object]
"""Makes one case and tests it. Raises what is wrong; answers the case, which is shown then."""


class CaseError(Exception):
    """A case failed; the message has the case in it."""

    def __init__(self, case: object) -> None:
        super().__init__(f"case = {case!r:.4000}")


# ------------------------------------------------------------------ checks of every record


def same(game: Game) -> None:
    """Raise AssertionError if writing a record, as text or JSON, and reading it changes it."""
    text = write(game)
    again = read(text)
    if again != game:
        raise AssertionError("what was written is read as something else")
    if write(again) != text:
        raise AssertionError("the canonical text is not stable")
    if from_json(json.loads(json.dumps(to_json(game)))) != game:
        raise AssertionError("the JSON form is read as something else")


def judged(game: Game) -> None:
    """Audit a record, which must raise nothing."""
    audit(game)


# ------------------------------------------------------------------ own records


@cache
def texts() -> tuple[bytes, ...]:
    """Return the samples, and one made-up game of each rule set."""
    played = [name for name in names() if load_rules(name).judges_play]
    made = [write(next(games(name, seed=1, deals=2, fast=True))).encode() for name in played]
    return (*(path.read_bytes() for path in sorted(SAMPLES.rglob("*.mjl"))), *made)


def _read_as_record(data: bytes) -> Game | None:
    try:
        return read(data)
    except Unreadable:
        return None


def text(random: Random) -> None:
    """Read a changed record; now and then compare with the grammar."""
    data = mangle(random, random.choice(texts()), random.choice((1, 1, 2, 5, 20)))
    with _showing(data):
        game = _read_as_record(data)
        if game is not None:
            same(game)
            if random.random() < 0.01 and not agree(game, read_slowly(data)):
                raise AssertionError("the two roads disagree")


WORDS: Final = (
    "9m. 2s-8m -8m 8m! _4z! +99m-4p *5555z/7s-6m ^5z/7s-1m 1f/3m-9s &36f/7s1f 5p# A:# ~9m n *"
)


def words(random: Random) -> None:
    """Read a deal of broken words."""
    known = [word.encode() for word in WORDS.split()]
    broken = [mangle(random, random.choice((*known, random.choice(HOSTILE))), 1) for _ in range(5)]
    data = b"%mjlog 1.0\n@ 1 dealer=A\n1. " + b" ".join(broken) + b"\n"
    with _showing(data):
        game = _read_as_record(data)
        if game is not None:
            same(game)


def jumbled(random: Random) -> None:
    """Audit a record with exchanged lines and words."""
    case = fuzz_audit.jumbled(random, _jumbles())
    with _showing(case):
        told = fuzz_audit.failure(case, shown=random.random() < 0.2)
        if told:
            raise AssertionError(told)


@cache
def _jumbles() -> list[fuzz_audit.Lines]:
    return fuzz_audit.samples()


@cache
def ledgers() -> tuple[bytes, ...]:
    """Return the samples that have a ledger."""
    return tuple(data for data in texts() if b"\n0001 " in data)


def ledger(random: Random) -> None:
    """Read a ledger with changed numbers, names, corrections and order of lines."""
    lines = random.choice(ledgers()).split(b"\n")
    for _ in range(random.choice((1, 2, 5))):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.randrange(4):
            case 0:
                lines[at], lines[other] = lines[other], lines[at]
            case 1:
                lines.insert(at, b"fix %04d %s" % (random.randrange(30), lines[other][5:]))
            case 2:
                lines.insert(at, b"del %04d" % random.randrange(30))
            case _:
                lines[at] = mangle(random, lines[at], 1)
    data = b"\n".join(lines)
    with _showing(data):
        game = _read_as_record(data)
        if game is not None:
            same(game)
            judged(game)


def values(random: Random) -> None:
    """Audit a record with impossible values in headers, deals and options."""
    case = fuzz_values.spoilt(random)
    with _showing(case):
        game = _read_as_record(case.encode("utf-8", "replace"))
        if game is not None:
            same(game)
            judged(game)


# ------------------------------------------------------------------ the JSON form


@cache
def forms() -> tuple[bytes, ...]:
    """Return the samples that can be read, as JSON."""
    return tuple(
        json.dumps(to_json(game)).encode()
        for game in map(_read_as_record, texts())
        if game is not None
    )


def json_form(random: Random) -> None:
    """Read a record's JSON with other values or changed bytes."""
    form = random.choice(forms())
    data = fuzz_members.spoilt(random, form) if random.random() < 0.7 else mangle(random, form, 1)
    with _showing(data):
        _load_all(data)


# ------------------------------------------------------------------ foreign records


SHORT: Final = 12_000
"""So many bytes a foreign record has at most."""


@cache
def logs() -> tuple[bytes, ...]:
    """Return short records in every foreign format."""
    made = [
        game
        for seed, rules in enumerate(
            ("riichi preset=tenhou", "riichi preset=tenhou-sanma", "riichi")
        )
        for game in games(rules, seed=seed, deals=2, fast=True)
    ]
    samples = [read(data) for data in _riichi()]
    written = [_exported(game, target) for game in (*made, *samples) for target in TARGETS]
    return tuple(
        dict.fromkeys(log for log in (*fuzz_members.records(), *written) if _is_short(log))
    )


def _is_short(log: bytes) -> bool:
    return 0 < len(log) <= SHORT


@cache
def _riichi() -> tuple[bytes, ...]:
    """Return riichi samples with turns, broken ones too, that other formats can express."""
    every = [path.read_bytes() for path in sorted(SAMPLES.rglob("riichi/**/*.mjl"))]
    return tuple(data for data in every if _has_turns(_read_as_record(data)))


def _has_turns(game: Game | None) -> bool:
    return game is not None and any(deal.turns for deal in game.deals)


def _exported(game: Game, target: str) -> bytes:
    """Return a game in another format; empty if the format cannot express it."""
    try:
        return export(game, target).text.encode("utf-8", "replace")
    except CannotExportError:
        return b""


def foreign_bytes(random: Random) -> None:
    """Read a foreign record with changed bytes and words."""
    data = mangle(random, random.choice(logs()), random.choice((1, 1, 2, 5)))
    with _showing(data):
        _load_all(data)


def foreign_values(random: Random) -> None:
    """Read a foreign record with impossible values."""
    data = fuzz_members.spoilt(random, random.choice(logs()))
    with _showing(data):
        _load_all(data)


def foreign_round(random: Random) -> None:
    """Read a changed foreign record; the result must survive writing and reading."""
    change = random.choice((fuzz_members.spoilt, lambda chance, log: mangle(chance, log, 1)))
    data = change(random, random.choice(logs()))
    with _showing(data):
        for source in load(data, bounds=SMALL):
            if source.game is not None:
                same(source.game)


def exported(random: Random) -> None:
    """Export a riichi record with pieces of others, and read the result."""
    case = fuzz_audit.jumbled(random, _jumbles(), random.choice(_riichi_lines()))
    with _showing(case):
        game = _read_as_record(case.encode())
        log = _exported(game, random.choice(TARGETS)) if game is not None else b""
        if log:
            _load_all(log)


@cache
def _riichi_lines() -> list[fuzz_audit.Lines]:
    return [data.decode("utf-8", "replace").split("\n") for data in _riichi()]


def _load_all(data: bytes) -> None:
    for source in load(data, bounds=SMALL):
        if source.game is None and not source.findings:
            raise AssertionError("neither a record nor a word about why there is none")
        if any(finding.code == CODE for finding in source.findings):
            raise AssertionError("mjlog itself failed")
        if source.game is not None:
            read(write(source.game))
            judged(source.game)


# ------------------------------------------------------------------ archives


def archive(random: Random) -> None:
    """Read records in nested, damaged archive files."""
    data = random.choice(texts()[:40])
    for _ in range(random.choice((1, 1, 2, 3, 4))):
        data = random.choice((_gzipped, _zipped, _tarred))(random, data)
        if random.random() < 0.5:
            data = _damaged(random, data)
    with _showing(data):
        for source in load(data, bounds=SMALL):
            if source.game is None and not source.findings:
                raise AssertionError("neither a record nor a word about why there is none")


def _damaged(random: Random, data: bytes) -> bytes:
    """Return the bytes with a few of them changed near the beginning or the end, or cut off.

    Headers and directories are there.
    """
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 3, 10))):
        at = random.choice(
            (random.randrange(len(changed)), random.randrange(min(600, len(changed))))
        )
        changed[-at if random.random() < 0.3 else at] = random.randrange(256)
    return bytes(changed[: random.randrange(len(changed))] if random.random() < 0.1 else changed)


def _gzipped(_random: Random, data: bytes) -> bytes:
    return gzip.compress(data, 1, mtime=0)


def _zipped(random: Random, data: bytes) -> bytes:
    stream = io.BytesIO()
    method = random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(stream, "w", method) as packed:
        for number in range(random.choice((0, 1, 2))):
            packed.writestr(zipfile.ZipInfo(f"{number}.mjl"), data, method)
    return stream.getvalue()


def _tarred(random: Random, data: bytes) -> bytes:
    stream = io.BytesIO()
    kinds = (tarfile.GNU_FORMAT, tarfile.PAX_FORMAT)
    with tarfile.open(fileobj=stream, mode="w", format=random.choice(kinds)) as packed:
        for number in range(random.choice((0, 1, 2))):
            info = tarfile.TarInfo(
                f"{number}.mjl" if random.random() < 0.8 else f"{'x' * 120}-{number}"
            )
            info.size = len(data)
            if random.random() < 0.3:
                info.pax_headers = {
                    random.choice(("size", "path", "comment", "mtime")): random.choice(_ODD)
                }
            packed.addfile(info, io.BytesIO(data))
    return stream.getvalue()


_ODD: Final = ("10", "-1", "x", "9" * 30, "1" * 5000, "é", "")


# ------------------------------------------------------------------ hands on the command line

TILES: Final = (
    *("J", "JJ", "1jm", "5jp", "jm", "J'", "'", "123m", "456p", "789s", "11z", "222z", "5z", "1f"),
    *("?", "0m", "!", "*", "+", "m", "\n", "_", "=", "99s", ".", ",", "[", "]", "34", "/", "zz"),
)
HANDS: Final = (
    *("123m456p789s11222z", "11112222333355m", "JJ23m456p789s11222z"),
    *("1111m2222p3333s44m", "1112z3m3z"),
)


ABSURD: Final[dict[str, str]] = {
    "one tile, 301 times": "9" * 301 + "s",
    "two tiles, 301 times": "9" * 150 + "8" * 151 + "s",
    "a suit, thirty times": "123456789" * 30 + "s",
    "every suit, ten times": "".join("123456789" * 10 + suit for suit in "mps"),
    "runs that leave a tile over": "1" * 80 + "2" * 80 + "3" * 80 + "557s",
    "honours, forty times": "1234567" * 40 + "z",
    "flowers, forty times": "1234567" * 40 + "f",
    "301 jokers": "J" * 301,
    "jokers with a suit": "J" * 40 + "123456789" * 10 + "m",
    "301 tiles that nobody saw": "?" * 301,
    "forty pungs": "+555p " * 40 + "44m",
    "forty concealed kongs": "*5555p " * 40 + "44m",
}
"""Hands that no game deals."""
MANY_JOKERS: Final[dict[str, str]] = {
    "thirteen jokers": "J" * 13 + "9s",
    "jokers and two tiles": "J" * 12 + "79s",
    "ten jokers": "J" * 10 + "339s1z",
    "nine jokers": "J" * 9 + "33999s",
    "eight jokers, too many alike": "J" * 8 + "999999s",
}
"""Hands of the right size with more jokers than a set has, or more alike."""


def hand(random: Random) -> None:
    """Score a winning hand of nonsense."""

    def word() -> str:
        return "".join(random.choice(TILES) for _ in range(random.choice((1, 1, 2, 3))))

    given = {
        "rules": random.choice(names()),
        "tiles": random.choice((*HANDS, word(), word() * 99)),
        "tile": random.choice(("", word())),
        "melds": tuple(random.choice("+*^") + word() for _ in range(random.choice((0, 0, 1, 2)))),
        "bonus": random.choice(("", "", word())),
        "dora": random.choice(("", "", word())),
        "source": random.choice((None, "B")),
    }
    with _showing(given):
        try:
            score_hand.lessons(score_hand.report(score_hand.WinningHand(**given)))
        except (ValueError, RulesError):
            return


def shown_hand(random: Random) -> None:
    """Audit a shown hand that no game deals, of a winner or of somebody who has not won."""
    tiles = random.choice([*ABSURD.values(), *MANY_JOKERS.values()])
    word = random.choice(("", "+111z", "*2222p", "123m"))
    result = random.choice(("win A 9s self", "win A 9s from D", "win B 9s from A", "draw wall"))
    seats = "".join(f"{seat}: {seat}\n" for seat in "ABCD")
    lines = f"{result}\nshow A {word} {tiles}\ntenpai A\n"
    written = f"%mjlog 1.0\nRules: {random.choice(names())}\n{seats}\n@ E1 dealer=A\n{lines}"
    with _showing(written):
        audit(read(written))


# ------------------------------------------------------------------ all of them

KINDS: Final[dict[str, tuple[int, Case]]] = {
    "text": (4, text),
    "words": (7, words),
    "jumbled": (5, jumbled),
    "ledger": (2, ledger),
    "values": (8, values),
    "json": (2, json_form),
    "foreign bytes": (4, foreign_bytes),
    "foreign values": (2, foreign_values),
    "foreign round": (2, foreign_round),
    "exported": (8, exported),
    "archive": (140, archive),
    "hand": (50, hand),
    "shown hand": (2, shown_hand),
    "sheet": (2, fuzz_sheets.sheet),
    "workbook": (2, fuzz_sheets.workbook),
    "odd workbook": (1, fuzz_sheets.odd_workbook),
    "odd ods": (1, fuzz_sheets.odd_ods_workbook),
    "command": (4, fuzz_commands.command),
    "task": (1, fuzz_commands.task),
    "words of a command": (4, fuzz_commands.words),
    "session": (4, fuzz_commands.session),
    "requests": (4, fuzz_live.requests),
}
"""What is fuzzed: which share of the cases, and what makes and tests one."""


class _showing:  # noqa: N801  reads as a verb
    """A context that adds the case to any exception raised in it."""

    def __init__(self, case: object) -> None:
        self.case = case

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        if isinstance(problem, Exception):
            raise CaseError(self.case) from problem


@dataclass
class Tally:
    """The number of cases by kind; of each sort of failure the first one and the number."""

    made: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)
    seen: Counter[str] = field(default_factory=Counter)


def search(number: int, seed: int, kinds: tuple[str, ...] = ()) -> Tally:
    """Try about `number` cases, each kind by its share and with its own random numbers."""
    chosen = {name: KINDS[name] for name in kinds or KINDS}
    shares = sum(share for share, _ in chosen.values())
    tally = Tally()
    for name, (share, case) in chosen.items():
        random = Random(f"{seed} {name}")
        for _ in range(-(-number * share // shares)):
            tally.made[name] += 1
            _try(name, case, random, tally)
    return tally


def _try(name: str, case: Case, random: Random, tally: Tally) -> None:
    try:
        case(random)
    except Exception as problem:  # noqa: BLE001  whatever it is, it is what is looked for
        cause = problem.__cause__ or problem
        sort = "\n".join([name, *traceback.format_exception(cause)[-2:]])
        tally.seen[sort] += 1
        tally.first.setdefault(
            sort, f"{name}: {''.join(traceback.format_exception(cause))}  {problem}"
        )


def main(number: int = NUMBER, seed: int = SEED, *kinds: str) -> int:
    """Run the fuzzers and print the figures; return 1 if anything failed."""
    start = time.perf_counter()
    tally = search(number, seed, kinds)
    for sort, told in list(tally.first.items())[:SHOWN]:
        print(f"{tally.seen[sort]} times: {told}\n")
    made = ", ".join(f"{name} {count:,}" for name, count in tally.made.items())
    seconds = time.perf_counter() - start
    print(f"{tally.made.total():,} cases in {seconds:,.0f} s (seed {seed}): {made}")
    print(f"{tally.seen.total()} failed, {len(tally.first)} sorts")
    return bool(tally.first)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:3]), *sys.argv[3:]))
