"""Make workbooks with oddities of real ones, and with parts that no program writes: XLSX, ODS.

Oddities are merged areas, hidden rows, shared formulas, inline and rich text, dates since 1904,
wrong types, absurd dimensions, and parts that occur twice or have a wrong size.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
import zipfile
from collections.abc import Callable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from random import Random
from typing import Final

from mjlog.sheets.corrections.corrected import to_value, workbook_of_rows
from mjlog.sheets.files.delimited import grid_of
from mjlog.sheets.files.workbook import Grid

FOLDER: Final = Path(__file__).parents[1] / "tests" / "data" / "sheets"
SHEET: Final = "xl/worksheets/sheet1.xml"
BOOK: Final = "xl/workbook.xml"
OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns"
Parts = dict[str, bytes]
Change = Callable[[Random, str], str]


def grids() -> list[Grid]:
    """Return the tables in the layouts of clubs."""
    return [grid_of(path.read_bytes().decode()) for path in sorted(FOLDER.iterdir())]


def rows_of(grid: Grid) -> list[list[str]]:
    """Return the rows of a table from first to last, with empty cells."""
    last = max(row for row, _ in grid.cells)
    wide = max(column for _, column in grid.cells)
    return [grid.texts(row, range(1, wide + 1)) for row in range(1, last + 1)]


@cache
def plain_xlsx() -> tuple[Mapping[str, bytes], ...]:
    """Return each table as the parts of an XLSX file, by name."""
    return tuple(_parts(_as_xlsx(grid)) for grid in grids())


def _as_xlsx(grid: Grid) -> bytes:
    return workbook_of_rows([[*map(to_value, row)] for row in rows_of(grid)])


def _parts(data: bytes) -> Parts:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@cache
def plain_ods() -> tuple[str, ...]:
    """Return each table as the content part of an ODS file."""
    return tuple(map(_as_content, grids()))


def _as_content(grid: Grid) -> str:
    spaces = " ".join(f'xmlns:{word}="{OFFICE}:{word}:1.0"' for word in ("table", "office", "text"))
    lines = "".join(
        f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>"
        for row in rows_of(grid)
    )
    return (
        f'<?xml version="1.0"?><office:document-content {spaces}><office:body><office:spreadsheet>'
        f'<table:table table:name="T">{lines}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )


def _ods_cell(text: str) -> str:
    if isinstance(to_value(text), int):
        return f'<table:table-cell office:value-type="float" office:value="{text}"/>'
    return f"<table:table-cell><text:p>{escape(text)}</text:p></table:table-cell>"


# ------------------------------------------------------------------ contents of a part

NUMBERS: Final = (
    "1e999", "-1e999", "NaN", "INF", "", " ", "-", "0x10", "1_000", "9" * 400, "1e-400", "1e15",
    "3.9000000000000004", "-0", "45000.75", "2958466", "-1", "60", "\u0663", "1,5", "TRUE", "#N/A",
)  # fmt: skip
TYPES: Final = ("s", "n", "b", "e", "str", "inlineStr", "d", "z", "", "S")
PLACES: Final = (
    "A1", "a1", "XFD1048576", "ZZZZ1", "A0", "A-1", "1A", "", "A99999999999", "\u00c41", "R1C1",
    "$A$1", "A1:B2", "AAA1",
)  # fmt: skip
AREAS: Final = (
    "A1:XFD1048576", "A1:A1", "B2:A1", "A1", "A:A", "1:1", "A1:B2 C3:D4", "#REF!", "", "F1:I1",
    "A2:A6", "A0:B0", "Sheet2!A1:B2",
)  # fmt: skip
DATES: Final = ("2026-03-12", "12.3.26", "2026-13-99", "T25:00:00", "PT99999999H", "0000-00-00", "")
KINDS: Final = (
    't="shared" si="0"', 't="shared" si="0" ref="A1:D9"', 't="array" ref="A1"',
    't="dataTable" ref="A1"', "", 'si="x" t="shared"',
)  # fmt: skip
WORDS: Final = ("=1+1", "Riichi", "\u6771\uff11\u5c40", "-", "#REF!", "1,300", " 2000 ", "_x0009_")


def one_of(pattern: str, made: Callable[[Random], str]) -> Change:
    """Return a change that replaces a random match of the pattern."""
    known = re.compile(pattern)

    def change(chance: Random, text: str) -> str:
        found = [*known.finditer(text)]
        if not found:
            return text
        there = chance.choice(found)
        return text[: there.start()] + made(chance) + text[there.end() :]

    return change


def filled(text: str, *values: str) -> Callable[[Random], str]:
    """Return a function that puts a random one of the values in place of the question mark."""
    return lambda chance: text.replace("?", chance.choice(values or ("",)))


def _formula(chance: Random) -> str:
    kind = chance.choice(KINDS)
    told = chance.choice(("SUM(A1:A9)", "", "[1]Book!A1", "A1"))
    value = chance.choice(("", "<v/>", f"<v>{chance.choice(NUMBERS)}</v>"))
    return f"<f {kind}>{told}</f>{value}"


def _inline(chance: Random) -> str:
    word = chance.choice(WORDS)
    rich = f'<r><rPr><b/></rPr><t>{word}</t></r><r><t xml:space="preserve"> x</t></r>'
    text = chance.choice((f"<t>{word}</t>", rich, ""))
    return f'<c r="{chance.choice(PLACES)}" t="inlineStr"><is>{text}</is></c>'


def _merged(chance: Random) -> str:
    areas = "".join(f'<mergeCell ref="{chance.choice(AREAS)}"/>' for _ in range(2))
    return f'<mergeCells count="9">{areas}</mergeCells>'


def _columns(chance: Random) -> str:
    first, last = chance.choice(("1", "x", "0", "16384")), chance.choice(("3", "-1", "", "9" * 8))
    return f'<cols><col min="{first}" max="{last}" hidden="1"/></cols>'


OF_SHEET: Final[tuple[Change, ...]] = (
    one_of(r"(?<=<v>)[^<]*", filled("?", *NUMBERS)),
    one_of(r"<v>[^<]*</v>", _formula),
    one_of(r"<v>[^<]*</v>", filled("")),
    one_of(r' t="[a-zA-Z]*"', filled(' t="?"', *TYPES)),
    one_of(r' t="[a-zA-Z]*"', filled("")),
    one_of(r"<c ", filled('<c s="?" ', "1", "99999", "-1", "x")),
    one_of(r' r="[A-Z]+[0-9]+"', filled(' r="?"', *PLACES)),
    one_of(r' r="[A-Z]+[0-9]+"', filled("")),
    one_of(r'<row r="[0-9]+"', filled('<row r="?"', "0", "-3", "x", "", "99999999", "1.5")),
    one_of(r'<row r="[0-9]+"', filled("<row")),
    one_of("<row ", filled('<row hidden="1" ')),
    one_of("</row>", lambda chance: f"{_inline(chance)}</row>"),
    one_of("<c ", lambda chance: f"{_inline(chance)}<c "),
    one_of('ref="[^"]*"', filled('ref="?"', *AREAS)),
    one_of("</sheetData>", filled('<row r="?"/></sheetData>', "1", "3", "1048576", str(2**31))),
    one_of("(?<=</sheetData>)", _merged),
    one_of("(?=<sheetData>)", _columns),
    one_of("<(?=c )", filled("<x:", "")),
)
OF_BOOK: Final[tuple[Change, ...]] = (
    one_of("<workbookPr[^>]*/>", filled('<workbookPr date1904="1"/>')),
    one_of(' name="[^"]*"', filled(' name="?"', "", "a" * 300, "=1+1", "../../x", "T&#9;1", "[x]")),
    one_of(' state="[^"]*"', filled(' state="?"', "hidden", "veryHidden", "x", "")),
    one_of(' sheetId="[^"]*"', filled(' sheetId="?"', "0", "-1", "x", "")),
    one_of("<sheet [^>]*/>", filled("")),
    lambda _, text: re.sub("(<sheet [^>]*/>)", r"\1\1", text),
)
OF_STRINGS: Final[tuple[Change, ...]] = (
    one_of("<si>", filled("<si><r><t>?</t></r><rPh><t>x</t></rPh>", *WORDS)),
    one_of("(?<=<t>)[^<]*", filled("?", *WORDS, *NUMBERS)),
    one_of("<si>.*?</si>", filled("")),
    one_of(' (unique)?[cC]ount="[0-9]*"', filled(' count="?"', "0", "-1", "99999999999", "x")),
)
OF_STYLES: Final[tuple[Change, ...]] = (
    one_of('numFmtId="[0-9]*"', filled('numFmtId="?"', "14", "22", "46", "999", "-1", "x")),
    one_of("<cellXfs.*?</cellXfs>", filled("")),
)
CHANGES: Final[Mapping[str, tuple[Change, ...]]] = {
    SHEET: OF_SHEET,
    BOOK: OF_BOOK,
    "xl/sharedStrings.xml": OF_STRINGS,
    "xl/styles.xml": OF_STYLES,
}
CELL: Final = "<table:table-cell"
ROW: Final = "<table:table-row"
FIELDS: Final = ((8, "<H"), (10, "<H"), (16, "<I"), (20, "<I"), (24, "<I"), (42, "<I"))
"""Flags, method, sum, sizes and place of a part in the list of parts, with their forms."""
REPEATED: Final = ("3", "0", "-1", "9999999", "99999999999", "x", "", "\u0663")
OF_CONTENT: Final[tuple[Change, ...]] = (
    one_of('office:value="[^"]*"', filled('office:value="?"', *NUMBERS)),
    one_of('value-type="[a-z]*"', filled('value-type="?"', "time", "boolean", "string", "x")),
    one_of('value-type="[a-z]*"', filled('value-type="date" office:date-value="?"', *DATES)),
    one_of(CELL, filled(f'{CELL} table:number-columns-repeated="?"', *REPEATED)),
    one_of(ROW, filled(f'{ROW} table:number-rows-repeated="?"', *REPEATED)),
    one_of(ROW, filled(f'{ROW} table:visibility="collapse"')),
    one_of(CELL, filled(f'<table:covered-table-cell/>{CELL} table:number-columns-spanned="3"')),
    one_of(CELL, filled(f'{CELL} table:formula="of:=?"', *WORDS)),
    one_of("<text:p>", filled("<text:p>?<text:span>x</text:span>", *WORDS)),
    one_of("</text:p>", filled("</text:p><text:p>?</text:p>", *WORDS)),
    one_of(f"{ROW}>", filled(f"<table:table-header-rows/>{ROW}>")),
    one_of("</table:table>", filled('</table:table><table:table table:name="T"/>')),
)


# ------------------------------------------------------------------ whole files


def odd_xlsx(chance: Random) -> bytes:
    """Return an XLSX with some oddities in its parts, and sometimes in its packing."""
    parts = dict(chance.choice(plain_xlsx()))
    for _ in range(chance.randint(1, 6)):
        name = chance.choice((SHEET, SHEET, SHEET, *CHANGES))
        if name in parts:
            text = chance.choice(CHANGES[name])(chance, parts[name].decode())
            parts[name] = text.encode(errors="replace")
    return _packed(chance, parts)


def odd_ods(chance: Random) -> bytes:
    """Return an ODS with some oddities in its content."""
    text = chance.choice(plain_ods())
    for _ in range(chance.randint(1, 6)):
        text = chance.choice(OF_CONTENT)(chance, text)
    return _packed(chance, {"mimetype": b"x", "content.xml": text.encode()})


def _packed(chance: Random, parts: Mapping[str, bytes]) -> bytes:
    """Return the parts as a zip file; sometimes with a part missing, twice, or a false header."""
    stream, odd = io.BytesIO(), chance.randrange(16)
    chosen = chance.choice([*parts])
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a name that occurs twice
        for name, part in parts.items():
            if odd == 0 and name == chosen:
                continue
            new.writestr(name.upper() if odd == 1 and name == chosen else name, part)
            if odd == 2 and name == chosen:
                new.writestr(name, part[: len(part) // 2])
        if odd == 3:
            new.writestr("xl/vbaProject.bin", b"x")
    return _lying(chance, bytearray(stream.getvalue())) if odd == 4 else stream.getvalue()


def _lying(chance: Random, data: bytearray) -> bytes:
    """Return a zip file with one wrong number in its directory: flags, sizes, offset or others."""
    heads = [found.start() for found in re.finditer(b"PK\x01\x02", bytes(data))]
    offset, form = chance.choice(FIELDS)
    number = chance.choice((0, 1, 8, 9, 99, 0x841, 60_000))
    struct.pack_into(form, data, chance.choice(heads) + offset, number)
    return bytes(data)
