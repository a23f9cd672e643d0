"""The drawings of the tiles' faces.

Each face is an SVG symbol. Pictures contain the symbols that they use; pages refer to the symbols
in one file. This package imports nothing but the tiles of the model.
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
