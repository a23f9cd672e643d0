"""Checks of `net` and `score` lines: everybody's changes in a deal, and the totals after it."""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.auditor.checks.amounts_agree import changes_by_payments, changes_by_points, payments_of
from mjlog.auditor.checks.unsettled import check_by_sums, wrong_by_sums
from mjlog.auditor.deal_check import CODES_OF_POINTS, DealCheck
from mjlog.auditor.due import Amount, changes_of_best_set, nearest, no_amount
from mjlog.auditor.payment_words import changed, total
from mjlog.auditor.totals import add_rows, subtract_rows
from mjlog.model.findings import Claim, Kind
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import TABLE, Line, Points, Seat
from mjlog.model.settlement import Payment, known_points, net
from mjlog.referee.rulebook import Unclear


def check_net(sheet: DealCheck, line: Line, claim: Points) -> None:
    """Check each player's change of points on a `net` line, and add a verdict for each to `sheet`.

    The changes may include or leave out the stakes that players laid on the table during play. If
    the rules do not determine the payments of the deal, only check whether the changes add up and
    agree with other lines.
    """
    if isinstance(sheet.changes, Unclear):
        check_by_sums(sheet, line, claim, sheet.changes.words)
        return
    ways = sheet.net_ways
    likely = changes_of_best_set(sheet, ways) if len(sheet.payment_sets) > 1 else ways
    reasons = [why for change, why in likely if change == claim.points]
    if reasons and not reasons[0]:
        sheet.all_agree(line, "net", known_points(claim.points))
        return
    due, why, sure = nearest(claim.points, ways, likely)
    sources = _sources(sheet, "net", claim.points, due)
    for seat, points in enumerate(claim.points[: len(due)]):
        label = Claim("net", seat)
        if points == due[seat]:
            _agrees_if(sheet, line, label, points, "" if seat in sure else why)
        else:
            amount = Amount(line, label, seat, points)
            words = changed(seat, points or 0, due[seat])
            _answer(sheet, amount, due[seat], words, sources[seat])


def check_score(sheet: DealCheck, line: Line, claim: Points) -> None:
    """Check each player's total on a `score` line, and add a verdict for each to `sheet`.

    The right total is the total before the deal plus the right change; without a known total before
    the deal, the verdict is "unverified". If the rules do not determine the payments of the deal,
    only check whether the line adds up and agrees with other lines.
    """
    before = sheet.start.points
    if isinstance(sheet.changes, Unclear):
        check_by_sums(sheet, line, claim, sheet.changes.words)
        return
    if None in before:
        unknown = msg("the points before this deal are not known").lacking("points")
        for seat in range(len(claim.points)):
            sheet.unverified(line, Claim("score", seat), unknown, seat)
        return
    due, why, sure = _change_by_totals(sheet, claim.points)
    after_all = known_points(add_rows(before, due))
    if claim.points == after_all and not why:
        sheet.all_agree(line, "score", after_all)
        return
    right = totals_due(sheet, claim.points)
    sources = _sources(sheet, "score", subtract_rows(claim.points, before), due)
    for seat, points in enumerate(claim.points[: len(due)]):
        label = Claim("score", seat)
        if points in right[seat]:
            _agrees_if(sheet, line, label, points, "" if seat in sure else why)
        else:
            words = total(seat, points or 0, after_all[seat] - due[seat], due[seat])
            amount = Amount(line, label, seat, points)
            _answer(sheet, amount, after_all[seat], words, sources[seat])


def _agrees_if(
    sheet: DealCheck, line: Line, label: Claim, points: int | None, why: Sentence
) -> None:
    """Add the verdict that an amount is right, or that it is right only if `why` is true.

    `label` is the key of the amount, and `points` the amount. `why` is a sentence about an open
    question, such as which hand a player had. If it is empty, the verdict is "agrees", otherwise
    "unverified".
    """
    if why:
        sheet.conditional(line, label, why, label.seat)
    else:
        sheet.agrees(line, label, label.seat, points)


