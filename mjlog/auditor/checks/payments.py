"""The claim `pay`: what one player pays another, and which payments are missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.due import (
    PLAIN,
    Amount,
    claim_of,
    is_certain,
    left_out,
    never_due,
    no_amount,
    right_amounts,
    world_of,
)
from mjlog.auditor.owed import Pair, StatedAmount, is_fine, penalty
from mjlog.auditor.payment_words import (
    but,
    cause_named,
    no_payment,
    payment,
    rules_give,
)
from mjlog.model.findings import Claim
from mjlog.model.messages import Message, Sentence, either, msg
from mjlog.model.record import TABLE, Line, Pay, Seat, seat_name
from mjlog.model.settlement import (
    Perhaps,
    explained,
)
from mjlog.referee.rulebook import Unclear


def check_pay(sheet: DealCheck, line: Line, claim: Pay) -> None:
    """Check that each payment is the one that the rules make due."""
    if claim.cause and is_fine(claim.cause, sheet.rules):
        _check_penalty(sheet, line, claim)
        return
    is_plain = not claim.cause and sheet.is_settled and len(sheet.worlds) == 1
    for pair in claim.pairs:
        causes = sheet.told[pair]
        amount = causes[claim.cause]
        # Amounts on several lines add up, so they are checked once, at the first of them.
        if amount.lines[0] is not line:
            continue
        if is_plain and len(causes) == 1:
            # Most payments are plain and right: `_check_payment` says the same by more steps.
            due = sum(sheet.owed_between(sheet.worlds[0], pair).values())
            if amount.points in {due, due + sheet.staked.get(pair, 0)}:
                sheet.agrees(line, claim_of(*pair), pair[0], amount.points)
                continue
        _check_payment(sheet, pair, claim.cause, amount)


def _check_payment(sheet: DealCheck, pair: Pair, cause: str, told: StatedAmount) -> None:
    """Check what one pays another for one cause, or for all without a line of its own."""
    payer, label, line, points = pair[0], claim_of(*pair, cause), told.lines[0], told.points
    if isinstance(sheet.settlement, Unclear):
        amount = Amount(line, label, payer, points)
        _check_unsettled(sheet, amount, pair, sheet.settlement.words)
        return
    if untold := sheet.settlement.reason_untold(*pair):
        sheet.unverified(line, label, untold, payer)
        return
    world = world_of(sheet)
    right = right_amounts(sheet, world, pair, cause)
    if points is None:
        sheet.unverified(line, label, no_amount(right[0]), payer)
    elif points in right:
        if is_certain(sheet, pair, cause, points):
            sheet.agrees(line, label, payer, points)
        else:
            sheet.leans(line, label, world.why, payer)
    # What a ruling without a price costs, nobody knows, so its offender is not accused.
    elif payer in sheet.fines.offenders:
        sheet.unverified(line, label, sheet.fines.unpriced, payer)
    else:
        written = " + ".join(map(str, told.written))
        sheet.differs(
            code_of_payment(sheet, world, pair),
            line,
            label,
            but(payment(label, written), _reason(sheet, world, pair, cause)),
            recorded=points,
            expected=_expected(sheet, world, pair, cause),
            seat=payer,
            clause=_clause(sheet, world, pair),
        )


def _check_unsettled(sheet: DealCheck, amount: Amount, pair: Pair, why: Sentence) -> None:
    """Check a payment of a deal that the rules cannot settle.

    Some payments are due in no such deal, whatever the hands.
    """
    line, label, payer, points = amount
    moves: Sequence[int] = ()
    if len(sheet.told[pair]) == 1:
        moves = _of_the_table(sheet).get(pair, ())
    if points is not None and _tells(moves, points):
        _check_moves(sheet, amount, moves)
        return
    never = never_due(sheet, *pair, points or 0)
    if never is None or not points:
        sheet.unverified(line, label, why, payer)
        return
    words = but(payment(label, points), never)
    sheet.differs("pay.seats", line, label, words, recorded=points, expected=0, seat=payer)


def _tells(moves: Sequence[int], points: int) -> bool:
    """Return whether what may go to the table or come from it decides about the amount."""
    if len(moves) > 1:
        return points not in moves
    return bool(moves)


def _of_the_table(sheet: DealCheck) -> Mapping[Pair, tuple[int, ...]]:
    """Return what may go to the table or come from it after a win, whatever the winning hand is."""
    moves = sheet.rules.pot.moves
    if moves is None or not sheet.outcome.winners:
        return {}
    if not isinstance(sheet.settlement, Unclear):
        return {}
    return moves(sheet.outcome)


def _check_moves(sheet: DealCheck, amount: Amount, moves: Sequence[int]) -> None:
    """Check a payment to the table or from it, of a deal that the rules cannot settle."""
    line, label, seat, points = amount
    if points in moves:
        sheet.agrees(line, label, seat, points)
        return
    due = rules_give(either([str(each) for each in moves]))
    words = but(payment(label, points) if points else no_payment(label), due)
    sheet.differs(
        "pay.pool", line, label, words, recorded=points or 0, expected=moves[0], seat=seat
    )


def _check_missing_stakes(sheet: DealCheck) -> None:
    """Check stakes that the sheet leaves out though it has others, if nothing can be settled."""
    laid = {pair: causes for pair, causes in sheet.told.items() if pair[1] == TABLE}
    if not laid:
        return
    cause, amount = next(iter([*laid.values()][-1].items()))
    for pair, moves in _of_the_table(sheet).items():
        if pair[1] == TABLE and pair not in laid:
            missing = Amount(amount.lines[-1], claim_of(*pair, cause), pair[0], 0)
            _check_moves(sheet, missing, moves)


def _expected(sheet: DealCheck, world: Perhaps, pair: Pair, cause: str) -> int:
    """Return the amount to cite.

    The whole where a cause is named that has no part in it, and nothing else is.
    """
    owed = sheet.owed_between(world, pair)
    if cause and not owed.get(cause) and "" not in sheet.told[pair]:
        return sum(owed.values())
    return right_amounts(sheet, world, pair, cause)[0]


def _unruled(seat: Seat) -> Message:
    return msg("no ruling names {seat}", seat=seat_name(seat))


def code_of_payment(sheet: DealCheck, world: Perhaps, pair: Pair) -> str:
    """Return the code of a payment between these two that differs."""
    causes = sheet.owed_between(world, pair)
    if causes.keys() - PLAIN and any([is_fine(cause, sheet.rules) for cause in causes]):
        return "pay.penalty"
    if TABLE in pair and sheet.rules.pot.used:
        return "pay.pool"
    if sheet.outcome.declared:
        return "pay.seats"
    return "pay.draw"


def _clause(sheet: DealCheck, world: Perhaps, pair: Pair) -> str:
    """Return the clause that makes the payment due.

    Where a win is none the one that it breaks, else empty.
    """
    for due in world.between(pair)[:1]:
        if due.clause:
            return due.clause
    if sheet.outcome.is_false:
        return sheet.reading.broken
    return ""


def _reason(sheet: DealCheck, world: Perhaps, pair: Pair, cause: str) -> Message:
    """Say what is due, with its formula."""
    due = world.between(pair)
    stated = sheet.told_between(pair)
    of_cause = [part for part in due if part.cause == cause]
    if not cause:
        named = stated.keys() - PLAIN
        of_cause = [part for part in due if part.cause not in named]
    if of_cause:
        return rules_give(explained(of_cause))
    if not cause:
        return _nothing_due(sheet, pair)
    if due and "" not in stated:
        whole = explained(due)
        words = "the rules give {due}, and nothing of it for {cause}"
        return msg(words, due=whole, cause=cause_named(cause))
    return msg("nothing is due for {cause}", cause=cause_named(cause))


def _nothing_due(sheet: DealCheck, pair: Pair) -> Message:
    """Say why one owes another nothing at all."""
    if sheet.outcome.is_false:
        return msg("the win is not legal, so nothing is due for it")
    why = never_due(sheet, *pair, 1)
    if why is None:
        return msg("nothing is due")
    return msg("nothing is due: {why}", why=why)


def check_missing_payments(sheet: DealCheck) -> None:
    """Check that each payment that is due has a `pay` line, if there is one at all."""
    if not sheet.worlds:
        _check_missing_stakes(sheet)
        return
    if not sheet.told:
        return
    world = world_of(sheet)
    payers: dict[tuple[Seat, str], set[Seat]] = {}
    for each in sheet.likely_payments:
        payers.setdefault((each.payee, each.cause), set()).add(each.payer)
    missing_payments = left_out(sheet, world)
    missing = {(*pair, cause) for pair, cause, *_ in missing_payments}
    first_claims: dict[tuple[Seat, str], Claim] = {}
    for pair, cause, line, due in missing_payments:
        label = claim_of(*pair, cause)
        if pair[0] in sheet.fines.offenders:
            continue
        # If all payments to one player for one cause are missing, their line was left out: that
        # is one mistake. Else each is a mistake of its own.
        paid_for = pair[1], cause
        first = first_claims.setdefault(paid_for, label)
        owing = payers.get(paid_for, set())
        is_line = pair[0] in owing and all([(payer, *paid_for) in missing for payer in owing])
        sources = frozenset({first}) - {label} if is_line else frozenset()
        sheet.differs(
            code_of_payment(sheet, world, pair),
            line,
            label,
            but(no_payment(label), _reason(sheet, world, pair, cause)),
            recorded=0,
            expected=due,
            seat=pair[0],
            clause=_clause(sheet, world, pair),
            follows_from=sources,
        )


def _check_penalty(sheet: DealCheck, line: Line, claim: Pay) -> None:
    """Check what one player pays for a penalty.

    If the rules name no price, the referee decides; what nobody ruled is not due.
    """
    for pair in _penalties(sheet, line, claim):
        payer, label = pair[0], claim_of(*pair, claim.cause)
        points = sheet.told_of_fines[pair][claim.cause].points
        due = penalty(sheet.deal, sheet.rules, sheet.outcome, claim.cause, pair)
        if due != 0 and not sheet.is_ruled_of(payer, claim.cause):
            _check_unruled(sheet, line, label, payer, claim.cause)
        elif isinstance(due, Unclear):
            _check_unpriced(sheet, Amount(line, label, payer, points), due)
        elif points is None:
            sheet.unverified(line, label, no_amount(due), payer)
        elif points == due:
            sheet.agrees(line, label, payer, points)
        else:
            words = but(payment(label, points), rules_give(due))
            sheet.differs(
                "pay.penalty",
                line,
                label,
                words,
                recorded=points,
                expected=due,
                seat=payer,
            )
    _check_left_out(sheet, line, claim)


def _check_unruled(sheet: DealCheck, line: Line, label: Claim, payer: Seat, cause: str) -> None:
    """Check a payment for which there is no ruling: nobody can say that it is due."""
    penalties = sheet.rules.penalties
    if cause in penalties.causes or cause in penalties.ruled:
        sheet.differs("pay.penalty", line, label, _unruled(payer), seat=payer)
        return
    words = (
        "{rules} has no payment for {cause}, and no ruling orders one from {seat}; "
        "{rules} has {known}"
    )
    causes = ", ".join(sorted(penalties.causes))
    unruled_words = msg(
        words, rules=sheet.rules.name, cause=cause, seat=seat_name(payer), known=causes
    )
    clause = sheet.rules.book.cites.get("pay.penalty") or sheet.rules.book.cites.get(
        "pay.seats", ""
    )
    sheet.differs(
        "pay.cause", line, label, unruled_words, recorded=cause, seat=payer, clause=clause
    )


def _check_unpriced(sheet: DealCheck, amount: Amount, due: Unclear) -> None:
    """Check a payment whose price the record leaves open; it may be one of two amounts alone."""
    line, label, payer, points = amount
    if points is None or not due.amounts or points in due.amounts:
        sheet.unverified(line, label, due.words, payer)
        return
    amounts = either([str(each) for each in due.amounts])
    words = but(payment(label, points), rules_give(amounts))
    sheet.differs(
        "pay.penalty",
        line,
        label,
        words,
        recorded=points,
        expected=due.amounts[0],
        seat=payer,
    )


def _penalties(sheet: DealCheck, line: Line, claim: Pay) -> Iterator[Pair]:
    """Yield who pays whom for that cause: told where the first line with the pair is checked."""
    paid = sheet.told_of_fines
    for pair in claim.pairs:
        if paid[pair][claim.cause].lines[0] is line:
            yield pair


def _check_left_out(sheet: DealCheck, line: Line, claim: Pay) -> None:
    """Check that everybody whom the offender owes something for that cause is paid."""
    paid = sheet.deal.paid(claim.cause)
    first_lines = {payer: parts[0][0] for (payer, _), parts in reversed(paid.items())}
    for payer in dict(claim.pairs):
        if first_lines[payer] is line:
            owed = product([payer], {*range(sheet.outcome.seats)} - {payer})
            for pair in sorted({*owed} - paid.keys()):
                _check_not_left_out(sheet, line, claim_of(*pair, claim.cause))


def _check_not_left_out(sheet: DealCheck, line: Line, label: Claim) -> None:
    """Check that nothing is due for a penalty for which the sheet has no payment."""
    pair = label.seat, label.payee
    due = penalty(sheet.deal, sheet.rules, sheet.outcome, label.item, pair)
    least = due if isinstance(due, int) else min(due.amounts, default=0)
    if least:
        words = but(no_payment(label), rules_give(least))
        sheet.differs(
            "pay.penalty", line, label, words, recorded=0, expected=least, seat=label.seat
        )
