"""A score sheet as a table, page by page: its cells with the answers of the audit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Final

from mjlog.model.findings import Answer, Finding, Verdict
from mjlog.sheets.corrections.copies import At
from mjlog.sheets.files.workbook import Grid, letters
from mjlog.sheets.layouts.mapping import SheetMap
from webviewer.parts.sheets.sheet_changes import Listed, listed
from webviewer.parts.sheets.sheet_columns import map_named, map_shown, roles_beside
from webviewer.parts.sheets.sheet_remarks import Remark, cell_place, remarks_in_rows, remarks_of
from webviewer.sheet_copies import Judged

CELLS: Final = 3_000
"""The most cells on one page."""
ROWS: Final = (20, 250)
"""The least and the largest number of rows on one page."""
COLUMNS: Final = 60
ABOUT: Final = 10
"""Rows above the first deal that are shown if only rows with findings are asked for."""
MOST: Final = 50
"""The most findings without a cell, and the most changes, that are listed."""
MARKS: Final = ("error", "warning", "differs", "unverified", "note", "given", "agrees")
"""The marks of cells, gravest first."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The requested part of a sheet: the worksheet, counted from 0, and the page, counted from 1.

    If `only` is True, only rows with findings are wanted.
    """

    sheet: int
    number: int
    only: bool = False


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of a worksheet as the page shows it; `mark` is one of `MARKS`, or empty.

    `note` is the number of a finding about the cell, 0 if there is none. `changed` is True if a
    visitor changed the cell in the copy, `hidden` if the spreadsheet hides the cell.
    """

    text: str
    mark: str = ""
    note: int = 0
    changed: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of a worksheet with the findings about it.

    `deal` is the label of the deal that begins in the row; it is empty if there is none, or if a
    cell shows the label already.
    """

    number: int
    cells: tuple[CellView, ...]
    remarks: Sequence[Remark]
    deal: str = ""


@dataclass(frozen=True, slots=True)
class ColumnView:
    """A column of a worksheet with its letters, such as `AB`.

    `deal` is the label of the deal in the column, if each deal is a column; else empty.
    """

    number: int
    name: str
    deal: str = ""


@dataclass(frozen=True, slots=True)
class SheetPage:
    """One page of a worksheet; `last` is the number of the last page.

    `left_out` is the number of columns that are not shown. `layout` is the map of the columns,
    `roles` the meaning of each column (of each row, if each deal is a column). `is_named` is True
    if a visitor made the map. `beside` are the meanings of columns of other tables.
    """

    name: str
    columns: tuple[ColumnView, ...]
    rows: tuple[RowView, ...]
    last: int
    left_out: int = 0
    layout: SheetMap = field(default_factory=SheetMap)
    roles: Mapping[int, str] = field(default_factory=dict)
    is_named: bool = False
    beside: Mapping[int, str] = field(default_factory=dict)


_NO_PAGE: Final = SheetPage("", (), (), 1)


@dataclass(frozen=True, slots=True)
class SheetView:
    """The values of a score sheet's page.

    `apart` are the findings that are not about a cell. `found` is the number of errors and warnings
    on all worksheets. `sheets` pairs the name of each worksheet with the number of errors and
    warnings on it. `changes` are the visitor's changes.
    """

    judged: Judged
    page: SheetPage
    apart: tuple[Remark, ...]
    counts: Mapping[Answer, int]
    found: int
    sheets: tuple[tuple[str, int], ...]
    changes: tuple[Listed, ...]

    @property
    def deals(self) -> int:
        """The number of deals in the sheet's audited games."""
        return sum(each.audit.report.deals for each in self.judged.games)

    @property
    def fixes(self) -> int:
        """The number of findings for which the page suggests a correction."""
        return sum(len(game.suggested) for game in self.judged.games)

    @property
    def state(self) -> str:
        """The result of the audit as one word: `wrong`, `open` or `clean`.

        `wrong` means that there is an error or a warning, or that no game could be audited; `open`
        that there is no error or warning, but something could not be checked.
        """
        if self.found or not self.judged.games:
            return "wrong"
        return "open" if self._is_open else "clean"

    @property
    def _is_open(self) -> bool:
        """Whether the audit is incomplete.

        It is if a game is not audited yet or has deals and unknown rules, or if a recorded number
        cannot be checked.
        """
        audits = [each.audit for each in self.judged.games]
        without_rules = any(each.report.rules is None and each.sheet.draft.deals for each in audits)
        return bool(self.judged.waiting or self.counts["unverified"]) or without_rules


