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
    """The key of one face: its row on the page, and the player's tiles that make sets with it.

    `fours` are concealed kongs of it, `added` are tiles that join a pung of it. `pungs`, `kongs`
    and `chows` are tiles that claim it; `chows` has a list for each shape. `sets` are sets in a
    hand from this tile upwards: a run of three, three alike, two alike; each is empty if there is
    none.
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
    """Yield a key for each face of the rules' tiles: three suits, honours, bonus tiles, jokers."""
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
    """Return the combinations of a player's tiles that can count as these kinds, in notation.

    No face is used more often than the whole set of tiles has it. `claimed` is another player's
    tile that goes with them. Plain tiles come first.
    """
    left = Counter({face: number for face, number in enumerate(spec.copies) if number})
    left.subtract(claimed)
    sets = {
        canonical(tiles): None for tiles in product(*(_stand_ins(kind, spec) for kind in kinds))
    }
    possible = [tiles for tiles in sets if _can_be_held(tiles, left, spec)]
    return tuple(text(tiles) for tiles in sorted(possible, key=_number_of_stand_ins))


def _held_with(face: Tile, others: Sequence[Tile], spec: Spec) -> Ways:
    """Return, in notation, each set that a hand has of a face and tiles of the kinds `others`.

    Red fives may stand in; jokers and tiles of the pillars may not. Empty if `others` is.
    """
    held = _ways(others, spec, face) if others else ()
    return tuple(text([face]) + way for way in held if not {"j", "'"} & {*way})


def _stand_ins(kind: Tile, spec: Spec) -> list[Tile]:
    """Return the faces that may count as a kind, first the kind itself."""
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
    """Return the kinds that make a run upwards, three alike, and two alike with a kind.

    The kind itself is left out; the run is empty if there is none.
    """
    runs = [pair for pair in _chows(kind) if pair[0] > kind]
    return (runs[0] if runs else (), (kind,) * 2, (kind,))


def _chows(kind: Tile) -> Iterator[tuple[Tile, Tile]]:
    """Yield each pair of kinds of the same suit that makes a run with this kind."""
    if kind >= _RANKED:
        return
    for first, second in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)):
        if first // 9 == second // 9 == kind // 9 and first >= 0:
            yield first, second
