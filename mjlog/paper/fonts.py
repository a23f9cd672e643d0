"""Makes one small font with the letters that a sheet or a picture needs, in any script.

The outlines come from Noto Sans and Noto Sans CJK (SIL OFL), which the extras `[paper]` and
`[images]` install.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from threading import Lock
from typing import Any, Final

_UNITS: Final = 1000
_OPEN_FONTS: Final = Lock()
_FACES: Final = {"ja": 0, "zh-Hans": 2, "zh-Hant": 3}
"""Index of the font in the collection with the shapes of letters that a language uses."""
_OTHERS: Final = 2
WEIGHTS: Final = {"regular": 400, "bold": 700}


def has_fonts() -> bool:
    """Return whether the packages with the fonts and `fontTools` are installed."""
    packages = ("fontTools", "fontpkg_noto_sans", "manimgx_fonts_cjk")
    return all(find_spec(package) for package in packages)


def font_of(text: str, language: str, weight: str, name: str) -> tuple[io.BytesIO, str]:
    """Create a small TrueType font with the letters of a text; also return the letters it lacks.

    `name` is the font's name, `language` decides the shapes of Chinese characters, and `weight` is
    regular or bold.
    """
    from fontTools.fontBuilder import FontBuilder  # noqa: PLC0415  of the extra [paper]
    from fontTools.pens.cu2quPen import Cu2QuPen  # noqa: PLC0415
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # noqa: PLC0415
    from fontTools.pens.transformPen import TransformPen  # noqa: PLC0415
    from fontTools.pens.ttGlyphPen import TTGlyphPen  # noqa: PLC0415

    glyphs: dict[str, Any] = {".notdef": TTGlyphPen(None).glyph()}
    widths = {".notdef": (_UNITS, 0)}
    names: dict[int, str] = {}
    missing = []
    for letter in sorted({*text, " "}):
        # a font is read from its file on demand, which only one thread may do at a time
        with _OPEN_FONTS:
            source = _source_of(letter, language, WEIGHTS[weight])
            if source is None:
                missing.append(letter)
                continue
            pen, glyph_name = TTGlyphPen(None), f"u{ord(letter):04X}"
            scale = _UNITS / source.units
            glyph = source.glyphs[source.names[ord(letter)]]
            # Chinese outlines are cubic; a TrueType font has quadratic ones, drawn the other way.
            quadratic = Cu2QuPen(pen, 1.0, reverse_direction=source.is_cubic)
            outline = DecomposingRecordingPen(source.glyphs)  # an accent is part of its letter
            glyph.draw(outline)
        outline.replay(TransformPen(quadratic, (scale, 0, 0, scale, 0, 0)))
        names[ord(letter)] = glyph_name
        glyphs[glyph_name] = pen.glyph()
        widths[glyph_name] = (round(glyph.width * scale), 0)
    builder = FontBuilder(_UNITS, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(names)
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(widths)
    builder.setupHorizontalHeader(ascent=1069, descent=-293)
    family = {"familyName": "Noto Sans", "styleName": weight.title(), "psName": name}
    builder.setupNameTable(family)
    builder.setupOS2(sTypoAscender=1069, sTypoDescender=-293, usWeightClass=WEIGHTS[weight])
    builder.setupPost()
    stream = io.BytesIO()
    builder.save(stream)
    stream.seek(0)
    return stream, "".join(missing)


class _Source:
    """A font at one weight, from which letters are taken."""

    def __init__(self, font: Any, weight: int) -> None:
        self.names: Mapping[int, str] = font.getBestCmap()
        self.glyphs = font.getGlyphSet(location={"wght": weight})
        self.units = font["head"].unitsPerEm
        self.is_cubic = "CFF2" in font


@cache
def _latin(weight: int) -> _Source:
    from fontTools.ttLib import TTFont  # noqa: PLC0415  of the extra [paper]

    path = files("fontpkg_noto_sans").joinpath("files", "NotoSans[wdth,wght].ttf")
    return _Source(TTFont(str(path), lazy=True), weight)


@cache
def _chinese(number: int, weight: int) -> _Source:
    from fontTools.ttLib import TTFont  # noqa: PLC0415  of the extra [paper]

    path = files("manimgx_fonts_cjk").joinpath("NotoSansCJK-VF.otf.ttc")
    return _Source(TTFont(str(path), fontNumber=number, lazy=True), weight)


def _source_of(letter: str, language: str, weight: int) -> _Source | None:
    """Return the font that has a letter: Noto Sans or Noto Sans CJK; None if neither has it.

    The large CJK font is opened only if a letter needs it.
    """
    if ord(letter) in _latin(weight).names:
        return _latin(weight)
    chinese = _chinese(_FACES.get(language, _OTHERS), weight)
    return chinese if ord(letter) in chinese.names else None
