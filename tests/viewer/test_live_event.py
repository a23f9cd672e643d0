"""A tournament in browsers: a director, a scribe and a player go from one round to the next."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Literal

import pytest
from flask import abort, request
from kit.browsers import PATIENCE, opened
from kit.live import ARE_SAVED, enter_by, invited, let_in, send, serving_event, small

from webviewer.live.access import devices_of, tables_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
PLAYERS = ("Ana", "Zhao Min", "王丽", "Dan", "Eva", "Fay", "Guo", "Hiroshi")
CLOCK_RUNS = "() => /^(29|30):/.test(document.querySelector('[data-clock] b').textContent)"


def test_a_round_is_opened_and_every_device_finds_its_table(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        serving_event(tmp_path) as (site, app),
        opened(browser, site) as director,
        opened(browser, site, width=390) as scribe,
        opened(browser, site, width=390) as phone,
    ):
        enter_by(director, invited(app, "organiser"))
        director.goto("/live/event/")
        director.fill("[name=event]", "Spring Cup")
        director.select_option("[name=rules]", "riichi/1 preset=ema-2016")
        director.fill("[name=players]", "\n".join(PLAYERS))
        director.fill("[name=rounds]", "2")
        director.fill("[name=minutes]", "30")
        director.click("[value=new]")
        director.click("[value=draw]")
        director.click("[value=open]")
        director.wait_for_selector(".wall")
        enter_by(scribe, invited(app, "scribe", "t1"))
        assert scribe.url.endswith("/live/r1-t1")
        whose = tables_of(app).table("r1-t2").players[2]
        phone.goto("/live/t2")  # the code on the card, before the device is let in
        assert small(phone) == []
        phone.check(f"input[value='{whose}']")
        enter_by(phone, f"/live/in/{devices_of(app).invite('player', player=whose)}")
        phone.goto("/live/t2")
        assert phone.get_attribute("#table", "data-author") == "C"
        director.fill("[name=announcement]", "Tea <b>now</b>")
        director.click("[value=announce]")
        director.click("[value=start]")
        for page in (director, scribe, phone):
            page.wait_for_function(CLOCK_RUNS)
            page.locator("text=Tea <b>now</b>").first.wait_for()
        scribe.click("button[data-level=results]")
        scribe.click("#panel [data-key=a]")
        scribe.click("#panel [data-key=b]")
        scribe.wait_for_function(ARE_SAVED, arg=2)
        director.wait_for_selector(".wall [data-seconds]")
        scribe.fill("#line", "end time")
        scribe.press("#line", "Enter")
        scribe.wait_for_selector("#panel[data-kind=ended]")
        director.click("[value=open]")
        scribe.wait_for_url("**/live/r2-t1")  # the game has ended: the page goes on by itself
        with phone.expect_navigation():  # here it has not: the player is told
            phone.click("#following a")
        own = re.search(r"/live/r2-t([12])$", phone.url)
        assert own
        assert whose in tables_of(app).table(f"r2-t{own[1]}").players
        result = ("win C ? from A", "ready", "fan c han 3, fu 30", "ok")
        send(let_in(app, "scribe", f"t{own[1]}"), f"r2-t{own[1]}", *result)
        phone.wait_for_selector(".main[data-key=Enter]")
        assert small(phone) == []


def test_the_next_round_is_shown_though_the_server_goes_or_is_slow(
    browser: Browser, tmp_path: Path
) -> None:
    with serving_event(tmp_path) as (site, app):
        director = let_in(app, "organiser")
        event = {"event": "Cup", "rules": "riichi/1 preset=ema-2016", "rounds": 2, "minutes": 30}
        players = "\n".join(PLAYERS)
        for form in ({"do": "new", **event, "players": players}, {"do": "draw"}, {"do": "open"}):
            assert director.post("/live/event/", data={"round": 1, **form}).status_code == 303
        asked: list[str] = []

        def fail() -> None:
            asked.append(request.path)
            if request.path == "/live/r2-t1/call":
                time.sleep(5)  # longer than the worker waits if it keeps the page
            if request.path == "/live/r2-t1" and asked.count(request.path) > 1:
                abort(503)

        app.before_request_funcs.setdefault(None, []).append(fail)
        with browser.new_context(base_url=site) as context:  # its console tells of the 503
            context.set_default_timeout(PATIENCE)
            scribe = context.new_page()
            enter_by(scribe, invited(app, "scribe", "t1"))
            scribe.wait_for_selector("#table[data-kept]")
            for key in ("[data-level=results]", "[data-key=a]", "[data-key=b]"):
                scribe.click(f"#panel {key}")
            scribe.wait_for_function(ARE_SAVED, arg=2)
            scribe.fill("#line", "end time")
            scribe.press("#line", "Enter")
            scribe.wait_for_selector("#panel[data-kind=ended]")
            director.post("/live/event/", data={"do": "open", "round": 2})
            scribe.wait_for_url("**/live/r2-t1")
            scribe.wait_for_selector("#panel[data-kind=level]")
            assert asked.count("/live/r2-t1") > 1
            scribe.goto("/live/r2-t1/call")
            scribe.wait_for_selector("main form")


def test_a_substitute_comes_in_while_the_round_is_played(browser: Browser, tmp_path: Path) -> None:
    with (
        serving_event(tmp_path) as (site, app),
        opened(browser, site) as director,
        opened(browser, site, width=390) as scribe,
        opened(browser, site, width=390) as new,
        browser.new_context(base_url=site) as context,  # its console tells of the 403
    ):
        old = context.new_page()
        organiser = let_in(app, "organiser")
        event = {"event": "Cup", "rules": "riichi/1 preset=ema-2016", "rounds": 1, "minutes": 30}
        players = "\n".join(PLAYERS)
        for form in ({"do": "new", **event, "players": players}, {"do": "draw"}, {"do": "open"}):
            organiser.post("/live/event/", data={"round": 1, **form})
        whose = tables_of(app).table("r1-t1").players[1]
        enter_by(old, f"/live/in/{devices_of(app).invite('player', player=whose)}")
        old.wait_for_selector(f"#seats :text('B {whose}')")
        enter_by(director, invited(app, "organiser"))
        director.goto("/live/event/")
        director.select_option("[name=player]", whose)
        director.fill("[name=substitute]", "Ben")
        director.select_option("[name=when]", "now")
        assert small(director) == []
        director.click("[value=substitute]")
        link = director.get_attribute(".device-cards li:has-text('Ben') a", "href")
        old.wait_for_selector("#chip:has-text('sent away')")
        enter_by(new, str(link))
        assert new.url.endswith("/live/r1-t1")
        enter_by(scribe, invited(app, "scribe", "t1"))
        scribe.click("button[data-level=results]")  # though the deal has an entry by now
        scribe.wait_for_selector("#seats :text('B Ben')")
        scribe.wait_for_selector("#entries :text('From deal 1 on, Ben plays at B.')")
        for key in ("[data-key=a]", "[data-key=b]", ":text('3 han')", ":text('30 fu')"):
            scribe.click(f"#panel {key}")
        scribe.click("#panel[data-kind=check] [data-key=s]")
        new.click("#panel .main[data-key=Enter]")
        scribe.wait_for_selector("li.confirmed:has-text('B Ben')")


def test_a_player_without_a_device_confirms_by_pin_and_all_of_it_is_exported(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        serving_event(tmp_path) as (site, app),
        opened(browser, site) as director,
        opened(browser, site) as screen,
        opened(browser, site, width=390) as scribe,
    ):
        organiser = let_in(app, "organiser")
        event = {"event": "Cup", "rules": "riichi/1 preset=ema-2016", "rounds": 1, "minutes": 30}
        players = "\n".join(PLAYERS)
        for form in ({"do": "new", **event, "players": players}, {"do": "draw"}, {"do": "open"}):
            organiser.post("/live/event/", data={"round": 1, **form})
        screen.goto("/watch/")
        screen.wait_for_load_state("networkidle")
        enter_by(director, invited(app, "organiser"))
        director.goto("/live/event/")
        director.fill("[name=announcement]", "Tea at noon")
        director.click("[value=announce]")
        screen.wait_for_selector(".announced:has-text('Tea at noon')")  # it was not loaded again
        enter_by(scribe, invited(app, "scribe", "t1"))
        scribe.click("button[data-level=results]")
        for key in ("[data-key=a]", "[data-key=b]", ":text('3 han')", ":text('30 fu')"):
            scribe.click(f"#panel {key}")
        scribe.click("#panel[data-kind=check] [data-key=s]")
        scribe.wait_for_selector("#panel[data-kind=over]")
        table = tables_of(app).table("r1-t1")
        director.goto("/live/pins/")
        director.click(f"li:has(input[value='{table.players[0]}']) button")
        pin = director.inner_text("[role=status] strong")
        scribe.click("text=Confirm by PIN")
        scribe.check("input[value=A]")
        wrong = "000000" if pin != "000000" else "111111"
        for each in (wrong, pin):  # who it is stays chosen
            scribe.fill("[name=pin]", each)
            scribe.click("[value=confirm]")
        scribe.wait_for_selector("fieldset p:nth-of-type(1):has-text('✓')")
        assert " note result confirmed by=A deal=1 " in table.lines()[-1]
        director.goto("/live/event/")
        for link in director.locator("main a[href*='/live/event/']").all():
            name = (link.get_attribute("href") or "").rpartition("/")[2].partition("?")[0]
            with director.expect_download() as saved:
                link.click()
            assert saved.value.suggested_filename == name
            content = saved.value.path().read_bytes()
            assert content.startswith(BEGINNINGS[name.rpartition(".")[2]])
            assert not PLAIN.match(name) or table.players[0].encode() in content


BEGINNINGS = {
    "html": b"<!doctype html>",
    "xlsx": b"PK",
    "zip": b"PK",
    "pdf": b"%PDF-",
    "csv": b"",
    "toml": b"# A tournament",
}
"""How files of these kinds begin."""
PLAIN = re.compile(r".*\.(html|csv|toml)")
"""Files that can be read as they are, and hold the names of all players."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_pages_of_an_event(
    browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"]
) -> None:
    grave = pytest.importorskip("test_axe").grave
    with serving_event(tmp_path) as (site, app), opened(browser, site) as page:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        # A stream keeps its place on the server for a while after its page is left.
        page.route("**/stream", lambda way: way.fulfill(content_type="text/event-stream", body=""))
        organiser = let_in(app, "organiser")
        event = {"event": "Cup", "rules": "riichi/1 preset=ema-2016", "rounds": 2, "minutes": 30}
        players = "\n".join(PLAYERS)
        for form in ({"do": "new", **event, "players": players}, {"do": "draw"}, {"do": "open"}):
            organiser.post("/live/event/", data={"round": 1, **form})
        organiser.post("/live/event/", data={"do": "announce", "announcement": "Tea at noon"})
        scribe = let_in(app, "scribe", "t1")
        send(scribe, "r1-t1", "win C ? from A", "ready", "fan c han 3, fu 30", "ok")
        scribe.post("/live/r1-t1/call", data={"by": "B", "reason": "taken back?"})
        enter_by(page, invited(app, "organiser"))
        for address in (*PAGES, "/live/r1-t1/desk"):
            page.goto(address)
            assert grave(page) == [], address
        page.goto("/live/event/")
        for card in ("scribes", "players"):
            with page.expect_navigation():
                page.click(f"[value={card}]")
            assert grave(page) == [], card
            page.goto("/live/event/")
        page.goto("/live/r1-t1/desk")
        with page.expect_navigation():
            page.click(".penalties button >> nth=0")
        assert grave(page) == []


PAGES = (
    "/watch/", "/watch/r1-t1", "/watch/r1-t1/overlay", "/live/event/", "/live/desk/",
    "/live/pins/", "/live/r1-t1/pin", "/live/r1-t1/call",
)  # fmt: skip
"""What a director, a referee and spectators see."""
