"""The copy of a score sheet that a page shows: the file's bytes, and the visitor's changed cells.

The file itself is never changed. The audits of the latest sheets are cached.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import Any, Final
from weakref import ref
from zipfile import BadZipFile, ZipFile

from mjlog.batch.internal_errors import audit_what_can_be, internal_finding
from mjlog.model.findings import Finding
from mjlog.model.messages import Message
from mjlog.notation.limits import Unreadable
from mjlog.paper.readings import CellAt
from mjlog.paper.sources import Confirmation, with_sources
from mjlog.paper.table import Question
from mjlog.sheets.audit import SheetAudit, audited
from mjlog.sheets.corrections.copies import At, corrected_copy, edited, grids_of
from mjlog.sheets.corrections.corrected import lost_parts
from mjlog.sheets.corrections.slips import ways
from mjlog.sheets.corrections.suggestions import Way
from mjlog.sheets.files.decoding import decoded
from mjlog.sheets.files.delimited import grid_of
from mjlog.sheets.files.spreadsheets import is_workbook, workbook_of
from mjlog.sheets.files.workbook import Grid, Workbook
from mjlog.sheets.layouts.mapping import SheetMap, map_of
from mjlog.sheets.reading import HowToRead, SheetFile, games_of, read_sheet
from mjlog.sheets.records import SheetGame
from webviewer.photographs import Photograph

LARGEST_SHEET: Final = 2 << 20
"""The most bytes of a file."""
TEXT: Final = 256 << 10
"""The most bytes of a table as text."""
CELLS: Final = 20_000
"""The most cells of a file: about two thousand deals, more than a club plays in a day."""
DEALS: Final = {True: 200, False: 32}
"""The most deals of a game; fewer if it names no rules, as every preset is tried."""
EDITS: Final = 1_000
JUDGING: Final = 4.0
"""Seconds for judging the games of a file; the others are judged at the next request."""
READY: Final = 8
"""Sheets that are kept read and judged."""
AT_ONCE: Final = 2
"""Sheets read at the same time."""
WAIT: Final = 10.0
UNPACKED: Final = 8 << 20
"""The most bytes of a workbook's unpacked content."""


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """The audit of one game of a sheet, and suggested corrections by the finding's number."""

    audit: SheetAudit
    suggested: dict[int, tuple[Way, ...]]


@dataclass(frozen=True, slots=True)
class Judged:
    """A score sheet that was read and audited by the rules of `header`.

    `original` are its worksheets without the visitor's changes, `grids` with them. `waiting` is the
    number of games that are not audited yet. `refused` are findings about games that are too long.
    `layout` is the map of the columns by which the sheet was read, None if the columns were
    recognised without a map.
    """

    header: str
    file: SheetFile
    original: tuple[Grid, ...]
    grids: tuple[Grid, ...]
    games: tuple[JudgedGame, ...]
    waiting: int = 0
    refused: tuple[Finding, ...] = ()
    layout: SheetMap | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings about the file, and about games that could not be read or audited."""
        return (*self.file.findings, *self.refused)


@dataclass(frozen=True, eq=False)
class SheetCopy:
    """A copy of a sheet that a visitor changes: its name, its bytes, and the changed cells.

    `layout` is a map of the columns as TOML. If `remembered` is True, the map comes from another
    sheet, and is used only if both sheets have the same column heads. `ready` has audited sheets by
    the header of the rules. `beside` has all sheets of an upload of photographs, `readers` the
    people who read cells of a photograph.
    """

    token: str
    name: str
    data: bytes
    edits: tuple[tuple[At, str], ...] = ()
    ready: dict[str, Judged] = field(default_factory=dict, repr=False)
    layout: str = ""
    remembered: bool = False
    photograph: Photograph | None = None
    beside: tuple[tuple[str, str], ...] = ()
    readers: tuple[tuple[CellAt, str], ...] = ()

    def __reduce__(self) -> tuple[type[SheetCopy], tuple[Any, ...]]:
        """Return the values from which pickle restores the copy, without its audits.

        Another process computes the audits again.
        """
        unjudged: dict[str, Judged] = {}
        kept = (self.token, self.name, self.data, self.edits)
        more = (self.layout, self.remembered, self.photograph, self.beside, self.readers)
        return type(self), (*kept, unjudged, *more)

    @property
    def lost(self) -> tuple[str, ...]:
        """The names of parts, such as pictures, that the corrected workbook will not contain."""
        return lost_parts(self.data) or ()

    @property
    def size(self) -> int:
        """The total number of bytes of the file, the visitor's changes and the pictures."""
        pictures = self.photograph.size if self.photograph else 0
        texts = sum(len(text) for _, text in self.edits)
        return len(self.data) + len(self.layout) + texts + pictures

    @property
    def confirmations(self) -> dict[CellAt, Confirmation]:
        """For each cell of a photograph that somebody has read: the text, and who read it.

        The dict is empty if the sheet is not a photograph.
        """
        if self.photograph is None:
            return {}
        readers, cuts = dict(self.readers), self.photograph.cuts
        return {
            at: Confirmation(*cuts[at].column, text, readers.get(at, ""))
            for (_, *place), text in self.edits
            if (at := (place[0], place[1])) in cuts
        }

    @property
    def questions(self) -> list[Question]:
        """The questions about cells of a photograph that nobody has answered yet."""
        if self.photograph is None:
            return []
        answered = dict(self.edits)
        return [
            question
            for question in self.photograph.questions
            if (0, question.row, question.column) not in answered
        ]


