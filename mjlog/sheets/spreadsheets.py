"""XLSX and ODS to worksheets of cells; what a file could do to a reader is stopped here.

`openpyxl` and `defusedxml` come with the extra ``mjlog[sheets]``; without them a finding says so.
"""

from __future__ import annotations

import io
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from datetime import date, datetime, time
from importlib.util import find_spec
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any, Final
from zipfile import ZipFile

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import Message, msg
from mjlog.notation.limits import Unreadable
from mjlog.sheets.workbook import Cell, Grid, Workbook
from mjlog.sheets.xml_safety import DeclaresEntitiesError, check_members

if TYPE_CHECKING:  # it imports `openpyxl`, of the extra [sheets]
    from mjlog.sheets.xlsx import Worksheet

ZIP: Final = b"PK\x03\x04"
OLE: Final = b"\xd0\xcf\x11\xe0"
_UNPACKED: Final = 128 << 20
"""Bytes that a workbook may have when it is unpacked; an event of 500 tables has a tenth of it."""
_MEMBERS: Final = 5_000
_CELLS: Final = 2_000_000
_REPEATED: Final = 100
_MERGED: Final = 400
_WIDE: Final = 60
_EXACT: Final = 1e15
_SHEET: Final = "xl/worksheets/"
_EMPTY_ROWS: Final = 100_000
_ROWS: Final = 1 << 20
_COLUMNS: Final = 1 << 14
"""Rows and columns that a worksheet of any spreadsheet program has at most."""

_EXTERNAL: Final = (
    ("xl/vbaProject.bin", msg("macros, which are never run")),
    ("xl/externalLinks/", msg("links to other files, which are never followed")),
)
_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_OFFICE: Final = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def is_workbook(data: bytes) -> bool:
    """Whether the bytes are a packed file, as XLSX and ODS are, or an old XLS."""
    return data.startswith((ZIP, OLE))


def workbook_of(data: bytes) -> Workbook:
    """The worksheets of an XLSX or ODS file. Raises `Unreadable`."""
    if data.startswith(OLE):
        raise _refused(msg("this is an old XLS or a locked file; save it as XLSX without password"))
    try:
        with ZipFile(io.BytesIO(data)) as packed:
            names = _checked(packed)
            if "xl/workbook.xml" in names:
                _needs("openpyxl", "defusedxml")
                check_members(packed)
                return _laid_out(*_xlsx(data, packed, names))
            if "content.xml" in names:
                _needs("defusedxml")
                check_members(packed)
                return _laid_out(_ods(packed))
    except Unreadable:
        raise
    except DeclaresEntitiesError as problem:
        declares = (
            "{part} declares a document type or entities (DOCTYPE, ENTITY), as no spreadsheet "
            "program does; save the file with a spreadsheet program"
        )
        raise _refused(msg(declares, part=str(problem))) from problem
    # A damaged workbook breaks its reader in many ways; whatever it is, the file is not read.
    except Exception as problem:
        words = msg("the workbook is damaged: {problem}", problem=_why(problem))
        raise _refused(words) from problem
    raise _refused(msg("this is a packed file, and no workbook: XLSX and ODS are read"))


def _why(problem: Exception) -> str:
    return f"{type(problem).__name__}: {problem}"[:120]


def _checked(packed: ZipFile) -> frozenset[str]:
    """The names in the file. Raises `Unreadable` for one that is too large when unpacked."""
    members = packed.infolist()
    size = sum(each.file_size for each in members)
    if size > _UNPACKED or len(members) > _MEMBERS:
        large = "the workbook is too large: {number} bytes in {members} parts when it is unpacked"
        raise _refused(msg(large, number=size, members=len(members)))
    return frozenset(each.filename for each in members)


def _needs(*packages: str) -> None:
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        words = "workbooks need {packages}: pip install 'mjlog[sheets]'; CSV needs nothing"
        raise _refused(msg(words, packages=", ".join(missing)))


def _refused(words: Message) -> Unreadable:
    return Unreadable(Finding.telling("sheet.unreadable", "error", words, Place()))


def _note(words: Message) -> Finding:
    return Finding.telling("sheet.part", "note", words)


def _laid_out(grids: Iterable[Grid], found: Iterable[Finding] = ()) -> Workbook:
    """The workbook: each worksheet with a name of its own, without cells that no program has."""
    named: dict[str, Grid] = {}
    outside: list[Finding] = []
    for grid in grids:
        name = _unlike(grid.name, named)
        outside += _outside(name, grid)
        inside = {place: cell for place, cell in grid.cells.items() if _is_inside(*place)}
        named[name] = replace(grid, name=name, cells=inside)
    return Workbook(tuple(named.values()), (*found, *outside))


def _unlike(name: str, others: Container[str]) -> str:
    """The name with a number behind it where another worksheet has it, too."""
    numbered = (f"{name} ({number})" for number in count(2))
    return next(each for each in chain([name], numbered) if each not in others)


def _is_inside(row: int, column: int) -> bool:
    return 0 < row <= _ROWS and 0 < column <= _COLUMNS


def _outside(name: str, grid: Grid) -> Iterator[Finding]:
    """That a cell stands where no program has one; the first of several."""
    cells = [cell for place, cell in grid.cells.items() if not _is_inside(*place)]
    if cells:
        words = "{cell} lies outside of any worksheet, and mjlog does not read it"
        said = msg(words, cell=cells[0].name)
        yield Finding.telling("sheet.part", "note", said, cells[0].place(name))


# ------------------------------------------------------------------ XLSX


