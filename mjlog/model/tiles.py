"""Tiles as small integers, and facts about tiles that need no rules.

A tile is an ``int``, so that hands are lists of counts and moving a tile is one addition:

======  ==========================================================
0-8     characters ``1m`` … ``9m``
9-17    dots ``1p`` … ``9p``
18-26   bamboo ``1s`` … ``9s``
27-33   winds East South West North ``1z``-``4z``, dragons white green red ``5z``-``7z``
34-36   red fives ``0m 0p 0s``
37-44   bonus tiles ``1f`` … ``8f`` (flowers 1-4, seasons 5-8)
45      joker ``J``
46      a tile whose face is unknown, ``?``
47-51   a tile of which only the suit is known: ``?m ?p ?s ?z ?f``
52-85   a melded joker standing for kind 0-33, ``5jp``
======  ==========================================================

A tile from a player's pillars has the bit `PILLAR` set as well (``5'p``). `mjlog.Tile` is the class
for programs that use mjlog.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import Final

Tile = int
"""One face, as numbered above."""

KINDS: Final = 34
FACES: Final = 86
RED: Final = 34
BONUS: Final = 37
JOKER: Final = 45
UNKNOWN: Final = 46
PARTLY: Final = 47
JOKER_AS: Final = 52
PILLAR: Final = 128
"""Flag of a tile that came from the pillars; `plain` removes it."""

SUITS: Final = "mpszf"
EAST: Final = 27
SOUTH: Final = 28
WEST: Final = 29
NORTH: Final = 30
WHITE: Final = 31
GREEN: Final = 32
RED_DRAGON: Final = 33

TERMINALS: Final = frozenset({0, 8, 9, 17, 18, 26})
"""The ones and nines."""
OUTER: Final = TERMINALS.union(range(EAST, KINDS))
"""Terminals and honours."""
LOWEST_OF_CHOWS: Final = tuple(kind for kind in range(EAST) if kind % 9 < 7)
"""Kinds that can be the lowest of a chow."""
CHOWS: Final = tuple((low, low + 1, low + 2) for low in LOWEST_OF_CHOWS)
"""Every chow, as three kinds."""


def _names() -> tuple[str, ...]:
    kinds = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [
        f"{rank}z" for rank in range(1, 8)
    ]
    bonus = [f"{rank}f" for rank in range(1, 9)]
    return (
        *kinds,
        "0m",
        "0p",
        "0s",
        *bonus,
        "J",
        "?",
        "?m",
        "?p",
        "?s",
        "?z",
        "?f",
        *(f"{k[0]}j{k[1]}" for k in kinds),
    )


NAMES: Final = _names()
TILES: Final = {name: tile for tile, name in enumerate(NAMES)}
KIND: Final = tuple(
    (4, 13, 22)[t - RED] if RED <= t < BONUS else t - JOKER_AS if t >= JOKER_AS else t
    for t in range(FACES)
)
"""Kind of each face: a red five counts as a five, a melded joker as the tile that it stands for.

Every other face is a kind of its own.
"""
SUIT: Final = tuple(SUITS.index(name[-1]) if name[-1] in SUITS else 5 for name in NAMES)
"""Suit of each face: 0 characters, 1 dots, 2 bamboo, 3 honours, 4 bonus tiles, 5 none or unknown.
"""


def _rank(tile: Tile) -> int:
    """Return the position of a tile in its suit, counted from 0, for sorting; 10 if unknown."""
    if UNKNOWN <= tile < JOKER_AS:
        return 10
    if BONUS <= tile < JOKER:
        return tile - BONUS
    if KIND[tile] < EAST:
        return KIND[tile] % 9
    return KIND[tile] - EAST


_SORTED: Final = sorted(range(FACES), key=lambda t: (SUIT[t], _rank(t), t))
ORDER: Final = tuple(_SORTED.index(tile) for tile in range(FACES))
"""Position of each face in the canonical order.

Suits are in the order m p s z f, ranks ascend, a red five follows the plain one, and unknown tiles
come last.
"""


def plain(tile: Tile) -> Tile:
    """Return the tile without the flag that marks a pillar (a tile set apart)."""
    return tile & ~PILLAR


def from_pillars(tile: Tile) -> bool:
    """Return whether the tile has the flag that marks a pillar (a tile set apart)."""
    return tile & PILLAR != 0


def is_known(tile: Tile) -> bool:
    """Return whether it is known exactly which tile this is; False if only the suit is known."""
    return not UNKNOWN <= tile & ~PILLAR < JOKER_AS


def is_bonus(tile: Tile) -> bool:
    """Return whether the tile is a flower or a season."""
    return BONUS <= plain(tile) < JOKER


def bonus_among(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the bonus tiles (flowers and seasons) among the tiles."""
    return tuple([tile for tile in tiles if BONUS <= tile & ~PILLAR < JOKER])


