"""Runs of tiles, ``27m5s1z``: the same words that the grammar's TILES takes, by plain string work and a memo."""

from __future__ import annotations

import re
from typing import Final

from mjlog.tiles import ORDER, PILLAR, TILES, Tile, canonical

_RUN: Final = re.compile(r"(?:[0-9]j?'?)+[mpszf]'?|\?[mpszf]?'?|J'?")
_PIECE: Final = re.compile(r"[0-9]j?'?")
_MOST: Final = 1 << 15
_memo: Final[dict[str, tuple[Tile, ...] | None]] = {}
_sorted: Final[dict[str, tuple[tuple[Tile, ...], int, int]]] = {}


def tiles_of(text: str) -> tuple[Tile, ...] | None:
    """The tiles as written, None if the text is anything but a run of tiles."""
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
    runs = _RUN.findall(text)
    tiles: tuple[Tile, ...] = ()
    length = last = 0
    for run in runs:
        known = _sorted.get(run) or _learn_sorted(run)
        if known is None:
            return None
        part, first, end = known
        if first < last:
            return _sorted_anew(text)
        tiles += part
        length += len(run)
        last = end
    return tiles if runs and length == len(text) else None


def _sorted_anew(text: str) -> tuple[Tile, ...] | None:
    tiles = tiles_of(text)
    return None if tiles is None else canonical(tiles)


def _learn(run: str) -> tuple[Tile, ...] | None:
    """The tiles of one run, remembered."""
    if len(_memo) >= _MOST:
        _memo.clear()
    tiles = _memo[run] = _read(run)
    return tiles


def _learn_sorted(run: str) -> tuple[tuple[Tile, ...], int, int] | None:
    tiles = _read(run)
    if tiles is None:
        return None
    if len(_sorted) >= _MOST:
        _sorted.clear()
    tiles = canonical(tiles)
    known = _sorted[run] = (tiles, _rank(tiles[0]), _rank(tiles[-1]))
    return known


def _rank(tile: Tile) -> int:
    """The key of the canonical order as one number."""
    return ORDER[tile & ~PILLAR] * 2 + (tile < PILLAR)


def _read(run: str) -> tuple[Tile, ...] | None:
    marked = run[-1] == "'"
    body = run[:-1] if marked else run
    if body[0] in "?J":
        tiles = [TILES[body]]
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
