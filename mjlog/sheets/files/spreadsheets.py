"""Reads XLSX, ODS and XLS into worksheets of cells, and rejects harmful files.

`python-calamine` reads the cells. Before that, the sizes of the parts are limited, each part is
checked, and the cells are counted (`cell_scan`). The packages of the extra ``mjlog[sheets]`` are
needed; without them a finding says so.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from typing import Final
from zipfile import ZipFile

from mjlog.model.findings import Finding, Place
from mjlog.model.messages import Message, msg
from mjlog.model.patience import OutOfTime
from mjlog.notation.limits import Unreadable
from mjlog.sheets.files.calamine import SheetCells, read_cells, read_cells_apart
from mjlog.sheets.files.cell_scan import (
    CellScan,
    LockedError,
    scan_ods,
    scan_xls,
    scan_xlsx,
)
from mjlog.sheets.files.workbook import Cell, Grid, Workbook
from mjlog.sheets.files.xml_safety import DeclaresEntitiesError, plain_xml

ZIP: Final = b"PK\x03\x04"
OLE: Final = b"\xd0\xcf\x11\xe0"
_UNPACKED: Final = 128 << 20
"""Most bytes of an unpacked workbook; an event of 500 tables has a tenth of it."""
_MEMBERS: Final = 5_000
_CELLS: Final = 500_000
"""Most cells of a workbook; an event of 500 tables has a third of it."""
_BEGINNINGS: Final = (b"<c ", b"<table:table-cell", b"<table:covered-table-cell")
"""How the cells of an XLSX and of an ODS begin."""
_MERGED: Final = 400
_WIDE: Final = 60
_EMPTY_ROWS: Final = 100_000
_XML: Final = (".xml", ".rels")
_BOOK: Final = "xl/workbook.xml"
_RELATIONS: Final = "xl/_rels/workbook.xml.rels"
_CONTENT: Final = "content.xml"
_WORD: Final = "word/document.xml"
_ODT: Final = b"application/vnd.oasis.opendocument.text"
_SHEET_DATA: Final = b"sheetData"
_SPREADSHEET: Final = b"application/vnd.oasis.opendocument.spreadsheet"
_MANIFEST: Final = "META-INF/manifest.xml"
_NO_PARTS: Final = b'<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'

_OTHER_PACKED: Final = (
    (
        ".iwa",
        msg("this is a document of Numbers, Pages or Keynote: export its table as XLSX or CSV"),
    ),
    ("xl/workbook.bin", msg("this is a binary workbook (XLSB): save it as XLSX or CSV")),
)
"""Parts of packed files that mjlog does not read, each with advice to the user."""

_EXTERNAL: Final = (
    ("xl/vbaProject.bin", msg("macros, which are never run")),
    ("xl/externalLinks/", msg("links to other files, which are never followed")),
)


def is_workbook(data: bytes) -> bool:
    """Return whether the bytes may be a workbook: a zip file (XLSX or ODS) or an old XLS file."""
    return data.startswith((ZIP, OLE))


def workbook_of(data: bytes) -> Workbook:
    """Read the worksheets of an XLSX, ODS or XLS file.

    Raise `Unreadable` if the file is damaged, has a password, is too large, is of another kind, or
    declares XML entities.
    """
    try:
        return _xls(data) if data.startswith(OLE) else _packed(data)
    except (Unreadable, OutOfTime, KeyboardInterrupt, SystemExit):
        raise
    except DeclaresEntitiesError as problem:
        declares = (
            "{part} declares a document type or entities (DOCTYPE, ENTITY), as no spreadsheet "
            "program does; save the file with a spreadsheet program"
        )
        raise _refused(msg(declares, part=str(problem))) from problem
    except LockedError as problem:
        words = msg("the workbook is locked; save it without a password")
        raise _refused(words) from problem
    # A damaged workbook breaks its reader in many ways, and a panic of Rust is no `Exception`.
    except BaseException as problem:
        why = f"{type(problem).__name__}: {problem}"[:120]
        words = msg("the workbook is damaged: {problem}", problem=why)
        raise _refused(words) from problem


def _packed(data: bytes) -> Workbook:
    """Read the worksheets of an XLSX or ODS file, both of which are zip files.

    Raise `Unreadable` for other zip files, such as DOCX or Numbers.
    """
    with ZipFile(io.BytesIO(data)) as packed:
        names = check_size(packed)
        is_xlsx = _BOOK in names
        mimetype = unpacked(packed, "mimetype") if "mimetype" in names else b""
        if _WORD in names or mimetype.startswith(_ODT):
            words = "this is a text document (DOCX, ODT): copy its table and paste it"
            raise _refused(msg(words))
        for suffix, words_of_kind in _OTHER_PACKED:
            if any(name.endswith(suffix) for name in names):
                raise _refused(words_of_kind)
        if not is_xlsx and _CONTENT not in names:
            raise _refused(msg("this is a packed file, and no workbook: XLSX and ODS are read"))
        _needs("python_calamine", "defusedxml")
        if is_xlsx:
            return _xlsx(packed, names)
        return _ods(packed, names)


def check_size(packed: ZipFile) -> frozenset[str]:
    """Return the names of all files in a zip file.

    Raise `Unreadable` if there are too many files or if they are too large when unpacked.
    """
    members = packed.infolist()
    size = sum(each.file_size for each in members)
    if size > _UNPACKED or len(members) > _MEMBERS:
        large = "the workbook is too large: {number} bytes in {members} parts when it is unpacked"
        raise _refused(msg(large, number=size, members=len(members)))
    return frozenset(each.filename for each in members)


def unpacked(packed: ZipFile, name: str) -> bytes:
    """Return the content of a file in a zip file.

    It is unpacked in small pieces, because the whole content may be much longer than the size that
    the zip file states; `check_size` has checked only that size. Raise `Unreadable` as soon as the
    pieces have too many cells.
    """
    pieces: list[bytes] = []
    cells = 0
    with packed.open(name) as stream:
        while piece := stream.read(_PIECE):
            pieces.append(piece)
            cells += sum(piece.count(beginning) for beginning in _BEGINNINGS)
            if cells > _CELLS:
                raise _too_many_cells()
    return b"".join(pieces)


_PIECE: Final = 1 << 16


def _check_cells(scans: Iterable[CellScan]) -> None:
    """Raise `Unreadable` if all worksheets together have too many rows or cells.

    `scans` has a scan for each worksheet of a workbook.
    """
    rows, cells = 0, 0
    for scan in scans:
        rows += scan.rows
        cells += scan.count
    if rows > _EMPTY_ROWS:
        many = "the worksheets have {number} rows; at most {most} are read"
        raise _refused(msg(many, number=rows, most=_EMPTY_ROWS))
    if cells > _CELLS:
        raise _too_many_cells()


def _too_many_cells() -> Unreadable:
    words = "the workbook has more than {most} cells: keep the worksheets with scores alone"
    return _refused(msg(words, most=_CELLS))


def _needs(*packages: str) -> None:
    missing = [name for name in packages if find_spec(name) is None]
    if missing:
        words = "workbooks need {packages}: pip install 'mjlog[sheets]'; CSV needs nothing"
        raise _refused(msg(words, packages=", ".join(missing)))


def _refused(words: Message) -> Unreadable:
    return Unreadable(Finding.telling("sheet.unreadable", "error", words, Place()))


def _note(words: Message) -> Finding:
    return Finding.telling("sheet.part", "note", words)


# ------------------------------------------------------------------ what each format has


def _xlsx(packed: ZipFile, names: frozenset[str]) -> Workbook:
    """Read an XLSX file into a workbook.

    `names` are the names of all files in the zip file. Only the XML files that `checked_parts` has
    checked are copied to a new zip file, which the library then reads.
    """
    scans: dict[str, CellScan] = {}
    copy = io.BytesIO()
    with ZipFile(copy, "w") as checked:
        for name, content, scan in checked_parts(packed):
            checked.writestr(name, content)
            if scan is not None:
                scans[name] = scan
    members = _sheet_members(packed)
    has = [_note(msg("the workbook has {part}", part=part)) for start, part in _EXTERNAL
           if any(name.startswith(start) for name in names)]  # fmt: skip
    copy.seek(0)
    sheets = [(sheet, scans.get(members[sheet.index])) for sheet in read_cells(copy)]
    return _laid_out(sheets, has)


def checked_parts(packed: ZipFile) -> Iterator[tuple[str, bytes, CellScan | None]]:
    """Yield each XML file of an XLSX: its name, its checked content, and its cell scan.

    The scan is None for XML files that are not worksheets. Raise `Unreadable` if the file is too
    large, `DeclaresEntitiesError` if XML declares entities, and `DamagedError` for impossible
    cells.
    """
    scans: list[CellScan] = []
    for name in sorted(check_size(packed)):
        if name.lower().endswith(_XML):
            content = plain_xml(unpacked(packed, name), name)
            if _SHEET_DATA not in content:
                yield name, content, None
                continue
            scan, content = scan_xlsx(content)
            scans.append(scan)
            _check_cells(scans)
            yield name, content, scan


def _sheet_members(packed: ZipFile) -> list[str]:
    """Return the name of each worksheet's file in the zip file, in the order of the workbook."""
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415  of the extra [sheets]

    targets = {}
    for relation in fromstring(unpacked(packed, _RELATIONS)):
        target = str(relation.get("Target", ""))
        inside = target.startswith(("/", "xl/"))
        targets[relation.get("Id")] = target.lstrip("/") if inside else f"xl/{target}"
    members = []
    for element in fromstring(unpacked(packed, _BOOK)).iter():
        if element.tag.endswith("}sheet"):
            ids = [word for name, word in element.attrib.items() if name.endswith("}id")]
            members.append(targets.get(ids[0], "") if ids else "")
    return members


