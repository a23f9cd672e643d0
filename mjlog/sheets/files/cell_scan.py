"""Scans the cells of a worksheet before a library reads them.

`python-calamine` puts the cells of a worksheet into a rectangle, so one far cell would take all
memory. It does not report hidden rows or formulas without a value. This module finds both in the
bytes that the library is going to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from struct import unpack_from
from typing import Final

from mjlog.sheets.files.workbook import Place, column_number

_RECTANGLE: Final = 4_000_000
"""Largest area of a worksheet, in cells, from its first to its last cell."""
_NEAR: Final = (20_000, 200)
"""Numbers of rows and columns that are read of a larger worksheet."""
_REPEATED: Final = 100
"""How often an ODS may repeat a row or cell that is not empty; programs repeat only empty ones."""
_ROWS: Final = 1 << 20
_COLUMNS: Final = 1 << 14
"""Most rows and columns of a worksheet in any spreadsheet program."""
_MOST_DIGITS: Final = 15

_ATTRIBUTES: Final = rb"""((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)"""
_XLSX_PART: Final = re.compile(
    rb"<(?:[\w.-]+:)?(?:row(?=[\s/>])" + _ATTRIBUTES + rb"/?>"
    rb"|c(?=[\s/>])" + _ATTRIBUTES + rb"(?:/>|>(.*?)</(?:[\w.-]+:)?c\s*>))",
    re.DOTALL,
)
_XLSX_CELL: Final = re.compile(rb"<(?:[\w.-]+:)?c[\s/>]")
_XLSX_COLUMNS: Final = re.compile(rb"<(?:[\w.-]+:)?col(?=[\s/>])" + _ATTRIBUTES + rb"/?>")
_WRITTEN_PLACE: Final = re.compile(rb"(?:^|\s)r\s*=\s*[\"']([^\"']*)[\"']")
_CELL_PLACE: Final = re.compile(rb"([A-Za-z]{1,9})([0-9]{1,15})")
_NUMBER: Final = re.compile(rb"(?:^|\s)(min|max)\s*=\s*[\"']([0-9]{1,5})[\"']")
_HIDDEN: Final = re.compile(rb"(?:^|\s)hidden\s*=\s*[\"'](?:1|true)[\"']")
_FORMULA: Final = re.compile(rb"<(?:[\w.-]+:)?f[\s/>]")
_ERROR: Final = re.compile(rb"(?:^|\s)t\s*=\s*[\"']e[\"']")
_VALUE: Final = re.compile(rb"<(?:[\w.-]+:)?v(?:\s[^>]*)?>([^<]*)<")

_ODS_PART: Final = re.compile(
    rb"<table:table(?=[\s>])" + _ATTRIBUTES + rb">"
    rb"|<table:table-row(?=[\s/>])" + _ATTRIBUTES + rb"(?:/>|>(.*?)</table:table-row\s*>)",
    re.DOTALL,
)
_ODS_ROW: Final = re.compile(rb"<table:table-row[\s/>]")
_ODS_CELL: Final = re.compile(
    rb"<(table:(?:covered-)?table-cell)(?=[\s/>])" + _ATTRIBUTES + rb"(?:/>|>(.*?)</\1\s*>)",
    re.DOTALL,
)
_ODS_TIMES: Final = re.compile(rb"table:number-(?:rows|columns)-repeated\s*=\s*[\"']([0-9]+)[\"']")
_ODS_HIDDEN: Final = re.compile(rb"table:visibility\s*=\s*[\"'](?:collapse|filter)[\"']")
_ODS_FULL: Final = re.compile(rb"table:formula|office:[\w-]*value|calcext:value-type")
_ODS_FORMULA: Final = re.compile(rb"table:formula\s*=")
_ODS_UNTYPED: Final = re.compile(rb"<table:table-cell((?:(?!value-type)[^<>])*)>(?=<text:p)")
"""A cell with text but without its type, which `python-calamine` takes for an empty cell."""
_MOST_TIMES: Final = 7

_BOUNDS: Final = 0x0200
_PASSWORD: Final = 0x002F
_BEGINS: Final = 0x0809
_ENDS: Final = 0x000A
_WORKSHEET: Final = b"\x10\0"
_STRINGS: Final = 0x00FC
_XLS_FORMULA: Final = 0x0006
_XLS_CELLS: Final = frozenset({0x0006, 0x00BD, 0x00BE, 0x00D6, 0x00FD, 0x0201, 0x0203, 0x0204,
                               0x0205, 0x027E})  # fmt: skip
"""Kinds of records in an XLS that have the content of a cell."""
_SHORTEST: Final = {_STRINGS: 8} | dict.fromkeys(_XLS_CELLS, 4)


class DamagedError(Exception):
    """A worksheet that is not written as programs write it, or that has impossible contents."""


class LockedError(Exception):
    """The workbook needs a password."""


@dataclass(slots=True)
class CellScan:
    """Facts about a worksheet that the library `python-calamine` does not report.

    `formulas` are the positions (row and column) of cells with a formula, and `errors` maps
    positions to the texts of cells such as `#REF!`. `cut` are the positions of cells that are too
    far away to be read.
    """

    rows: int = 0
    count: int = 0
    last_row: int = 0
    last_column: int = 0
    formulas: set[Place] = field(default_factory=set)
    errors: dict[Place, str] = field(default_factory=dict)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[range] = field(default_factory=list)
    cut: list[Place] = field(default_factory=list)

    def add(self, row: int, column: int, times: int = 1) -> None:
        """Count a cell, and remember the last row and the last column that have a cell.

        A cell may be repeated `times` times; `row` and `column` are then those of the last
        repetition.
        """
        self.count += times
        self.last_row = max(self.last_row, row)
        self.last_column = max(self.last_column, column)

    def leave_out(self, place: Place) -> None:
        """Mark the cell at `place` as one that is not read, because it is far from the table.

        The cell is added to `cut`, and removed from `formulas` and `errors`.
        """
        self.cut.append(place)
        self.formulas.discard(place)
        self.errors.pop(place, None)

    @property
    def area(self) -> tuple[int, int]:
        """The number of rows and the number of columns that are read, as a pair.

        Usually they are the most that a worksheet can have. If the rectangle around all cells has
        more than 4 million places, they are 20,000 and 200, because each place costs memory.
        """
        is_small = self.last_row * self.last_column <= _RECTANGLE
        return (_ROWS, _COLUMNS) if is_small else _NEAR


# ------------------------------------------------------------------ XLSX


def scan_xlsx(data: bytes) -> tuple[CellScan, bytes]:
    """Scan the XML of an XLSX worksheet for cells, formulas and hidden rows, before it is read.

    Return the scan, and the XML without cells far from the table. `data` must be well-formed and
    without comments, because regular expressions find the cells. Raise `DamagedError` if a cell is
    inside another cell or has an impossible place.
    """
    scan = CellScan()
    spans: list[tuple[Place, int, int]] = []
    for place, part in _xlsx_cells(data, scan):
        scan.add(*place)
        spans.append((place, part.start(), part.end()))
    if len(spans) != len(_XLSX_CELL.findall(data)):
        raise DamagedError("a cell within a cell")
    for attributes in _XLSX_COLUMNS.findall(data):
        if _HIDDEN.search(attributes):
            bounds = {name: int(number) for name, number in _NUMBER.findall(attributes)}
            first = bounds.get(b"min", 0)
            scan.hidden_columns.append(range(first, bounds.get(b"max", first) + 1))
    rows, columns = scan.area
    pieces, end = [], 0
    for place, start, after in spans:
        if place[0] > rows or place[1] > columns:
            scan.leave_out(place)
            pieces.append(data[end:start])
            end = after
    return scan, b"".join([*pieces, data[end:]])


def _xlsx_cells(data: bytes, scan: CellScan) -> Iterator[tuple[Place, re.Match[bytes]]]:
    """Yield each cell of an XLSX worksheet as its place (row, column) and its match in `data`.

    If the XML gives no place, the cell is one column to the right of the cell before. Formulas,
    errors and hidden rows are added to `scan`. Raise `DamagedError` for an impossible place.
    """
    row = column = 0
    for part in _XLSX_PART.finditer(data):
        row_attributes, attributes, content = part.groups()
        if attributes is None:
            written = _WRITTEN_PLACE.search(row_attributes)
            row, column = (_number(written[1]) if written else row + 1), 0
            scan.rows += 1
            if _HIDDEN.search(row_attributes):
                scan.hidden_rows.add(row)
            continue
        written = _WRITTEN_PLACE.search(attributes)
        if written:
            place = _CELL_PLACE.fullmatch(written[1])
            if not place:
                raise DamagedError(f"a cell at {written[1]!r}")
            row, column = int(place[2]), column_number(place[1].decode())
        else:
            column += 1
        if content:
            if _FORMULA.search(content):
                scan.formulas.add((row, column))
            if _ERROR.search(attributes):
                value = _VALUE.search(content)
                scan.errors[row, column] = value[1].decode("utf-8", "replace") if value else ""
        yield (row, column), part


def _number(digits: bytes) -> int:
    """Parse the number of a row.

    Raise `DamagedError` if `digits` contains other characters or too many digits.
    """
    if not (digits.isdigit() and len(digits) <= _MOST_DIGITS):
        raise DamagedError(f"a row at {digits!r}")
    return int(digits)


# ------------------------------------------------------------------ ODS


def scan_ods(data: bytes) -> tuple[list[CellScan], bytes]:
    """Scan the XML content of an ODS file for cells, formulas and hidden rows, before it is read.

    Return a scan of each worksheet, and the content without cells far from the table. A cell or row
    that is repeated more than 100 times, as ODS files write long rows, is repeated 100 times. Raise
    `DamagedError` if a row is outside of a table or a table is inside a cell.
    """
    scans: list[CellScan] = []
    data = _ODS_UNTYPED.sub(rb'<table:table-cell office:value-type="string"\1>', data)
    rows = list(_ods_rows(data, scans))
    if len(rows) != len(_ODS_ROW.findall(data)):
        raise DamagedError("a table within a cell")
    pieces, end = [], 0
    for scan, number, times, part in rows:
        row = _ods_row(scan, number, times, part)
        if row is not None:
            pieces += [data[end : part.start()], row]
            end = part.end()
    return scans, b"".join([*pieces, data[end:]])


def _ods_rows(
    data: bytes, scans: list[CellScan]
) -> Iterator[tuple[CellScan, int, int, re.Match[bytes]]]:
    """Yield each row of an ODS: its worksheet's scan, row number, repetitions, and match in `data`.

    For each worksheet a new scan is appended to `scans`, with all cells of its rows.
    """
    row = 1
    for part in _ODS_PART.finditer(data):
        table, attributes, content = part.groups()
        if table is not None:
            scans.append(CellScan())
            row = 1
            continue
        if not scans:
            raise DamagedError("a row outside of a table")
        scan, times = scans[-1], _times(attributes)
        if _ODS_HIDDEN.search(attributes):
            scan.hidden_rows.update(range(row, row + min(times, _REPEATED)))
        for column, cell_times, cell in _ods_cells(content or b""):
            repeated = min(times, _REPEATED) * min(cell_times, _REPEATED)
            last_column = column + min(cell_times, _REPEATED) - 1
            scan.add(row + min(times, _REPEATED) - 1, last_column, repeated)
            if _ODS_FORMULA.search(cell[2]):
                scan.formulas.update((row, each) for each in range(column, last_column + 1))
        yield scan, row, times, part
        row += times


def _ods_cells(content: bytes) -> Iterator[tuple[int, int, re.Match[bytes]]]:
    """Yield each cell that is not empty, as its column, its repetitions and its match in `content`.

    `content` is the XML inside of a row. The column counts from 1.
    """
    column = 1
    for cell in _ODS_CELL.finditer(content):
        times = _times(cell[2])
        if cell[3] or _ODS_FULL.search(cell[2]):
            yield column, times, cell
        column += times


def _times(attributes: bytes) -> int:
    repeated = _ODS_TIMES.search(attributes)
    return max(1, int(repeated[1])) if repeated and len(repeated[1]) <= _MOST_TIMES else 1


def _ods_row(scan: CellScan, number: int, times: int, part: re.Match[bytes]) -> bytes | None:
    """Return the XML of a row without cells far from the table, and with at most 100 repetitions.

    `number` is the row's number and `times` the number of its repetitions. The cells left out are
    added to `scan`. Return None if the row need not change.
    """
    content = part[3] or b""
    cells = list(_ods_cells(content))
    rows, columns = scan.area
    far = [cell for cell in cells if number > rows or cell[0] > columns]
    often = [cell for cell in cells if cell[1] > _REPEATED]
    repeats = bool(cells) and times > _REPEATED
    if not (far or often or repeats):
        return None
    for column, _, _ in far:
        scan.leave_out((number, column))
    pieces, end = [], 0
    for cell in cells:
        if cell not in far and cell not in often:
            continue
        _, cell_times, match = cell
        pieces.append(content[end : match.start()])
        end = match.end()
        if cell not in far:
            pieces.append(_with_times(match[0], "columns", _REPEATED))
            cell_times -= _REPEATED
        # Empty cells replace those left out, so that later cells stay in their columns.
        pieces.append(_with_times(b"<table:table-cell/>", "columns", cell_times))
    row = b"<table:table-row>" + b"".join([*pieces, content[end:]]) + b"</table:table-row>"
    shown = min(times, _REPEATED)
    rest = _with_times(b"<table:table-row/>", "rows", times - shown) if times > shown else b""
    return _with_times(row, "rows", shown) + rest


def _with_times(element: bytes, what: str, times: int) -> bytes:
    """Set the number of repetitions of an XML element of an ODS, and return the element.

    `what` is `rows` or `columns`.
    """
    head, sign, rest = element.partition(b">")
    slash = b"/" if head.endswith(b"/") else b""
    head = _ODS_TIMES.sub(b"", head.removesuffix(b"/"))
    return b'%s table:number-%s-repeated="%d"%s%s%s' % (
        head, what.encode(), times, slash, sign, rest,
    )  # fmt: skip


# ------------------------------------------------------------------ XLS


def scan_xls(stream: bytes) -> list[CellScan]:
    """Scan the main stream of an old XLS file; return a scan of the cells of each worksheet.

    Raise `LockedError` if the file has a password, and `DamagedError` if the stream is cut off, has
    impossible numbers, or has a cell so far away that reading it would cost too much memory.
    """
    scans: list[CellScan] = []
    parts: list[CellScan] = []  # a chart is a part inside the part of its worksheet
    for kind, body in _xls_records(stream):
        if kind == _BEGINS:
            parts.append(CellScan())
            if body[2:4] == _WORKSHEET:
                scans.append(parts[-1])
        elif kind == _ENDS and parts:
            parts.pop()
        elif kind in _XLS_CELLS and parts:
            row, column = unpack_from("<HH", body)
            parts[-1].add(row + 1, column + 1)
            if kind == _XLS_FORMULA:
                parts[-1].formulas.add((row + 1, column + 1))
    for scan in scans:
        _check_xls(scan.last_row, scan.last_column)
    return scans


def _xls_records(stream: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the type number and the content of each record in the main stream of an old XLS file.

    Raise `LockedError` if the file has a password, and `DamagedError` if a record has impossible
    numbers.
    """
    at = 0
    while at + 4 <= len(stream):
        kind, length = unpack_from("<HH", stream, at)
        body = stream[at + 4 : at + 4 + length]
        at += 4 + length
        if kind == _PASSWORD:
            raise LockedError
        if len(body) < _SHORTEST.get(kind, 0):
            raise DamagedError("a record is cut off")
        if kind == _STRINGS:
            (number,) = unpack_from("<I", body, 4)
            if number > len(stream):
                raise DamagedError(f"{number} strings")
        if kind == _BOUNDS and len(body) >= 14:
            _, last_row, _, last_column = unpack_from("<IIHH", body)
            _check_xls(last_row, last_column)
        yield kind, body


def _check_xls(rows: int, columns: int) -> None:
    """Raise `DamagedError` if a worksheet's rows times its columns are more than 4 million.

    An XLS cannot be read without its far cells, unlike the other formats.
    """
    if rows * columns > _RECTANGLE:
        raise DamagedError(f"{rows} rows of {columns} columns")
