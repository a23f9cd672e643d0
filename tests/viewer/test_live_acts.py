"""Rare acts of each rule set, tapped one by one on the telephone of a scribe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pytest
from flask import Flask
from kit.live import NOTHING_WAITS, begun, entry_texts, serving_live
from viewer.test_live_play import scribe

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
TAIYUAN = "taiyuan/1 start_points=100"
SICHUAN = "sichuan/1 preset=app"
RIICHI = "riichi/1 preset=tenhou"
SUITS = ("void A m", "void B p", "void C s", "void D m")
PASSED = "exchange A>B ???, B>C ???, C>D ???, D>A ???"
UNSEEN = (
    "exchange A>B ???, B>A ???, C>D ???, D>C ???",
    "exchange A>D ???, B>C ???, C>B ???, D>A ???",
)

DING_DONG = "exchange ding-dong-2 " + ", ".join(
    f"{giver}>{taker} ?" for giver in "ABCD" for taker in "ABCD" if giver != taker
)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[tuple[str, Flask]]:
    with serving_live(tmp_path) as served:
        yield served


class Case(NamedTuple):
    """Lines before, what is tapped (a tile, a key, words or a place), the lines of it."""

    rules: str
    before: Sequence[str]
    tapped: Sequence[str]
    written: Sequence[str]
    sees_all: bool = False


ACTS = {
    "a concealed kong that nobody saw": Case(
        TAIYUAN, ["1z"], ["concealed kong", "Not seen", "5m"], ["B:*????/-5m"]
    ),
    "a pillar in a claim": Case(
        TAIYUAN, ["1z"], ["key c", "pung", '[data-way*="\'"]', "9p"], ["C:+1'1z-9p"]
    ),
    "ready with a pillar face down": Case(TAIYUAN, ["1z"], ["ready, face down"], ["B:_!"]),
    "a joker in a claim": Case(
        "american/1", ["5p"], ["key c", "pung", "[data-way*=j]", "9p"], ["C:+55jp-9p"]
    ),
    "a joker in a concealed kong": Case(
        "american/1", ["1z"], ["concealed kong", "5p", "[data-way*=j]", "9p"], ["B:*5555jp/-9p"]
    ),
    "the Charleston, two of its passes seen": Case(
        "american/1",
        [],
        ["Charleston", *("1m", "2m", "3m") * 2, *["Not seen"] * 10],
        ["@ E1", "exchange A>C 123m, B>D 123m, C>A ???, D>B ???", *UNSEEN],
        sees_all=True,
    ),
    "a Ding Dong": Case(
        "american/1 ding_dong_max=2",
        ["1z", "2z", "3z", "4z"],
        ["Something else", "Ding Dong"],
        [DING_DONG],
    ),
    "two flowers in one turn": Case("mcr/1", ["1z"], ["1f", "5f", "9p"], ["B:1f/5f/-9p"]),
    "flowers before play, the last ended by Enter": Case(
        "mcr/1",
        [],
        ["1f", "5f", "key b", "2f", ".aid .main", "9p"],
        ["@ E1", "A:&15f/??", "B:&2f/", "A:9p"],
    ),
    "an exchange of three": Case(
        SICHUAN, [], ["across"], ["@ 1", "exchange A>C ???, B>D ???, C>A ???, D>B ???"]
    ),
    "two winners on one discard": Case(
        SICHUAN,
        [PASSED, *SUITS, "1m", "b:5p"],
        ["key a", "win on a discard", "key c", "win on a discard"],
        ["A:#", "C:#"],
    ),
    "a kong that is robbed": Case(
        RIICHI,
        ["dora 4p", "1z", "b:+11z-9m", "C:3m", "D:3m", "A:4m"],
        ["added kong", "1z", "Somebody wins on it", "key a", "win on a discard"],
        ["B:^1z", "A:#"],
    ),
    "an abort": Case(
        RIICHI,
        ["dora 4p", "1z"],
        ["Something else", "Bo lays open nine kinds"],
        ["draw abort nine-terminals by=B"],
    ),
    "a discard that was a concealed kong": Case(
        RIICHI,
        ["dora 4p", "1z", "b:1m"],
        [".rivers > div:nth-child(2) button", ".thrown button", "concealed kong", "9s", "1m"],
        ["fix 0003 B:*9999s/-1m"],
    ),
    "a hand that was shown otherwise": Case(
        RIICHI, ["dora 4p", "1z", "c:#", "show C 123m456p789s11122z"], ["Change"], ["del 0004"]
    ),
}


@pytest.mark.parametrize("case", ACTS.values(), ids=list(ACTS))
def test_a_rare_act_is_tapped(browser: Browser, tables: tuple[str, Flask], case: Case) -> None:
    table = begun(tables[1], "act", case.rules)
    with table.session() as session:
        for text in case.before:
            session.take(text)
    before = len(entry_texts(table))
    with scribe(browser, tables, table) as page:
        if case.sees_all:
            page.click("#levels summary")
            page.click("#levels button:text-is('all')")
        for each in case.tapped:
            page.locator(f"#panel {_place(each)}").first.click()
        page.wait_for_function(NOTHING_WAITS)
    assert entry_texts(table)[before:] == case.written


def test_a_joker_in_a_claim_lies_there_as_a_joker(
    browser: Browser, tables: tuple[str, Flask]
) -> None:
    table = begun(tables[1], "joker", "american/1")
    with table.session() as session:
        for text in (PASSED, "5p", "C:+55jp-9p"):
            session.take(text)
    with scribe(browser, tables, table) as page:
        tiles = page.locator("#panel .taken-sets .tile use")
        tiles.nth(2).wait_for(state="attached")
        faces = [str(each.get_attribute("href")).rpartition("#")[2] for each in tiles.all()]
    assert faces == ["t5p", "t5p", "tJ"]


def _place(words: str) -> str:
    """Return where something is tapped: a tile, a key, the words of a button, else a selector."""
    if len(words) == 2:
        return f"[data-tile='{words}']"
    if words.startswith("key "):
        return f"[data-key='{words[4:]}']"
    return words if words[0] in ".[" else f"button:has-text('{words}')"
