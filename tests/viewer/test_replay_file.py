"""A replay that is one file: it opens, walks, turns and changes its language without a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from kit.places import SAMPLES

from mjlog.cli.main import main
from mjlog.formats import load
from mjlog.notation import digest
from webviewer.records.library import Library
from webviewer.replay_file import replay_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAMPLE = SAMPLES / "taiyuan" / "everything-fair-copy.mjl"
FAULTY = SAMPLES / "broken" / "taiyuan" / "ready.shelf.mjl"


def made(sample: Path, folder: Path) -> str:
    """Write the replay of a sample, and return its address."""
    library = Library(sample)
    record = library.record(next(iter(library.entries)))
    assert record is not None
    path = folder / "replay.html"
    path.write_text(replay_file(record), encoding="utf-8")
    return path.as_uri()


def await_step(page: Page, number: str) -> None:
    """Wait until the page shows that step."""
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(page.locator("#goto")).to_have_value(number)


def await_below(page: Page, name: str) -> None:
    """Wait until that player sits at the bottom."""
    expect = pytest.importorskip("playwright.sync_api").expect
    expect(page.locator(".seat.bottom .plate bdi")).to_have_text(name)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return made(SAMPLE, tmp_path_factory.mktemp("replay"))


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The replay, opened; a fault of its script or a question to a network fails the test."""
    problems: list[str] = []
    context = browser.new_context(locale="en-GB", offline=True)
    window = context.new_page()
    window.on("pageerror", lambda problem: problems.append(str(problem)))
    window.on("console", lambda message: problems.append(message.text))
    window.goto(address)
    window.wait_for_selector(".table .plate")
    yield window
    context.close()
    assert not problems


def test_the_command_writes_it_and_asks_for_one_record(tmp_path: Path):
    out = tmp_path / "game.html"
    done = CliRunner().invoke(main, ["convert", str(SAMPLE), "-o", str(out)])
    assert done.exit_code == 0, done.output
    text = out.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert not re.search(r'(?:src|href)="(?:https?:|/)|url\(["\']?https?:|@import', text)
    many = CliRunner().invoke(main, ["convert", str(SAMPLES / "taiyuan"), "--to", "html"])
    assert many.exit_code == 2
    assert "takes one record" in many.output


@pytest.mark.parametrize("sample", [SAMPLE, SAMPLES / "riichi" / "game-four-players.mjl"])
def test_the_file_is_read_as_the_record_that_it_shows(sample: Path):
    library = Library(sample)
    record = library.record(next(iter(library.entries)))
    assert record is not None
    (source,) = load(replay_file(record).encode())
    assert digest(source.game) == digest(record.game)


def test_a_record_that_no_rules_show_is_refused_in_words(tmp_path: Path):
    record = tmp_path / "unknown.mjl"
    record.write_text("%mjlog 1.0\nRules: nothing/1\n\n@ E1.0 dealer=A\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["convert", str(record), "--to", "html"])
    assert done.exit_code == 2
    assert "step by step" in done.output


def test_the_viewer_hands_it_out(client: FlaskClient):
    answer = client.get("/r/taiyuan-everything-fair-copy.html")
    assert answer.status_code == 200
    assert answer.headers["Content-Disposition"].startswith("attachment")
    step = client.get("/r/taiyuan-everything-fair-copy/d1/s1").get_data(as_text=True)
    assert "/r/taiyuan-everything-fair-copy.html" in step


@pytest.mark.browser
def test_it_walks_and_its_address_leads_back_to_the_step(page: Page):
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("#/d1/s3[?]"))
    said = page.locator("#said").inner_text()
    assert page.locator(".transcript [aria-current=step]").inner_text() in said
    page.reload()
    await_step(page, "3")
    assert page.locator("#said").inner_text() == said
    page.keyboard.press("End")
    assert page.locator(".panel.result").is_visible()


@pytest.mark.browser
@pytest.mark.parametrize("tag", ["ja", "zh-Hans", "zh-Hant"])
def test_it_speaks_each_language_at_the_same_step(page: Page, client: FlaskClient, tag: str):
    page.keyboard.press("ArrowRight")
    page.wait_for_url(re.compile("#/d1/s1[?]"))
    page.evaluate(f"document.querySelector('a[hreflang={tag}]').click()")
    page.wait_for_selector(f"html[lang={tag}] #record")
    await_step(page, "1")
    served = client.get(f"/r/taiyuan-everything-fair-copy/d1/s1?lang={tag}").get_data(as_text=True)
    assert page.locator(".transcript li:nth-child(2)").inner_text() in served


@pytest.mark.browser
def test_any_player_may_sit_at_the_bottom(page: Page):
    names = page.locator(".seat .plate bdi").all_inner_texts()
    for number, name in [*enumerate(names, 1), (1, names[0])]:
        page.keyboard.press(str(number))
        await_below(page, name)
    page.keyboard.press("v")
    await_below(page, names[1])
    page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile("/s[1-9]"))
    assert names[1] in page.locator("#said").inner_text()


@pytest.mark.browser
def test_a_badge_leads_to_the_first_fault(browser: Browser, tmp_path: Path):
    window = browser.new_context(locale="en-GB").new_page()
    window.goto(made(FAULTY, tmp_path))
    window.locator("a.badge").click()
    window.wait_for_selector("#here .finding")
    assert window.locator("#here .finding").is_visible()


@pytest.mark.browser
def test_a_link_within_the_page_stays_at_its_step(browser: Browser, tmp_path: Path):
    window = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    window.goto(made(FAULTY, tmp_path))
    window.locator("a.badge").click()
    window.locator(".in-short a").click()
    assert window.evaluate("scrollY") > 0
    step = window.locator("#goto").input_value()
    window.wait_for_url(re.compile(f"/s{step}[?]"))
    # Without a language, too, the address leads whoever is handed it to the step.
    other = browser.new_context().new_page()
    other.goto(window.url.partition("?")[0])
    await_step(other, step)


@pytest.mark.browser
def test_without_scripts_it_says_why_and_shows_the_record(browser: Browser, address: str):
    window = browser.new_context(java_script_enabled=False).new_page()
    window.goto(address)
    assert "%mjlog" in window.locator("pre").inner_text()
