"""A deal takes one sheet of paper, and the sheet says what its signs mean."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient

from webviewer.parts.audits.notation_key import key

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG = {
    "riichi-game-three-players": 7,
    "taiwanese-last-tile": 1,
    "taiyuan-everything-fair-copy": 1,
    "american-recorded-wall": 1,
    "tibet-four-deals": 4,
}
"""Records of long deals, and how many deals each has."""


def signs(*words: str, lines: tuple[str, ...] = ()) -> set[str]:
    return {sign for sign, _ in key(words, lines)}


@pytest.mark.parametrize(
    ("word", "sign"),
    [
        ("9m", "9m"),
        ("9m.", "9m."),
        ("2s-8m", "2s-8m"),
        ("-8m", "-8m"),
        ("+99m-4p", "+99m-4p"),
        ("*5555z/7s-6m", "*5555z"),
        ("^5z/7s-1m", "^5z"),
        ("8m!", "8m!"),
        ("_4z!", "_8m"),
        ("5p#", "#"),
        ("~9m", "~"),
        ("&36f/7s1f", "&4z"),
        ("2z-=3p-8m", "=3p"),
    ],
)
def test_each_sign_has_its_words(word, sign):
    assert sign in signs(word)


def test_only_what_stands_on_the_sheet_is_explained():
    assert signs("2s-8m") == {"1m", "1s", "2s-8m"}
    assert signs("9p.", lines=("deal A 19m0p5z",)) >= {"1m", "0m", "5z 6z 7z", "9m."}
    assert not signs()


def test_the_sheet_has_the_key(client: FlaskClient) -> None:
    page = client.get("/r/riichi-double-ron/d1/print").text
    section = re.search(r'<section class="key">.*?</section>', page, flags=re.DOTALL)
    assert section
    assert "<code>8m!</code> discards 8m and declares ready" in section[0]
    assert "concealed kong" not in section[0]


def test_the_key_tells_nothing_of_a_hidden_hand(client: FlaskClient) -> None:
    page = client.get("/r/riichi-double-ron/d1/print?hands=own&seat=B").text
    assert "<code>0m</code>" not in page
    assert "<code>0m</code>" in client.get("/r/riichi-double-ron/d1/print?hands=own&seat=D").text


@pytest.mark.browser
def test_a_deal_takes_one_page(browser: Browser, site: str) -> None:
    page = browser.new_page()
    for name, deals in LONG.items():
        page.goto(f"{site}/r/{name}/print")
        sheets = page.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == deals, name
    page.close()
