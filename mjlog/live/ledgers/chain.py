"""The marks of a ledger: each ties a line to all lines before it.

A mark is the beginning of a SHA-256 over the mark before it and all bytes since then, its own
digits left out. Headers end with a mark, each ``@`` line and each entry bears one.
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
    """Return the mark of lines after a mark; the last of them has none yet."""
    return hashlib.sha256(b"\n".join([before.encode(), *lines])).hexdigest()[:LENGTH]


class Seal(NamedTuple):
    """A line that bears a mark: where it stands, whether the mark is that of its lines.

    `end` counts bytes from the beginning of the file; `number` is that of an entry, 0 for others.
    """

    line: int
    end: int
    number: int
    mark: str
    holds: bool


def seals(data: bytes) -> Iterator[Seal]:
    """Yield every mark of a ledger in order; an unfinished last line has none."""
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
    """What of a ledger holds: `end` and `mark` of the part that is kept.

    `number` is that of its last entry; `changed` are lines within it whose marks do not hold.
    """

    end: int
    mark: str
    number: int
    changed: tuple[int, ...]


def survey(data: bytes) -> Survey:
    """Return how much of a ledger holds.

    It ends after the last mark that holds and whose number follows; what comes later was never
    acknowledged. A line before it whose mark does not hold was changed later.
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
