"""XLSX, ODS and XLS: what is read of them, and what a hostile one can do."""

import csv
import datetime as dt
import io
import re
import tracemalloc
import zipfile

import openpyxl
import pytest
import xlwt
from kit.commands import run
from kit.places import DATA

from mjlog.batch import sheet_workers
from mjlog.sheets.audit import audited
from mjlog.sheets.files import calamine, spreadsheets
from mjlog.sheets.files.calamine import to_text
from mjlog.sheets.reading import read_sheet

FOLDER = DATA / "sheets"
TABLES = sorted(path for path in FOLDER.iterdir() if path.suffix in {".csv", ".tsv"})
OFFICE = "urn:oasis:names:tc:opendocument:xmlns"


def rows_of(path):
    sign = "\t" if path.suffix == ".tsv" else ";" if path.stem == "tai-in-chinese" else ","
    return list(csv.reader(path.read_text(encoding="utf-8").splitlines(), delimiter=sign))


def as_cell(text):
    """The text as a spreadsheet would keep it: a plain number as a number."""
    try:
        return float(text)
    except ValueError:
        return text or None


def xlsx(*tables, change=None):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for number, rows in enumerate(tables, 1):
        sheet = book.create_sheet(f"Table {number}")
        for row in rows:
            sheet.append([as_cell(text) for text in row])
    if change:
        change(book.worksheets[0])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def xls(*tables, change=None):
    book = xlwt.Workbook()
    for number, rows in enumerate(tables, 1):
        sheet = book.add_sheet(f"Table {number}")
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                if text:
                    sheet.write(row, column, as_cell(text))
    if change:
        change(book.get_sheet(0))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def ods(rows, name="Table 1"):
    def cell(text):
        value = as_cell(text)
        if isinstance(value, float):
            return f'<table:table-cell office:value-type="float" office:value="{value}"/>'
        if not text:
            return "<table:table-cell/>"
        words = f"<text:p>{text}</text:p>"
        return f'<table:table-cell office:value-type="string">{words}</table:table-cell>'

    lines = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    return packed_ods(
        f'<table:table table:name="{name}">{lines}<table:table-row '
        'table:number-rows-repeated="1048000"><table:table-cell '
        'table:number-columns-repeated="16384"/></table:table-row></table:table>'
    )


def packed_ods(tables, before=""):
    spaces = " ".join(f'xmlns:{word}="{OFFICE}:{word}:1.0"' for word in ("table", "office", "text"))
    content = (
        f'<?xml version="1.0"?>{before}<office:document-content {spaces}><office:body>'
        f"<office:spreadsheet>{tables}</office:spreadsheet></office:body></office:document-content>"
    )
    return packed({"content.xml": content})


def packed(members):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return stream.getvalue()


def deals_of(data):
    """The deals of every game: all lines of the record behind its headers."""
    return [game.text.partition("\n\n")[2] for game in read_sheet(data).games]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("form", [xlsx, ods, xls], ids=["xlsx", "ods", "xls"])
def test_a_workbook_reads_as_the_same_table_in_text(form, path):
    assert deals_of(form(rows_of(path))) == deals_of(path.read_bytes())


def test_every_worksheet_is_a_table():
    tables = [rows_of(FOLDER / f"{name}.csv") for name in ("no-head", "changes-and-totals")]
    games = read_sheet(xlsx(*tables)).games
    assert [game.draft.sheet for game in games] == ["Table 1", "Table 2"]


def test_merged_cells_stand_for_all_that_they_cover():
    def merged(sheet):
        sheet.merge_cells("F1:I1")
        sheet.merge_cells("J1:M1")

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    assert deals_of(xlsx(rows, change=merged)) == deals_of(xlsx(rows))


def test_a_formula_without_a_value_is_named_by_its_cell():
    def with_formula(sheet):
        sheet["F3"] = "=500+1000"

    (game,) = read_sheet(
        xlsx(rows_of(FOLDER / "changes-and-totals.csv"), change=with_formula)
    ).games
    (found,) = game.draft.findings
    assert (found.code, found.place.cell) == ("sheet.unread", "F3")
    assert "formula without a value" in found.message


def test_a_column_hidden_with_its_neighbours_is_told():
    def hide(sheet):
        sheet.column_dimensions.group("B", "D", hidden=True)

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    cells = spreadsheets.workbook_of(xlsx(rows, change=hide)).grids[0].cells.values()
    assert {cell.name[0] for cell in cells if cell.hidden} == {"B", "C", "D"}