class Judge:
    """Reads and audits score sheets, and keeps the results of the latest sheets."""

    def __init__(self) -> None:
        self._busy = BoundedSemaphore(AT_ONCE)
        self._lock = Lock()
        self._lately: deque[ref[SheetCopy]] = deque()

    def of(self, copy: SheetCopy, header: str = "") -> Judged | None:
        """Return a sheet with its audit by the rules of `header`.

        If `header` is empty, the sheet itself says which rules. The audit stops after some seconds;
        then `waiting` of the result is the number of games that are not audited yet, and another
        call continues the audit. The result is stored in `copy`. Return None if the server was busy
        with other sheets for ten seconds.
        """
        judged_before = copy.ready.get(header)
        if judged_before is not None and not judged_before.waiting:
            return judged_before
        if not self._busy.acquire(timeout=WAIT):
            return None
        try:
            judged = judged_by(copy, header)
        finally:
            self._busy.release()
        self._keep(copy, judged)
        return judged

    def corrected(self, copy: SheetCopy, header: str) -> bytes | None:
        """Return a sheet as an XLSX file with the visitor's changes and the audit's findings.

        Return None if the server was busy with other sheets for ten seconds. `header` is the
        `Rules` header; if it is empty, the sheet itself says which rules.
        """
        judged = self.of(copy, header)
        if judged is None or not self._busy.acquire(timeout=WAIT):
            return None
        try:
            audits = [game.audit for game in judged.games]
            return corrected_copy(copy.data, dict(copy.edits), judged.file, audits)
        finally:
            self._busy.release()

    def _keep(self, copy: SheetCopy, judged: Judged) -> None:
        with self._lock:
            copy.ready.clear()
            copy.ready[judged.header] = judged
            self._lately.append(ref(copy))
            while len(self._lately) > READY:
                oldest = self._lately.popleft()()
                if oldest is not None and all(each() is not oldest for each in self._lately):
                    oldest.ready.clear()


def judged_by(copy: SheetCopy, header: str) -> Judged:
    """Read a sheet and audit as many of its games as the time allows.

    This function raises no exception: even a bug of mjlog becomes a finding of the result. `header`
    is the `Rules` header; if it is empty, the sheet itself says which rules.
    """
    try:
        return _judged(copy, header)
    # An error in this program is shown as a finding, too.
    except Exception as problem:  # noqa: BLE001
        return _refused(header, internal_finding(problem))


