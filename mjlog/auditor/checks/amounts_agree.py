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
    """Add an error to `sheet` if its `pay`, `net` and `score` lines contradict each other.

    Only the first contradiction is reported. Nothing is added if one of the two lines already has
    an error that explains it. If the rules determine the payments, each line is checked by itself,
    so nothing is added here, unless some turns of the deal could not be read.
    """
    if not isinstance(sheet.changes, Unclear) and not is_play_alone(sheet.start.unread):
        return
    contradiction = _contradiction(sheet)
    if contradiction is None:
        return
    (first_line, one, first), (line, other, change), seat = contradiction
    wrong = {verdict.claim.kind for verdict in differing(sheet.verdicts)} - {"pay"}
    if one in wrong or other in wrong:
        return  # a wrong number or row, which is reported already, explains the contradiction
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
        # The totals support the payments, so the changes are probably wrong.
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
    """Add an error for a payment that both the changes and the totals of the deal contradict.

    The changes and the totals must agree with each other, and only one payment may contradict them.
    Return whether an error was added.
    """
    paid, step = changes_by_payments(sheet), sheet.rules.pot.step
    changes, totals = changes_by_points(sheet, "net"), changes_by_points(sheet, "score")
    if not (paid and changes and totals):
        return False
    # Totals include stakes that were laid during play; changes may leave them out.
    if not all(
        is_of_stakes(more, step) for more in known_points(subtract_rows(totals[0], changes[0]))
    ):
        return False
    more = subtract_rows(paid[0], changes[0])
    for (payer, payee), stated in sheet.recorded_payments.items():
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
    """Find the first two lines of a deal that contradict each other about a player's points.

    The lines are `net`, `pay` and `score` lines; each is compared with the first of them. Return
    three values: both lines, each as a tuple (line, keyword, everybody's change of points according
    to the line), and the seat for which the two changes differ. Return None if all lines agree.
    """
    stories = [
        *_changes_by_points(sheet, "net"),
        *_changes_by_payments(sheet),
        *_changes_by_points(sheet, "score"),
    ]
    for other in stories[1:]:
        first, (_, keyword, change) = stories[0], other
        changes = [change]
        # the recorded totals before may differ from the right ones
        if keyword == "score" and sheet.before_due:
            ways = [
                subtract_rows(totals, sheet.before_due) for totals in sheet.deal.numbers("score")
            ]
            changes += [known_points(way) for way in ways if None not in way]
        # The totals before may have a wrong sum, and nobody knows whose total is wrong.
        carried = 0
        if keyword == "score" and sheet.start.sum_due is not None:
            carried = sheet.start.sum_due - (sum_amounts(sheet.start.points) or 0)
        for seat, (points, *rest) in enumerate(zip(first[2], *changes, strict=False)):
            differences = [points - each + off for each in rest for off in (0, carried)]
            if keyword == "score":  # totals may include stakes that an earlier line left out
                is_explained = not all(is_beyond_stakes(sheet.rules, each) for each in differences)
            else:
                is_explained = any(_may_be_staked(sheet, seat, each) for each in differences)
            if not is_explained:
                return first, other, seat
    return None


def _may_be_staked(sheet: DealCheck, seat: Seat, difference: int) -> bool:
    """Return whether stakes that one line leaves out may explain why two lines differ for a seat.

    A stake is a stick of fixed value that a player lays on the table. `difference` is the change of
    the player `seat` by one line minus the change by the other line; it must be a multiple of the
    stake. If a `ready` line names the players who laid a stake, return False for any player whom it
    does not name, except a winner, who may have taken these stakes. If `pay` lines say what the
    table pays, the difference must not exceed these payments.
    """
    given = [stated for (payer, _), stated in sheet.recorded_payments.items() if payer == TABLE]
    is_winner = seat in sheet.outcome.winning_seats and not given
    declared = sheet.deal.contents(ReadySeats)
    if difference and declared and not is_winner and seat not in declared[0].seats:
        return False
    most = sum(amount.points or 0 for stated in given for amount in stated.values())
    return is_of_stakes(difference, sheet.rules.pot.step) and (not given or abs(difference) <= most)


Story = tuple[Line, str, tuple[int, ...]]
"""A line, its keyword, and the change of each seat's points in the deal according to the line."""


def _changes_by_points(sheet: DealCheck, keyword: str) -> Iterator[Story]:
    """Yield a tuple for each line with that keyword: line, keyword, and everybody's changes.

    `keyword` is net (changes) or score (totals after the deal). Lines are skipped if the change of
    a player is unknown.
    """
    seats, before = sheet.outcome.seats, sheet.start.points
    if keyword == "net":
        before = (0,) * seats
    for line, claim in sheet.deal.with_lines(Points):
        changes = known_points(subtract_rows(claim.points, before))
        if claim.keyword == keyword and len(changes) == seats:
            yield line, keyword, changes


def _changes_by_payments(sheet: DealCheck) -> Iterator[Story]:
    """Yield at most one tuple: the first `pay` line, the word "pay", and everybody's changes.

    The changes are the result of all payments of the deal together. Yield nothing if an amount is
    unknown, or if all payments may be penalties, which the changes on other lines may leave out.
    Yield nothing either if the rules are unknown and a payment names a cause, such as `for=riichi`.
    """
    causes = {claim.cause for claim in sheet.deal.contents(Pay)}
    if sheet.rules.is_unknown and causes != PLAIN:
        return
    change = change_by_payments(sheet.deal, sheet.outcome.seats)
    if change is not None:
        yield sheet.deal.lines_of(Pay)[0], "pay", change


def changes_by_payments(sheet: DealCheck) -> list[tuple[int, ...]]:
    """Return everybody's changes of points by all recorded payments, as the only tuple in a list.

    Return an empty list if the changes are unknown.
    """
    return [change for *_, change in _changes_by_payments(sheet)]


def payments_of(sheet: DealCheck, seat: Seat) -> frozenset[Claim]:
    """Return the keys of all payments that the player `seat` may make or receive in the deal.

    A key is a `Claim` with payer, payee and cause. For every other player and for the table, there
    are keys for payments to `seat` and from `seat`, for every cause in the deal.
    """
    causes = {"", *[line.cause for line in sheet.deal.contents(Pay)]}
    causes |= {payment.cause for payment in sheet.likely_payments}
    claims: set[Claim] = set()
    for cause in causes:
        for other in (TABLE, *sheet.outcome.others(seat)):
            claims |= {Claim("pay", seat, other, cause), Claim("pay", other, seat, cause)}
    return frozenset(claims)


def changes_by_points(sheet: DealCheck, keyword: str) -> list[tuple[int, ...]]:
    """Return a tuple of everybody's changes for each line with that keyword, in a list.

    `keyword` is net (changes) or score (totals after the deal). Lines are skipped if the change of
    a player is unknown.
    """
    return [change for *_, change in _changes_by_points(sheet, keyword)]