def totals_due(sheet: DealCheck, recorded: Sequence[int | None]) -> list[tuple[int, ...]]:
    """Return the totals that are right after the deal: for each seat, a tuple of one or two totals.

    A tuple has two totals if the record has wrong points before the deal: one total follows from
    these points, the other from the right points. `recorded` are the totals on the `score` line.
    The list is empty if the right totals are unknown.
    """
    if None in sheet.start.points:
        return []
    if isinstance(sheet.changes, Unclear):
        wrong = wrong_by_sums(sheet)
        if "score" in [claim.kind for claim in wrong]:
            claims = [Claim("score", seat) for seat in range(len(recorded))]
            return [
                (wrong.get(claim, points or 0),)
                for claim, points in zip(claims, recorded, strict=True)
            ]
        stated_changes = changes_by_points(sheet, "net")
        if not stated_changes:
            return []
        due = stated_changes[0]
    else:
        due = _change_by_totals(sheet, recorded)[0]
    written = add_rows(sheet.start.points, due)
    if not sheet.before_due:
        return [(points,) for points in known_points(written)]
    meant = add_rows(sheet.before_due, due)
    totals = zip(written, meant, strict=True)
    return [tuple(dict.fromkeys(known_points(either_of))) for either_of in totals]


def _change_by_totals(
    sheet: DealCheck, totals: Sequence[int | None]
) -> tuple[tuple[int, ...], Sentence, frozenset[Seat]]:
    """Return everybody's right change of points, the nearest to `totals` if several are possible.

    `totals` are the totals on a `score` line. Return three values: the changes by seat, a sentence
    that says on which open question they depend (empty if on none), and the seats whose change is
    the same in all possible cases.
    """
    changes = sheet.whole_changes
    if len(changes) == 1:
        due, why = changes[0]
        return due, why, frozenset(range(len(due)))
    return nearest(
        subtract_rows(totals, sheet.start.points), changes, changes_of_best_set(sheet, changes)
    )


def _sources(
    sheet: DealCheck, keyword: Kind, stated: Sequence[int | None], due: Sequence[int]
) -> list[frozenset[Claim]]:
    """Return, for each seat, the keys of recorded values that explain its wrong number on a line.

    For example, a wrong change may be computed from a wrong `pay` line; then only the `pay` line
    needs a correction. `keyword` (net or score) is the keyword of the line, `stated` has
    everybody's changes by this line, `due` the right changes. The set of a seat is empty if its
    number is right or if no other value explains it.
    """
    ways = [(change, "pay") for change in changes_by_payments(sheet)]
    if keyword == "score":
        ways += [(change, "net") for change in changes_by_points(sheet, "net")]
    ways += [(sheet.with_stakes(change), kind) for change, kind in ways]
    sources: list[frozenset[Claim]] = []
    for seat, points in enumerate(stated):
        claims = frozenset[Claim]()
        for change, kind in ways:
            if change[seat] == points != due[seat]:
                claims |= payments_of(sheet, seat) if kind == "pay" else {Claim("net", seat)}
        sources.append(claims)
    # The line may leave out only what one player pays for one cause.
    by_cause: dict[tuple[Seat, str], list[Payment]] = {}
    for payment in (*(sheet.penalties() or ()), *sheet.likely_payments):
        by_cause.setdefault((payment.payer, payment.cause), []).append(payment)
    for (payer, _), payments in by_cause.items():
        # A payment by the table is missing in no other player's total.
        if payer != TABLE and net(payments, sheet.outcome.seats) == subtract_rows(due, stated):
            return [
                claims if seat == payer else claims | {Claim(keyword, payer)}
                for seat, claims in enumerate(sources)
            ]
    return sources


def _answer(
    sheet: DealCheck, amount: Amount, due: int, words: Message, sources: frozenset[Claim]
) -> None:
    """Add the verdict "differs" and an error with the message `words` for the wrong `amount`.

    `due` is the right amount. `sources` are the keys of other recorded values from which the wrong
    amount may follow. If the record does not state the amount, or if the deal has a penalty without
    a known price, add the verdict "unverified" and no error.
    """
    line, label, seat, points = amount
    if points is None:
        sheet.unverified(line, label, no_amount(due), seat)
        return
    if sheet.fines.unpriced:
        sheet.unverified(line, label, sheet.fines.unpriced, seat)
        return
    sheet.differs(
        CODES_OF_POINTS[label.kind],
        line,
        label,
        words,
        recorded=points,
        expected=due,
        seat=seat,
        follows_from=sources,
    )
