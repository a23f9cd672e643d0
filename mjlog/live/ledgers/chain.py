"""Computes and checks the marks of a ledger, each of which covers all lines before it.

A mark is the beginning of a SHA-256 over the previous mark and all lines since then; its own line
is included, but not the mark itself. The headers end with a mark; each ``@`` line and each entry
has one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

LENGTH: Final = 16
"""Digits of a mark."""
START: Final = "0" * LENGTH
"""Used as the mark before the first mark."""
HEADER: Final = "Chain: sha256 "
"""Beginning of the header line whose value is the mark of all headers."""
_PLACE: Final = re.compile(
    rb"(?:Chain: sha256 |@ (?:[^\n]* )?chain="
    rb"|([0-9]{4,9}) [0-9:.]{8,15} [A-Z][A-Za-z0-9_-]* #)([0-9a-f]{16})(?=[ \n])"
)


def mark_of(before: str, lines: Sequence[bytes]) -> str:
    """Compute the mark of the last line in `lines`: 16 hexadecimal digits of a hash.

    The hash is over all `lines` and `before`, the mark on the line before them. The last line must
    be passed without its own mark.
    """
    return hashlib.sha256(b"\n".join([before.encode(), *lines])).hexdigest()[:LENGTH]


class Seal(NamedTuple):
    """A line of a ledger with a mark, and whether the mark is right (`holds`).

    `line` is the line number, and `end` the number of bytes up to the end of the line. `number` is
    the number of the entry, 0 for other lines.
    """

    line: int
    end: int
    number: int
    mark: str
    holds: bool


def seals(data: bytes) -> Iterator[Seal]:
    """Check each mark in a ledger, and yield a `Seal`: where the mark is, and whether it is right.

    A mark is a hash over the mark before it and the lines since then. An incomplete last line is
    ignored.
    """
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
    """How much of a ledger is intact: its length in bytes, its last mark and its last entry number.

    `changed` are the line numbers of lines in the intact part whose marks are wrong.
    """

    end: int
    mark: str
    number: int
    changed: tuple[int, ...]


def survey(data: bytes) -> Survey:
    """Find how much of a ledger is intact, and return a `Survey` with the length of this part.

    The intact part ends with the last line that has a right mark and a higher entry number than all
    lines before. Lines after it were never confirmed to a device. Lines of the intact part with a
    wrong mark were changed after they were written; the result has their line numbers.
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
