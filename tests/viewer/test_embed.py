"""A step in the frame of another page."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from flask.testing import FlaskClient
from kit.places import SAMPLES
from kit.viewers import answering
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client

from webviewer import create_app
from webviewer.responses import FRAMED, HEADERS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAME = "taiyuan-everything-fair-copy"
STEP = f"/embed/{NAME}/d1/s60"


def test_others_may_frame_a_step_and_nothing_else(client: FlaskClient) -> None:
    headers = client.get(STEP).headers
    assert headers["Content-Security-Policy"] == FRAMED["Content-Security-Policy"]
    assert headers["Content-Security-Policy"].endswith("frame-ancestors *")
    assert "X-Frame-Options" not in headers
    for url in (
        "/",
        f"/r/{NAME}/d1/s60",
        f"/r/{NAME}/audit",
        "/embed/nothing/d1/s0",
        "/oembed",
        "/static/viewer.js",
    ):
        with client.get(url) as answer:
            assert answer.headers["X-Frame-Options"] == "DENY", url
            assert (
                answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
            ), url


def test_only_who_may_frame_differs() -> None:
    one, other = (
        text.split("; ")
        for text in (HEADERS["Content-Security-Policy"], FRAMED["Content-Security-Policy"])
    )
    assert [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]] == [
        ("frame-ancestors 'none'", "frame-ancestors *")
    ]


def test_it_shows_the_same_table_as_the_page_of_the_step(client: FlaskClient) -> None:
    tables = []
    for url in (STEP, f"/r/{NAME}/d1/s60"):
        text = client.get(f"{url}?seat=B&hands=own").text
        table = text[text.index('<section class="table"') : text.index('<nav class="transport"')]
        tables.append(table.replace('href="/embed/', 'href="/r/'))
    assert tables[0] == tables[1]


def test_links_stay_in_the_frame_but_for_one(client: FlaskClient) -> None:
    links = re.findall(r'<a [^>]*href="([^"]*)"', client.get(f"{STEP}?seat=B").text)
    assert [link for link in links if not link.startswith(f"/embed/{NAME}/")] == [
        f"/r/{NAME}/d1/s60?seat=B"
    ]


@pytest.mark.parametrize(
    "url",
    [
        "/embed/nothing/d1/s0",
        f"/embed/{NAME}/d1/s999",
        f"/embed/{NAME}/d9/s0",
        "/embed/broken-taiyuan-rules-unknown/d1/s0",
    ],
)
def test_what_does_not_exist_is_not_found(client: FlaskClient, url: str) -> None:
    assert client.get(url).status_code == 404


def test_what_a_visitor_has_brought_is_not_for_others(client: FlaskClient) -> None:
    data = (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_bytes()
    form = {"file": (io.BytesIO(data), "mine.mjl")}
    name = client.post("/look", data=form).headers["Location"].removeprefix("/r/")
    assert client.get(f"/r/{name}/d1/s0").status_code == 200
    assert client.get(f"/embed/{name}/d1/s0").status_code == 404


def test_the_page_of_a_step_tells_its_embedding(client: FlaskClient) -> None:
    page = client.get(f"/r/{NAME}/d1/s60?seat=C").text
    assert f'src="http://localhost/embed/{NAME}/d1/s60?seat=C"' in page


# --------------------------------------------------------------------------- oEmbed


def test_a_site_is_told_what_to_embed(client: FlaskClient) -> None:
    told = client.get("/oembed", query_string={"url": f"http://localhost/r/{NAME}/d1/s60"}).json
    assert (told["type"], told["version"], told["width"], told["height"]) == (
        "rich",
        "1.0",
        800,
        920,
    )
    assert told["html"] == (
        f'<iframe src="http://localhost/embed/{NAME}/d1/s60" width="800" height="920" '
        'title="Everything in one deal, all four hands seen"></iframe>'
    )
    smaller = client.get(
        "/oembed", query_string={"url": told["html"].split('"')[1], "maxwidth": "400"}
    ).json
    assert (smaller["width"], smaller["height"]) == (400, 460)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({}, 404),
        ({"url": "http://localhost/"}, 404),
        ({"url": f"http://localhost/r/{NAME}/d1/s999"}, 404),
        ({"url": "http://localhost/r/../../etc/passwd/d1/s0"}, 404),
        ({"url": "http://[/r/x/d1/s0"}, 404),
        ({"url": f"http://localhost/r/{NAME}/d1/s60", "format": "xml"}, 501),
        ({"url": f"http://localhost/r/{NAME}/d1/s60", "maxwidth": "x"}, 200),
        ({"url": f"http://localhost/r/{NAME}/d1/s60", "maxwidth": "-5", "maxheight": "9"}, 200),
    ],
)
def test_what_is_no_step_has_no_embedding(
    client: FlaskClient, query: dict[str, str], status: int
) -> None:
    assert client.get("/oembed", query_string=query).status_code == status


def test_titles_are_text_in_what_others_put_into_their_pages(tmp_path: Path) -> None:
    text = (SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_text(encoding="utf-8")
    hostile = """"><script>alert(1)</script>"""
    (tmp_path / "evil.mjl").write_text(
        re.sub(r"(?m)^Event: .*$", f"Event: {hostile}", text), encoding="utf-8"
    )
    client = create_app(tmp_path).test_client()
    told = client.get("/oembed", query_string={"url": "/r/evil/d1/s0"}).json
    assert "<script" not in told["html"]
    assert "<script>alert" not in client.get("/embed/evil/d1/s0").text
    copied = re.search(r"<textarea[^>]*>(.*?)</textarea>", client.get("/r/evil/d1/s0").text)[1]
    assert "<script" not in unescape(copied)


