"""Loads records from files, folders, archives and standard input, one record at a time."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator
from errno import ENOENT
from itertools import chain, repeat
from pathlib import Path
from typing import IO, Final

from mjlog.formats.archives import HEAD, Bounds, Member, is_hidden, is_packed, members
from mjlog.formats.format import Content, Format, Reading, content_of, to_utf8
from mjlog.formats.own import TEXT, Part, texts
from mjlog.model.findings import Finding
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Sentence, msg
from mjlog.model.notebook_display import brief
from mjlog.model.record import Game, NoWin, Win
from mjlog.notation.limits import STANDARD, Limits, Unreadable

RULES: Final = "rules"
"""Format of a file of a club's own rules, which is no record."""
_RULES_LINE: Final = re.compile(
    rb"^(?:like\s*=\s*[\"']|\[\[pattern\]\]\s*$|title\s*=\s*[\"'])", re.MULTILINE
)
_RULES_HEAD: Final = 1 << 16
_DEEPEST: Final = 3
"""Maximum number of contents around a record, such as a mail that has a web page."""
SUFFIX: Final = ".mjl"
"""File extension of records in mjlog's notation.

If such a file cannot be read, mjlog reports it as a broken record, whatever it contains.
"""


@dataclass(frozen=True, slots=True)
class Source:
    """A record that was loaded from a file: its path, its format and the game.

    The path of a file in an archive has a colon after the archive, as in ``games.zip:one.mjl``.
    `game` is None if the record could not be read, or if the file is a file of rules. `findings`
    are about the file; findings of the reader are in the game. For a record in mjlog's notation or
    a file of rules, `text` has the bytes of the record, and `lines_before` is the number of lines
    before it in the file; for other formats `text` is empty.
    """

    path: str
    format: str
    game: Game | None = None
    findings: tuple[Finding, ...] = ()
    text: bytes = b""
    lines_before: int = 0

    def __repr__(self) -> str:
        """Return the path, the format and a summary of the game."""
        return brief("Source", f"{self.path[-80:]} ({self.format}): {self.game!r}")


def load(  # noqa: PLR0913  each choice is named by its keyword
    source: str | Path | bytes,
    name: str = "",
    *,
    wall: bool = True,
    bounds: Bounds | None = None,
    form: str | None = None,
    limits: Limits = STANDARD,
) -> Iterator[Source]:
    """Load all records of a file, a folder, an archive or bytes, and yield a `Source` for each.

    The source ``-`` is standard input. `name` replaces the file's name in the paths of the results.
    Formats are recognised by content, unless `form` is the name of a format. A file with several
    games yields a record for each game, with a path that ends in a colon and a number. A path such
    as ``games.zip:one.mjl`` or ``games.jsonl:2`` loads only this record. An address of Tenhou's
    viewer that contains the record (``…#json=``) is read as a record; nothing is downloaded.

    A file that cannot be read yields a `Source` without a game and with a finding (a message).
    `wall`: compare the play with the wall if the format has a wall. `bounds` limit how many bytes
    are unpacked; `limits` apply to mjlog's own formats. Raise OSError if a file cannot be opened,
    and KeyError if `form` is not the name of a format.
    """
    way = _Way(wall, bounds, form, limits)
    if isinstance(source, bytes):
        yield from _load_bytes(source, name or "bytes", way)
    elif str(source) == "-":
        data = _standard_input(sys.stdin.buffer, bounds or Bounds())
        yield from _load_bytes(data, name or "stdin", way)
    elif is_address(str(source)):
        yield from _load_bytes(str(source).encode(), name or "address", way)
    else:
        yield from _load_path(Path(source), str(source), name, way)


def load_member(member: Member) -> Iterator[Source]:
    """Load all records of one file, often a file in an archive, and yield a `Source` for each."""
    yield from _member(member, _Way(wall=True, bounds=None, form=None, limits=STANDARD))


def load_part(path: str, part: Part) -> Iterator[Source]:
    """Load records that were cut out of a large text file in mjlog's notation.

    `part` has the text of one or more records, the number of the first record, and the number of
    lines before the part. Each record is yielded as a `Source` whose path is `path`, a colon and
    the record's number in the file. A record that cannot be read is a `Source` without a game.
    """
    from mjlog.notation.reader import read

    for number, (text, lines) in enumerate(texts(part.text), part.number):
        named, lines_before = f"{path}:{number}", part.lines_before + lines
        try:
            game = read(text, after=lines_before)
        except Unreadable as problem:
            yield Source(named, TEXT.name, None, (problem.finding,))
        else:
            yield Source(named, TEXT.name, game, (), text, lines_before)


