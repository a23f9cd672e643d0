"""Read records with impossible values in headers, words `name=value`, options and numbers.

    python benchmarks/fuzz_all.py NUMBER SEED values

Every header with a meaning, every word of an `@` line, every option of every rule set and every
number in a line gets another value now and then: of another type, huge, negative, empty, in another
script, or of another option.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from fuzz_members import NUMBERS, WORDS

from mjlog.notation.lines.headers import KNOWN
from mjlog.rules import load, names

SAMPLES: Final = Path(__file__).parents[1] / "samples"
LONGEST: Final = 1200
"""Longer samples are left out: what is looked for here does not hang on the length of a deal."""

_SCRIPTS: Final = (
    "٣",
    "五",
    "５",
    "²",
    "½",
    "Ⅳ",
    "一二三",
    "à",
    "e\u0301",
    "\u202e12",
    "א",
    "１，２",
)
_NUMBERS: Final = (*map(str, NUMBERS), "-0", "00", "007", "1e3", "0x10", "1.5", "1/2", "+5", "--1")
_LISTS: Final = (",", ",,", "1,2", "1,2,3,4,5", "?,?,?,?", "A,B", "A=B", "0:0", "1:2:3", "none,1")
_NAMES: Final = ("none", "unknown", "true", "off", "table", "A", "E", "Z", "self", "E1", "N4.99")
ODD: Final = (*_SCRIPTS, *_NUMBERS, *_LISTS, *_NAMES, *WORDS, "9" * 400)
_NUMBER: Final = re.compile(r"(?<=[ ,>=.:])-?[0-9]+")
_WORD: Final = re.compile(r"(?<= )[A-Za-z][A-Za-z0-9_-]*=")


@cache
def records() -> tuple[tuple[str, ...], ...]:
    """Return the lines of every short sample."""
    found = [path.read_bytes() for path in sorted(SAMPLES.rglob("*.mjl"))]
    return tuple(
        tuple(data.decode("utf-8", "replace").splitlines())
        for data in found
        if len(data) <= LONGEST and data.startswith(b"%mjlog 1") and b"\n@" in data
    )


@cache
def options() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return rule set, name and listed values of every option."""
    return tuple(
        (name, option.name, (*option.values, *(f"{word}:5" for word in option.named)))
        for name in names()
        for option in load(name).options
    )


@cache
def words() -> tuple[str, ...]:
    """Return the names of all words of an `@` line, from samples and rule sets."""
    deals = [line for lines in records() for line in lines if line.startswith("@")]
    written = {word[:-1] for line in deals for word in _WORD.findall(line)}
    rules = [load(name) for name in names()]
    meant = {
        word
        for each in rules
        for word in (each.pot.word, each.progress.counter_word, each.progress.repeat_word)
    }
    return tuple(sorted((written | meant) - {""}))


def spoilt(random: Random) -> str:
    """Return a short record with one to three values that do not belong in their place."""
    lines = list(random.choice(records()))
    for _ in range(random.choice((1, 1, 2, 3))):
        random.choice((_header, _word, _option, _number, _number))(random, lines)
    return "\n".join(lines) + "\n"


def _header(random: Random, lines: list[str]) -> None:
    """Give a header another value, or add one."""
    first = _first_deal(lines)
    if random.random() < 0.7:
        at = random.randrange(1, first)
        lines[at] = f"{lines[at].partition(':')[0]}: {random.choice(ODD)}"
    else:
        key = random.choice(sorted(KNOWN))
        lines.insert(random.randrange(1, first + 1), f"{key}: {random.choice(ODD)}")


def _word(random: Random, lines: list[str]) -> None:
    """Give a word of an `@` line another value, or add one."""
    at = random.choice([at for at, line in enumerate(lines) if line.startswith("@")])
    known = list(_WORD.finditer(lines[at]))
    if known and random.random() < 0.5:
        word = random.choice(known)
        rest = lines[at][word.end() :].partition(" ")[2]
        lines[at] = f"{lines[at][: word.end()]}{random.choice(ODD)} {rest}"
    else:
        lines[at] += f" {random.choice(words())}={random.choice(ODD)}"


def _option(random: Random, lines: list[str]) -> None:
    """Set an option of the record's rule set or of another, to a listed or odd value."""
    rules, option, values = random.choice(options())
    made = f"{option}={random.choice((*ODD, *values, *values))}"
    at = next((at for at, line in enumerate(lines) if line.startswith("Rules:")), 0)
    if at and random.random() < 0.5:
        lines[at] += f" {made}"
    elif at:
        lines[at] = f"Rules: {rules}/1 {made}"


def _number(random: Random, lines: list[str]) -> None:
    """Replace a number in a line of a deal."""
    places = [
        (at, found.span())
        for at, line in enumerate(lines[_first_deal(lines) :], _first_deal(lines))
        for found in _NUMBER.finditer(line)
    ]
    if places:
        at, (start, end) = random.choice(places)
        lines[at] = lines[at][:start] + random.choice(ODD) + lines[at][end:]


def _first_deal(lines: list[str]) -> int:
    return next((at for at, line in enumerate(lines) if line.startswith("@")), len(lines))
