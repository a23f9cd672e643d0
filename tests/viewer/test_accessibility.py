"""What everybody can use.

Keys, what is read aloud, forced colours, narrow screens.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from kit.places import SAMPLES
from kit.viewers import serving

from mjlog.text.languages import NAMES
from webviewer.i18n import SHORT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
RECORDS = {
    "deal": "taiyuan/everything-fair-copy.mjl",
    "kong": "broken/taiyuan/kong.held.mjl",
    "unread": "broken/syntax/syntax.magic.mjl",
    "three": "riichi/game-three-players.mjl",
}
STEP = "/r/deal/d1/s20"
PAGES = {
    "archive": "/?page=1",
    "first": "/",
    "nothing-found": "/?player=nobody",
    "step": STEP,
    "end": "/r/deal/d1/s9999",
    "game": "/r/three/d2/s9",
    "finding": "/r/kong/d1/s3",
    "audit": "/r/kong/audit",
    "embed": "/embed/deal/d1/s20",
    "sheet": "/r/deal/d1/print",
    "not-found": "/nowhere",
}
DESKTOP, PHONE, NARROW = 1240, 390, 320
FOCUSED = """() => {
  const e = document.activeElement, style = getComputedStyle(e);
  return e === document.body ? null : [e.outerHTML.slice(0, 90),
    style.outlineStyle, parseFloat(style.outlineWidth)];
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A viewer of a few records, on a free port of this machine."""
    folder = tmp_path_factory.mktemp("records")
    for name, path in RECORDS.items():
        shutil.copy(SAMPLES / path, folder / f"{name}.mjl")
    with serving(folder) as address:
        yield address


@pytest.fixture
def page(browser: Browser, site: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page as wide as a desk, unless the test asks for something else."""
    asked: dict[str, Any] = {
        "viewport": {"width": DESKTOP, "height": 900},
        "reduced_motion": "reduce",
    }
    context = browser.new_context(base_url=site, **asked | getattr(request, "param", {}))
    context.set_default_timeout(120_000)
    yield context.new_page()
    context.close()


def wide(width: int, **more: Any) -> dict[str, Any]:
    return {"viewport": {"width": width, "height": 900}, **more}


def opened(page: Page, url: str, language: str = "en", *, with_keys: bool = True) -> None:
    """Goes there, to the end of the deal where the address names no step that is.

    And waits until keys work, if they are wanted.
    """
    if url.endswith("/s9999"):
        url = page.request.get(url.replace("/s9999", "?step=9999")).url.partition("?")[0]
    page.goto(f"{url}{'&' if '?' in url else '?'}lang={language}")
    if with_keys and page.locator("#record").count():
        page.wait_for_load_state("networkidle")


CUT = """[...document.querySelectorAll("button, .button, nav a, summary, th, caption")]
    .filter((e) => e.scrollWidth > e.clientWidth + 1 && e.clientWidth
      && getComputedStyle(e).display !== "inline")
    .map((e) => e.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("language", NAMES)
def test_the_page_speaks_its_language(page: Page, language: str) -> None:
    """What is not in it says so, no word of a button is cut off, steps are told both ways.

    No English sentence is read aloud with the sounds of another language.
    """
    opened(page, STEP, language)
    assert page.locator("html").get_attribute("lang") == language
    said = page.locator("#said").inner_text()
    tile = page.locator(".river .tile").first.get_attribute("aria-label")
    assert said
    assert tile
    if language != "en":
        assert not any(word in said for word in ("discards", "draws", "claims"))
        assert "of " not in tile
    for width in (PHONE, DESKTOP):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(CUT) == [], width
    a_step_forward_is_told_and_one_back_is_undone(page)


def a_step_forward_is_told_and_one_back_is_undone(page: Page) -> None:
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#live').textContent")
    forward = page.locator("#live").inner_text()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(
        "told => document.querySelector('#live').textContent !== told", arg=forward
    )
    undone = page.locator("#record").get_attribute("data-undone")
    assert page.locator("#live").inner_text() == f"{undone} {forward}"


def test_every_key_of_the_list_has_something_to_press(page: Page) -> None:
    """The list in the page is made from the table that the page's elements are named after."""
    opened(page, STEP)
    keys = page.locator("#keys th kbd").all_text_contents()
    assert {"→", "←", "Home", "End", "e", "c", "t", "g", "v", "h", "i", "u", "s", "?"} <= set(keys)
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#keys").is_visible()
    page.keyboard.press("g")
    assert page.evaluate("document.activeElement.id") == "goto"


@pytest.mark.parametrize("url", [STEP, PAGES["embed"], PAGES["archive"], PAGES["audit"]])
def test_tab_reaches_everything_is_seen_and_leaves(page: Page, url: str) -> None:
    opened(page, url)
    visited = 0
    while visited < 600:
        page.keyboard.press("Tab")
        visited += 1
        focus = page.evaluate(FOCUSED)
        if focus is None:
            break
        assert focus[1] != "none", focus[0]
        assert focus[2] >= 1, focus[0]
    assert 1 < visited < 600, "Tab is held in the page"


def test_the_transcript_is_a_list_with_the_present_step_marked(page: Page) -> None:
    opened(page, STEP)
    line = page.locator("ol.transcript > li[aria-current=step]")
    assert line.count() == 1
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "() => document.querySelector('.transcript [aria-current]').innerText.length"
    )
    assert (
        page.locator("ol.transcript > li[aria-current=step] a")
        .get_attribute("href")
        .partition("?")[0]
        .endswith("/s21")
    )


