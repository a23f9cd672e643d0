"""The end of a deal, laid over the table: what is in it, when it is there, and how it is closed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from kit.browsers import opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CARD = re.compile(r'<details class="moment".*?</details>', re.DOTALL)


def card(client: FlaskClient, page: str) -> str:
    """Return the card of a page as it is sent."""
    found = CARD.search(client.get(page).text)
    assert found is not None
    return found[0]


def words(html: str) -> str:
    """Return the words of a card in one line."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def test_a_win_has_its_hand_items_limit_payments_totals_and_places(client: FlaskClient) -> None:
    told = card(client, "/r/riichi-game-four-players/d4/s77")
    assert "East wins on a discard of West" in words(told)
    assert "seven pairs 2 dora 2 red fives 1" in words(told)
    assert "5 han mangan" in words(told)
    assert "West → East 12900" in words(told)
    assert "East +14900 43400 Place 1" in words(told)
    hand, apart = re.findall(r'<span class="set">(.*?)</span>', told)
    assert hand.count("<use ") == 13
    assert apart.count("<use ") == 1
    assert "#t4s" in apart


def test_tiles_beneath_the_indicators_are_shown(client: FlaskClient) -> None:
    assert "beneath" in words(card(client, "/r/riichi-counted-yakuman/d1/s17"))
    assert "beneath" not in words(card(client, "/r/riichi-game-four-players/d4/s77"))


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("/r/riichi-game-four-players/d2/s146", "One tile from winning: East East waits for"),
        ("/r/riichi-game-four-players/d2/s146", "South → East 1000 West → East 1000"),
        ("/r/riichi-four-winds/d1/s4", "four discards of one wind"),
        ("/r/riichi-chombo-paid/d1/s0", "Botan → Daichi 2000 for chombo"),
        ("/r/riichi-a-sheet-of-two-deals/d1/s0", "North wins by self-draw"),
    ],
)
def test_a_deal_without_a_winner_or_without_turns_has_one(
    client: FlaskClient, page: str, said: str
) -> None:
    address = page.rpartition("/s")[0]
    last = client.get(f"{address}/steps.json").json["last"]
    assert said in words(card(client, f"{address}/s{last}")).replace("dora indicators ", "")


OPEN = re.compile(r'<section class="open">.*?</section>', re.DOTALL)


def test_hands_are_laid_open_when_nobody_wins(client: FlaskClient) -> None:
    first, second = OPEN.findall(card(client, "/r/riichi-game-four-players/d1/s143"))
    assert words(first) == "East waits for"
    assert "#t5m" in first.partition("</h3>")[0]
    assert first.partition("</h3>")[2].count("<use ") == 13
    assert words(second) == "North waits for"
    (broken_off,) = OPEN.findall(card(client, "/r/riichi-nine-terminals/d1/s1"))
    assert words(broken_off) == "Aoi"
    assert broken_off.count("<use ") == 14
    assert not OPEN.findall(card(client, "/r/riichi-game-four-players/d1/s143?hands=none"))


@pytest.mark.browser
@pytest.mark.parametrize(
    "page", ["/r/riichi-game-four-players/d1/s143", "/r/riichi-chombo-paid/d1/s0"]
)
def test_on_a_phone_a_draw_fills_the_table(browser: Browser, site: str, page: str) -> None:
    with opened(browser, site, page, width=390) as shown:
        card_box = shown.locator(".moment").bounding_box()
        table_box = shown.locator(".table").bounding_box()
        assert card_box == pytest.approx(table_box, abs=2)


def test_before_the_end_it_is_hidden_and_hidden_hands_have_none(client: FlaskClient) -> None:
    assert re.match(r"<details[^>]* hidden>", card(client, "/r/riichi-game-four-players/d4/s76"))
    assert CARD.search(client.get("/r/riichi-game-four-players/d4/s76?hands=none").text) is None
    assert "seven pairs" in card(client, "/r/riichi-game-four-players/d4/s77?hands=own")


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1240])
def test_a_key_closes_it_and_it_stays_closed(browser: Browser, site: str, width: int) -> None:
    with opened(browser, site, "/r/riichi-game-four-players/d4/s76", width=width) as page:
        page.wait_for_load_state("networkidle")
        assert not page.locator(".moment").is_visible()
        page.keyboard.press("ArrowRight")
        page.wait_for_selector(".moment ol")
        page.keyboard.press("w")
        page.wait_for_selector(".moment ol", state="hidden")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowRight")
        assert not page.locator(".moment ol").is_visible()
        page.keyboard.press("w")
        page.wait_for_selector(".moment ol")
