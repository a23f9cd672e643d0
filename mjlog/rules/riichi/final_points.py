"""Riichi: the final points of a game.

They depend on sticks, the points counted from, placement and rounding.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import sub
from typing import TYPE_CHECKING, Final

from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, Ruling, Seat
from mjlog.referee.rulebook import Finals
from mjlog.rules.riichi.points import CHOMBO

if TYPE_CHECKING:
    from fractions import Fraction

UMA: Final[Mapping[str, tuple[int, ...]]] = {
    "none": (0, 0, 0, 0),
    "10_5": (10, 5, -5, -10),
    "15_5": (15, 5, -5, -15),
    "20_10": (20, 10, -10, -20),
    "30_10": (30, 10, -10, -30),
    "20_0": (20, 0, -20),
}
FLOATING: Final = {1: (8, 3, 1, -12), 2: (8, 4, -4, -8), 3: (12, -1, -3, -8)}
"""Placement points by the number of players below the points at the start.

If no player or every player is below, the row for two applies.
"""
_FLOATING_SEATS: Final = 4
"""Number of players for whom these placement points exist; no source has them for three."""


_POINT: Final = 12
"""Parts of a point in which placement points are counted.

Two, three or four players can share a point without a remainder.
"""
_PARTS: Final = 1000 * _POINT
"""Parts of a final point, which stands for a thousand points of the game."""

PLACES: Final = "places:"
"""Begins the option value that lists placement points.

