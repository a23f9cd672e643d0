"""Turns tile ids into faces in the canonical order of a record.

It uses tables of bytes, which is faster than sorting numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mjlog.formats.riichi.tenhou_numbers import IDS, PLAIN_FACES, RED_FACES, tile_ids
from mjlog.model.tiles import FACES, ORDER, Tile


def hand_of(text: str, faces: Sequence[Tile]) -> tuple[Tile, ...]:
    """Parse tile ids separated by commas to tiles, in the order in which records sort tiles.

    `faces` has the tile for each id: `RED_FACES` in games with red fives, otherwise `PLAIN_FACES`.
    Raise `ImpossibleError` if an id does not exist.
    """
    places_by_word = _PLACES_BY_WORD_WITH_RED if faces is RED_FACES else _PLACES_BY_WORD
    try:
        places = [places_by_word[word] for word in text.split(",")]
    except KeyError:  # it is not a tile id, or has a blank next to it
        return sorted_faces(tile_ids(text), faces)
    places.sort()
    return tuple(bytes(places).translate(_TILES))


def sorted_faces(ids: Sequence[int], faces: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the tiles with these ids, in the order in which records sort tiles.

    `faces` has the tile for each id: `RED_FACES` in games with red fives, otherwise `PLAIN_FACES`.
    """
    places = _PLACES_WITH_RED if faces is RED_FACES else _PLACES
    return tuple(bytes(sorted(bytes(ids).translate(places))).translate(_TILES))


def _places(faces: tuple[Tile, ...]) -> bytes:
    """Return a table for `bytes.translate` from tile ids to positions in sorted tiles.

    `faces` has the tile for each id. The byte at index `id` is the position of this tile in the
    order in which records sort tiles.
    """
    return bytes([ORDER[tile] for tile in faces]).ljust(256)


_PLACES: Final = _places(PLAIN_FACES)
_PLACES_WITH_RED: Final = _places(RED_FACES)
_PLACES_BY_WORD: Final = {str(number): _PLACES[number] for number in range(IDS)}
_PLACES_BY_WORD_WITH_RED: Final = {str(number): _PLACES_WITH_RED[number] for number in range(IDS)}
_TILES: Final = bytes([ORDER.index(place) for place in range(FACES)]).ljust(256)
"""Faces by their position in the canonical order."""
