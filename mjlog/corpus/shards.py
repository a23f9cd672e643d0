"""Divides a corpus into shards, which are named by the hash of their content.

A shard ends if it is large, or after a path whose hash says so (about one path in `ENDS`). If a
file is added or removed, most other shards therefore stay the same.
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
"""Size of a shard in bytes: a few seconds of work, which is lost if a worker is killed."""
ENDS: Final = 64
"""One path among this number ends its shard."""
OWN: Final = b"%mjlog"


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or record of the corpus that is audited by itself.

    It is a file, a file in an archive, or one record of a text with several records. `number` is
    the number of the record in the text, and `after` the number of lines before it; both are 0 for
    other entries. `named` is True if the user named this file. `failure` says why the file could
    not be read; empty if it was read.
    """

    member: Member
    named: bool = False
    number: int = 0
    after: int = 0
    failure: str = ""

    @property
    def path(self) -> str:
        """The path of the entry in reports: the path of its file.

        If the file is a text with several records, a colon and the record's number follow.
        """
        return f"{self.member.path}:{self.number}" if self.number else self.member.path


@dataclass(frozen=True, slots=True)
class Shard:
    """A group of entries that are audited together.

    `name` is a hash of everything that the result depends on. `position` is the number of bytes of
    the corpus up to the end of the shard.
    """

    name: str
    entries: tuple[Entry, ...]
    position: int = 0


@dataclass(slots=True)
class _Growing:
    """A shard (a part of the corpus) to which entries are added until it is full."""

    salt: str
    entries: list[Entry] = field(default_factory=list)
    size: int = 0

    def add(self, entry: Entry) -> None:
        """Add an entry to the shard that is being filled."""
        self.entries.append(entry)
        self.size += len(entry.member.data)

    @property
    def is_full(self) -> bool:
        """True if no further entry may be added to this shard.

        A shard ends if it is large, or after a path whose hash says so (about one path in `ENDS`).
        If a file is added to the corpus, most shards therefore stay the same and need no new audit.
        """
        if self.size >= LARGE:
            return True
        return sha256(self.entries[-1].path.encode("utf-8", "replace")).digest()[0] % ENDS == 0

    def shard(self, position: int) -> Shard:
        """Return a shard with the entries added so far, and begin a new, empty one.

        `position` is the number of bytes of the corpus up to here, from which the progress is
        computed.
        """
        made = Shard(_name(self.salt, self.entries), tuple(self.entries), position)
        self.entries, self.size = [], 0
        return made


def _name(salt: str, entries: Iterable[Entry]) -> str:
    """Return the name of a shard: a hash of its entries and of `salt`.

    Shards with the same name have the same results. `salt` is a text with the versions of programs
    and other settings that change the results.
    """
    mark = sha256(salt.encode())
    for entry in entries:
        member = entry.member
        facts = (entry.named, entry.number, entry.after, entry.failure, member.problem)
        mark.update(repr((member.path, facts, len(member.data))).encode("utf-8", "replace"))
        mark.update(member.data)
    return mark.hexdigest()


def shards(inputs: Iterable[Input], salt: str) -> Iterator[Shard]:
    """Divide the files of a corpus into shards (parts that one process audits), and yield them.

    `salt` becomes part of the name of each shard. It is a text with the versions of programs and
    other settings that change the results.
    """
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
    """Yield the content of a file; if reading fails, a piece with the reason in `failure`."""
    try:
        yield from pieces(each)
    except OSError as problem:
        words = f"cannot be read: {reason_of(problem)}"
        yield Piece(Member(each.path, b""), each.named, each.size, words)


def _entries(piece: Piece) -> Iterator[Entry]:
    """Yield an `Entry` for a file, or for each record in the file if it is a text with several.

    Several processes can then audit the records of one large file.
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
