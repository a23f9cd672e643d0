"""Empty score sheets of a rule set: drop-downs, checks, formulas for sums, ready to print."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import compress
from typing import Any, Final

from mjlog.model.record import SEATS
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.corrected import write
from mjlog.sheets.workbook import letters

_DEALS: Final = 24
_VALUES: Final = (
    ("Han", "han"),
    ("Fu", "fu"),
    ("Faan", "faan"),
    ("Points", "points"),
    ("Doubles", "doubles"),
    ("Tai", "total"),
)
"""Columns for what a hand is worth, by the sum that the rule set knows."""
_SHARED: Final = {"han": "Fu", "fu": "Fu"}
_HEAD: Final = ("Event", "Date", "Table", "Round")
_HAND: Final = "yes"


def template(rules: RuleSet, header: str, *, deals: int = _DEALS) -> bytes:
    """An empty sheet of that many deals as XLSX; what is filled in is read back without a map."""
    from openpyxl import Workbook  # noqa: PLC0415  of the extra [sheets]

    book = Workbook()
    sheet: Any = book.active
    sheet.title = "Table 1"
    seats = max(rules.play.spec.seats)
    heads = list(_heads(rules))
    top = _head_rows(sheet, header, seats)
    first = top + 2
    _head_of_table(sheet, top, heads, seats)
    start = rules.progress.start_points or 0
    _formulas(sheet, start, range(first, first + deals), len(heads), seats)
    _choices(sheet, heads, first, deals, seats)
    _printing(sheet, top, first + deals, len(heads) + 2 * seats + 1)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _heads(rules: RuleSet) -> Iterator[str]:
    """The columns that a sheet of these rules has, without those of points."""
    known = rules.scoring.item_names
    has_han = "han" in known
    values = [head for head, item in _VALUES if item in known]
    if has_han:
        values = [head for head in values if head != "Points"]
    has_ready = bool(rules.scoring.declared_items) or rules.play.spec.ready_locks
    others = {
        "Kongs": bool(rules.scoring.kong_names),
        "Ready": has_ready,
        "Tenpai": has_han and rules.pot.used,
        "Remarks": True,
    }
    yield from ("Deal", "Dealer", "Winner", "From")
    yield from values or ["Items"]
    yield from compress(others, others.values())


def _head_rows(sheet: Any, header: str, seats: int) -> int:
    """The rows above the table: rules, event, who sits where; how many they are."""
    write(sheet, 1, 1, "Rules")
    write(sheet, 1, 2, header)
    for row, word in enumerate(_HEAD, 2):
        write(sheet, row, 1, word)
    for seat in range(seats):
        write(sheet, 2 + len(_HEAD) + seat, 1, f"{SEATS[seat]}:")
    return 2 + len(_HEAD) + seats + 1


def _head_of_table(sheet: Any, top: int, heads: list[str], seats: int) -> None:
    from openpyxl.styles import Font  # noqa: PLC0415  of the extra [sheets]

    columns = len(heads)
    write(sheet, top, columns + 1, "Change")
    write(sheet, top, columns + seats + 1, "Total")
    names = [*heads, *SEATS[:seats], *SEATS[:seats], "Sum"]
    for column, name in enumerate(names, 1):
        write(sheet, top + 1, column, name).font = Font(bold=True)


def _formulas(sheet: Any, start: int, rows: range, columns: int, seats: int) -> None:
    """Totals that go on from row to row, and the sum of each row, which is zero."""
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
    """Drop-downs for players, and whole numbers alone where points stand."""
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
    """One page across, with the heads on every page; fits A4 and Letter."""
    sheet.page_setup.orientation = "landscape"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.print_title_rows = f"{top}:{top + 1}"
    sheet.print_area = f"A1:{letters(columns)}{last}"
    sheet.print_options.gridLines = True
    sheet.freeze_panes = f"B{top + 2}"
