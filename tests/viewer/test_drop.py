"""A record brought from any page: dropped, chosen or pasted; what a mended one has changed."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from kit.browsers import opened
from kit.places import SAMPLES

from mjlog.formats.registry import export
from mjlog.notation import read

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser
    from werkzeug.test import TestResponse

BROKEN = SAMPLES / "broken" / "taiyuan" / "pay.seats.mjl"
TEXT = BROKEN.read_text(encoding="utf-8")
MENDED = TEXT.replace("A>C 11", "A>C 12")
LOG = {"name": ["a", "b", "c", "d"], "rule": {"disp": "x", "aka": 0}, "log": []}


def brought(client: FlaskClient, text: str, before: str = "") -> TestResponse:
    """What comes of a pasted text."""
    return client.post("/look", data={"text": text, "before": before})


@pytest.mark.parametrize(
    "page", ["/", "/look", "/r/riichi-double-ron/d1/s3", "/r/riichi-double-ron/audit", "/sheets"]
)
def test_every_page_takes_a_file(client: FlaskClient, page: str) -> None:
    text = client.get(page).text
    assert 'id="drop"' in text
    scripts = re.findall(r'/static/[^" ]*[.]js[^" ]*', text)
    told = []
    for script in scripts:
        with client.get(script) as answer:
            told.append(answer.text)
    assert any("requestSubmit" in script for script in told)


def test_a_frame_of_another_site_takes_none(client: FlaskClient) -> None:
    assert "look.js" not in client.get("/embed/riichi-double-ron/d1/s3").text


def test_without_scripts_there_is_a_form(client: FlaskClient) -> None:
    page = client.get("/r/broken-taiyuan-pay-seats/d1/s88").text
    assert 'href="/look?before=broken-taiyuan-pay-seats"' in page
    form = client.get("/look?before=broken-taiyuan-pay-seats").text
    assert '<input type="hidden" name="before" value="broken-taiyuan-pay-seats">' in form
    assert '<textarea id="text"' in form


def test_what_is_brought_opens_at_its_first_fault(client: FlaskClient) -> None:
    record = brought(client, TEXT).headers["Location"].replace("/edit/", "/r/")
    assert client.get(record).headers["Location"].endswith("/d1/s88")


def test_a_mended_record_shows_what_has_changed(client: FlaskClient) -> None:
    """The same as the file of the folder, and as a file brought before."""
    first = brought(client, TEXT).headers["Location"].rpartition("/")[2]
    for before in ("broken-taiyuan-pay-seats", first):
        there = brought(client, MENDED, before).headers["Location"]
        page = client.get(there).text
        assert "1 fault is gone, 0 are new, 0 are the same." in page
        assert "Wang Li pays Chen Bo 11; the rules give 12" in page
        assert "Open it: no fault is left" in page


def test_what_stays_and_what_comes_is_told(client: FlaskClient) -> None:
    worse = TEXT.replace("score 88 93 123 96", "score 88 93 124 96")
    page = client.get(brought(client, worse, "broken-taiyuan-pay-seats").headers["Location"]).text
    assert re.search("0 faults are gone, [1-9] (is|are) new, 1 is the same", page)
    step = re.search(r'<a href="([^"]*)">deal 1', page)
    assert step is not None
    assert client.get(step[1].replace("&amp;", "&")).headers["Location"].endswith("/s88")


def test_another_game_is_only_opened(client: FlaskClient) -> None:
    other = (SAMPLES / "riichi" / "double-ron.mjl").read_text(encoding="utf-8")
    there = brought(client, other, "broken-taiyuan-pay-seats").headers["Location"]
    assert there.startswith("/r/~")


def test_an_address_is_not_fetched_and_the_page_says_what_to_do(client: FlaskClient) -> None:
    answer = brought(client, "https://tenhou.net/0/?log=2020010100gm-0089-0000-00000000&tw=0")
    assert answer.status_code == 422
    assert "tenhou.net/0/log/?2020010100gm-0089-0000-00000000" in answer.text


def test_an_address_that_holds_the_log_is_read(client: FlaskClient) -> None:
    answer = brought(client, "https://tenhou.net/6/#json=" + quote(json.dumps(LOG)))
    assert "fetches nothing" not in answer.text


@pytest.mark.parametrize(
    "words", ["My game of yesterday:\n\n{}\n\nAnn", '{{"data": {{"game": {}}}}}']
)
def test_a_log_with_words_or_other_json_around_it_is_read(client: FlaskClient, words: str) -> None:
    record = read((SAMPLES / "riichi" / "game-four-players.mjl").read_bytes())
    answer = brought(client, words.format(export(record, "tenhou6").text))
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/r/~")


@pytest.mark.browser
def test_a_file_dropped_on_a_record_is_compared_with_it(browser: Browser, site: str) -> None:
    with opened(browser, site, "/r/broken-taiyuan-pay-seats/d1/s88") as page:
        page.wait_for_load_state("networkidle")
        page.evaluate(
            """text => {
              const held = new DataTransfer();
              held.items.add(new File([text], "pay.seats.mjl"));
              dispatchEvent(new DragEvent("drop", { dataTransfer: held, cancelable: true }));
            }""",
            MENDED,
        )
        page.wait_for_url(re.compile(r"/look/\w+/changes"))
        assert "1 fault is gone" in page.inner_text("main")


@pytest.mark.browser
def test_a_record_is_pasted_anywhere(browser: Browser, site: str) -> None:
    with opened(browser, site, "/r/riichi-double-ron/audit") as page:
        page.evaluate(
            """text => {
              const held = new DataTransfer();
              held.setData("text", text);
              const pasted = { clipboardData: held, bubbles: true, cancelable: true };
              document.body.dispatchEvent(new ClipboardEvent("paste", pasted));
            }""",
            TEXT,
        )
        page.wait_for_url(re.compile(r"/edit/~\w+$"))
