"""Records from anywhere: files, folders, archives, standard input, one record at a time."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mjlog.findings import Finding
from mjlog.formats.archives import Bounds, Member, is_hidden, members
from mjlog.formats.recognise import READABLE, Known, recognise
from mjlog.record import Game


@dataclass(frozen=True, slots=True)
class Source:
    """One record found: its path (members of archives behind colons), its format, the game, None when there is none.

    `findings` are about the source; what the game's own reader found stands in the game.
    """

    path: str
    format: str
    game: Game | None = None
    findings: tuple[Finding, ...] = ()


def load(
    source: str | Path | bytes, name: str = "", *, wall: bool = True, bounds: Bounds | None = None
) -> Iterator[Source]:
    """All records of a file, a folder, an archive or bytes; ``-`` is standard input, `name` is what paths begin with.

    Formats are recognised by content. What cannot be read is a `Source` without a game. `wall` compares play with the
    wall where the format brings one. Raises OSError when a file cannot be opened.
    """
    if isinstance(source, bytes):
        yield from _records(members(io.BytesIO(source), name or "bytes", bounds), wall=wall)
    elif str(source) == "-":
        limit = (bounds or Bounds()).total
        yield from load(sys.stdin.buffer.read(limit), name or "stdin", wall=wall, bounds=bounds)
    elif (path := Path(source)).is_dir():
        for file in files(path):
            yield from load(file, wall=wall, bounds=bounds)
    else:
        with path.open("rb") as stream:
            yield from _records(members(stream, name or str(source), bounds), wall=wall)


def files(folder: Path) -> Iterator[Path]:
    """All files below the folder in the order of names; hidden ones left out, links to folders not followed."""
    for entry in sorted(folder.iterdir()):
        if is_hidden(entry.name):
            continue
        if entry.is_dir():
            yield from files(entry) if not entry.is_symlink() else ()
        elif entry.is_file():
            yield entry


def _records(found: Iterator[Member], *, wall: bool) -> Iterator[Source]:
    for member in found:
        yield _record(member, wall=wall)


def _record(member: Member, *, wall: bool) -> Source:
    packing = (Finding("format.archive", "error", member.problem),) if member.problem else ()
    if packing and not member.data:
        return Source(member.path, "", None, packing)
    known, seen = recognise(member.data)
    if known is None:
        message = f"this is {seen}; mjlog reads {READABLE}"
        return Source(member.path, "", None, (*packing, Finding("format.unknown", "error", message)))
    return _read(known, member, packing, wall=wall)


def _read(known: Known, member: Member, packing: tuple[Finding, ...], *, wall: bool) -> Source:
    # Readers are loaded when their format turns up.
    match known:
        case "tenhou-xml":
            from mjlog.formats.tenhou_xml import read as read_tenhou  # noqa: PLC0415

            return Source(member.path, known, read_tenhou(member.data, member.path, wall=wall), packing)
        case "mjlog-json":
            from mjlog.notation import Unreadable, from_json  # noqa: PLC0415

            try:
                return Source(member.path, known, from_json(json.loads(member.data)), packing)
            except Unreadable as problem:
                return Source(member.path, known, None, (*packing, problem.finding))
        case "mjlog":
            from mjlog.notation import Unreadable, read  # noqa: PLC0415

            try:
                return Source(member.path, known, read(member.data), packing)
            except Unreadable as problem:
                return Source(member.path, known, None, (*packing, problem.finding))
