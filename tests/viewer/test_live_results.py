"""The end of a deal on a telephone: what the page asks for depends on what the rules pay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from kit.live import NOTHING_WAITS, begun, entry_texts, serving_live
from kit.tapping import tap
from viewer.test_live_play import scribe

from mjlog.auditor.audit import audit
from mjlog.live.ledgers.fair_copy import fair_copy
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
    assert [text for text in entry_texts(table) if text.startswith("tenpai")] == []


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
    assert entry_texts(table)[2:5] == [
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


OUT_OF_SIGHT = """() => [...document.querySelectorAll("#panel button")]
  .filter((each) => each.getBoundingClientRect().bottom > innerHeight)
  .map((each) => each.textContent || each.dataset.tile)"""
"""Keys that are below the screen."""


@pytest.mark.parametrize("rules", ["riichi/1 preset=tenhou", "american/1", "hongkong/1"])
def test_on_a_phone_that_lies_a_hand_and_its_worth_are_tapped_without_scrolling(
    browser: Browser, tables: tuple[str, Flask], rules: str
) -> None:
    table = begun(tables[1], f"lies-{rules.partition('/')[0]}", rules)
    with table.session() as session:
        for text in ("1z", "B:2z", "C:3m", "A:#"):
            session.take(text)
    with scribe(browser, tables, table) as page:
        page.set_viewport_size({"width": 844, "height": 390})
        while page.get_attribute("#panel", "data-kind") == "ask":
            assert page.evaluate(OUT_OF_SIGHT) == []
            page.click("#panel [data-key=o]")
            page.wait_for_function(NOTHING_WAITS)
        page.click("#panel[data-kind=hand] [data-unit=run]")
        page.click("#panel[data-kind=hand] [data-tile='1m']")
        assert page.evaluate(OUT_OF_SIGHT) == []
        page.click("#panel[data-kind=hand] [data-key=o]")
        page.wait_for_selector("#panel[data-kind=worth]")
        assert page.evaluate(OUT_OF_SIGHT) == []


TAPPED = """addEventListener("pointerdown", (event) => {
  if (event.isTrusted) window.tapped = (window.tapped ?? 0) + 1;
}, true)"""
"""Counts on a page what a finger does, whatever a test says of it."""
PINFU = {"run": ("2m", "5p", "3s", "6s"), "pair": ("9p",)}
"""The hand of the winner, by its sets: the lowest tile of each."""


@pytest.mark.parametrize("size", [(844, 390), (320, 640)])
def test_what_follows_a_result_is_tapped_without_scrolling(
    browser: Browser, tables: tuple[str, Flask], size: tuple[int, int]
) -> None:
    table = begun(tables[1], f"fold-{size[0]}", "riichi/1 preset=tenhou")
    with scribe(browser, tables, table, "results") as page:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for key in ("c", "Shift+C", "a", "3", "3"):
            tap(page, f"#panel [data-key='{key}']")
            page.wait_for_function(NOTHING_WAITS)
        page.wait_for_selector("#panel[data-kind=check] [data-key=s]")
        assert set(page.evaluate(OUT_OF_SIGHT)) <= {"Change"}


@pytest.mark.parametrize("level", ["play", "results"])
def test_a_self_draw_with_riichi_pinfu_and_ura_takes_twelve_taps(
    browser: Browser, tables: tuple[str, Flask], level: str
) -> None:
    table = begun(tables[1], "pinfu", "riichi/1 preset=tenhou")
    turns = "1z B:5z C:9s D:2z A:1z B:5z C:9m! D:2z A:6z B:6z C:7z. D:3z A:3z B:3z"
    with table.session() as session:
        for text in ("dora 4z", *turns.split()) if level == "play" else ():
            session.take(text)
    with scribe(browser, tables, table, level) as page:
        page.evaluate(TAPPED)
        if level == "play":
            page.click("#panel[data-kind=play] .calls button:text-is('Self-draw')")
            page.click("#panel[data-kind=ask]:has-text('hidden') [data-tile='1m']")
            page.click("#panel[data-kind=ask]:has-text('win on') [data-tile='8s']")
            for unit, lowest in PINFU.items():
                page.click(f"#panel[data-kind=hand] [data-unit={unit}]")
                for each in lowest:
                    page.click(f"#panel [data-tile='{each}']")
            page.click("#panel [data-key=Enter]")
        else:
            page.click("#panel[data-kind=winner] [data-key=c]")
            page.click("#panel[data-kind=from] [data-key='Shift+C']")
            page.click("#panel [data-key=z]")
            page.click("#panel[data-kind=worth] button:has-text('4 han')")
            page.click("#panel[data-kind=more] button:has-text('20 fu')")
        page.click("#panel[data-kind=check] [data-key=Enter]")
        page.wait_for_function(NOTHING_WAITS)
        assert page.evaluate("tapped") == (12 if level == "play" else 6)
    counted = "riichi 1, tsumo 1, pinfu 1, ura 1, fu 20" if level == "play" else "han 4, fu 20"
    written = entry_texts(table)
    assert f"fan C {counted}" in written
    assert "pay A>C 2600, B>C 1300, D>C 1300, table>C 1000" in written
    assert written[-1] == "@ E2"
    audited = audit(fair_copy(read(table.text())))
    found = [(finding.code, finding.place.deal) for finding in audited.findings]
    assert found == [("result.missing", 2)]
