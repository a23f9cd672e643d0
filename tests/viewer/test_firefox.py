"""Tiles in Firefox, which reads colours in a sprite otherwise than Chromium.

One look, where there is a Firefox.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from kit.marionette import firefox
from kit.places import SAMPLES
from kit.viewers import serving

from mjlog.picture.artwork import sprite

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SAMPLE = SAMPLES / "taiyuan" / "everything-fair-copy.mjl"
COUNT = """async (picture) => {
  const image = new Image();
  image.src = picture;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), paper = canvas.getContext("2d");
  paper.drawImage(image, 0, 0);
  const found = { red: 0, green: 0, blue: 0 };
  const { data } = paper.getImageData(0, 0, image.width, image.height);
  for (let at = 0; at < data.length; at += 4) {
    const [r, g, b] = data.slice(at, at + 3);
    if (r > 140 && g < 80 && b < 90) found.red += 1;
    if (g > 90 && r < 60 && b < 90) found.green += 1;
    if (b > 110 && r < 70 && g < 110) found.blue += 1;
  }
  return found;
}"""


def test_no_shape_of_the_sprite_has_a_style_that_a_page_would_forbid():
    assert "style=" not in sprite()
    assert "<style" not in sprite()


@pytest.mark.browser
def test_firefox_paints_the_tiles_in_their_colours(browser: Browser, tmp_path: Path):
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("no Firefox on this machine")
    shot = tmp_path / "shot.png"
    with serving(SAMPLE) as site:
        command = [
            firefox,
            "--headless",
            "--no-remote",
            "--profile",
            str(tmp_path),
            "--screenshot",
            str(shot),
            f"{site}/r/everything-fair-copy/d1/s40",
        ]
        subprocess.run(
            [*command, "--window-size=1240,1000"], check=True, capture_output=True, timeout=300
        )
    page = browser.new_page()
    page.route("http://picture/*", lambda route: route.fulfill(path=shot))
    page.goto("http://picture/shot.png")
    found = page.evaluate(COUNT, "http://picture/shot.png")
    page.close()
    assert min(found.values()) > 100, found


STATE = """return [location.pathname, document.getElementById("said").textContent,
  document.querySelectorAll(".table .tile").length,
  document.querySelectorAll(".tile.new").length]"""


@pytest.mark.browser
def test_firefox_walks_through_a_deal(tmp_path: Path):
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("no Firefox on this machine")
    with serving(SAMPLES / "tibet" / "four-deals.mjl") as site, firefox(program, tmp_path) as page:
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
