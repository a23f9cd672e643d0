"""A table without a network: what is typed is kept, sent later, and written once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from kit.browsers import PATIENCE
from kit.live import (
    ACKNOWLEDGED,
    ARE_SAVED,
    ARE_WAITING,
    NOTHING_WAITS,
    begun,
    enter_by,
    entry_texts,
    invited,
    let_in,
    serving_event,
    serving_live,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page, Route

pytestmark = pytest.mark.browser
RIICHI = "riichi/1 preset=tenhou"
BEHIND = 100
"""Milliseconds between two looks at a page behind another one, which may get no frame."""


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_live(tmp_path) as served:
        yield served


@contextmanager
def scribe(browser: Browser, tables: tuple[str, Flask], name: str) -> Iterator[Page]:
    """A device at a new table; its context may lose the network."""
    site, app = tables
    begun(app, name, RIICHI)
    context = browser.new_context(base_url=site, viewport={"width": 390, "height": 844})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    enter_by(page, invited(app, "scribe", name))
    page.wait_for_selector("#table[data-kept]")
    yield page
    context.close()


def enter(page: Page, *texts: str) -> None:
    for text in texts:
        page.fill("#line", text)
        page.press("#line", "Enter")


def online(context: BrowserContext, page: Page) -> None:
    context.set_offline(False)
    page.wait_for_function(NOTHING_WAITS)


def texts(tables: tuple[str, Flask], name: str) -> list[str]:
    from webviewer.live.access import tables_of  # noqa: PLC0415  the viewer need not be there

    return [each for each in entry_texts(tables_of(tables[1]).table(name)) if each[0] != "@"]


def test_a_line_is_shown_as_kept_before_the_server_has_answered(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    with scribe(browser, tables, "slow-server") as page:
        held: list[Route] = []
        answers = Event()

        def hold(asked: Route) -> None:
            if answers.is_set():
                asked.continue_()
            else:
                held.append(asked)

        page.route("**/{lines,state}", hold)
        enter(page, "A:1z")
        page.wait_for_selector(".entries .waits:not(.unkept)")
        page.wait_for_function(ARE_WAITING, arg=1)
        answers.set()
        for each in held:
            each.continue_()
        page.wait_for_function(NOTHING_WAITS)
    assert texts(tables, "slow-server") == ["A:1z"]


def test_lines_without_a_network_outlast_a_reload_and_are_written_once(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    with scribe(browser, tables, "reload") as page:
        enter(page, "A:1z", "B:2z")
        page.wait_for_function(ARE_SAVED, arg=2)
        page.context.set_offline(True)
        enter(page, "C:3z", "D:4z")
        page.wait_for_function(ARE_WAITING, arg=2)
        page.reload()
        page.wait_for_function(ARE_WAITING, arg=2)
        names = [text.strip() for text in page.locator("#entries li").all_inner_texts()]
        assert names == ["A Ann", "B Bo", "C Cy", "D Dee"]
        enter(page, "A:5z")
        page.wait_for_function(ARE_WAITING, arg=3)
        online(page.context, page)
    assert texts(tables, "reload") == ["A:1z", "B:2z", "C:3z", "D:4z", "A:5z"]


def test_a_line_that_was_acknowledged_is_shown_after_a_reload_without_a_network(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    """The network goes between the acknowledgement and the state that contains the line."""
    with scribe(browser, tables, "unshown") as page:
        page.route("**/state", lambda route: route.abort())
        enter(page, "A:1z")
        page.wait_for_function(ACKNOWLEDGED)
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#entries li:has-text('Ann')")
        page.unroute("**/state")
        page.context.set_offline(False)
        page.wait_for_function(ARE_SAVED, arg=1)
        assert page.locator("#entries li").count() == 1
        page.context.set_offline(True)
        page.reload()
        page.wait_for_selector("#entries li:has-text('Ann')")
        assert page.locator("#entries li").count() == 1
    assert texts(tables, "unshown") == ["A:1z"]


def test_a_result_is_entered_offline_and_not_judged_yet(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    with scribe(browser, tables, "result") as page:
        page.click("#panel [data-level=results]")
        page.context.set_offline(True)
        for key in ("c", "a", "3", "3"):
            page.wait_for_selector(f"#panel [data-key='{key}']")
            page.keyboard.press(key)
        page.wait_for_selector("#panel:has-text('Not judged yet')")
        online(page.context, page)
        page.wait_for_selector(".proposed")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#panel').dataset.deal === '2'")
    assert texts(tables, "result")[:3] == ["win C ? from A", "ready", "fan C han 3, fu 30"]


def test_two_tabs_send_what_both_have_once(browser: Browser, tables: tuple[str, Flask]) -> None:
    with scribe(browser, tables, "tabs") as page:
        other = page.context.new_page()
        other.goto("/live/tabs")
        other.wait_for_selector("#table[data-kept]")
        page.context.set_offline(True)
        enter(page, "A:1z")
        page.wait_for_function(ARE_WAITING, arg=1, polling=BEHIND)
        other.wait_for_function(ARE_WAITING, arg=1)
        enter(other, "B:2z")
        page.wait_for_function(ARE_WAITING, arg=2, polling=BEHIND)
        page.close()
        online(other.context, other)
    assert texts(tables, "tabs") == ["A:1z", "B:2z"]


def test_a_page_that_gets_no_frame_shows_what_waits(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    with scribe(browser, tables, "behind") as page:
        page.add_init_script("window.requestAnimationFrame = () => 0")
        page.reload()
        page.wait_for_selector("#table[data-kept]")
        page.context.set_offline(True)
        enter(page, "A:1z")
        page.wait_for_function(ARE_WAITING, arg=1, polling=BEHIND)


def test_an_answer_that_is_lost_writes_nothing_twice(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    with scribe(browser, tables, "lost") as page:
        lost = Event()

        def swallow(route: object) -> None:
            """The server takes the line, and its answer never comes."""
            if lost.is_set():
                route.continue_()  # type: ignore[attr-defined]
            else:
                lost.set()
                route.fetch()  # type: ignore[attr-defined]
                route.abort()  # type: ignore[attr-defined]

        page.context.route("**/lines", swallow)
        enter(page, "A:1z", "B:2z")
        page.wait_for_function(ARE_SAVED, arg=2)
    assert lost.is_set()
    assert texts(tables, "lost") == ["A:1z", "B:2z"]


def test_lines_wait_until_the_server_is_there_again(browser: Browser, tmp_path: Path) -> None:
    with serving_live(tmp_path) as served, scribe(browser, served, "down") as page:
        page.context.route("**/lines", lambda route: route.fulfill(status=503, body="{}"))
        enter(page, "A:1z", "B:2z")
        page.wait_for_function(ARE_WAITING, arg=2)
        page.context.unroute("**/lines")
        page.wait_for_function(NOTHING_WAITS)
        assert texts(served, "down") == ["A:1z", "B:2z"]


def test_a_page_that_came_without_its_script_or_style_is_whole_in_the_end(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    begun(tables[1], "half-a-page", RIICHI)
    with browser.new_context(base_url=tables[0]) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.route("**/static/outbox.js*", lambda route: route.abort(), times=1)
        enter_by(page, invited(tables[1], "scribe", "half-a-page"))
        page.wait_for_selector("text=A part of this page did not load.")
        page.route("**/static/live.css*", lambda route: route.abort(), times=2)
        page.click("text=Load it again")
        page.wait_for_selector("#panel[data-kind=level]")  # which is not shown without its style
        assert not page.is_visible("text=A part of this page did not load.")


def test_a_line_that_the_browser_had_no_time_to_keep_outlasts_a_reload(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    with scribe(browser, tables, "no-time") as page:
        page.context.set_offline(True)
        enter(page, "A:1z")
        page.wait_for_function(ARE_WAITING, arg=1)
        page.evaluate("() => { IDBObjectStore.prototype.put = () => ({}); }")
        enter(page, "B:2z", "C:3z")
        page.wait_for_selector("#chip[data-unkept='2']")
        page.reload()
        page.wait_for_function(ARE_WAITING, arg=3)
        online(page.context, page)
        assert texts(tables, "no-time") == ["A:1z", "B:2z", "C:3z"]


FAILS_ONCE = """(() => {
  const container = ServiceWorkerContainer.prototype, { register } = container;
  container.register = function () {
    container.register = register;
    return Promise.reject(new TypeError("the server is away"));
  };
})()"""


def test_a_page_is_kept_though_the_worker_did_not_come_at_first(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    begun(tables[1], "late-worker", RIICHI)
    with browser.new_context(base_url=tables[0]) as context:
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.add_init_script(FAILS_ONCE)
        enter_by(page, invited(tables[1], "scribe", "late-worker"))
        page.wait_for_selector("#table[data-kept]")


@pytest.mark.parametrize("address", ["/live/desk/", "/live/event/", "/watch/", "/watch/t1"])
def test_a_page_that_follows_nothing_says_so(
    browser: Browser, tmp_path: Path, address: str
) -> None:
    with serving_event(tmp_path) as served, browser.new_context(base_url=served[0]) as context:
        begun(served[1], "t1", RIICHI)
        event = {"event": "Cup", "rules": RIICHI, "rounds": 1, "minutes": 30}
        players = {"do": "new", "players": "\n".join("abcd")}
        let_in(served[1], "organiser").post("/live/event/", data={**event, **players})
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        enter_by(page, invited(served[1], "organiser"))
        with page.expect_response("**/static/watch.js*"):
            page.goto(address)
        page.wait_for_selector("[data-scripted] .without-script", state="hidden")
        page.route("**/static/watch.js*", lambda route: route.abort())
        page.reload()
        page.wait_for_selector("text=A part of this page did not load.")