def _ods(packed: ZipFile, names: frozenset[str]) -> Workbook:
    """Read the worksheets of an ODS file from a copy that contains only the checked content.

    `names` are the names of all files in the zip file.
    """
    if _MANIFEST in names and b"encryption-data" in unpacked(packed, _MANIFEST):
        raise LockedError
    content = plain_xml(unpacked(packed, _CONTENT), _CONTENT)
    scans, content = scan_ods(content)
    _check_cells(scans)
    copy = io.BytesIO()
    with ZipFile(copy, "w") as checked:
        checked.writestr("mimetype", _SPREADSHEET)
        checked.writestr(_MANIFEST, _NO_PARTS)
        checked.writestr(_CONTENT, content)
    copy.seek(0)
    return _laid_out(zip(read_cells(copy), scans, strict=True), [])


def _xls(data: bytes) -> Workbook:
    """Read the worksheets of an old XLS file."""
    _needs("python_calamine", "olefile")
    from olefile import OleFileIO  # noqa: PLC0415  of the extra [sheets]

    with OleFileIO(io.BytesIO(data)) as parts:
        if parts.exists("EncryptedPackage"):
            raise LockedError
        name = next((name for name in ("Workbook", "Book") if parts.exists(name)), "")
        if not name:
            words = "this is an Office file without worksheets; XLSX, ODS and XLS are read"
            raise _refused(msg(words))
        scans = scan_xls(parts.openstream(name).read())
    _check_cells(scans)
    return _laid_out(zip(read_cells_apart(data), scans, strict=False), [])


