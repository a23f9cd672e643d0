"""Score sheets in a real browser: dropped, mended with one click, on a phone, fit for all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from kit.browsers import opened
from kit.viewers import answering
from viewer.test_sheet_pages import NAMED, OWN_HEADS, SUM, WRONG

from webviewer import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
HELD = re.compile(r"/sheets/~[0-9a-f]{32}$")
DROP = """(text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "club.csv"));
  const event = (sort) => new DragEvent(sort,
    { dataTransfer: carried, bubbles: true, cancelable: true });
  for (const sort of ["dragover", "drop"]) document.querySelector("h1").dispatchEvent(event(sort));
}"""
WIDTHS = "[document.documentElement.scrollWidth, document.querySelector('.grid').scrollWidth]"


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    with answering(create_app(None)) as address:
        yield address


def test_a_sheet_is_dropped_and_mended_with_one_click_without_a_new_page(
    browser: Browser, site: str
) -> None:
    with opened(browser, site, "/sheets") as page:
        page.evaluate(DROP, WRONG)
        page.wait_for_url(HELD)
        page.evaluate("window.kept = true")
        page.click("text=put 2000 in I2")
        page.wait_for_selector(".changes")
        assert page.inner_text(".verdict strong") == "Nothing wrong was found."
        assert page.inner_text("#r2 td.new") == "2000"
        page.click("text=undo")
        page.wait_for_selector("text=put 2000 in I2")
        assert page.evaluate("window.kept")


def test_without_scripts_the_same_forms_do_it(browser: Browser, site: str) -> None:
    with opened(browser, site, "/sheets", scripts=False) as page:
        page.fill("#text", WRONG)
        page.click("#look details button")
        page.wait_for_url(HELD)
        page.click("text=put 2000 in I2")
        assert page.inner_text("#r2 td.new") == "2000"
        page.select_option("#rule_set", "riichi")
        page.click("text=Judge it again")
        page.wait_for_url("**?rules=riichi")
        assert page.inner_text("#r2 td.new") == "2000"


def test_a_column_that_is_named_is_judged_without_a_new_page(browser: Browser, site: str) -> None:
    with opened(browser, site, "/sheets") as page:
        page.evaluate(DROP, OWN_HEADS)
        page.wait_for_url(HELD)
        page.evaluate("window.kept = true")
        for field, word in NAMED.items():
            page.focus(f"[name='{field}']")
            page.select_option(f"[name='{field}']", word)
            page.wait_for_selector(f"[name='{field}'].chosen")
            assert page.evaluate("document.activeElement.name") == field
        page.wait_for_selector(f"text={SUM}")
        assert page.evaluate("window.kept")
        page.click("text=Forget the columns")
        page.wait_for_selector(f"text={SUM}", state="detached")


def test_without_scripts_a_column_is_named_by_a_button(browser: Browser, site: str) -> None:
    with opened(browser, site, "/sheets", scripts=False, width=390) as page:
        page.fill("#text", OWN_HEADS)
        page.click("#look details button")
        page.wait_for_url(HELD)
        for field, word in NAMED.items():
            page.select_option(f"[name='{field}']", word)
        page.click("text=Read it again")
        page.wait_for_selector(f"text={SUM}")


LOOKS = ((390, "dark"), (1240, "light"))


def test_a_phone_scrolls_the_table_alone_and_axe_finds_nothing(browser: Browser, site: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with browser.new_page() as page:
        page.goto(f"{site}/sheets")
        page.fill("#text", WRONG.replace("nice", "a remark that goes on and on and on"))
        page.click("#look details button")
        page.wait_for_url(HELD)
        for width, scheme in LOOKS:
            looked_at(page, width, scheme)
            whole, table = page.evaluate(WIDTHS)
            assert whole == width
            assert table > width or width > 1000
        page.goto(f"{page.url}?rules=riichi")
        page.click(".options summary")
        for width, scheme in LOOKS:
            looked_at(page, width, scheme)
            assert page.evaluate(WIDTHS)[0] == width
            found = axe.Axe().run(page).response["violations"]
            assert [each for each in found if each["impact"] != "minor"] == [], (width, scheme)


def looked_at(page: Page, width: int, scheme: str) -> None:
    """Shows the page in that width and colour."""
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
