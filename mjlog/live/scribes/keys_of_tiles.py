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
"""Number of kinds in the three suits, nine each."""


_BONUS_TILES: Final = 4
_JOKERS: Final = 5
"""Rows of the keypad for bonus tiles and jokers."""

Ways = tuple[str, ...]
"""Ways to form one set, each as tiles in notation.

Plain tiles come first, then red fives, jokers, and tiles from the pillars.
"""


class TileKey(NamedTuple):
    """A key of the tile keypad: its row, and the own tiles that make sets with its tile.

    `fours` are concealed kongs of this tile, `added` are tiles that turn a pung of this tile into a
    kong. `pungs`, `kongs` and `chows` are the own tiles with which this tile can be claimed;
    `chows` has one list for each pair of ranks that completes a chow. `sets` are three lists of
    tiles in a hand that begin with this tile: a run of three, three equal, two equal.
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
    """Yield a `TileKey` (a key of the keypad on the scribe's page) for each tile of a rule set.

    The order is: suits, honours, bonus tiles, jokers.
    """
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
    """Return all sets of own tiles, as texts in notation, that can count as tiles of these kinds.

    Instead of a plain tile, a player may use a red five, a joker or a pillar (a tile set apart);
    texts without them come first. `claimed` is the discard with which the tiles are melded, if
    there is one. No tile occurs more often than the game has copies of it. `spec` has the tiles of
    the game.
    """
    left = Counter({face: number for face, number in enumerate(spec.copies) if number})
    left.subtract(claimed)
    sets = {
        canonical(tiles): None for tiles in product(*(_stand_ins(kind, spec) for kind in kinds))
    }
    possible = [tiles for tiles in sets if _can_be_held(tiles, left, spec)]
    plain_first = sorted(possible, key=lambda tiles: sum(tile >= KINDS for tile in tiles))
    return tuple(text(tiles) for tiles in plain_first)


def _held_with(face: Tile, others: Sequence[Tile], spec: Spec) -> Ways:
    """Return all sets of the tile `face` and tiles of the kinds `others`, as texts in notation.

    The sets are in a player's hand. The other tiles may be red fives, but no jokers and no pillars
    (tiles set apart). The result is empty if `others` is empty. `spec` has the tiles of the game.
    """
    held = _ways(others, spec, face) if others else ()
    return tuple(text([face]) + way for way in held if not {"j", "'"} & {*way})


def _stand_ins(kind: Tile, spec: Spec) -> list[Tile]:
    """Return the tiles that can count as a kind of tile, beginning with the kind itself.

    The others are red fives, jokers and pillars (own tiles that some rules set apart). `spec` has
    the tiles of the game.
    """
    faces = [kind, *(face for face in range(RED, BONUS) if KIND[face] == kind)]
    if spec.pillars:
        faces += [face | PILLAR for face in faces]
    return [*faces, JOKER_AS + kind] if spec.copies[JOKER] else faces


def _can_be_held(tiles: Sequence[Tile], left: Counter[Tile], spec: Spec) -> bool:
    held = Counter(JOKER if tile & ~PILLAR >= JOKER_AS else tile & ~PILLAR for tile in tiles)
    pillars = sum(tile & PILLAR != 0 for tile in tiles)
    return held <= left and pillars <= spec.pillars


def _sets(kind: Tile) -> tuple[Sequence[Tile], ...]:
    """Return the tiles that are missing for three sets that begin with this kind of tile.

    The result is a tuple of three: what is missing for a chow with this kind as its lowest tile
    (empty if impossible), for a pung, and for a pair.
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
