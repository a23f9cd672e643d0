"""Read and audit broken score sheets, text and workbooks: nothing may be raised."""

from __future__ import annotations

import io
import zipfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from odd_workbooks import odd_ods, odd_xlsx

from mjlog.sheets.audit import audited
from mjlog.sheets.corrections.corrected import corrected, to_value, workbook_of_rows
from mjlog.sheets.files.delimited import grid_of
from mjlog.sheets.reading import read_sheet

FOLDER: Final = Path(__file__).parents[1] / "tests" / "data" / "sheets"
_CORRECTED: Final = 0.3
SIGNS: Final = "\t\n\",;|'=+-@東１△−.0k\0\ufeff"


@cache
def seeds() -> tuple[bytes, ...]:
    """Return sheets in the layouts of clubs as text."""
    return tuple(path.read_bytes() for path in sorted(FOLDER.iterdir()))


@cache
def workbooks() -> tuple[bytes, ...]:
    """Return sheets in the layouts of clubs as XLSX."""
    return tuple(_as_workbook(data.decode()) for data in seeds())


def _as_workbook(text: str) -> bytes:
    grid = grid_of(text)
    most = max(row for row, _ in grid.cells)
    wide = max(column for _, column in grid.cells)
    rows = [
        [to_value(grid.text(row, column)) for column in range(1, wide + 1)]
        for row in range(1, most + 1)
    ]
    return workbook_of_rows(rows)


def sheet(chance: Random) -> bytes:
    """Read and return a text sheet with some bytes changed, deleted or doubled."""
    data = _mangled(chance, bytearray(chance.choice(seeds())))
    _read(data)
    return data


def workbook(chance: Random) -> bytes:
    """Read and return a workbook with one broken part, or with broken packing."""
    data = chance.choice(workbooks())
    if chance.random() < 0.2:
        data = _mangled(chance, bytearray(data))
    else:
        data = _with_a_part_mangled(chance, data)
    _read(data)
    return data


def odd_workbook(chance: Random) -> bytes:
    """Read and return an odd XLSX (merged, shared, hidden, mistyped cells); correct a copy."""
    data = odd_xlsx(chance)
    _read(data, corrects=chance.random() < _CORRECTED)
    return data


def odd_ods_workbook(chance: Random) -> bytes:
    """Read and return an odd ODS."""
    data = odd_ods(chance)
    _read(data, corrects=chance.random() < _CORRECTED)
    return data


def _read(data: bytes, *, corrects: bool = False) -> None:
    file = read_sheet(data)
    audits = [audited(game) for game in file.games]
    if corrects:
        corrected(data, file, audits)


def _with_a_part_mangled(chance: Random, data: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        names = old.namelist()
        chosen = chance.choice(names)
        for name in names:
            part = old.read(name)
            new.writestr(name, _mangled(chance, bytearray(part)) if name == chosen else part)
    return stream.getvalue()


def _mangled(chance: Random, data: bytearray) -> bytes:
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(4):
            case 0:
                data[at:at] = chance.choice(SIGNS).encode()
            case 1:
                del data[at : at + chance.randint(1, 12)]
            case 2:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case _:
                data[at:at] = data[: chance.randint(0, 60)]
    return bytes(data)