def leave_out_bonus(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """Return the tiles except the bonus tiles (flowers and seasons)."""
    return tuple([tile for tile in tiles if not BONUS <= tile & ~PILLAR < JOKER])


def refines(tile: Tile, seen: Tile) -> bool:
    """Return whether `seen`, which may be unknown in part, can be the tile `tile`.

    For example, ``5m``, ``?m`` (some character tile) and ``?`` (any tile) can be ``5m``. The marks
    of pillars are ignored.
    """
    tile, seen = plain(tile), plain(seen)
    return seen in (tile, UNKNOWN) or (PARTLY <= seen < JOKER_AS and SUIT[tile] == SUIT[seen])


_PLACE: Final = tuple(
    2 * ORDER[tile & ~PILLAR] + (tile < PILLAR) if tile & ~PILLAR < FACES else 0
    for tile in range(256)
)


_place_of: Final = dict(enumerate(_PLACE)).__getitem__
"""Key function for `sorted`, made once: it returns the position of a tile."""


def place(tile: Tile) -> int:
    """Return the position of a tile in the order of records, for sorting.

    A pillar (a tile set apart) comes right before the same tile without the mark.
    """
    return _PLACE[tile]


def canonical(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Sort tiles in the order of records: characters, dots, bamboo, honours, bonus tiles.

    A pillar (a tile set apart) comes right before the same tile without the mark.
    """
    return tuple(sorted(tiles, key=_place_of))


def text(tiles: Iterable[Tile], *, sort: bool = False) -> str:
    """Write tiles in notation, such as ``33m2p``, ``9'9m`` or ``?5s``.

    Tiles of one suit next to each other share one suit letter.

    If `sort`, the tiles are first sorted in the order of records.

    >>> text([TILES["3m"], TILES["3m"], TILES["2p"]])
    '33m2p'
    >>> text([TILES["9m"] | PILLAR, TILES["9m"]])
    "9'9m"
    """
    words: list[str] = []
    suit = ""
    for tile in canonical(tiles) if sort else tiles:
        name = NAMES[tile & ~PILLAR]
        mark = "'" if tile & PILLAR else ""
        if name[0] == "?" or name == "J":
            words.append(suit + name + mark)
            suit = ""
            continue
        if suit and suit != name[-1]:
            words.append(suit)
        words.append(name[:-1] + mark)
        suit = name[-1]
    return "".join(words) + suit


_COUNTED: Final = tuple(
    min(KIND[tile & ~PILLAR], KINDS) if tile & ~PILLAR < FACES else KINDS
    for tile in range(2 * PILLAR)
)
"""Kind that each tile counts as, whether or not it is a pillar.

`KINDS` for a tile that counts as no kind.
"""


def kinds_of(tiles: Iterable[Tile]) -> list[Tile]:
    """Return the kind that each tile counts as.

    A red five counts as a five, a joker in a meld as the tile that it stands for, a pillar as the
    same tile without the mark.

    >>> kinds_of([TILES["0m"], TILES["5m"] | PILLAR, TILES["1z"]])
    [4, 4, 27]
    """
    return [_KIND_BENEATH[tile] for tile in tiles]


_KIND_BENEATH: Final = (*KIND, *[UNKNOWN] * (PILLAR - FACES), *KIND)
"""Kind of each tile number, with or without the flag of a pillar."""


def spread(counts: Iterable[int]) -> Iterator[Tile]:
    """Yield tiles, given how often each tile occurs: the count at index 3 is for the tile 3.

    >>> list(spread([0, 2, 1]))
    [1, 1, 2]
    """
    for tile, number in enumerate(counts):
        yield from repeat(tile, number)


def mask_of(kinds: Iterable[Tile]) -> int:
    """Return a bit mask in which the bit of each given kind is set.

    >>> mask_of([0, 3])
    9
    """
    return sum(1 << kind for kind in kinds)


def suits_of(kinds: Iterable[Tile]) -> set[int]:
    """Return the set of the suits of these kinds: 0, 1, 2 for m, p, s. Honours are left out.

    >>> suits_of([0, 8, 18, 33])
    {0, 2}
    """
    return {kind // 9 for kind in kinds if kind < EAST}


def counts(tiles: Sequence[Tile]) -> list[int]:
    """Count the tiles of each of the 34 kinds, and return the list of the counts.

    Red fives count as fives, jokers in melds as the tiles that they stand for. Bonus tiles, other
    jokers and unknown tiles are not counted.
    """
    held = [0] * (KINDS + 1)
    for tile in tiles:
        held[_COUNTED[tile]] += 1
    held.pop()
    return held