The points of all places but the first follow, in one row or in one row for each number of players
below the start.
"""


def _row(words: str) -> tuple[int, ...]:
    return tuple(int(word) for word in words.split("_"))


def finals(settings: Mapping[str, str]) -> Callable[..., Finals]:
    """Return a function that computes the final points of a game, including placement points.

    The function returns a `Finals`. Its list of final points is empty if the placement points are
    unknown. It has a reason in place of final points if a player got a chombo (a penalty) that has
    no price, or if players have equal points and the first dealer, who decides the order, is
    unknown. `settings` maps the name of each option to its value.
    """
    counting = _Counting(settings)
    to_first = settings["last_sticks"] == "first"
    word, _, number = settings["chombo"].partition(":")
    priced = word != "none"
    chombo = int(number) if word == "points" else 0

    def final(
        points: Sequence[int],
        pool: int,
        rulings: Sequence[Ruling] = (),
        first: Seat = 0,
        day: str = "",
    ) -> Finals:
        seats = len(points)
        order = sorted(range(seats), key=lambda seat: (-points[seat], (seat - first) % seats))
        score = list(points)
        if to_first:
            score[order[0]] += pool
        guilty = [ruling.seat for ruling in rulings if ruling.name == CHOMBO]
        if guilty and not priced:
            return Finals(tuple(score), (), msg("the rules name no price for a chombo"))
        lost = [_PARTS * chombo * guilty.count(seat) for seat in range(len(points))]
        if first == NOBODY and not counting.shared and len({*points}) < seats:
            return Finals(tuple(score), (), msg("nobody knows who dealt first"))
        places = counting.all_placed(score, order, day)
        return Finals(tuple(score), tuple(_subtract_lost(each, lost) for each in places))

    return final


def _subtract_lost(places: Sequence[int], lost: Sequence[int]) -> tuple[Fraction, ...]:
    return tuple(map(_parts_to_points, map(sub, places, lost)))


@lru_cache(maxsize=1 << 12)
def _parts_to_points(parts: int) -> Fraction:
    """Convert a number of small parts of a point into points; `_PARTS` parts make a point."""
    from fractions import Fraction  # few records state points with placement points

    return Fraction(parts, _PARTS)


class _Counting:
    """Computes final points by placement, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.start = int(settings["start_points"])
        self.back = int(settings["return_points"])
        self.uma = settings["uma"]
        named = self.uma.startswith(PLACES)
        self.rows = (
            [_row(words) for words in self.uma.removeprefix(PLACES).split("/")] if named else []
        )
        self.shared = settings["ties"] == "shared"
        self.rounding = _ROUNDING[settings["final_rounding"]]

    def all_placed(
        self, points: Sequence[int], order: Sequence[int], day: str
    ) -> tuple[list[int], ...]:
        """Return every possible list of final points by seat, in parts of a point.

        There are several lists if the rounding is uncertain. `points` are the game points by seat.
        `order` has the seats from first to last place. `day` is the date of a Tenhou log, which
        decides how the log rounds, or empty. Return no list if the placement points are unknown.
        """
        if self.uma == "unknown" or (self.uma == "floating" and len(points) != _FLOATING_SEATS):
            return ()
        return tuple(
            self._round_final_points(points, order, rounded) for rounded in self._rounding_on(day)
        )

    def _rounding_on(self, day: str) -> tuple[Callable[[int], int], ...]:
        if not day or self.rounding != _ROUNDING["either"]:
            return self.rounding
        if day < _LAST_WHOLE:
            return (_away,)
        return (_unrounded,) if day >= _FIRST_DECIMALS else self.rounding

    def _round_final_points(
        self, points: Sequence[int], order: Sequence[int], rounded: Callable[[int], int]
    ) -> list[int]:
        """Return the final points by seat, in parts of a point, for one way of rounding.

        `points` are the game points by seat, and `order` has the seats from first to last place.
        The function `rounded` rounds points to thousands or returns them unchanged. After rounding,
        the first player's points are changed so that the sum is 0.
        """
        places = [place * _PARTS for place in self._uma(points)]
        places[0] += (self.back - self.start) * len(points) * _POINT
        if self.shared:
            places = _shared(places, [points[seat] for seat in order])
        placed = [0] * len(points)
        for seat, place in zip(order, places, strict=True):
            placed[seat] = (rounded(points[seat]) - self.back) * _POINT + place
        if rounded is not _unrounded:  # the first player gets what rounding left over
            placed[order[0]] -= sum(placed)
        return placed

    def _uma(self, points: Sequence[int]) -> tuple[int, ...]:
        below = sum(number < self.start for number in points)
        if self.uma == "floating":
            return FLOATING.get(below, FLOATING[2])
        if not self.rows:
            row = UMA[self.uma][: len(points)]
            return (*row, *(0,) * (len(points) - len(row)))
        places = self.rows[below if below < len(self.rows) else 0][: len(points) - 1]
        return (-sum(places), *places, *(0,) * (len(points) - 1 - len(places)))


def _away(points: int) -> int:
    """Round points to whole thousands; 500 is rounded away from zero."""
    whole = (abs(points) + 500) // 1000 * 1000
    if points >= 0:
        return whole
    return -whole


def _half_up(points: int) -> int:
    """Round points to whole thousands; 500 is rounded up, also for negative points."""
    return (points + 500) // 1000 * 1000


def _unrounded(points: int) -> int:
    return points


_LAST_WHOLE: Final = "2022-01"
_FIRST_DECIMALS: Final = "2022-01-31"
"""Date from which Tenhou's logs have final points with decimals.

The change was on an unknown day of January 2022.
"""
_ROUNDING: Final[Mapping[str, tuple[Callable[[int], int], ...]]] = {
    "thousands": (_away,),
    "half_up": (_half_up,),
    "none": (_unrounded,),
    "either": (_away, _unrounded),
    "half_up_or_none": (_half_up, _unrounded),
}


def _shared(places: Sequence[int], points: Sequence[int]) -> list[int]:
    """Return the placement points by place, with equal shares for players with equal points.

    `places` are the placement points of each place, `points` the game points of the players from
    first to last place.
    """
    brought = dict.fromkeys(points, 0)
    for place, own in zip(places, points, strict=True):
        brought[own] += place
    return [brought[own] // points.count(own) for own in points]
