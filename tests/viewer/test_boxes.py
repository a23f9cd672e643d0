"""Boxes over the page, and what keys change in the way a deal is looked at.

By keyboard, and told aloud.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from kit.browsers import FAIR_COPY, at, opened
from kit.places import SAMPLES
from kit.viewers import bring

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from playwright.sync_api import Browser, Page

BROUGHT = SAMPLES / "taiyuan" / "everything-fair-copy.mjl"
FOCUSED = "document.activeElement.id || document.activeElement.closest('[id]').id"
TURNED = "before => document.querySelector('#live').textContent !== before"


def aloud(page: Page, key: str) -> str:
    """What is read aloud when a key is pressed."""
    before = page.locator("#live").text_content()
    page.keyboard.press(key)
    page.wait_for_function(TURNED, arg=before)
    return page.locator("#live").text_content() or ""


@pytest.mark.browser
@pytest.mark.parametrize(
    ("key", "box", "name"), [("s", "share", "Share this step"), ("?", "keys", "Keys")]
)
def test_a_box_takes_the_focus_and_gives_it_back(
    browser: Browser,
    site: str,
    key: str,
    box: str,
    name: str,
) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3") as page:
        page.wait_for_load_state("networkidle")
        for before in ("", "on"):
            if before:
                page.focus(f"#{before}")
            page.keyboard.press(key)
            assert page.get_by_role("dialog", name=name, exact=True).is_visible()
            assert page.evaluate(FOCUSED) == box
            page.keyboard.press("Escape")
            assert not page.locator(f"#{box}").is_visible()
            assert page.evaluate(
                "document.activeElement.id || document.activeElement.dataset.key"
            ) == (before or key)


@pytest.mark.browser
def test_the_link_is_selected_and_can_be_copied(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3") as page:
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.wait_for_load_state("networkidle")
        page.keyboard.press("s")
        assert page.evaluate("getSelection().toString()") == f"{site}{FAIR_COPY}/s3"
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.querySelector('#live').textContent === 'Copied.'")
        assert page.evaluate("navigator.clipboard.readText()") == f"{site}{FAIR_COPY}/s3"
        page.keyboard.press("Tab")
        page.keyboard.press("PageDown")
        at(page, 3)


def test_the_link_to_what_was_brought_says_how_long_it_leads_there(client: FlaskClient) -> None:
    page = client.get(
        f"{bring(client, ('mine.mjl', BROUGHT.read_bytes())).headers['Location']}/d1/s3"
    ).text
    assert "until half an hour after the last visit" in page
    assert "embed" not in page


@pytest.mark.browser
def test_what_a_key_changes_is_read_aloud(browser: Browser, site: str) -> None:
    with opened(browser, site, "/r/riichi-game-four-players/d1/s5?seat=C") as page:
        page.wait_for_load_state("networkidle")
        assert aloud(page, "h") == "Only the hand of West is shown."
        assert aloud(page, "v") == "Only the hand of North is shown. North is at the bottom."
        assert aloud(page, "h") == "No hand is shown."
        assert aloud(page, "h") == "All hands are shown."
        assert aloud(page, "r") == "Claimed tiles leave no mark in the rivers."
        assert aloud(page, "1") == "East is at the bottom."
        assert aloud(page, "i") == "Tiles have no letters in their corners."
        assert re.match("riichi|.*East", aloud(page, "PageDown"))


@pytest.mark.browser
def test_the_tiles_not_seen_are_led_to_and_left_again(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3") as page:
        page.wait_for_load_state("networkidle")
        page.focus("#on")
        page.keyboard.press("u")
        assert page.evaluate(FOCUSED) == "unseen"
        shown = page.evaluate(
            "document.querySelector('#unseen').getBoundingClientRect().bottom <= innerHeight"
        )
        assert shown
        page.keyboard.press("u")
        assert page.evaluate("[document.activeElement.id, scrollY]") == ["on", 0]


ONE_FINDING = "/r/broken-taiwanese-next-end"


def test_deals_with_findings_are_marked(client: FlaskClient) -> None:
    tabs = re.findall(
        r"<li><a [^>]*>(\w+)(.*?)</a></li>",
        client.get(f"{ONE_FINDING}/d1/s0").text.split("</ol>")[0],
    )
    assert [label for label, rest in tabs if 'aria-label="1 fault or note"' in rest] == ["North"]
    assert len(tabs) == 18


@pytest.mark.browser
def test_a_key_leads_to_the_finding_of_another_deal_and_back(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{ONE_FINDING}/d1/s0?hands=own") as page:
        page.wait_for_load_state("networkidle")
        page.keyboard.press("E")
        page.keyboard.press("e")
        page.wait_for_url(re.compile(r"/d18/s0\?hands=own$"))
        assert "next.end" in page.inner_text("#here")
        assert page.get_attribute("#before", "href") is None
        page.keyboard.press("PageUp")
        page.wait_for_url(re.compile(r"/d17/s0\?hands=own$"))
        page.click("#after")
        page.wait_for_url(re.compile(r"/d18/s0\?hands=own$"))


@pytest.mark.parametrize(("asked", "step"), [("first", 12), ("last", 13), ("other", 0)])
def test_an_address_leads_to_the_findings_of_a_deal(
    client: FlaskClient, asked: str, step: int
) -> None:
    deal = "/r/broken-taiyuan-claim-locked/d1"
    assert client.get(f"{deal}?finding={asked}").headers["Location"] == f"{deal}/s{step}"


@pytest.mark.browser
def test_the_transcript_can_be_passed_over(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3") as page:
        page.wait_for_load_state("networkidle")
        page.locator(".skip[href='#further']").focus()
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('#further') !== null")
        page.emulate_media(media="print")
        assert not page.locator(".script").is_visible()
        assert not page.locator(".legend").is_visible()


@pytest.mark.browser
def test_the_list_is_sorted_on_a_phone(browser: Browser, site: str) -> None:
    with opened(browser, site, "/?rules=tibet", width=390) as page:
        page.select_option("#sort", "-date")
        with page.expect_navigation():
            page.click(".go button")
        assert "rules=tibet" in page.url
        assert "sort=-date" in page.url


@pytest.mark.browser
def test_the_form_of_the_list_is_one_row(browser: Browser, site: str) -> None:
    with opened(browser, site, "/?rules=tibet&since=2026-01-31") as page:
        tops = page.evaluate(
            "[...document.querySelectorAll('.filters p')].map((p) => "
            "p.getBoundingClientRect().bottom)"
        )
        assert len({round(top) for top in tops if top}) == 1


SHARING = """() => {
window.sent = new Promise((done) => {
  window.matchMedia = () => ({ matches: true });
  navigator.canShare = () => true;
  navigator.share = async ({ files }) => done(`${files[0].name} ${files[0].type}`);
});
}"""


@pytest.mark.browser
def test_a_phone_hands_the_whole_replay_on_as_a_file(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3") as page:
        page.wait_for_load_state("networkidle")
        page.evaluate(SHARING)
        page.keyboard.press("s")
        page.locator("#share :is(a, button)").first.click()
        name = page.evaluate("window.sent")
        assert name.endswith(".html text/html")


@pytest.mark.browser
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (320, 568), (1240, 800)])
def test_why_a_step_is_red_is_on_the_first_screen(
    browser: Browser, site: str, width: int, height: int
) -> None:
    with opened(browser, site, "/r/broken-taiyuan-claim-chow/d1/s2") as page:
        page.set_viewport_size({"width": width, "height": height})
        reason = page.get_by_text("this game has no chow claims").filter(visible=True).first
        box = reason.bounding_box()
        assert box
        assert box["y"] + box["height"] <= height
        assert reason.evaluate(
            "(words, [x, y]) => words.contains(document.elementFromPoint(x, y))",
            [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
        )
