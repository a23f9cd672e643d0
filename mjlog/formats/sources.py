"""Records from anywhere: files, folders, archives, standard input, one record at a time."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from pathlib import Path

from mjlog.findings import Finding
from mjlog.formats.archives import Bounds, Member, is_hidden, members
from mjlog.formats.json_parts import document
from mjlog.formats.recognise import READABLE, Known, recognise
from mjlog.notation.limits import Unreadable
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
    source: str | Path | bytes,
    name: str = "",
    *,
    wall: bool = True,
    bounds: Bounds | None = None,
    form: Known | None = None,
) -> Iterator[Source]:
    """All records of a file, a folder, an archive or bytes; ``-`` is standard input, `name` is what paths begin with.

    Formats are recognised by content, unless `form` names one. A file of several games is several records, the number
    behind a colon. What cannot be read is a `Source` without a game. `wall` compares play with the
    wall where the format brings one. Raises OSError when a file cannot be opened.
    """
    if isinstance(source, bytes):
        yield from _records(members(io.BytesIO(source), name or "bytes", bounds), wall=wall, form=form)
    elif str(source) == "-":
        limit = (bounds or Bounds()).total
        yield from load(sys.stdin.buffer.read(limit), name or "stdin", wall=wall, bounds=bounds, form=form)
    elif (path := Path(source)).is_dir():
        for file in files(path):
            yield from load(file, wall=wall, bounds=bounds, form=form)
    else:
        with path.open("rb") as stream:
            yield from _records(members(stream, name or str(source), bounds), wall=wall, form=form)


def files(folder: Path) -> Iterator[Path]:
    """All files below the folder in the order of names; hidden ones left out, links to folders not followed."""
    for entry in sorted(folder.iterdir()):
        if is_hidden(entry.name):
            continue
        if entry.is_dir():
            yield from files(entry) if not entry.is_symlink() else ()
        elif entry.is_file():
            yield entry


def _records(found: Iterator[Member], *, wall: bool, form: Known | None) -> Iterator[Source]:
    for member in found:
        yield from _member(member, wall=wall, form=form)


def _member(member: Member, *, wall: bool, form: Known | None) -> Iterator[Source]:
    packing = (Finding("format.archive", "error", member.problem),) if member.problem else ()
    if packing and not member.data:
        yield Source(member.path, "", None, packing)
        return
    known, seen = (form, "") if form else recognise(member.data)
    if known is None:
        message = f"this is {seen}; mjlog reads {READABLE}"
        yield Source(member.path, "", None, (*packing, Finding("format.unknown", "error", message)))
        return
    try:
        games = _read(known, member, wall=wall)
        first = next(games)
    except Unreadable as problem:
        yield Source(member.path, known, None, (*packing, problem.finding))
        return
    second = next(games, None)
    yield Source(member.path if second is None else f"{member.path}:1", known, first, packing)
    for place, game in enumerate(games if second is None else chain([second], games), 2):
        yield Source(f"{member.path}:{place}", known, game)


def _read(known: Known, member: Member, *, wall: bool) -> Iterator[Game]:
    """The games of a file, one at least. Readers are loaded when their format turns up."""
    match known:
        case "tenhou-xml":
            yield import_module("mjlog.formats.tenhou_xml").read(member.data, member.path, wall=wall)
        case "mjx":
            yield from import_module("mjlog.formats.mjx").read(member.data, member.path, wall=wall)
        case "mjlog":
            yield import_module("mjlog.notation").read(member.data)
        case "mjlog-json":
            yield import_module("mjlog.notation").from_json(document(member.data))
        case _:
            yield from import_module(f"mjlog.formats.{known}").read(member.data, member.path)
