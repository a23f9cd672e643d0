"""Pages in Firefox, which reads colours in a sprite otherwise than Chromium.

It is started once for all of them, where there is one.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from kit.marionette import Firefox, firefox
from kit.places import SAMPLES
from kit.viewers import serving

from mjlog.cli.main import main
from mjlog.picture.artwork import sprite

SAMPLE = SAMPLES / "taiyuan" / "everything-fair-copy.mjl"
ONE_FILE = SAMPLES / "riichi" / "game-four-players.mjl"
Colour = tuple[int, int, int]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A window of Firefox."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox on this machine")
    with firefox(program, tmp_path_factory.mktemp("profile")) as window:
        yield window


def test_no_shape_of_the_sprite_has_a_style_that_a_page_would_forbid():
    assert "style=" not in sprite()
    assert "<style" not in sprite()


@pytest.mark.browser
def test_firefox_paints_the_tiles_in_their_colours(page: Firefox):
    with serving(SAMPLE) as site:
        page.open(f"{site}/r/everything-fair-copy/d1/s40")
        shown = colours(page.picture())
    assert sum(number for number, colour in shown if is_red(colour)) > 100
    assert sum(number for number, colour in shown if is_green(colour)) > 100
    assert sum(number for number, colour in shown if is_blue(colour)) > 100


def colours(picture: bytes) -> list[tuple[int, Colour]]:
    """Every colour of a picture with the number of its points."""
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    with image.open(io.BytesIO(picture)) as opened:
        found: list[tuple[int, Colour]] = opened.convert("RGB").getcolors(1 << 24)
    return found


def is_red(colour: Colour) -> bool:
    """Whether it is the red of characters and dragons."""
    red, green, blue = colour
    return red > 140 and green < 80 and blue < 90


def is_green(colour: Colour) -> bool:
    """Whether it is the green of bamboos."""
    red, green, blue = colour
    return green > 90 and red < 60 and blue < 90


def is_blue(colour: Colour) -> bool:
    """Whether it is the blue of dots."""
    red, green, blue = colour
    return blue > 110 and red < 70 and green < 110


STATE = """return [location.pathname, document.getElementById("said").textContent,
  document.querySelectorAll(".table .tile").length,
  document.querySelectorAll(".tile.new").length]"""


@pytest.mark.browser
def test_firefox_walks_through_a_deal(page: Firefox):
    with serving(SAMPLES / "tibet" / "four-deals.mjl") as site:
        page.open(f"{site}/r/four-deals/d1/s0")
        page.wait("performance.getEntriesByType('resource').some(e => /steps.json/.test(e.name))")
        for step in range(1, 8):
            page.press("ArrowRight")
            page.wait(f"document.getElementById('record').dataset.step === '{step}'")
        page.wait("location.pathname.endsWith('/d1/s7')")
        walked = page.run(STATE)
        page.open(f"{site}/r/four-deals/d1/s7")
        assert page.run(STATE) == walked
        page.press("End")
        page.press("ArrowRight")
        page.wait("location.pathname.endsWith('/d2/s0')")
        page.open(f"{site}/follow/four-deals/d1/s3")
        page.press("ArrowRight")
        page.wait("location.pathname.endsWith('/d1/s4')")
        assert not page.run("return document.querySelectorAll('.end').length")


@pytest.mark.browser
def test_firefox_opens_the_one_file_from_disk_and_walks(page: Firefox, tmp_path: Path):
    replay = tmp_path / "game.html"
    written = CliRunner().invoke(main, ["convert", str(ONE_FILE), "-o", str(replay)])
    assert written.exit_code == 0, written.output
    page.open(replay.as_uri())
    page.wait("document.querySelector('.table .plate')")
    for step in range(1, 6):
        page.press("ArrowRight")
        page.wait(f"document.getElementById('record').dataset.step === '{step}'")
    page.wait("location.hash.startsWith('#/d1/s5')")
    assert page.run("return document.querySelectorAll('.tile.new').length")
    red = sum(number for number, colour in colours(page.picture()) if is_red(colour))
    assert red > 100
    page.press("End")
    page.wait("document.querySelector('.panel.result').offsetHeight")
    page.press("PageDown")
    page.wait("location.hash.startsWith('#/d2/')")
    page.run("document.querySelector('a[hreflang=ja]').click()")
    page.wait("document.documentElement.lang === 'ja'")
    assert page.run("return performance.getEntriesByType('resource').map(e => e.name)") == []
