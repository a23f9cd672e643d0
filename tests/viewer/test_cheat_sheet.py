"""The cheat sheets: all words of a rule set, on one page to print."""

import re

import pytest
from flask.testing import FlaskClient
from kit.browsers import opened

from mjlog import rules
from mjlog.report.cheat_sheet import cheat_sheet

NAMES = rules.names()


@pytest.mark.parametrize("name", NAMES)
def test_the_sheet_has_every_item_of_the_rules(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/cheat-sheet/{name}")
    written = re.findall("<dt><code>([^<]*)</code>", answer.text)
    assert answer.status_code == 200
    assert rules.load(name).scoring.item_names <= set(written)
    assert f"Rules: {rules.load(name).header}" in written


@pytest.mark.parametrize(
    ("header", "absent"),
    [
        ("taiyuan", "+13p-4p | exchange A>B 123m | void A m | bonus A 1f5f | dora 4p"),
        ("hongkong", "exchange A>B 123m | void A m | ready A C | 8p! | kong C concealed 2"),
        ("sichuan", "+13p-4p | exchange A>B 123m | 1z 2z 3z 4z | e s w n | bonus A 1f5f"),
        ("tibet", "+13p-4p | +99p-4p | *5555p/7p-6p | 1m … 9m | 5z 6z 7z | void A m"),
    ],
)
def test_the_sheet_leaves_out_what_the_rules_lack(header: str, absent: str) -> None:
    written = {word for part in cheat_sheet(rules.load(header)) for word, _ in part.rows}
    riichi = {word for part in cheat_sheet(rules.load("riichi")) for word, _ in part.rows}
    sichuan = rules.load("sichuan/1 exchange=three")
    everything = {word for part in cheat_sheet(sichuan) for word, _ in part.rows} | riichi
    assert written.isdisjoint(absent.split(" | "))
    assert "exchange A>B 123m" in everything
    assert {"+13p-4p", "ready A C", "void A m", "1z 2z 3z 4z"} <= everything


@pytest.mark.parametrize("name", NAMES)
def test_the_hand_on_the_sheet_is_as_large_as_a_hand_of_the_rules(name: str) -> None:
    spec = rules.load(name).play.spec
    lines = {word for part in cheat_sheet(rules.load(name)) for word, _ in part.rows}
    dealt = next(line for line in lines if line.startswith("deal A "))
    assert len(re.findall("[0-9]", dealt)) == spec.resting
    for suit, first in zip("mpsz", (0, 9, 18, 27), strict=True):
        assert suit not in dealt.removeprefix("deal A ") or spec.copies[first]


def test_the_sheet_has_the_prices_that_do_not_rise_evenly() -> None:
    parts = {part.title: dict(part.rows) for part in cheat_sheet(rules.load("hongkong"))}
    prices = parts["What a win pays: on C's discard, by self-draw"]
    assert prices["total 3"] == "C>B 32 · A>B 16, C>B 16, D>B 16"
    assert prices["total 5"] == "C>B 96 · A>B 48, C>B 48, D>B 48"
    assert "pay A>B 16, C>B 16, D>B 16" in parts["Lines of a deal"]
    titles = [part.title for part in cheat_sheet(rules.load("mcr"))]
    assert not any(title.startswith("What a win pays") for title in titles)


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