def sheet_view(judged: Judged, edits: Mapping[At, str], asked: Asked) -> SheetView | None:
    """Compute all values that the page of a score sheet shows.

    `edits` are the cells that the visitor changed. `asked` says which worksheet and which of its
    pages to show. Return None if there is no such page. `judged` is the score sheet with its audit.
    """
    remarks = remarks_of(judged)
    page = _page(judged, remarks, edits, asked)
    if page is None:
        return None
    grave = [each for each in remarks if each.is_grave]
    counts = Counter(verdict.answer for game in judged.games for verdict in game.audit.verdicts)
    per_sheet = Counter(each.place.sheet for each in grave if each.place.cell)
    return SheetView(
        judged,
        page,
        tuple(each for each in remarks if not each.place.cell),
        counts,
        len(grave),
        tuple((grid.name, per_sheet[grid.name]) for grid in judged.grids),
        tuple(listed(edits, judged.original)),
    )


def _page(
    judged: Judged, remarks: Sequence[Remark], edits: Mapping[At, str], asked: Asked
) -> SheetPage | None:
    if not judged.grids:
        return _NO_PAGE if (asked.sheet, asked.number) == (0, 1) else None
    if not 0 <= asked.sheet < len(judged.grids):
        return None
    return _Table.of(judged, remarks, edits, asked).page(asked.number)


