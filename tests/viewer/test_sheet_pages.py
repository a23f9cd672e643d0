"""Score sheets on the web: brought, shown with marked cells, judged anew, changed in a copy."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from kit.commands import run
from kit.viewers import forbid_temporary_files, viewer
from werkzeug.test import TestResponse

from webviewer.responses import HEADERS
from webviewer.sheet_copies import CELLS, READY, TEXT, Judge, SheetCopy
from webviewer.uploads import LIFE, Shelf

pytestmark = pytest.mark.slow

PLAIN = """\
Deal,Dealer,Winner,From,Han,Fu,Riichi,Ann,Bob,Cid,Dee,Remarks
E1,Ann,Bob,Cid,2,30,,0,2000,-2000,0,
E2,Bob,Dee,tsumo,3,40,,-1300,-2600,-1300,5200,nice
E3,Cid,-,,,,,0,0,0,0,nobody won
"""
WRONG = PLAIN.replace("0,2000,-2000", "0,2100,-2000")
UNREAD = PLAIN.replace("0,2000,-2000", "0,2ooo,-2000")
PANTHEON = """\
ann:28000 bob:32000 cid:30000 dee:30000
ron bob from ann 2han 30fu (yakuhai1 dora)
draw tempai nobody
"""
HOSTILE = """"><script>alert(1)</script><img src=x onerror=alert(2)>'&"""
ROW_HEAD = r'<th scope="row">\d+(?: <small>[^<]*</small>)?</th>'
HERE = {"Sec-Fetch-Site": "same-origin"}


