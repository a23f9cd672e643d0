"""Run commands and live sessions with records made of pieces of several rule sets.

Nothing may be raised, and no command may end in an internal error. A ledger must contain what was
acknowledged, without errors of syntax or in its corrections and marks.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

import fuzz_audit
from click.testing import CliRunner
from mangle import mangle

from mjlog.batch.internal_errors import CODE
from mjlog.cli.main import main
from mjlog.cli.recording import ledger as ledger_command
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.live.ledgers.ledger_file import LedgerFile, create
from mjlog.live.referees.watching import findings_of
from mjlog.live.scribes.entering import NotReadError
from mjlog.live.scribes.expected_words import expected, legal_acts
from mjlog.live.session import OUR_FAILURE, Session
from mjlog.notation import Unreadable, from_json, read, to_json, write
from mjlog.rules import names

SAMPLES: Final = Path(__file__).parents[1] / "samples"
LONGEST: Final = 12_000
"""Characters of a record that goes through the commands."""


class CommandError(Exception):
    """A command or session failed; the message has its input in it."""


# ------------------------------------------------------------------ spliced records


@cache
def records() -> list[fuzz_audit.Lines]:
    """Return the lines of every sample."""
    return fuzz_audit.samples()


@cache
def _by_rules() -> list[list[fuzz_audit.Lines]]:
    """Return the samples in groups: one for each rule set that they name."""
    groups: dict[str, list[fuzz_audit.Lines]] = {}
    for lines in records():
        rules = next((line for line in lines if line.startswith("Rules:")), "Rules:")
        groups.setdefault(re.split(r"[ /]", rules[6:].strip())[0], []).append(lines)
    return list(groups.values())


def _sample(random: Random) -> fuzz_audit.Lines:
    """Return a sample of a random rule set; all rule sets are equally likely."""
    return random.choice(random.choice(_by_rules()))


def spliced(random: Random) -> str:
    """Return the headers of one record above the deals of another, with some lines exchanged."""
    headers, deals = _sample(random), _sample(random)
    lines = [*headers[: _first_deal(headers)], *deals[_first_deal(deals) :]]
    for _ in range(random.choice((0, 1, 2, 5, 10))):
        other = _sample(random)
        at = random.randrange(len(lines)) if lines else 0
        same_word = [line for line in other if lines and _word(line) == _word(lines[at])]
        new = random.choice(same_word if same_word and random.random() < 0.5 else other)
        lines[at : at + random.randrange(2)] = [new]
    return "\n".join(lines)[:LONGEST] + "\n"


def _first_deal(lines: fuzz_audit.Lines) -> int:
    return next((place for place, line in enumerate(lines) if line[:1] == "@"), len(lines))


def _word(line: str) -> str:
    return line.partition(" ")[0]


# ------------------------------------------------------------------ commands

_FILES: Final[tuple[Sequence[str], ...]] = (
    *(("check", "FILE"), ("check", "FILE", "--claims", "--suggest", "--canonical")),
    *(("check", "FILE", "--format", "json"), ("check", "FILE", "--format", "sarif")),
    *(("show", "FILE"), ("show", "FILE"), ("show", "FILE", "--deal", "2", "--letters")),
    *(("show", "FILE", "--step", "3"), ("show", "FILE", "--seat", "B")),
    *(("show", "FILE", "--svg", "-o", "OUT"), ("convert", "FILE")),
    *(("convert", "FILE", "--to", "json"), ("convert", "FILE", "--to", "tenhou6")),
    *(("convert", "FILE", "--to", "mjai"), ("convert", "FILE", "--to", "majiang")),
    *(("digest", "FILE"), ("sheet", "check", "FILE"), ("ledger", "fold", "FILE")),
    *(("ledger", "log", "FILE"), ("ledger", "verify", "FILE"), ("verify", "FILE")),
    *(("merge", "FILE", "OTHER"), ("archive", "add", "ARCHIVE", "FILE", "--jobs", "1")),
    *(("record", "FILE"), ("record", "NEW", "--rules", "RULES")),
)
"""What is done to a file."""


def command(random: Random) -> None:
    """Run a command on a spliced record, or now and then on bytes that are no text."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = random.choice(_FILES)
        paths = {word: str(Path(folder, word)) for word in ("OUT", "NEW", "ARCHIVE")}
        for word in ("FILE", "OTHER"):
            path = Path(folder, f"{word}.mjl")
            path.write_bytes(_file(random))
            paths[word] = str(path)
        paths["RULES"] = random.choice(names())
        typed = "\n".join(typed_line(random) for _ in range(12)) if arguments[0] == "record" else ""
        run([paths.get(word, word) for word in arguments], typed, Path(paths["FILE"]))


