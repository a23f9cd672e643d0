"""The cheat sheets: all words of a rule set, on one page to print."""

import re

import pytest
from flask.testing import FlaskClient
from kit.browsers import opened

from mjlog import rules

NAMES = rules.names()


@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_has_every_item_of_the_rules(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/cheat-sheet/{name}")
    written = re.findall("<dt><code>([^<]*)</code>", answer.text)
    assert answer.status_code == 200
    assert rules.load(name).scoring.item_names <= set(written)
    assert f"Rules: {rules.load(name).header}" in written


def test_the_sheet_is_in_the_language_of_the_reader(client: FlaskClient) -> None:
    assert "早見表" in client.get("/cheat-sheet?lang=ja").text
    assert "ツモ切り" not in client.get("/cheat-sheet/mcr?lang=zh-Hans").text


def test_there_is_no_sheet_of_rules_that_nobody_knows(client: FlaskClient) -> None:
    assert client.get("/cheat-sheet/nowhere").status_code == 404
    assert client.get("/cheat-sheet/riichi?preset=nobody").status_code == 404


@pytest.mark.browser
@pytest.mark.parametrize("language", ["en", "ja", "zh-Hans", "zh-Hant"])
def test_each_sheet_fits_one_page(browser, site, language):
    with opened(browser, site) as page:
        for name in NAMES:
            page.goto(f"/cheat-sheet/{name}?lang={language}")
            sheets = page.pdf(prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page[^s]", sheets)) == 1, name


@pytest.mark.browser
def test_a_phone_shows_the_way_to_every_sheet(browser, site):
    with opened(browser, site, width=390) as page:
        page.goto("/cheat-sheet/riichi")
        links = page.locator("nav.tools a")
        assert [link.is_visible() for link in links.all()] == [True] * len(NAMES)
