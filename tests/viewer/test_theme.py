"""The colours of a page: the address may name them, and the links on it keep them."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

STEP = "/r/taiyuan-a-missed-win/d1/s60"


def test_an_address_may_name_the_colours(client: FlaskClient) -> None:
    assert '<html lang="en" data-theme="dark">' in client.get(f"{STEP}?theme=dark").text
    assert '<html lang="en">' in client.get(STEP).text
    assert '<html lang="en">' in client.get(f"{STEP}?theme=pink").text
    assert 'data-theme="light"' in client.get("/embed/taiyuan-a-missed-win/d1/s60?theme=light").text


def test_links_keep_the_colours_that_were_asked_for(client: FlaskClient) -> None:
    page = client.get(f"{STEP}?theme=dark&seat=B").text
    links = [
        unescape(link) for link in re.findall(r'href="(/[^"#]*)"', page) if "/static/" not in link
    ]
    assert len(links) > 50
    # A picture of pixels has the same colours for everybody.
    links = [link for link in links if not re.search(r"\.(?:gif|png|webp)\b", link)]
    assert [link for link in links if "theme=" not in link] == []
    assert [link for link in links if "theme=light" in link] == [f"{STEP}?theme=light&seat=B"]


def test_both_colours_are_offered_while_nobody_has_chosen(client: FlaskClient) -> None:
    page = unescape(client.get("/?rules=taiyuan").text)
    assert 'href="/?rules=taiyuan&theme=light"' in page
    assert 'href="/?rules=taiyuan&theme=dark"' in page


@pytest.mark.browser
def test_what_the_address_names_wins_over_the_browser(browser, site) -> None:
    page = browser.new_page()
    seen = {"light": {}, "dark": {}}
    for asked in ("", "light", "dark"):
        page.goto(f"{site}{STEP}?theme={asked}")
        for prefers, colours in seen.items():
            page.emulate_media(color_scheme=prefers)
            colours[asked] = page.evaluate("getComputedStyle(document.body).backgroundColor")
            offered = page.locator(".theme").evaluate_all(
                "all => all.filter(each => getComputedStyle(each).display !== 'none').length"
            )
            assert offered == 1
    page.close()
    named = {"light": "rgb(244, 246, 244)", "dark": "rgb(19, 24, 21)"}
    assert seen == {prefers: {"": named[prefers], **named} for prefers in named}
