"""The viewer in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from flask.testing import FlaskClient
from kit.browsers import FAIR_COPY, at, last_step, opened
from kit.places import SAMPLES
from kit.sizes import begun
from kit.viewers import serving

from mjlog.notation import read, write

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
WALKED = (
    "taiyuan-everything-fair-copy",
    "broken-syntax-syntax-word",
    "riichi-robbed-kong",
    "taiyuan-everything-table-view",
    "taiyuan-everything-ledger",
    "taiyuan-from-the-middle",
    "broken-taiyuan-kong-held",
)
"""The first three in `make test`, all in `make soak`."""
NEAR = 3
"""So many steps at the ends of a deal are walked in `make test`, all of them in `make soak`."""
HOSTILE = """<script>alert(1)</script>"><img src=x onerror=alert(2)>"""


CONTENT = """() => {
  const copy = document.querySelector("main").cloneNode(true);
  copy.querySelector("#seek")?.removeAttribute("aria-valuetext");
  // A script lays these of what the server sends.
  for (const laid of copy.querySelectorAll(".columns, .nearness")) laid.remove();
  copy.querySelector(".moves")?.classList.remove("tiled", "has-tiles", "read");
  for (const element of copy.querySelectorAll("*")) {
    const told = [...element.attributes].map(({ name, value }) => [name, value]).sort();
    for (const [name] of told) element.removeAttribute(name);
    for (const [name, value] of told)
      if (name !== "style" || value) element.setAttribute(name, value);
  }
  return copy.innerHTML;
}"""


def scrolled(page: Page, *, down: bool) -> None:
    """Waits until the page has scrolled from its top, or back to it."""
    for _ in range(200):
        if (page.evaluate("scrollY") > 0) is down:
            return
        page.wait_for_timeout(25)
    raise AssertionError("the page has not scrolled")


def content(page: Page) -> str:
    """The main part of the page, attributes in one order."""
    return page.evaluate(CONTENT)


@pytest.mark.parametrize("record", begun(WALKED, 3))
def test_keys_walk_through_a_deal(browser: Browser, site: str, record: str, whole: bool) -> None:
    with opened(browser, site, f"/r/{record}/d1/s0") as page:
        last = last_step(page)
        for step in range(1, last + 1):
            if whole or step <= NEAR or step >= last - NEAR:
                page.keyboard.press("ArrowRight")
                at(page, step)
            elif step == last - NEAR - 1:
                page.fill("#seek", str(step))
                at(page, step)
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        at(page, last - 1)
        page.keyboard.press("Home")
        at(page, 0)
        page.keyboard.press("End")
        at(page, last)


def test_keys_lead_from_finding_to_finding(browser: Browser, site: str) -> None:
    with opened(browser, site, "/r/broken-taiyuan-ready-shelf/d1/s0") as page:
        page.keyboard.press("e")
        at(page, 8)
        assert "Liu Yan lays the Ting tile 2z face up" in page.inner_text(".finding")
        page.keyboard.press("End")
        page.keyboard.press("E")
        at(page, 8)