def _file(random: Random) -> bytes:
    text = spliced(random)
    if random.random() < 0.2:
        return mangle(random, text.encode(), 2)
    if random.random() < 0.1:
        return _as_json(text)
    return text.encode()


def _as_json(text: str) -> bytes:
    try:
        return json.dumps(to_json(read(text))).encode()
    except Unreadable:
        return text.encode()


def run(arguments: Sequence[str], typed: str, file: Path) -> None:
    """Run a command; raise CommandError if it ends in an internal error."""
    result = CliRunner().invoke(main, list(arguments), input=typed)
    failed = result.exception if not isinstance(result.exception, SystemExit) else None
    if failed is None and f"error {CODE}" not in result.output:
        return
    case = (list(arguments), typed, file.read_bytes() if file.is_file() else b"")
    problem = CommandError(f"{case!r:.6000}")
    if failed is None:
        at = result.output.find(CODE)
        raise AssertionError(result.output[max(0, at - 100) : at + 600]) from problem
    failed.add_note(str(problem))
    raise failed


_TASKS: Final[tuple[Sequence[str], ...]] = (
    ("sheet template RULES --deals SIZE -o OUT.xlsx", "sheet check OUT.xlsx"),
    ("generate --rules RULES --deals SIZE --seed SEED --fast -o OUT.mjl", "check OUT.mjl"),
    ("corpus audit FILE OTHER -o REPORT --jobs 1", "corpus report REPORT --format FORM"),
    (
        "tournament new EVENT --event TEXT --rules RULES --players LIST --rounds SIZE",
        "tournament draw EVENT --seed TEXT",
        "tournament verify EVENT",
        "tournament cards EVENT -o OUT.html",
        "tournament sheets EVENT --round SIZE -o OUT.csv",
        "tournament tables EVENT FOLDER --round SIZE",
        "tournament collect EVENT ARCHIVE FILE",
        "tournament standings EVENT ARCHIVE",
    ),
    (
        "archive add ARCHIVE FILE OTHER --jobs 1",
        "archive list ARCHIVE TEXT",
        "archive stats ARCHIVE --format FORM --player TEXT --since TEXT",
        "archive standings ARCHIVE TEXT",
        "archive near ARCHIVE",
        "archive subject ARCHIVE TEXT",
        "archive forget ARCHIVE TEXT",
        "archive merge ARCHIVE A TEXT",
        "archive export ARCHIVE -o FOLDER",
        "archive verify ARCHIVE",
        "archive backup ARCHIVE -o OUT.sqlite",
        "archive wipe ARCHIVE",
    ),
)
"""Commands that go on with what those before them have made."""
_TEXTS: Final = (
    "A",
    "#1",
    "2026-01-01",
    "",
    "é\u202e",
    "x" * 3_000,
    "1\n2",
    "%_'\"",
    "-1",
    "0" * 40,
)


def task(random: Random) -> None:
    """Run some commands of a task in order, each with the files made by earlier ones."""
    with tempfile.TemporaryDirectory() as folder:
        values = {
            "RULES": random.choice(names()),
            "SIZE": random.choice(("1", "2", "3", "0", "501")),
            "SEED": random.choice(("1", "-7", "9" * 30)),
            "FORM": random.choice(("text", "json", "csv", "ndjson")),
        }
        for word in ("FILE", "OTHER", "LIST"):
            path = Path(folder, word.lower())
            path.write_bytes(_names(random) if word == "LIST" else _file(random))
            values[word] = str(path)
        for line in random.choice(_TASKS):
            if random.random() < 0.9:
                words = [
                    random.choice(_TEXTS)
                    if word == "TEXT"
                    else values.get(word)
                    or (
                        str(Path(folder, word))
                        if word.isupper() or word.startswith("OUT")
                        else word
                    )
                    for word in line.split()
                ]
                run(words, "", Path(values["FILE"]))


def _names(random: Random) -> bytes:
    """Return a list of players, some of them odd."""
    players = [random.choice((f"P{number}", *_TEXTS)) for number in range(random.choice((0, 4, 9)))]
    lines = "\n".join([*random.choice(([], ["name,x"])), *players]).encode()
    return mangle(random, lines, 1) if lines and random.random() < 0.2 else lines


TILES: Final = ("1m", "5z", "+3f", "3f", "J", "9s9s", "123m", "-", "", "?", "123m456p789s11z")
RULE_NAMES: Final = tuple(names())