def test_hidden_rows_are_read_and_told():
    def hide(sheet):
        sheet.row_dimensions[3].hidden = True

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    file = read_sheet(xlsx(rows, change=hide))
    assert [each.code for each in file.findings] == ["sheet.part"]
    assert "row 3" in file.findings[0].message
    assert len(file.games[0].game.deals) == 2


def test_dates_and_numbers_of_a_workbook_are_text():
    assert to_text(dt.datetime(2026, 3, 12, tzinfo=dt.UTC)) == "2026-03-12"
    assert to_text(0.1 + 0.2) == "0.3"
    book = openpyxl.Workbook()
    book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
    book.active["A1"] = "Date"
    book.active["B1"] = dt.date(2026, 3, 12)
    stream = io.BytesIO()
    book.save(stream)
    (grid,) = spreadsheets.workbook_of(stream.getvalue()).grids
    assert grid.text(1, 2) == "2026-03-12"


def test_an_old_workbook_has_all_its_worksheets_merged_cells_and_formulas():
    def changed(sheet):
        sheet.merge(0, 0, 5, 8)
        sheet.write(20, 5, xlwt.Formula("F3+1"))

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    book = spreadsheets.workbook_of(xls(rows, rows, change=changed))
    assert [grid.name for grid in book.grids] == ["Table 1", "Table 2"]
    assert book.grids[0].text(1, 9) == rows[0][5]
    assert {cell.name for cell in book.grids[0].cells.values() if cell.unknown} == {"F21"}


def test_an_error_in_a_cell_is_read_as_it_is_written():
    def with_error(sheet):
        sheet["F3"] = "#REF!"

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    (grid,) = spreadsheets.workbook_of(xlsx(rows, change=with_error)).grids
    assert grid.text(3, 6) == "#REF!"


# ------------------------------------------------------------------ hostile files


def refused(data):
    """The one finding about a file that holds no game."""
    file = read_sheet(data)
    assert not file.games
    assert file.findings
    return file.findings[-1]


def test_a_zip_bomb_is_not_unpacked(monkeypatch):
    monkeypatch.setattr(spreadsheets, "_UNPACKED", 1 << 20)
    bomb = packed({"xl/workbook.xml": "", "xl/worksheets/sheet1.xml": "0" * (1 << 21)})
    assert "too large" in refused(bomb).message


def test_a_million_empty_rows_are_not_counted_one_by_one():
    rows = "".join(f'<row r="{number}"/>' for number in range(1, 150_000))
    sheet = f'<worksheet xmlns="x"><sheetData>{rows}</sheetData></worksheet>'
    book = packed({"xl/workbook.xml": "<workbook/>", "xl/worksheets/sheet1.xml": sheet})
    assert "rows" in refused(book).message


def test_entities_are_never_unfolded():
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    assert refused(packed_ods("<table:table/>", bomb)).code == "sheet.unreadable"


def with_member(change):
    """A good workbook of two sheets of which some members are changed."""
    table = rows_of(FOLDER / "changes-and-totals.csv")
    with zipfile.ZipFile(io.BytesIO(xlsx(table, table))) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members.setdefault(STRINGS, b"<sst/>")
    return packed({name: change(name, content) for name, content in members.items()})


def test_strings_in_a_table_of_their_own_are_read():
    strings = []

    def by_number(found):
        strings.append(f"<si>{found[1].decode()}</si>")
        return f't="s"><v>{len(strings) - 1}</v>'.encode()

    def shared(name, content):
        if name.startswith("xl/worksheets/"):
            return re.sub(rb't="inlineStr"><is>(.*?)</is>', by_number, content)
        if name == STRINGS:
            space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
            return f'<sst xmlns="{space}">{"".join(strings)}</sst>'.encode()
        if name != "[Content_Types].xml":
            return content
        kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
        told = f'<Override PartName="/{STRINGS}" ContentType="{kind}"/></Types>'
        return (
            content if STRINGS.encode() in content else content.replace(b"</Types>", told.encode())
        )

    assert deals_of(with_member(shared)) == deals_of(with_member(lambda _name, content: content))
    assert strings


INLINE = {
    "<is><t>Ann</t></is>": "Ann",
    "<is><t/></is>": "",
    "<is></is>": "",
    "<is><r><t>An</t></r><r><rPr><b/></rPr><t>n</t></r></is>": "Ann",
    '<is><t>\u4e1c</t><rPh sb="0" eb="1"><t>higashi</t></rPh></is>': "\u4e1c",
}