def _xlsx(data: bytes, packed: ZipFile, names: frozenset[str]) -> tuple[list[Grid], list[Finding]]:
    from mjlog.sheets.xlsx import worksheets  # noqa: PLC0415  needs the extra [sheets]

    empty = _rows_in_vain(packed, names)
    if empty:
        many = "the worksheets have {number} rows; at most {most} are read"
        raise _refused(msg(many, number=empty, most=_EMPTY_ROWS))
    found = [_note(msg("the workbook has {part}", part=says)) for part, says in _EXTERNAL
             if any(name.startswith(part) for name in names)]  # fmt: skip
    grids = []
    for sheet in worksheets(data):
        grid = _grid(sheet)
        found += _hidden(sheet.state, grid)
        grids.append(grid)
    return grids, found


def _rows_in_vain(packed: ZipFile, names: frozenset[str]) -> int:
    """How many rows the worksheets have, where that is beyond all measure; else 0."""
    rows = sum(
        packed.read(name).count(b"<row") for name in sorted(names) if name.startswith(_SHEET)
    )
    return rows if rows > _EMPTY_ROWS else 0


def _grid(sheet: Worksheet) -> Grid:
    values = {place: (value, formula) for place, value, formula in sheet.values}
    merged = dict(_merged(sheet))
    rows, columns = sheet.hidden_rows, sheet.hidden_columns
    cells = {}
    for (row, column), (value, is_formula) in islice(sorted(values.items(), key=_place), _CELLS):
        text = as_text(value)
        if (text or is_formula) and (row, column) not in merged:
            hidden = row in rows or bool(columns and any(column in area for area in columns))
            unknown = value is None
            cells[row, column] = Cell(row, column, text, hidden=hidden, unknown=unknown)
    return Grid(sheet.title, cells, merged)


def _place(told: tuple[tuple[int, int], object]) -> tuple[int, int]:
    return told[0]


def _merged(sheet: Worksheet) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for area in sheet.areas[:_MERGED]:
        first = (area.min_row, area.min_col)
        rows = range(area.min_row, min(area.max_row, area.min_row + _WIDE) + 1)
        columns = range(area.min_col, min(area.max_col, area.min_col + _WIDE) + 1)
        places = ((row, column) for row in rows for column in columns)
        yield from ((place, first) for place in places if place != first)


def _hidden(state: str, grid: Grid) -> Iterator[Finding]:
    """Notes about what nobody sees and is read all the same."""
    if state != "visible" and grid.cells:
        yield _note(msg("the worksheet {name} is hidden, and read", name=grid.name))
    rows = sorted({cell.row for cell in grid.cells.values() if cell.hidden})
    if rows:
        words = "the worksheet {name} has hidden rows or columns, which are read: row {rows}"
        yield _note(msg(words, name=grid.name, rows=", ".join(map(str, rows[:20]))))


def as_text(value: object) -> str:
    """A value of a workbook as somebody would write it.

    >>> as_text(3900.0), as_text(-3.9), as_text(True), as_text(None)
    ('3900', '-3.9', 'TRUE', '')
    """
    if value is None:
        return ""
    if isinstance(value, float):
        whole = value.is_integer() and abs(value) < _EXACT
        return str(int(value)) if whole else f"{value:.10g}"
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return str(value).strip().upper() if isinstance(value, bool) else str(value).strip()


# ------------------------------------------------------------------ ODS


def _ods(packed: ZipFile) -> Iterator[Grid]:
    from defusedxml.ElementTree import iterparse  # noqa: PLC0415  of the extra [sheets]

    with packed.open("content.xml") as content:
        for _, element in iterparse(content, forbid_dtd=True):
            if element.tag == f"{_TABLE}table":
                yield Grid(str(element.get(f"{_TABLE}name", "")), dict(_ods_cells(element)))
                element.clear()


def _ods_cells(table: Any) -> Iterator[tuple[tuple[int, int], Cell]]:
    number = 0
    for row in table.iter(f"{_TABLE}table-row"):
        times = _times(row, "rows")
        hidden = row.get(f"{_TABLE}visibility") in {"collapse", "filter"}
        cells = list(_ods_row(row))
        for _ in range(min(times, _REPEATED) if cells else 0):
            number += 1
            for column, text, unknown in cells:
                cell = Cell(number, column, text, hidden=hidden, unknown=unknown)
                yield (number, column), cell
        number += max(0, times - _REPEATED) if cells else times


def _ods_row(row: Any) -> Iterator[tuple[int, str, bool]]:
    """The cells of a row that are not empty: column, text, whether a formula has no value."""
    column = 0
    for cell in row:
        if cell.tag not in {f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"}:
            continue
        times, text = _times(cell, "columns"), _ods_text(cell)
        unknown = bool(cell.get(f"{_TABLE}formula")) and not text
        for _ in range(min(times, _REPEATED) if text or unknown else 0):
            column += 1
            yield column, text, unknown
        column += max(0, times - _REPEATED) if text or unknown else times


def _times(element: Any, what: str) -> int:
    told = element.get(f"{_TABLE}number-{what}-repeated", "1")
    return int(told) if told.isdigit() and len(told) < 8 else 1


def _ods_text(cell: Any) -> str:
    kind = cell.get(f"{_OFFICE}value-type", "")
    number = cell.get(f"{_OFFICE}value", "")
    if kind in {"float", "currency", "percentage"} and number:
        return as_text(float(number))
    if kind == "date":
        return str(cell.get(f"{_OFFICE}date-value", ""))
    return "\n".join("".join(words.itertext()) for words in cell.iter(f"{_TEXT}p")).strip()
