"""Checks that `pay`, `net` and `score` agree with each other, even if nothing can be settled."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.due import PLAIN, is_beyond_stakes, is_of_stakes
from mjlog.auditor.payment_words import changed, join_stated_and_right, payment
from mjlog.auditor.totals import change_by_payments, subtract_rows
from mjlog.auditor.unread import is_play_alone
from mjlog.model.findings import Claim, Place, differing
from mjlog.model.messages import Message, msg
from mjlog.model.record import TABLE, Line, Pay, Points, ReadySeats, Seat, seat_name
from mjlog.model.settlement import Payment, known_points, net, sum_amounts
from mjlog.referee.rulebook import Unclear


def check_contradictions(sheet: DealCheck) -> None:
    """Report the first contradiction between the `pay`, `net` and `score` lines of a deal.

    Nothing is reported if a single wrong number, which has an error already, explains the
    contradiction. Deals whose payments follow from the rules are skipped, because their amounts are
    checked by the rules; but they are compared, too, if turns could not be read.
    """
    if not isinstance(sheet.changes, Unclear) and not is_play_alone(sheet.start.unread):
        return
    contradiction = _contradiction(sheet)
    if contradiction is None:
        return
    (first_line, one, first), (line, other, change), seat = contradiction
    wrong = {verdict.claim.kind for verdict in differing(sheet.verdicts)} - {"pay"}
    if one in wrong or other in wrong:
        return  # a wrong number or row explains it
    if "pay" in {one, other} and _report_wrong_payment(sheet):
        return
    says = (
        "`{one}` and `{other}` contradict each other: {seat}'s points "
        "change by {recorded} in one and by {due} in the other"
    )
    words = msg(
        says,
        one=one,
        other=other,
        seat=seat_name(seat),
        recorded=f"{first[seat]:+d}",
        due=f"{change[seat]:+d}",
    )
    code, claim = "net.differs", Claim("net", seat)
    if other == "score":
        code, claim = "score.chain", Claim("score", seat)
    entry: tuple[Message, Place] | None = (msg("`{claim}`", claim=one), first_line.span.place())
    if other == "pay" and change[seat] in [r[seat] for r in changes_by_points(sheet, "score")]:
        # The total bears out the payments.
        line, entry, words = first_line, None, changed(seat, first[seat], change[seat])
    sheet.differs(
        code,
        line,
        claim,
        words,
        seat=seat,
        against=entry,
        follows_from=payments_of(sheet, seat),
        whatever_was_played=True,
    )


def _report_wrong_payment(sheet: DealCheck) -> bool:
    """Report a payment as wrong if changes and totals agree and only this payment contradicts them.

    Return whether such a payment was reported.
    """
    paid, step = changes_by_payments(sheet), sheet.rules.pot.step
    changes, totals = changes_by_points(sheet, "net"), changes_by_points(sheet, "score")
    if not (paid and changes and totals):
        return False
    # Stakes that were laid in play are in the totals; in the changes they may be left out.
    if not all(
        is_of_stakes(more, step) for more in known_points(subtract_rows(totals[0], changes[0]))
    ):
        return False
    more = subtract_rows(paid[0], changes[0])
    for (payer, payee), stated in sheet.told.items():
        off = more[payee] if payer == TABLE else -(more[payer] or 0)
        if not off or net([Payment(payer, payee, off)], sheet.outcome.seats) != more:
            continue
        for cause, amount in stated.items():
            points = amount.points or 0
            if points - off < 0 or len(amount.lines) > 1:
                continue
            claim = Claim("pay", payer, payee, cause)
            due = msg("changes and totals give {due}", due=points - off)
            sheet.forget_answers_to(claim)
            sheet.differs(
                "pay.seats",
                amount.lines[0],
                claim,
                join_stated_and_right(payment(claim, points), due),
                recorded=points,
                expected=points - off,
                seat=payer,
                whatever_was_played=True,
            )
            return True
    return False


def _contradiction(sheet: DealCheck) -> tuple[Story, Story, Seat] | None:
    """Find the first line of amounts and another line that contradicts it.

    Return both lines, each with the changes that follow from it, and the seat whose changes differ.
    Return None if all lines agree with the first line.
    """
    stories = [
        *_told_by_points(sheet, "net"),
        *_told_by_payments(sheet),
        *_told_by_points(sheet, "score"),
    ]
    for other in stories[1:]:
        first, (_, keyword, change) = stories[0], other
        changes = [change]
        if keyword == "score" and sheet.before_due:  # others were written before than were due
            ways = [
                subtract_rows(totals, sheet.before_due) for totals in sheet.deal.numbers("score")
            ]
            changes += [known_points(way) for way in ways if None not in way]
        # Totals before may add up wrong, and nobody knows whose is wrong.
        carried = 0
        if keyword == "score" and sheet.start.sum_due is not None:
            carried = sheet.start.sum_due - (sum_amounts(sheet.start.points) or 0)
        for seat, (points, *rest) in enumerate(zip(first[2], *changes, strict=False)):
            differences = [points - each + off for each in rest for off in (0, carried)]
            if keyword == "score":  # totals may carry on what a line before left out
                is_explained = not all(is_beyond_stakes(sheet.rules, each) for each in differences)
            else:
                is_explained = any(_may_be_staked(sheet, seat, each) for each in differences)
            if not is_explained:
                return first, other, seat
    return None


def _may_be_staked(sheet: DealCheck, seat: Seat, difference: int) -> bool:
    """Return whether a difference may be stakes that the payments leave out.

    `difference` is how much the points of the player `seat` differ between two lines. If the sheet
    names who declared ready, only these players laid a stake. If payments say what the table pays,
    the difference must not be larger than these payments.
    """
    given = [stated for (payer, _), stated in sheet.told.items() if payer == TABLE]
    is_winner = seat in sheet.outcome.winning_seats and not given
    declared = sheet.deal.told(ReadySeats)
    if difference and declared and not is_winner and seat not in declared[0].seats:
        return False
    most = sum(amount.points or 0 for stated in given for amount in stated.values())
    return is_of_stakes(difference, sheet.rules.pot.step) and (not given or abs(difference) <= most)


Story = tuple[Line, str, tuple[int, ...]]
"""A line, its keyword, and what the deal changes for each seat by it."""


def _told_by_points(sheet: DealCheck, keyword: str) -> Iterator[Story]:
    """Yield each line with that keyword and everybody's changes that follow from it.

    `keyword` is net or score. A line from which a player's change does not follow is skipped.
    """
    seats, before = sheet.outcome.seats, sheet.start.points
    if keyword == "net":
        before = (0,) * seats
    for line, claim in sheet.deal.with_lines(Points):
        changes = known_points(subtract_rows(claim.points, before))
        if claim.keyword == keyword and len(changes) == seats:
            yield line, keyword, changes


def _told_by_payments(sheet: DealCheck) -> Iterator[Story]:
    """Yield the first `pay` line, with everybody's changes by all payments together.

    Yield nothing if an amount is unknown, or if all payments may be penalties. If the rules are
    unknown, yield nothing unless all payments are without a cause, because payments with a cause
    may not be part of the changes.
    """
    causes = {claim.cause for claim in sheet.deal.told(Pay)}
    if sheet.rules.is_unknown and causes != PLAIN:
        return
    change = change_by_payments(sheet.deal, sheet.outcome.seats)
    if change is not None:
        yield sheet.deal.lines_of(Pay)[0], "pay", change


def changes_by_payments(sheet: DealCheck) -> list[tuple[int, ...]]:
    """Return everybody's changes by the recorded payments: a list of one row.

    The list is empty if the changes are unknown.
    """
    return [change for *_, change in _told_by_payments(sheet)]


def payments_of(sheet: DealCheck, seat: Seat) -> frozenset[Claim]:
    """Return the claims (what an amount is about) for all possible payments from and to a player.

    There is a claim for each other party, both directions, and each cause that occurs in the deal.
    """
    causes = {"", *[line.cause for line in sheet.deal.told(Pay)]}
    causes |= {payment.cause for payment in sheet.likely_payments}
    claims: set[Claim] = set()
    for cause in causes:
        for other in (TABLE, *sheet.outcome.others(seat)):
            claims |= {Claim("pay", seat, other, cause), Claim("pay", other, seat, cause)}
    return frozenset(claims)


def changes_by_points(sheet: DealCheck, keyword: str) -> list[tuple[int, ...]]:
    """Return everybody's changes that follow from each line with that keyword, one row each.

    `keyword` is net or score. A line from which the changes do not follow has no row.
    """
    return [change for *_, change in _told_by_points(sheet, keyword)]