@pytest.fixture(scope="module")
def app() -> Flask:
    """A viewer that has no records of its own."""
    return viewer(None).application


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A visitor whose browser keeps nothing of the tests before."""
    return app.test_client()


def bring(
    client: FlaskClient, text: str = "", *files: tuple[str, bytes], **more: Any
) -> TestResponse:
    form = {"text": text, "file": [(io.BytesIO(data), name) for name, data in files], **more}
    return client.post("/sheets", data=form, content_type="multipart/form-data", headers=HERE)


def brought(client: FlaskClient, text: str = "", *files: tuple[str, bytes], **more: Any) -> str:
    """The address of the page of a sheet."""
    answer = bring(client, text, *files, **more)
    assert answer.status_code == 303
    return answer.headers["Location"]


def change(client: FlaskClient, at: str, **form: str) -> str:
    answer = client.post(at, data=form, headers=HERE)
    assert answer.status_code == 303
    return client.get(answer.headers["Location"]).text


def marks(page: str) -> dict[str, str]:
    """By the name of a cell the classes that it is marked with."""
    heads = re.findall(r'<th scope="col">([A-Z]+)(?: <small>[^<]*</small>)?</th>', page)
    rows = re.findall(
        r'<tr id="r(\d+)"><th scope="row">\d+(?: <small>[^<]*</small>)?</th>(.*?)</tr>', page
    )
    cells = {
        f"{column}{row}": re.search(r'class="([^"]*)"', cell)
        for row, line in rows
        for column, cell in zip(heads, line.split("</td>"), strict=False)
    }
    return {name: found[1] for name, found in cells.items() if found}


def texts(page: str) -> list[list[str]]:
    rows = re.findall(
        r'<tr id="r\d+"><th scope="row">\d+(?: <small>[^<]*</small>)?</th>(.*?)</tr>', page
    )
    return [[re.sub("<[^>]+>", "", cell) for cell in row.split("</td>")[:-1]] for row in rows]


# --------------------------------------------------------------------------- the page


def test_the_page_before_a_sheet_asks_for_one(client: FlaskClient) -> None:
    page = client.get("/sheets").text
    assert 'action="/sheets"' in page
    assert "<textarea" in page


def test_a_pasted_table_is_shown_as_a_table(client: FlaskClient) -> None:
    page = client.get(brought(client, PLAIN)).text
    assert texts(page) == [line.split(",") for line in PLAIN.splitlines()]
    assert "Nothing wrong was found." in page


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp932"])
def test_a_file_is_shown_by_its_name(client: FlaskClient, encoding: str) -> None:
    page = client.get(brought(client, "", ("club.csv", PLAIN.encode(encoding)))).text
    assert "<bdi>club.csv</bdi>" in page
    assert texts(page)[1][7:11] == ["0", "2000", "-2000", "0"]


def test_what_is_wrong_is_marked_in_its_cell_and_told_below_its_row(client: FlaskClient) -> None:
    page = client.get(brought(client, WRONG)).text
    below = re.search(r'(?s)<tr id="r2">.*?<tr class="told">(.*?)<tr id', page)[1]
    assert "net.differs" in below
    assert '<b class="at">I2</b>' in below
    assert re.search(r"Cid.*→.*Bob.*rounded up to hundreds</th><td class=\"n\">2000</td>", below)
    assert [name for name, mark in marks(page).items() if "error" in mark] == ["I2"]
    assert marks(page)["H2"] == "given"
    assert "1 fault or note" in page


def test_a_cell_that_is_not_understood_is_named(client: FlaskClient) -> None:
    page = client.get(brought(client, UNREAD)).text
    assert "error" in marks(page)["I2"]
    assert '<b class="at">I2</b>' in page
    number = re.search(r'<a href="#(f\d+)">2ooo</a>', page)[1]
    assert f'<li id="{number}" class="error">' in page


def test_a_list_of_lines_is_a_table_of_one_column(client: FlaskClient) -> None:
    page = client.get(brought(client, PANTHEON)).text
    assert [row[0] for row in texts(page)] == PANTHEON.splitlines()


def test_only_rows_with_findings(client: FlaskClient) -> None:
    at = brought(client, WRONG)
    page = client.get(f"{at}?only=findings").text
    assert re.findall(r'<tr id="r(\d+)"', page) == ["1", "2"]


@pytest.mark.parametrize("query", ["page=0", "page=2", "page=-1", "sheet=0", "sheet=2"])
def test_pages_that_there_are_not(client: FlaskClient, query: str) -> None:
    assert client.get(f"{brought(client, PLAIN)}?{query}").status_code == 404


def test_a_large_sheet_comes_page_by_page(client: FlaskClient) -> None:
    head, *_ = PLAIN.splitlines()
    deals = "".join(f"{n},Ann,Bob,Cid,2,30,,0,2000,-2000,0,\n" for n in range(1, 501))
    at = brought(client, f"{head}\n{deals}")
    pages = [client.get(f"{at}?page={number}").text for number in (1, 2, 3)]
    assert max(map(len, pages)) < 200_000
    assert "page 1 of 3" in pages[0]
    assert "a game of 500 deals is too long to be judged here" in pages[0]
    rows = [row for page in pages for row in re.findall(r'<tr id="r(\d+)"', page)]
    assert rows == [str(n) for n in range(1, 502)]


def test_a_long_game_is_judged_where_its_rules_are_named(client: FlaskClient) -> None:
    head, *_ = PLAIN.splitlines()
    deals = "".join(f"{n},Ann,Bob,Cid,2,30,,0,2000,-2000,0,\n" for n in range(1, 34))
    at = brought(client, f"{head}\n{deals}")
    assert "too long" in client.get(at).text
    assert "too long" not in client.get(f"{at}?rules=riichi").text


# --------------------------------------------------------------------------- rules


def test_other_rules_judge_it_anew(client: FlaskClient) -> None:
    at = brought(client, PLAIN)
    form = client.get(f"{at}?rule_set=taiwanese&shown=&shown_preset=")
    assert form.headers["Location"].endswith("?rules=taiwanese")
    page = client.get(form.headers["Location"]).text
    assert '<option value="taiwanese" selected>' in page
    assert "rules: taiwanese" in page


def test_the_options_of_the_chosen_rules_are_fields(client: FlaskClient) -> None:
    at = brought(client, PLAIN, rule_set="riichi")
    assert at.endswith("?rules=riichi")
    page = client.get(at).text
    fields = dict(re.findall(r'name="(o\.[a-z_]+)" value="([^"]*)"', page))
    assert fields["o.start_points"] == "25000"
    form = {"rule_set": "riichi", "shown": "riichi", "preset": "", "shown_preset": "", **fields}
    way = client.get(at.partition("?")[0], query_string={**form, "o.start_points": "30000"})
    assert way.headers["Location"].endswith("?rules=riichi+start_points%3D30000")
    page = client.get(way.headers["Location"]).text
    assert 'name="o.start_points" value="30000"' in page
    assert "rules: riichi/1 start_points=30000" in page


def test_a_preset_brings_its_own_options(client: FlaskClient) -> None:
    at = brought(client, PLAIN)
    form = "rule_set=riichi&shown=riichi&shown_preset=&preset=mahjongsoul&o.start_points=1"
    way = client.get(f"{at}?{form}").headers["Location"]
    assert way.endswith("?rules=riichi+preset%3Dmahjongsoul")
    assert "<option selected>mahjongsoul</option>" in client.get(way).text


@pytest.mark.parametrize("header", ["nothing", "riichi/9", "riichi uma=x", HOSTILE])
def test_rules_that_there_are_not_are_told(client: FlaskClient, header: str) -> None:
    answer = client.get(brought(client, PLAIN), query_string={"rules": header})
    assert answer.status_code == 200
    assert re.search(r'<p class="problem" role="alert">[^<]+</p>', answer.text)
    assert "<script>alert" not in answer.text


# --------------------------------------------------------------------------- the copy


def test_a_change_is_made_in_the_copy_and_judged(client: FlaskClient) -> None:
    at = brought(client, WRONG)
    page = change(client, at, cell="i2", text="2000")
    assert texts(page)[1][8] == "2000"
    assert "Nothing wrong was found." in page
    assert '<b class="at">I2</b> <s>2100</s> → <b>2000</b>' in page
    assert "new" in marks(page)["I2"]


def test_a_change_can_be_taken_back(client: FlaskClient) -> None:
    at = brought(client, WRONG)
    change(client, at, put="0.2.9=2000")
    change(client, at, put="0.2.12=fine")
    assert "2100" in change(client, at, undo="0.2.9")
    page = change(client, at, undo="all")
    assert texts(page) == [line.split(",") for line in WRONG.splitlines()]
    assert "Changed in this copy" not in page


def test_lines_are_changed_too(client: FlaskClient) -> None:
    at = brought(client, PANTHEON)
    line = "ron bob from ann 3han 30fu"
    assert texts(change(client, at, cell="A2", text=line))[1][0] == line


def press(client: FlaskClient, at: str, words: str) -> str:
    """The page after the button with these words."""
    page = client.get(at).text
    value = re.search(rf'<button class="put" name="put" value="([^"]+)">{words}</button>', page)[1]
    return change(client, at, put=unescape(value))


def test_a_suggestion_is_one_button(client: FlaskClient) -> None:
    page = press(client, brought(client, WRONG), "put 2000 in I2")
    assert texts(page)[1][8] == "2000"
    assert "Nothing wrong was found." in page


SHEET_WITH_WIN = PLAIN.replace(
    "E3,Cid,-,,,,,0,0,0,0,nobody won", "E3,Cid,Ann,Dee,2,40,,2600,0,0,-2600,"
)


@pytest.mark.parametrize(
    ("slip", "words"),
    [
        (("Bob,Cid,2", "Bob,Dee,2"), ["put Cid in D2"]),
        (("E3,Cid,Ann", "E3,Cid,Bob"), ["put Ann in C4"]),
        (("Dee,2,40", "Dee,3,40"), ["put 2 in E4"]),
        (("2600,0,0,-2600", "2060,0,0,-2600"), ["put 2600 in H4"]),
        (("E2,Bob", "E2,Ann"), ["put Bob in B3"]),
    ],
    ids=["from whom", "who won", "han", "digits", "dealer"],
)
def test_each_of_the_smallest_explanations_is_a_button(
    client: FlaskClient, slip: tuple[str, str], words: list[str]
) -> None:
    at = f"{brought(client, SHEET_WITH_WIN.replace(*slip))}?rules=riichi"
    page = client.get(at).text
    assert {*words} <= {*re.findall('<button class="put"[^>]*>([^<]+)</button>', page)}
    mended = press(client, at, words[-1])
    assert texts(mended) == [line.split(",") for line in SHEET_WITH_WIN.splitlines()]
    assert "Nothing wrong was found." in mended


@pytest.mark.parametrize(
    ("wrong", "due"),
    [("2.1;-2.0", "2.0"), ("+2,100;-2,000", "+2,000"), ("2100;△2000", "2000")],
)
def test_a_suggestion_is_written_as_the_sheet_writes(
    client: FlaskClient, wrong: str, due: str
) -> None:
    text = PLAIN.replace(",", ";").replace("2000;-2000", wrong)
    if "2.1" in wrong:
        text = re.sub(r"(-?[0-9]+)00(?=;)", lambda number: str(int(number[1]) / 10), text)
    page = press(client, brought(client, text), rf"put {re.escape(due)} in I2")
    assert texts(page)[1][8] == due


def test_all_suggestions_at_once(client: FlaskClient) -> None:
    at = brought(client, WRONG.replace("-2600", "-2800"))
    assert "put in all 2 suggestions" in client.get(at).text
    page = change(client, at, all="1")
    assert texts(page) == [line.split(",") for line in PLAIN.splitlines()]


def test_the_copy_is_downloaded_with_its_changes(client: FlaskClient) -> None:
    at = brought(client, WRONG)
    change(client, at, cell="I2", text="2000")
    answer = client.get(f"{at}/1.csv")
    assert answer.data.decode("utf-8-sig").splitlines() == PLAIN.splitlines()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="sheet-1.csv"'
    assert client.get(f"{at}/2.csv").status_code == 404


def test_a_download_holds_no_formulas(client: FlaskClient) -> None:
    text = PLAIN.replace("nice", "=HYPERLINK(1)").replace("nobody won", "@SUM(A1)")
    kept = client.get(f"{brought(client, text)}/1.csv").text
    assert "'=HYPERLINK(1)" in kept
    assert "'@SUM(A1)" in kept
    assert ",-1300,-2600," in kept


def workbook(text: str = WRONG) -> bytes:
    openpyxl = pytest.importorskip("openpyxl", reason="mjlog[sheets] is not installed")
    book = openpyxl.Workbook()
    for line in text.splitlines():
        book.active.append(
            [int(each) if each.lstrip("-").isdigit() else each or None for each in line.split(",")]
        )
    book.create_sheet("prices").append(["rice", 3])
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def cells(data: bytes) -> dict[str, object]:
    import openpyxl  # noqa: PLC0415  it need not be installed

    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    return {cell.coordinate: cell for row in sheet.iter_rows() for cell in row}


def test_a_workbook_is_shown_and_its_copy_comes_back_corrected(client: FlaskClient) -> None:
    at = brought(client, "", ("club.xlsx", workbook(WRONG.replace("nice", "=1+1"))))
    page = change(client, at, cell="L4", text="=2+2")
    assert "error" in marks(page)["I2"]
    assert f'href="/sheets/{at.split("/")[-1]}?sheet=2"' in page
    answer = client.get(f"{at}/corrected.xlsx?rules=riichi")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="corrected.xlsx"'
    found = cells(answer.data)
    assert found["I2"].value == 2000
    assert "2100" in found["I2"].comment.text
    assert (found["L4"].value, found["L4"].data_type) == ("=2+2", "s")


def test_a_pasted_table_comes_back_as_a_workbook(client: FlaskClient) -> None:
    pytest.importorskip("openpyxl", reason="mjlog[sheets] is not installed")
    at = brought(client, WRONG.replace("nice", "=1+1"))
    change(client, at, cell="H3", text="-1400")
    found = cells(client.get(f"{at}/corrected.xlsx").data)
    assert (found["L3"].value, found["L3"].data_type) == ("=1+1", "s")
    assert found["H3"].comment is not None


def test_without_the_library_the_page_says_so(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webviewer.pages.sheet_pages.find_spec", lambda _: None)
    at = brought(client, WRONG)
    assert "pip install" in client.get(at).text
    answer = client.get(f"{at}/corrected.xlsx")
    assert answer.status_code == 404
    assert "mjlog[sheets] is not installed" in answer.text


# --------------------------------------------------------------------------- hostile


def test_words_of_a_sheet_are_text(client: FlaskClient) -> None:
    quoted = '"' + HOSTILE.replace('"', '""') + '"'
    at = brought(client, PLAIN.replace("nice", quoted).replace("Dee", quoted))
    page = client.get(at).text
    assert "<script>alert" not in page
    assert HOSTILE in unescape(page)
    assert "<script>alert" not in change(client, at, cell="I2", text=HOSTILE)
    named = client.get(brought(client, "", (HOSTILE, PLAIN.encode()))).text
    assert "<script>alert" not in named


def zipped(**files: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"rice, tea", "no table of deals is found here"),
        (bytes(range(256)) * 4, "this is neither text nor a workbook"),
        (b"Deal," * 60_000, f"may have {TEXT >> 10} KB here"),
        (b"a,b,c,d\n" * (CELLS // 4 + 1), f"may have {CELLS} cells here"),
        (b'"' * 3_000, "no table of deals is found here"),
        (zipped(**{"bomb.xml": b"\0" * 50_000_000}), "cannot be read as a score sheet"),
    ],
    ids=["words", "binary", "large", "many cells", "quotes", "bomb"],
)
def test_what_is_no_sheet_says_so(client: FlaskClient, data: bytes, words: str) -> None:
    at = brought(client, "", ("sheet.csv", data))
    page = client.get(at).text
    assert words in page
    assert len(page) < 100_000
    assert client.get(f"{at}/corrected.xlsx").status_code == 404


def test_wide_sheets_are_cut_and_say_so(client: FlaskClient) -> None:
    wide = "".join(f"{line}{',x' * 100}\n" for line in PLAIN.splitlines())
    assert "52 more columns are not shown" in client.get(brought(client, wide)).text


def test_nothing_chosen_and_too_large(client: FlaskClient) -> None:
    assert bring(client, " \n").status_code == 400
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n'
    body = head + b"x" * (3 << 20) + b"\r\n--x--\r\n"
    answer = client.post("/sheets", data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    # The form is there for another sheet.
    assert "mjlog sheet check" in answer.text
    assert 'action="/sheets"' in answer.text


@pytest.mark.parametrize(
    "form", [{"cell": "2H"}, {"cell": "H0"}, {"cell": "H99999999"}, {"cell": HOSTILE}]
)
def test_cells_that_there_are_not(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post(brought(client, PLAIN), data=form, headers=HERE)
    assert answer.status_code == 400
    assert "such as H2" in answer.text


def test_a_copy_has_so_many_changes(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webviewer.pages.sheet_pages.EDITS", 2)
    at = brought(client, PLAIN)
    for row in (2, 3):
        change(client, at, put=f"0.{row}.12=x")
    answer = client.post(at, data={"put": "0.4.12=x"}, headers=HERE)
    assert answer.status_code == 413
    assert "too many changes" in answer.text


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://else.example"}]
)
def test_no_other_site_brings_or_changes(client: FlaskClient, headers: dict[str, str]) -> None:
    at = brought(client, PLAIN)
    for url in ("/sheets", at):
        assert client.post(url, data={"text": PLAIN}, headers=headers).status_code == 403


def test_what_is_brought_is_kept_by_nobody(client: FlaskClient) -> None:
    at = brought(client, PLAIN)
    for url in ("/sheets", at, f"{at}/1.csv"):
        headers = client.get(url).headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Robots-Tag"] == "noindex"
        assert headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]


def test_nothing_touches_the_disk(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    forbid_temporary_files(monkeypatch)
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n'
    body = head + PLAIN.encode() + b"\n" * 1_000_000 + b"\r\n--x--\r\n"
    answer = client.post("/sheets", data=body, content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 303


@pytest.mark.parametrize(
    "url", ["/sheets/~x", f"/sheets/~{'0' * 32}", f"/sheets/~{'0' * 32}/1.csv"]
)
def test_what_is_not_held_says_so(client: FlaskClient, url: str) -> None:
    answer = client.get(url)
    assert answer.status_code == 404
    assert "There is no such file now" in answer.text


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_sheet_that_nobody_looks_at_is_dropped() -> None:
    clock = Clock()
    shelf = Shelf(clock)
    shelf.store_sheet(SheetCopy("one", "one", b"x"))
    clock.now = LIFE - 1
    assert shelf.sheet("one") is not None
    clock.now = 3 * LIFE
    assert shelf.sheet("one") is None


def test_so_many_sheets_stay_judged() -> None:
    judge = Judge()
    copies = [SheetCopy(str(n), "sheet", PLAIN.encode()) for n in range(READY + 3)]
    for copy in copies:
        assert judge.of(copy).games
    assert [bool(copy.ready) for copy in copies] == [False] * 3 + [True] * READY


def test_while_too_many_are_read_others_wait(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webviewer.sheet_copies.Judge.of", lambda *_: None)
    answer = client.get(brought(client, PLAIN))
    assert answer.status_code == 503
    assert "Try again" in answer.text


# --------------------------------------------------------------------------- in a folder


@pytest.fixture
def folder(tmp_path) -> FlaskClient:
    (tmp_path / "club.csv").write_text(WRONG, encoding="utf-8")
    (tmp_path / "prices.csv").write_text("rice,tea\n1,2\n", encoding="utf-8")
    return viewer(tmp_path)


def test_sheets_of_a_folder_stand_in_the_list(folder: FlaskClient) -> None:
    page = folder.get("/").text
    row = re.search(r'(?s)<tr>(?:(?!</tr>).)*?href="/sheets/club".*?</tr>', page)[0]
    assert "club.csv" in row
    assert "Ann" in row
    assert "1 fault" in row
    assert "no table of deals" in page
    assert folder.get("/?status=errors").text.count('href="/sheets/club"') == 2


def test_a_sheet_of_a_folder_opens_as_a_sheet(folder: FlaskClient, tmp_path) -> None:
    page = folder.get("/sheets/club").text
    assert "error" in marks(page)["I2"]
    changed = change(folder, "/sheets/club?sheet=1", cell="I2", text="2000")
    assert "Nothing wrong was found." in changed
    assert (tmp_path / "club.csv").read_text(encoding="utf-8") == WRONG
    assert "error" in marks(folder.get("/sheets/club").text)["I2"]
    assert folder.get("/sheets/club/1.csv").status_code == 200
    assert folder.get("/sheets/prices").status_code == 200
    assert folder.get("/r/club").headers["Location"] == "/sheets/club"
    assert folder.get("/sheets/nothing").status_code == 404


def test_a_first_view_is_small(client: FlaskClient) -> None:
    """The page of fifty deals with all that it loads, as it goes over the wire."""
    head, *deals = PLAIN.splitlines()
    at = brought(client, "\n".join([head, *deals * 17]), rule_set="riichi")
    page = client.get(at, headers={"Accept-Encoding": "gzip"})
    loaded = re.findall(r'(?:href|src)="(/static/[^"]+)"', gzip.decompress(page.data).decode())
    assert len(loaded) <= 6
    size = len(page.data)
    for url in loaded:
        with client.get(url, headers={"Accept-Encoding": "gzip"}) as answer:
            size += len(answer.data)
    assert size < 20_000


# --------------------------------------------------------------------------- what the columns are

ONE_DEAL = "\n".join([*WRONG.splitlines()[:2], ""])
"""Of more deals the points would say what columns with unknown heads are."""
OWN_HEADS = ONE_DEAL.replace("Winner", "Qa").replace("From", "Qb").replace("Han,Fu", "Qc,Qd")
SUM = "rounded up to hundreds"
"""What the page works out only if it knows the hand."""
NAMED = {"c.3": "winner", "c.4": "from", "c.5": "han", "c.6": "fu"}


def roles(page: str) -> dict[int, str]:
    """By the number of a column what it is taken for."""
    fields = re.findall(r'<select name="c\.(\d+)"(.*?)</select>', page)
    chosen = {int(n): re.findall(r'value="([^"]*)" selected', field) for n, field in fields}
    return {number: words[0] for number, words in chosen.items() if words and words[0]}


def test_the_page_says_what_each_column_is_taken_for(client: FlaskClient) -> None:
    words = roles(client.get(brought(client, PLAIN)).text)
    assert words[1] == "deal"
    assert words[3] == "winner"
    assert [words[column] for column in (8, 9, 10, 11)] == ["change"] * 4


def test_what_a_column_is_said_to_be_is_judged_at_once() -> None:
    client = viewer(None)
    at = brought(client, OWN_HEADS)
    assert SUM not in client.get(at).text
    page = change(client, at, columns="read", head="1", **NAMED)
    assert roles(page)[3] == "winner"
    assert SUM in page
    assert 'value="forget"' in page
    page = change(client, at, columns="forget")
    assert SUM not in page
    assert 3 not in roles(page)


def test_the_next_sheet_of_a_club_is_read_by_the_same_columns() -> None:
    client = viewer(None)
    change(client, brought(client, OWN_HEADS), columns="read", head="1", **NAMED)
    others = OWN_HEADS.replace("Ann", "Eva").replace("Bob", "Flo")
    page = client.get(brought(client, others)).text
    assert SUM in page
    assert "Flo&#39;s points" in page
    unlike = client.get(brought(client, PLAIN.replace("Remarks", "Place"))).text
    assert 'value="forget"' not in unlike
    assert SUM not in client.get(brought(viewer(None), others)).text


def test_the_columns_are_kept_as_a_map_for_the_command(client: FlaskClient, tmp_path: Path) -> None:
    at = brought(client, OWN_HEADS)
    change(client, at, columns="read", head="1", **NAMED)
    (tmp_path / "map.toml").write_bytes(client.get(f"{at}/map.toml?rules=riichi").data)
    (tmp_path / "club.csv").write_text(OWN_HEADS, encoding="utf-8")
    answer = run("sheet", "check", tmp_path / "club.csv", "--map", tmp_path / "map.toml")
    assert "I2: error net.differs" in answer.stdout


def test_a_table_that_is_not_recognised_can_be_named(client: FlaskClient) -> None:
    odd = "\n".join(f"x{n};{n * 7 % 5};y;{n}" for n in range(1, 5))
    page = client.get(brought(client, odd)).text
    assert "cannot be read as a score sheet" in page
    assert "Choose the meaning of each column" in page
    page = change(client, brought(client, odd), columns="read", head="0", **{"c.2": "change"})
    assert roles(page) == {2: "change"}


def test_a_column_is_a_players_hand_or_the_mark_of_who_paid(client: FlaskClient) -> None:
    at = brought(client, PLAIN)
    columns = {8: "hand", 9: "loser"}
    form = {f"c.{column}": word for column, word in columns.items()}
    page = change(client, at, columns="read", head="1", **form)
    assert columns.items() <= roles(page).items()


def test_a_sheet_of_columns_is_named_by_its_rows(client: FlaskClient) -> None:
    turned = "\n".join(
        map(",".join, zip(*(row.split(",") for row in PLAIN.splitlines()), strict=True))
    )
    page = client.get(brought(client, turned)).text
    assert roles(page)[1] == "deal"
    assert roles(page)[8] == "change"
    assert 'name="turned" checked' in page
    page = change(client, brought(client, turned), columns="read", head="1")
    assert 'name="turned"' in page


@pytest.mark.parametrize(
    "form",
    [
        {"head": "-1", "c.99999": "winner", "c.x": "deal", "c.": ""},
        {"head": "9" * 30, "unit": "7", "c.3": HOSTILE},
        {"turned": "on", "head": "0", "c.1": "change", "c.2": "total"},
        {"head": "2", **{f"c.{n}": "winner" for n in range(1, 13)}},
    ],
)
def test_odd_forms_of_columns_do_no_harm(client: FlaskClient, form: dict[str, str]) -> None:
    at = brought(client, PLAIN)
    page = change(client, at, columns="read", **form)
    assert "<script>alert" not in page
    assert 'id="columns"' in page


def test_a_cookie_that_is_no_map_is_passed_over() -> None:
    client = viewer(None)
    for text in ("", "x", "//8=", "Y29sdW1ucw=="):
        client.set_cookie("sheet_map", text, path="/sheets")
        assert "Nothing wrong was found." in client.get(brought(client, PLAIN)).text


CLUB = b'title = "Friday club"\nlike = "hongkong"\n\n[options]\nminimum = 1\n'
LOW_WINS = """\
deal,winner,from,faan,Ann,Bob,Cid,Dee
E1,Bob,Cid,1,0,8,-8,0
E2,Ann,Dee,2,16,0,0,-16
"""


def test_a_sheet_is_judged_by_the_file_of_rules_that_is_brought_beside_it(client):
    by_the_book = client.get(brought(client, LOW_WINS, rule_set="hongkong")).text
    assert "win.least" in by_the_book
    at = brought(client, LOW_WINS, rules_file=(io.BytesIO(CLUB), "club.toml"))
    page = client.get(at).text
    assert "Nothing wrong was found." in page
    assert re.search(r'<option value="file:club\.toml#sha256:[0-9a-f]{64}" selected>', page)


def test_a_file_of_rules_that_is_wrong_is_named_with_its_line(client):
    wrong = CLUB.replace(b"minimum", b"minimun")
    answer = bring(client, LOW_WINS, rules_file=(io.BytesIO(wrong), "club.toml"))
    assert answer.status_code == 422
    assert "club.toml, line 5, column 1: unknown option" in answer.text


BESIDE = """\
Round,Winner,From,Han,Fu,Anna,Ben,Cleo,Dan,Winner,From,Han,Fu,Eva,Finn,Gus,Hal
E1,Anna,Ben,3,30,5800,-5800,0,0,Eva,Finn,2,30,2900,-2900,0,0
E1-1,Cleo,,2,30,-1100,-600,2300,-600,Gus,,2,30,-1100,-600,2300,-600
"""


def test_columns_of_a_table_beside_the_first_have_their_meaning_above_them(client):
    page = client.get(brought(client, BESIDE)).text
    assert re.findall(r'name="c\.([0-9]+)"', page) == [str(number) for number in range(1, 10)]
    assert page.count("<td><b>points ±</b></td>") == 4


def test_results_without_rules_that_agree_leave_nothing_open(client):
    page = client.get(brought(client, "Player,Points\nAda,41000\nBo,29000\nCy,18000\nDi,12000\n"))
    assert '<section class="verdict clean"' in page.text
