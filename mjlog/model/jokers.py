"""Finds every way to arrange a hand with jokers as sets and a pair, without a rule set or a table.

A hand is a list of 34 counts of its ordinary tiles, and a number of jokers. The search does not
assign single jokers to tiles: tiles that the groups need and the hand lacks must be jokers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from operator import add, le
from typing import Final

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.shapes import MOST_TILES, Group, Reading
from mjlog.model.tiles import EAST, KINDS, Tile

HONOURS: Final = tuple(range(EAST, KINDS))
MOST_JOKERS: Final = 8
"""Most jokers in a hand for which all arrangements are searched; no game has more jokers."""


@dataclass(frozen=True, slots=True)
class Liberty:
    """What the rules allow jokers to stand for; they may always stand for tiles of pungs.

    `chows` and `pairs` say whether jokers may stand for tiles of chows and of pairs. `most` is the
    highest number of equal tiles that a hand may have, jokers included.
    """

    chows: bool = True
    pairs: bool = True
    most: int = 4


ANY: Final = Liberty()


class Demand:
    """The groups chosen from a hand so far, and the tiles and jokers that these groups need.

    A search for arrangements adds groups with `add` and removes them with `undo`. `elsewhere` has
    the number of tiles of each kind in declared sets; the limit of equal tiles includes them.
    """

    __slots__ = ("counts", "elsewhere", "jokers", "liberty", "need", "real")

    def __init__(
        self,
        counts: Sequence[int],
        jokers: int,
        elsewhere: Sequence[int] = (0,) * KINDS,
        liberty: Liberty = ANY,
    ) -> None:
        self.counts = counts
        self.jokers = jokers
        self.elsewhere = elsewhere
        self.liberty = liberty
        self.need = [0] * KINDS
        self.real = [0] * KINDS

    def _strictly(self, *, chow: bool, pair: bool) -> bool:
        """Return whether the rules forbid jokers in a group of this sort.

        `chow` means that the group is a chow, `pair` that it is a pair. If both are False, the
        group is a pung; return False, because jokers are always allowed in a pung.
        """
        if chow:
            return not self.liberty.chows
        return pair and not self.liberty.pairs

    def add(self, tiles: Iterable[Tile], *, chow: bool = False, pair: bool = False) -> bool:
        """Add a group (set or pair) to the groups chosen so far; return whether the hand has it.

        The result is True if the hand has the tiles of all groups so far, with jokers in place of
        missing tiles as far as `liberty` allows. `tiles` are the kinds of the group. `chow` and
        `pair` say what the group is; if both are False, it is a pung. The group is added even if
        the result is False; the caller must then remove it with `undo`.
        """
        strict = self._strictly(chow=chow, pair=pair)
        fits = True
        for kind in tiles:
            had = self.need[kind]
            self.need[kind] = had + 1
            self.real[kind] += strict
            if had >= self.counts[kind]:
                self.jokers -= 1
            if self.real[kind] > self.counts[kind]:
                fits = False
            if had + self.elsewhere[kind] >= self.liberty.most:
                fits = False
        return fits and self.jokers >= 0

    def undo(self, tiles: Iterable[Tile], *, chow: bool = False, pair: bool = False) -> None:
        """Remove the group (set or pair) that was added last; the arguments are those of `add`."""
        strict = self._strictly(chow=chow, pair=pair)
        for kind in tiles:
            self.need[kind] -= 1
            self.real[kind] -= strict
            if self.need[kind] >= self.counts[kind]:
                self.jokers += 1

    @property
    def lowest_unplaced(self) -> Tile:
        """Lowest kind of tile of which not all tiles in the hand belong to the groups added so far.

        34 if every tile of the hand is in a group. Jokers are ignored.
        """
        return next((kind for kind in range(KINDS) if self.need[kind] < self.counts[kind]), KINDS)

    @property
    def is_beyond_limits(self) -> bool:
        """Whether the player has more equal tiles than the rules allow (`Liberty.most`).

        The tiles of the hand and of the declared sets are counted, without jokers.
        """
        return any(number > self.liberty.most for number in map(add, self.counts, self.elsewhere))

    @property
    def met(self) -> bool:
        """Whether every tile of the hand, except jokers, is in one of the groups added so far."""
        return all(map(le, self.counts, self.need))


def _number(counts: Sequence[int], jokers: int) -> int | None:
    """Return the number of tiles of a hand, jokers included, if they can be sets and a pair.

    Return None if the number is not of the form 3n + 2, or if no hand has so many tiles. For
    example, 14 tiles can be sets and a pair, and 13 tiles cannot.
    """
    number = sum(counts) + jokers
    return number if number % 3 == 2 and number <= MOST_TILES else None


# --------------------------------------------------------------------------- any sets and a pair


def is_complete(
    counts: Sequence[int],
    jokers: int,
    elsewhere: Sequence[int] = (0,) * KINDS,
    liberty: Liberty = ANY,
) -> bool:
    """Return whether the tiles of a hand, with its jokers, can be divided into sets and one pair.

    `counts` has the number of tiles of each of the 34 kinds in the hand, without jokers;
    `elsewhere` has these numbers for the declared sets. `liberty` says in which groups jokers are
    allowed, and how many equal tiles a player may have. Return False if no hand has so many tiles.
    """
    number = _number(counts, jokers)
    if number is None:
        return False
    if not jokers and max(counts) <= 4:
        return _plain(tuple(counts), tuple(elsewhere), liberty)
    return _completes(Demand(counts, jokers, elsewhere, liberty), number // 3, pair=True)


@lru_cache(maxsize=1 << 12)
def _plain(counts: tuple[int, ...], elsewhere: tuple[int, ...], liberty: Liberty) -> bool:
    return _completes(Demand(counts, 0, elsewhere, liberty), sum(counts) // 3, pair=True)


def _completes(demand: Demand, sets: int, *, pair: bool) -> bool:
    """Return whether the tiles that are in no group yet can form exactly `sets` sets.

    If `pair` is True, these tiles must form a pair, too. `demand` has the hand, its jokers, and the
    groups (sets or a pair) chosen so far. If the result is True, the new groups stay in `demand`.
    """
    kind = demand.lowest_unplaced
    if kind == KINDS:
        # Only jokers are left. Each missing group can be three jokers for a kind with few tiles in
        # the hand.
        return not pair or demand.liberty.pairs
    if pair and demand.add((kind, kind), pair=True) and _completes(demand, sets, pair=False):
        return True
    if pair:
        demand.undo((kind, kind), pair=True)
    for tiles in _sets_with(kind) if sets else ():
        chow = tiles[0] != tiles[1]
        if demand.add(tiles, chow=chow) and _completes(demand, sets - 1, pair=pair):
            return True
        demand.undo(tiles, chow=chow)
    return False


def _sets_with(kind: Tile) -> Iterator[tuple[Tile, ...]]:
    yield (kind, kind, kind)
    if kind < EAST:
        yield from (
            (low, low + 1, low + 2)
            for low in range(max(kind - 2, kind // 9 * 9), kind + 1)
            if low % 9 < 7
        )


# --------------------------------------------------------------------------- one suit, few chows


def one_suit_readings(demand: Demand, *, suits: Iterable[int], chows: int) -> Iterator[Reading]:
    """Yield every way to arrange a hand of one suit and honours as sets and a pair.

    A way is a tuple of `Group` objects (sets or a pair). `demand` has the hand and its jokers, and
    no group yet. Only the suits in `suits` (0 to 2 for m, p, s) are tried. `chows` is how many
    chows a way may have, 0 or 1. The same way may be yielded several times. Yield nothing if the
    hand has more than `MOST_JOKERS` jokers.
    """
    counts = demand.counts
    number = _number(counts, demand.jokers)
    if number is None or demand.jokers > MOST_JOKERS:
        return
    for suit in suits:
        own = tuple(range(9 * suit, 9 * suit + 9))
        if sum(map(counts.__getitem__, (*own, *HONOURS))) == sum(counts):
            yield from _with_chow(demand, own, number // 3, chows)


def _with_chow(demand: Demand, own: tuple[Tile, ...], sets: int, chows: int) -> Iterator[Reading]:
    yield from _with_pair(demand, own, sets, ())
    for low in own[:7] if chows and sets else ():
        tiles = (low, low + 1, low + 2)
        if demand.add(tiles, chow=True):
            yield from _with_pair(demand, own, sets - 1, (Group("chow", low),))
        demand.undo(tiles, chow=True)


def _with_pair(
    demand: Demand, own: tuple[Tile, ...], sets: int, so_far: Reading
) -> Iterator[Reading]:
    for kind in (*own, *HONOURS):
        if demand.add((kind, kind), pair=True):
            yield from _with_pungs(demand, own, sets, (*so_far, Group("pair", kind)))
        demand.undo((kind, kind), pair=True)


def _with_pungs(
    demand: Demand, own: tuple[Tile, ...], sets: int, so_far: Reading
) -> Iterator[Reading]:
    """Yield every way to complete an arrangement of a hand with exactly `sets` pungs.

    `so_far` has the other groups of the arrangement, with which each result begins; `demand` has
    the hand and these groups. A result is a tuple of `Group` objects. `own` are the kinds of the
    hand's suit; pungs of honours are also possible, and pungs of jokers alone.
    """
    lacking = {kind: demand.counts[kind] - demand.need[kind] for kind in (*own, *HONOURS)}
    forced = [kind for kind, number in lacking.items() if number > 0]
    free = sets - len(forced)
    # If more than four tiles may be equal, tiles left over from one pung may begin another pung.
    left_over = sum(max(0, lacking[kind] - 3) for kind in forced)
    if free < 0 or demand.jokers + left_over < 3 * free:
        return
    for more in combinations_with_replacement((*own, *HONOURS), free):
        pungs = (*forced, *more)
        laid = pungs * 3
        if demand.add(laid) and demand.met:
            yield (*so_far, *(Group("pung", kind) for kind in pungs))
        demand.undo(laid)
