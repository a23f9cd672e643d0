"""American Modern: which hands win, and why others do not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from mjlog.model.jokers import Demand, Liberty, is_complete, one_suit_readings
from mjlog.model.record import ShownMeld
from mjlog.model.shapes import Reading
from mjlog.model.table import Meld, physical
from mjlog.model.tiles import EAST, JOKER, KIND, KINDS, PILLAR, Tile, counts, is_known
from mjlog.referee.rulebook import Winner, amounts
from mjlog.rules.american.special_hands import (
    HANDS,
    OTHER,
    Laid,
    Parts,
    Special,
    happened,
    has_room,
    held_kinds,
    matches,
)

WIN: Final = "win"
"""The pattern of a special hand that is any winning hand, come about in a special way."""
_ONE_SUIT: Final = (1 << 9) - 1
"""A mask of the nine kinds of the lowest suit."""


def liberty_of(settings: Mapping[str, str]) -> Liberty:
    """What jokers may stand for with these options."""
    return Liberty(
        settings["jokers_in_chows"] == "true",
        settings["jokers_in_pairs"] == "true",
        4 if settings["four_identical"] == "true" else 14,
    )


# --------------------------------------------------------------------------- from records to parts


def laid_of(tiles: Iterable[Tile], *, concealed: bool) -> Laid | None:
    """A declared set by its tiles; None when they are not all known, or are no set."""
    faces = [tile & ~PILLAR for tile in tiles]
    kinds = sorted(KIND[face] for face in faces)
    if not all(is_known(face) and KIND[face] < KINDS for face in faces) or len(kinds) not in {3, 4}:
        return None
    if kinds[0] == kinds[-1]:
        return Laid("kong" if len(kinds) == 4 else "pung", kinds[0], concealed and len(kinds) == 4)
    in_a_row = kinds == list(range(kinds[0], kinds[0] + 3)) and kinds[0] < EAST and kinds[0] % 9 < 7
    if not in_a_row:
        return None
    return Laid("chow", kinds[0])


def laid_on_table(melds: Iterable[Meld]) -> tuple[Laid, ...] | None:
    """The melds of a player; None when one of them is not wholly known."""
    found = [laid_of(meld.tiles, concealed=meld.sort == "concealed kong") for meld in melds]
    if None in found:
        return None
    return tuple(each for each in found if each is not None)


def laid_as_shown(melds: Iterable[ShownMeld]) -> tuple[Laid, ...] | None:
    """The melds as a `show` line has them; None when one of them is not wholly known."""
    found = [laid_of(meld.tiles, concealed=meld.sign == "*") for meld in melds]
    if None in found:
        return None
    return tuple(each for each in found if each is not None)


def parts_of(laid: tuple[Laid, ...], tiles: Iterable[Tile], claimed: Tile = -1) -> Parts:
    """A hand of declared sets and other tiles, the winning one among these."""
    faces = [physical(tile) for tile in tiles]
    kind = KIND[claimed & ~PILLAR] if claimed >= 0 else -1
    return Parts(laid, tuple(counts(faces)), faces.count(JOKER), kind if kind < KINDS else -1)


def parts_of_winner(winner: Winner) -> Parts | None:
    """The winning hand; None when it is not wholly known."""
    laid = None if winner.melds is None else laid_as_shown(winner.melds)
    if laid is None or winner.tiles is None:
        return None
    return parts_of(laid, winner.tiles, -1 if winner.own_draw else winner.tile)


# --------------------------------------------------------------------------- which hands win


def readings(parts: Parts, liberty: Liberty) -> Iterator[Reading]:
    """Every way to see the tiles not declared so that the hand is a regular one.

    One suit and one chow at most.
    """
    suits = {each.kind // 9 for each in parts.laid if each.kind < EAST}
    chows = sum(each.sort == "chow" for each in parts.laid)
    if len(suits) <= 1 and chows <= 1:
        demand = Demand(parts.counts, parts.jokers, parts.elsewhere, liberty)
        yield from one_suit_readings(demand, suits=suits or (0, 1, 2), chows=1 - chows)


@dataclass(frozen=True, slots=True)
class Hands:
    """Which hands win: regular ones, special ones in play.

    And those of which the sources do not say if they are.

    `values` are what the special hands are worth by the record's own word.
    """

    liberty: Liberty
    values: Mapping[str, int]

    @property
    def in_play(self) -> tuple[Special, ...]:
        """The special hands that win: confirmed ones and those that the record gives a value."""
        return tuple(each for each in HANDS if each.confirmed or each.id in self.values)

    def value(self, special: Special) -> int | None:
        """What a special hand is worth.

        By the record's word, else by the sources, None where neither says.
        """
        return self.values.get(special.id, special.value)

    def is_regular(self, parts: Parts) -> bool:
        """Whether the hand is sets and a pair within the limits."""
        return _fits_in_size(parts) and next(readings(parts, self.liberty), None) is not None

    def has_shape(self, parts: Parts) -> bool:
        """Whether the hand is any four sets and a pair."""
        return _fits_in_size(parts) and is_complete(
            parts.counts, parts.jokers, parts.elsewhere, self.liberty
        )

    def special(self, parts: Parts, among: Iterable[Special]) -> tuple[Special, ...]:
        """The special hands among those that the tiles make, however they were won."""
        if not _fits_in_size(parts):
            return ()
        return tuple(
            each for each in among if each.pattern != WIN and matches(each, parts, self.liberty)
        )

    def wins(self, parts: Parts) -> bool | None:
        """Whether the hand wins.

        None where that hangs on a special hand that may be in play or not.
        """
        if self._surely_wins(parts):
            return True
        if self.may_be_another(parts):
            return None
        if self.special(parts, self.doubtful):
            return None
        return False

    @property
    def knows_others(self) -> bool:
        """Whether the table plays special hands that no source describes."""
        return OTHER in self.values

    def may_be_another(self, parts: Parts) -> bool:
        """Whether the tiles may be a special hand of the table's own.

        Nobody can tell from a record which hands these are: any fourteen tiles may be one.
        """
        return self.knows_others and _fits_in_size(parts)

    def _surely_wins(self, parts: Parts) -> bool:
        return self.is_regular(parts) or bool(self.special(parts, self.in_play))

    @property
    def doubtful(self) -> tuple[Special, ...]:
        """The special hands that the sources name, but not for this rule set."""
        return tuple(each for each in HANDS if not each.confirmed and each.id not in self.values)

    def waits(self, laid: tuple[Laid, ...], tiles: Iterable[Tile]) -> int:
        """The kinds that complete a resting hand, as a mask."""
        resting = parts_of(laid, tiles)
        if not self._may_wait(resting):
            return 0
        held = [a + b for a, b in zip(resting.counts, resting.elsewhere, strict=True)]
        return sum(
            1 << kind
            for kind in range(KINDS)
            if held[kind] < 4 and self._surely_wins(_with(resting, kind))
        )

    def _may_wait(self, resting: Parts) -> bool:
        """Whether one more tile can make a winning hand at all.

        One suit, or tiles that a special hand has places for.

        Most hands of a washout are told so at once.
        """
        held = held_kinds(resting.counts)
        suits = {each.kind // 9 for each in resting.laid if each.kind < EAST}
        suits |= {suit for suit in range(3) if held >> 9 * suit & _ONE_SUIT}
        return len(suits) <= 1 or any(
            each.pattern != WIN and has_room(each, held) for each in self.in_play
        )

    def by_way(
        self, circumstances: frozenset[str], winning: Tile, parts: Parts
    ) -> tuple[Special, ...]:
        """The special hands in play that a regular hand makes by the way in which it was won."""
        return tuple(
            each
            for each in self.in_play
            if each.pattern == WIN
            and happened(each, circumstances, winning)
            and (each.melded or parts.is_concealed)
        )


def hands_of(settings: Mapping[str, str]) -> Hands:
    """The winning hands with these options."""
    return Hands(liberty_of(settings), amounts(settings["special_hands"]))


def _fits_in_size(parts: Parts) -> bool:
    return sum(parts.counts) + parts.jokers + 3 * len(parts.laid) == 14


def _with(parts: Parts, kind: Tile) -> Parts:
    number = list(parts.counts)
    number[kind] += 1
    return replace(parts, counts=tuple(number))
