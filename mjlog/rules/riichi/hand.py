"""Riichi: a winning hand, every reading of it, and what the winning tile completes in each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

from mjlog.model.frozen import value
from mjlog.model.shapes import (
    MOST_TILES,
    ORPHANS,
    Reading,
    is_orphans,
    is_seven_pairs,
    packed,
    suit_keys,
    suit_readings,
)
from mjlog.model.table import NONE
from mjlog.model.tiles import EAST, GREEN, KINDS, WHITE, Tile, mask_of

OUTSIDE: Final = mask_of(ORPHANS)
HONOURS: Final = mask_of(range(EAST, KINDS))
TERMINALS: Final = OUTSIDE ^ HONOURS
WINDS: Final = mask_of(range(EAST, WHITE))
DRAGONS: Final = mask_of(range(WHITE, KINDS))
SUITS: Final = tuple(mask_of(range(first, first + 9)) for first in (0, 9, 18))
GREENS: Final = mask_of([19, 20, 21, 23, 25, GREEN])
OUTER_CHOWS: Final = mask_of([0, 6, 9, 15, 18, 24])


class Called(NamedTuple):
    """A declared set: ``chow``, ``pung``, ``kong`` or ``concealed kong``, with its lowest kind."""

    sort: str
    tile: Tile


@value
class Situation:
    """How a hand was won.

    `happened` has the patterns of play, such as ``riichi`` and ``rinshan``. `dora` has the number
    of bonus tiles by the name of their item. `everybodys` is a wind that counts for each player.
    """

    tile: Tile
    own_draw: bool
    seat_wind: Tile
    round_wind: Tile
    happened: tuple[str, ...] = ()
    dora: tuple[tuple[str, int], ...] = ()
    everybodys: Tile = NONE


@value
class HandReading:
    """A reading: one way to group a hand into sets and a pair, with the winning tile's place.

    `chows` are the lowest kinds of all chows, `held` the kinds of concealed pungs. `finished` is
    the kind of a pung that a discard completed, which therefore is not concealed. `concealed` is
    the number of concealed pungs and kongs. `wait` is what the winning tile completed: a chow at
    its ``two-sided``, ``edge`` or ``closed`` end, the ``pair`` or a ``pung``; for hands without
    groups it is ``seven pairs`` or ``orphans``. `chow_mask` has a bit for the lowest kind of each
    chow, `pung_mask` a bit for the kind of each pung and kong.
    """

    chows: tuple[Tile, ...]
    held: tuple[Tile, ...]
    finished: Tile
    pair: Tile
    wait: str
    chow_mask: int
    pung_mask: int
    concealed: int


PAIRS: Final = HandReading((), (), NONE, NONE, "seven pairs", 0, 0, 0)
ORPHAN_HAND: Final = HandReading((), (), NONE, NONE, "orphans", 0, 0, 0)
"""Reading of a hand of thirteen orphans, which has no groups."""


class Part(NamedTuple):
    """One way to group the tiles of one suit.

    It has the chows, the pungs, the pair if there is one, and the bit masks of chows and pungs.
    """

    chows: tuple[Tile, ...]
    pungs: tuple[Tile, ...]
    pairs: tuple[Tile, ...]
    chow_mask: int
    pung_mask: int


class RiichiHand:
    """A winning hand with its melds, and with the way it was won.

    `concealed` is the number of tiles of each kind that are not in melds, including the winning
    tile.
    """

    __slots__ = (
        "chow_mask", "chows", "closed", "concealed", "kongs", "mask", "melds", "own_kongs",
        "pung_mask", "situation",
        "suits",
    )  # fmt: skip

    def __init__(
        self, concealed: Sequence[int], melds: Sequence[Called], situation: Situation
    ) -> None:
        self.concealed = packed(concealed)
        self.melds = melds
        self.situation = situation
        self.suits = suits = [
            _suit(key, suit) for suit, key in enumerate(suit_keys(self.concealed))
        ]
        self.mask = suits[0][0] | suits[1][0] | suits[2][0] | suits[3][0]
        self.closed = True
        self.kongs = 0
        self.chows: tuple[Tile, ...] = ()
        self.chow_mask = self.pung_mask = 0
        self.own_kongs = 0
        for sort, tile in melds:
            self._lay(sort, tile)

    def _lay(self, sort: str, tile: Tile) -> None:
        if sort == "chow":
            self.chows = (*self.chows, tile)
            self.chow_mask |= 1 << tile
            self.mask |= 7 << tile
        else:
            self.pung_mask |= 1 << tile
            self.mask |= 1 << tile
            self.kongs += sort != "pung"
        if sort == "concealed kong":
            self.own_kongs += 1
        else:
            self.closed = False

    def views(self) -> list[HandReading]:
        """Return every reading: a way to group the tiles, with a place of the winning tile in it.

        If the winning tile may have completed several sets of one grouping, there is a reading for
        each of them. The list is empty if the hand is not complete.
        """
        seen: list[HandReading] = []
        if sum(self.concealed) > MOST_TILES:
            return seen
        suits = self.suits
        for m, p, s, z in product(suits[0][1], suits[1][1], suits[2][1], suits[3][1]):
            pairs = m.pairs + p.pairs + s.pairs + z.pairs
            if len(pairs) == 1:
                chow_mask = self.chow_mask | m.chow_mask | p.chow_mask | s.chow_mask
                pung_mask = self.pung_mask | m.pung_mask | p.pung_mask | s.pung_mask | z.pung_mask
                chows, pungs = m.chows + p.chows + s.chows, m.pungs + p.pungs + s.pungs + z.pungs
                seen += self._readings_by_winning_tile(chows, pungs, pairs[0], chow_mask, pung_mask)
        if not self.melds:
            if is_seven_pairs(self.concealed):
                seen.append(PAIRS)
            if is_orphans(self.concealed):
                seen.append(ORPHAN_HAND)
        return seen

    def _readings_by_winning_tile(
        self,
        chows: tuple[Tile, ...],
        held: tuple[Tile, ...],
        pair: Tile,
        chow_mask: int,
        pung_mask: int,
    ) -> list[HandReading]:
        """Return one way to group the tiles as readings, one for each place of the winning tile.

        The place is the chow, pung or pair that the winning tile completed. `chows`, `held` (pungs)
        and `pair` are the concealed sets and the pair by tile kind. `chow_mask` and `pung_mask` are
        bit masks (bit k for kind k) of the lowest kinds of chows and the kinds of pungs, melds
        included.
        """
        tile = self.situation.tile
        every = chows + self.chows
        concealed = len(held) + self.own_kongs
        waits = _waits(chows, pair, tile)
        finished: list[HandReading] = []
        if tile in held:
            if self.situation.own_draw:
                waits.insert(0, "pung")
            else:
                left = tuple(kind for kind in held if kind != tile)
                finished.append(
                    HandReading(
                        every, left, tile, pair, "pung", chow_mask, pung_mask, concealed - 1
                    )
                )
        return finished + [
            HandReading(every, held, NONE, pair, wait, chow_mask, pung_mask, concealed)
            for wait in waits
        ]


def _waits(chows: tuple[Tile, ...], pair: Tile, tile: Tile) -> list[str]:
    """Return the kinds of wait that the winning tile `tile` may have ended.

    The words are ``pair`` and, for a chow, ``two-sided``, ``closed`` or ``edge``; each word occurs
    once at most. Pungs are not considered. `chows` has the lowest kind of each chow of the hand,
    `pair` the kind of the pair.
    """
    waits = ["pair"] if tile == pair else []
    for chow in chows:
        place = tile - chow
        if 0 <= place <= 2:
            wait = _PLACES[chow % 9][place]
            if wait not in waits:
                waits.append(wait)
    return waits


_PLACES: Final = (
    ("two-sided", "closed", "edge"),
    *(("two-sided", "closed", "two-sided") for _ in range(5)),
    ("edge", "closed", "two-sided"),
)
"""Kind of wait that a tile completes at each place of a chow, by the lowest rank of the chow."""

_suits: Final[dict[tuple[bytes, int], tuple[int, tuple[Part, ...]]]] = {}


def _suit(key: bytes, suit: int) -> tuple[int, tuple[Part, ...]]:
    """Return which kinds of one suit a hand has, as a bit mask, and all ways to group these tiles.

    Bit k is set for kind k. `key[r]` is the number of tiles of rank r + 1 in the suit. `suit` is
    the number of the suit, 0 to 2, or 3 for honours. Results are cached.
    """
    suit_parts = _suits.get((key, suit))
    if suit_parts is None:
        mask = mask_of([9 * suit + rank for rank, number in enumerate(key) if number])
        suit_parts = _suits[key, suit] = (
            mask,
            tuple(_part(reading) for reading in suit_readings(key, suit)),
        )
    return suit_parts


def _part(reading: Reading) -> Part:
    chows, pungs, pairs = (
        tuple(group.tile for group in reading if group.sort == sort)
        for sort in ("chow", "pung", "pair")
    )
    return Part(chows, pungs, pairs, mask_of(set(chows)), mask_of(pungs))
