"""Readings of deals that show two hands of one player: one of them may be another player's."""

from __future__ import annotations

from mjlog.auditor.context import Context
from mjlog.auditor.diagnosis.altered_deals import with_line
from mjlog.auditor.judgement import Judgement, judge
from mjlog.model.findings import Claim, Verdict
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Who, msg
from mjlog.model.record import Show, seat_name
from mjlog.referee.replay import replay


def read_misnamed_hands(first: Judgement, context: Context) -> Judgement:
    """Correct the player of a `show` line, if one player shows two hands and another shows none.

    Each possible correction is checked. Return the version with the fewest errors, which may be
    `first`, the deal as written. A deal with turns is not changed.
    """
    sheet, readings = first.sheet, [first]
    hands = [] if sheet.deal.turns else sheet.deal.with_lines(Show)
    owners = [shown.seat for _, shown in hands]
    missing = [seat for seat in range(sheet.outcome.seats) if seat not in owners]
    for line, shown in hands:
        for seat in missing if owners.count(shown.seat) > 1 else ():
            deal = with_line(sheet.deal, line, replace(shown, seat=seat))
            played = replay(deal, context.rules, seats=context.game.seats)
            other = judge(deal, played, sheet.start, sheet.number, context)
            recorded, expected = seat_name(shown.seat), seat_name(seat)
            words = msg(
                "{recorded} shows two hands; this one is probably that of {expected}",
                recorded=Who(recorded),
                expected=Who(expected),
            )
            place, claim = line.span.place(sheet.number, shown.seat), Claim("show", shown.seat)
            verdict = Verdict("differs", claim, place, words)
            wrong = context.error(
                "line.twice", words, place, recorded=recorded, expected=expected, verdict=verdict
            )
            readings.append(replace(other, roots=(*first.roots, *wrong)))
    return min(readings, key=lambda reading: reading.errors_left)
