"""Runs of tiles, ``27m5s1z``.

The same words that the grammar's TILES takes, by plain string work and a memo.
"""

from __future__ import annotations

from typing import Final

from mjlog.model.late_pattern import late_pattern
from mjlog.model.tiles import PILLAR, SUITS, TILES, Tile, canonical
from mjlog.notation.shorthand import LETTERS

_RUN: Final = late_pattern(r"(?:[0-9]j?'?)+[mpszf]'?|\?[mpszf]?'?|[Jeswnhgr]'?")
_RUNS: Final = late_pattern(r"(?:(?:[0-9]j?'?)++[mpszf]'?|\?[mpszf]?'?|[Jeswnhgr]'?)++")
_PIECE: Final = late_pattern(r"[0-9]j?'?")
_MOST: Final = 1 << 14
_LONG: Final = 40
"""Runs as long as that are not remembered: nobody writes them twice."""
_memo: Final[dict[str, tuple[Tile, ...] | None]] = {}
_HAND: Final = late_pattern(r"(?:([0-9]+)m)?(?:([0-9]+)p)?(?:([0-9]+)s)?(?:([0-9]+)z)?")
_M: Final[dict[str, tuple[Tile, ...]]] = {}
_P: Final[dict[str, tuple[Tile, ...]]] = {}
_S: Final[dict[str, tuple[Tile, ...]]] = {}
_Z: Final[dict[str, tuple[Tile, ...]]] = {}
"""By suit, the tiles of ranks run together.

Of honours, which come last, of their ranks and the letter.
"""


def tiles_of(text: str) -> tuple[Tile, ...] | None:
    """The tiles as written, None if the text is anything but a run of tiles."""
    if len(text) > _LONG and not _RUNS.fullmatch(
        text
    ):  # hostile ones would take long to be searched for runs
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
    """The tiles in canonical order, None if the text is anything but a run of tiles."""
    # Most hands are written in canonical order: each suit once, in the order of SUITS.
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
        return _hand_learned(text)


def _hand_learned(text: str) -> tuple[Tile, ...] | None:
    """The same, its runs remembered."""
    runs = _HAND.fullmatch(text)
    if runs is not None:
        m, p, s, z = runs.groups()
        parts = [
            _learn_suit(*each) for each in zip((_M, _P, _S, _Z), (m, p, s, z), SUITS, strict=False)
        ]
        if None not in parts:
            return tuple(tile for part in parts if part is not None for tile in part) or None
    any_order = tiles_of(text)
    if any_order is None:
        return None
    return canonical(any_order)


def _learn(run: str) -> tuple[Tile, ...] | None:
    """The tiles of one run, remembered."""
    if len(run) > _LONG:
        return _read(run)
    if len(_memo) >= _MOST:
        _memo.clear()
    tiles = _memo[run] = _read(run)
    return tiles


def _learn_suit(
    known: dict[str, tuple[Tile, ...]], ranks: str | None, suit: str
) -> tuple[Tile, ...] | None:
    """The tiles of one suit in canonical order, remembered; None where there is no such tile."""
    if ranks is None:
        return ()
    name = ranks + suit if known is _Z else ranks
    if name in known:
        return known[name]
    faces = [TILES.get(rank + suit) for rank in ranks]
    if None in faces:
        return None
    tiles = canonical([face for face in faces if face is not None])
    if len(ranks) < _LONG:
        if len(known) >= _MOST:
            known.clear()
        known[name] = tiles
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
