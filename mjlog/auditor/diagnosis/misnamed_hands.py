"""Two hands shown under one letter: a deal is read with one of them as that of another player."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.auditor.context import Context
from mjlog.auditor.diagnosis.altered_deals import with_line
from mjlog.auditor.judgement import Judgement, judge
from mjlog.model.findings import Claim, Finding, Verdict
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Who, msg
from mjlog.model.record import Show, seat_name
from mjlog.referee.replay import replay


def read_misnamed_hands(first: Judgement, context: Context) -> Judgement:
    """Judge the deal with a repeated hand as that of a player who shows none, if less is wrong."""
    if first.sheet.deal.turns:
        return first
    return min([first, *_readings(first, context)], key=lambda reading: reading.left)


def _readings(first: Judgement, context: Context) -> Iterator[Judgement]:
    """Yield the deal with one hand of those who show two as that of each player who shows none."""
    sheet = first.sheet
    hands = sheet.deal.with_lines(Show)
    owners = [shown.seat for _, shown in hands]
    missing = [seat for seat in range(sheet.outcome.seats) if seat not in owners]
    for line, shown in hands:
        if owners.count(shown.seat) == 1:
            continue
        for seat in missing:
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
            finding = Finding.silent(
                "line.twice",
                "error",
                words,
                place,
                clause=context.rules.law("line.twice"),
                recorded=recorded,
                expected=expected,
                verdict=verdict,
            )
            yield replace(other, roots=(*first.roots, finding))
