"""Photographs of sheets on the web: brought, asked about cell by cell, judged, added, printed."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from kit.browsers import opened
from kit.photographs import Hand, photographed, scanned, values_of
from kit.ruled_sheets import ruled, texts_of
from kit.viewers import answering, viewer
from PIL import Image
from viewer.test_adding import done, number
from werkzeug.test import TestResponse

from mjlog.archive.store import create
from mjlog.archive.view import KEEPER, viewing
from mjlog.bots.generate import games
from mjlog.notation import read
from mjlog.paper.form import form_of
from mjlog.paper.sources import Confirmation, Source, sources_in
from webviewer import create_app
from webviewer.service.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

HERE = {"Sec-Fetch-Site": "same-origin"}


@cache
def photograph(name: str = "taiwanese") -> bytes:
    """Return a small scan on which the first amount is crossed out."""
    form = form_of(name)
    values = values_of(next(games(name, seed=38, deals=6, fast=True)))
    hand = Hand(101)
    page = hand.fill(form, values)
    key = next(key for key in values if key[1] == "change")
    for box in form.cells()[key][1:]:
        hand.cross_out(page, box)
    image = Image.open(io.BytesIO(scanned(page, 101))).convert("L")
    stream = io.BytesIO()
    # The client of the tests writes what is larger to files.
    image.resize((1800, 1800 * image.height // image.width)).save(stream, "JPEG", quality=70)
    return stream.getvalue()


def bring(client: FlaskClient, *pictures: bytes, field: str = "file") -> TestResponse:
    form = {field: [(io.BytesIO(data), f"{n}.jpg") for n, data in enumerate(pictures)]}
    return client.post("/sheets", data=form, content_type="multipart/form-data", headers=HERE)


def test_a_photograph_leads_to_its_first_question() -> None:
    client = viewer(None)
    answer = bring(client, photograph(), field="photo")
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert "Cell 1 of" in page
    assert "something is crossed out" in page
    picture = re.search(r'href="(/sheets/~\w+/1\.jpg)"', page)
    assert picture is not None
    data = client.get(picture[1])
    assert data.mimetype == "image/jpeg"
    wide, high = Image.open(io.BytesIO(data.data)).size
    assert wide / high == pytest.approx(297 / 210, abs=0.01)


def test_what_is_answered_stands_in_the_table_and_can_be_undone() -> None:
    client = viewer(None)
    at = bring(client, photograph()).headers["Location"]
    cell = re.search(r'name="cell" value="(\w+)"', client.get(at).text)
    assert cell is not None
    form = {"cell": cell[1], "text": "-17"}
    answer = client.post(at, data=form, headers=HERE)
    assert answer.status_code == 303
    sheet = client.get(at.removesuffix("/ask")).text
    assert re.search(rf'<b class="at">{cell[1]}</b> <s>\?</s> → <b>-17</b>', sheet)
    client.post(at.removesuffix("/ask"), data={"undo": "all"}, headers=HERE)
    assert cell[1] in client.get(at).text


def test_the_record_says_what_was_read_and_who_confirmed_what() -> None:
    client = viewer(None)
    at = bring(client, photograph()).headers["Location"]
    sheet = at.removesuffix("/ask")
    cell = re.search(r'name="cell" value="(\w+)"', client.get(at).text)
    assert cell is not None
    form = {"cell": cell[1], "text": "-17", "by": " Ann {Example} "}
    client.post(at, data=form, headers=HERE)
    assert 'value="Ann {Example}"' in client.get(f"{at}?cell={cell[1]}").text
    address = f"{sheet}/1.mjl"
    assert f'href="{address}' in client.get(sheet).text
    game = read(client.get(address).text)
    sources = [source for deal in game.deals for source in sources_in(deal)]
    (confirmed,) = [source for source in sources if isinstance(source, Confirmation)]
    assert (confirmed.text, confirmed.by) == ("-17", "Ann {Example}")
    cells = {(each.column, each.seat) for each in sources if isinstance(each, Source)}
    assert (confirmed.column, confirmed.seat) in cells
    client.post(sheet, data={"undo": "all"}, headers=HERE)
    assert "note confirmed" not in client.get(address).text
    assert client.get(f"{sheet}/2.mjl").status_code == 404


def test_nothing_typed_accepts_what_was_read_and_the_last_answer_leads_to_the_verdict() -> None:
    client = viewer(None)
    at = bring(client, photograph()).headers["Location"]
    for _ in range(40):
        page = client.get(at).text
        cell, first = re.search(r'name="cell" value="(\w+)"', page), re.search(
            r'name="first" value="([^"]*)"', page
        )  # fmt: skip
        assert cell is not None
        form = {"cell": cell[1], "first": first[1]} if first else {"cell": cell[1], "text": "-17"}
        answer = client.post(at, data={**form, **({"text": ""} if first else {})}, headers=HERE)
        if not answer.headers["Location"].endswith("/ask"):
            break
    sheet = client.get(answer.headers["Location"]).text
    assert "left to check" not in sheet
    assert "6 deals" in sheet


def test_a_picture_without_a_sheet_says_what_to_do() -> None:
    stream = io.BytesIO()
    Image.new("RGB", (800, 600), "white").save(stream, "PNG")
    answer = bring(viewer(None), stream.getvalue())
    assert answer.status_code == 422
    assert "no corner marks are found" in answer.text


def test_two_pictures_are_two_sheets_beside_each_other() -> None:
    client = viewer(None)
    at = bring(client, photograph(), photograph("taiyuan")).headers["Location"]
    sheet = client.get(at.removesuffix("/ask")).text
    assert len(re.findall(r"\(\d\)</a>", sheet)) >= 2


def test_a_picture_without_a_sheet_is_named_beside_those_that_have_one() -> None:
    stream = io.BytesIO()
    Image.new("RGB", (800, 600), "white").save(stream, "PNG")
    client = viewer(None)
    at = bring(client, photograph(), stream.getvalue()).headers["Location"]
    for address in (at, at.removesuffix("/ask")):
        assert "picture 2: no corner marks are found" in client.get(address).text


@pytest.mark.parametrize("cell", ["A1", "ZZ99", "nonsense"])
def test_a_cell_that_was_not_photographed_is_refused(cell: str) -> None:
    client = viewer(None)
    at = bring(client, photograph()).headers["Location"]
    assert client.post(at, data={"cell": cell, "text": "1"}, headers=HERE).status_code == 400
    assert client.post(at, data={"cell": cell, "text": "1"}).status_code in {400, 403}


def test_a_sheet_of_no_photograph_asks_nothing() -> None:
    client = viewer(None)
    text = {"text": "Deal,Winner,From,Ann,Bob,Cid,Dee\nE1,Ann,Bob,8,-8,0,0\n"}
    at = client.post("/sheets", data=text, headers=HERE).headers["Location"]
    assert client.get(f"{at}/ask").status_code == 404
    assert client.get(f"{at}/1.jpg").status_code == 404


def test_a_read_sheet_is_added_and_its_pictures_are_dropped(tmp_path: Path) -> None:
    with create(tmp_path / "club.sqlite") as archive:
        client = create_app(None, archive=archive, settings=Settings(add="anybody")).test_client()
        at = bring(client, photograph()).headers["Location"].removesuffix("/ask")
        assert "Add this sheet to the archive" in client.get(at).text
        cell = re.search(r'name="cell" value="(\w+)"', client.get(f"{at}/ask").text)
        assert cell is not None
        answer = {"cell": cell[1], "text": "8", "by": "Ann"}
        client.post(f"{at}/ask", data=answer, headers=HERE)
        form = {"sheet": at.rpartition("/")[2], "token": "wrong"}
        assert client.post("/add", data=form, headers=HERE).status_code == 403
        assert client.get(f"{at}/1.jpg").status_code == 200
        done(client, client.post("/add", data={**form, "token": ""}, headers=HERE))
        assert number(archive, KEEPER) == 1
        with viewing(archive, KEEPER) as view:
            (stored,) = view.batch(0, 9)
        text = stored.text.decode()
        assert "note read " in text
        assert re.search(r"note confirmed [a-zA-Z ]+ \{8\} by \{Ann\}", text)
        assert client.get(f"{at}/1.jpg").status_code == 404
        assert client.get(at).status_code == 200


def test_the_columns_of_a_ruled_sheet_are_named_on_its_page() -> None:
    some = [next(games("riichi", seed=1040 + part, deals=12, fast=True)) for part in range(4)]
    page = ruled(texts_of(some, "changes"), Hand(104), 104)
    client = viewer(None)
    at = bring(client, photographed(page, 104)).headers["Location"]
    sheet = client.get(at, follow_redirects=True)
    assert "A table of 5 columns and 15 rows was found. Say which column is which." in sheet.text
    assert "cannot be read" not in sheet.text
    assert "no table of deals is found" not in sheet.text
    assert re.findall(r'text-anchor="middle">(\w)<', sheet.text) == [*"ABCDE"]
    at = at.removesuffix("/ask")
    columns = {f"c.{column}": "change" for column in (2, 3, 4, 5)} | {"c.1": "deal"}
    form = {**columns, "head": "1", "columns": "read"}
    named = client.post(f"{at}?rules=riichi", data=form, headers=HERE)
    assert "Set-Cookie" not in named.headers  # heads are not read, so no other sheet has the same
    text = client.get(named.headers["Location"]).text
    assert "14 deals" in text
    assert "left to check" in text
    asked = client.get(f"{at}/ask").text
    assert re.search(r"<h1>\w+ · ", asked)
    cell = re.search(r'name="cell" value="(\w+)"', asked)
    assert cell is not None
    client.post(f"{at}/ask", data={"cell": cell[1], "text": "-17"}, headers=HERE)
    # What was answered stays when another column is named.
    client.post(f"{at}?rules=riichi", data={**form, "c.1": ""}, headers=HERE)
    assert re.search(rf'<b class="at">{cell[1]}</b> <s>\?</s> → <b>-17</b>', client.get(at).text)
    forgotten = client.post(at, data={"columns": "forget"}, headers=HERE)
    assert "Say which column is which" in client.get(forgotten.headers["Location"]).text


def test_sheets_are_printed_for_each_table_and_round() -> None:
    client = viewer(None)
    assert "Score sheets to print" in client.get("/paper").text
    form = {"rule_set": "riichi", "preset": "ema-2016", "event": "Cup", "tables": 2, "rounds": 2}
    answer = client.get("/paper.pdf", query_string=form)
    assert answer.mimetype == "application/pdf"
    assert answer.data.count(b"/Type /Page\n") + answer.data.count(b"/Type /Page ") == 4
    for wrong in ({"preset": "nonsense"}, {"rule_set": "nonsense"}):
        assert client.get("/paper.pdf", query_string=wrong).status_code == 422
    for wrong in ({"paper": "x"}, {"form": "x"}):
        assert client.get("/paper.pdf", query_string=wrong).status_code == 400
    many = {"tables": 40, "rounds": 12}
    assert client.get("/paper.pdf", query_string=many).status_code == 413


@pytest.mark.browser
def test_a_phone_alone_and_a_keyboard_alone_answer_all_questions(browser: Browser) -> None:
    with answering(create_app(None)) as site, opened(browser, site, "/sheets", width=390) as page:
        file = {"name": "sheet.jpg", "mimeType": "image/jpeg", "buffer": photograph()}
        page.set_input_files("#file", file)
        page.click("#look button")
        page.wait_for_selector(".asking")
        page.wait_for_load_state()
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        while page.locator(".asking").count():
            before = page.url, page.inner_text("h1")
            if not page.locator("[name=first]").count():
                page.keyboard.type("-17")
            with page.expect_navigation():
                page.keyboard.press("Enter")
            assert (page.url, page.inner_text("h1")) != before
        assert page.evaluate("document.documentElement.scrollWidth") == 390
        with page.expect_navigation():
            page.click(".photograph a:has(rect.new)")
        assert page.locator(".asking").count() or page.url.partition("#")[2].startswith("f")