def test_no_key_is_lost_when_they_come_quickly(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s0") as page:
        for _ in range(12):
            page.keyboard.press("ArrowRight")
        for _ in range(5):
            page.keyboard.press("ArrowLeft")
        at(page, 7)


def test_keys_with_others_held_are_left_to_the_browser(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3") as page:
        for keys in ("Control+End", "Shift+ArrowRight", "Alt+ArrowUp", "x"):
            page.keyboard.press(keys)
        page.keyboard.press("ArrowRight")
        at(page, 4)


def test_a_step_fetched_is_the_page_of_the_server(browser: Browser, site: str, whole: bool) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s0") as page, opened(browser, site) as cold:
        last = last_step(page)
        for step in range(1, (last if whole else last // 2) + 1):
            page.keyboard.press("ArrowRight")
            if step % (8 if whole else 22) == 0:
                at(page, step)
                cold.goto(f"{FAIR_COPY}/s{step}")
                assert content(page) == content(cold)
                assert page.title() == cold.title()


@pytest.mark.parametrize(
    "deal",
    [
        "american-jokers/d1",
        "riichi-game-four-players/d5",
        "taiwanese-flowers-in-play/d1",
        "tibet-kong-in-riichi/d1",
    ],
)
def test_a_leap_shows_the_page_of_the_server(
    browser: Browser, site: str, deal: str, whole: bool
) -> None:
    with opened(browser, site, f"/r/{deal}/s0") as page, opened(browser, site) as cold:
        last = last_step(page)
        for way in (1, 7, 3, 9, 2, 8, 10) if whole else (7, 2):
            page.fill("#seek", str(last * way // 10))
            at(page, last * way // 10)
            cold.goto(f"/r/{deal}/s{last * way // 10}")
            assert content(page) == content(cold)


@pytest.mark.parametrize(
    "record",
    begun(["broken-taiyuan-pay-seats", "riichi-robbed-kong", "taiyuan-everything-fair-copy"], 2),
)
def test_without_scripts_the_page_is_the_same(browser: Browser, site: str, record: str) -> None:
    with (
        opened(browser, site, f"/r/{record}/d1/s0") as page,
        opened(browser, site, scripts=False) as plain,
    ):
        last = last_step(page)
        plain.goto(f"/r/{record}/d1/s0")
        page.keyboard.press("End")
        at(page, last)
        plain.click("#last")
        at(plain, last)
        assert content(page) == content(plain)
        page.keyboard.press("ArrowLeft")
        at(page, last - 1)
        plain.click("#back")
        at(plain, last - 1)
        assert content(page) == content(plain)


def test_a_link_to_a_step_opens_there_and_goes_on_from_there(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s60?seat=C") as page:
        at(page, 60)
        assert page.locator(".seat.bottom").get_attribute("aria-label") == "Chen Bo, West"
        page.keyboard.press("ArrowRight")
        at(page, 61)
        assert page.url.endswith("/s61?seat=C")
        assert page.locator(".seat.bottom").get_attribute("aria-label") == "Chen Bo, West"


def test_steps_are_no_places_in_the_history_and_deals_are(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        page.goto("/r/tibet-four-deals/d1/s10")
        for step in (11, 12):
            page.keyboard.press("ArrowRight")
            at(page, step)
        shown = content(page)
        page.keyboard.press("PageDown")
        page.wait_for_url("**/d2/s0")
        page.keyboard.press("ArrowRight")
        at(page, 1)
        page.go_back()
        page.wait_for_url("**/d1/s12")
        at(page, 12)
        assert content(page) == shown
        page.go_forward()
        page.wait_for_url("**/d2/s1")
        at(page, 1)
        page.go_back()
        page.wait_for_url("**/d1/s12")
        page.go_back()
        page.wait_for_selector("h1:text('Mahjong games')")


def test_the_arrow_and_playing_go_on_into_the_next_deal(browser: Browser, site: str) -> None:
    with opened(browser, site, "/r/tibet-four-deals/d1/s20") as page:
        page.keyboard.press("End")
        page.keyboard.press("ArrowRight")
        page.wait_for_url("**/d2/s0")
        page.wait_for_load_state("networkidle")
        page.keyboard.press("ArrowLeft")
        page.wait_for_url("**/d1/s24")
        page.wait_for_load_state("networkidle")
        page.locator("#speed").evaluate("box => { box.value = '2'; }")
        page.keyboard.press("Space")
        page.wait_for_url(re.compile("/d2/s[1-9]"))
        page.keyboard.press("Space")


def test_the_last_deal_goes_on_nowhere(client: FlaskClient) -> None:
    last = client.get("/r/tibet-four-deals/d4/s9999").status_code
    assert last == 404
    end = client.get("/r/tibet-four-deals/d4?step=9999").location
    page = client.get(end).text
    on = re.search(r'<a[^>]*id="on"[^>]*>', page)
    assert on
    assert "href" not in on[0]
    assert "data-beyond" not in on[0]
    back = re.search(r'<a[^>]*id="back"[^>]*>', client.get("/r/tibet-four-deals/d1/s0").text)
    assert back
    assert "data-beyond" not in back[0]


def test_links_step_without_loading_the_page_and_keep_the_focus(
    browser: Browser, site: str
) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s5") as page:
        page.evaluate("window.kept = document.getElementById('live')")
        page.focus("#on")
        for step in (6, 7):
            page.keyboard.press("Enter")
            at(page, step)
        assert page.evaluate("document.activeElement.id") == "on"
        page.check("#in-words")
        page.click(".transcript li:nth-child(31) a")
        at(page, 30)
        assert page.evaluate("window.kept === document.getElementById('live')")
        assert page.inner_text("#live").split() == page.inner_text("#said").split()
        line, box = (
            page.locator("[aria-current=step]").bounding_box(),
            page.locator(".transcript").bounding_box(),
        )
        assert box["y"] <= line["y"] <= box["y"] + box["height"]


def narrowing(page: Page, *widths: int) -> Iterator[int]:
    """The page at each of these widths in turn, loaded once."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        yield width


def test_nothing_is_cut_off(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        for url in (
            "/",
            f"{FAIR_COPY}/s88",
            "/r/riichi-game-four-players/d1/s40",
            "/r/broken-taiyuan-rules-unknown",
        ):
            page.goto(url)
            for width in narrowing(page, 1240, 390, 320):
                fits = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
                assert fits, (url, width)


LAID = (
    "taiyuan-everything-fair-copy/d1/s88",
    "riichi-game-four-players/d1/s143",
    "riichi-game-three-players/d1/s112",
    "taiwanese-flowers-only/d1/s119",
    "american-jokers/d1/s31",
    "tibet-two-players/d1/s8",
)
COVERED = """() => {
  const table = document.querySelector(".table").getBoundingClientRect();
  const all = [...document.querySelectorAll(".table .tile, .table h2, .table .middle")];
  const things = all.filter((each) => !each.closest(".waiting") || each.checkVisibility());
  const boxes = things.map((each) => each.getBoundingClientRect());
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const out = (a) => a.left < table.left || a.right > table.right
    || a.top < table.top || a.bottom > table.bottom;
  return things.filter((one, i) => out(boxes[i]) || boxes[i].width < 18
    || things.some((other, j) => j > i && !one.contains(other) && over(boxes[i], boxes[j])))
    .map((one) => one.outerHTML);
}"""


def test_no_tile_covers_another_or_leaves_the_table(browser: Browser, site: str) -> None:
    with opened(browser, site) as page:
        for url in LAID:
            page.goto(f"/r/{url}")
            for width in narrowing(page, 1240, 800, 390, 320):
                assert page.evaluate(COVERED) == [], (url, width)


def test_the_tiles_are_drawn(browser: Browser, site: str) -> None:
    """A sprite that the policy kept away would leave every tile blank, silently."""
    with opened(browser, site, f"{FAIR_COPY}/s60") as page:
        page.wait_for_load_state("networkidle")
        drawn = page.evaluate(
            "[...document.querySelectorAll('.table .tile use')].map(use => use.getBBox().width)"
        )
        assert len(drawn) > 60
        assert min(drawn) > 0


def test_a_hostile_record_runs_nothing(browser: Browser, tmp_path: Path) -> None:
    text = write(read((SAMPLES / "taiyuan" / "everything-fair-copy.mjl").read_bytes()))
    evil = re.sub(r"^(Event|[A-D]): .*$", rf"\1: {HOSTILE}", text, flags=re.MULTILINE)
    (tmp_path / "evil.mjl").write_text(evil, encoding="utf-8")
    with serving(tmp_path) as site, opened(browser, site, "/r/evil/d1/s0") as page:
        page.keyboard.press("ArrowRight")
        at(page, 1)
        assert page.inner_text("h1") == HOSTILE
        assert page.locator("img, main script").count() == 0


# --------------------------------------------------------------------------- walking


def loads(page: Page) -> list[str]:
    """The documents that the page asks for from now on."""
    asked: list[str] = []
    page.on(
        "request",
        lambda request: asked.append(request.url) if request.resource_type == "document" else None,
    )
    return asked


def test_slider_lane_and_field_lead_to_a_step(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s0") as page:
        asked = loads(page)
        page.fill("#seek", "30")
        at(page, 30)
        page.keyboard.press("g")
        page.keyboard.type("57")
        page.keyboard.press("Enter")
        at(page, 57)
        lane = page.locator("svg.track").first.bounding_box()
        page.mouse.click(lane["x"] + lane["width"] * 0.5, lane["y"] + 1)
        at(page, 44)
        page.click("svg.track a.win")
        at(page, 88)
        assert asked == []


def test_keys_lead_to_calls_ready_and_turns(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s0") as page:
        walked = [
            ("c", 6),
            ("t", 48),
            ("t", 51),
            ("T", 48),
            ("c", 77),
            ("C", 6),
            ("ArrowDown", 12),
            ("ArrowUp", 2),
        ]
        for key, step in walked:
            page.keyboard.press(key)
            at(page, step)


def test_a_deal_plays_by_itself_and_stops(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s85") as page:
        page.wait_for_load_state("networkidle")
        for _ in range(3):
            page.keyboard.press("+")
        assert page.input_value("#speed") == "4"
        page.keyboard.press("Space")
        assert page.get_attribute(".play", "aria-pressed") == "true"
        at(page, 88)
        page.wait_for_selector(".play[aria-pressed=false]")


def test_deals_seats_and_hands_change_in_place(browser: Browser, site: str) -> None:
    with opened(browser, site, "/r/riichi-game-four-players/d1/s5") as page:
        page.wait_for_load_state("networkidle")
        asked = loads(page)
        page.keyboard.press("PageDown")
        page.wait_for_url(re.compile(r"/d2/s0$"))
        page.keyboard.press("ArrowRight")
        at(page, 1)
        page.keyboard.press("3")
        page.wait_for_url(re.compile(r"/d2/s1\?seat=C$"))
        page.wait_for_selector(".seat.bottom[aria-label^=West]", state="attached")
        page.keyboard.press("h")
        page.wait_for_url(re.compile(r"seat=C&hands=own$"))
        page.wait_for_selector("[aria-label='tile not shown']")
        page.keyboard.press("ArrowRight")
        at(page, 2)
        assert page.url.endswith("/d2/s2?seat=C&hands=own")
        page.go_back()
        page.wait_for_url(re.compile(r"/d1/s5$"))
        assert asked == []


def test_a_step_taken_back_is_told_as_undone(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s79") as page:
        page.wait_for_load_state("networkidle")
        page.keyboard.press("ArrowLeft")
        at(page, 78)
        assert page.inner_text("#live").startswith("Undone: Go-around 10 Chen Bo draws")
        page.keyboard.press("ArrowRight")
        at(page, 79)
        assert page.inner_text("#live").startswith("Go-around 10 Chen Bo draws")


def test_what_is_beside_a_step_is_told_with_it(browser: Browser, site: str) -> None:
    """Whoever is led to a win let pass hears of it, not only of the discard."""
    with opened(browser, site, "/r/taiyuan-a-missed-win/d1/s0") as page:
        page.wait_for_load_state("networkidle")
        page.keyboard.press("e")
        at(page, 110)
        told = page.inner_text("#live")
        assert "Zhao Min discards 8 of characters. Chen Bo lets the winning tile" in told


def test_keys_can_be_switched_off(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3") as page:
        page.keyboard.press("?")
        page.click("#bound")
        page.keyboard.press("Escape")
        page.keyboard.press("ArrowRight")
        page.reload()
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        assert page.get_attribute("#record", "data-step") == "3"


def test_the_wheel_steps_while_the_focus_is_with_the_table_and_scrolls_else(
    browser: Browser, site: str
) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s4", width=390) as page:
        page.locator(".table").hover()
        page.mouse.wheel(0, 120)
        scrolled(page, down=True)
        page.mouse.wheel(0, -120)
        scrolled(page, down=False)
        at(page, 4)
        page.locator("#seek").focus()
        page.mouse.wheel(0, 120)
        at(page, 5)
        page.mouse.wheel(0, -120)
        page.mouse.wheel(0, -120)
        at(page, 3)
        assert page.evaluate("scrollY") == 0


def test_the_link_to_be_shared_is_that_of_the_step(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s3?seat=B") as page:
        page.wait_for_load_state("networkidle")
        page.keyboard.press("End")
        at(page, 88)
        page.keyboard.press("s")
        assert page.input_value("#share input") == f"{site}{FAIR_COPY}/s88?seat=B"


def test_nothing_grows_while_a_deal_is_walked(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s0") as page:
        page.wait_for_load_state("networkidle")
        counted = "document.querySelectorAll('*').length"
        before = page.evaluate(counted)
        for _ in range(4):
            page.keyboard.press("End")
            at(page, 88)
            page.keyboard.press("Home")
            at(page, 0)
        assert page.evaluate(counted) == before


def test_a_tile_lights_up_its_copies_and_the_board_stands_alone(
    browser: Browser, site: str
) -> None:
    with opened(browser, site, "/r/riichi-double-ron/d1/s90") as page:
        page.set_default_timeout(20_000)
        page.wait_for_load_state("networkidle")  # the script for it comes after the first view
        tile = page.locator(".seat.bottom .hand .tile").nth(2)
        tile.hover()
        face = "tile => tile.querySelector('use').getAttribute('href')"
        lit = page.locator(".table .tile.alike")
        assert lit.count() > 1
        assert set(lit.evaluate_all(f"tiles => tiles.map({face})")) == {tile.evaluate(face)}
        page.keyboard.press("b")
        page.wait_for_selector(".side", state="hidden")
        assert page.locator(".seat.top .hand .tile").first.is_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("b")
        page.wait_for_selector(".side", state="visible")


def test_moves_are_tiles_sentences_come_on_demand_and_a_game_passes_in_short(
    browser: Browser, site: str
) -> None:
    with opened(browser, site, "/r/riichi-game-four-players/d6/s57?tab=moves") as page:
        last_step(page)
        for step, sentence in ((58, "South draws 9 of dots."), (59, "South discards 9 of dots.")):
            page.keyboard.press("ArrowRight")
            at(page, step)
            page.wait_for_selector(f".columns .now[title='{sentence}']")
        numbers = page.locator(".columns > i").all_inner_texts()
        assert [number for number in numbers if number] == [str(n) for n in range(1, 9)]
        assert page.locator(".columns p").inner_text().endswith("West wins on 9 of dots.")
        # The hands are known: a line in each lane says how near each is to waiting.
        assert page.locator(".lane .nearness").count() == 4
        page.locator(".columns a[data-step='2']").click()
        at(page, 2)
        line = page.locator(".transcript [aria-current] a")
        line.focus()
        assert not page.locator(".columns").is_visible()
        line.blur()
        page.locator(".columns").wait_for()
        page.check("#in-words")
        assert not page.locator(".columns").is_visible()
        page.keyboard.press("m")
        # The first mark of this deal is a declaration of riichi.
        page.locator(".transcript li[aria-current] .sign.ready").wait_for(state="attached")
        page.keyboard.press("m")