def test_it_can_be_part_of_another_site() -> None:
    client = Client(
        DispatcherMiddleware(Flask("other"), {"/club": create_app(SAMPLES / "taiyuan")})
    )
    told = client.get(
        "/club/oembed", query_string={"url": "http://localhost/club/r/everything-fair-copy/d1/s6"}
    ).json
    assert 'src="http://localhost/club/embed/everything-fair-copy/d1/s6"' in told["html"]


# --------------------------------------------------------------------------- in a browser


@pytest.fixture
def page_of_others(browser: Browser, site: str) -> Callable[[int], AbstractContextManager[Page]]:
    """A page of another site with so many frames; fails when anything is said on its console."""

    @contextmanager
    def framing(frames: int) -> Iterator[Page]:
        framed = f'<p><iframe src="{site}{STEP}" width="700" height="820"></iframe></p>' * frames
        other = Flask("other")
        page = f'<title>other</title><a id="a" href="#a">a</a>{framed}<a id="z" href="#z">z</a>'
        other.add_url_rule("/", view_func=lambda: page)
        with answering(other) as address:
            yield from shown(browser, address)

    return framing


def shown(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda problem: said.append(str(problem)))
    try:
        page.goto(address)
        page.wait_for_load_state("networkidle")
        yield page
        assert [words for words in said if "favicon" not in words and "404" not in words] == []
    finally:
        context.close()


def step_in(page: Page, number: int) -> int:
    return int(page.frames[number].locator("#seek").input_value())


def steps_to(page: Page, number: int, step: int) -> None:
    page.frames[number].wait_for_function(
        f"() => document.querySelector('#seek').value == '{step}'"
    )


@pytest.mark.browser
def test_keys_reach_the_frame_that_has_the_focus_and_no_other(page_of_others) -> None:
    with page_of_others(2) as page:
        page.keyboard.press("ArrowRight")
        assert (step_in(page, 1), step_in(page, 2)) == (60, 60)
        page.frames[2].locator("#on").focus()
        page.keyboard.press("ArrowRight")
        steps_to(page, 2, 61)
        assert step_in(page, 1) == 60
        page.frames[1].locator("#on").focus()
        page.keyboard.press("ArrowLeft")
        steps_to(page, 1, 59)
        assert step_in(page, 2) == 61


@pytest.mark.browser
def test_tab_leaves_the_frame_and_the_way_back_is_that_of_the_page(page_of_others) -> None:
    with page_of_others(1) as page:
        before = page.evaluate("history.length")
        page.frames[1].locator("#on").focus()
        for step in (61, 62, 63):
            page.keyboard.press("ArrowRight")
            steps_to(page, 1, step)
        page.frames[1].locator("#on").click()
        steps_to(page, 1, 64)
        assert page.evaluate("history.length") == before
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id") == "z":
                break
        assert page.evaluate("document.activeElement.id") == "z"
        page.keyboard.press("ArrowRight")
        assert step_in(page, 1) == 64


@pytest.mark.browser
@pytest.mark.parametrize("scripts", [True, False])
def test_buttons_walk_with_and_without_scripts(browser: Browser, site: str, scripts: bool) -> None:
    context = browser.new_context(
        java_script_enabled=scripts, viewport={"width": 400, "height": 800}
    )
    page = context.new_page()
    page.goto(f"{site}{STEP}")
    page.click("#on")
    page.wait_for_url("**/embed/*/d1/s61")
    assert page.locator("#said").inner_text()
    page.click("#last")
    page.wait_for_url("**/embed/*/d1/s88")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth") if scripts else True
    link = page.locator("footer a")
    assert link.get_attribute("href") == f"/r/{NAME}/d1/s88"
    context.close()
