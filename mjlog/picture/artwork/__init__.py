"""The faces of the tiles, drawn.

One symbol each, for pages that refer to them and pictures that hold them. It imports the tiles of
the model alone. It knows no table: which tile lies where is not its matter.
"""

from mjlog.picture.artwork.faces import BACK, FACES, HEIGHT, WIDTH, face_id, symbol
from mjlog.picture.artwork.paint import LIGHT, THEMED, Literal, Paint
from mjlog.picture.artwork.sprite import sprite

__all__ = [
    "BACK",
    "FACES",
    "HEIGHT",
    "LIGHT",
    "THEMED",
    "WIDTH",
    "Literal",
    "Paint",
    "face_id",
    "sprite",
    "symbol",
]
