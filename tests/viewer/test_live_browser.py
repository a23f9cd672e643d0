"""A table on a telephone: whole deals by touch and by keys, by few taps, for every rule set."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from flask import Flask
from kit.browsers import PATIENCE
from kit.live import ACKNOWLEDGED, DRAWN, begun, enter_by, entry_texts, invited, serving_live, small
from kit.waiting import wait_until

from mjlog.auditor.audit import audit
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.notation import read
from webviewer.live.access import tables_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Response, Route

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}
MOST_TAPS = 8
NEXT_DEAL = "() => document.querySelector('#panel').dataset.deal === '2'"


class Deal(NamedTuple):
    """What is pressed for a deal, and what then stands in the ledger."""

    rules: str
    keys: tuple[str, ...]
    written: tuple[str, ...]


DEALS = {
    "riichi": Deal(
        "riichi/1 preset=tenhou",
        ("c", "Shift+C", "a", "3", "3", "Enter"),
        ("win C ? from A", "ready C", "fan C han 3, fu 30", "pay A>C 3900, table>C 1000",
         "score 21100 25000 28900 25000", "next dealer=B"),
    ),
    "taiyuan": Deal(
        "taiyuan/1 start_points=100 dealer_loss_point=in_hand_value",
        ("c", "Shift+C", "a", "2", "3", "Enter"),
        ("win C ? from A", "ready C", "fan C basic 1, missing-suit 1", "kong C exposed 2",
         "pay A>C 19", "score 81 100 119 100", "next dealer=B"),
    ),
    "taiwanese": Deal(
        "taiwanese/1",
        ("c", "z", "1", "2", "Enter", "Enter"),
        ("win C ? self", "fan C base 12", "pay A>C 12, B>C 12, D>C 12", "score -12 -12 36 -12",
         "next dealer=B"),
    ),
    "american": Deal(
        "american/1",
        ("c", "z", "4", "8", "Enter", "Enter"),
        ("win C ? self", "fan C total 48", "pay A>C 96, B>C 48, D>C 48", "next dealer=B"),
    ),
    "tibet": Deal(
        "tibet/1 preset=tibet-riichi",
        ("c", "Shift+C", "b", "2", "3", "Enter"),
        (),
    ),
    "hongkong": Deal("hongkong-faan/1", ("b", "a", "3", "Enter", "Enter"), ()),
}  # fmt: skip


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_live(tmp_path) as served:
        yield served


@contextmanager
def device(
    browser: Browser, tables: tuple[str, Flask], role: str, table: str, seat: str = ""
) -> Iterator[Page]:
    """A telephone that was let in at a table; fails when anything is said on its console.

    A player may tap once more while the first tap is on its way. The page tells of that in words,
    the browser logs the answer.
    """
    site, app = tables
    context = browser.new_context(
        base_url=site, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda problem: told.append(str(problem)))
    enter_by(page, invited(app, role, table, seat))
    page.wait_for_selector("#panel[data-kind]")
    if page.locator("#panel[data-kind=level]").count():
        page.tap("#panel [data-level=results]")
    yield page
    page.wait_for_function(ACKNOWLEDGED)
    context.close()
    late_tap = "Failed to load resource: the server responded with a status of 409 (CONFLICT)"
    assert [words for words in told if seat == "" or words != late_tap] == []


def settled(page: Page) -> None:
    """Waits until everything was acknowledged and the page shows what the table says."""
    page.wait_for_function(ACKNOWLEDGED)
    page.wait_for_function("() => !document.querySelector('.entries .waits')")


PRESSED = f"""(event) => {{
  window.pressed = new Promise((done) => addEventListener(event, done, {{ once: true }}))
    .then(async () => {{ {DRAWN} }});
}}"""
"""Has a page remember when it has drawn what the next tap or key does: a tap comes when it may."""


def tapped(page: Page, place: str) -> None:
    """One tap, and what it does is drawn."""
    page.evaluate(PRESSED, "click")
    page.tap(place)
    page.evaluate("() => window.pressed")


def press(page: Page, key: str, *, touch: bool) -> None:
    """One tap, or one key; a next panel may have a like key, which is not yet this one."""
    settled(page)
    place = f"#panel [data-key='{key}']"
    page.wait_for_selector(place)
    if touch:
        tapped(page, place)
        return
    page.evaluate(PRESSED, "keydown")
    page.keyboard.press(key)
    page.evaluate("() => window.pressed")


def opened(tables: tuple[str, Flask], name: str, rules: str) -> Any:
    return begun(tables[1], name, rules)


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "keys"])
@pytest.mark.parametrize("rules", DEALS)
def test_a_deal_takes_few_taps(
    browser: Browser, tables: tuple[str, Flask], rules: str, touch: bool
) -> None:
    deal = DEALS[rules]
    assert len(deal.keys) <= MOST_TAPS
    table = opened(tables, f"{rules}-{touch}", deal.rules)
    with device(browser, tables, "scribe", table.name) as page:
        for key in deal.keys:
            press(page, key, touch=touch)
        page.wait_for_function(NEXT_DEAL)
        settled(page)
    written = entry_texts(table)
    assert written[0] == "@ E1"
    assert tuple(written[1 : 1 + len(deal.written)]) == deal.written
    assert len(written) == len({*written})
    game = read(table.text())
    assert game.deals[0].lines
    assert not [each for each in audit(fair_copy(game)).findings if each.severity == "error"]


def _tells_of_a_state(answer: Response) -> bool:
    return answer.url.endswith("/state") and answer.status == 200


def test_a_state_that_tells_of_a_line_before_its_acknowledgement_is_enough(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    """The page asks for the state while a line is on its way; the next state is the same."""
    table = opened(tables, "told-before", DEALS["hongkong"].rules)
    with device(browser, tables, "scribe", table.name) as page:
        for key in ("b", "a", "3"):
            press(page, key, touch=False)
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        page.route("**/lines", hold)
        page.keyboard.press("Enter")
        wait_until(lambda: page.evaluate("true") and held)
        with page.expect_response(_tells_of_a_state):
            acknowledged = held[0].fetch()
        held[0].fulfill(response=acknowledged)
        page.unroute("**/lines")
        page.wait_for_selector("#panel[data-kind=check] [data-key=Enter]")


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "keys"])
def test_losers_who_pay_each_other_are_counted_one_by_one(
    browser: Browser, tables: tuple[str, Flask], touch: bool
) -> None:
    table = opened(tables, f"losers-{touch}", DEALS["american"].rules)
    with device(browser, tables, "scribe", table.name) as page:
        for key in ("c", "z", "4", "8", "Enter", "a", "8", "Enter", "b", "0", "Enter", "d", "t"):
            press(page, key, touch=touch)
        for tile in ("1p", "1p", "1p", "4p", "5p", "7s", "8s", "9s", "2m", "3m", "4z", "4z", "4z"):
            tapped(page, f"[data-tile='{tile}']")
        assert small(page) == []
        press(page, "Enter", touch=True)
        page.wait_for_selector(".proposed")
        settled(page)
        assert not page.locator("text=count their hands").count()
        press(page, "Enter", touch=touch)
        page.wait_for_function(NEXT_DEAL)
    written = entry_texts(table)
    assert written[2:5] == ["fan C total 48", "fan A total 8", "fan B total 0"]
    assert written[5].startswith("show D ")
    [paid] = [text for text in written if text.startswith("pay ")]
    assert {pair.split()[0] for pair in paid.removeprefix("pay ").split(", ")} >= {
        "A>C", "B>C", "D>C", "B>A"
    }  # fmt: skip
    assert [text for text in written if text.startswith("score ")]
    game = read(table.text())
    assert not [each for each in audit(fair_copy(game)).findings if each.severity == "error"]


def test_what_is_pressed_is_large_and_within_the_page(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = opened(tables, "large", DEALS["riichi"].rules)
    with device(browser, tables, "scribe", table.name) as page:
        for key in ("c", "a", "3", "3"):
            assert small(page) == []
            press(page, key, touch=True)
        page.wait_for_selector(".proposed")
        assert small(page) == []


def test_a_washout_and_a_dealer_whom_the_rules_do_not_tell(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = opened(tables, "washout", DEALS["riichi"].rules)
    with device(browser, tables, "scribe", table.name) as page:
        for key in ("x", "Shift+A", "Shift+B", "Enter", "Enter"):
            press(page, key, touch=True)
        page.wait_for_function(NEXT_DEAL)
    assert entry_texts(table)[1:-1] == [
        "draw wall", "tenpai A B", "pay C>A 1500, D>B 1500", "score 26500 26500 23500 23500",
        "next dealer=A",
    ]  # fmt: skip


def tapped_until(page: Page, what: str, other: Page, shown: str) -> None:
    """Taps as a player does: again, where what was shown changed under the finger."""
    from playwright.sync_api import TimeoutError as LateError  # noqa: PLC0415

    for patience in (10_000, 20_000, 120_000):
        with suppress(LateError):  # it may be gone, for it was tapped
            page.tap(what, timeout=5_000)
        with suppress(LateError):
            other.wait_for_selector(shown, timeout=patience)
            return
    pytest.fail(f"{shown} is not shown")


def test_another_player_confirms_on_a_device_of_their_own(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = opened(tables, "confirm", DEALS["riichi"].rules)
    with (
        device(browser, tables, "scribe", table.name) as scribe,
        device(browser, tables, "player", table.name, "B") as player,
    ):
        for key in ("c", "a", "3", "3"):
            press(scribe, key, touch=True)
        scribe.wait_for_selector(".proposed")
        player.wait_for_selector("#panel :text('once the scribe has entered the points')")
        player.wait_for_selector("#panel .yours li:text-is('You have 25000')")
        assert player.locator("#panel .main").count() == 0
        press(scribe, "s", touch=True)
        player.wait_for_selector("#panel .main")
        player.wait_for_selector("#panel .yours li:text-is('You have 25000')")
        tapped_until(player, "#panel .main", scribe, "#panel .confirmed")
        assert "B Bo" in scribe.inner_text("#panel .confirmed")
        player.locator("#panel .main").wait_for(state="detached")
    assert entry_texts(table)[-1].startswith("note result confirmed by=B deal=1 of=")


def test_findings_are_kept_mended_or_taken_back(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = opened(tables, "findings", DEALS["riichi"].rules)
    with device(browser, tables, "scribe", table.name) as page:
        page.fill("#line", "1z b:+22m-1s")
        page.press("#line", "Enter")
        page.wait_for_selector("#findings .error")
        tapped(page, "#findings button:nth-of-type(2)")
        assert page.get_attribute("#panel", "data-kind") == "play"
        tapped(page, "#panel .aid [data-key=Escape]")
        page.fill("#line", "qq")
        page.press("#line", "Enter")
        page.wait_for_selector("#findings .error:has-text('qq')")
        page.tap("#findings .error:has-text('qq') button:nth-of-type(2)")
        page.locator("#findings .error:has-text('qq')").wait_for(state="detached")
        page.tap("#findings button:nth-of-type(1)")
        page.wait_for_function("() => !document.querySelector('#findings li')")
        page.tap("#undo")
        page.wait_for_function("() => !document.body.innerText.includes('B:+22m-1s')")
        settled(page)
    assert entry_texts(table)[-1] == "del 0002"


def test_axe_finds_nothing_serious_on_live_pages(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    grave = pytest.importorskip("test_axe").grave
    table = opened(tables, "axe", DEALS["taiyuan"].rules)
    with device(browser, tables, "scribe", table.name) as page:
        assert grave(page) == []
        for key in ("c", "Shift+C", "a", "2", "3"):
            press(page, key, touch=False)
        page.wait_for_selector(".proposed")
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        assert grave(page) == []
        press(page, "Enter", touch=False)
        page.wait_for_function(NEXT_DEAL)
        page.tap("#levels summary")
        page.tap("#levels button:nth-of-type(2)")
        page.wait_for_selector("#panel[data-kind=play]")
        assert grave(page) == []
    with device_of_organiser(browser, tables) as page:
        assert grave(page) == []


@contextmanager
def device_of_organiser(browser: Browser, tables: tuple[str, Flask]) -> Iterator[Page]:
    context = browser.new_context(base_url=tables[0], viewport=PHONE, locale="ja")
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    enter_by(page, invited(tables[1], "organiser"))
    page.wait_for_selector(".new-game")
    yield page
    context.close()
    assert tables_of(tables[1]).names()
