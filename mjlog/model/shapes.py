"""Arranges the tiles of a hand as sets and a pair, and finds its waits, for any number of sets.

It needs no rule set and no table.

A hand is a list of 34 counts (see `mjlog.model.tiles.counts`). Each suit is looked up in a cache,
whose key is the counts of the suit, a byte each. The cached value says whether the tiles form sets,
or sets and a pair, and which ranks would complete them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from operator import itemgetter
from typing import Final, Literal

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.tiles import EAST, KINDS, Tile, mask_of

GroupSort = Literal["chow", "pung", "pair"]

_HONOURS: Final = KINDS - EAST
"""Length of the key for honours."""
_SETS: Final = 1
_PAIR: Final = 2
_OVER: Final = 12
_RANKS: Final = (1 << 9) - 1
_groupings: dict[tuple[bytes, int], tuple[tuple[Group, ...], ...]] = {}


@dataclass(frozen=True, slots=True)
class Group:
    """A set or the pair of a hand; `tile` is its lowest kind."""

    sort: GroupSort
    tile: Tile

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """Kinds of the tiles of this group, in ascending order: three kinds, or two for a pair."""
        if self.sort == "chow":
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (2 if self.sort == "pair" else 3)


Reading = tuple[Group, ...]
"""One way to arrange a hand as sets and a pair."""


MOST_TILES: Final = 20
"""Most tiles of a hand that is divided into sets; no hand of any game has so many."""
_BYTE: Final = 255


def packed(counts: Sequence[int]) -> bytes:
    """Convert the number of tiles of each kind into a byte string, one byte for each kind.

    The byte string is used as a key. A number above 255 becomes 255.
    """
    try:
        return bytes(counts)
    except ValueError:  # no real hand has so many equal tiles, so the exact number does not matter
        return bytes([min(number, _BYTE) for number in counts])


def suit_keys(counts: Sequence[int]) -> tuple[bytes, bytes, bytes, bytes]:
    """Split the counts of the 34 kinds into four byte strings: for m, p, s and honours.

    Each byte is the number of tiles of one rank. There are nine bytes for a suit, seven for the
    honours. The strings are keys of caches.
    """
    every = packed(counts)
    return every[:9], every[9:18], every[18:27], every[27:KINDS]


def _splits(ranks: list[int], first: int, left: int, pair: bool, chows: bool) -> bool:
    """Return whether the tiles of one suit can be divided into sets, and a pair if `pair` is True.

    `ranks` has the number of tiles of each rank, and `left` is the sum of these numbers. Ranks
    below `first` have no tiles. Chows are allowed only if `chows` is True.
    """
    if left == 0:
        return not pair
    while ranks[first] == 0:
        first += 1
    if pair and ranks[first] >= 2:
        ranks[first] -= 2
        rest = _splits(ranks, first, left - 2, False, chows)
        ranks[first] += 2
        if rest:
            return True
    if ranks[first] >= 3:
        ranks[first] -= 3
        rest = _splits(ranks, first, left - 3, pair, chows)
        ranks[first] += 3
        if rest:
            return True
    if not chows or not _begins_chow(ranks, first):
        return False
    _shift_chow(ranks, first, -1)
    rest = _splits(ranks, first, left - 3, pair, chows)
    _shift_chow(ranks, first, 1)
    return rest


def _begins_chow(ranks: list[int], first: int) -> bool:
    """Return whether a chow can begin at rank `first`: the next two ranks have tiles.

    `ranks` has the number of tiles of each rank in one suit.
    """
    return first <= 6 and ranks[first + 1] > 0 and ranks[first + 2] > 0


def _shift_chow(ranks: list[int], first: int, number: int) -> None:
    """Add `number` to the counts of three ranks in a row, beginning with `first`.

    With -1, this removes a chow from the tiles of a suit; with 1, it puts the chow back.
    """
    ranks[first] += number
    ranks[first + 1] += number
    ranks[first + 2] += number


def _suit(key: bytes) -> int:
    """Compute which sets the tiles of one suit can form; return the answers as bits of a number.

    `key` has the number of tiles of each rank. Bit 0 is set if the tiles form sets, bit 1 if they
    form sets and a pair. Bits 2-3 are the number of tiles modulo 3.

    Bits 4-12 stand for the ranks 1 to 9: a bit is set if, with one more tile of this rank, the
    tiles would form sets, or sets and a pair; it is not set for a rank of which there are four
    tiles already. Bits 16-24 are the same, but also set for ranks with four tiles. Return 0 if
    there are more tiles than any hand has.
    """
    ranks = list(key)
    chows = len(key) != _HONOURS
    number = sum(ranks)
    if number > MOST_TILES:
        return 0
    answer = number % 3 << 2
    if number % 3 == 0:
        answer |= _SETS if _splits(ranks, 0, number, False, chows) else 0
    elif number % 3 == 2:
        answer |= _PAIR if _splits(ranks, 0, number, True, chows) else 0
    if number % 3:
        for rank in range(len(ranks)):
            ranks[rank] += 1
            if _splits(ranks, 0, number + 1, number % 3 == 1, chows):
                answer |= 1 << 16 + rank | (16 << rank if ranks[rank] <= 4 else 0)
            ranks[rank] -= 1
    return answer


class _Suits(dict[bytes, int]):
    """A cache of the results of `_suit` by key."""

    def __missing__(self, key: bytes) -> int:
        answer = self[key] = _suit(key)
        return answer


_suits: Final = _Suits()


def is_complete(counts: Sequence[int]) -> bool:
    """Return whether a hand is any number of sets and exactly one pair.

    `counts` has the number of tiles of each of the 34 kinds.
    """
    whole = 0
    for key in suit_keys(counts):
        answer = _suits[key] & 3
        if not answer:
            return False
        whole += answer
    return whole == 4 * _SETS + 1


def waits(counts: Sequence[int], *, all_held: bool = False) -> int:
    """Return the kinds of tiles that would complete a hand to sets and a pair, as bits of a number.

    Bit 0 is the kind 0, bit 1 the kind 1, and so on. `counts` has the number of tiles of each kind.
    A kind of which the hand already has all four tiles is included only if `all_held` is True.
    Return 0 if no kind completes the hand.
    """
    low = 16 if all_held else 4
    over = []
    for suit, key in enumerate(suit_keys(counts)):
        answer = _suits[key]
        if answer & _OVER:
            over.append((answer >> 2 & 3, answer, 9 * suit))
        elif not answer & _SETS:
            return 0
    if len(over) == 1:
        ((number, answer, shift),) = over
        if number != 1:
            return 0
        return (answer >> low & _RANKS) << shift
    if len(over) != 2 or over[0][0] != 2 or over[1][0] != 2:
        return 0
    (_, one, shift), (_, other, further) = over
    mask = (one >> low & _RANKS) << shift if other & _PAIR else 0
    return mask | ((other >> low & _RANKS) << further if one & _PAIR else 0)


def kinds(mask: int) -> tuple[Tile, ...]:
    """Return the kinds of tiles whose bits are set in the number `mask`, in ascending order.

    >>> kinds(0b1001)
    (0, 3)
    """
    return tuple(kind for kind in range(KINDS) if mask >> kind & 1)


def readings(counts: list[int]) -> tuple[Reading, ...]:
    """Return every way to divide a hand into sets and one pair, as a tuple.

    Each way is a tuple of `Group` objects. `counts` has the number of tiles of each of the 34
    kinds. The result is empty if there is no way, or if there are more tiles than any hand has.
    """
    if sum(counts) > MOST_TILES:
        return ()
    keys = enumerate(suit_keys(counts))
    parts = [suit_readings(key, suit) for suit, key in keys]
    all_readings = (one + two + three + honours for one, two, three, honours in product(*parts))
    return tuple(reading for reading in all_readings if _has_one_pair(reading))


def _has_one_pair(reading: Reading) -> bool:
    sorts = [group.sort for group in reading]
    return sorts.count("pair") == 1


def suit_readings(key: bytes, suit: int) -> tuple[Reading, ...]:
    """Return every way to divide the tiles of one suit into sets and at most one pair, as a tuple.

    Each way is a tuple of `Group` objects. `key` has the number of tiles of each rank (see
    `suit_keys`); `suit` is 0 to 2 for m, p, s and 3 for honours. The result is empty if there is no
    way, or if there are more tiles than any hand has.
    """
    ways = _groupings.get((key, suit))
    if ways is None:
        parts: list[Reading] = []
        if sum(key) <= MOST_TILES:
            _collect(list(key), suit, (), parts)
        ways = _groupings[key, suit] = tuple(parts)
    return ways


def _collect(ranks: list[int], suit: int, so_far: Reading, parts: list[Reading]) -> None:
    """Find every way to divide the tiles of a suit, and append each way to the list `parts`.

    A way is a tuple of `Group` objects: sets and at most one pair. Each way begins with `so_far`,
    the groups that the caller has chosen already. `ranks` has the number of tiles of each rank that
    are not in these groups.
    """
    rank = next((r for r, count in enumerate(ranks) if count), -1)
    if rank < 0:
        parts.append(so_far)
        return
    tile = suit * 9 + rank
    if so_far and so_far[-1] == Group("chow", tile):
        # Try only one order, because otherwise each grouping is found twice.
        _collect_chow(ranks, suit, rank, so_far, parts)
        return
    if ranks[rank] >= 2 and all(group.sort != "pair" for group in so_far):
        ranks[rank] -= 2
        _collect(ranks, suit, (*so_far, Group("pair", tile)), parts)
        ranks[rank] += 2
    if ranks[rank] >= 3:
        ranks[rank] -= 3
        _collect(ranks, suit, (*so_far, Group("pung", tile)), parts)
        ranks[rank] += 3
    _collect_chow(ranks, suit, rank, so_far, parts)


def _collect_chow(
    ranks: list[int], suit: int, rank: int, so_far: Reading, parts: list[Reading]
) -> None:
    if suit == _HONOUR_SUIT or not _begins_chow(ranks, rank):
        return
    _shift_chow(ranks, rank, -1)
    _collect(ranks, suit, (*so_far, Group("chow", suit * 9 + rank)), parts)
    _shift_chow(ranks, rank, 1)


_HONOUR_SUIT: Final = 3


# --------------------------------------------------------------------------- irregular hands

ORPHANS: Final = (0, 8, 9, 17, 18, 26, *range(EAST, KINDS))
_OF_ORPHANS: Final[Callable[[Sequence[int]], tuple[int, ...]]] = itemgetter(*ORPHANS)


def is_seven_pairs(counts: Sequence[int]) -> bool:
    """Return whether a hand is seven different pairs.

    `counts` has the number of tiles of each kind.
    """
    return counts.count(2) == 7 and sum(counts) == 14


def seven_pairs_waits(counts: Sequence[int]) -> int:
    """Return which kind completes thirteen tiles to seven different pairs, as a bit mask of kinds.

    `counts` has the number of tiles of each kind. Return 0 if no kind completes the hand.
    """
    if counts.count(2) != 6 or sum(counts) != 13 or 1 not in counts:
        return 0
    return 1 << counts.index(1)


def orphans_in(counts: Sequence[int]) -> tuple[int, ...]:
    """Return how many tiles of each terminal and honour a hand has, in the order of `ORPHANS`.

    `counts` has the number of tiles of each kind.
    """
    return _OF_ORPHANS(counts)


def is_orphans(counts: Sequence[int]) -> bool:
    """Return whether a hand is thirteen orphans: each terminal and honour, and one of them twice.

    `counts` has the number of tiles of each kind.
    """
    if counts.count(0) != KINDS - len(ORPHANS):
        return False
    return sum(counts) == 14 and all(orphans_in(counts))


def orphans_waits(counts: Sequence[int]) -> int:
    """Return which kinds complete thirteen tiles to thirteen orphans, as a bit mask of kinds.

    `counts` has the number of tiles of each kind. Return 0 if no kind completes the hand.
    """
    if counts.count(0) > KINDS - len(ORPHANS) + 1:
        return 0
    held = orphans_in(counts)
    if not sum(held) == sum(counts) == 13:
        return 0
    if held.count(0) > 1:
        return 0
    if 0 not in held:
        return mask_of(ORPHANS)
    lacking: Tile = ORPHANS[held.index(0)]
    return 1 << lacking