@pytest.mark.parametrize("written", INLINE)
def test_text_in_a_cell_itself_is_what_openpyxl_reads(written):
    cell = f'<c r="C4" t="inlineStr">{written}</c>'

    def with_text(name, content):
        if name != SECOND:
            return content
        row = f'<sheetData><row r="4">{cell}</row></sheetData>'.encode()
        return re.sub(rb"<sheetData>.*</sheetData>", row, content, flags=re.DOTALL)

    data = with_member(with_text)
    grid = spreadsheets.workbook_of(data).grids[1]
    theirs = openpyxl.load_workbook(io.BytesIO(data)).worksheets[1]["C4"].value
    assert {cell.name: cell.text for cell in grid.cells.values()} == (
        {"C4": INLINE[written]} if INLINE[written] else {}
    )
    assert (theirs or "") == INLINE[written]


DOCTYPE = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
SECOND, STRINGS = "xl/worksheets/sheet2.xml", "xl/sharedStrings.xml"


def declared(content, before="", encoding="utf-8"):
    """The XML with a document type in front, in an encoding; words in their own place."""
    text = re.sub(r"^<\?xml[^>]*\?>", "", content.decode())
    return f'<?xml version="1.0" encoding="{encoding}"?>{before}{DOCTYPE}{text}'.encode(
        encoding, "xmlcharrefreplace"
    )


@pytest.mark.parametrize("member", [SECOND, STRINGS, "xl/workbook.xml", "xl/styles.xml"])
@pytest.mark.parametrize("before", ["", "<!-- a remark -->"], ids=["first", "behind a remark"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "cp037"])
def test_a_document_type_in_any_part_is_refused(member, before, encoding):
    data = with_member(lambda n, c: declared(c, before, encoding) if n == member else c)
    found = refused(data)
    assert found.code == "sheet.unreadable"
    # Without a mark, or as EBCDIC, a parser may not get as far as the document type.
    if encoding in {"utf-8", "utf-16"}:
        assert f"{member} declares a document type" in found.message


def test_an_entity_in_an_attribute_is_refused():
    def planted(name, content):
        if name != SECOND:
            return content
        return declared(content).replace(b'<row r="1"', b'<row r="1" spans="&a;"')

    assert "DOCTYPE" in refused(with_member(planted)).message


@pytest.mark.parametrize("encoding", ["utf-16", "iso-8859-1"])
def test_parts_in_other_encodings_are_read(encoding):
    def coded(name, content):
        if name != SECOND:
            return content
        return (
            declared(content, encoding=encoding)
            .decode(encoding)
            .replace(DOCTYPE, "")
            .encode(encoding)
        )

    first, second = deals_of(with_member(coded))
    assert first == second


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 and nothing",
        b"\xd0\xcf\x11\xe0 old",
        packed({"readme.txt": "hello"}),
        packed({"xl/workbook.xml": "<broken"}),
        packed({"content.xml": "<broken"}),
        b"",
        b"\0" * 5000,
        b"just some words\nand others\n",
    ],
)
def test_what_is_no_sheet_gets_a_clear_answer(data):
    assert refused(data).severity == "error"


def test_a_cell_far_away_costs_nothing():
    def far(sheet):
        sheet.cell(1_000_000, 16_000, "far")

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    assert deals_of(xlsx(rows, change=far)) == deals_of(xlsx(rows))


def test_a_cell_far_away_is_named():
    def far(sheet):
        sheet.cell(1_000_000, 16_000, "far")

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    (finding,) = read_sheet(xlsx(rows, change=far)).findings
    assert finding.message == "WQJ1000000 is far from the table, and mjlog does not read it"


@pytest.mark.parametrize("repeated", ["rows", "columns"])
def test_an_ods_repeats_what_is_not_empty_a_hundred_times(repeated):
    cell = (
        '<table:table-cell office:value-type="string"{}><text:p>x</text:p></table:table-cell>'
        '<table:table-cell office:value-type="float" office:value="7"/>'
    )
    times = ' table:number-{}-repeated="9000000"'.format
    row = f"<table:table-row{times('rows') if repeated == 'rows' else ''}>"
    cells = cell.format(times("columns") if repeated == "columns" else "")
    data = packed_ods(f'<table:table table:name="A">{row}{cells}</table:table-row></table:table>')
    (grid,) = spreadsheets.workbook_of(data).grids
    assert len(grid.cells) == (200 if repeated == "rows" else 100)


def test_rows_behind_many_empty_ones_keep_their_numbers():
    gap = (
        '<table:table-row table:number-rows-repeated="15000"><table:table-cell/></table:table-row>'
    )
    row = (
        '<table:table-row><table:table-cell office:value-type="float" office:value="7"/>'
        "</table:table-row>"
    )
    data = packed_ods(f'<table:table table:name="A">{row}{gap}{row}</table:table>')
    (grid,) = spreadsheets.workbook_of(data).grids
    assert {cell.name for cell in grid.cells.values()} == {"A1", "A15002"}


