"""Converts many records to another format, in several processes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.batch.internal_errors import internal_finding
from mjlog.batch.rule_files import keep_rules
from mjlog.batch.workers import Workers
from mjlog.formats.archives import Bounds, Member, members
from mjlog.formats.registry import CannotExportError
from mjlog.formats.sources import Source, files, is_address, load, load_member
from mjlog.model.findings import Finding, faults, reason_of
from mjlog.model.record import Game
from mjlog.notation import to_json, write
from mjlog.paper.reading import read_any
from mjlog.sheets.from_record import sheet_of_record

CSV: Final = "csv"
"""The form of a score sheet as text."""
SHEET: Final = "sheet"
"""The format of score sheets."""
SHEET_NAMES: Final = (".csv", ".tsv", ".xlsx", ".xlsm", ".ods", ".xls")
"""Endings of names of score sheets; no other record has such a name."""
NOT_CONVERTED: Final = "convert.impossible"
"""Code of the finding that the target format cannot hold a game; only this command reports it."""


class Written(NamedTuple):
    """The result of converting one record.

    `text` is None if the record could not be converted. `wrong` are findings about the source, or
    the reason why it could not be converted. `lost` are findings about what the target format
    cannot hold.
    """

    path: str
    text: str | None
    wrong: tuple[Finding, ...] = ()
    lost: tuple[Finding, ...] = ()


class _Task(NamedTuple):
    """A file, or a member of an archive, and the name of the format to convert it to (`form`).

    `is_sheet` is true if the file is to be read as a score sheet, whatever its name is.
    """

    member: Member
    form: str
    is_sheet: bool = False


def rendered(game: Game, form: str) -> tuple[str, tuple[Finding, ...]]:
    """Convert a game to a format; return the text, and what the format cannot hold, as findings.

    A finding is a message with a place. `form` is the name of the format, such as ``json``. Raise
    `CannotExportError` if the format cannot hold such a game at all.
    """
    if form == CSV:
        made = sheet_of_record(game)
        return made.csv, made.losses
    if form == "mjl":
        return write(game), ()
    if form == "json":
        return json.dumps(to_json(game), ensure_ascii=False, indent=1) + "\n", ()
    from mjlog.batch.exporting import export

    exported = export(game, form)
    return exported.text, exported.losses


def all_written(
    paths: Iterable[str], form: str, jobs: int, *, are_sheets: bool = False
) -> Iterator[Written]:
    """Convert every record below the paths to the format `form`, and yield the results in order.

    `jobs` processes share the work. If `are_sheets` is true, read all files as score sheets.
    """
    tasks = (_Task(member, form, are_sheets) for path in paths for member in _members_of(path))
    if jobs == 1:
        for task in tasks:
            yield from _written(task)
        return
    with Workers(jobs) as crew:
        for written in crew.read_ahead(crew.submit(task, _written) for task in tasks):
            yield from written.result()


def _members_of(path: str) -> Iterator[Member]:
    """Yield the files below a path, including files in archives.

    A file that cannot be read is yielded with the reason in `problem`.
    """
    if path == "-" or is_address(path) or not Path(path).exists():
        # These are no files on the disk: standard input, an address, a path that leads into an
        # archive.
        yield from _sources_of(path)
        return
    paths = files(Path(path)) if Path(path).is_dir() else iter((Path(path),))
    for file in paths:
        try:
            if str(file).lower().endswith(SHEET_NAMES):  # a workbook is a packed file as well
                yield Member(str(file), file.read_bytes())
                continue
            with file.open("rb") as stream:
                yield from members(stream, str(file), Bounds())
        except OSError as problem:
            yield Member(str(file), b"", reason_of(problem))


def _sources_of(path: str) -> Iterator[Member]:
    for source in keep_rules(load(path)):
        text = write(source.game).encode() if source.game is not None else b""
        problem = "; ".join(finding.message for finding in source.findings)
        yield Member(source.path, text, "" if text else problem)


def _converted(source: Source, form: str) -> Written:
    if source.game is None:
        return Written(source.path, None, source.findings)
    wrong = tuple(faults((*source.findings, *source.game.findings)))
    try:
        text, lost = rendered(source.game, form)
    except CannotExportError as problem:
        refusal = Finding(NOT_CONVERTED, "error", str(problem))
        return Written(source.path, None, (*wrong, refusal))
    return Written(source.path, text, wrong, lost)


def _written(task: _Task) -> list[Written]:
    try:
        is_sheet = task.is_sheet or task.member.path.lower().endswith(SHEET_NAMES)
        sources = _games_of(task.member) if is_sheet else load_member(task.member)
        return [_converted(source, task.form) for source in keep_rules(sources)]
    except Exception as problem:  # noqa: BLE001  one record never stops the others
        return [Written(task.member.path, None, (internal_finding(problem),))]


def _games_of(member: Member) -> Iterator[Source]:
    """Read a score sheet, and yield each game on it as a parsed record.

    The first one also has the findings (messages) about the whole file. If there are no games,
    yield one item without a game, which has these findings.
    """
    file = read_any(member.data)
    if not file.games:
        yield Source(member.path, SHEET, None, file.findings)
    for number, sheet in enumerate(file.games, 1):
        findings = (*(file.findings if number == 1 else ()), *sheet.draft.findings)
        yield Source(f"{member.path}:{number}", SHEET, sheet.game, findings)


class Names:
    """Makes file names for the records of many sources, and makes no name twice.

    >>> names = Names("mjl")
    >>> names.name("logs/a.zip:b/c.xml:2"), names.name("logs/a.zip:b/c.xml:2")
    ('logs/a.zip/b/c-2.mjl', 'logs/a.zip/b/c-2-2.mjl')
    """

    def __init__(self, suffix: str, below: str = "") -> None:
        self.suffix = suffix
        self.below = below
        self.used: set[str] = set()

    def name(self, path: str) -> str:
        """Return a new file name for the record at `path`, with `/` between folders.

        The path can lead into an archive: ``logs/a.zip:b/c.xml:2`` gives ``logs/a.zip/b/c-2.mjl``.
        If the name was returned before, a number is added.
        """
        path = path.removeprefix(self.below).lstrip("/")
        file, _, number = path.rpartition(":")
        if not number.isdecimal():
            file, number = path, ""
        parts = [_plain(part) for part in re.split(r"[/:]", file) if part not in ("", ".", "..")]
        stem = "/".join(parts) or "record"
        folder, _, last = stem.rpartition("/")
        last = re.sub(r"(?<=.)\.[A-Za-z0-9]{1,8}$", "", last)
        stem = "/".join(each for each in (folder, last + (f"-{number}" if number else "")) if each)
        name, again = f"{stem}.{self.suffix}", 1
        while name in self.used:
            again += 1
            name = f"{stem}-{again}.{self.suffix}"
        self.used.add(name)
        return name


def _plain(part: str) -> str:
    """Replace characters of a file or folder name that file systems may not allow."""
    return re.sub(r"[^\w.+-]", "_", part)[:120].lstrip(".") or "_"
