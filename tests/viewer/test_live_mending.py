"""What was entered wrong is entered again on the phone, by the same taps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from kit.live import ARE_SAVED, NOTHING_WAITS, begun, entry_texts, serving_live, small
from kit.tapping import tap
from viewer.test_live_play import scribe

from mjlog.live.tables import Table
from mjlog.notation import read

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
THROWN = ("A:1z", "B:5p", "C:9m", "D:2s")


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_live(tmp_path) as served:
        yield served


def played(tables: tuple[str, Flask], name: str, *texts: str) -> Table:
    """A table where these turns were typed."""
    table = begun(tables[1], name, "riichi/1 preset=tenhou")
    with table.session() as session:
        for text in texts:
            session.take(text)
    return table


def choose(page: Page, player: int, turn: int) -> None:
    """Tap the river of a player, then the tile of one of its turns."""
    page.click(f".rivers > div:nth-child({player}) button")
    page.click(f"#panel[data-kind=river] .thrown button:nth-child({turn})")
    page.wait_for_selector("#panel[data-kind=play] .aid")


def turns(table: Table) -> list[str]:
    return [turn.word for turn in read(table.text()).deals[0].turns]


def test_a_wrong_tile_is_tapped_again(browser: Browser, tables: tuple[str, Flask]) -> None:
    table = played(tables, "tile", *THROWN)
    with scribe(browser, tables, table) as page:
        choose(page, 2, 1)
        assert small(page) == []
        tap(page, "#panel [data-tile='6p']")
        page.wait_for_function(ARE_SAVED, arg=5)
        assert page.locator(".rivers > div:nth-child(2) .lies use").evaluate_all(
            "(all) => all.map((each) => each.getAttribute('href').split('#')[1])"
        ) == ["t6p"]
    assert entry_texts(table)[-1] == "fix 0002 B:6p"
    assert turns(table) == ["1z", "6p", "9m", "2s"]


def test_a_call_that_was_missed_is_entered_in_its_place(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = played(tables, "call", *THROWN)
    with scribe(browser, tables, table) as page:
        choose(page, 3, 1)
        tap(page, "#panel .calls [data-chow='46p']")
        tap(page, "#panel [data-tile='9m']")
        page.wait_for_function(ARE_SAVED, arg=5)
    assert entry_texts(table)[-1] == "fix 0003 C:+46p-9m"


def test_a_turn_that_is_missing_is_put_in_and_one_too_many_taken_out(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = played(tables, "missing", *THROWN)
    with scribe(browser, tables, table) as page:
        choose(page, 4, 1)
        page.click("#panel .aid button:text-is('One before it is missing')")
        tap(page, "#panel .seats-of-play [data-key=b]")
        tap(page, "#panel [data-tile='7z']")
        page.wait_for_function(ARE_SAVED, arg=5)
        choose(page, 2, 2)
        page.click("#panel .aid button:text-is('Take out')")
        page.wait_for_function(ARE_SAVED, arg=6)
    assert entry_texts(table)[-2:] == ["ins 0003 B:7z", "del 0005"]
    assert turns(table) == ["1z", "5p", "9m", "2s"]


def test_a_mended_turn_is_shown_at_once_without_a_network(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = played(tables, "offline", *THROWN)
    with scribe(browser, tables, table) as page:
        page.wait_for_selector("#table[data-kept]")
        page.context.set_offline(True)
        choose(page, 1, 1)
        tap(page, "#panel [data-tile='3z']")
        page.wait_for_selector(".rivers > div:nth-child(1) use[href$='#t3z']")
        page.context.set_offline(False)
        page.wait_for_function(NOTHING_WAITS)
    assert turns(table)[0] == "3z"


def test_a_fact_is_entered_again_and_a_result_is_asked_for_again(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = played(tables, "fact", *THROWN, "dora 4p", "A:5z", "D:#", "fan D han 3, fu 30")
    with scribe(browser, tables, table) as page:
        page.click("#entries button:has-text('indicators')")
        tap(page, "#panel[data-kind=fact] [data-tile='6s']")
        tap(page, "#panel [data-key=Enter]")
        page.wait_for_function(ARE_SAVED, arg=9)
        tap(page, "#entries button:has-text('3 han · 30 fu')")
        page.click("#panel .aid button:text-is('Take out')")
        page.wait_for_function(ARE_SAVED, arg=10)
    assert entry_texts(table)[-2:] == ["fix 0005 dora 6s", "del 0008"]
