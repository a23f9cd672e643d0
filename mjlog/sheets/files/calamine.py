"""Reads workbooks with `python-calamine`; an old XLS in a separate process.

The parts of an XLSX or ODS are checked before. An XLS is binary: a wrong number in it can make the
library ask for all memory, which then ends only the separate process.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import astuple, dataclass
from datetime import date, datetime, time
from io import BytesIO
from typing import Any, Final

_MEMORY: Final = 1 << 30
_SECONDS: Final = 30
_EXACT: Final = 1e15


class BrokenReaderError(Exception):
    """The process that read a workbook ended without a result."""


@dataclass(frozen=True, slots=True)
class SheetCells:
    """A worksheet as the library reads it.

    `texts` has row and column (from 1) with the text. `merged` has the first and the last cell of
    each merged area, counted from 0. `index` is the position among all sheets of the workbook,
    including charts.
    """

    index: int
    name: str
    is_visible: bool
    texts: list[tuple[int, int, str]]
    merged: list[tuple[tuple[int, int], tuple[int, int]]]


def read_cells(file: BytesIO) -> list[SheetCells]:
    """Read the worksheets of an XLSX, ODS or XLS file.

    Sheets that contain only a chart or macros are left out.
    """
    from python_calamine import (  # noqa: PLC0415  of the extra [sheets]
        CalamineWorkbook,
        SheetTypeEnum,
        SheetVisibleEnum,
    )

    book = CalamineWorkbook.from_filelike(file)
    sheets = []
    for index, metadata in enumerate(book.sheets_metadata):
        if metadata.typ is not SheetTypeEnum.WorkSheet:
            continue
        sheet = book.get_sheet_by_index(index)
        first_row, first_column = sheet.start or (0, 0)
        texts = []
        for row, values in enumerate(sheet.to_python(), first_row + 1):
            for column, value in enumerate(values, first_column + 1):
                if value != "" and (text := to_text(value)):
                    texts.append((row, column, text))
        is_visible = metadata.visible is SheetVisibleEnum.Visible
        sheets.append(
            SheetCells(index, metadata.name, is_visible, texts, sheet.merged_cell_ranges or [])
        )
    return sheets


def read_cells_apart(data: bytes) -> list[SheetCells]:
    """Read the worksheets of a workbook in a separate process, and return them as a list.

    Used for XLS files, because a damaged file can make the library take all memory. Raise
    `BrokenReaderError` if the process fails or takes too long.
    """
    command = [sys.executable, "-m", "mjlog.sheets.files.calamine"]
    try:
        reader = subprocess.run(  # noqa: S603  no word of the command comes from outside
            command, input=data, capture_output=True, timeout=_SECONDS, check=True
        )
    except (OSError, subprocess.SubprocessError) as problem:
        raise BrokenReaderError("python-calamine cannot read it") from problem
    sheets: list[Any] = json.loads(reader.stdout)
    return [SheetCells(*members) for members in sheets]


def to_text(value: object) -> str:
    """Convert a value of a workbook's cell into the text that a person would write.

    >>> to_text(3900.0), to_text(-3.9), to_text(True), to_text(None)
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


def main() -> None:
    """Read a workbook from standard input, and write its worksheets to standard output as JSON.

    `read_cells_apart` runs this in a separate process. The memory of the process is limited, except
    on Windows.
    """
    try:
        import resource  # noqa: PLC0415  Windows has none
    except ImportError:
        pass
    else:
        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    sheets = read_cells(BytesIO(sys.stdin.buffer.read()))
    sys.stdout.write(json.dumps([astuple(sheet) for sheet in sheets]))


if __name__ == "__main__":
    main()
