"""The state at the start of a deal."""

from __future__ import annotations

from mjlog.auditor.totals import Totals
from mjlog.auditor.unread import Unread
from mjlog.model.frozen import value


@value
class DealStart:
    """The state at the start of a deal: by its header, or else as the deals before left it.

    `points` are everybody's points; `points_due` are the right ones if the sheet has others.
    `is_restated`: the header repeats the totals of the deal before, so only these are carried on.
    `sum_due` is the right sum of all points if the totals before add up to another one. `pool` is
    the points on the table. `counters` is how often in a row the dealer has dealt on;
    `counters_due` is the same number by the deal before; each is None if unknown. `name_due` is the
    expected label of the deal; empty if its own may be right. `is_past_end`: the game was over
    before this deal. `unread` are the entries of the deal that could not be read; claims that
    depend on them are not judged.
    """

    points: Totals
    points_due: Totals = ()
    is_restated: bool = False
    sum_due: int | None = None
    pool: int | None = None
    counters: int | None = None
    counters_due: int | None = None
    name_due: str = ""
    is_past_end: bool = False
    unread: tuple[Unread, ...] = ()
