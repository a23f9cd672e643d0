"""Taiwanese 16-tile: a winning hand and every way to see it.

With the questions that the patterns ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal, NamedTuple

from mjlog.model.record import ShownMeld
from mjlog.model.shapes import Group, Reading, is_complete, kinds, readings, waits
from mjlog.model.tiles import EAST, KIND, KINDS, NORTH, WHITE, Tile, counts, is_bonus

SETS: Final = 5
Wait = Literal["pair", "pung", "edge", "middle", "two-sided", ""]


class TileSet(NamedTuple):
    """A set of the hand: its sort, its lowest kind, whether another player's tile is in it."""

    sort: Literal["chow", "pung", "kong"]
    kind: Tile
    open: bool


class HandReading(NamedTuple):
    """One way to see a hand: its sets, its pair, what the winning tile completed.

    Irregular hands have no sets.
    """

    sets: tuple[TileSet, ...] = ()
    pair: Tile = -1
    wait: Wait = ""

    @property
    def regular(self) -> bool:
        """Five sets and a pair."""
        return bool(self.sets)

    @property
    def chows(self) -> list[TileSet]:
        """The chows."""
        return [each for each in self.sets if each.sort == "chow"]

    @property
    def triplets(self) -> list[TileSet]:
        """Pungs and kongs."""
        return [each for each in self.sets if each.sort != "chow"]

    def of(self, low: Tile, high: Tile) -> int:
        """How many pungs and kongs are of these kinds."""
        return sum(low <= each.kind <= high for each in self.triplets)

    @property
    def winds(self) -> int:
        """Sets of winds."""
        return self.of(EAST, NORTH)

    @property
    def dragons(self) -> int:
        """Sets of dragons."""
        return self.of(WHITE, KINDS - 1)

    @property
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
        self.closes = way.closes
        melded = [KIND[tile] for meld in melds for tile in meld.tiles]
        self.kinds = frozenset(
            [kind for kind, number in enumerate(self.concealed) if number] + melded
        )

    # ------------------------------------------------------------------ the whole hand

    @property
    def claimed_nothing(self) -> bool:
        """No set but concealed kongs lay on the table before the win."""
        return all(meld.sign == "*" for meld in self.melds)

    @property
    def honours(self) -> bool:
        """Whether there are winds or dragons."""
        return any(kind >= EAST for kind in self.kinds)

    @property
    def suits(self) -> int:
        """How many suits the tiles are of."""
        return len({kind // 9 for kind in self.kinds if kind < EAST})

    @cached_property
    def waits_for_one(self) -> bool:
        """The hand waited for one kind alone, kinds of which it holds all four left out."""
        before = list(self.concealed)
        before[self.winning] -= 1
        mask = waits(before) | (0 if self.melds else pairs_and_triplet_waits(before))
        melded = counts([tile for meld in self.melds for tile in meld.tiles])
        return [before[kind] + melded[kind] < 4 for kind in kinds(mask)].count(True) == 1

    # ------------------------------------------------------------------ views

    def views(self) -> Iterator[HandReading]:
        """Every way to see the hand and the place of its winning tile."""
        melded = tuple(_melded(meld) for meld in self.melds)
        for reading in readings(self.concealed):
            if len(melded) + len(reading) - 1 == SETS:
                yield from self._views(reading, melded)
        if not self.melds and is_pairs_and_triplet(self.concealed):
            yield HandReading()

    def _views(self, reading: Reading, melded: tuple[TileSet, ...]) -> Iterator[HandReading]:
        for completed in dict.fromkeys(group for group in reading if self.winning in group.kinds):
            rest = list(reading)
            rest.remove(completed)
            own = [
                TileSet("pung" if g.sort == "pung" else "chow", g.tile, False)
                for g in rest
                if g.sort != "pair"
            ]
            pair = next(g.tile for g in reading if g.sort == "pair")
            if completed.sort != "pair":
                is_open = not self.own_draw and not self.closes
                own.append(
                    TileSet("pung" if completed.sort == "pung" else "chow", completed.tile, is_open)
                )
            yield HandReading((*melded, *own), pair, _wait(completed, self.winning))


def _melded(meld: ShownMeld) -> TileSet:
    kinds = sorted(KIND[tile] for tile in meld.tiles)
    if kinds[0] != kinds[-1]:
        sort: Literal["chow", "pung", "kong"] = "chow"
    elif len(kinds) == 4:
        sort = "kong"
    else:
        sort = "pung"
    return TileSet(sort, kinds[0], meld.sign != "*")


def _wait(completed: Group, tile: Tile) -> Wait:
    """What the winning tile completed."""
    if completed.sort != "chow":
        return completed.sort
    place = tile - completed.tile
    if place == 1:
        return "middle"
    is_edge = (place == 2 and completed.tile % 9 == 0) or (place == 0 and completed.tile % 9 == 6)
    if is_edge:
        return "edge"
    return "two-sided"


# --------------------------------------------------------------------------- shapes


def is_pairs_and_triplet(concealed: Sequence[int]) -> bool:
    """Seven pairs, some of them alike perhaps, and a triplet.

    >>> is_pairs_and_triplet([2, 2, 2, 2, 2, 4, 3])
    True
    """
    odd = [number for number in concealed if number % 2]
    return sum(concealed) == 17 and odd == [3]


def pairs_and_triplet_waits(concealed: list[int]) -> int:
    """What completes sixteen tiles to seven pairs and a triplet, as a mask of kinds."""
    if sum(concealed) != 16 or sum(number % 2 for number in concealed) > 2:
        return 0
    mask = 0
    for kind in range(KINDS):
        if concealed[kind] < 4:
            concealed[kind] += 1
            mask |= is_pairs_and_triplet(concealed) << kind
            concealed[kind] -= 1
    return mask


def is_winning(concealed: list[int], melds: int) -> bool:
    """Five sets and a pair, or seven pairs and a triplet; `melds` lie on the table already."""
    if sum(concealed) + 3 * melds != 3 * SETS + 2:
        return False
    return is_complete(concealed) or (melds == 0 and is_pairs_and_triplet(concealed))