@dataclass(frozen=True, slots=True)
class _Way:
    """The settings for loading records; they are the keyword arguments of `load`."""

    wall: bool
    bounds: Bounds | None
    form: str | None
    limits: Limits


def _load_bytes(data: bytes, name: str, way: _Way) -> Iterator[Source]:
    yield from _records(members(io.BytesIO(data), name, way.bounds), way)


def _load_path(path: Path, format_name: str, name: str, way: _Way) -> Iterator[Source]:
    if path.is_dir():
        for file in files(path):
            yield from _load_path(file, str(file), "", way)
    elif outer := _packed_in(format_name):
        yield from _load_members(format_name, outer, way)
    else:
        with path.open("rb") as stream:
            yield from _records(members(stream, name or format_name, way.bounds), way)


def _standard_input(stream: IO[bytes], bounds: Bounds) -> bytes:
    """Read the bytes of standard input, but stop if there are more bytes than `bounds` allow.

    The limit is `bounds.total` bytes for an archive, and `bounds.member` bytes for any other file.
    Of a file that is not an archive, one byte more than the limit is read, so that the caller sees
    if the file is too long.
    """
    head = stream.read(HEAD)
    # One byte more than the limit is enough to see that a file is too large.
    most = bounds.total if is_packed(head) else bounds.member + 1
    return head + stream.read(max(0, most - len(head)))


def is_address(source: str) -> bool:
    """Return whether a text is the web address of a game viewer, and not the path of a file.

    The address contains the record after ``#json=``, or leads to a log that mjlog cannot read.
    """
    if not source.startswith(("http://", "https://")):
        return False
    from mjlog.formats.unread import unread

    return "#json=" in source or unread(source.encode()) is not None


def _packed_in(path: str) -> str:
    """Return the existing file at the beginning of a path such as ``games.zip:one.mjl``.

    Return an empty text if the whole path is a file, or if it does not begin with an existing file
    and a colon.
    """
    outer = path
    while outer and not Path(outer).is_file():
        outer = outer.rpartition(":")[0]
    if outer != path:
        return outer
    return ""


def _load_members(path: str, outer: str, way: _Way) -> Iterator[Source]:
    """Load the records at a path such as ``games.zip:one.mjl``, and yield a `Source` for each.

    `outer` is the part of the path that is a file on disk, such as ``games.zip``; `way` says how
    records are loaded. Raise FileNotFoundError if there is no record at this path.
    """
    any_record = False
    with Path(outer).open("rb") as stream:
        found_there = members(stream, outer, way.bounds)
        # A packed file may be the record itself, may contain it, or may be in the wanted archive.
        wanted = (
            member
            for member in found_there
            if member.path == path
            or path.startswith(f"{member.path}:")
            or member.path.startswith(f"{path}:")
        )
        for source in _records(wanted, way):
            if source.path == path or source.path.startswith(f"{path}:"):
                any_record = True
                yield source
    if not any_record:
        raise FileNotFoundError(ENOENT, f"{outer} holds no such record", path)


def files(folder: Path) -> Iterator[Path]:
    """Yield all files in a folder and its subfolders, sorted by name in each folder.

    Hidden files and folders are skipped. Links to folders are not followed.
    """
    for entry in sorted(folder.iterdir()):
        if is_hidden(entry.name):
            continue
        if entry.is_dir():
            # A link may lead back to a folder above, and the search would never end.
            yield from files(entry) if not entry.is_symlink() else ()
        elif entry.is_file():
            yield entry


def _records(members: Iterator[Member], way: _Way) -> Iterator[Source]:
    for member in members:
        yield from _member(member, way)


def _member(member: Member, way: _Way, depth: int = 0) -> Iterator[Source]:
    packing = (Finding("format.archive", "error", member.problem),) if member.problem else ()
    if member.kind is not None:
        yield Source(member.path, "", None, (_unknown(member.kind, is_record=True),))
    elif packing and not member.data:
        yield Source(member.path, "", None, packing)
    else:
        yield from _with_findings(packing, _content(member.path, to_utf8(member.data), way, depth))


