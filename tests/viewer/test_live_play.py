"""Every discard on a telephone: whole deals of each rule set, without a network in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from kit.browsers import PATIENCE
from kit.live import (
    ACKNOWLEDGED,
    ARE_SAVED,
    KEPT,
    NOTHING_WAITS,
    begun,
    enter_by,
    entry_texts,
    invited,
    serving_live,
    small,
)
from kit.places import EVERY
from kit.sizes import begun as started
from kit.tapping import called, is_opening, seen, seen_of, tap, taps

from mjlog.bots.generate import games
from mjlog.live.referees.watching import findings_of
from mjlog.live.tables import Table
from mjlog.model.record import (
    SEATS,
    Claim,
    Discard,
    Win,
)
from mjlog.notation import read
from mjlog.notation.grammar import GrammarError, parse
from mjlog.notation.play.shorthand import expand
from mjlog.notation.play.word_table import ACTS, shorthand_table, word_table

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
TAIYUAN = "taiyuan/1 start_points=100 dealer_loss_point=in_hand_value"
PLAYED = (
    "tibet/1 preset=tibet-7",
    TAIYUAN,
    "taiwanese/1 bonus_tiles=8",
    "riichi/1 preset=tenhou",
    "american/1",
    "sichuan/1 preset=app",
    "mcr/1",
    "riichi/1 preset=tenhou-sanma",
    "hongkong/1",
    "zungjung/1",
)
EXAMPLE = (
    "n s *-6m e 4p w 5p r 8p g 6s 3p 6p r 1s g w 6s 6p 1p n 9s _ _ 1s 8p 8m 4p 9p 1m 1p 6s 2p 3m "
    "4p 9m b:+'-1p 4m n 6p r 2s#"
)
"""The public example of the notation."""


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_live(tmp_path) as served:
        yield served


@contextmanager
def scribe(
    browser: Browser, tables: tuple[str, Flask], table: Table, level: str = "play"
) -> Iterator[Page]:
    """The telephone of a scribe who records every discard, and leaves when all of it is kept."""
    site, app = tables
    context = browser.new_context(
        base_url=site, viewport={"width": 390, "height": 844}, has_touch=True
    )
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    told: list[str] = []
    page.on("pageerror", lambda problem: told.append(str(problem)))
    enter_by(page, invited(app, "scribe", table.name))
    page.wait_for_selector("#table[data-kept]")
    page.evaluate(
        "([key, level]) => localStorage.setItem(key, JSON.stringify({ level }))",
        [f"mjlog-live-settings-{table.name}", level],
    )
    page.reload()
    page.wait_for_selector("#panel[data-kind]")
    yield page
    page.wait_for_function(ACKNOWLEDGED)
    context.close()
    assert told == []


def named(rules: str) -> str:
    return rules.partition("/")[0]


@pytest.mark.parametrize("rules", started(PLAYED, 2), ids=named)
def test_a_deal_is_tapped_with_the_network_gone_in_the_middle(
    browser: Browser, tables: tuple[str, Flask], rules: str
) -> None:
    game = next(iter(games(rules, seed=3, deals=1)))
    deal = game.deals[0]
    table = begun(tables[1], f"taps-{named(rules)}", game.rules, game.seats)
    number, half = 0, len(deal.turns) // 2
    with scribe(browser, tables, table) as page:
        assert small(page) == []
        expected, order, out = deal.dealer, deal.turn_order(game.seats), set()
        for place, turn in enumerate(deal.turns):
            if place == half // 2:
                page.wait_for_function(NOTHING_WAITS)
                page.wait_for_function(ARE_SAVED, arg=table.number)
                page.context.set_offline(True)
            if place == half:
                page.wait_for_function(KEPT)
                page.reload()
                page.wait_for_selector("#panel[data-kind=play]")
            if any(seen_of(turn)):
                number += taps(page, turn, expected)
                out |= {act.seat for act in turn.acts if isinstance(act, Win)}
                follower = order.next_among(order.after[turn.seat], out)
                expected = deal.dealer if is_opening(turn) else follower
        if any(seen_of(turn)) and not isinstance(turn.acts[-1], Discard | Win):
            number += called(page, "Nobody won")  # the wall was empty behind the last flower
        page.context.set_offline(False)
        page.wait_for_function(NOTHING_WAITS)
    recorded = read(table.text()).deals
    assert len(recorded) == 1
    assert seen(recorded[0]) == seen(deal)
    with table.session() as session:
        assert findings_of(session) == []
    discards = sum(isinstance(act, Discard) for turn in deal.turns for act in turn.acts)
    claims = sum(isinstance(act, Claim) for turn in deal.turns for act in turn.acts)
    assert number <= discards + 2 * claims + 3 * (len(deal.turns) - discards) + 6


def test_the_example_takes_few_keys(browser: Browser, tables: tuple[str, Flask]) -> None:
    table = begun(tables[1], "keys", TAIYUAN)
    with scribe(browser, tables, table) as page:
        page.focus("#line")
        keys = discards = 0
        for word in EXAMPLE.split():
            page.keyboard.type(word)
            page.keyboard.press("Enter")
            keys += len(word) + 1
            discards += word[-1] != "#"
        page.wait_for_function(ARE_SAVED, arg=len(EXAMPLE.split()))
        page.wait_for_selector("#panel[data-kind=hand]")
        for tile_text in ("3m", "2m", "3m"):
            tap(page, f"#panel [data-tile='{tile_text}']")
        assert page.locator("#panel .row .tile").count() == 3
        tap(page, "#panel [data-key=Backspace]")
        assert page.locator("#panel .row .tile").count() == 2
        tap(page, "#panel [data-key=o]")
        page.wait_for_selector("#panel[data-kind=check], #panel[data-kind=worth]")
    assert keys <= 130
    assert keys / discards <= 3.1
    assert entry_texts(table)[-1] == "C:2s#"
    assert len(entry_texts(table)) == len(EXAMPLE.split()) + 1


@pytest.mark.parametrize("rules", started(PLAYED, 1), ids=named)
def test_a_deal_is_typed_and_read_as_it_was_played(
    browser: Browser, tables: tuple[str, Flask], rules: str
) -> None:
    game = next(iter(games(rules, seed=4, deals=1)))
    deal = game.deals[0]
    table = begun(tables[1], f"typed-{named(rules)}", game.rules, game.seats)
    with scribe(browser, tables, table) as page:
        page.focus("#line")
        for turn in deal.turns:
            page.keyboard.insert_text(f"{SEATS[turn.seat]}:{turn.word}")
            page.keyboard.press("Enter")
        page.wait_for_function(ARE_SAVED, arg=len(deal.turns))
    assert read(table.text()).deals[0].turns == deal.turns


def test_a_table_goes_from_results_to_play_and_back_in_the_middle_of_a_deal(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "levels", "riichi/1 preset=tenhou")
    with scribe(browser, tables, table) as page:
        tap(page, "#panel[data-kind=ask] [data-key=o]")
        tap(page, "#panel [data-tile='1z']")
        page.click("#levels summary")
        tap(page, "#levels button:has-text('Results')")
        page.wait_for_selector("#panel[data-kind=winner]")
        tap(page, "#levels button:has-text('Every discard')")
        page.wait_for_selector("#panel[data-kind=play]")
        tap(page, "#levels button:has-text('all')")
        tap(page, "#panel [data-tile='3p']")
        tap(page, "#panel [data-tile='9m']")
        called(page, "Something else")
        tap(page, "#panel button:has-text('Turns are missing')")
        for key in ("d", "4", "2", "Enter"):
            tap(page, f"#panel [data-key='{key}']")
        page.wait_for_function(NOTHING_WAITS)
        page.fill("#line", "5p.")
        page.wait_for_selector("#ghost:has-text('discards')")
        page.fill("#line", "qqq")
        page.wait_for_selector("#ghost:has-text('begins no line')")
    assert entry_texts(table) == ["@ E1", "A:1z", "B:3p-9m", "C:~resync=42"]


# --------------------------------------------------------------------------- the grammar

READ = """async ([table, shorthand, words]) => {
  const { Words } = await import("/static/words.js");
  const reader = new Words(table, shorthand);
  return words.map((word) => reader.read(word));
}"""
NAMED = frozenset(ACTS)


def by_the_grammar(word: str) -> dict[str, Any]:
    """The acts of a word as the grammar's own parser has them."""
    tree = parse(word, "turn")
    acts = [
        [each.data, "".join(map(str, each.scan_values(lambda _: True)))]
        for each in tree.iter_subtrees_topdown()
        if each.data in NAMED
    ]
    return {"seat": word[0].upper() if word[1:2] == ":" else "", "acts": acts}


