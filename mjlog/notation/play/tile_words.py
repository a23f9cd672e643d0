"""Reads runs of tiles such as ``27m5s1z``.

It accepts what the grammar's TILES accepts, by plain string operations and a cache.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.lazy_pattern import lazy_pattern
from mjlog.model.tiles import PILLAR, TILES, Tile, canonical
from mjlog.notation.play.shorthand import LETTERS

_RUN: Final = lazy_pattern(r"(?:[0-9]j?'?)+[mpszf]'?|\?[mpszf]?'?|[Jeswnhgr]'?")
_RUNS: Final = lazy_pattern(r"(?:(?:[0-9]j?'?)++[mpszf]'?|\?[mpszf]?'?|[Jeswnhgr]'?)++")
_PIECE: Final = lazy_pattern(r"[0-9]j?'?")
_MOST: Final = 1 << 14
_LONG: Final = 40
"""Length from which a run is not cached, because nobody writes it twice."""
_memo: Final[dict[str, tuple[Tile, ...] | None]] = {}


class _Suit(dict[str, tuple[Tile, ...]]):
    """A cache from a text of ranks, such as ``27``, to the tiles of one suit, in canonical order.

    If `letter` is not empty, the text must end with it, as in ``27z``. Raises KeyError for any
    other text.
    """

    def __init__(self, suit: str, letter: str = "") -> None:
        super().__init__()
        self._suit = suit
        self._letter = letter

    def __missing__(self, written: str) -> tuple[Tile, ...]:
        """Read the ranks in a text that is not in the cache; add the tiles to the cache.

        Raises KeyError if the text has anything other than ranks, or more than 40 characters.
        """
        ranks = written.removesuffix(self._letter)
        is_read = ranks.isascii() and ranks.isdigit() and written == ranks + self._letter
        if not is_read or len(written) > _LONG:
            raise KeyError(written)
        tiles = canonical([TILES[rank + self._suit] for rank in ranks])
        if len(self) >= _MOST:
            self.clear()
        self[written] = tiles
        return tiles


_M: Final = _Suit("m")
_P: Final = _Suit("p")
_S: Final = _Suit("s")
_Z: Final = _Suit("z", "z")
"""Cache of honours; they come last, so only the letter may follow their ranks."""


def tiles_of(text: str) -> tuple[Tile, ...] | None:
    """Read tiles such as ``27m5s``, in the order written; None if the text has anything else."""
    # Searching a long hostile text for runs would take long.
    if len(text) > _LONG and not _RUNS.fullmatch(text):
        return None
    runs = _RUN.findall(text)
    if not runs or sum(map(len, runs)) != len(text):
        return None
    tiles: list[Tile] = []
    for run in runs:
        part = _memo[run] if run in _memo else _learn(run)
        if part is None:
            return None
        tiles += part
    return tuple(tiles)


def hand_of(text: str) -> tuple[Tile, ...] | None:
    """Read tiles such as ``27m5s``, in canonical order; None if the text has anything else."""
    # Most hands are written in canonical order, with each suit once.
    tiles: tuple[Tile, ...] = ()
    rest = text
    try:
        ranks, marker, more = rest.partition("m")
        if marker:
            tiles, rest = _M[ranks], more
        ranks, marker, more = rest.partition("p")
        if marker:
            tiles, rest = tiles + _P[ranks], more
        ranks, marker, more = rest.partition("s")
        if marker:
            tiles, rest = tiles + _S[ranks], more
        return (tiles + _Z[rest] if rest else tiles) or None
    except KeyError:
        any_order = tiles_of(text)
        return None if any_order is None else canonical(any_order)


def _learn(run: str) -> tuple[Tile, ...] | None:
    """Read the tiles of one suit, such as ``27m``, and add the result to the cache.

    Return None if the text has anything else. A text of more than 40 characters is not added.
    """
    if len(run) > _LONG:
        return _read(run)
    if len(_memo) >= _MOST:
        _memo.clear()
    tiles = _memo[run] = _read(run)
    return tiles


def _read(run: str) -> tuple[Tile, ...] | None:
    marked = run[-1] == "'"
    body = run[:-1] if marked else run
    if body[0] in "?J":
        tiles = [TILES[body]]
    elif body in LETTERS:
        tiles = [TILES[LETTERS[body]]]
    else:
        suit = body[-1]
        pieces = _PIECE.findall(body[:-1])
        faces = [(TILES.get(piece.rstrip("'") + suit), piece[-1] == "'") for piece in pieces]
        if any(face is None for face, _ in faces):
            return None
        tiles = [face | PILLAR if pillar else face for face, pillar in faces if face is not None]
    if marked:
        tiles[-1] |= PILLAR
    return tuple(tiles)