# ------------------------------------------------------------------ what is alike in all of them


def _laid_out(
    sheets: Iterable[tuple[SheetCells, CellScan | None]], findings: list[Finding]
) -> Workbook:
    """Create a workbook from worksheets, each of which has a scan of its cells or None.

    Notes about hidden worksheets, hidden rows and columns, and cells that are not read are added to
    `findings`. Raise `Unreadable` if two worksheets have the same name.
    """
    grids: dict[str, Grid] = {}
    for sheet, scan in sheets:
        name = sheet.name
        if name in grids:  # `python-calamine` reads the first of them twice
            words = "two worksheets are called {name}; give each a name of its own"
            raise _refused(msg(words, name=name))
        grid = _grid(name, sheet, scan or CellScan())
        if not sheet.is_visible and grid.cells:
            findings.append(_note(msg("the worksheet {name} is hidden, and read", name=name)))
        findings += _hidden(grid)
        if scan and scan.cut:
            cell = Cell(*scan.cut[0], "")
            message = msg(
                "{cell} is far from the table, and mjlog does not read it", cell=cell.name
            )
            findings.append(Finding.telling("sheet.part", "note", message, cell.place(name)))
        grids[name] = grid
    return Workbook(tuple(grids.values()), tuple(findings))


def _grid(name: str, sheet: SheetCells, scan: CellScan) -> Grid:
    merged = dict(_merged(sheet))
    texts = {place: (text, False) for place, text in scan.errors.items()}
    texts |= {place: ("", True) for place in scan.formulas if place not in texts}
    texts |= {(row, column): (text, False) for row, column, text in sheet.texts}
    cells = {}
    for (row, column), (text, unknown) in sorted(texts.items()):
        if (row, column) not in merged:
            columns = scan.hidden_columns
            hidden = row in scan.hidden_rows or any(column in area for area in columns)
            cells[row, column] = Cell(row, column, text, hidden=hidden, unknown=unknown)
    return Grid(name, cells, merged)


def _merged(sheet: SheetCells) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield a pair of places for each place that a merged cell covers, except its first place.

    The pair is the covered place and the first place of the merged cell. A place is (row, column),
    counted from 1. Only the first `_MERGED` merged cells, and only `_WIDE` + 1 rows and columns of
    each, are read.
    """
    for (first_row, first_column), (last_row, last_column) in sheet.merged[:_MERGED]:
        first = (first_row + 1, first_column + 1)
        for row in range(first_row + 1, min(last_row, first_row + _WIDE) + 2):
            for column in range(first_column + 1, min(last_column, first_column + _WIDE) + 2):
                if (row, column) != first:
                    yield (row, column), first


def _hidden(grid: Grid) -> Iterator[Finding]:
    """Yield a note if the worksheet has hidden rows or columns, whose cells are read too."""
    rows = sorted({cell.row for cell in grid.cells.values() if cell.hidden})
    if rows:
        words = "the worksheet {name} has hidden rows or columns, which are read: row {rows}"
        yield _note(msg(words, name=grid.name, rows=", ".join(str(row) for row in rows[:20])))
