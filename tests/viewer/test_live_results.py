"""The end of a deal on a telephone: what the page asks for depends on what the rules pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from kit.live import NOTHING_WAITS, begun, said, serving_live
from kit.tapping import tap
from viewer.test_live_play import scribe

from mjlog.auditor.audit import audit
from mjlog.live.ledgers.folding import fair_copy
from mjlog.model.findings import errors
from mjlog.notation import read

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_live(tmp_path) as served:
        yield served


@pytest.mark.parametrize(
    "rules",
    [
        "hongkong/1",
        "zungjung/1",
        "mcr/1",
        "taiwanese/1",
        "taiyuan/1 start_points=100",
        "american/1",
    ],
)
def test_who_was_tenpai_is_not_asked_where_nobody_is_paid_for_it(
    browser: Browser, tables: tuple[str, Flask], rules: str
) -> None:
    table = begun(tables[1], "washout", rules)
    with scribe(browser, tables, table, "results") as page:
        page.click("#panel[data-kind=winner] [data-key=x]")
        page.click("#panel[data-kind=check] [data-key=Enter]")
        page.wait_for_function(NOTHING_WAITS)
    assert [text for text in said(table) if text.startswith("tenpai")] == []


def test_a_hand_that_decides_what_is_paid_at_a_draw_is_asked_for(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "ready", "sichuan/1")
    with scribe(browser, tables, table, "results") as page:
        page.click("#panel[data-kind=winner] [data-key=x]")
        page.click("#panel[data-kind=tenpai] [data-key='Shift+D']")
        page.click("#panel [data-key=Enter]")
        page.click("#panel[data-kind=check] .choices button:has-text('Dee')")
        for tile in ("2m", "3m", "4m", "5m", "5m", "5m", "6p", "7p", "8p", "2p", "3p", "4p", "9m"):
            tap(page, f"#panel[data-kind=hand] [data-tile='{tile}']")
        tap(page, "#panel [data-key=Enter]")
        page.click("#panel[data-kind=check] [data-key=s]")
        page.wait_for_function(NOTHING_WAITS)
    assert said(table)[2:5] == [
        "tenpai D", "show D 2345559m234678p", "pay A>D 1, B>D 1, C>D 1",
    ]  # fmt: skip
    assert errors(audit(fair_copy(read(table.text()))).findings) == []


def test_a_wrong_hand_that_was_tapped_is_named_on_the_page_and_by_the_audit(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "wrong", "hongkong/1")
    with table.session() as session:
        for text in ("1z", "B:5p", "C:9m", "D:2s", "A:#"):
            session.take(text)
    with scribe(browser, tables, table) as page:
        page.wait_for_selector("#panel[data-kind=hand]")
        hand = ("1m", "1m", "1m", "4m", "5m", "6m", "7p", "8p", "9p", "3s", "4s", "6s", "6s", "6s")
        for tile in hand:
            tap(page, f"#panel[data-kind=hand] [data-tile='{tile}']")
        tap(page, "#panel [data-key=Enter]")
        page.wait_for_function(NOTHING_WAITS)
        page.wait_for_selector("#findings .error")
    found = errors(audit(fair_copy(read(table.text()))).findings)
    assert [finding.code for finding in found] == ["show.hand"]
