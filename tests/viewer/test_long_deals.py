"""A deal of eight hundred steps with hundreds of faults, as a broken log may have one."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kit.browsers import opened
from kit.places import SAMPLES
from kit.viewers import serving, viewer
from kit.waiting import wait_until
from kit.work import calls_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

STEPS = 800


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose only deal goes on far behind the end of the wall."""
    text = (SAMPLES / "riichi" / "game-four-players.mjl").read_text(encoding="utf-8")
    lines = text.partition("\n@ E1.1")[0].splitlines()
    turns = [number for number, line in enumerate(lines) if line[:1].isdigit()]
    faces = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    chance = random.Random(3)
    more = (
        f"{number}. A:{' '.join(chance.choice(faces) + '.' for _ in 'ABCD')}"
        for number in range(len(turns), STEPS // 8 + 1)
    )
    folder = tmp_path_factory.mktemp("long")
    told = "\n".join([*lines[: turns[-1]], *more, "draw wall", ""])
    (folder / "long.mjl").write_text(told, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def site(long: Path) -> Iterator[str]:
    """The address of a viewer of it, whose audit is made once."""
    with serving(long) as address:
        yield address


def test_all_its_steps_are_told_with_so_much_work(long: Path) -> None:
    client = viewer(long)
    page = client.get("/r/long/d1/s0")
    assert page.text.count('class="error" title="') > STEPS // 4
    answer: list[int] = []

    def asked(name: str) -> None:
        answer.append(len(client.get(f"/r/long/d1/{name}.json").data))

    first = calls_of(lambda: asked("steps"), 1_400_000)
    calls_of(lambda: asked("waits"), 2_600_000 - first)
    assert answer[0] > 10_000
    assert answer[1] > 1_000


@pytest.mark.browser
def test_it_can_be_walked_before_it_is_known_what_the_hands_wait_for(
    browser: Browser, site: str
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with opened(browser, site, "/r/long/d1/s790") as page:
        page.wait_for_load_state("networkidle")
        due = page.evaluate(WAITS)
        assert sum(map(bool, due)) >= 4
        page.route("**/waits.json*", hold)
        page.goto(f"{site}/r/long/d1/s0")
        page.keyboard.press("End")
        page.wait_for_function("() => location.pathname.endsWith('/s801')")
        page.keyboard.press("g")
        page.keyboard.type("790")
        page.keyboard.press("Enter")
        page.wait_for_function("() => location.pathname.endsWith('/s790')")
        assert not any(page.evaluate(WAITS))
        wait_until(lambda: held)
        held[0].continue_()
        page.wait_for_function(
            f"(due) => JSON.stringify(({WAITS})()) === JSON.stringify(due)", arg=due
        )
        page.keyboard.press("ArrowRight")
        page.wait_for_function("() => location.pathname.endsWith('/s791')")
        walked = page.evaluate(WAITS)
        page.unroute("**/waits.json*")
        page.goto(f"{site}/r/long/d1/s791")
        assert page.evaluate(WAITS) == walked


WAITS = """() => [...document.querySelectorAll('[data-part$=-waits], [data-part$=-near]')]
  .map((box) => box.innerHTML)"""


@pytest.mark.browser
@pytest.mark.parametrize("step", [0, STEPS])
def test_its_page_has_no_more_than_four_thousand_elements(
    browser: Browser, site: str, step: int
) -> None:
    with opened(browser, site, f"/r/long/d1/s{step}") as page:
        page.wait_for_load_state("networkidle")
        assert page.locator(".transcript li").count() > STEPS
        assert page.locator(".lanes a").count() <= 5 * 31
        assert page.evaluate("document.querySelectorAll('*').length") <= 4_000


@pytest.mark.browser
def test_a_transcript_out_of_sight_is_not_to_be_reached_and_comes_back_where_it_was(
    browser: Browser, site: str
) -> None:
    with opened(browser, site, "/r/long/d1/s700") as page:
        page.wait_for_load_state("networkidle")
        for tab, is_seen in (("moves", True), ("audit", False), ("moves", True)):
            page.get_by_role("radio").nth(("moves", "result", "audit").index(tab)).check()
            line = page.locator(".transcript [aria-current] a")
            assert page.evaluate(REACHED, ".transcript [aria-current] a") == is_seen
            if is_seen:
                inside, around = line.bounding_box(), page.locator(".transcript").bounding_box()
                assert inside
                assert around
                assert around["y"] <= inside["y"] <= around["y"] + around["height"] / 2


REACHED = """(what) => {
  const link = document.querySelector(what);
  link.focus();
  return document.activeElement === link;
}"""
