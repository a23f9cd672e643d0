"""The stage: the table fills the window, and holds the fullest deal of every rule set.

Measured in a browser, each rule set on one page that is made narrower and wider.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest
from kit.browsers import FAIR_COPY, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


class Fullest(NamedTuple):
    """The most that lies before a player, and a deal in which there is room for it."""

    deal: str
    hand: int = 13
    kongs: int = 4
    bonus: int = 0
    pillars: int = 0


FULLEST: Final = {
    "riichi": Fullest("riichi-game-four-players/d2/s60"),
    "riichi, three players": Fullest("riichi-game-three-players/d1/s60", bonus=4),
    "taiyuan": Fullest("taiyuan-everything-fair-copy/d1/s60", hand=9, pillars=4, kongs=2),
    "taiwanese": Fullest("taiwanese-flowers-only/d1/s60", hand=16, kongs=5, bonus=8),
    "american": Fullest("american-jokers/d1/s20", bonus=8),
    "tibet": Fullest("tibet-five-kongs/d1/s9"),
    "tibet, two players": Fullest("tibet-two-players/d1/s8"),
}
SCREENS: Final = (
    (1240, 800), (1920, 1080), (1024, 768), (844, 390),
    (390, 844), (320, 640), (620, 400), (960, 540),
)  # fmt: skip
"""Desks, a tablet, phones both ways, and the first two as they are at twice the size."""
NAMES: Final = ("Konstantinos Papadopoulos-Smith", "王小明張三李四歐陽娜娜一二")

FILL = """({ hand, kongs, bonus, pillars, melded, name }) => {
  const upright = document.querySelector(".table .tile:not(.turned, .taken)");
  const across = document.createElement("div");
  const tile = (turned) => {
    const one = upright.cloneNode(true);
    one.setAttribute("class", turned ? "tile turned" : "tile");
    if (turned) one.setAttribute("viewBox", "0 0 80 60");
    return one;
  };
  const row = (number, ...turned) =>
    Array.from({ length: number }, (_, i) => tile(turned.includes(i)));
  const kong = () => {
    const meld = document.createElement("div"), pile = document.createElement("span");
    meld.className = "meld";
    pile.className = "pile";
    pile.append(...row(2, 0, 1));
    meld.append(pile, ...row(2));
    return meld;
  };
  for (const seat of document.querySelectorAll(".seat")) {
    const put = (what, ...tiles) => seat.querySelector(what)?.replaceChildren(...tiles);
    const lines = seat.querySelectorAll(".line");
    lines.forEach((line, i) => line.replaceChildren(...row(6, i ? -1 : 2)));
    put(".hand:not(.drawn)", ...row(melded ? Math.max(1, hand - 3 * kongs) : hand));
    put(".drawn", ...row(1));
    put(".melds", ...(melded ? Array.from({ length: kongs }, kong) : []));
    put(".bonus", ...row(bonus));
    put(".standing", ...row(pillars));
    put(".gaps");
    put("h2 bdi", name);
    put(".stick", Object.assign(document.createElement("span"), { className: "laid-stick" }));
    const points = seat.querySelector(".plate .points"), marks = seat.querySelector(".marks");
    if (points) points.textContent = "123456 -12345";
    marks.innerHTML = "<em>riichi</em><em class='act'>to act</em>";
  }
}"""
MISPLACED = """() => {
  const box = (each) => each.getBoundingClientRect();
  const table = box(document.querySelector(".table"));
  const all = [...document.querySelectorAll(".table .tile, .table h2, .table .middle")];
  const things = all.filter((each) => box(each).width);
  const boxes = things.map(box);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const out = (a) => a.left < table.left - 1 || a.right > table.right + 1
    || a.top < table.top - 1 || a.bottom > table.bottom + 1;
  const classes = (each) => each?.getAttribute("class") ?? each?.localName;
  const told = (each) => [each.closest(".seat"), each.parentElement, each].map(classes).join(" ");
  const found = new Set();
  things.forEach((one, i) => {
    if (out(boxes[i])) found.add(`${told(one)} leaves the table`);
    things.forEach((other, j) => {
      if (j <= i || one.contains(other) || !over(boxes[i], boxes[j])) return;
      found.add(`${told(one)} | ${told(other)}`);
    });
  });
  return [...found];
}"""
SIZES = """() => {
  const box = (what) => document.querySelector(what).getBoundingClientRect();
  const bottom = (what) => box(what).bottom;
  return { table: box(".table").height, wide: box(".table").width, bar: box(".top").height,
    own: box(".bottom .hand .tile").width, seen: Math.max(bottom(".bottom .hand"), bottom("#said"),
    bottom("#seek"), bottom(".transport"), bottom(".play")) - innerHeight,
    across: document.documentElement.scrollWidth - innerWidth };
}"""
LEAST: Final = {
    (1240, 800): (700, 40),
    (1920, 1080): (950, 56),
    (390, 844): (600, 22),
    (320, 640): (400, 18),
}
"""How high the table is at least and how wide one's own tiles, by the size of the window."""


