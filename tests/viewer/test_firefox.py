"""Tiles in Firefox, which reads colours in a sprite otherwise than Chromium.

One look, where there is a Firefox.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from threading import Thread

import pytest
from werkzeug.serving import WSGIRequestHandler, make_server

from mjlog.picture.artwork import sprite
from webviewer import create_app

SAMPLE = Path(__file__).parents[2] / "samples" / "taiyuan" / "everything-fair-copy.mjl"
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


class Silent(WSGIRequestHandler):
    def log(self, *_args: object, **_named: object) -> None:
        """Says nothing of requests."""


def test_no_shape_of_the_sprite_has_a_style_that_a_page_would_forbid():
    assert "style=" not in sprite()
    assert "<style" not in sprite()


@pytest.mark.browser
def test_firefox_paints_the_tiles_in_their_colours(chromium: str, tmp_path: Path):
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("no Firefox on this machine")
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    server = make_server("127.0.0.1", 0, create_app(SAMPLE), threaded=True, request_handler=Silent)
    Thread(target=server.serve_forever, daemon=True).start()
    shot = tmp_path / "shot.png"
    address = f"http://127.0.0.1:{server.server_port}/r/everything-fair-copy/d1/s40"
    command = [
        firefox,
        "--headless",
        "--no-remote",
        "--profile",
        str(tmp_path),
        "--screenshot",
        str(shot),
        address,
    ]
    subprocess.run(
        [*command, "--window-size=1240,1000"], check=True, capture_output=True, timeout=300
    )
    with playwright.sync_playwright() as driver:
        page = driver.chromium.launch(executable_path=chromium).new_page()
        page.route("http://picture/*", lambda route: route.fulfill(path=shot))
        page.goto("http://picture/shot.png")
        found = page.evaluate(COUNT, "http://picture/shot.png")
    server.shutdown()
    server.server_close()
    assert min(found.values()) > 100, found
