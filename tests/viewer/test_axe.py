"""Every kind of page is fit for all: axe-core finds nothing serious."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from kit.places import BROKEN

from mjlog.text.languages import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
)
pytestmark = pytest.mark.browser
PAGES = (
    "/",
    "/?rules=taiyuan",
    "/?player=nobody",
    "/r/taiyuan-everything-fair-copy/d1/s20",
    "/r/taiyuan-everything-fair-copy/d1/s88",
    "/r/taiyuan-everything-fair-copy/d1/print",
    "/embed/taiyuan-everything-fair-copy/d1/s20",
    "/r/riichi-game-three-players/d2/s9",
    "/r/broken-taiyuan-kong-held/d1/s3",
    "/r/broken-taiyuan-kong-held/audit",
    "/r/broken-american-pay-seats/audit",
    "/r/broken-taiyuan-ready-shelf/audit",
    "/r/broken-taiyuan-rules-unknown/audit",
    "/r/broken-american-pay-seats/print",
    "/r/broken-taiyuan-ready-shelf/d1/s8",
    "/embed/broken-taiyuan-ready-shelf/d1/s8",
    "/look/nothing",
    "/nowhere",
)
LOOKS = tuple(product(("light", "dark"), (1240, 390)))
"""Colours and widths."""
WAYS = tuple(product(LOOKS, NAMES))
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""Rules that axe does not ask for by itself are among them.

That a link is called what stands on it, for one.
"""


def paired() -> dict[tuple[tuple[str, int], str], list[str]]:
    """For every look and language some pages, so that every two of all these meet.

    Each page in both colours and in both widths; no page is looked at more than twice.
    """
    chosen: dict[tuple[tuple[str, int], str], list[str]] = {way: [] for way in WAYS}
    tongues = list(NAMES)
    for number, url in enumerate(PAGES):
        for turn, look in enumerate((LOOKS[number % 2], LOOKS[3 - number % 2])):
            chosen[look, tongues[(number // 2 + turn) % len(tongues)]].append(url)
    return chosen


def test_every_two_of_page_colour_width_and_language_meet() -> None:
    seen = [
        (url, scheme, width, language)
        for ((scheme, width), language), urls in paired().items()
        for url in urls
    ]
    assert {one[:2] for one in seen} == set(product(PAGES, ("light", "dark")))
    assert {(one[0], one[2]) for one in seen} == set(product(PAGES, (1240, 390)))
    assert {one[1:] for one in seen} == {(*look, language) for look, language in WAYS}


@pytest.mark.parametrize("language", NAMES)
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
def test_axe_finds_nothing_serious(
    browser: Browser, site: str, look: tuple[str, int], language: str, whole: bool
) -> None:
    scheme, width = look
    page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
    for url in PAGES if whole else paired()[look, language]:
        page.goto(f"{site}{url}{'&' if '?' in url else '?'}lang={language}")
        assert grave(page) == [], url
    page.close()


def test_what_was_brought_has_nothing_serious(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.goto(site)
    files = [BROKEN / "american" / "pay.seats.mjl", BROKEN / "american" / "pay.draw.mjl", __file__]
    page.set_input_files("#file", files)
    page.click("#look > p button")
    page.wait_for_url("**/look/*")
    assert grave(page) == []
    page.close()


def grave(page: Page) -> list[tuple[str, list[str]]]:
    """What is serious or worse on a page, and where."""
    options = {"runOnly": TAGS, "resultTypes": ["violations"]}
    found = axe.Axe().run(page, options=options).response["violations"]
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]
