"""Pages of a venue are fit for all: what spectators, referees and players at a table are shown."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import pytest
from kit.browsers import PATIENCE
from kit.live import begun, enter_by, entry_texts, invited, let_in, live_app, send, small
from kit.viewers import answering

from mjlog.text.languages import NAMES
from webviewer import venue
from webviewer.live.access import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
PUBLIC = ("/watch/", "/watch/t1", "/watch/t1/overlay", "/watch/none")
OF_DEVICES = (
    "/live/", "/live/new", "/live/t1", "/live/desk/", "/live/t1/desk", "/live/t1/desk?case=6",
    "/live/t1/call", "/live/pins/", "/live/t1/pin",
    "/live/t1/conflicts", "/live/t1/conflicts?with=t2",
)  # fmt: skip
LOOKS = (("light", 390), ("dark", 1240), ("dark", 390), ("light", 1240))


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    """A table with a result, a case that waits, and a player who has a PIN."""
    app = live_app(tmp_path)
    venue.install(app, tables_of(app), 0.0, "result")
    venue.install_desk(app, tmp_path)
    begun(app, "t1", "riichi/1 preset=tenhou")
    scribe = let_in(app, "scribe", "t1")
    send(scribe, "t1", "A:1z", "2s-8m", "win C ? from A", "fan C han 3, fu 30", "pay A>C 3900")
    begun(app, "t2", "riichi/1 preset=tenhou")
    send(let_in(app, "scribe", "t2"), "t2", "A:1z", "2s-8m", "win C ? from B")
    scribe.post("/live/t1/call", data={"by": "B", "reason": "tile shown"})
    let_in(app, "organiser").post("/live/pins/", data={"player": "Ann"})
    with answering(app) as address:
        yield address, app
    tables_of(app).close()


def test_pages_of_a_venue_have_nothing_serious(
    browser: Browser, served: tuple[str, Flask], whole: bool
) -> None:
    axe = pytest.importorskip("test_axe")
    site, app = served
    context = browser.new_context(base_url=site)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(invited(app, "organiser"))
    assert axe.grave(page) == []
    enter_by(page, page.url)
    looks, languages = cycle(LOOKS), cycle(NAMES)
    for url in (*PUBLIC, *OF_DEVICES):
        for language in NAMES if whole else [next(languages)]:
            answer = page.goto(f"{url}{'&' if '?' in url else '?'}lang={language}")
            assert answer is not None
            assert answer.status == (404 if url.endswith("none") else 200), url
            for scheme, width in LOOKS if whole else (next(looks), next(looks)):
                axe.emulate(page, scheme)
                page.set_viewport_size({"width": width, "height": 844})
                assert axe.grave(page) == [], (url, scheme, width, language)
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, (url, scheme, width, language)
    context.close()


BOTTOM = "document.querySelector('.stage img').getBoundingClientRect().bottom - innerHeight"


def test_a_table_fits_the_screen_that_spectators_look_at(
    browser: Browser, served: tuple[str, Flask]
) -> None:
    context = browser.new_context(base_url=served[0])
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    for url in ("/watch/", "/watch/t1"):
        page.goto(url)
        for width, height in ((1240, 800), (1920, 1080), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(BOTTOM) <= 0, (url, width)
    context.close()


def test_a_conflict_is_decided_by_keys_and_by_touch_while_both_type(
    browser: Browser, served: tuple[str, Flask]
) -> None:
    site, app = served
    context = browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    enter_by(page, invited(app, "referee"))
    page.goto("/live/t1/desk")
    page.tap("text=Compare with other sheets")
    page.tap("text=t2")
    page.tap("main button")
    page.locator(".versions").first.wait_for()
    assert page.locator(".versions code").all_inner_texts() == ["win C ? from A", "win C ? from B"]
    assert small(page) == []
    send(let_in(app, "scribe", "t2"), "t2", "fan C han 3, fu 40", first=10)
    page.locator("#newer").wait_for(state="visible")  # the other sheet has one line more
    page.tap("#newer a")
    page.wait_for_function("() => document.querySelectorAll('.conflicts > li').length === 2")
    page.keyboard.press("Tab")
    page.locator("text=Confirm this").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.conflicts > li').length === 1")
    assert entry_texts(tables_of(app).table("t1"))[-1] == "fix 0003 win C ? from B"
    page.locator("text=Confirm this").first.tap()
    page.locator("text=The sheets agree").wait_for()
    assert entry_texts(tables_of(app).table("t2"))[-1] == "fix 0004 fan C han 3, fu 30"
    context.close()
