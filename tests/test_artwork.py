"""The faces of the tiles."""

import re
import zlib
from pathlib import Path
from xml.etree import ElementTree as ET

from kit.sizes import each

from mjlog.model.tiles import FACES as NUMBER_OF_FACES
from mjlog.model.tiles import JOKER_AS, PILLAR
from mjlog.picture.artwork import BACK, FACES, LIGHT, THEMED, Literal, face_id, sprite, symbol

SVG = "{http://www.w3.org/2000/svg}"


def test_every_face_has_its_symbol_once():
    # Our own.
    picture = ET.fromstring(sprite())  # noqa: S314
    symbols = [each.get("id") for each in picture.iter(f"{SVG}symbol")]
    assert symbols == list(FACES)
    assert {face_id(face) for face in range(NUMBER_OF_FACES)} | {BACK} == set(symbols)
    assert len({face_id(face) for face in range(JOKER_AS)}) == JOKER_AS


def test_a_pillar_has_the_face_of_any_other_tile_and_a_tile_face_down_has_none():
    assert face_id(3 | PILLAR) == face_id(3)
    assert face_id(3, up=False) == BACK


@each(FACES)
def test_a_face_keeps_to_its_colours_and_to_its_tile(name):
    drawn = ET.fromstring(symbol(name, Literal(LIGHT)))  # noqa: S314
    for shape in drawn:
        assert shape.tag in {"path", "circle"}
        assert {shape.get(name) for name in ("fill", "stroke")} <= {*LIGHT.values(), "none", None}
        if shape.tag == "circle":
            x, y, r = (float(shape.get(each)) for each in ("cx", "cy", "r"))
            assert r <= x <= 60 - r
            assert r <= y <= 80 - r


def test_colours_stand_in_the_shapes_themselves():
    """A rule of the sprite's own style sheet would leave every tile black in Firefox."""
    text = sprite()
    assert "<style" not in text
    assert "class=" not in text
    for colour, value in LIGHT.items():
        assert (f"var(--tile-{colour},{value})" in text) == (colour != "edge")
    assert THEMED("fill", "none") == 'fill="none"'


def test_every_kind_differs_from_every_other_without_its_index_and_without_colour():
    bare = {
        name: re.sub(r"#\w+", "", symbol(name, Literal({**LIGHT, "index": "none"})))
        for name in FACES
    }
    shapes = {
        name: re.sub(r'<path fill="none" stroke="none".*?/>|id="\w+"', "", drawn)
        for name, drawn in bare.items()
    }
    assert len(set(shapes.values())) == len(FACES)


def test_the_sprite_is_small():
    """13 KB of brotli are allowed.

    Zlib, which everybody has, needs about a third more than brotli.
    """
    data = sprite().encode()
    assert len(data) <= 90_000
    assert len(zlib.compress(data, 9)) <= 13_000


def test_the_file_that_pages_refer_to_is_this_sprite():
    file = Path(__file__).parents[1] / "webviewer" / "static" / "tiles.svg"
    assert file.read_text(encoding="utf-8") == sprite()