def fill(page: Page, fullest: Fullest, name: str, *, melded: bool) -> None:
    page.evaluate(FILL, {**fullest._asdict(), "name": name, "melded": melded})


def measured(page: Page, screen: tuple[int, int]) -> dict[str, Any]:
    """The sizes on a screen, on which nothing covers anything and all that moves a deal is seen."""
    page.set_viewport_size({"width": screen[0], "height": screen[1]})
    sizes: dict[str, Any] = page.evaluate(SIZES)
    assert page.evaluate(MISPLACED) == [], screen
    assert sizes["seen"] <= 1, screen
    assert sizes["across"] <= 0, screen
    return sizes


@pytest.mark.parametrize("rules", FULLEST)
def test_the_fullest_deal_has_room_on_every_screen(browser: Browser, site: str, rules: str) -> None:
    with opened(browser, site, f"/r/{FULLEST[rules].deal}") as page:
        page.wait_for_load_state("networkidle")
        for melded, name in zip((False, True), NAMES, strict=True):
            fill(page, FULLEST[rules], name, melded=melded)
            for screen in SCREENS:
                sizes = measured(page, screen)
                high, own = LEAST.get(screen, (0, 0))
                assert sizes["table"] >= high, screen
                assert sizes["own"] >= own, screen


@pytest.mark.parametrize("rules", ["riichi", "taiwanese"])
def test_text_half_again_as_large_has_room(browser: Browser, site: str, rules: str) -> None:
    with opened(browser, site, f"/r/{FULLEST[rules].deal}") as page:
        page.wait_for_load_state("networkidle")
        page.evaluate("document.documentElement.style.fontSize = '150%'")
        fill(page, FULLEST[rules], NAMES[0], melded=True)
        for screen in ((1240, 800), (390, 844)):
            measured(page, screen)


def test_one_bar_stands_above_the_table(browser: Browser, site: str) -> None:
    with opened(browser, site, f"{FAIR_COPY}/s60") as page:
        for screen in SCREENS:
            assert measured(page, screen)["bar"] <= 44, screen


# --------------------------------------------------------------------------- in play

SHIFTED = """() => {
  window.shifted = [];
  const told = ({ node }) => (node?.outerHTML ?? node?.data ?? "").slice(0, 90);
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) shifted.push([each.value, ...each.sources.map(told)]);
  }).observe({ type: "layout-shift" });
}"""


@pytest.mark.parametrize("screen", [(390, 844), (1240, 800)])
@pytest.mark.parametrize(
    "deal", ["riichi-game-four-players/d1/s20", "broken-taiyuan-pay-seats/d1/s76"]
)
def test_nothing_changes_its_place_in_play(
    browser: Browser, site: str, deal: str, screen: tuple[int, int]
) -> None:
    with opened(browser, site, f"/r/{deal}", width=screen[0]) as page:
        page.set_viewport_size({"width": screen[0], "height": screen[1]})
        page.wait_for_load_state("networkidle")
        page.evaluate(SHIFTED)
        for _ in range(3):
            page.keyboard.press("+")
        page.keyboard.press("Space")
        page.wait_for_timeout(3500)
        assert page.evaluate("shifted") == []


# --------------------------------------------------------------------------- the whole game

BEYOND = """(name) => {
  const texts = [...document.querySelectorAll(".graph text")];
  for (const text of texts) text.lastChild.data = name;
  const end = (node) => node.getBoundingClientRect().right;
  return texts.map((text) => end(text) - end(text.closest(".panel")));
}"""


@pytest.mark.parametrize("screen", [(1240, 800), (1920, 1080), (844, 390), (390, 844), (320, 640)])
def test_names_beside_the_curves_are_seen_whole(
    browser: Browser, site: str, screen: tuple[int, int]
) -> None:
    with opened(browser, site, "/r/taiyuan-everything-table-view/d1/s0", width=screen[0]) as page:
        page.set_viewport_size({"width": screen[0], "height": screen[1]})
        if not page.locator(".graph").is_visible():
            page.locator(".tab", has_text="Game").click()
        for name in ("Konstantinos", "歐陽娜娜王…"):
            beyond = page.evaluate(BEYOND, name)
            assert len(beyond) == 4
            assert max(beyond) <= 0, (screen, name)


# --------------------------------------------------------------------------- beside a hand

COVERED = """() => {
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const box = (node) => node.getBoundingClientRect();
  const plates = [...document.querySelectorAll(".plate h2 :is(a, .points, .wind)")];
  return [...document.querySelectorAll(".plate .waiting .why")]
    .filter((why) => why.checkVisibility() && plates.some((each) => over(box(why), box(each))))
    .map((why) => why.textContent);
}"""


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant", "ja"])
def test_why_a_hand_may_not_win_lies_over_no_name(
    browser: Browser, site: str, language: str
) -> None:
    url = f"/r/broken-riichi-win-missed?lang={language}"
    with opened(browser, site, url) as page:
        page.wait_for_load_state("networkidle")
        assert page.locator(".plate .waiting .why").count() == 1
        for below in ("A", "B", "C", "D"):
            page.goto(f"{url}&v={below}")
            for width, height in SCREENS:
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(COVERED) == [], (width, below)