def _content(path: str, data: bytes, way: _Way, depth: int) -> Iterator[Source]:
    """Recognise and read the bytes of one file, and yield a `Source` for each record.

    If the bytes are not a record, or are a record without deals, they are searched for records, as
    in a web page or a mail. If none is found, one `Source` without a game is yielded. A file of
    house rules yields one `Source` with its text. `way` says how records are loaded. `depth` is the
    number of contents (such as mails) around this content.
    """
    form, seen, is_record = _recognised(data, way.form)
    if form is None and is_rules(data):
        yield Source(path, RULES, None, (), data)
        return
    if form is None:
        unknown = _unknown(seen, is_record=is_record or path.endswith(SUFFIX))
        yield from _find_records(path, data, way, depth) or [Source(path, "", None, (unknown,))]
        return
    read = _read_as_far_as_possible(form, path, data, way)
    own = texts(data) if form is TEXT else repeat((b"", 0))
    # The path gets a number only if there are several games, so look for a second one.
    first, second = next(read), next(read, None)
    if second is None:
        only = _source(path, form, first, next(own))
        findings = only.game.findings if only.game is not None else only.findings
        # Markup that was refused must not be read in another way.
        is_final = form is TEXT or any(finding.code == "format.xml" for finding in findings)
        if is_final or (only.game is not None and only.game.deals):
            yield only
        else:
            yield from _find_records(path, data, way, depth) or [only]
        return
    yield _source(f"{path}:1", form, first, next(own))
    for place, game in enumerate(chain([second], read), 2):
        yield _source(f"{path}:{place}", form, game, next(own))


def _find_records(path: str, data: bytes, way: _Way, depth: int) -> list[Source]:
    """Search for records inside a mail, a web page or another text; return a `Source` for each.

    Return an empty list if the records have neither acts nor results, because a single word of a
    text may look like a record. `way` says how records are loaded. `depth` is the number of
    contents around this content, at most `_DEEPEST`.
    """
    if depth >= _DEEPEST:
        return []
    from mjlog.formats.known import is_first_of_record
    from mjlog.formats.wrapped import records_within

    records, problems = records_within(data, is_first_of_record)
    paths = [f"{path}:{number}" for number in range(1, len(records) + 1)]
    sources: list[Source] = []
    for place, record in zip(paths if len(records) > 1 else [path], records, strict=False):
        sources += _content(place, record, way, depth + 1)
    # A single act may look like the beginning of a record, but is none.
    has_play = any(_has_play(source) for source in sources)
    return list(_with_findings(problems, sources)) if has_play else []


def _has_play(source: Source) -> bool:
    """Return whether the source has a deal with turns or a result.

    In mjlog's own formats any deal counts, because it may be a score sheet.
    """
    deals = source.game.deals if source.game is not None else ()
    is_own = source.format in (TEXT.name, "mjlog-json")
    return any(is_own or deal.turns or deal.lines_of(Win) or deal.lines_of(NoWin) for deal in deals)


def _with_findings(findings: tuple[Finding, ...], sources: Iterable[Source]) -> Iterator[Source]:
    """Yield the sources unchanged, except that the first one also gets the findings `findings`.

    Used for findings (messages) about the content around all sources, such as damaged bytes in a
    web page.
    """
    for source in sources:
        yield replace(source, findings=(*findings, *source.findings)) if findings else source
        findings = ()


def _recognised(data: bytes, form: str | None) -> tuple[Format | None, Sentence, bool]:
    """Find the format of a file: by the name `form` if it is given, otherwise by the bytes.

    Return three values: the format or None; a description for users if there is no format; and
    whether a file without a format is probably a record. mjlog's own notation is tried first,
    because this needs no import of other formats.
    """
    if form:
        from mjlog.formats.known import format_named

        return format_named(form), "", True
    if TEXT.matches(Content(content_of(data))):
        return TEXT, "", False
    from mjlog.formats.recognition import recognised

    return recognised(data)


def is_rules(data: bytes) -> bool:
    """Return whether a text is a file of house rules.

    Such a file has a line that begins with ``like =`` or ``title =``, or the line ``[[pattern]]``.
    No record has such lines.
    """
    return data[:1] not in {b"%", b"{", b"<"} and bool(_RULES_LINE.search(data[:_RULES_HEAD]))


def _unknown(seen: Sentence, *, is_record: bool) -> Finding:
    """Return the finding that mjlog cannot read a file; `seen` describes its content.

    `is_record`: the file is probably a record, but of a kind that mjlog cannot read.
    """
    from mjlog.formats.known import failures

    words = msg("this is {seen}", seen=seen)
    for failure in failures.values():
        words = msg("{words}; {failure}", words=words, failure=failure)
    return Finding.telling("format.unread" if is_record else "format.unknown", "error", words)


def _source(path: str, known: Format, read: Game | Finding, text: tuple[bytes, int]) -> Source:
    if isinstance(read, Finding):
        return Source(path, known.name, None, (read,))
    return Source(path, known.name, read, (), *text)


def _read_as_far_as_possible(
    known: Format, path: str, data: bytes, way: _Way
) -> Iterator[Game | Finding]:
    """Yield the games in a file of the format `known`.

    If the reader raises `Unreadable`, yield its finding as the last value.
    """
    try:
        yield from known.read(data, Reading(path, way.wall, way.limits))
    except Unreadable as problem:
        yield problem.finding
