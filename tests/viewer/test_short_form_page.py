"""The short form on a page: keys alone, few of them, and what follows is told while typing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from kit.browsers import opened
from kit.viewers import answering, viewer

from webviewer import create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE, ELSEWHERE = ({"Sec-Fetch-Site": site} for site in ("same-origin", "cross-site"))
MOST_KEYS = 190
GAME = (
    "ab3 30ac", "aa1 30", "-ab ac", "cc4 25c", "bd2 40db", "ad5 30a", "bc3 40b", "da1 50",
    "- ", "ad2 30d", "aa3 30ab", "bd8 30b", "-bd bd", "cb2 25c", "dd4 30d", "ac1 30ac",
)  # fmt: skip
"""What is typed for 16 deals; a space ends a field."""


def first_line(**fields: str) -> dict[str, str]:
    names = ("winner", "from", "han", "fu", "ready", "tenpai")
    return {"rules": "riichi", "lines": "1"} | {f"{name}.1": fields.get(name, "") for name in names}


def test_without_scripts_a_button_works_it_out() -> None:
    client = viewer(None)
    page = client.get("/sheets/short").text
    assert 'name="winner.16"' in page
    form = first_line(winner="a", **{"from": "b"}, han="3", fu="30") | {"total.A": "30000"}
    page = client.post("/sheets/short", data=form, headers=HERE).text
    assert re.search(r'id="sum.1.A"[^>]*>\+5800 <small>30800', page)
    assert "≠ 30800" in page
    page = client.post("/sheets/short", data=form | {"fu.1": "35"}, headers=HERE).text
    assert "fu is never worth 35" in re.sub("<[^>]*>", "", page)


def test_the_whole_verdict_is_that_of_a_sheet() -> None:
    client = viewer(None)
    form = first_line(winner="A", **{"from": "A"}, han="2", fu="30") | {"whole": "1"}
    answer = client.post("/sheets/short", data=form, headers=HERE)
    assert answer.status_code == 303
    page = client.get(answer.headers["Location"]).text
    assert "Nothing wrong was found." in page


def test_what_cannot_be_typed_so_is_refused() -> None:
    client = viewer(None)
    assert client.post("/sheets/short", data=first_line(), headers=ELSEWHERE).status_code == 403
    assert client.get("/sheets/short?rule_set=american").status_code == 404
    answer = client.get("/sheets/short?rule_set=nothing")
    assert (answer.status_code, "nothing" in answer.text) == (422, True)


@pytest.mark.browser
def test_sixteen_deals_are_typed_with_few_keys(browser: Browser) -> None:
    with answering(create_app(None)) as site, opened(browser, site, "/sheets/short") as page:
        keys = 0

        def press(key: str) -> None:
            nonlocal keys
            keys += 1
            page.keyboard.press("Enter" if key == " " else key)

        for number, line in enumerate(GAME, 1):
            assert page.evaluate("document.activeElement.name") == f"winner.{number}"
            for key in f"{line} ":
                press(key)
        page.wait_for_selector("[id='deal.16']:not(:empty)")
        due = [page.inner_text(f"[id='end.{seat}']") for seat in "ABCD"]
        for points in [*due[:3], "12300"]:
            for key in f"{points} ":
                press(key)
        assert keys <= MOST_KEYS, keys
        page.wait_for_selector(".slip", timeout=20_000)
        assert page.inner_text(".slip") == f"≠ {due[3]}"
        page.fill("[name='fu.2']", "35")
        page.wait_for_selector("[id='told.2'] li")
        page.focus("[name=whole]")
        page.keyboard.press("Enter")
        page.wait_for_url(re.compile(r"/sheets/~"))
