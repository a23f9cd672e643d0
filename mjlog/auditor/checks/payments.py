"""Checks of `pay` lines: what one player pays another, and which payments are missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.debts import Pair, StatedAmount, is_fine, penalty
from mjlog.auditor.due import (
    PLAIN,
    Amount,
    best_settlement,
    is_certain,
    left_out,
    never_due,
    no_amount,
    right_amounts,
)
from mjlog.auditor.payment_words import (
    cause_named,
    join_stated_and_right,
    no_payment,
    payment,
    rules_give,
)
from mjlog.model.findings import Claim
from mjlog.model.messages import Message, Sentence, join_choices, msg
from mjlog.model.near_words import near_words
from mjlog.model.record import TABLE, Line, Pay, Seat, seat_name
from mjlog.model.settlement import PaymentSet, explained
from mjlog.referee.rulebook import Unclear


def check_pay(sheet: DealCheck, line: Line, claim: Pay) -> None:
    """Check each payment on a `pay` line, and add a verdict for each to `sheet`.

    If several lines state payments from A to B for one cause, the sum is checked once, at the first
    of these lines.
    """
    if claim.cause and is_fine(claim.cause, sheet.rules):
        _check_penalty(sheet, line, claim)
        return
    is_plain = not claim.cause and sheet.is_settled and len(sheet.payment_sets) == 1
    for pair in claim.pairs:
        causes = sheet.recorded_payments[pair]
        amount = causes[claim.cause]
        # Amounts on several lines add up, so they are checked once, at the first of them.
        if amount.lines[0] is not line:
            continue
        if is_plain and len(causes) == 1:
            # Most payments are plain and right. This is faster than `_check_payment`, with the same
            # result.
            due = sum(sheet.parts_of(sheet.payment_sets[0]).get(pair, {}).values())
            if amount.points in {due, due + sheet.staked.get(pair, 0)}:
                sheet.agrees(line, Claim("pay", *pair), pair[0], amount.points)
                continue
        _check_payment(sheet, pair, claim.cause, amount)


def _check_payment(sheet: DealCheck, pair: Pair, cause: str, paid: StatedAmount) -> None:
    """Check the payment from `pair[0]` to `pair[1]` for one cause, and add a verdict to `sheet`.

    `cause` is, for example, `riichi`. If it is empty, the payment is for all causes that have no
    line of their own. `paid` has the recorded amount, as a sum, and the lines that state it.
    """
    payer, label, line, points = pair[0], Claim("pay", *pair, cause), paid.lines[0], paid.points
    if isinstance(sheet.settlement, Unclear):
        _check_unsettled(sheet, Amount(line, label, payer, points), sheet.settlement.words)
        return
    if reason := sheet.settlement.reason_unknown(*pair):
        sheet.unverified(line, label, reason, payer)
        return
    payment_set = best_settlement(sheet)
    right = right_amounts(sheet, payment_set, pair, cause)
    if points is None:
        sheet.unverified(line, label, no_amount(right[0]), payer)
    elif points in right:
        if is_certain(sheet, pair, cause, points):
            sheet.agrees(line, label, payer, points)
        else:
            sheet.conditional(line, label, payment_set.why, payer)
    # The price of the ruling is unknown, so the offender is not accused.
    elif payer in sheet.fines.offenders:
        sheet.unverified(line, label, sheet.fines.unpriced, payer)
    else:
        owed, expected = sheet.owed_between(payment_set, pair), right[0]
        # Show the sum of all causes if nothing is due for the named cause and all payments name a
        # cause.
        if cause and not owed.get(cause) and "" not in sheet.recorded_payments[pair]:
            expected = sum(owed.values())
        written = " + ".join([str(amount) for amount in paid.written])
        sheet.differs(
            code_of_payment(sheet, payment_set, pair),
            line,
            label,
            join_stated_and_right(
                payment(label, written), _reason(sheet, payment_set, pair, cause)
            ),
            recorded=points,
            expected=expected,
            seat=payer,
            clause=_clause(sheet, payment_set, pair),
        )


def _check_unsettled(sheet: DealCheck, amount: Amount, why: Sentence) -> None:
    """Check a recorded payment of a deal whose payments the rules cannot determine.

    `why` is the reason. Add an error if no winning hand can lead to the payment. A payment to or
    from the table is compared with its possible amounts. Otherwise add the verdict "unverified".
    """
    line, label, payer, points = amount
    pair = label.seat, label.payee
    moves: Sequence[int] = ()
    if len(sheet.recorded_payments[pair]) == 1:
        moves = _moves_of_the_table(sheet).get(pair, ())
    # If several amounts are possible, a payment of one of them proves nothing.
    if points is not None and (points not in moves if len(moves) > 1 else moves):
        _check_moves(sheet, amount, moves)
        return
    never = never_due(sheet, *pair, points or 0)
    if never is None or not points:
        sheet.unverified(line, label, why, payer)
        return
    words = join_stated_and_right(payment(label, points), never)
    sheet.differs("pay.seats", line, label, words, recorded=points, expected=0, seat=payer)


def _moves_of_the_table(sheet: DealCheck) -> Mapping[Pair, tuple[int, ...]]:
    """Return the payments to and from the table after a win, which do not depend on the hand.

    The result is a dict from a pair (payer, payee) to the possible amounts. It is empty if nobody
    won, if the rules have no such payments, or if the rules determine all payments of the deal.
    """
    moves = sheet.rules.pot.moves
    if moves is None or not sheet.outcome.winners:
        return {}
    return moves(sheet.outcome) if isinstance(sheet.settlement, Unclear) else {}


def _check_moves(sheet: DealCheck, amount: Amount, moves: Sequence[int]) -> None:
    """Compare a recorded payment to or from the table with its possible amounts, `moves`.

    Add the verdict "agrees" or "differs" to `sheet`. The likeliest amount comes first in `moves`.
    Used if the rules do not determine the other payments of the deal.
    """
    line, label, seat, points = amount
    if points in moves:
        sheet.agrees(line, label, seat, points)
        return
    due = rules_give(join_choices([str(each) for each in moves]))
    words = join_stated_and_right(payment(label, points) if points else no_payment(label), due)
    sheet.differs(
        "pay.pool", line, label, words, recorded=points or 0, expected=moves[0], seat=seat
    )


def code_of_payment(sheet: DealCheck, payment_set: PaymentSet, pair: Pair) -> str:
    """Return the code, such as `pay.pool`, of the error that a payment is wrong.

    The payment is from `pair[0]` to `pair[1]`. There is one code for penalties, one for payments to
    or from the table, one for payments after a win, and one for payments after a draw.
    `payment_set` is the possible set of payments that counts as right.
    """
    causes = sheet.owed_between(payment_set, pair)
    if any(is_fine(cause, sheet.rules) for cause in causes):
        return "pay.penalty"
    if TABLE in pair and sheet.rules.pot.used:
        return "pay.pool"
    return "pay.seats" if sheet.outcome.declared else "pay.draw"


def _clause(sheet: DealCheck, payment_set: PaymentSet, pair: Pair) -> str:
    """Return the number of the rule by which `pair[0]` owes `pair[1]`, to be cited in an error.

    `payment_set` is the possible set of payments that counts as right. If it has no payment for
    this pair, return the number of the rule that an illegal win of the deal breaks, or an empty
    string if the deal has no illegal win.
    """
    for due in payment_set.between(pair)[:1]:
        if due.clause:
            return due.clause
    return sheet.interpretation.broken if sheet.outcome.is_false else ""


def _reason(sheet: DealCheck, payment_set: PaymentSet, pair: Pair, cause: str) -> Message:
    """Return a message that says what `pair[0]` owes `pair[1]` by the rules, or why nothing.

    Only the payment for `cause` counts; if `cause` is empty, all payments count whose cause has no
    line of its own. `payment_set` is the possible set of payments that counts as right.
    """
    due = payment_set.between(pair)
    stated = sheet.recorded_payments_between(pair)
    causes = {cause} if cause else {part.cause for part in due} - (stated.keys() - PLAIN)
    of_cause = [part for part in due if part.cause in causes]
    if of_cause:
        return rules_give(explained(of_cause))
    if cause and due and "" not in stated:
        words = "the rules give {due}, nothing of it for {cause}; a cause is that of its whole line"
        return msg(words, due=explained(due), cause=cause_named(cause))
    if cause:
        return msg("nothing is due for {cause}", cause=cause_named(cause))
    if sheet.outcome.is_false:
        return msg("the win is not legal, so nothing is due for it")
    why = never_due(sheet, *pair, 1)
    return msg("nothing is due") if why is None else msg("nothing is due: {why}", why=why)


def check_missing_payments(sheet: DealCheck) -> None:
    """Add an error for each payment that is due by the rules and that the sheet leaves out.

    Nothing is added if the sheet has no `pay` lines, or if the payer has a penalty without a known
    price. If the rules do not determine the payments, add errors only for missing stakes (the
    payments to the table of players who declare ready).
    """
    if not sheet.recorded_payments:
        return
    if not sheet.payment_sets:
        _check_missing_stakes(sheet)
        return
    payment_set = best_settlement(sheet)
    missing_payments = left_out(sheet, payment_set)
    missing = {(*pair, cause) for pair, cause, *_ in missing_payments}
    payers: dict[tuple[Seat, str], set[Seat]] = {}
    for each in sheet.likely_payments if missing else ():
        payers.setdefault((each.payee, each.cause), set()).add(each.payer)
    first_claims: dict[tuple[Seat, str], Claim] = {}
    for pair, cause, line, due in missing_payments:
        label = Claim("pay", *pair, cause)
        if pair[0] in sheet.fines.offenders:
            continue
        # If all payments to one player for one cause are missing, one line was left out, which is
        # one mistake. Otherwise each missing payment is a mistake.
        paid_for = pair[1], cause
        first = first_claims.setdefault(paid_for, label)
        owing = payers.get(paid_for, set())
        is_line = pair[0] in owing and all((payer, *paid_for) in missing for payer in owing)
        sheet.differs(
            code_of_payment(sheet, payment_set, pair),
            line,
            label,
            join_stated_and_right(no_payment(label), _reason(sheet, payment_set, pair, cause)),
            recorded=0,
            expected=due,
            seat=pair[0],
            clause=_clause(sheet, payment_set, pair),
            follows_from=frozenset({first}) - {label} if is_line else frozenset(),
        )


def _check_missing_stakes(sheet: DealCheck) -> None:
    """Add an error for each stake that a player owes the table and that the sheet leaves out.

    A stake is a payment to the table. Nothing is added if the sheet has no payment to the table at
    all. Used for deals whose other payments the rules cannot determine.
    """
    laid = {pair: causes for pair, causes in sheet.recorded_payments.items() if pair[1] == TABLE}
    if not laid:
        return
    cause, amount = next(iter([*laid.values()][-1].items()))
    for pair, moves in _moves_of_the_table(sheet).items():
        if pair[1] == TABLE and pair not in laid:
            missing = Amount(amount.lines[-1], Claim("pay", *pair, cause), pair[0], 0)
            _check_moves(sheet, missing, moves)


# --------------------------------------------------------------------------- penalties


def _check_penalty(sheet: DealCheck, line: Line, claim: Pay) -> None:
    """Check each penalty payment on a line, and add a verdict for each to `sheet`.

    A payment without a ruling is an error. The verdict is "unverified" if the rules name no price
    for the penalty. Errors are also added for penalties that the sheet leaves out.
    """
    for payer, payee in claim.pairs:
        paid = sheet.recorded_penalties[payer, payee][claim.cause]
        if paid.lines[0] is not line:
            continue
        label, points = Claim("pay", payer, payee, claim.cause), paid.points
        due = penalty(sheet.deal, sheet.rules, sheet.outcome, claim.cause, (payer, payee))
        # If the record does not decide the price, only one of these amounts can be right.
        possible = due.amounts if isinstance(due, Unclear) else (due,)
        if due != 0 and not sheet.is_ruled_of(payer, claim.cause):
            _check_unruled(sheet, line, label)
        elif points is not None and possible and points not in possible:
            price = (
                possible[0]
                if len(possible) == 1
                else join_choices([str(each) for each in possible])
            )
            words = join_stated_and_right(payment(label, points), rules_give(price))
            expected = possible[0]
            sheet.differs(
                "pay.penalty", line, label, words, recorded=points, expected=expected, seat=payer
            )
        elif isinstance(due, Unclear):
            sheet.unverified(line, label, due.words, payer)
        elif points is None:
            sheet.unverified(line, label, no_amount(due), payer)
        else:
            sheet.agrees(line, label, payer, points)
    _check_fines_left_out(sheet, line, claim)


def _check_unruled(sheet: DealCheck, line: Line, label: Claim) -> None:
    """Add an error for a penalty payment that no ruling (`rule` line) orders."""
    penalties, cites = sheet.rules.penalties, sheet.rules.book.cites
    payer, cause = label.seat, label.item
    if cause in penalties.causes or cause in penalties.ruled:
        words = msg("no ruling names {seat}", seat=seat_name(payer))
        sheet.differs("pay.penalty", line, label, words, seat=payer)
        return
    says = (
        "{rules} has no payment for {cause}, and no ruling orders one from {seat}; "
        "{rules} has {known}"
    )
    causes = ", ".join(sorted(penalties.causes))
    words = msg(says, rules=sheet.rules.name, cause=cause, seat=seat_name(payer), known=causes)
    near = near_words(cause.lower(), sorted(penalties.causes), 1)
    if near:
        advice = msg("did you mean {likely}?", likely=f"`{near[0]}`")
        words = msg("{words}; {advice}", words=words, advice=advice)
    clause = cites.get("pay.penalty") or cites.get("pay.seats", "")
    sheet.differs(
        "pay.cause",
        line,
        label,
        words,
        recorded=cause,
        seat=payer,
        clause=clause,
        whatever_was_played=True,
    )


def _check_fines_left_out(sheet: DealCheck, line: Line, claim: Pay) -> None:
    """Add an error for each player who is owed a penalty and did not get it, if others got theirs.

    For example, if A pays a penalty to B and owes the same to C and D, two errors are added. `line`
    and `claim` have the penalty payments on the sheet.
    """
    paid = sheet.deal.paid(claim.cause)
    first_lines = {payer: parts[0][0] for (payer, _), parts in reversed(paid.items())}
    for payer in dict(claim.pairs):
        if first_lines[payer] is not line:
            continue
        for payee in range(sheet.outcome.seats):
            pair = payer, payee
            if payee == payer or pair in paid:
                continue
            due = penalty(sheet.deal, sheet.rules, sheet.outcome, claim.cause, pair)
            least = due if isinstance(due, int) else min(due.amounts, default=0)
            if least:
                label = Claim("pay", *pair, claim.cause)
                words = join_stated_and_right(no_payment(label), rules_give(least))
                sheet.differs(
                    "pay.penalty", line, label, words, recorded=0, expected=least, seat=payer
                )
