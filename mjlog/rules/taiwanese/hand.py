"""Taiwanese 16-tile: a winning hand and every way to see it.

With the questions that the patterns ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Final, Literal, NamedTuple

from mjlog.model.lazy_dataclass import dataclass, kept
from mjlog.model.record import ShownMeld, tiles_of
from mjlog.model.shapes import Group, Reading, is_complete, kinds, readings, waits
from mjlog.model.tiles import (
    EAST,
    KIND,
    KINDS,
    NORTH,
    WHITE,
    Tile,
    counts,
    is_bonus,
    kinds_of,
    suits_of,
)

SETS: Final = 5
Wait = Literal["pair", "pung", "edge", "middle", "two-sided", ""]


class TileSet(NamedTuple):
    """A set of the hand: its sort, its lowest kind, whether another player's tile is in it."""

    sort: Literal["chow", "pung", "kong"]
    kind: Tile
    open: bool


@dataclass(frozen=True)
class HandReading:
    """One way to see a hand: its sets, its pair, what the winning tile completed.

    Irregular hands have no sets. Many patterns ask about the same sets, so these are sorted once.
    """

    sets: tuple[TileSet, ...] = ()
    pair: Tile = -1
    wait: Wait = ""

    @property
    def regular(self) -> bool:
        """Five sets and a pair."""
        return bool(self.sets)

    @kept
    def chows(self) -> list[TileSet]:
        """The chows."""
        return [each for each in self.sets if each.sort == "chow"]

    @kept
    def triplets(self) -> list[TileSet]:
        """Pungs and kongs."""
        return [each for each in self.sets if each.sort != "chow"]

    def of(self, low: Tile, high: Tile) -> int:
        """Return how many pungs and kongs are of these kinds."""
        return sum(low <= each.kind <= high for each in self.triplets)

    @kept
    def winds(self) -> int:
        """Sets of winds."""
        return self.of(EAST, NORTH)

    @kept
    def dragons(self) -> int:
        """Sets of dragons."""
        return self.of(WHITE, KINDS - 1)

    @kept
    def concealed_triplets(self) -> int:
        """Pungs and kongs without another player's tile."""
        return sum(not each.open for each in self.triplets)


@dataclass(frozen=True, slots=True)
class WayOfWinning:
    """How a hand was won, at which table.

    `happened` names what lies in play and not in the tiles (`mjlog.rules.taiwanese.events`);
    `closes` tells that a set completed by the winning discard counts as concealed. `winds` are
    those of the seat and of the round.
    """

    own_draw: bool
    bonus: Sequence[Tile] = ()
    happened: frozenset[str] = frozenset()
    winds: tuple[Tile, Tile | None] = (EAST, None)
    bonus_in_play: bool = True
    closes: bool = False


