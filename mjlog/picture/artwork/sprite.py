"""Makes the file with all faces, to which pages refer: ``tiles.svg#t5m``."""

from __future__ import annotations

from mjlog.picture.artwork.faces import FACES, HEIGHT, WIDTH, symbol
from mjlog.picture.artwork.paint import THEMED

NOTICE = (
    "Characters: outlines of a font under the SIL Open Font License 1.1, see "
    "mjlog/picture/artwork; the rest is mjlog's own."
)


def sprite() -> str:
    """Return an SVG file with a symbol for each face of a tile.

    Pages refer to its symbols and set the colours by variables such as ``--tile-red``.
    """
    symbols = "".join(symbol(name, THEMED) for name in FACES).replace(" -", "-")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"><!-- {NOTICE} '
        f"-->{symbols}</svg>\n"
    )
