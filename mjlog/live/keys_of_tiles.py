"""The tiles of a rule set as keys to press, and the words that they make up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mjlog.model.tiles import BONUS, JOKER, KIND, KINDS, RED, Tile, text
from mjlog.referee.rule_set import RuleSet

_RANKED: Final = 27
"""Kinds of the three suits, nine each."""


_BONUS_TILES: Final = 4
_JOKERS: Final = 5
"""Their rows."""


class TileKey(NamedTuple):
    """One face: its place in the rows of suits, four of it, and what takes it for a chow."""

    tile: Tile
    row: int
    four: str = ""
    chows: tuple[str, ...] = ()


def tile_keys(rules: RuleSet) -> Iterator[TileKey]:
    """Yield the faces that the set of the rules has: three suits, honours, bonus tiles, jokers."""
    copies = rules.play.spec.copies
    for face in range(JOKER + 1):
        if face < len(copies) and copies[face]:
            yield _key(face)


def _key(face: Tile) -> TileKey:
    if face >= BONUS:
        return TileKey(face, _JOKERS if face == JOKER else _BONUS_TILES)
    kind = KIND[face]
    row = kind // 9 if kind < _RANKED else 3
    four = text([kind] * 4) if face < KINDS else ""
    return TileKey(face, row, four, tuple(_chows(kind)) if face < RED else ())


def _chows(kind: Tile) -> Iterator[str]:
    """Yield two tiles of the same suit with which this one makes a run."""
    if kind >= _RANKED:
        return
    for first, second in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)):
        if first // 9 == second // 9 == kind // 9 and first >= 0:
            yield text([first, second])