def _judged(copy: SheetCopy, header: str) -> Judged:
    layout = map_of(copy.layout) if copy.layout else None
    how = HowToRead(rules=header, layout=None if copy.remembered else layout)
    try:
        file = _read(copy.data, how)
    except Unreadable as problem:
        return _refused(header, problem.finding)
    if copy.remembered and layout and any(layout.fits(grid) for grid in file.workbook.grids):
        how = HowToRead(rules=header, layout=layout)
        file = games_of(file.workbook, how, file.lines)
    original = grids_of(file)
    if copy.edits:
        file = edited(file, dict(copy.edits), how)
    if copy.photograph is not None:
        pages, sources = copy.photograph.pages, copy.photograph.sources
        games = [with_sources(game, pages, sources, copy.confirmations) for game in file.games]
        file = replace(file, games=tuple(games))
    short = [game for game in file.games if not _is_too_long(game)]
    judged = _games(short)
    refused = tuple(_too_long(game) for game in file.games if _is_too_long(game))
    waiting = len(short) - len(judged)
    grids = grids_of(file)
    return Judged(header, file, original, grids, judged, waiting, refused, how.layout)


def _is_too_long(game: SheetGame) -> bool:
    return len(game.draft.deals) > DEALS[game.draft.are_rules_named]


def _too_long(game: SheetGame) -> Finding:
    """Return the finding that a game has too many deals to be audited.

    Its place is the first cell of the game's first deal.
    """
    first = game.draft.deals[0].cell
    words = Message(
        "a game of {number} deals is too long to be judged here; {most} are allowed, and {told} "
        "if it names its rules",
        {"number": len(game.draft.deals), "most": DEALS[False], "told": DEALS[True]},
    )
    return Finding.telling("syntax.too_many", "error", words, first.place(game.draft.sheet))


def _games(some: Sequence[SheetGame]) -> tuple[JudgedGame, ...]:
    games: list[JudgedGame] = []
    until = monotonic() + JUDGING
    for game in some:
        if games and monotonic() > until:
            break
        audit = audited(game, audit_what_can_be)
        games.append(JudgedGame(audit, ways(audit)))
    return tuple(games)


def _refused(header: str, finding: Finding) -> Judged:
    return Judged(header, SheetFile((), Workbook(()), (finding,)), (), (), ())


def _read(data: bytes, how: HowToRead) -> SheetFile:
    """Read the games in a file, a workbook or a table as text.

    Raise `Unreadable` if the file is larger than this site allows. `how` has the settings for
    reading score sheets.
    """
    if is_workbook(data):
        return _read_workbook(data, how)
    if len(data) > TEXT:
        raise _too_large(
            Message(
                "a table in text may have {most} KB here, and this one has {number} KB",
                {"most": TEXT >> 10, "number": len(data) >> 10},
            )
        )
    _count(Workbook((grid_of(decoded(data)),)))
    return read_sheet(data, how)


def _read_workbook(data: bytes, how: HowToRead) -> SheetFile:
    if len(data) > LARGEST_SHEET or _unpacked(data) > UNPACKED:
        raise _too_large(
            Message(
                "a workbook may have {most} MB here, and {unpacked} MB when it is unpacked",
                {"most": LARGEST_SHEET >> 20, "unpacked": UNPACKED >> 20},
            )
        )
    workbook = workbook_of(data)
    _count(workbook)
    return games_of(workbook, how)


def _unpacked(data: bytes) -> int:
    """Return the number of bytes of a zip file's unpacked content; 0 for a damaged file."""
    try:
        with ZipFile(BytesIO(data)) as packed:
            return sum(member.file_size for member in packed.infolist())
    except (BadZipFile, NotImplementedError, ValueError):
        return 0


def _count(workbook: Workbook) -> None:
    if workbook.size <= CELLS:
        return
    numbers = {"most": CELLS, "number": workbook.size}
    words = Message(
        "a sheet may have {most} cells here, and this one has {number}: send its "
        "worksheets one by one",
        numbers,
    )
    if len(workbook.grids) == 1:
        words = Message(
            "a table may have {most} cells here, and this one has {number}: send a few games at "
            "a time, each time with the headings",
            numbers,
        )
    raise _too_large(words)


def _too_large(limit: Message) -> Unreadable:
    """Return an exception that says that a sheet is too large; `limit` says which limit it exceeds.

    The message also names the command that can read larger sheets.
    """
    words = Message(
        "{limit}; on your own computer `mjlog sheet check` reads larger files", {"limit": limit}
    )
    return Unreadable(Finding.telling("sheet.unreadable", "error", words))