@dataclass(frozen=True, slots=True)
class _Table:
    """The requested worksheet with the marks and findings of its cells.

    `rows` are the numbers of the shown rows, `changed` the cells that a visitor changed.
    """

    grid: Grid
    columns: Sequence[int]
    rows: Sequence[int]
    marks: Mapping[tuple[int, int], str]
    remarks: Mapping[int, Sequence[Remark]]
    changed: frozenset[tuple[int, int]]
    layout: SheetMap
    deals: Mapping[int, str]
    is_named: bool
    beside: Mapping[int, str]

    @classmethod
    def of(
        cls, judged: Judged, remarks: Sequence[Remark], edits: Mapping[At, str], asked: Asked
    ) -> _Table:
        """Collect what the page shows of one worksheet, such as its cells, findings and deals.

        `edits` are the cells that the visitor changed. If `asked.only` is set, only rows with
        findings are shown, and the ten rows above the first deal. `judged` is the score sheet with
        its audit, and `remarks` are its findings.
        """
        grid = judged.grids[asked.sheet]
        remarks_by_row = remarks_in_rows(each for each in remarks if each.place.sheet == grid.name)
        rows = {*(itemgetter(0)(cell) for cell in grid.cells), *remarks_by_row}
        if asked.only:
            rows &= {*remarks_by_row, *_heads(judged, grid)}
        changed = frozenset(at[1:] for at in edits if at[0] == asked.sheet)
        columns = sorted({itemgetter(1)(cell) for cell in grid.cells})
        layout = map_shown(judged, grid)
        deals = _deals(judged, grid, turned=layout.turned)
        marks = _marks(judged, grid)
        is_named = map_named(judged, grid) is not None
        # A map that a visitor made is the only one by which the worksheet is read.
        is_mapped = is_named or layout.turned
        beside = {} if is_mapped else roles_beside(judged, grid, layout)
        return cls(
            grid,
            columns,
            sorted(rows),
            marks,
            remarks_by_row,
            changed,
            layout,
            deals,
            is_named,
            beside,
        )

    def page(self, number: int) -> SheetPage | None:
        """Return page `number`, from 1, of the worksheet; None if there is no such page."""
        shown = self.columns[:COLUMNS]
        fewest, most = ROWS
        size = max(fewest, min(most, CELLS // max(len(shown), 1)))
        last = max(1, -(-len(self.rows) // size))
        if not 1 <= number <= last:
            return None
        rows = self.rows[(number - 1) * size : number * size]
        deals = self.deals if self.layout.turned else {}
        columns = tuple(ColumnView(at, letters(at), deals.get(at, "")) for at in shown)
        return SheetPage(
            self.grid.name,
            columns,
            tuple(self._row(row) for row in rows),
            last,
            len(self.columns) - len(shown),
            self.layout,
            self.layout.roles_by_column,
            self.is_named,
            self.beside,
        )

    def _row(self, number: int) -> RowView:
        remarks = self.remarks.get(number, ())
        notes = {each.place.cell_column: each.number for each in reversed(remarks)}
        cells = (
            self._cell(number, column, notes.get(column, 0)) for column in self.columns[:COLUMNS]
        )
        deal = "" if self.layout.turned else self.deals.get(number, "")
        return RowView(number, tuple(cells), remarks, deal)

    def _cell(self, row: int, column: int, note: int) -> CellView:
        mark, changed = self.marks.get((row, column), ""), (row, column) in self.changed
        cell = self.grid.at(row, column)
        if cell is None:
            return CellView("", mark, note, changed)
        return CellView("?" if cell.unknown else cell.text, mark, note, changed, cell.hidden)


def _heads(judged: Judged, grid: Grid) -> range:
    """Return the numbers of the ten rows above a worksheet's first deal; they have the headings."""
    games = (each.audit.sheet.draft for each in judged.games)
    deals = [deal.cell.row for game in games if game.sheet == grid.name for deal in game.deals]
    first = min(deals, default=0)
    return range(first - ABOUT, first)


def _deals(judged: Judged, grid: Grid, *, turned: bool) -> dict[int, str]:
    """Return the labels of deals to show next to the rows (above the columns if `turned`).

    The result is a dict from row or column to label. A deal is left out if its cell shows the label
    already. If the file has several games, a game without deals gets its name at its first row,
    unless another game begins there, too. `judged` is the score sheet with its audit, and `grid` is
    the worksheet.
    """
    deals = {}
    for game in judged.file.games:
        if game.draft.sheet == grid.name:
            for draft, deal in zip(game.draft.deals, game.game.deals, strict=False):
                if deal.label != draft.cell.text:
                    deals[draft.cell.column if turned else draft.cell.row] = deal.label
            rows = {cell.row for row in game.draft.rows_below for cell in row.cells if cell}
            # Games side by side begin in the same row, so that the row has no name.
            if rows and not game.draft.deals and len(judged.file.games) > 1:
                is_shared = min(rows) in deals
                deals[min(rows)] = "" if is_shared else game.draft.name
    return deals


def _marks(judged: Judged, grid: Grid) -> Mapping[tuple[int, int], str]:
    """Return for each cell of a worksheet its worst mark, as a dict from row and column to mark.

    A mark is one word: the severity of a finding about the cell, such as `error`, or the audit's
    answer about the number in the cell. `judged` is the score sheet with its audit, and `grid` is
    the worksheet.
    """
    marks: dict[tuple[int, int], str] = {}
    for finding, mark in _marked_statements(judged):
        place = cell_place(finding.place)
        if place.cell and place.sheet == grid.name:
            at = (place.row, place.cell_column)
            marks[at] = min(mark, marks.get(at, mark), key=MARKS.index)
    return marks


def _marked_statements(judged: Judged) -> Iterator[tuple[Finding | Verdict, str]]:
    """Yield everything that the audit says about a sheet, each with the mark for its cell.

    The mark of a finding is its severity, such as `error`. The mark of a verdict, which is about a
    recorded number, is the audit's answer.
    """
    findings = [*judged.findings]
    for game in judged.games:
        findings += game.audit.findings
        yield from ((each, each.answer) for each in game.audit.verdicts)
    yield from ((each, each.severity) for each in findings)
