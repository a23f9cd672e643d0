"""The sums of a sheet as equations: they show which cell is wrong if rows and totals disagree.

What one player loses, another wins, so a row of changes adds up to zero. A total is the total
before plus the change. One wrong cell breaks two of these equations, which shows where it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from mjlog.auditor.due import is_of_stakes
from mjlog.auditor.totals import Totals, all_known, change_by_payments, subtract_rows
from mjlog.model.record import Deal, Pay, Seat
from mjlog.model.settlement import sum_amounts

IsOff = Callable[[int], bool]
"""A function that returns whether stakes on the table cannot explain a difference."""
_SOME: Final = 3
"""Fewest players whose equal totals show with how many points everybody began."""


def wrong_change(change: Totals, right: Totals, is_off: IsOff) -> Seat | None:
    """Return the only seat whose change is wrong, if the sum of the changes shows this, too.

    `change` has everybody's changes, `right` the changes by other entries (None if unknown). The
    sum must be wrong by the same amount as the change. The function `is_off` says whether stakes
    cannot explain a difference. Return None if no change, or more than one, is wrong.
    """
    off = sum_amounts(change)
    if off is None or not is_off(off):
        return None
    differences = subtract_rows(change, right)
    wrong = [seat for seat, more in enumerate(differences) if more is not None and is_off(more)]
    # The change and the sum must be off by the same amount, except for stakes.
    if len(wrong) != 1 or is_off((differences[wrong[0]] or 0) - off):
        return None
    return wrong[0]


def usual_start(totals: Sequence[int | None], change: Totals, stake: int) -> int | None:
    """Return the points with which every player began the game: the totals minus all changes.

    At least three players, and all except at most one, must agree; otherwise return None. `totals`
    are the first totals, `change` the changes up to these totals. A player's total may be lower by
    one stake of `stake` points.
    """
    began = all_known(subtract_rows(totals, change))
    if began is None or len(began) < _SOME:
        return None
    for usual, times in Counter(sorted(began, reverse=True)).most_common(1):
        fitting = sum(points in {usual, usual - stake} for points in began)
        if times > 1 and fitting >= max(_SOME, len(began) - 1):
            # If all players staked, only the sum shows it.
            have_all_staked = sum_amounts(totals) == (usual + stake) * len(began)
            return usual + stake if have_all_staked else usual
    return None


def usual_sum(sums: Sequence[int], stake: int) -> int | None:
    """Return the sum that everybody's totals usually have on the `score` lines of a game.

    `sums` has the sum of each line. At least two must be equal to the result. All others except at
    most one must be lower by a multiple of `stake`, because stakes were on the table. Otherwise
    return None.
    """
    for usual, times in Counter(sorted(sums, reverse=True)).most_common(1):
        fitting = sum(is_of_stakes(usual - total, stake) and total <= usual for total in sums)
        if times > 1 and fitting >= len(sums) - 1:
            return usual
    return None


def stated_changes(deal: Deal, seats: int) -> Totals:
    """Return everybody's changes by the first `net` line, or else by the recorded payments.

    All changes are None if there is no `net` line and the payments do not show the changes, because
    an amount is missing or a payment has a cause.
    """
    for points in deal.numbers("net")[:1]:
        if len(points) == seats:
            return points
    has_causes = any(claim.cause for claim in deal.contents(Pay))
    change = None if has_causes else change_by_payments(deal, seats)
    return (None,) * seats if change is None else change
