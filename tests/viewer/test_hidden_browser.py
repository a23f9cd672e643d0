"""In a browser that walks by itself, a page that hides hands learns what it may tell.

And no more.
"""

from __future__ import annotations

import pytest

sync = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
pytestmark = pytest.mark.browser


def test_what_a_page_tells_grows_with_the_steps(browser, site):
    page = browser.new_page()
    page.goto(f"{site}/r/riichi-double-ron/d1/s50?hands=own", wait_until="networkidle")
    lines, stars = page.locator(".transcript li"), page.locator(".lanes .win")
    sync.expect(lines).to_have_count(51)
    page.keyboard.press("ArrowRight")
    sync.expect(lines).to_have_count(52)
    told = page.locator("#said").inner_text()
    assert told.endswith(page.locator(".transcript [aria-current] a").inner_text())
    assert "show A" not in page.content()
    page.keyboard.press("End")
    sync.expect(page.locator(".sheet")).to_contain_text("show A")
    sync.expect(stars).to_have_count(2)
    page.keyboard.press("Home")
    sync.expect(lines).to_have_count(1)
    sync.expect(stars).to_have_count(0)
    assert "show A" not in page.content()
    page.close()


def test_a_page_grows_again_once_its_script_can_be_had(browser, site):
    page = browser.new_page()
    page.route("**/later.js*", lambda route: route.abort())
    page.goto(f"{site}/r/riichi-double-ron/d1/s50?hands=own", wait_until="networkidle")
    lines = page.locator(".transcript li")
    with page.expect_event("requestfailed"):
        page.keyboard.press("ArrowRight")
    sync.expect(page.locator("#record")).to_have_attribute("data-step", "51")
    sync.expect(lines).to_have_count(51)
    page.unroute("**/later.js*")
    page.keyboard.press("ArrowRight")
    sync.expect(lines).to_have_count(53)
    page.close()