@pytest.mark.parametrize(
    "place", ['r="A99999999999"', 'r="ZZZZZZ1"', 'r="XFD1048576"', 'x=">" r="XFD1048576"']
)
def test_a_place_that_no_worksheet_has_costs_nothing(place):
    def planted(name, content):
        if name != SECOND:
            return content
        cell = f"<c {place}><v>1</v></c></row></sheetData>".encode()
        return content.replace(b"</row></sheetData>", cell)

    first, second = deals_of(with_member(planted))
    assert first == second


def test_a_cell_in_a_remark_hides_none():
    def planted(name, content):
        if name != SECOND:
            return content
        cell = b'<!-- <c> --><c r="XFD1048576"><v>1</v></c></row></sheetData>'
        return content.replace(b"</row></sheetData>", cell)

    first, second = deals_of(with_member(planted))
    assert first == second


def test_an_old_workbook_as_wide_as_it_can_be_is_refused():
    def far(sheet):
        sheet.write(65_535, 255, "far")

    rows = rows_of(FOLDER / "changes-and-totals.csv")
    assert "65536 rows of 256 columns" in refused(xls(rows, change=far)).message


def test_an_old_workbook_that_its_reader_cannot_bear_is_named(monkeypatch):
    data = xls(rows_of(FOLDER / "changes-and-totals.csv"))
    monkeypatch.setattr(calamine.sys, "executable", "/bin/false")
    assert "python-calamine cannot read it" in refused(data).message


@pytest.mark.parametrize(
    ("record", "why"),
    [
        (b"\x2f\0\x02\0\0\0", "save it without a password"),
        (b"\xfc\0\x08\0\0\0\0\0\xff\xff\xff\x7f", "2147483647 strings"),
        (b"\xfc\0\x02\0\0\0", "a record is cut off"),
    ],
)
def test_numbers_in_an_old_workbook_are_looked_at_before_it_is_read(record, why):
    data = xls(rows_of(FOLDER / "changes-and-totals.csv"))
    begins = data.index(b"\x09\x08", 512)
    length = 4 + int.from_bytes(data[begins + 2 : begins + 4], "little")
    at = begins + length
    assert why in refused(data[:at] + record + data[at + len(record) :]).message


def test_macros_and_links_are_told_and_never_followed():
    data = xlsx(rows_of(FOLDER / "changes-and-totals.csv"))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    members |= {"xl/vbaProject.bin": b"code", "xl/externalLinks/externalLink1.xml": b"<x/>"}
    file = read_sheet(packed(members))
    assert [each.code for each in file.findings] == ["sheet.part", "sheet.part"]
    assert not [f for f in audited(file.games[0]).findings if f.severity == "error"]


def test_without_the_extra_a_finding_names_it(monkeypatch):
    monkeypatch.setattr(spreadsheets, "find_spec", lambda _name: None)
    assert "pip install 'mjlog[sheets]'" in refused(xlsx([["a"]])).message
    assert read_sheet((FOLDER / "no-head.csv").read_bytes()).games


# ------------------------------------------------------------------ several processes

GAME = [
    ["Rules", "riichi/1 preset=ema-2016"],
    ["Deal", "Winner", "From", "Han", "Fu", "Ann", "Bob", "Cid", "Dee"],
    ["E1", "Bob", "Cid", "2", "30", "0", "2000", "-2000", "0"],
    ["E2", "Cid", "Dee", "2", "30", "0", "0", "2000", "-1900"],
]
NO_GAME = [["only", "words"]]


@pytest.mark.slow
@pytest.mark.parametrize(
    "tables", [[GAME] * 5, [NO_GAME, NO_GAME, GAME, NO_GAME, GAME], [NO_GAME] * 3]
)
def test_several_processes_tell_what_one_does(tmp_path, monkeypatch, tables):
    def hide(sheet):
        sheet.row_dimensions[1].hidden = True

    monkeypatch.setattr(sheet_workers, "PARTED", 1)
    monkeypatch.setattr(sheet_workers, "WORKSHEETS", 2)
    (tmp_path / "book.xlsx").write_bytes(xlsx(*tables, change=hide))
    (tmp_path / "old.xlsx").write_bytes(b"PK\x03\x04 no workbook")
    (tmp_path / "pasted.csv").write_text("\n".join(map(",".join, GAME)), encoding="utf-8")
    one, two = (
        run("sheet", "check", tmp_path, "--format", "ndjson", "--jobs", jobs) for jobs in (1, 2)
    )
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code == 2
    assert "hidden" in one.stdout


