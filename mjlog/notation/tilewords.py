"""Runs of tiles, ``27m5s1z``: the same words that the grammar's TILES takes, by plain string work and a memo."""

from __future__ import annotations

import re
from typing import Final

from mjlog.tiles import PILLAR, SUITS, TILES, Tile, canonical

_RUN: Final = re.compile(r"(?:[0-9]j?'?)+[mpszf]'?|\?[mpszf]?'?|J'?")
_RUNS: Final = re.compile(r"(?:(?:[0-9]j?'?)++[mpszf]'?|\?[mpszf]?'?|J'?)++")
_PIECE: Final = re.compile(r"[0-9]j?'?")
_MOST: Final = 1 << 15
_LONG: Final = 256
"""Runs as long as that are not remembered: nobody writes them twice."""
_memo: Final[dict[str, tuple[Tile, ...] | None]] = {}
_HAND: Final = re.compile(r"(?:([0-9]+)m)?(?:([0-9]+)p)?(?:([0-9]+)s)?(?:([0-9]+)z)?")
_BY_SUIT: Final[tuple[dict[str | None, tuple[Tile, ...]], ...]] = ({None: ()}, {None: ()}, {None: ()}, {None: ()})
_M, _P, _S, _Z = _BY_SUIT
"""By suit, the tiles of ranks run together; of no ranks, none."""


def tiles_of(text: str) -> tuple[Tile, ...] | None:
    """The tiles as written, None if the text is anything but a run of tiles."""
    if len(text) > _LONG and not _RUNS.fullmatch(text):  # hostile ones would take long to be searched for runs
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
    runs = _HAND.fullmatch(text)
    if runs is not None:
        m, p, s, z = runs.groups()
        try:
            return _M[m] + _P[p] + _S[s] + _Z[z] or None
        except KeyError:
            parts = [_learn_suit(*part) for part in zip(_BY_SUIT, (m, p, s, z), SUITS, strict=False)]
            if None not in parts:
                return tuple(tile for part in parts if part is not None for tile in part) or None
    any_order = tiles_of(text)
    return None if any_order is None else canonical(any_order)


def _learn(run: str) -> tuple[Tile, ...] | None:
    """The tiles of one run, remembered."""
    if len(run) > _LONG:
        return _read(run)
    if len(_memo) >= _MOST:
        _memo.clear()
    tiles = _memo[run] = _read(run)
    return tiles


def _learn_suit(known: dict[str | None, tuple[Tile, ...]], ranks: str | None, suit: str) -> tuple[Tile, ...] | None:
    """The tiles of one suit in canonical order, remembered; None where there is no such tile."""
    if ranks in known:
        return known[ranks]
    run = f"{ranks}{suit}"
    tiles = _read(run)
    if tiles is None or len(run) > _LONG:
        return tiles and canonical(tiles)
    if len(known) >= _MOST:
        known.clear()
        known[None] = ()
    known[ranks] = canonical(tiles)
    return known[ranks]


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
