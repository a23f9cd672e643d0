"""Bringing a file in a real browser: chosen, dropped, without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from kit.browsers import opened
from kit.places import SAMPLES
from kit.viewers import serving

from webviewer.uploads import LARGEST

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
FAIR_COPY = SAMPLES / "taiyuan" / "everything-fair-copy.mjl"
BROKEN = SAMPLES / "broken" / "american" / "pay.seats.mjl"
BROUGHT = re.compile(r"/r/~[0-9a-f]{32}/d1/s0$")
DROP = """([name, text, folder]) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  if (folder) DataTransferItem.prototype.webkitGetAsEntry = () => ({ isDirectory: true });
  const event = (sort) => new DragEvent(sort,
    { dataTransfer: carried, bubbles: true, cancelable: true });
  document.querySelector("h1").dispatchEvent(event("dragover"));
  const marked = document.body.classList.contains("dropping");
  document.querySelector("h1").dispatchEvent(event("drop"));
  return marked && !document.body.classList.contains("dropping");
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("records")
    (folder / "one.mjl").write_bytes(FAIR_COPY.read_bytes())
    with serving(folder) as address:
        yield address


@pytest.mark.parametrize("scripts", [True, False])
def test_a_file_is_chosen_and_looked_at(browser: Browser, site: str, scripts: bool) -> None:
    with opened(browser, site, scripts=scripts) as page:
        page.set_input_files("#file", FAIR_COPY)
        page.click("#look > p button")
        page.wait_for_url(BROUGHT)
        page.click("#on")
        page.wait_for_url(re.compile("/s1$"))
        assert "Everything in one deal" in page.inner_text("h1")


def test_a_file_is_dropped_anywhere(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        assert page.evaluate(DROP, ["mine.mjl", FAIR_COPY.read_text(encoding="utf-8"), False])
        page.wait_for_url(BROUGHT)


def test_what_is_dropped_and_cannot_be_read_says_why(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site)  # its console says that 422 is a refusal
    page = context.new_page()
    page.goto("/")
    try:
        page.evaluate(DROP, ["<img src=x onerror=alert(1)>", "rice, tea", False])
        page.wait_for_url("**/look")
        assert "<img src=x onerror=alert(1)>" in page.inner_text("main")
        assert "format.unknown" in page.inner_text("main")
        page.set_input_files("#file", BROKEN)
        page.click("#look > p button")
        page.wait_for_url(BROUGHT)
    finally:
        context.close()


@pytest.mark.parametrize("folder", [True, False])
def test_what_need_not_be_sent_is_refused_at_once(
    browser: Browser,
    site: str,
    folder: bool,
) -> None:
    with opened(browser, site) as page:
        page.evaluate(DROP, ["large", "x" * (10 if folder else LARGEST + 1), folder])
        page.wait_for_selector(".problem:not(:empty)")
        assert ("zip" if folder else "2 MB") in page.inner_text(".problem")
        assert page.url == f"{site}/"


def test_text_is_pasted(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.click("summary")
        page.fill("#text", BROKEN.read_text(encoding="utf-8"))
        page.click("details button")
        page.wait_for_url(re.compile(r"/edit/~[0-9a-f]{32}$"))


def test_the_list_is_asked_without_scripts(browser: Browser, site: str) -> None:
    with opened(browser, site, "/?page=1", scripts=False) as page:
        page.fill("#player", "nobody")
        page.click(".filters button")
        page.wait_for_url("**player=nobody**")
        assert page.locator("table").count() == 0
        page.fill("#player", "wang")
        page.keyboard.press("Enter")
        page.wait_for_selector("table")
        page.click("th a")
        page.wait_for_url("**sort=date**")
        assert page.input_value("#player") == "wang"


def test_all_of_it_by_keyboard(browser: Browser, site: str) -> None:
    with opened(browser, site, "/?page=1") as page:
        reached = []
        for _ in range(40):
            page.keyboard.press("Tab")
            reached.append(focused(page))
        assert {"rules", "player", "event", "since", "until", "status", "file"} <= set(reached)


def focused(page: Page) -> str:
    return page.evaluate("document.activeElement.id")
