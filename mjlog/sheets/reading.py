"""Reads a file or a pasted text as the games of its sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.messages import Message, msg
from mjlog.notation.limits import Unreadable
from mjlog.sheets.cells.text_caches import CELL_TEXTS
from mjlog.sheets.cells.words import label_of, role_of
from mjlog.sheets.files import plain_json
from mjlog.sheets.files.decoding import decoded, is_text
from mjlog.sheets.files.delimited import grid_of
from mjlog.sheets.files.lines_of_deals import grid_of_lines
from mjlog.sheets.files.spreadsheets import is_workbook, workbook_of
from mjlog.sheets.files.web_page import grids_of_page, is_web_page
from mjlog.sheets.files.workbook import SUMMARY_HEADS, Grid, Workbook
from mjlog.sheets.games import Readings, drafts_of_grid
from mjlog.sheets.layouts import faan
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.records import GameDraft, SheetGame, recorded
from mjlog.sheets.refused_tables import NAMED_NOTHING
from mjlog.sheets.result_sheets import chat_results, pantheon, result_lists
from mjlog.sheets.result_sheets.tables_on_other_sheets import with_tables_of_other_sheets

_MOST_BYTES: Final = 64 << 20
_MOST_HEADS: Final = 8


@dataclass(frozen=True, slots=True)
class HowToRead:
    """What the user says about how to read a sheet.

    `rules` is a rules header, `layout` is a map of the columns, and `paper` is the map of a printed
    form as JSON.
    """

    rules: str = ""
    layout: SheetMap | None = None
    paper: str = ""

    @property
    def named_rules(self) -> str:
        """The rules header that the user gave for the sheet, in `rules` or in the layout map.

        An empty text if the user gave none.
        """
        return self.rules or (self.layout.rules if self.layout else "")


GUESS: Final = HowToRead()
_MOST_ABOVE: Final = 40
"""Most rows above the heads of an empty form."""
_LEAST_HEADS: Final = 4
"""Fewest heads of a score sheet on an empty form."""
_LOOK: Final = 10
"""Number of rows in which the heads of a summary are searched for."""
NO_TABLE: Final = Finding.telling(
    "sheet.layout",
    "error",
    msg("no table of deals is found here: no row of heads, no columns of points"),
)
A_RECORD: Final = Finding.telling(
    "sheet.layout", "error", msg("this is a record, not a sheet: `mjlog check` audits records")
)

_BITMAP: Final = b"BM"
_PICTURE: Final = msg(
    "this is a picture: `mjlog sheet check` reads photographs of printed and of ruled sheets; "
    "type the table of any other sheet off, or have a program recognise the text, and paste that"
)
_NO_SHEETS: Final = (
    (
        b"%PDF-",
        msg(
            "this is a PDF, in which letters have places and no cells: copy its table and paste "
            "it, or save the sheet itself as XLSX or CSV"
        ),
    ),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"II*\0", _PICTURE),
    (b"MM\0*", _PICTURE),
    (_BITMAP, _PICTURE),
    (b"{\\rtf", msg("this is a text document (RTF): copy its table and paste it")),
)
"""Beginnings of files that people mistake for sheets, each with advice."""
_OTHER_TEXTS: Final = (
    (
        "https://docs.google.com/",
        msg(
            "this is the address of a Google sheet, without its cells: download the sheet as XLSX "
            "or CSV"
        ),
    ),
    (
        "urn:schemas-microsoft-com:office:spreadsheet",
        msg(
            "this is an XML spreadsheet (2003): open it with a spreadsheet program, save it as XLSX"
        ),
    ),
)
"""Marks of texts that people mistake for sheets, each with advice."""
_HEAD: Final = 600
"""Number of first characters in which such a mark is searched for."""


@dataclass(frozen=True, slots=True)
class SheetFile:
    """The content of a file: its games, its worksheets, and findings about what could not be read.

    `lines` are the lines of a text file, to quote from.
    """

    games: tuple[SheetGame, ...]
    workbook: Workbook
    findings: tuple[Finding, ...] = ()
    lines: tuple[str, ...] = ()


def read_sheet(data: bytes | str, how: HowToRead = GUESS) -> SheetFile:
    """Read the games of a score sheet: the bytes of a file, or a pasted text.

    If the data cannot be read, no error is raised; the result has no games, and a finding says why.
    """
    if len(data) > _MOST_BYTES:
        return _unreadable(msg("the file is too large: {number} bytes", number=len(data)))
    if isinstance(data, bytes) and is_workbook(data):
        try:
            return games_of(workbook_of(data), how, ())
        except Unreadable as problem:
            return SheetFile((), Workbook(()), (problem.finding,))
    if isinstance(data, bytes) and (words := _no_sheet(data)):
        return _unreadable(words)
    text = data if isinstance(data, str) else decoded(data)
    if why := _no_table(text):
        return _unreadable(why)
    return _read_text(text, how)


def _no_sheet(data: bytes) -> Message | None:
    """Return advice for a file that is not a sheet, such as a PDF; None if it may be a sheet."""
    for start, words in _NO_SHEETS:
        # The two letters of this mark may also begin a text, but a text has no zero bytes.
        if data.startswith(start) and (start != _BITMAP or b"\0" in data[:32]):
            return words
    is_of_a_phone = data[4:8] == b"ftyp" or data[8:12] == b"WEBP"
    return _PICTURE if is_of_a_phone else None


def _no_table(text: str) -> Message | None:
    """Return advice for a text that is not a table, such as a link; None if it may be a table."""
    if not text.strip("\ufeff \r\n\t"):
        return msg("the file is empty")
    for mark, words in _OTHER_TEXTS:
        if mark in text[:_HEAD]:
            return words
    return None if is_text(text) else msg("this is neither text nor a workbook")


_TEXTS: Final[
    tuple[tuple[Callable[[str], bool], Callable[[str, str], Iterator[GameDraft]]], ...]
] = (
    (pantheon.is_pantheon, pantheon.drafts),
    (faan.is_faan_sheet, faan.drafts),
    (result_lists.is_result_list, result_lists.drafts),
    (chat_results.is_chat, chat_results.drafts),
)
"""Functions that recognise texts which are not tables, each with the function that reads them."""


def _read_text(text: str, how: HowToRead) -> SheetFile:
    lines = tuple(text.splitlines())
    if text.lstrip("\ufeff").startswith("%mjlog"):
        return SheetFile((), Workbook(()), (A_RECORD,), lines)
    CELL_TEXTS.count(len(text))
    for is_kind, drafts in _TEXTS:
        if is_kind(text):
            return SheetFile(_games(drafts(text, how.named_rules)), Workbook(()), lines=lines)
    if plain_json.is_json(text):
        try:
            return games_of(Workbook((plain_json.grid_of_json(text),)), how)
        except Unreadable as problem:
            return SheetFile((), Workbook(()), (problem.finding,))
    grids = grids_of_page(text) if is_web_page(text) else ()
    if not grids and (lines_of_deals := grid_of_lines(text)) is not None:
        grids = (lines_of_deals,)
    delimiter = how.layout.delimiter if how.layout else ""
    return games_of(Workbook(grids or (grid_of(text, delimiter=delimiter),)), how, lines)


def games_of(workbook: Workbook, how: HowToRead, lines: tuple[str, ...] = ()) -> SheetFile:
    """Read the games of a workbook, and return a `SheetFile` with games and findings.

    Findings are about the parts that are not read; if there are no games, they are errors that say
    why. `how` is what the user says about how to read the sheet. `lines` are the lines of the file
    if it is a text, to quote from.
    """
    aside = _map_of_another_sheet(workbook, how)
    readings: Readings = {}
    sheets = [
        (grid, [*_drafts(grid, how_of_grid(workbook, grid, how), aside, readings)])
        for grid in workbook.grids
    ]
    whole = with_tables_of_other_sheets(sheets)
    tables = {grid.name for (grid, before), after in zip(sheets, whole, strict=True)
              if after and not before}  # fmt: skip
    aside = [finding for finding in aside if finding.code != "sheet.layout"
             or getattr(finding.place, "sheet", "") not in tables]  # fmt: skip
    drafts = [draft for some in whole for draft in some]
    CELL_TEXTS.count(workbook.letters)
    if drafts:
        return SheetFile(_games(iter(drafts)), workbook, (*workbook.findings, *aside), lines)
    # Findings about single columns do not explain why the whole table is not read.
    reasons = [each for each in aside if each.code != "sheet.column"]
    why = [replace(each, severity="error") for each in reasons]
    why = why or [*aside, _nothing_to_read(workbook)]
    if not aside and how.layout and how.layout.says_columns:
        why = [Finding.telling("sheet.layout", "error", NAMED_NOTHING)]
    return SheetFile((), workbook, (*workbook.findings, *why), lines)


def _nothing_to_read(workbook: Workbook) -> Finding:
    """Return the finding that a workbook has no table, or that it is a form without any deals."""
    for grid in workbook.grids:
        for row, columns in islice(grid.rows(), _MOST_ABOVE):
            roles = {role_of(text) for text in grid.texts(row, columns)} - {None}
            below = (cell.text for cell in grid.cells.values() if cell.row > row)
            # Forms often have the names of the deals already.
            if len(roles) >= _LEAST_HEADS and all(label_of(text) for text in below if text):
                words = msg(
                    "this score sheet is empty: below row {row}, fill in a row for each deal: who "
                    "won, from whom, and each player's points",
                    row=row,
                )
                place = grid.in_row(row)[0].place(grid.name)
                return Finding.telling("sheet.layout", "error", words, place)
    return NO_TABLE


def how_of_grid(workbook: Workbook, grid: Grid, how: HowToRead) -> HowToRead:
    """Return `how` for one worksheet, without the user's map if it is for other worksheets.

    The map says what the columns mean. It is for other worksheets if its headings are not on this
    one. If no worksheet has all these headings, half of them are enough, because headings may have
    been renamed.
    """
    layout = how.layout
    if layout is None or layout.sheet or not layout.heads or layout.fits(grid):
        return how
    is_of_others = any(layout.fits(each) for each in workbook.grids)
    return how if not is_of_others and layout.nearly_fits(grid) else replace(how, layout=None)


def _map_of_another_sheet(workbook: Workbook, how: HowToRead) -> list[Finding]:
    """Return a warning if no worksheet has the headings of the layout map.

    The warning is in a list; the list is empty if a worksheet has the headings, or without a map.
    """
    layout = how.layout
    if layout is None or any(how_of_grid(workbook, grid, how).layout for grid in workbook.grids):
        return []
    words = msg(
        "no row has the heads that the map names: {heads}; the sheet is read as it looks",
        heads=", ".join([head for head in layout.heads if head][:_MOST_HEADS]),
    )
    return [Finding.telling("sheet.layout", "warning", words)]


def _drafts(
    grid: Grid, how: HowToRead, aside: list[Finding], readings: Readings
) -> Iterator[GameDraft]:
    if how.layout and how.layout.sheet not in {"", grid.name}:
        return
    # A corrected copy of the file has a summary on a worksheet of its own.
    columns = range(1, len(SUMMARY_HEADS) + 1)
    if any(grid.texts(row, columns) == SUMMARY_HEADS for row in range(1, _LOOK + 1)):
        return
    yield from drafts_of_grid(grid, how.named_rules, how.layout, aside, readings)


def _games(drafts: Iterator[GameDraft]) -> tuple[SheetGame, ...]:
    return tuple(recorded(draft) for draft in drafts)


def _unreadable(words: Message) -> SheetFile:
    finding = Finding.telling("sheet.unreadable", "error", words)
    return SheetFile((), Workbook(()), (finding,))
