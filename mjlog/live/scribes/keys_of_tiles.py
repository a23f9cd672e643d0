"""Lists the tiles of a rule set as keys of a page, with the calls and sets of each tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from mjlog.model.tiles import (
    BONUS,
    JOKER,
    JOKER_AS,
    KIND,
    KINDS,
    PILLAR,
    RED,
    Tile,
    canonical,
    text,
)
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Spec

_RANKED: Final = 27
"""Kinds of the three suits, nine each."""


_BONUS_TILES: Final = 4
_JOKERS: Final = 5
"""Their rows."""

Ways = tuple[str, ...]
"""Tiles that make up the same set, each in notation: plain ones first, then red fives, jokers and
tiles from the pillars in their places."""


class TileKey(NamedTuple):
    """A key of the tile keypad: its row, and the own tiles that make sets with its tile.

    `fours` are concealed kongs of this tile, `added` are tiles that make a pung of it a kong.
    `pungs`, `kongs` and `chows` are the own tiles with which it can be claimed; `chows` has one
    list for each position in the chow. `sets` are three lists of sets in a hand that begin with
    this tile: a run of three, three equal, two equal.
    """

    tile: Tile
    row: int
    fours: Ways = ()
    added: Ways = ()
    pungs: Ways = ()
    kongs: Ways = ()
    chows: tuple[Ways, ...] = ()
    sets: tuple[Ways, ...] = ()


def tile_keys(rules: RuleSet) -> Iterator[TileKey]:
    """Yield a key for each tile of a rule set: suits, honours, bonus tiles, jokers."""
    spec = rules.play.spec
    for face in range(JOKER + 1):
        if face < len(spec.copies) and spec.copies[face]:
            yield _key(face, spec)


def _key(face: Tile, spec: Spec) -> TileKey:
    if face >= BONUS:
        return TileKey(face, _JOKERS if face == JOKER else _BONUS_TILES)
    kind = KIND[face]
    return TileKey(
        face,
        row=kind // 9 if kind < _RANKED else 3,
        fours=_ways([kind] * 4, spec),
        added=(text([face]),) if face >= RED else _ways([kind], spec),
        pungs=_ways([kind] * 2, spec, face),
        kongs=_ways([kind] * 3, spec, face),
        chows=tuple(_ways(pair, spec, face) for pair in _chows(kind)),
        sets=tuple(_held_with(face, others, spec) for others in _sets(kind)),
    )


def _ways(kinds: Sequence[Tile], spec: Spec, *claimed: Tile) -> Ways:
    """Return, in notation, all combinations of own tiles that can count as tiles of these kinds.

    Red fives, jokers and pillars (own tiles that some rules set apart) can stand for other tiles;
    combinations without them come first. `claimed` is a discarded tile that is combined with them.
    No tile is used more often than it exists.
    """
    left = Counter({face: number for face, number in enumerate(spec.copies) if number})
    left.subtract(claimed)
    sets = {
        canonical(tiles): None for tiles in product(*(_stand_ins(kind, spec) for kind in kinds))
    }
    possible = [tiles for tiles in sets if _can_be_held(tiles, left, spec)]
    return tuple(text(tiles) for tiles in sorted(possible, key=_number_of_stand_ins))


def _held_with(face: Tile, others: Sequence[Tile], spec: Spec) -> Ways:
    """Return, in notation, the sets in a hand of one tile and other tiles of the kinds `others`.

    The other tiles may be red fives, but no jokers and no pillars (own tiles that some rules set
    apart). Empty if `others` is empty.
    """
    held = _ways(others, spec, face) if others else ()
    return tuple(text([face]) + way for way in held if not {"j", "'"} & {*way})


def _stand_ins(kind: Tile, spec: Spec) -> list[Tile]:
    """Return the tiles that can count as a kind of tile, beginning with the kind itself.

    The others are red fives, jokers and pillars (own tiles that some rules set apart).
    """
    faces = [kind, *(face for face in range(RED, BONUS) if KIND[face] == kind)]
    if spec.pillars:
        faces += [face | PILLAR for face in faces]
    return [*faces, JOKER_AS + kind] if spec.copies[JOKER] else faces


def _can_be_held(tiles: Sequence[Tile], left: Counter[Tile], spec: Spec) -> bool:
    held = Counter(JOKER if tile & ~PILLAR >= JOKER_AS else tile & ~PILLAR for tile in tiles)
    pillars = sum(tile & PILLAR != 0 for tile in tiles)
    return held <= left and pillars <= spec.pillars


def _number_of_stand_ins(tiles: Sequence[Tile]) -> int:
    return sum(tile >= KINDS for tile in tiles)


def _sets(kind: Tile) -> tuple[Sequence[Tile], ...]:
    """Return which kinds make a run upwards, three equal tiles or a pair with this kind.

    The kind itself is left out. The first tuple is empty if no run is possible.
    """
    runs = [pair for pair in _chows(kind) if pair[0] > kind]
    return (runs[0] if runs else (), (kind,) * 2, (kind,))


def _chows(kind: Tile) -> Iterator[tuple[Tile, Tile]]:
    """Yield each pair of kinds that makes a chow with this kind; nothing for an honour."""
    if kind >= _RANKED:
        return
    for first, second in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)):
        if first // 9 == second // 9 == kind // 9 and first >= 0:
            yield first, second
