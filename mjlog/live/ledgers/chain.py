"""Computes and checks the marks of a ledger, each of which covers all lines before it.

A mark is the beginning of a SHA-256 over the mark before it and all bytes since then, without the
digits of the mark itself. The headers end with a mark; each ``@`` line and each entry has one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

LENGTH: Final = 16
"""Digits of a mark."""
START: Final = "0" * LENGTH
"""What stands for the mark before the first."""
HEADER: Final = "Chain: sha256 "
"""The header whose value is the mark of all headers."""
_PLACE: Final = re.compile(
    rb"(?:Chain: sha256 |@ (?:[^\n]* )?chain="
    rb"|([0-9]{4,9}) [0-9:.]{8,15} [A-Z][A-Za-z0-9_-]* #)([0-9a-f]{16})(?=[ \n])"
)


def mark_of(before: str, lines: Sequence[bytes]) -> str:
    """Return the mark for lines that follow the mark `before`, 16 hexadecimal digits.

    The last line has no mark yet.
    """
    return hashlib.sha256(b"\n".join([before.encode(), *lines])).hexdigest()[:LENGTH]


class Seal(NamedTuple):
    """A line with a mark: the line number, the mark, and whether the mark is right (`holds`).

    `end` is where the line ends, in bytes from the beginning of the file. `number` is the number of
    the entry, 0 for other lines.
    """

    line: int
    end: int
    number: int
    mark: str
    holds: bool


def seals(data: bytes) -> Iterator[Seal]:
    """Yield a seal for every line with a mark, in order; an incomplete last line is left out."""
    before, since, end = START, list[bytes](), 0
    for line, text in enumerate(data.split(b"\n")[:-1], 1):
        end += len(text) + 1
        match = _PLACE.match(text + b"\n")
        if match is None:
            since.append(text)
            continue
        mark = match[2].decode()
        bare = text[: match.start(2)] + text[match.end(2) :]
        holds = mark_of(before, [*since, bare]) == mark
        yield Seal(line, end, int(match[1] or 0), mark, holds)
        before, since = mark, []


class Survey(NamedTuple):
    """How much of a ledger is sound: its length in bytes, its last mark and entry number.

    `changed` are the numbers of lines within that part whose marks are wrong.
    """

    end: int
    mark: str
    number: int
    changed: tuple[int, ...]


def survey(data: bytes) -> Survey:
    """Return how much of a ledger is sound.

    The sound part ends after the last right mark whose entry number is greater than those before;
    what follows was never acknowledged. A line in it with a wrong mark was changed afterwards.
    """
    kept = Survey(0, START, 0, ())
    changed: list[int] = []
    follows = True
    for seal in seals(data):
        follows = seal.holds and (seal.number > kept.number if seal.number else follows)
        if follows:
            number = seal.number or kept.number
            kept = Survey(seal.end, seal.mark, number, tuple(changed))
        elif not seal.holds:
            changed.append(seal.line)
    return kept
