"""Reads files, folders and bytes into records that an archive can add, or says why it cannot."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.archive.adding.entry import Entry, canonical, entry_of, findings_json, pack
from mjlog.batch.internal_errors import internal_finding
from mjlog.batch.rule_files import keep_rules
from mjlog.batch.time_limit import PATIENCE, next_within, too_slow
from mjlog.formats import Bounds, Source, files, load
from mjlog.formats.archives import Member, members
from mjlog.model.findings import Finding, reason_of
from mjlog.model.patience import OutOfTime
from mjlog.model.record import Game
from mjlog.notation import Limits
from mjlog.notation.limits import STANDARD
from mjlog.paper.reading import read_any
from mjlog.paper.scans import SUFFIXES as PICTURES

SHEET: Final = "sheet"
"""The format of records that were read from score sheets."""
TABLES: Final = (".csv", ".tsv")
WORKBOOKS: Final = (".xlsx", ".xlsm", ".ods", ".xls")


@dataclass(frozen=True, slots=True)
class Original:
    """The file that a record was read from: compressed bytes, SHA-256, format and size."""

    sha256: str
    format: str
    size: int
    packed: bytes


@dataclass(frozen=True, slots=True)
class Found:
    """A record that was read from a file, or the findings that say why nothing could be read.

    If `digest` is empty, no record was read. `name` is the path of the file for messages. `text` is
    the record in canonical notation, `game` the parsed record, and `is_canonical` says whether
    `original` was written in canonical notation already. `entry` has the rows for the archive if
    the record was audited. `is_seated` is False if the players of a result sheet are in any order.
    """

    name: str
    findings: tuple[Finding, ...] = ()
    digest: str = ""
    text: bytes = b""
    game: Game | None = None
    original: Original | None = None
    is_canonical: bool = False
    entry: Entry | None = None
    is_seated: bool = True

    @property
    def remarks(self) -> str:
        """The problems that were found while this record was read, as the text of a JSON list.

        Each problem is a finding: a message with a code and a place.
        """
        return findings_json(self.findings)

    def audited(self) -> Entry:
        """Return the rows of this record for the tables of an archive.

        If `entry` has no rows yet, audit the record to compute them. They are not stored in
        `entry`, so a second call audits the record again. The findings (messages) in the rows refer
        to lines of `text`.
        """
        if self.entry is not None:
            return self.entry
        game = self.game if self.is_canonical else None
        return replace(entry_of(self.digest, self.text, game), digest=self.digest)


class RecordFile(NamedTuple):
    """A file that may contain records, with its name for messages.

    `in_folder` is True if the file comes from a folder, and False if the user named the file
    itself.
    """

    path: Path
    name: str
    in_folder: bool


def files_below(path: Path) -> Iterator[RecordFile]:
    """Yield the file at `path`; if `path` is a folder, yield all files in it and below it, by name.

    Hidden files and linked folders are left out.
    """
    if not path.is_dir():
        yield RecordFile(path, path.name, in_folder=False)
        return
    for file in files(path):
        yield RecordFile(file, file.relative_to(path).as_posix(), in_folder=True)


def found_below(path: Path) -> Iterator[Found]:
    """Read all records of a file, of a packed file, or of all files below a folder.

    Yield a `Found` for each record. A file that cannot be read gives a `Found` without a record,
    whose findings (messages) say why. Raises OSError only if a folder cannot be listed.
    """
    for file in files_below(path):
        yield from found_in_file(file)


def is_unrelated(found: Found) -> bool:
    """Return whether a file probably has nothing to do with mahjong, so that it can be skipped.

    `found` is the result of reading the file. Return True if it has no record, and the only reason
    is that the format of the file or the layout of the score sheet is unknown.
    """
    codes = {finding.code for finding in found.findings}
    return not found.digest and codes in ({"format.unknown"}, {"sheet.layout"})


def found_in_file(file: RecordFile) -> Iterator[Found]:
    """Read all records of one file, and yield a `Found` for each record.

    A part that cannot be read gives a `Found` without a record, whose findings (messages) say why;
    so does a file that takes too long. A file in a folder is skipped if its format or its sheet
    layout is unknown.
    """
    records = _records_in_file(file.path, file.name)
    try:
        while (record := next_within(records, PATIENCE)) is not None:
            if not (file.in_folder and is_unrelated(record)):
                yield record
    except OutOfTime:
        yield Found(file.name, (too_slow(PATIENCE),))


def _records_in_file(path: Path, name: str) -> Iterator[Found]:
    try:
        with path.open("rb") as stream:
            if name.lower().endswith((*WORKBOOKS, *PICTURES)):
                yield from _records_of_sheet(stream.read(), name)
                return
            yield from _records_of_members(members(stream, name), STANDARD)
    except OSError as problem:
        words = f"cannot be read: {reason_of(problem)}"
        yield Found(name, (Finding("file.unreadable", "error", words),))


def found_in_bytes(
    data: bytes, name: str, bounds: Bounds | None = None, limits: Limits = STANDARD
) -> Iterator[Found]:
    """Read all records in the bytes of a file, and yield a `Found` for each record.

    A part that cannot be read gives a `Found` without a record, whose findings (messages) say why.
    If `name`, the name of the file, has the ending of a picture or a workbook, the file is read as
    a score sheet. Otherwise `bounds` limits how much is unpacked from a packed file, and `limits`
    limits the size of each record.
    """
    if name.lower().endswith((*WORKBOOKS, *PICTURES)):
        yield from _records_of_sheet(data, name)
        return
    yield from _records_of_members(members(io.BytesIO(data), name, bounds), limits)


def _records_of_members(all_members: Iterator[Member], limits: Limits) -> Iterator[Found]:
    for member in all_members:
        try:
            yield from _records_of_member(member, limits)
        # If mjlog itself fails on this file, the other files must still be read.
        except Exception as problem:  # noqa: BLE001
            yield Found(member.path, (internal_finding(problem),))


def _records_of_sheet(data: bytes, name: str) -> Iterator[Found]:
    """Read a score sheet, and yield a `Found` for each game on it.

    If there are no games, or if reading fails, yield one `Found` without a record, whose findings
    (messages) say why. Never raise an exception.
    """
    try:
        file = read_any(data)
        original = original_of(data, SHEET)
        numbered = len(file.games) > 1
        for number, sheet in enumerate(file.games, 1):
            path = f"{name}:{number}" if numbered else name
            digest, text = canonical(sheet.game)
            remarks = (*(file.findings if number == 1 else ()), *sheet.draft.findings)
            is_seated = sheet.draft.is_seated or bool(sheet.draft.deals)
            yield Found(path, remarks, digest, text, original=original, is_seated=is_seated)
        if not file.games:
            yield Found(name, file.findings)
    # If mjlog itself fails on this file, the other files must still be read.
    except Exception as problem:  # noqa: BLE001
        yield Found(name, (internal_finding(problem),))


def _records_of_member(member: Member, limits: Limits) -> Iterator[Found]:
    if member.path.lower().endswith((*TABLES, *PICTURES)) and not member.problem:
        yield from _records_of_sheet(member.data, member.path)
        return
    original: Original | None = None
    for source in keep_rules(load(member.data, member.path, limits=limits)):
        if original is None and source.game is not None:
            original = original_of(member.data, source.format)
        yield read_source(source, original)
    if member.problem:
        yield Found(member.path, (Finding("format.archive", "error", member.problem),))


def original_of(data: bytes, form: str) -> Original:
    """Compress the bytes of a file, for storing the file as the original of a record.

    `form` is the format of the file.
    """
    return Original(sha256(data).hexdigest(), form, len(data), pack(data))


def read_source(source: Source, original: Original | None = None) -> Found:
    """Convert a record that a reader has parsed into a `Found`, with its canonical text and digest.

    If `source` could not be parsed, the `Found` has no digest, and only findings (messages) that
    say why. `original` is the file that the record was read from.
    """
    game = source.game
    if game is None:
        return Found(source.path, source.findings)
    digest, text = canonical(game)
    is_canonical = source.text == text
    return Found(source.path, source.findings, digest, text, game, original, is_canonical)
