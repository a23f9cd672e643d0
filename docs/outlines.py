"""Take the outlines of the tiles' characters from a font, and write glyphs.py.

    python docs/outlines.py FONT [NUMBER]

This needs fonttools, and a font whose licence permits it. NUMBER is the font's place in a
collection. The outlines are kept in the repository, so nothing else needs the font.
"""

import sys
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[1] / "mjlog" / "picture" / "artwork" / "glyphs.py"
WANTED = "一二三四伍六七八九萬東南西北發中梅蘭菊竹春夏秋冬"
GRID = 256
HEAD = '''"""Outlines of the characters on the tiles, each in a box of 256 by 256.

Written by ``docs/outlines.py``.

Taken from {name}, {notice}
It is licensed under the SIL Open Font License, Version 1.1; the text stands in ``OFL.txt`` beside
this file. Graphics
made from the font's outlines, as the tiles are, are not bound by that licence.
"""

# ruff: noqa: E501  an outline is one word
from typing import Final

GLYPHS: Final = {{
'''


def main(path: str, number: int = -1) -> None:
    """Write the table of outlines."""
    from fontTools.ttLib import TTFont  # noqa: PLC0415  who only reads this file need not have it

    font = TTFont(path, fontNumber=number, lazy=True)
    name, notice = font["name"].getDebugName(4), font["name"].getDebugName(0).rstrip(".")
    outlines = "".join(f'    "{sign}": "{outline(font, sign)}",\n' for sign in WANTED)
    HOME.write_text(
        HEAD.format(name=name, notice=f"{notice}.") + outlines + "}\n", encoding="utf-8"
    )


def outline(font: Any, sign: str) -> str:
    """Return a character as an SVG path of whole numbers, stretched to fill the grid."""
    from fontTools.pens.boundsPen import BoundsPen  # noqa: PLC0415
    from fontTools.pens.recordingPen import DecomposingRecordingPen  # noqa: PLC0415

    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(sign)]]
    box, pen = BoundsPen(glyphs), DecomposingRecordingPen(glyphs)
    glyph.draw(box)
    glyph.draw(pen)
    left, bottom, right, top = box.bounds

    def on_grid(point: tuple[float, float]) -> tuple[int, int]:
        return round((point[0] - left) * GRID / (right - left)), round(
            (top - point[1]) * GRID / (top - bottom)
        )

    return relative([(verb, [on_grid(point) for point in points]) for verb, points in pen.value])


def relative(steps: list[tuple[str, list[tuple[int, int]]]]) -> str:
    """Return a drawing in short SVG commands relative to the pen's position."""
    words: list[str] = []
    here = start = (0, 0)
    for verb, points in steps:
        match verb:
            case "moveTo":
                words.append(_word("m", here, points))
                start = points[-1]
            case "lineTo":
                words.append(_line(here, points[0]))
            case "qCurveTo":
                words.append(_quadratics(here, points))
            case "curveTo":
                words.append(_word("c", here, points))
            case _:
                words.append("z")
                points = [start]
        here = points[-1]
    return "".join(words)


def _line(here: tuple[int, int], there: tuple[int, int]) -> str:
    across, down = there[0] - here[0], there[1] - here[1]
    if not (across and down):
        return (f"h{across}" if across else "") + (f"v{down}" if down else "")
    return _word("l", here, [there])


def _quadratics(here: tuple[int, int], points: list[tuple[int, int]]) -> str:
    """Return SVG commands for a run of off-curve points; a curve passes midway between two."""
    words, *controls = "", *points[:-1]
    for place, control in enumerate(controls):
        last = place == len(controls) - 1
        after = points[-1] if last else controls[place + 1]
        there = after if last else ((control[0] + after[0]) // 2, (control[1] + after[1]) // 2)
        words += _word("q", here, [control, there])
        here = there
    return words


def _word(verb: str, here: tuple[int, int], points: list[tuple[int, int]]) -> str:
    numbers = [f"{end - begin}" for point in points for begin, end in zip(here, point, strict=True)]
    return verb + "".join(
        n if not place or n[0] == "-" else f" {n}" for place, n in enumerate(numbers)
    )


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
