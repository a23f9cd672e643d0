"""What a deal needs is asked for on the page of a scribe, and written by taps alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from kit.live import NAMES, NOTHING_WAITS, begun, entry_texts, serving_live
from kit.tapping import READY, tap
from viewer.test_live_play import scribe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask import Flask
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_live(tmp_path) as served:
        yield served


def thrown(page: Page, *tiles: str) -> None:
    for each in tiles:
        page.wait_for_selector("#panel[data-kind=play]")
        tap(page, f"#panel [data-tile='{each}']")


def answered(page: Page, words: str, *tiles: str) -> None:
    page.wait_for_selector(f"#panel[data-kind=ask] h2:text-is('{words}')")
    for each in tiles:
        tap(page, f"#panel [data-tile='{each}']")


def test_the_indicators_of_a_deal_are_asked_for_when_they_come_up(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "indicators", "riichi/1 preset=tenhou")
    with scribe(browser, tables, table) as page:
        answered(page, "Which tile is the dora indicator?", "4p")
        thrown(page, "1z")
        page.wait_for_function(NOTHING_WAITS)
        tap(page, "#panel .calls button:text-is('concealed kong')")
        thrown(page, "9s", "1m")
        page.click("#panel .asks:text-is('Which indicator is turned up for the kong?')")
        answered(page, "Which indicator is turned up for the kong?", "2m")
        page.wait_for_selector("#panel[data-kind=play]")
        tap(page, READY)
        thrown(page, "2z", "3z", "4z", "5z")
        tap(page, "#panel .calls button:text-is('Self-draw')")
        answered(page, "Which hidden indicators are turned up?", "1p", "2p")
        answered(page, "Which tile did Cy draw and win on?", "6s")
        page.wait_for_selector("#panel[data-kind=hand]")
    assert entry_texts(table) == [
        "@ E1", "dora 4p", "A:1z", "B:*9999s/-1m", "fix 0003 B:*9999s/-1m=2m", "C:2z!", "D:3z",
        "A:4z", "B:5z", "C:?#", "ura 12p", "fix 0009 C:6s#",
    ]  # fmt: skip


def test_suits_that_players_give_up_are_tapped_before_play(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "suits", "sichuan/1")
    with scribe(browser, tables, table) as page:
        for player, suit in zip(NAMES, "mpsm", strict=True):
            page.wait_for_selector(f"#panel h2:text-is('Which suit does {player} give up?')")
            tap(page, f"#panel [data-suit={suit}]")
        page.wait_for_selector("#panel[data-kind=play]")
    assert entry_texts(table)[1:] == ["void A m", "void B p", "void C s", "void D m"]


def test_what_nobody_saw_is_left_open_and_asked_no_more(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "open", "riichi/1")
    with scribe(browser, tables, table) as page:
        page.wait_for_selector("#panel[data-kind=ask]")
        tap(page, "#panel [data-key=o]")
        thrown(page, "1z")
        page.wait_for_function(NOTHING_WAITS)
        assert page.locator("#panel .asks").count() == 0
    assert entry_texts(table) == ["@ E1", "A:1z"]
