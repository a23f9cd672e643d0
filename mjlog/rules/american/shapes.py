"""American Modern: decides which hands win, regular and special ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from operator import add
from typing import Final

from mjlog.model.jokers import Demand, Liberty, is_complete, one_suit_readings
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.memo import Memo
from mjlog.model.record import ShownMeld
from mjlog.model.shapes import Reading
from mjlog.model.table import Meld, physical
from mjlog.model.tiles import (
    CHOWS,
    JOKER,
    KIND,
    KINDS,
    PILLAR,
    UNKNOWN,
    Tile,
    counts,
    kinds_of,
    suits_of,
)
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
"""Pattern of a special hand that can be any winning hand, but must be won in a special way."""
_ONE_SUIT: Final = (1 << 9) - 1
"""Bit mask of the nine kinds of the lowest suit."""


def liberty_of(settings: Mapping[str, str]) -> Liberty:
    """Return the rules about what jokers may replace under these options, as a `Liberty`.

    For example, whether jokers may stand for tiles of a pair. `settings` maps the name of each
    option to its value.
    """
    return Liberty(
        settings["jokers_in_chows"] == "true",
        settings["jokers_in_pairs"] == "true",
        4 if settings["four_identical"] == "true" else 14,
    )


# --------------------------------------------------------------------------- parts of hands


def laid_of(tiles: Iterable[Tile], *, concealed: bool) -> Laid | None:
    """Build a declared set from its tiles: a chow, pung or kong.

    Return None if a tile is unknown or the tiles do not make a set. `concealed` says whether four
    equal tiles are a concealed kong; other sets ignore it.
    """
    kinds = sorted(kinds_of(tiles))
    if len(kinds) not in {3, 4} or kinds[-1] >= KINDS:
        return None
    if tuple(kinds) in CHOWS:
        return Laid("chow", kinds[0])
    if kinds[0] != kinds[-1]:
        return None
    if len(kinds) == 4:
        return Laid("kong", kinds[0], concealed)
    return Laid("pung", kinds[0])


def laid_on_table(melds: Iterable[Meld]) -> tuple[Laid, ...] | None:
    """Convert a player's melds into declared sets. Return None if a tile of a meld is unknown."""
    return _all_known(
        laid_of(meld.tiles, concealed=meld.sort == "concealed kong") for meld in melds
    )


def laid_as_shown(melds: Iterable[ShownMeld] | None) -> tuple[Laid, ...] | None:
    """Convert the melds that a player showed at the end of the deal into declared sets.

    `melds` come from a ``show`` line of the record; they are None if the record has no such line.
    Return None then, and also if a tile of a meld is unknown.
    """
    if melds is None:
        return None
    return _all_known(laid_of(meld.tiles, concealed=meld.is_concealed) for meld in melds)


def _all_known(found: Iterable[Laid | None]) -> tuple[Laid, ...] | None:
    """Collect declared sets into a tuple. Return None if one of them is None."""
    known_sets = []
    for laid in found:
        if laid is None:
            return None
        known_sets.append(laid)
    return tuple(known_sets)


def parts_of(laid: tuple[Laid, ...], tiles: Iterable[Tile], claimed: Tile = UNKNOWN) -> Parts:
    """Build a hand as `Parts`: its declared sets, its other tiles by kind, and its jokers.

    `laid` are the declared sets, `tiles` all other tiles. `claimed` is the winning tile if another
    player discarded it or added it to a pung; `tiles` must include it.
    """
    faces = [physical(tile) for tile in tiles]
    kind = KIND[claimed & ~PILLAR]
    if kind >= KINDS:
        kind = -1
    return Parts(laid, tuple(counts(faces)), faces.count(JOKER), kind)


def parts_of_winner(winner: Winner) -> Parts | None:
    """Build the winner's hand, including the winning tile, from the hand that is shown.

    Return None if not all its tiles are known.
    """
    laid = laid_as_shown(winner.melds)
    if laid is None or winner.tiles is None:
        return None
    return parts_of(laid, winner.tiles, UNKNOWN if winner.own_draw else winner.tile)


# --------------------------------------------------------------------------- which hands win


def readings(parts: Parts, liberty: Liberty) -> Iterator[Reading]:
    """Yield every way to group the concealed tiles so that the hand is a regular winning hand.

    A regular hand is four sets and a pair with at most one suit and one chow. `liberty` says what
    jokers may replace.
    """
    suits = _suits(parts)
    chows = [each.sort for each in parts.laid].count("chow")
    if _fits_in_size(parts) and len(suits) <= 1 and chows <= 1:
        demand = Demand(parts.counts, parts.jokers, parts.elsewhere, liberty)
        yield from one_suit_readings(demand, suits=suits or (0, 1, 2), chows=1 - chows)


def _has_reading(hand: tuple[Parts, Liberty]) -> bool:
    return next(readings(*hand), None) is not None


# The same hand is checked for each reading of its sheet, and with jokers that takes long.
_regular: Final = Memo(_has_reading)


def _suits(parts: Parts) -> set[int]:
    """Return the suits of the declared sets, as numbers from 0 to 2."""
    return suits_of(each.kind for each in parts.laid)