GAMES = [
    ["{round}", "1{th}", "{p}", "2{th}", "{p}", "3{th}", "{p}", "4{th}", "{p}"],
    ["1", "Birgit", "52", "Claus", "10.8", "Doris", "-20.5", "Emil", "-42.3"],
    ["2", "Doris", "52.8", "Anton", "6.2", "Claus", "-14.6", "Emil", "-44.4"],
    ["3", "Doris", "54.1", "Birgit", "18.8", "Anton", "-31", "Emil", "-41.9"],
    ["4", "Birgit", "48.4", "Claus", "4.7", "Anton", "-18", "Emil", "-35.1"],
]
TABLE = [
    ["{rank}", "{player}", "{games}", "{sum}"],
    ["1", "Birgit", "3", "119.2"], ["2", "Doris", "3", "86.4"], ["3", "Claus", "3", "0.9"],
    ["4", "Anton", "3", "-42.8"], ["5", "Emil", "4", "-163.7"],
]  # fmt: skip
WORDS = {
    "de": {"round": "Runde", "p": "Pkt", "rank": "Platz", "player": "Name", "games": "Spiele",
           "sum": "Summe", "th": ". Platz"},
    "en": {"round": "Game", "p": "Points", "rank": "Rank", "player": "Player", "games": "Games",
           "sum": "Total", "th": ". place"},
    "ja": {"round": "回戦", "p": "点数", "rank": "順位", "player": "名前", "games": "対局数",
           "sum": "合計", "th": "位"},
}  # fmt: skip


def errors_of_tables(*tables):
    file = read_sheet(xlsx(*tables))
    findings = [each for game in file.games for each in audited(game).findings]
    return [(each.place.sheet, each.place.cell) for each in (*file.findings, *findings)
            if each.is_error]  # fmt: skip


def with_words(rows, language, **changes):
    cells = [[text.format(**WORDS[language]) for text in row] for row in rows]
    for name, text in changes.items():
        cells[int(name[1]) - 1]["ABCD".index(name[0])] = text
    return cells


@pytest.mark.parametrize("language", WORDS)
def test_a_table_is_checked_by_the_games_on_another_worksheet(language):
    games = with_words(GAMES, language)
    assert errors_of_tables(games, with_words(TABLE, language)) == []
    assert errors_of_tables(with_words(TABLE, language), games) == []
    for cell, text in (("D4", "9.9"), ("D5", "-48.2"), ("C6", "3"), ("A3", "3")):
        table = with_words(TABLE, language, **{cell: text})
        assert errors_of_tables(games, table) == [("Table 2", cell)]


def test_a_table_that_is_not_sorted_is_checked_by_games_too():
    head, *rows = with_words(TABLE, "en", D4="9.9")
    table = [head[1:], *(row[1:] for row in (rows[3], rows[0], rows[4], rows[2], rows[1]))]
    assert errors_of_tables(with_words(GAMES, "en"), table) == [("Table 2", "C5")]


def test_a_table_that_may_count_other_games_is_not_checked():
    games = with_words(GAMES, "en")
    table = with_words(TABLE, "en", D2="150.2", D6="-194.7")
    assert errors_of_tables(games, table) == []
    # Who has played once more has other points, too.
    assert errors_of_tables(games, with_words(TABLE, "en", C4="4", D4="20.9")) == []


def test_a_false_size_of_a_part_fills_no_memory():
    size, stated = 100_000_000, 1_000
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b"<workbook/>")
        packed.writestr("xl/worksheets/sheet1.xml", b"<sheetData>" + b" " * size)
    sizes = (size + len(b"<sheetData>")).to_bytes(4, "little")
    data = stream.getvalue()
    assert data.count(sizes) == 2  # before the part, and in the list of parts
    data = data.replace(sizes, stated.to_bytes(4, "little"))
    tracemalloc.start()
    try:
        assert "damaged" in refused(data).message
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < size // 10


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("xl/worksheets/sheet1.xml", b'<c r="A1"><v>1</v></c>'),
        ("content.xml", b"<table:table-cell><text:p>1</text:p></table:table-cell>"),
    ],
)
def test_a_workbook_of_too_many_cells_is_refused_before_it_is_read(name, cell):
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml" if name.startswith("xl/") else "mimetype", b"<workbook/>")
        packed.writestr(name, b"<all>" + cell * (spreadsheets._CELLS + 5000))
    tracemalloc.start()
    try:
        assert "more than 500000 cells" in refused(stream.getvalue()).message
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 3 * len(cell) * spreadsheets._CELLS
