"""The state at the start of a deal."""

from __future__ import annotations

from mjlog.auditor.totals import Totals
from mjlog.auditor.unread import Unread
from mjlog.model.frozen import value


@value
class DealStart:
    """The state at the start of a deal: as its header says, or else as the earlier deals left it.

    `points` are everybody's points; `points_due` are the right points if the sheet has other
    numbers. `is_restated`: the header repeats the totals of the deal before, so the sheet goes on
    from these totals even if they are wrong. `sum_due` is the right sum of all points if the totals
    before have another sum. `pool` is the number of points on the table. `counters` is how often in
    a row the dealer has dealt before; `counters_due` is the number of counters that follows from
    the deal before; each is None if unknown. `name_due` is the expected label of the deal; empty if
    its own label may be right. `is_past_end`: the game was over before this deal. `unread` are
    entries of the deal that could not be read; values that depend on them are not judged.
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
