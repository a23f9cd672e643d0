"""A record is typed in a real browser: colours, findings, the table, keys, files, links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kit.browsers import opened
from kit.places import SAMPLES
from kit.viewers import serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
GAME = (SAMPLES / "riichi" / "game-four-players.mjl").read_text("utf-8")
BEGUN = "%mjlog 1.0\nRules: riichi/1\n\n@ E1.0 dealer=A\n"
DROP = """(text) => {
  const carried = new DataTransfer();
  carried.items.add(new File([text], "game.mjl"));
  const drop = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
  document.querySelector("h1").dispatchEvent(drop);
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("records")
    (folder / "game.mjl").write_text(GAME, encoding="utf-8")
    with serving(folder) as address:
        yield address


def editor(page: Page) -> Page:
    """The page with its text, judged once."""
    page.wait_for_selector("#findings > *")
    return page


def typed(page: Page) -> str:
    """The text of the editor, as it would be sent."""
    page.evaluate(
        "document.getElementById('edit').addEventListener('submit', (e) => e.preventDefault())"
    )
    page.evaluate("document.getElementById('edit').requestSubmit()")
    return str(page.evaluate("document.getElementById('text').value"))


def write(page: Page, text: str) -> None:
    """Puts the cursor at the end, and types."""
    page.click("#editor .cm-content")
    page.keyboard.press("Control+End")
    page.keyboard.type(text)


def test_three_slips_are_seen_while_a_record_is_typed(browser: Browser, site: str) -> None:
    with opened(browser, site, "/edit") as page:
        editor(page).click("#editor .cm-content")
        page.keyboard.press("Control+A")
        page.keyboard.type(
            f"{BEGUN}1. 9m. p8. 9q. 2s.\nWin A 9m from B\npay B>A 1000 for=nothing\n"
        )
        page.wait_for_selector("#findings li:has-text('payment for nothing')")
        told = page.inner_text("#findings")
        for likely in ("8p", "9m, 9p", "win"):
            assert likely in told
        assert page.locator("#editor .is-error").count() >= 3
        page.locator("#findings button[data-fixed]").first.click()
        page.wait_for_function(
            "() => !document.querySelector('#findings').textContent.includes('p8')"
        )
        assert "9m. 8p. 9q." in typed(page)


def test_words_have_colours_and_the_table_follows_the_cursor(browser: Browser, site: str) -> None:
    with opened(browser, site, "/edit/game") as page:
        editor(page)
        page.wait_for_selector("#board .table")
        page.click("#editor .cm-content")
        page.keyboard.press("Control+Home")
        assert page.inner_text("#editor .k-magic") == "%mjlog 1.0"
        assert "Rules:" in page.locator("#editor .k-header").all_inner_texts()
        assert page.locator("#editor .k-tile").count() > 20
        turn = page.locator("#editor .cm-line", has_text="2. A:4m-3z")
        turn.click(position={"x": 2, "y": 8})
        page.keyboard.press("Home")
        for _ in range(4):
            page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "() => document.querySelector('.said')?.textContent.includes('East')"
        )


def test_tiles_have_keys_and_shorthand_is_written_out(browser: Browser, site: str) -> None:
    with opened(browser, site, "/edit") as page:
        editor(page)
        write(page, "1. ")
        page.click("#keys [data-insert='9m']")
        write(page, ". b:+-n\n")
        page.wait_for_selector("#editor .cm-line:has-text('B:+99m-4z')")
        write(page, "c<b\n")
        page.wait_for_selector("#editor .cm-line:has-text('win c ? from b')")


def test_files_are_opened_dropped_and_saved(browser: Browser, site: str) -> None:
    with opened(browser, site, "/edit") as page:
        editor(page)
        page.set_input_files("input[type=file]", SAMPLES / "riichi" / "game-four-players.mjl")
        page.wait_for_function("() => document.querySelector('#board .said')")
        assert typed(page) == GAME
        page.evaluate(DROP, BEGUN)
        page.wait_for_function("() => document.body.dataset.judged !== undefined")
        assert typed(page) == BEGUN
    with opened(browser, site, "/edit/game") as page:
        editor(page)
        with page.expect_download() as saved:
            page.click("button[formaction='/edit/text']")
        assert Path(saved.value.path()).read_text("utf-8") == GAME
        page.click("button[formaction='/look']")
        page.wait_for_url(re.compile(r"/r/~[0-9a-f]{32}/d1/s0$"))


def test_a_link_holds_the_text(browser: Browser, site: str) -> None:
    with opened(browser, site, "/edit/game") as page:
        editor(page)
        page.click("#share")
        page.wait_for_selector("#link:not([hidden])")
        link = page.input_value("#link")
        assert len(link) < len(GAME)
    with opened(browser, site, link.replace("/edit/game", "/edit")) as page:
        assert typed(editor(page)) == GAME
    with opened(browser, site, "/edit#t=nothing") as page:
        assert typed(editor(page)).startswith("%mjlog")
