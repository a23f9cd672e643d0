"""Counts of the entries that contradict a reading of a deal, such as its label or its header.

The dealer is in the label, in the header, on the `next` line and in the next header, and follows
from the deal before. The winner is on the `win` line, and with the hand and its items. A later
winner gets the stakes that a deal leaves on the table.
"""

from __future__ import annotations

from collections.abc import Sequence

from mjlog.auditor.checks.amounts_agree import changes_by_payments, changes_by_points
from mjlog.auditor.deal_check import MONEY, DealCheck
from mjlog.auditor.progress import dealer_by_label
from mjlog.model.deal_labels import is_named, named
from mjlog.model.findings import Finding, errors, leave_out_codes
from mjlog.model.frozen import value
from mjlog.model.record import NOBODY, SEATS, Deal, ReadySeats, Seat, WinLine
from mjlog.model.settlement import Settlement, sum_amounts
from mjlog.referee.rulebook import Continuation, Unclear


@value
class Neighbours:
    """What other deals say about a deal.

    `dealer_due` is the dealer whom the rules expect after the deal before, None if unknown.
    `following` is the next deal. `stakes_won` are the stakes on the table after the deal, which a
    later winner gets; None if unknown.
    """

    dealer_due: Seat | None = None
    following: Deal | None = None
    stakes_won: int | None = None


def count_contradicted(
    sheet: DealCheck,
    around: Neighbours,
    opened: Sequence[Finding] = (),
    *,
    is_priced_wrong: bool = False,
) -> int:
    """Count the entries of the record that contradict a version of a deal.

    Each line with an error counts once, except for errors in payments, changes and totals. The
    label or dealer of the deal, and the header of the next deal, count if they do not fit `around`,
    the neighbouring deals. `opened` are further errors to count. If `is_priced_wrong` is True, the
    error that the game should have ended is ignored.
    """
    in_doubt = MONEY | {"next.end"} if is_priced_wrong else MONEY
    beside = leave_out_codes(errors((*opened, *sheet.findings)), in_doubt)
    lines = {error.place.line for error in beside}
    headers = (
        _contradicts_name(sheet, around),
        around.dealer_due not in {None, sheet.deal.dealer},
        contradicts_following(sheet, around.following),
        contradicts_stakes_won(sheet, around.stakes_won),
    )
    return len(lines) + sum(headers)


def contradicts_stakes_won(sheet: DealCheck, stakes_won: int | None) -> bool:
    """Return whether this deal leaves other stakes on the table than the next winner gets.

    `stakes_won` are the stakes that were on the table after this deal, as later deals say; None if
    unknown. Return False if the rules do not say what is on the table.
    """
    settlement, pool = sheet.settlement, sheet.outcome.pool
    if stakes_won is None or pool is None or not isinstance(settlement, Settlement):
        return False
    return stakes_won != pool + settlement.left_on_the_table


def stakes_won_after(later: Sequence[Deal], step: int) -> int | None:
    """Return the stakes that are on the table before these deals, by the changes of points.

    `step` is the size of a stake. In a draw all players together lose the stakes that they put on
    the table; in a win they win what is on the table. Return None if no deal has a winner, if a
    deal before has no changes, or if it is unknown whether changes include the players' own stakes.
    """
    ways = {way for deal in later if (way := _includes_stakes(deal, step)) is not None}
    won = 0
    for deal in later:
        changes, ready = deal.numbers("net"), _seats_ready(deal)
        if not changes or (change := sum_amounts(changes[0])) is None or (ready and len(ways) != 1):
            return None
        won += change - (step * len(ready) if ways == {False} else 0)
        if deal.contents(WinLine):
            return won
    return None


def _seats_ready(deal: Deal) -> set[Seat]:
    return {seat for line in deal.contents(ReadySeats) for seat in line.seats}


def _includes_stakes(deal: Deal, step: int) -> bool | None:
    """Return whether the changes of a deal include the stakes that players put on the table.

    A player who is ready and neither wins nor pays shows it, as do all players in a draw. Return
    None if the deal does not show it.
    """
    changes, ready = deal.numbers("net"), _seats_ready(deal)
    if not changes or not ready or (change := sum_amounts(changes[0])) is None:
        return None
    wins = deal.contents(WinLine)
    if not wins:
        return change == -step * len(ready)
    if any(win.source == win.seat for win in wins):
        return None
    others = ready - {seat for win in wins for seat in (win.seat, win.source)}
    return next((changes[0][seat] == -step for seat in sorted(others)), None)


def _contradicts_name(sheet: DealCheck, around: Neighbours) -> bool:
    """Return whether the deal's label implies another dealer than its header names.

    Return False if the next deal has this contradiction, too, because the record then counts its
    labels from another player.
    """
    dealer = sheet.deal.dealer
    if dealer_by_label(sheet.deal) in {None, dealer} or dealer == NOBODY:
        return False
    # The labels may count from another player than A; then the next label does so, too.
    following = around.following
    return following is None or dealer_by_label(following) in {None, following.dealer}


def bears_out_names(sheet: DealCheck) -> bool:
    """Return whether changes and label agree with the recorded winner, discarder and dealer.

    Changes agree if the winners gain points and nobody loses more than the discarder. If no changes
    are known, only the label is checked.
    """
    dealer = sheet.deal.dealer
    if dealer_by_label(sheet.deal) not in {None, dealer}:
        return False
    changes = [*changes_by_points(sheet, "net"), *changes_by_payments(sheet)]
    changes += changes_by_points(sheet, "score")
    for change in changes:
        gaining = {seat for seat, points in enumerate(change) if points > 0}
        losing = [seat for seat, points in enumerate(change) if points < 0]
        fits = sheet.outcome.winning_seats <= gaining
        for winner in sheet.outcome.winners:
            if winner.own_draw:
                fits = fits and len(losing) > 1
            else:
                fits = fits and change[winner.source] == min(change)
        if fits:
            return True
    return not changes


def contradicts_following(sheet: DealCheck, following: Deal | None) -> bool:
    """Return whether the next deal has another dealer or label than the rules expect.

    Return False if there is no next deal, or if the next dealer is unknown.
    """
    if following is None:
        return False
    due, dealer = sheet.next_dealer, following.attribute("dealer")
    if isinstance(due, Unclear):
        return False
    if dealer is not None and dealer != SEATS[due]:
        return True
    coming = sheet.continuation
    if not isinstance(coming, Continuation) or not coming.label or named(following.label) is None:
        return False
    return not is_named(following.label, coming.label)