@pytest.mark.parametrize("size", [(844, 390), (320, 640)], ids=str)
@pytest.mark.parametrize("rules", ["riichi/1 preset=tenhou", TAIYUAN, "american/1"], ids=named)
def test_on_a_phone_that_lies_or_is_narrow_every_key_is_in_sight(
    browser: Browser, tables: tuple[str, Flask], rules: str, size: tuple[int, int]
) -> None:
    table = begun(tables[1], f"small-{named(rules)}", rules)
    width, height = size
    with scribe(browser, tables, table) as page:
        page.set_viewport_size({"width": width, "height": height})
        if page.get_attribute("#panel", "data-kind") == "ask":
            tap(page, "#panel [data-key=o]")
        page.wait_for_selector("#panel[data-kind=play]")
        assert page.locator("#panel [data-tile]").count() >= 34
        keys = [each.bounding_box() for each in page.query_selector_all("#panel button")]
        seen_keys = [key for key in keys if key]
        assert all(key["y"] + key["height"] <= height for key in seen_keys)
        assert all(key["x"] + key["width"] <= width for key in seen_keys)
        # On the narrowest phone, and with flowers beside honours, tiles are as narrow as the
        # keys of the phone's own keyboard.
        if width > 320 and rules != "american/1":
            assert small(page) == []