def test_the_table_is_told_in_a_sentence_for_each_player(page: Page) -> None:
    opened(page, STEP)
    table = page.locator("section.table")
    told = [
        page.locator(f"#{name}").inner_text()
        for name in table.get_attribute("aria-describedby").split()
    ]
    assert len(told) == 4
    assert all("in hand" in each for each in told)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#live').textContent")
    after = [
        page.locator(f"#{name}").inner_text()
        for name in table.get_attribute("aria-describedby").split()
    ]
    assert after != told


def test_the_slider_says_the_step_in_words(page: Page) -> None:
    opened(page, STEP)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#live').textContent")
    assert (
        page.locator("#seek").get_attribute("aria-valuetext")
        == page.locator("#said").text_content()
    )


@pytest.mark.parametrize("page", [wide(DESKTOP, reduced_motion="reduce")], indirect=True)
def test_nothing_moves_where_motion_is_not_wanted(page: Page) -> None:
    opened(page, STEP)
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.getAnimations().length") == 0
    slow = """[...document.querySelectorAll("*")].filter(
        (e) => getComputedStyle(e).transitionDuration.split(",")
        .some((t) => parseFloat(t) > 0.01)).length"""
    assert page.evaluate(slow) == 0


@pytest.mark.parametrize("page", [wide(DESKTOP, forced_colors="active")], indirect=True)
def test_in_forced_colours_the_present_step_and_the_tiles_are_seen(page: Page) -> None:
    opened(page, STEP)
    line = page.locator(".transcript [aria-current]")
    assert line.evaluate("e => getComputedStyle(e).outlineStyle") != "none"
    assert (
        page.locator(".tile").first.evaluate("e => getComputedStyle(e).forcedColorAdjust") == "none"
    )
    assert (
        page.locator(".dead .back").first.evaluate("e => getComputedStyle(e).forcedColorAdjust")
        == "none"
    )
    arrow = "e => getComputedStyle(e, '::before').backgroundColor"
    for side in ("bottom", "right", "top", "left"):
        assert page.locator(f".{side} h2").evaluate(arrow) == page.locator("body").evaluate(
            "e => getComputedStyle(e).color"
        )


@pytest.mark.parametrize("page", [wide(DESKTOP)], indirect=True)
def test_an_arrow_beside_each_name_points_to_its_player(page: Page) -> None:
    opened(page, STEP)
    pointed = "e => getComputedStyle(e, '::before').clipPath.match(/-?[\\d.]+% -?[\\d.]+%/)[0]"
    tips = {
        side: page.locator(f".{side} h2").evaluate(pointed)
        for side in ("bottom", "right", "top", "left")
    }
    assert tips == {"bottom": "50% 92%", "right": "92% 50%", "top": "50% 8%", "left": "8% 50%"}


@pytest.mark.parametrize("page", [wide(NARROW)], indirect=True)
def test_nothing_scrolls_both_ways_on_320_pixels(page: Page, whole: bool) -> None:
    """Each page in two languages, each language on every second page; all in `make soak`."""
    for (place, (name, url)), (odd, language) in product(
        enumerate(PAGES.items()), enumerate(NAMES)
    ):
        if whole or place % 2 == odd % 2:
            opened(page, url, language, with_keys=False)
            scrolled = page.evaluate("document.documentElement.scrollWidth")
            assert scrolled <= NARROW, (name, language)


def test_the_first_key_skips_to_the_content(page: Page) -> None:
    for name in ("archive", "step", "audit", "sheet", "not-found"):
        page.goto(PAGES[name])
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the content", name
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.localName") == "main", name


def test_what_happened_is_read_before_the_table(page: Page) -> None:
    order = """() => document.querySelector("#said").compareDocumentPosition(
        document.querySelector(".table")) & Node.DOCUMENT_POSITION_FOLLOWING"""
    for name in ("step", "embed"):
        page.goto(PAGES[name])
        assert page.evaluate(order), name


def test_links_to_other_languages_are_called_what_stands_on_them(
    browser: Browser, site: str
) -> None:
    page = browser.new_page()
    page.goto(site)
    links = page.locator(".languages [hreflang]")
    called = [" ".join(text.split()) for text in links.all_inner_texts()]
    assert called == [
        f"{short} {name}" for short, name in zip(SHORT.values(), NAMES.values(), strict=True)
    ]
    assert links.and_(page.locator("[aria-label]")).count() == 0
    page.close()