class TaiwaneseHand:
    """A winning hand: concealed tiles (the winning one among them), melds, and how it was won."""

    def __init__(
        self,
        tiles: Iterable[Tile],
        melds: Sequence[ShownMeld],
        winning: Tile,
        way: WayOfWinning,
    ) -> None:
        plain = [tile for tile in tiles if not is_bonus(tile)]
        self.concealed = counts(plain)
        self.melds = melds
        self.winning = KIND[winning]
        self.own_draw = way.own_draw
        self.bonus = tuple(way.bonus)
        self.happened = way.happened
        self.seat_wind, self.round_wind = way.winds
        self.bonus_in_play = way.bonus_in_play
        self.opened = not way.own_draw and not way.closes  # the set that a discard completes
        melded = {KIND[tile] for tile in tiles_of(melds)}
        self.kinds = melded.union(compress(range(KINDS), self.concealed))

    # ------------------------------------------------------------------ the whole hand

    @kept
    def claimed_nothing(self) -> bool:
        """No set but concealed kongs lay on the table before the win."""
        return all(meld.is_concealed for meld in self.melds)

    @kept
    def honours(self) -> bool:
        """Whether there are winds or dragons."""
        return max(self.kinds, default=0) >= EAST

    @kept
    def suits(self) -> int:
        """How many suits the tiles are of."""
        return len(suits_of(self.kinds))

    @kept
    def waits_for_one(self) -> bool:
        """The hand waited for one kind alone, kinds of which it holds all four left out."""
        before = list(self.concealed)
        before[self.winning] -= 1
        mask = waits(before) | (0 if self.melds else pairs_and_triplet_waits(before))
        melded = counts(tiles_of(self.melds))
        return [before[kind] + melded[kind] < 4 for kind in kinds(mask)].count(True) == 1

    # ------------------------------------------------------------------ views

    def views(self) -> Iterator[HandReading]:
        """Yield every way to see the hand and the place of its winning tile."""
        melded = tuple(_melded(meld) for meld in self.melds)
        for reading in readings(self.concealed):
            if len(melded) + len(reading) - 1 == SETS:
                yield from self._views(reading, melded)
        if not self.melds and is_pairs_and_triplet(self.concealed):
            yield HandReading()

    def _views(self, reading: Reading, melded: tuple[TileSet, ...]) -> Iterator[HandReading]:
        pair = next(group for group in reading if group.sort == "pair")
        finished = (group for group in reading if self.winning in group.kinds)
        for completed in dict.fromkeys(finished):
            groups = list(reading)
            groups.remove(pair)
            own = list(melded)
            if completed != pair:
                groups.remove(completed)
            own += [_concealed(group) for group in groups]
            if completed != pair:
                own.append(_concealed(completed)._replace(open=self.opened))
            yield HandReading(tuple(own), pair.tile, _wait(completed, self.winning))


def _concealed(group: Group) -> TileSet:
    """Return a set of tiles in hand."""
    return TileSet("pung" if group.sort == "pung" else "chow", group.tile, False)


def _melded(meld: ShownMeld) -> TileSet:
    kinds = sorted(kinds_of(meld.tiles))
    is_open = not meld.is_concealed
    if kinds[0] != kinds[-1]:
        return TileSet("chow", kinds[0], is_open)
    return TileSet("kong" if len(kinds) == 4 else "pung", kinds[0], is_open)


def _wait(completed: Group, tile: Tile) -> Wait:
    """Return what the winning tile completed."""
    if completed.sort != "chow":
        return completed.sort
    place = tile - completed.tile
    return _WAITS.get((completed.tile % 9, place), _WAIT_AT[place])


_WAIT_AT: Final[tuple[Wait, ...]] = ("two-sided", "middle", "two-sided")


_WAITS: Final[Mapping[tuple[int, int], Wait]] = {(0, 2): "edge", (6, 0): "edge"}


# --------------------------------------------------------------------------- shapes


def is_pairs_and_triplet(concealed: Sequence[int]) -> bool:
    """Return whether these are seven pairs, some alike perhaps, and a triplet.

    >>> is_pairs_and_triplet([2, 2, 2, 2, 2, 4, 3])
    True
    """
    odd = [number for number in concealed if number % 2]
    return sum(concealed) == 17 and odd == [3]


def pairs_and_triplet_waits(concealed: list[int]) -> int:
    """Return what completes sixteen tiles to seven pairs and a triplet, as a mask of kinds."""
    odd = [number % 2 for number in concealed]
    if sum(concealed) != 16 or sum(odd) > 2:
        return 0
    mask = 0
    for kind in range(KINDS):
        if concealed[kind] < 4:
            concealed[kind] += 1
            mask |= is_pairs_and_triplet(concealed) << kind
            concealed[kind] -= 1
    return mask


def is_winning(concealed: list[int], melds: int) -> bool:
    """Return whether these make five sets and a pair, or seven pairs and a triplet."""
    if sum(concealed) + 3 * melds != 3 * SETS + 2:
        return False
    return is_complete(concealed) or (melds == 0 and is_pairs_and_triplet(concealed))
