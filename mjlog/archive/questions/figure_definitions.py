"""Defines the figures of statistics: which rows are counted, and out of which rows.

A share is the number of rows that meet `of` and `hit`, divided by the number of rows that meet
`of`. A row about which the record says nothing does not meet `of`, so it never counts as a no.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, and_, case, func, true

from mjlog.archive.storage import tables

_seat: Final = tables.deal_seats.c
_deal: Final = tables.deals.c


@dataclass(frozen=True, slots=True)
class Share:
    """Definition of a share, for example of the deals won among all deals.

    `of` is the SQL condition that selects the rows considered (all deals), `hit` the condition that
    selects, among these, the rows counted (deals won).
    """

    table: Table
    hit: ColumnElement[bool]
    of: ColumnElement[bool]

    @property
    def counted(self) -> ColumnElement[bool]:
        """The SQL condition that selects the rows that this share counts, such as deals won.

        Used to list the deals from which a figure was computed.
        """
        return and_(self.of, self.hit)

    @property
    def columns(self) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
        """Two SQL expressions whose quotient is the share.

        They are the number of rows that meet `of` and `hit`, and the number of rows that meet `of`.
        """
        return _times(self.counted), _times(self.of)


@dataclass(frozen=True, slots=True)
class Mean:
    """Definition of a mean: the average of `amount` over the rows of a table that meet `of`."""

    table: Table
    amount: ColumnElement[Any]
    of: ColumnElement[bool]

    @property
    def counted(self) -> ColumnElement[bool]:
        """The SQL condition that selects the rows from which this mean is computed.

        Used to list the deals from which a figure was computed.
        """
        return self.of

    @property
    def columns(self) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
        """Two SQL expressions whose quotient is the mean.

        They are the sum of `amount` over the rows that meet `of`, and the number of these rows.
        """
        return func.sum(case((self.of, self.amount), else_=0)), _times(self.of)


def _times(condition: ColumnElement[bool]) -> ColumnElement[Any]:
    return func.sum(case((condition, 1), else_=0))


def _is_known(column: ColumnElement[Any]) -> ColumnElement[bool]:
    return column.is_not(None)


_SEATS = tables.deal_seats
_waits = and_(_is_known(_seat.wait_kinds), _seat.wait_kinds > 0)
_is_known_ready = and_(_is_known(_seat.is_ready), _seat.is_ready)

OF_SEATS: Final[dict[str, Share | Mean]] = {
    "wins": Share(_SEATS, _seat.won, _is_known(_seat.won)),
    "self_draws": Share(_SEATS, _seat.self_drawn, and_(_seat.won, _is_known(_seat.self_drawn))),
    "deal_ins": Share(_SEATS, _seat.dealt_in, _is_known(_seat.dealt_in)),
    "winners_paid": Mean(_SEATS, _seat.winners_paid, _is_known(_seat.winners_paid)),
    "ready": Share(_SEATS, _seat.is_ready, _is_known(_seat.is_ready)),
    "wins_after_ready": Share(_SEATS, _seat.won, and_(_is_known_ready, _is_known(_seat.won))),
    "deal_ins_after_ready": Share(
        _SEATS, _seat.dealt_in, and_(_is_known_ready, _is_known(_seat.dealt_in))
    ),
    "with_melds": Share(_SEATS, _seat.melds > 0, _is_known(_seat.melds)),
    "melds": Mean(_SEATS, _seat.melds, _is_known(_seat.melds)),
    "waiting": Share(_SEATS, _seat.wait_kinds > 0, _is_known(_seat.wait_kinds)),
    "kinds_waited_for": Mean(_SEATS, _seat.wait_kinds, _waits),
    "points": Mean(_SEATS, _seat.change, _is_known(_seat.change)),
}
"""Figures that are counted over the seats of each deal."""
_is_how_known = _is_known(_deal.how)
OF_DEALS: Final[dict[str, Share | Mean]] = {
    "deals": Share(tables.deals, true(), true()),
    "decided": Share(tables.deals, _deal.winners > 0, _is_known(_deal.winners)),
    "several_winners": Share(
        tables.deals, _deal.winners > 1, and_(_is_known(_deal.winners), _deal.winners > 0)
    ),
    "exhausted": Share(tables.deals, _deal.how == "wall", _is_how_known),
    "aborted": Share(tables.deals, _deal.how == "abort", _is_how_known),
    "void": Share(tables.deals, _deal.how == "void", _is_how_known),
    "go_arounds": Mean(tables.deals, _deal.go_arounds, _deal.go_arounds > 0),
}
"""Figures that are counted over deals."""
VALUE: Final = "value"
PLACE: Final = "place"
WAIT: Final = "wait"
MEANINGS: Final = {
    "records": "records that tell of it",
    "deals": "deals",
    "decided": "deals that somebody won",
    "several_winners": "of those, deals that several won",
    "exhausted": "deals that ended with the wall",
    "aborted": "deals that were broken off",
    "void": "deals declared void",
    "go_arounds": "go-arounds a deal, on average",
    "wins": "deals won",
    "self_draws": "of those, by self-draw",
    "deal_ins": "deals in which others won on the discard",
    "winners_paid": "winners a deal-in, on average",
    "ready": "deals in which ready was declared",
    "wins_after_ready": "of those, won",
    "deal_ins_after_ready": "of those, dealt in",
    "with_melds": "deals with a declared set",
    "melds": "declared sets a deal, on average",
    "waiting": "hands that waited at the end",
    "kinds_waited_for": "kinds that these waited for, on average",
    "points": "points a deal, on average",
    VALUE: "value of winning hands, on average",
    PLACE: "games ended in this place",
    WAIT: "hands that waited for this shape",
}
"""Meaning of each figure, in English."""
