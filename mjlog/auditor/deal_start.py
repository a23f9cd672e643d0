"""What a deal starts from."""

from __future__ import annotations

from mjlog.auditor.totals import Totals
from mjlog.auditor.unread import Unread
from mjlog.model.frozen import value


@value
class DealStart:
    """What a deal starts from: as its header has it, else as the deals before left it.

    `points_due` are the points that were due before the deal, if the sheet wrote others down.
    `is_restated`: the header repeats the totals of the deal before, so only these go on. `sum_due`
    is the sum of all points if the totals before add up to another one. `counters` is how often the
    dealer has dealt on, `counters_due` the same as it follows from the deal before, None if it does
    not follow. `name_due` is the name that the deal should have after the one before, empty if it
    may have its own. `is_past_end`: the game was over before it. `unread` are the entries of the
    deal that could not be read: no claim that depends on them is judged.
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