def words(random: Random) -> None:
    """Run `waits` or `score` with nonsense."""
    rules = random.choice(RULE_NAMES)
    tiles = "".join(random.choice(TILES) for _ in range(random.choice((1, 2, 4))))
    arguments = ["waits", "--rules", rules, "--", tiles]
    if random.random() < 0.7:
        arguments = ["score", "--rules", rules, "--hand", tiles]
        for option in ("--tile", "--meld", "--bonus", "--dora", "--ura", "--happened", "--ready"):
            if random.random() < 0.3:
                arguments += [option, random.choice((*TILES, "A", "A,B", "ippatsu", "rinshan"))]
    run(arguments, "", Path())


# ------------------------------------------------------------------ live sessions

_ODD: Final = (
    *("", " ", "elsewhere {a}", "elsewhere 7", "del 3..2", "del 1", "del 1..2", "fix 1 2m"),
    *("next dealer=E", "next dealer=A", "next end", "ins 0 @ E1", "ins 0 1m", "u", "ok", "?"),
    *("@", "@ E1", "@ N4 dealer=D", "@ E1 dealer=A {the dealer came late}", "@ x", "@ = =", "@ {"),
    *("1m", "-1m", "2m-3m", "a:1m", "B:+123m-4p", "a<b 5s", "c<", "win A 5s self", "draw wall"),
    *("points A=1 B=2", "note x", "sign v1 x", "end time", "end", "refuse b", "cancel {x}", "{x}"),
    *("resync b 42 a:123m", "resync", "seats a b", "seats", "fix 0001 @ E1", "ins 1 ins 1 1m"),
    *("fix 1 del 1", "fix 1 %mjlog 1.0", "%mjlog 1.0", "Rules: x", "1. 2m", "0001 S1 2m", "~9m n"),
    *("elsewhere \\", "cancel }", "refuse b }", "refuse b {", "resync b 1 2 3", "elsewhere a=b"),
)


@cache
def _lines() -> list[list[str]]:
    """Return the lines of deals in samples, by rule set."""
    return [
        [line for lines in group for line in lines[_first_deal(lines) :] if line.strip()]
        for group in _by_rules()
    ]


def typed_line(random: Random) -> str:
    """Return a line that a scribe may type: of any rule set, cut, or nonsense."""
    if random.random() < 0.35:
        return random.choice(_ODD)
    lines = random.choice([lines for lines in _lines() if lines])
    line = re.sub(
        r"^(?:[0-9]+\. |[0-9]{4} (?:[0-9:]+ )?[A-Z][^ ]* (?:#[^ ]* )?)", "", random.choice(lines)
    )
    if random.random() < 0.2:
        line = mangle(random, line.encode(), 1).decode("utf-8", "replace").replace("\n", " ")
    if random.random() < 0.1:
        line = f"{random.choice(('fix', 'ins', 'del'))} {random.randrange(9)} {line}"
    return line


def session(random: Random) -> None:
    """Type random lines; after each acknowledged one, check the ledger."""
    rules = random.choice(RULE_NAMES)
    headers = [f"Rules: {rules}", *(f"{seat}: {seat}" for seat in "ABCD"), "Clock: UTC+08:00"]
    at = random.choice(("", "2026-11-22T05:02:11Z"))
    play(headers, [typed_line(random) for _ in range(random.choice((1, 3, 10, 20)))], at)


def play(headers: Sequence[str], lines: Sequence[str], at: str = "") -> None:
    """Record these lines, and check the file after each acknowledged one."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "t.mjl")
        create(path, headers)
        typed = list[str]()
        try:
            with LedgerFile(path) as file:
                session = Session(file, "S1")
                for line in lines:
                    typed.append(line)
                    session.at = at
                    try:
                        session.take(line)
                    except NotReadError as problem:
                        if str(problem).startswith(OUR_FAILURE):
                            raise
                    session.next_head()
                    session.proposed()
                    findings_of(session)
                    expected(session)
                    list(legal_acts(session))
                    hold(path.read_bytes())
        except Exception as problem:
            problem.add_note(f"case = {(list(headers), typed)!r:.6000}")
            raise


def hold(data: bytes) -> None:
    """Raise AssertionError if a ledger has a syntax error or wrong corrections or marks."""
    game = read(data)
    syntax = [finding for finding in game.findings if finding.code.startswith("syntax.")]
    if syntax:
        line = data.split(b"\n")[syntax[0].place.line - 1]
        raise AssertionError(f"acknowledged, but {syntax[0].code}: {syntax[0].message}; {line!r}")
    problems = [*ledger_command.problems(data)]
    if problems:
        raise AssertionError(f"acknowledged, but {problems[0]}")
    copy = fair_copy(game)
    text = write(copy)
    again = read(text)
    if write(again) != text:
        raise AssertionError("the fair copy is read as something else")
    from_json(to_json(game))
