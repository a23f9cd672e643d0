"""Steps as pictures in pixels, and what a link preview tells."""

from __future__ import annotations

import io
import re

import pytest
from flask.testing import FlaskClient
from kit.places import SAMPLES

from webviewer import create_app, raster_images
from webviewer.service.settings import Settings, SettingsError

SAMPLE = SAMPLES / "riichi" / "double-ron.mjl"
PATH = "/r/double-ron/d1"
SITE = "https://records.example.org"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture(scope="module")
def visitor() -> FlaskClient:
    """A visitor of a site whose address is set up."""
    app = create_app(SAMPLE, settings=Settings(site=SITE))
    app.testing = True
    return app.test_client()


def previews(page: str) -> dict[str, str]:
    return dict(re.findall(r'<meta property="og:([a-z:]+)" content="([^"]*)">', page))


def test_a_step_is_drawn_as_png(visitor):
    pytest.importorskip("resvg_py", reason="mjlog[images] is not installed")
    answer = visitor.get(f"{PATH}/s30.png")
    assert answer.mimetype == "image/png"
    assert answer.data.startswith(PNG)
    assert (
        int.from_bytes(answer.data[16:20])
        == int.from_bytes(answer.data[20:24])
        == raster_images.SIDE
    )
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer.data != visitor.get(f"{PATH}/s30.png?hands=none").data
    assert visitor.get(f"{PATH}/s999.png").status_code == 404


def test_steps_are_drawn_one_after_the_other(visitor, monkeypatch):
    pytest.importorskip("resvg_py", reason="mjlog[images] is not installed")
    image = pytest.importorskip("PIL.Image", reason="mjlog[images] is not installed")
    monkeypatch.setattr(raster_images, "SMALL", 120)
    answer = visitor.get(f"{PATH}/s30-34.webp")
    assert answer.mimetype == "image/webp"
    moving = image.open(io.BytesIO(answer.data))
    assert (moving.n_frames, moving.size) == (5, (120, 120))
    followed = image.open(io.BytesIO(visitor.get("/follow/double-ron/d1/s30-32.webp").data))
    assert followed.n_frames == 3
    gif = visitor.get(f"{PATH}/s30-32.gif")
    assert (gif.mimetype, image.open(io.BytesIO(gif.data)).n_frames) == ("image/gif", 3)


def test_letters_of_every_script_are_drawn_without_fonts_of_the_system():
    pytest.importorskip("resvg_py", reason="mjlog[images] is not installed")
    image = pytest.importorskip("PIL.Image", reason="mjlog[images] is not installed")

    def ink(words: str) -> bytes:
        """Return the pixels of words; letters that no font has leave none."""
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" '
            'height="80" fill="#fff"/><text x="4" y="60" font-size="40" '
            f'font-family="system-ui,sans-serif">{words}</text></svg>'
        )
        return image.open(io.BytesIO(raster_images._png(svg, 80))).convert("L").tobytes()

    pictures = [ink(words) for words in ("", "Ж", "王", "さ", "김", "&amp;")]
    assert len({*pictures}) == len(pictures)
    assert all(min(picture) < 100 for picture in pictures[1:])


@pytest.mark.parametrize("steps", ["30-30", "34-30", "0-25"])
def test_no_animation_is_endless(visitor, steps):
    answer = visitor.get(f"{PATH}/s{steps}.webp")
    assert answer.status_code == 400
    assert "24 steps at most" in answer.text


def test_a_server_without_the_extra_says_so(visitor, monkeypatch):
    monkeypatch.setattr("webviewer.raster_images.find_spec", lambda _: None)
    for address in (f"{PATH}/s31.png", f"{PATH}/s31-33.webp", "/follow/double-ron/d1/s31.png"):
        answer = visitor.get(address)
        assert answer.status_code == 501
        assert "it needs mjlog[images]" in answer.text
    told = previews(visitor.get(f"{PATH}/s31").text)
    assert "url" in told
    assert "image" not in told


def test_a_picture_that_was_drawn_is_given_again(monkeypatch):
    made = []
    monkeypatch.setattr(raster_images, "_png", lambda svg, side: made.append(svg) or bytes(side))
    monkeypatch.setattr(raster_images, "can_be_drawn", lambda: True)
    studio = raster_images.Studio()
    assert studio.png("<svg/>", 7) == studio.png("<svg/>", 7) == bytes(7)
    assert studio.png("<svg/>", 8) == bytes(8)
    assert len(made) == 2


def test_a_preview_has_the_address_of_the_set_up_and_never_that_of_the_request(visitor):
    pytest.importorskip("resvg_py", reason="mjlog[images] is not installed")
    page = visitor.get(f"{PATH}/s32?seat=B&hands=own", headers={"Host": "evil.example"}).text
    told = previews(page)
    assert told["url"] == f"{SITE}{PATH}/s32?seat=B&amp;hands=own"
    assert told["image"] == f"{SITE}{PATH}/s32.png?seat=B&amp;hands=own"
    assert f'value="{SITE}{PATH}/s32?seat=B&amp;hands=own"' in page
    follow = previews(visitor.get("/follow/double-ron/d1/s32").text)
    assert follow["image"] == f"{SITE}/follow/double-ron/d1/s32.png"
    embed = visitor.get(f"/oembed?url={SITE}{PATH}/s3", headers={"Host": "evil.example"}).json
    assert f'src="{SITE}/embed/' in embed["html"]


def test_a_site_that_has_no_address_has_no_preview(client):
    assert not previews(client.get("/r/riichi-double-ron/d1/s32").text)


@pytest.mark.parametrize("site", ["example.org", "https://example.org/", "ftp://a", "https://a b"])
def test_the_address_of_a_site_is_a_whole_one(site):
    with pytest.raises(SettingsError, match="without a path"):
        Settings(site=site)
