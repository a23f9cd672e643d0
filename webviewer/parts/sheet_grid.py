"""A score sheet as a table: its cells with the answers of the audit, what is found beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import parse_qsl, urlencode

from mjlog.auditor.audit import Report
from mjlog.model.findings import Answer, CellPlace, Finding, Verdict
from mjlog.model.record import NOBODY
from mjlog.sheets.copies import At
from mjlog.sheets.suggestions import Suggestion
from mjlog.sheets.workbook import Cell, Grid, letters
from webviewer.parts.audit_view import SEVERITY
from webviewer.parts.payments import PayRow, payments
from webviewer.parts.sums import Sum
from webviewer.sheet_copies import Judged, JudgedGame

CELLS: Final = 3_000
"""Of a sheet on one page."""
ROWS: Final = (20, 250)
"""How few and how many rows stand on one page."""
COLUMNS: Final = 60
ABOUT: Final = 10
"""How many rows above the first deal are shown where only rows with findings are asked for."""
MOST: Final = 50
"""Of findings without a cell, and of changes that are listed."""
MARKS: Final = ("error", "warning", "differs", "unverified", "note", "given", "agrees")
"""What a cell is marked with, the gravest first."""
_CALLED: Final = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_OF_PAYMENTS: Final = frozenset({"pay", "net", "score"})


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of the table; `mark` is one of `MARKS` or empty, `note` the number of a finding."""

    text: str
    mark: str = ""
    note: int = 0
    changed: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding beside its cell.

    `cell` and `other` are names of cells, `fixes` what would mend it, `sums` the arithmetic of what
    is due, each with who pays whom.
    """

    number: int
    finding: Finding
    cell: str
    other: str
    fixes: tuple[Suggestion, ...] = ()
    sums: tuple[tuple[str, str, Sum], ...] = ()

    @property
    def severity(self) -> str:
        """How grave it is, in a word that has its translations."""
        return SEVERITY[self.finding.severity]


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of the table with what is found in it."""

    number: int
    cells: tuple[CellView, ...]
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page of one worksheet, counted from 1, of `last`.

    `left_out` are columns beyond those shown.
    """

    place: int
    name: str
    columns: tuple[str, ...]
    rows: tuple[RowView, ...]
    number: int
    last: int
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class SheetView:
    """What the page of a sheet shows.

    `apart` are findings about no cell of it, `found` is how many errors and warnings there are on
    all worksheets, `sheets` their names with how many stand on each.
    """

    judged: Judged
    page: SheetPage
    apart: tuple[Remark, ...]
    counts: Mapping[Answer, int]
    found: int
    sheets: tuple[tuple[str, int], ...]
    changes: tuple[tuple[str, str, str, str], ...]

    @property
    def deals(self) -> int:
        """How many deals its judged games have."""
        return sum(each.audit.report.deals for each in self.judged.games)

    @property
    def fixes(self) -> int:
        """How many findings have a suggestion."""
        return sum(len(game.suggested) for game in self.judged.games)

    @property
    def state(self) -> str:
        """The verdict in a word."""
        if self.found or not self.judged.games:
            return "wrong"
        if self.judged.waiting or self.counts.get("unverified") or self._unjudged:
            return "open"
        return "clean"

    @property
    def _unjudged(self) -> bool:
        return any(each.audit.report.rules is None for each in self.judged.games)


def sheet_view(
    judged: Judged, edits: Mapping[At, str], sheet: int, number: int, *, only: bool
) -> SheetView | None:
    """What is shown of that worksheet and that page; None where there is no such one."""
    remarks = tuple(_remarks(judged))
    page = _page(judged, remarks, (sheet, number), edits, only=only)
    if page is None:
        return None
    names = [grid.name for grid in judged.grids]
    grave = [each for each in remarks if each.finding.severity != "note"]
    per_sheet = [sum(_sheet_of(each) == name for each in grave) for name in names]
    return SheetView(
        judged,
        page,
        tuple(each for each in remarks if not each.cell),
        _counts(judged),
        len(grave),
        tuple(zip(names, per_sheet, strict=True)),
        tuple(_changes(judged, edits)),
    )


def _sheet_of(remark: Remark) -> str:
    place = remark.finding.place
    return place.sheet if isinstance(place, CellPlace) else ""


def _counts(judged: Judged) -> Mapping[Answer, int]:
    counts: dict[Answer, int] = {}
    for game in judged.games:
        for answer, number in game.audit.report.counts().items():
            counts[answer] = counts.get(answer, 0) + number
    return counts


def _changes(judged: Judged, edits: Mapping[At, str]) -> Iterator[tuple[str, str, str, str]]:
    """Each change of the copy: the cell, what was and what is written in it, what undoes it."""
    for (sheet, row, column), text in edits.items():
        if sheet < len(judged.original):
            cell = Cell(row, column, "").name
            yield (
                cell,
                judged.original[sheet].text(row, column),
                text,
                name_of((sheet, row, column)),
            )


# ---------------------------------------------------------------------- findings


def _remarks(judged: Judged) -> Iterator[Remark]:
    """All findings, those about the file first, each with its number."""
    number = 0
    for finding in judged.findings:
        number += 1
        yield Remark(number, finding, _cell_of(finding), "")
    for game in judged.games:
        for place, finding in enumerate(game.audit.findings):
            number += 1
            fixes = game.suggested.get(place, ())
            other = getattr(finding.other, "cell", "")
            sums = tuple(_sums(game, finding))
            yield Remark(number, finding, _cell_of(finding), other, fixes, sums)


def _cell_of(finding: Finding) -> str:
    return finding.place.cell if isinstance(finding.place, CellPlace) else ""


def _sums(game: JudgedGame, finding: Finding) -> Iterator[tuple[str, str, Sum]]:
    """The arithmetic of the payments that a finding is about."""
    claim, report = finding.claim, game.audit.report
    if claim is None or claim.kind not in _OF_PAYMENTS:
        return
    seats = {claim.seat, claim.payee} - {NOBODY} or {finding.place.seat} - {NOBODY}
    for row in _due(report, finding.place.deal):
        if seats <= {row.payer, row.payee}:
            yield from ((*row.names, each) for each in row.sums)


def _due(report: Report, number: int) -> tuple[PayRow, ...]:
    """What is due in the deal of that number; nothing where nobody can tell."""
    settled = report.settlements[number - 1 : number] if number else ()
    settlement = next(iter(settled), None)
    if settlement is None or report.rules is None:
        return ()
    deal = report.game.deals[number - 1]
    return payments(report.game, deal, report.rules, settlement, report.answers(number))


# ---------------------------------------------------------------------- the table


def _page(
    judged: Judged,
    remarks: Sequence[Remark],
    asked: tuple[int, int],
    edits: Mapping[At, str],
    *,
    only: bool,
) -> SheetPage | None:
    sheet, number = asked
    if not judged.grids:
        return SheetPage(0, "", (), (), 1, 1) if asked == (0, 1) else None
    if not 0 <= sheet < len(judged.grids):
        return None
    grid = judged.grids[sheet]
    by_row = _by_row(remark for remark in remarks if _sheet_of(remark) == grid.name)
    columns = sorted({column for _, column in grid.cells})
    shown = columns[:COLUMNS]
    rows = _rows(judged, grid, by_row, only=only)
    size = _size(len(shown))
    last = max(1, -(-len(rows) // size))
    if not 1 <= number <= last:
        return None
    changed = {(row, column) for place, row, column in edits if place == sheet}
    table = _Table(grid, shown, _marks(judged, grid), by_row, changed)
    some = rows[(number - 1) * size : number * size]
    names = tuple(map(letters, shown))
    views = tuple(table.row(row) for row in some)
    return SheetPage(sheet, grid.name, names, views, number, last, len(columns) - len(shown))


def _size(columns: int) -> int:
    """How many rows of so many columns stand on a page."""
    fewest, most = ROWS
    return max(fewest, min(most, CELLS // max(columns, 1)))


def _by_row(remarks: Iterable[Remark]) -> dict[int, list[Remark]]:
    found: dict[int, list[Remark]] = {}
    for remark in remarks:
        if isinstance(remark.finding.place, CellPlace):
            found.setdefault(remark.finding.place.row, []).append(remark)
    return found


def _rows(
    judged: Judged, grid: Grid, by_row: Mapping[int, list[Remark]], *, only: bool
) -> list[int]:
    """The rows that are not empty; where only findings are asked for, those and the heads."""
    rows = sorted({row for row, _ in grid.cells} | {*by_row})
    if not only:
        return rows
    games = [each.audit.sheet.draft for each in judged.games]
    deals = [deal.cell.row for game in games if game.sheet == grid.name for deal in game.deals]
    first = min(deals, default=0)
    return [row for row in rows if row in by_row or first - ABOUT <= row < first]


@dataclass(frozen=True, slots=True)
class _Table:
    """What is needed to show a row of a worksheet."""

    grid: Grid
    columns: Sequence[int]
    marks: Mapping[tuple[int, int], str]
    by_row: Mapping[int, list[Remark]]
    changed: set[tuple[int, int]]

    def row(self, number: int) -> RowView:
        """The row of that number."""
        remarks = tuple(self.by_row.get(number, ()))
        first: dict[int, int] = {}
        for remark in remarks:
            place = remark.finding.place
            first.setdefault(getattr(place, "cell_column", 0), remark.number)
        cells = tuple(self._cell(number, column, first.get(column, 0)) for column in self.columns)
        return RowView(number, cells, remarks)

    def _cell(self, row: int, column: int, note: int) -> CellView:
        cell = self.grid.at(row, column)
        mark = self.marks.get((row, column), "")
        changed = (row, column) in self.changed
        if cell is None:
            return CellView("", mark, note, changed)
        return CellView("?" if cell.unknown else cell.text, mark, note, changed, cell.hidden)


def _marks(judged: Judged, grid: Grid) -> Mapping[tuple[int, int], str]:
    """What each cell of a worksheet is marked with: the gravest that is said of it."""
    found: dict[tuple[int, int], str] = {}
    for said, mark in _said(judged):
        place = said.place
        if isinstance(place, CellPlace) and place.sheet == grid.name:
            at = (place.row, place.cell_column)
            found[at] = min(mark, found.get(at, mark), key=MARKS.index)
    return found


def _said(judged: Judged) -> Iterator[tuple[Finding | Verdict, str]]:
    yield from ((each, each.severity) for each in judged.findings)
    for game in judged.games:
        yield from ((each, each.severity) for each in game.audit.findings)
        yield from ((each, each.answer) for each in game.audit.verdicts)


# ---------------------------------------------------------------------- changes in addresses


def name_of(at: At) -> str:
    """What a form calls a cell.

    >>> name_of((0, 5, 8)), cell_named("0.5.8"), cell_named("x")
    ('0.5.8', (0, 5, 8), None)
    """
    return ".".join(map(str, at))


def cell_named(text: str) -> At | None:
    """The cell that a form calls so."""
    words = text.split(".")
    numbers = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 8]
    return (numbers[0], numbers[1], numbers[2]) if len(numbers) == len(words) == 3 else None


def cell_called(name: str, sheet: int) -> At | None:
    """The cell that spreadsheets call so.

    >>> cell_called("h2", 0), cell_called("AB10", 1), cell_called("2H", 0)
    ((0, 2, 8), (1, 10, 28), None)
    """
    found = _CALLED.fullmatch(name.strip().upper())
    if found is None or sheet < 0:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return sheet, int(found[2]), column


def as_value(fixes: Iterable[Suggestion], sheets: Sequence[str]) -> str:
    """The changes as the value of a button."""
    pairs = [
        (name_of((sheets.index(fix.sheet), fix.cell.row, fix.cell.column)), fix.text)
        for fix in fixes
        if fix.sheet in sheets
    ]
    return urlencode(pairs)


def from_value(text: str) -> Iterator[tuple[At, str]]:
    """The changes that a button stands for."""
    for name, new in parse_qsl(text, keep_blank_values=True):
        at = cell_named(name)
        if at is not None:
            yield at, new
