"""A referee's desk in a browser: it shows a call at once, and a ruling moves points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from kit.browsers import opened
from kit.live import NAMES, begun, enter_by, entry_texts, invited, let_in, send, serving_event

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
ALARMS = """window.alarms = [];
window.Notification = class {
  static permission = "{permission}";
  static requestPermission() {}
  constructor(words, { body }) { alarms.push(`${words}: ${body}`); }
};
navigator.vibrate = () => alarms.push("vibrates");
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  alarms.push("sounds");
  start.call(this, at);
};
"""
"""Notes what a page does so that somebody looks at it."""
NO_TIMERS = "window.setTimeout = window.setInterval = () => 0"
"""Has a page ask for nothing by itself: what it shows then, the server has sent at once."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_event(tmp_path) as address_and_app:
        yield address_and_app


def test_a_call_comes_to_the_desk_by_itself_and_a_penalty_moves_points(
    browser: Browser, served: tuple[str, Flask]
) -> None:
    site, app = served
    table = begun(app, "t1", "riichi/1 preset=ema-2016")
    begun(app, "t2", "riichi/1 preset=ema-2016")
    send(let_in(app, "scribe", "t1"), "t1", "1z", "2z")
    with (
        opened(browser, site) as desk,
        opened(browser, site, width=390) as phone,
    ):
        enter_by(desk, invited(app, "referee"))
        desk.add_init_script(NO_TIMERS)
        desk.add_init_script(ALARMS.replace("{permission}", "granted"))
        desk.goto(f"{site}/live/desk/")
        desk.click("#alarm")
        desk.wait_for_selector("#alarm[aria-pressed=true]")
        enter_by(phone, invited(app, "scribe", "t1"))
        phone.click("a[href$='/t1/call']")
        phone.fill("input[name=reason]", "a hand that is no hand")
        phone.click("form:has(input[name=reason]) button.strong")
        desk.wait_for_selector(".seen-table.waits .case")
        assert "(1)" in desk.title()
        *noises, words = desk.evaluate("alarms")
        assert noises == ["vibrates", "sounds", "sounds"] * 2
        called = "Table 1: calls the referee scribe 2 · a hand that is no hand"
        assert words == f"(1) Referee's desk – mjlog: {called}"
        desk.click(".seen-table.waits .case")
        button = desk.locator(".penalties button[value='C chombo']")
        assert "-20" in button.inner_text()
        button.click()
        desk.click("button[value=write]")
        desk.wait_for_selector(".wall")
        assert desk.locator(".case").count() == 0
        assert entry_texts(table)[-3:-1] == ["draw void", "rule C chombo"]
        phone.goto(f"{site}/live/t1")
        phone.wait_for_selector("text=C Cy – chombo")


@pytest.mark.parametrize("is_pressed", [True, False])
def test_a_wall_without_permission_sounds_once_somebody_asked_for_it(
    browser: Browser, served: tuple[str, Flask], is_pressed: bool
) -> None:
    site, app = served
    begun(app, "t1", "riichi/1 preset=ema-2016")
    director = let_in(app, "organiser")
    event = {"event": "Cup", "rules": "riichi/1", "rounds": 1, "minutes": 30}
    players = "\n".join(NAMES)
    director.post("/live/event/", data={"do": "new", **event, "players": players})
    scribe = let_in(app, "scribe", "t1")
    send(scribe, "t1", "1z")
    with opened(browser, site) as wall:
        enter_by(wall, invited(app, "organiser"))
        wall.add_init_script(ALARMS.replace("{permission}", "denied"))
        wall.goto(f"{site}/live/event/")
        if is_pressed:
            wall.click("#alarm")
        director.post("/live/event/", data={"do": "draw"})
        director.post("/live/event/", data={"do": "open", "round": 1})
        wall.reload()
        if is_pressed:
            wall.click("#alarm")
        scribe.post("/live/t1/call", data={"reason": "come"})
        wall.wait_for_selector(".seen-table.waits .case")
        assert wall.evaluate("alarms") == ["vibrates", "sounds", "sounds"] * 2 * is_pressed
        if is_pressed:
            wall.click("#alarm[aria-pressed=true]")  # and off again
        wall.wait_for_selector("#alarm[aria-pressed=false]")
        scribe.post("/live/t1/call", data={"reason": "once more"})
        wall.wait_for_selector(".case:has-text('once more')")
        assert wall.evaluate("alarms") == ["vibrates", "sounds", "sounds"] * 2 * is_pressed


def test_a_ruling_without_a_price_says_that_it_moves_nothing(
    browser: Browser, served: tuple[str, Flask]
) -> None:
    site, app = served
    begun(app, "t1", "riichi/1 preset=ema-2016")
    scribe = let_in(app, "scribe", "t1")
    send(scribe, "t1", "1z", "win C 2m from B", "fan C riichi 1, fu 30", "ok", "@", "1z")
    with opened(browser, site) as desk:
        enter_by(desk, invited(app, "referee"))
        desk.goto(f"{site}/live/t1/desk")
        desk.fill("input[name=ruling]", "warning")
        desk.click("button[value=look]")
        desk.wait_for_selector(".effect [role=alert]")
        desk.fill("textarea[name=lines]", "pay C>A 4000 for=warning")
        desk.click("button[value=look]")
        desk.wait_for_selector(".effect .lines li:nth-child(2)")
        assert desk.locator(".effect [role=alert]").count() == 0
