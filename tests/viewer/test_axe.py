"""Every kind of page is fit for all: axe-core finds nothing serious."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from kit.browsers import PATIENCE
from kit.places import BROKEN

from mjlog.text.languages import NAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
)
pytestmark = pytest.mark.browser
KINDS = (
    "/?rules=taiyuan",
    "/?player=nobody",
    "/r/taiyuan-everything-fair-copy/d1/s88",
    "/r/riichi-game-three-players/d2/s9",
    "/r/broken-taiyuan-ready-shelf/d1/s8",
    "/embed/broken-taiyuan-ready-shelf/d1/s8",
    "/r/broken-american-pay-seats/audit",
    "/r/broken-taiyuan-rules-unknown/audit",
    "/r/broken-american-pay-seats/print",
    "/nowhere",
    "/follow/riichi-game-four-players/d1/s30",
    "/r/taiwanese-flowers-only/d1/s20?tab=game",
    "/sheets",
    "/club-rules",
    "/cheat-sheet/riichi",
    "/rulebook/riichi",
    "/look",
    "/edit/broken-taiyuan-ready-shelf",
)
"""A page of every kind: the list, one that is empty, steps, their frame, audits, paper, none.

A record that is followed, a tab by its address, score sheets, what can be brought and edited.
"""
PAGES = (
    *KINDS,
    "/",
    "/?page=1",
    "/r/taiyuan-everything-fair-copy/d1/s20",
    "/r/taiyuan-everything-fair-copy/d1/print",
    "/embed/taiyuan-everything-fair-copy/d1/s20",
    "/r/broken-taiyuan-kong-held/d1/s3",
    "/r/broken-taiyuan-kong-held/audit",
    "/r/broken-taiyuan-ready-shelf/audit",
    "/look/nothing",
    "/follow/riichi-game-four-players/end",
)
"""What `make soak` looks at, in every look and language."""
LOOKS = tuple(product(("light", "dark"), (1240, 390)))
"""Colours and widths."""
FORCED = tuple(product(("forced",), (390, 1240)))
"""The same where the system chooses the colours."""
Look = tuple[str, int]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
"""Rules that axe does not ask for by itself are among them.

That a link is called what stands on it, for one.
"""


def paired(language: str) -> list[tuple[str, tuple[Look, ...]]]:
    """For every language some pages, so that every two of page, look and language meet.

    Each page is loaded once, and looked at in both colours and in both widths; half of them in the
    colours of the system too.
    """
    own = list(NAMES).index(language)
    return [
        (url, (LOOKS[number % 2], LOOKS[3 - number % 2], *FORCED[number % 3 : number % 3 + 1]))
        for number, url in enumerate(KINDS)
        if number // 2 % len(NAMES) == own
    ]


def test_every_two_of_page_colour_width_and_language_meet() -> None:
    seen = [
        (url, scheme, width, language)
        for language in NAMES
        for url, looks in paired(language)
        for scheme, width in looks
        if scheme != "forced"
    ]
    assert {one[:2] for one in seen} == set(product(KINDS, ("light", "dark")))
    assert {(one[0], one[2]) for one in seen} == set(product(KINDS, (1240, 390)))
    assert {one[1:] for one in seen} == {
        (*look, language) for look, language in product(LOOKS, NAMES)
    }


@pytest.mark.parametrize("language", NAMES)
def test_axe_finds_nothing_serious(browser: Browser, site: str, language: str, whole: bool) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.set_default_timeout(PATIENCE)
    for url, looks in [(url, LOOKS + FORCED) for url in PAGES] if whole else paired(language):
        page.goto(f"{site}{url}{'&' if '?' in url else '?'}lang={language}")
        for scheme, width in looks:
            emulate(page, scheme)
            page.set_viewport_size({"width": width, "height": 900})
            assert grave(page, scheme) == [], (url, scheme, width)
    page.close()


def emulate(page: Page, scheme: str) -> None:
    """Has a page look as on a system with these colours."""
    if scheme == "forced":
        page.emulate_media(forced_colors="active", reduced_motion="reduce")
    else:
        page.emulate_media(
            color_scheme=scheme,  # type: ignore[arg-type]
            forced_colors="none",
            reduced_motion="reduce",
        )


def test_what_was_brought_has_nothing_serious(browser: Browser, site: str) -> None:
    page = browser.new_page()
    page.goto(site)
    files = [BROKEN / "american" / "pay.seats.mjl", BROKEN / "american" / "pay.draw.mjl", __file__]
    page.set_input_files("#file", files)
    page.click("#look > p button")
    page.wait_for_url("**/look/*")
    assert grave(page) == []
    page.close()


def grave(page: Page, scheme: str = "") -> list[tuple[str, list[str]]]:
    """What is serious or worse on a page, and where.

    Where the system chooses all colours their contrast is its own; axe reads those of the page.
    """
    page.wait_for_load_state()  # a page that a click has led to may have no style sheet yet
    options: dict[str, object] = {"runOnly": TAGS, "resultTypes": ["violations"]}
    if scheme == "forced":
        options["rules"] = {"color-contrast": {"enabled": False}}
    # A page that was looked at before has the script already.
    runner = axe.Axe("0") if page.evaluate("Boolean(window.axe)") else axe.Axe()
    found = runner.run(page, options=options).response["violations"]
    return [
        (each["id"], [node["html"][:200] for node in each["nodes"][:3]])
        for each in found
        if each["impact"] in {"serious", "critical"}
    ]