def test_words_are_read_as_the_grammar_has_them(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    turns = (
        f"{SEATS[turn.seat]}:{turn.word}"
        for path in EVERY
        for deal in read(path.read_bytes()).deals
        for turn in deal.turns
    )
    words = sorted(filter(_is_read, {*turns, *(expand(word, 8) for word in EXAMPLE.split())}))
    assert len(words) > 2000
    page = browser.new_page(base_url=tables[0])
    page.goto("/live/")
    found = page.evaluate(READ, [word_table(), shorthand_table(), words])
    page.close()
    wrong = [
        (word, by_the_grammar(word), one)
        for word, one in zip(words, found, strict=True)
        if one != by_the_grammar(word)
    ]
    assert wrong == []


def test_what_is_no_word_is_not_read(browser: Browser, tables: tuple[str, Flask]) -> None:
    words = ["", "qq", "A:", "5", "5mm", "win C", "A:5m/", "5m-5m-5m", "A:5m#5m", "@"]
    page = browser.new_page(base_url=tables[0])
    page.goto("/live/")
    found = page.evaluate(READ, [word_table(), shorthand_table(), words])
    page.close()
    readable = [word for word, one in zip(words, found, strict=True) if one]
    assert [word for word in readable if not _is_read(word)] == []


def _is_read(word: str) -> bool:
    try:
        parse(word, "turn")
    except GrammarError:
        return False
    return True


CHOW = "chow 3 of circles 4 of circles"
CALLS = {
    "taiyuan/1": ("pung", "kong", "concealed kong", "added kong"),
    "tibet/1 preset=tibet-7": (),
    "riichi/1 preset=tenhou": (
        "pung",
        "chow 3 dots 4 dots",
        "kong",
        "concealed kong",
        "added kong",
    ),
}
"""Of a game of four where 5p was thrown; of a run the first."""
THROWN = (
    *[f"{number}{suit}" for suit in "ps" for number in (1, 2, 3, 4, 6, 7, 8, 9)] * 4,
    *("1m", "2m", "3m", "4m", "6m", "5s", "5p"),
)


@pytest.mark.parametrize("rules", CALLS)
def test_a_telephone_shows_the_calls_that_its_rules_know_and_the_end_of_rivers(
    browser: Browser, tables: tuple[str, Flask], rules: str
) -> None:
    table = begun(tables[1], f"calls-{named(rules)}", rules)
    with table.session() as session:
        for text in THROWN:
            session.take(text if rules[:5] != "tibet" else text.replace("m", "p"))
    with scribe(browser, tables, table) as page:
        shown = page.locator("#panel .calls button").all_inner_texts()
        for call in ("pung", CHOW, "kong", "concealed kong", "added kong"):
            assert (call in shown) == (call in CALLS[rules])
        box = page.locator("#panel .calls button").first.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] < 844
        assert page.evaluate(WHOLE) == [True] * 4
        page.set_viewport_size({"width": 390, "height": 480})
        assert page.evaluate(ENDS_ARE_SHOWN) == [True] * 4


