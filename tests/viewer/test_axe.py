"""The pages of lists, audits, paper and frames are fit for all: axe-core finds nothing serious."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_browser import browser, serving  # noqa: F401  a fixture is found by its name

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
)
pytestmark = pytest.mark.browser
SAMPLES = Path(__file__).parents[2] / "samples" / "broken"
PAGES = (
    "/?rules=taiyuan",
    "/?player=nobody",
    "/r/american-pay-seats/audit",
    "/r/taiyuan-ready-shelf/audit",
    "/r/taiyuan-rules-unknown/audit",
    "/r/american-pay-seats/print",
    "/r/taiyuan-ready-shelf/d1/s8",
    "/embed/taiyuan-ready-shelf/d1/s8",
    "/look/nothing",
)


@pytest.fixture(scope="module")
def site():
    with serving(SAMPLES) as address:
        yield address


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant", "ja"])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1240), ("dark", 390)])
def test_axe_finds_nothing_serious(browser, site, lang, scheme, width):
    page = browser.new_page(color_scheme=scheme, viewport={"width": width, "height": 900})
    for url in PAGES:
        page.goto(f"{site}{url}{'&' if '?' in url else '?'}lang={lang}")
        assert grave(page) == [], url
    page.close()


def test_what_was_brought_has_nothing_serious(browser, site):
    page = browser.new_page()
    page.goto(site)
    page.set_input_files(
        "#file",
        [SAMPLES / "american" / "pay.seats.mjl", SAMPLES / "american" / "pay.draw.mjl", __file__],
    )
    page.click("#look > p button")
    page.wait_for_url("**/look/*")
    assert grave(page) == []
    page.close()


TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""Rules that axe does not ask for by itself are among them.

That a link is called what stands on it, for one.
"""


def grave(page) -> list[tuple[str, list[str]]]:
    found = axe.Axe().run(page, options={"runOnly": TAGS}).response["violations"]
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]
