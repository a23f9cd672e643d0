"""A winning hand, its readings and the shapes of complete hands, for all rule sets of the kit.

A `Shape` is a plug-in: it says how tiles can be grouped and what completes them. The score, the
waits and the clause about complete hands all use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import ShownMeld
from mjlog.model.shapes import (
    is_complete,
    is_orphans,
    is_seven_pairs,
    kinds,
    orphans_waits,
    readings,
    seven_pairs_waits,
    waits,
)
from mjlog.model.tiles import EAST, KIND, KINDS, PILLAR, Tile, is_bonus
from mjlog.referee.nearness import count_missing_tiles, every_suit, lacks_of_orphans, lacks_of_pairs

UNREACHABLE: Final = 99
"""Number of missing tiles for a shape that the hand cannot reach."""
NO_PLACE: Final = -1
PAIR: Final = -2
"""Places of the winning tile in a reading: at no place that can be named, or in the pair."""


class WinningSet(NamedTuple):
    """A chow, pung or kong of a winning hand; `kind` is its lowest tile kind."""

    kind: Tile
    is_chow: bool
    is_claimed: bool = False
    is_kong: bool = False

    @property
    def kinds(self) -> tuple[Tile, Tile, Tile]:
        """Kinds of the three tiles of a chow or pung; a kong has a fourth tile of the same kind."""
        if self.is_chow:
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind, self.kind, self.kind)


class Reading(NamedTuple):
    """One way to group the tiles of a hand into sets and a pair.

    `place` is the number in `sets` of the set that the winning tile completes, `PAIR` if it
    completes the pair, `NO_PLACE` if neither. `pair` is the kind of the pair, -1 in a shape that
    has none.
    """

    shape: str
    sets: tuple[WinningSet, ...] = ()
    pair: int = -1
    place: int = NO_PLACE


Arrangement = tuple[tuple[WinningSet, ...], int]
"""Concealed sets, and the kind of the pair."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A way in which a hand can be complete, such as sets and a pair.

    `arrange` yields each grouping of concealed tiles in that shape, given the number of melds.
    `awaits` returns the kinds that complete the tiles, as a bit mask. `lacks` returns the number of
    tiles that are missing; it is None for sets and a pair, where it is not needed.
    """

    name: str
    arrange: Callable[[Sequence[int], int], Iterator[Arrangement]]
    awaits: Callable[[list[int], int], int]
    lacks: Callable[[Sequence[int], int], int] | None = None

    def is_made_by(self, counts: Sequence[int], melds: int) -> bool:
        """Return whether concealed tiles are a complete hand of this shape.

        `counts[k]` is the number of concealed tiles of kind k, `melds` the number of melds.
        """
        return next(self.arrange(counts, melds), None) is not None


def _arrange_sets(counts: Sequence[int], _melds: int) -> Iterator[Arrangement]:
    if not is_complete(counts):
        return
    for reading in readings(list(counts)):
        sets = [WinningSet(g.tile, g.sort == "chow") for g in reading if g.sort != "pair"]
        pair = next(g.tile for g in reading if g.sort == "pair")
        yield tuple(sets), pair


def _await_sets(counts: list[int], _melds: int) -> int:
    return waits(counts)


def _arrange_different_pairs(counts: Sequence[int], melds: int) -> Iterator[Arrangement]:
    if not melds and is_seven_pairs(counts):
        yield (), -1


def _await_different_pairs(counts: list[int], melds: int) -> int:
    return 0 if melds else seven_pairs_waits(counts)


def _arrange_pairs(counts: Sequence[int], melds: int) -> Iterator[Arrangement]:
    if not melds and sum(counts) == 14 and {0, 2, 4}.issuperset(counts):
        yield (), -1


def _await_pairs(counts: list[int], melds: int) -> int:
    single = [kind for kind, number in enumerate(counts) if number % 2]
    if melds or sum(counts) != 13 or len(single) != 1:
        return 0
    return 1 << single[0]


def _arrange_orphans(counts: Sequence[int], melds: int) -> Iterator[Arrangement]:
    if not melds and is_orphans(counts):
        yield (), -1


def _await_orphans(counts: list[int], melds: int) -> int:
    return 0 if melds else orphans_waits(counts)


def _lack_different_pairs(counts: Sequence[int], melds: int) -> int:
    return UNREACHABLE if melds else lacks_of_pairs(counts)


def _lack_pairs(counts: Sequence[int], melds: int) -> int:
    return UNREACHABLE if melds else 7 - sum(number // 2 for number in counts)


def _lack_orphans(counts: Sequence[int], melds: int) -> int:
    return UNREACHABLE if melds else lacks_of_orphans(counts)


_COLUMNS: Final = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
KNITTED_KINDS: Final = tuple(
    tuple(9 * suit + rank for suit, ranks in zip(order, _COLUMNS, strict=True) for rank in ranks)
    for order in permutations(range(3))
)
"""The nine kinds of each knitted straight: 147, 258 and 369, each in another suit."""


def _arrange_knitted(counts: Sequence[int], melds: int) -> Iterator[Arrangement]:
    if melds > 1:
        return
    for nine in KNITTED_KINDS:
        if all(counts[kind] for kind in nine):
            rest = list(counts)
            for kind in nine:
                rest[kind] -= 1
            yield from _arrange_sets(rest, melds)


def _await_knitted(counts: list[int], melds: int) -> int:
    mask = 0
    if melds > 1:
        return 0
    for nine in KNITTED_KINDS:
        lacking = [kind for kind in nine if not counts[kind]]
        if len(lacking) > 1:
            continue
        rest = list(counts)
        for kind in nine:
            rest[kind] -= kind not in lacking
        if not lacking:
            mask |= waits(rest, all_held=True)
        elif is_complete(rest):
            mask |= 1 << lacking[0]
    return mask


def _lack_knitted(counts: Sequence[int], melds: int) -> int:
    if melds > 1:
        return UNREACHABLE
    lacking = []
    for nine in KNITTED_KINDS:
        rest = list(counts)
        for kind in nine:
            rest[kind] = max(0, rest[kind] - 1)
        absent = [kind for kind in nine if not counts[kind]]
        lacking.append(len(absent) + count_missing_tiles(every_suit(rest), 1 - melds))
    return min(lacking)


def _arrange_singles(counts: Sequence[int], melds: int) -> Iterator[Arrangement]:
    if melds or sum(counts) != 14 or max(counts) > 1:
        return
    suited = {kind for kind in range(EAST) if counts[kind]}
    if any(suited.issubset(nine) for nine in KNITTED_KINDS):
        yield (), -1


def _await_singles(counts: list[int], melds: int) -> int:
    if melds or sum(counts) != 13 or max(counts) > 1:
        return 0
    suited = {kind for kind in range(EAST) if counts[kind]}
    mask = 0
    for nine in KNITTED_KINDS:
        if suited.issubset(nine):
            for kind in (*nine, *range(EAST, KINDS)):
                mask |= 0 if counts[kind] else 1 << kind
    return mask


def _lack_singles(counts: Sequence[int], melds: int) -> int:
    if melds:
        return UNREACHABLE
    honours = [kind for kind in range(EAST, KINDS) if counts[kind]]
    most = max(sum(counts[kind] > 0 for kind in nine) for nine in KNITTED_KINDS)
    return 14 - len(honours) - most


def _arrange_nothing(_counts: Sequence[int], _melds: int) -> Iterator[Arrangement]:
    yield from ()


def _await_nothing(_counts: list[int], _melds: int) -> int:
    return 0


SETS: Final = Shape("sets", _arrange_sets, _await_sets)
"""Sets and a pair."""
DIFFERENT_PAIRS: Final = Shape(
    "pairs", _arrange_different_pairs, _await_different_pairs, _lack_different_pairs
)
"""Seven different pairs."""
PAIRS: Final = Shape("pairs", _arrange_pairs, _await_pairs, _lack_pairs)
"""Seven pairs; four equal tiles are two pairs."""
ORPHANS: Final = Shape("orphans", _arrange_orphans, _await_orphans, _lack_orphans)
"""One of each terminal and honour, and one tile more that is equal to one of them."""
KNITTED: Final = Shape("knitted", _arrange_knitted, _await_knitted, _lack_knitted)
"""A knitted straight, a set and a pair."""
SINGLES: Final = Shape("singles", _arrange_singles, _await_singles, _lack_singles)
"""Fourteen single tiles: honours and tiles of a knitted straight."""
FLOWERS: Final = Shape("flowers", _arrange_nothing, _await_nothing)
"""Bonus tiles win alone; `BonusWin` says how many a rule set needs."""


class WayOfWinning(NamedTuple):
    """The winning tile, and how the hand was won.

    `happened` has the events in the course of play, in the words of `mjlog.referee.events`.
    `ready`: the winner had declared ready.
    """

    tile: Tile
    own_draw: bool
    seat_wind: Tile
    round_wind: Tile | None = None
    happened: frozenset[str] = frozenset()
    bonus: tuple[Tile, ...] = ()
    ready: bool = False


class WinningHand:
    """A winning hand with everything that the tests of patterns need.

    `counts` is the number of concealed tiles of each kind, including the winning tile; `every`
    includes the melds, too. `size` is the number of tiles, a kong counted as three. `notes` is a
    cache for tests that compute the same thing.
    """

    def __init__(
        self,
        counts: list[int],
        melds: tuple[WinningSet, ...],
        way: WayOfWinning,
        shapes: tuple[Shape, ...] = (SETS,),
        size: int = 14,
    ) -> None:
        self.size = size
        self.counts = counts
        self.melds = melds
        self.tile = way.tile
        self.own_draw = way.own_draw
        self.seat_wind = way.seat_wind
        self.round_wind = way.round_wind
        self.happened = way.happened
        self.bonus = way.bonus
        self.ready = way.ready
        self.shapes = shapes
        self.notes: dict[Any, Any] = {}
        every = list(counts)
        for meld in melds:
            for kind in meld.kinds:
                every[kind] += 1
            every[meld.kind] += meld.is_kong
        self.every = every
        self.kinds = frozenset([kind for kind, number in enumerate(every) if number])
        self.suits = {kind // 9 for kind in self.kinds if kind < EAST}
        self.claimed = sum(meld.is_claimed for meld in melds)
        self._awaited = -1

    @property
    def awaited(self) -> int:
        """Bit mask of the kinds that would have completed the hand before the winning tile came.

        Bit k is set for kind k. The mask has all kinds that complete sets and a pair, even if the
        game's `shapes` do not include that shape. It also has kinds of which the hand held all four
        tiles.
        """
        if self._awaited < 0:
            before = list(self.counts)
            before[self.tile] -= 1
            mask = waits(before, all_held=True)
            for shape in self.shapes:
                mask |= shape.awaits(before, len(self.melds))
            self._awaited = mask
        return self._awaited

    @property
    def waited_kinds(self) -> list[Tile]:
        """Kinds that the hand waited for, except kinds of which it already held all four tiles."""
        return [kind for kind in kinds(self.awaited) if self.every[kind] - (kind == self.tile) < 4]

    def readings(self) -> Iterator[Reading]:
        """Yield every reading: a way to group the tiles, with a place of the winning tile in it.

        If the winning tile may have completed several sets of one grouping, each of them gives a
        reading. In a reading of sets and a pair all tiles of the hand are used. A hand won on a
        bonus tile has one reading if `shapes` includes `FLOWERS`, otherwise none.
        """
        melds = self.melds
        if is_bonus(self.tile):
            if FLOWERS in self.shapes:
                yield Reading(FLOWERS.name, melds)
            return
        for shape in self.shapes:
            for concealed, pair in shape.arrange(self.counts, len(melds)):
                sets = melds + concealed
                if shape is SETS and len(sets) != self.size // 3:
                    continue
                for place in self._places(shape, sets, pair):
                    yield Reading(shape.name, sets, pair, place)

    def _places(self, shape: Shape, sets: tuple[WinningSet, ...], pair: int) -> list[int]:
        """Return the possible places of the winning tile in one grouping of the hand.

        A place is the index in `sets` of a concealed set that the tile may have completed, or
        `PAIR` for the pair. Of identical concealed sets only the first is listed. `NO_PLACE` means
        that the tile may belong to a knitted straight (147, 258, 369 in three suits), or that it
        fits nowhere.
        """
        first = len(self.melds)
        places = [
            number
            for number in range(first, len(sets))
            if self.tile in sets[number].kinds and sets[number] not in sets[first:number]
        ]
        if pair == self.tile:
            places.append(PAIR)
        if shape is KNITTED and self._is_in_straight(sets[first:], pair):
            places.append(NO_PLACE)
        return places or [NO_PLACE]

    def _is_in_straight(self, concealed: tuple[WinningSet, ...], pair: int) -> bool:
        """Return whether the winning tile may belong to the knitted straight of the hand.

        A knitted straight is 147, 258 and 369 in three suits. The result is True if the hand has
        more tiles of the winning tile's kind than its concealed sets and its pair contain.
        """
        others = 2 * (pair == self.tile)
        for one in concealed:
            others += one.kinds.count(self.tile)
        return self.counts[self.tile] > others


def completed_by(hand: WinningHand, reading: Reading) -> str:
    """Return what the winning tile completed, in one word.

    The words are ``pair`` and ``pung`` and, for a chow, ``edge``, ``middle`` and ``two-sided``:
    ``edge`` is 3 in 123 or 7 in 789. `reading` is one way to group the tiles. Return an empty text
    if `reading` does not say which set the winning tile completed.
    """
    if reading.place == PAIR:
        return "pair"
    if reading.place < 0:
        return ""
    completed = reading.sets[reading.place]
    if not completed.is_chow:
        return "pung"
    away = hand.tile - completed.kind
    if away == 1:
        return "middle"
    return "edge" if (completed.kind % 9, away) in {(0, 2), (6, 0)} else "two-sided"


def set_of(meld: ShownMeld) -> WinningSet:
    """Convert a recorded meld into a `WinningSet`.

    If the tiles form no set, the result is a chow; mjlog reports such a meld elsewhere.
    """
    kinds = sorted([KIND[tile & ~PILLAR] for tile in meld.tiles])
    is_chow = kinds[0] != kinds[-1]
    low = min(kinds[0], KINDS - 3) if is_chow else kinds[0]
    return WinningSet(low, is_chow, not meld.is_concealed, len(kinds) == 4)