WHOLE = """() => [...document.querySelectorAll(".rivers .lies")].map((box) =>
  box.querySelectorAll(".row > *").length > 16 && box.scrollHeight <= box.clientHeight)"""
"""Of each river: whether all of it is seen, as long as rivers of a deal are."""
ENDS_ARE_SHOWN = """() => [...document.querySelectorAll(".rivers .lies")].map((box) => {
  const [around, last] = [box, box.querySelector(".row").lastElementChild]
    .map((each) => each.getBoundingClientRect());
  return box.scrollHeight > box.clientHeight && last.bottom <= around.bottom;
})"""
"""Of each river that is longer than its box."""


def test_what_stays_on_the_page_is_not_drawn_anew(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "stays", "riichi/1 preset=tenhou")
    with scribe(browser, tables, table) as page:
        tap(page, "#panel[data-kind=ask] [data-key=o]")
        for number, text in enumerate(("1z", "5p", "9m"), 1):
            tap(page, f"#panel [data-tile='{text}']")
            page.wait_for_function(ARE_SAVED, arg=number)
        page.evaluate("window.before = [...document.querySelectorAll('main button, .rivers svg')]")
        tap(page, "#panel [data-tile='2s']")
        page.wait_for_function(ARE_SAVED, arg=4)
        left = page.evaluate(LEFT)
        assert page.locator(".rivers svg").count() == 4
    assert left == ["78m"], "the call of another tile"
    assert entry_texts(table)[1:] == ["A:1z", "B:5p", "C:9m", "D:2s"]


def test_taps_that_are_quicker_than_the_page_is_drawn_are_about_the_latest_tile(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "quick", "riichi/1 preset=tenhou")
    with table.session() as session:
        for text in ("1z", "B:5p"):
            session.take(text)
    with scribe(browser, tables, table) as page:
        page.wait_for_selector("#panel .calls [data-chow='46p']")
        page.evaluate(AT_ONCE)
        page.wait_for_function(ARE_SAVED, arg=4)
    assert entry_texts(table)[1:] == ["A:1z", "B:5p", "C:9m", "A:+99m-2s"]


AT_ONCE = """() => {
  const key = (what) => document.querySelector(`#panel ${what}`);
  const chow = key("[data-chow='46p']");
  const pung = [...document.querySelectorAll("#panel .calls button")]
    .find((each) => each.textContent === "pung");
  key("[data-tile='9m']").click();
  chow.click();
  key(".seats-of-play [data-key=a]").click();
  pung.click();
  key("[data-tile='2s']").click();
}"""
"""Throws a tile and calls it before anything is drawn; the chow is of the tile before."""
LEFT = """() => window.before.filter((each) => !each.isConnected)
  .map((each) => each.dataset.chow ?? each.outerHTML.slice(0, 80))"""

BECOMES = """async () => {
  const { keep, make, put } = await import("/static/drawing.js");
  const box = make("div"), told = [];
  const key = (words, attributes) => make("button", attributes, words);
  const shows = (...children) => {
    const before = [...box.children];
    put(box, children);
    const isNew = (each) => (before.includes(each) ? "" : "*");
    told.push([...box.children].map((each) => each.textContent + isNew(each)));
  };
  const own = keep(make("button", {}, "own"));
  shows(key("pung"), key("Back"));
  shows(key("chow"), key("Back"));
  shows(key("Back"), own);
  shows(key("Back", { "aria-pressed": "true" }), key("own"));
  shows(make("p", {}, "words"), null, own);
  shows(make("p", {}, "others"), own);
  shows(key("20 fu", { "data-says": "20 fu" }));
  shows(key("20 fu = 2600", { "data-says": "20 fu" }));
  shows();
  return told;
}"""


def test_a_button_becomes_no_other_button(browser: Browser, tables: tuple[str, Flask]) -> None:
    page = browser.new_page(base_url=tables[0])
    page.goto("/live/")
    found = page.evaluate(BECOMES)
    page.close()
    assert found == [
        ["pung*", "Back*"],
        ["chow*", "Back"],
        ["Back", "own*"],
        ["Back", "own*"],
        ["words*", "own*"],
        ["others", "own"],
        ["20 fu*"],
        ["20 fu = 2600"],
        [],
    ]
