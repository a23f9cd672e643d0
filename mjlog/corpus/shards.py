"""Divides a corpus into shards, which are named by the hash of their content.

A shard ends if the hash of a path says so, or if it is large. So a file that is added or removed
changes only its own shard, and all shards after it stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from mjlog.corpus.inputs import Input, Piece, pieces
from mjlog.formats.archives import Member
from mjlog.formats.own import texts
from mjlog.model.findings import reason_of

LARGE: Final = 1 << 20
"""Bytes of a shard: some seconds of work, which is what a killed worker costs."""
ENDS: Final = 64
"""One path in so many ends its shard."""
OWN: Final = b"%mjlog"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to audit: a file, a member of an archive, or one record of a text.

    `number` is the record's number in the text and `after` the lines before it; both are 0 for
    others. `failure` says why a file could not be read; empty if it could.
    """

    member: Member
    named: bool = False
    number: int = 0
    after: int = 0
    failure: str = ""

    @property
    def path(self) -> str:
        """The path as reports write it."""
        return f"{self.member.path}:{self.number}" if self.number else self.member.path


@dataclass(frozen=True, slots=True)
class Shard:
    """Entries that are audited together.

    `name` is the hash of what decides their results. `position` is how many bytes of the corpus
    were read when the shard ended.
    """

    name: str
    entries: tuple[Entry, ...]
    position: int = 0


@dataclass(slots=True)
class _Growing:
    """A shard that is being filled."""

    salt: str
    entries: list[Entry] = field(default_factory=list)
    size: int = 0

    def add(self, entry: Entry) -> None:
        """Add an entry to the shard."""
        self.entries.append(entry)
        self.size += len(entry.member.data)

    @property
    def is_full(self) -> bool:
        """Whether the shard ends after its latest entry."""
        if self.size >= LARGE:
            return True
        return sha256(self.entries[-1].path.encode("utf-8", "replace")).digest()[0] % ENDS == 0

    def shard(self, position: int) -> Shard:
        """Return the finished shard, and begin an empty one."""
        made = Shard(_name(self.salt, self.entries), tuple(self.entries), position)
        self.entries, self.size = [], 0
        return made


def _name(salt: str, entries: Iterable[Entry]) -> str:
    """Return the hash of everything that decides the results of these entries: a shard's name."""
    mark = sha256(salt.encode())
    for entry in entries:
        member = entry.member
        facts = (entry.named, entry.number, entry.after, entry.failure, member.problem)
        mark.update(repr((member.path, facts, len(member.data))).encode("utf-8", "replace"))
        mark.update(member.data)
    return mark.hexdigest()


def shards(inputs: Iterable[Input], salt: str) -> Iterator[Shard]:
    """Yield the corpus in shards; `salt` is what else their results depend on, such as versions."""
    growing, begun = _Growing(salt), 0
    for each in inputs:
        for piece in _readable(each):
            for entry in _entries(piece):
                growing.add(entry)
                if growing.is_full:
                    yield growing.shard(begun + min(piece.position, each.size))
        begun += each.size
    if growing.entries:
        yield growing.shard(begun)


def _readable(each: Input) -> Iterator[Piece]:
    """Yield the content of a file; if it cannot be read, one piece with the failure."""
    try:
        yield from pieces(each)
    except OSError as problem:
        words = f"cannot be read: {reason_of(problem)}"
        yield Piece(Member(each.path, b""), each.named, each.size, words)


def _entries(piece: Piece) -> Iterator[Entry]:
    """Yield an entry for each record of a text with several, or else one for the whole content.

    So processes can share a text with many records.
    """
    member = piece.member
    parts = texts(member.data) if member.data.startswith(OWN) else iter(())
    first, second = next(parts, None), next(parts, None)
    if first is None or second is None:
        yield Entry(member, piece.named, failure=piece.failure)
        return
    yield Entry(Member(member.path, first[0], member.problem), piece.named, 1)
    yield Entry(Member(member.path, second[0]), piece.named, 2, second[1])
    for number, (text, after) in enumerate(parts, 3):
        yield Entry(Member(member.path, text), piece.named, number, after)
