"""Writes empty score sheets of a rule set, with drop-downs, checks, sums and print settings."""

from __future__ import annotations

import io
from itertools import compress
from typing import Any, Final

from mjlog.model.record import SEATS
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.corrections.copies import to_csv
from mjlog.sheets.corrections.corrected import write
from mjlog.sheets.files.workbook import grid_of_rows, letters

_DEALS: Final = 24
_HEAD: Final = ("Event", "Date", "Table", "Round")
_HAND: Final = "yes"


def template(rules: RuleSet, header: str, *, deals: int = _DEALS) -> bytes:
    """Return an empty score sheet for these rules as XLSX, with rows for `deals` deals.

    mjlog can read the completed sheet without a layout map. `header` is the rules header.
    """
    from openpyxl import Workbook  # noqa: PLC0415  of the extra [sheets]
    from openpyxl.styles import Font  # noqa: PLC0415  of the extra [sheets]

    book = Workbook()
    sheet: Any = book.active
    sheet.title = "Table 1"
    seats = max(rules.play.spec.seats)
    heads = heads_of(rules)
    rows = _rows_of_head(rules, header)
    rows[-1].append("Sum")
    for number, row in enumerate(rows, 1):
        for column, text in enumerate(row, 1):
            if text:
                write(sheet, number, column, text).font = Font(bold=number == len(rows))
    top = len(rows) - 1
    first = top + 2
    start = rules.progress.start_points or 0
    _formulas(sheet, start, range(first, first + deals), len(heads), seats)
    _choices(sheet, heads, first, deals, seats)
    _printing(sheet, top, first + deals, len(heads) + 2 * seats + 1)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def template_csv(rules: RuleSet, header: str) -> str:
    """Return the headings and the lines above them of an empty score sheet, as CSV.

    Rows for any number of deals can be added below.
    """
    return to_csv(grid_of_rows(_rows_of_head(rules, header)))


def heads_of(rules: RuleSet) -> list[str]:
    """Return the column headings of a score sheet for these rules, without the points."""
    columns = rules.names.columns
    has_ready = bool(rules.scoring.declared_items) or rules.play.spec.ready_locks
    others = {
        "Kongs": bool(rules.scoring.kong_names),
        "Ready": has_ready,
        "Tenpai": "han" in columns and rules.pot.used,
        "Remarks": True,
    }
    return [
        *("Deal", "Dealer", "Winner", "From"),
        *(columns.values() or ["Items"]),
        *compress(others, others.values()),
    ]


def _rows_of_head(rules: RuleSet, header: str) -> list[list[str]]:
    """Return the rows above the deals: rules, event, players, and the column headings."""
    seats = SEATS[: max(rules.play.spec.seats)]
    heads = heads_of(rules)
    blank = [""] * (len(seats) - 1)
    return [
        ["Rules", header],
        *([word] for word in _HEAD),
        *([f"{seat}:"] for seat in seats),
        [*[""] * len(heads), "Change", *blank, "Total"],
        [*heads, *seats, *seats],
    ]


def _formulas(sheet: Any, start: int, rows: range, columns: int, seats: int) -> None:
    """Write formulas for each player's total after each row, and for the sum of a row's changes.

    `start` are the starting points, `rows` are the rows of deals, `columns` is the number of
    columns before the points, and `seats` is the number of players. A formula shows nothing if its
    row has no changes.
    """
    for row in rows:
        changes = [letters(columns + 1 + seat) for seat in range(seats)]
        span = f"{changes[0]}{row}:{changes[-1]}{row}"
        for seat, change in enumerate(changes):
            total = letters(columns + seats + 1 + seat)
            before = str(start) if row == rows.start else f"{total}{row - 1}"
            formula = f'=IF(COUNT({span})=0,"",{before}+{change}{row})'
            sheet.cell(row, columns + seats + 1 + seat, formula)
        sheet.cell(row, columns + 2 * seats + 1, f'=IF(COUNT({span})=0,"",SUM({span}))')


def _choices(sheet: Any, heads: list[str], first: int, deals: int, seats: int) -> None:
    """Add drop-down lists for dealer, winner and discarder.

    Also allow only whole numbers as changes of points.
    """
    from openpyxl.worksheet.datavalidation import DataValidation  # noqa: PLC0415

    letters_of = ",".join(SEATS[:seats])
    last = first + deals - 1
    for column, head in enumerate(heads, 1):
        words = {"Dealer": letters_of, "Winner": letters_of, "From": f"{letters_of},self"}.get(head)
        if words:
            choice = DataValidation(type="list", formula1=f'"{words}"', allow_blank=True)
            sheet.add_data_validation(choice)
            choice.add(f"{letters(column)}{first}:{letters(column)}{last}")
    points = DataValidation(type="whole", operator="between", formula1="-999999", formula2="999999")
    sheet.add_data_validation(points)
    begin, end = letters(len(heads) + 1), letters(len(heads) + seats)
    points.add(f"{begin}{first}:{end}{last}")


def _printing(sheet: Any, top: int, last: int, columns: int) -> None:
    """Set up printing: one page wide, with the headings on every page."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = f"{top}:{top + 1}"
    sheet.print_area = f"A1:{letters(columns)}{last}"
    sheet.print_options.gridLines = True
    sheet.freeze_panes = f"B{top + 2}"