@dataclass(frozen=True, slots=True)
class Hands:
    """Decides which hands win: regular hands, and the special hands that this table plays.

    `values` maps the name of a special hand to the value that the ``Rules`` header gives it.
    `liberty` says what jokers may replace.
    """

    liberty: Liberty
    values: Mapping[str, int]

    @property
    def in_play(self) -> tuple[Special, ...]:
        """The special hands that win at this table.

        A source confirms them for these rules, or the ``Rules`` header gives them a value.
        """
        return tuple(each for each in HANDS if each.confirmed or each.id in self.values)

    def value(self, special: Special) -> int | None:
        """Return the value of a special hand: from the ``Rules`` header, else from the sources.

        Return None if neither gives a value.
        """
        return self.values.get(special.id, special.value)

    def is_regular(self, parts: Parts) -> bool:
        """Return whether a hand is four sets and a pair with at most one suit and one chow."""
        return _fits_in_size(parts) and _regular.get((parts, self.liberty))

    def has_shape(self, parts: Parts) -> bool:
        """Return whether a hand is four sets and a pair, of any number of suits and chows."""
        return _fits_in_size(parts) and is_complete(
            parts.counts, parts.jokers, parts.elsewhere, self.liberty
        )

    def special(self, parts: Parts, among: Iterable[Special]) -> tuple[Special, ...]:
        """Return the special hands in `among` whose pattern matches the tiles of a hand.

        How the hand was won is not examined. Special hands that are defined only by the way of
        winning are left out; `by_way` finds them.
        """
        if not _fits_in_size(parts):
            return ()
        return tuple(
            each for each in among if each.pattern != WIN and matches(each, parts, self.liberty)
        )

    def wins(self, parts: Parts) -> bool | None:
        """Return whether a hand wins.

        Return None if it is no known winning hand but may be a special hand that only this table
        knows.
        """
        if self._surely_wins(parts):
            return True
        return None if self.may_be_another(parts) else False

    @property
    def knows_others(self) -> bool:
        """Whether the table plays special hands that no source describes."""
        return OTHER in self.values

    def may_be_another(self, parts: Parts) -> bool:
        """Return whether a hand may be a special hand that only this table knows.

        Such special hands are in no source, so at a table that plays them every hand of the right
        size may be one. At other tables return False.
        """
        return self.knows_others and _fits_in_size(parts)

    def _surely_wins(self, parts: Parts) -> bool:
        return self.is_regular(parts) or bool(self.special(parts, self.in_play))

    @property
    def not_in_play(self) -> tuple[Special, ...]:
        """The special hands that do not win at this table.

        No source confirms them for these rules, and the ``Rules`` header gives them no value.
        """
        return tuple(each for each in HANDS if not each.confirmed and each.id not in self.values)

    def excluded(self, parts: Parts) -> tuple[Special, ...]:
        """Return the special hands that the tiles make but that do not win at this table.

        The result is empty if the hand wins anyway, or may be a special hand that only this table
        knows.
        """
        if self.may_be_another(parts) or self._surely_wins(parts):
            return ()
        return self.special(parts, self.not_in_play)

    def waits(self, laid: tuple[Laid, ...], tiles: Iterable[Tile]) -> int:
        """Return which tile kinds complete a hand of thirteen tiles, as a bit mask.

        Bit k of the mask is set if a tile of kind k completes the hand. Kinds of which the hand
        already has four tiles are left out. Special hands that only this table knows do not count.
        `laid` are the declared sets, `tiles` the other tiles.
        """
        resting = parts_of(laid, tiles)
        if not self._may_wait(resting):
            return 0
        mask = 0
        for kind, held in enumerate(map(add, resting.counts, resting.elsewhere)):
            if held < 4:
                counts = list(resting.counts)
                counts[kind] += 1
                if self._surely_wins(replace(resting, counts=tuple(counts))):
                    mask |= 1 << kind
        return mask

    def _may_wait(self, resting: Parts) -> bool:
        """Return False if certainly no tile completes the hand `resting`, otherwise True.

        This is a fast test before the exact search. The result is True if all suited tiles of the
        hand are of one suit, or if a special hand of this table can contain every tile kind of the
        hand.
        """
        held = held_kinds(resting.counts)
        suits = _suits(resting)
        suits |= {suit for suit in range(3) if held >> 9 * suit & _ONE_SUIT}
        if len(suits) <= 1:
            return True
        return any(has_room(each, held) for each in self.in_play if each.pattern != WIN)

    def by_way(
        self, circumstances: frozenset[str], winning: Tile, parts: Parts
    ) -> tuple[Special, ...]:
        """Return the special hands that a regular hand makes by the way in which it was won.

        For example a win with the dealt hand. `circumstances` has the words for the way of winning,
        such as ``robbed``; `winning` is the winning tile and `parts` the hand.
        """
        by_way = [each for each in self.in_play if each.pattern == WIN and each.may_be(parts)]
        happens = partial(happened, circumstances=circumstances, winning=winning)
        return tuple(filter(happens, by_way))


def hands_of(settings: Mapping[str, str]) -> Hands:
    """Return the description of the hands that win under these options.

    `settings` maps the name of each option to its value.
    """
    return Hands(liberty_of(settings), amounts(settings["special_hands"]))


def _fits_in_size(parts: Parts) -> bool:
    return sum(parts.counts) + parts.jokers + 3 * len(parts.laid) == 14
