"""The claims `pay`, `net` and `score`: what changes hands, and what everybody has after the deal."""

from __future__ import annotations

from collections.abc import Iterator

from mjlog.claims.sheet import Sheet, in_words
from mjlog.findings import Claim
from mjlog.record import TABLE, Deal, Line, Pay, Points, Ruling, Seat, seat_name
from mjlog.rulebook import Outcome, RuleSet, Unclear, no_price
from mjlog.said import Said, Sentence, phrase
from mjlog.settlement import arithmetic, in_all


def claim_of(payer: Seat, payee: Seat, cause: str = "") -> Claim:
    """What is claimed of a payment: who pays whom, and for which cause."""
    return Claim("pay", payer, payee, cause)


def weigh_pay(sheet: Sheet, line: Line, claim: Pay) -> None:
    """Each payment is the one that the rules make due."""
    if claim.cause:
        _weigh_penalty(sheet, line, claim)
        return
    for payer, payee in dict.fromkeys([(payer, payee) for payer, payee, _ in claim.payments]):
        told = sheet.told[payer, payee]
        if told[0][0] is not line:
            continue
        points = in_all([each for _, each in told])
        label = claim_of(payer, payee)
        if isinstance(sheet.settlement, Unclear):
            sheet.unverified(line, label, sheet.settlement.words, payer)
            continue
        due = sheet.due.get((payer, payee), 0)
        if untold := sheet.settlement.reason_untold(payer, payee):
            sheet.unverified(line, label, untold, payer)
        elif points is None:
            sheet.unverified(line, label, phrase("the record does not say how much; due {due}", due=due), payer)
        elif points == due:
            sheet.agrees(line, label, payer)
        else:
            sheet.differs(
                _pay_code(sheet, payer, payee),
                line,
                label,
                _recorded(label, " + ".join(str(each) for _, each in told), _reason(sheet, payer, payee)),
                recorded=str(points),
                expected=str(due),
                seat=payer,
                clause=_clause(sheet, payer, payee),
            )


def _recorded(claim: Claim, recorded: object, due: object) -> Said:
    return phrase("{claim}: recorded {recorded}, due {due}", claim=in_words(claim), recorded=recorded, due=due)


def _missing(claim: Claim, due: object) -> Said:
    return phrase("{claim} is missing: due {due}", claim=in_words(claim), due=due)


def _unruled(seat: Seat) -> Said:
    return phrase("no ruling names {seat}", seat=seat_name(seat))


def _pay_code(sheet: Sheet, payer: Seat, payee: Seat) -> str:
    if TABLE in {payer, payee} and sheet.rules.pooled:
        return "pay.pool"
    return "pay.seats" if sheet.outcome.declared else "pay.draw"


def _clause(sheet: Sheet, payer: Seat, payee: Seat) -> str:
    """The clause that makes the payment due; where a win is none the one that it breaks; else empty."""
    if isinstance(sheet.settlement, Unclear):
        return ""
    due = next((p.clause for p in sheet.settlement.payments if (p.payer, p.payee) == (payer, payee)), "")
    return due or (sheet.broken if _is_false(sheet) else "")


def _is_false(sheet: Sheet) -> bool:
    """Whether a win was declared that is none, and no other."""
    return bool(sheet.outcome.false_wins and not sheet.outcome.winners)


def _reason(sheet: Sheet, payer: Seat, payee: Seat) -> Sentence:
    """The amount due with its formula."""
    if isinstance(sheet.settlement, Unclear):
        return sheet.settlement.words
    parts = [p for p in sheet.settlement.payments if p.payer == payer and p.payee == payee]
    if not parts:
        if _is_false(sheet):
            return phrase("0: the win is not legal, and nothing is owed for it")
        return phrase("0: nothing is owed")
    return f"{sum(p.points for p in parts)}{arithmetic(parts)}"


def weigh_missing_payments(sheet: Sheet) -> None:
    """Payments that are due and stand on no `pay` line, if there is a `pay` line at all."""
    told = sheet.told
    if not told:
        return
    for (payer, payee), due in sheet.due.items():
        if (payer, payee) not in told and due:
            label = claim_of(payer, payee)
            lines = sheet.deal.lines_of(Pay)
            last = [line for line in lines if isinstance(line.content, Pay) and not line.content.cause][-1]
            sheet.differs(
                _pay_code(sheet, payer, payee),
                last,
                label,
                _missing(label, _reason(sheet, payer, payee)),
                recorded="0",
                expected=str(due),
                seat=payer,
                clause=_clause(sheet, payer, payee),
            )


def _weigh_penalty(sheet: Sheet, line: Line, claim: Pay) -> None:
    """Payments for a ruling: the rule set may name the price of a false win, all else is the referee's."""
    if sheet.rules.fine is not None:
        _weigh_fine(sheet, line, claim)
        return
    ruled = {ruling.seat for ruling in sheet.deal.told(Ruling)}
    for payer, payee, points in _penalties(sheet, line, claim):
        label = claim_of(payer, payee, claim.cause)
        due = penalty(sheet.deal, sheet.rules, sheet.outcome, claim.cause, (payer, payee))
        if isinstance(due, Unclear) or points is None:
            sheet.unverified(line, label, no_price(claim.cause), payer)
        elif payer not in ruled:
            sheet.differs("pay.penalty", line, label, _unruled(payer), seat=payer)
        elif points == due:
            sheet.agrees(line, label, payer)
        else:
            sheet.differs(
                "pay.penalty",
                line,
                label,
                phrase("recorded {recorded}, due {due} to each opponent (false_win)", recorded=points, due=due),
                recorded=str(points),
                expected=str(due),
                seat=payer,
            )


def _penalties(sheet: Sheet, line: Line, claim: Pay) -> Iterator[tuple[Seat, Seat, int | None]]:
    """What is paid for that cause in all, pair by pair; told where the first line with the pair is weighed."""
    paid = sheet.deal.paid(claim.cause)
    for pair in dict.fromkeys([(payer, payee) for payer, payee, _ in claim.payments]):
        if paid[pair][0][0] is line:
            yield (*pair, in_all([points for _, points in paid[pair]]))


def penalty(deal: Deal, rules: RuleSet, outcome: Outcome, cause: str, pair: tuple[Seat, Seat]) -> int | Unclear:
    """What the rule set makes one of the pair owe the other for all that is ruled of that cause."""
    if rules.fine is not None:
        due = rules.fine(outcome, cause, *pair)
    elif cause == "false-win" and rules.false_win is not None:
        due = rules.false_win
    else:
        return Unclear(no_price(cause))
    return due if isinstance(due, Unclear) else due * _times_ruled(deal, pair[0], cause)


def _times_ruled(deal: Deal, seat: Seat, cause: str) -> int:
    """How often a seat is ruled to have done that; one that no ruling names has done it once."""
    return max(1, sum(ruling.seat == seat and ruling.name == cause for ruling in deal.told(Ruling)))


def _weigh_fine(sheet: Sheet, line: Line, claim: Pay) -> None:
    """What the rule set makes one player owe another for that cause, and nobody left out."""
    rulings = sheet.deal.told(Ruling)
    for payer, payee, points in _penalties(sheet, line, claim):
        label = claim_of(payer, payee, claim.cause)
        due = penalty(sheet.deal, sheet.rules, sheet.outcome, claim.cause, (payer, payee))
        if isinstance(due, Unclear):
            sheet.unverified(line, label, due.words, payer)
        elif points is None:
            sheet.unverified(line, label, phrase("the record does not say how much; due {due}", due=due), payer)
        elif due and not any(ruling.seat == payer and ruling.name == claim.cause for ruling in rulings):
            sheet.differs("pay.penalty", line, label, _unruled(payer), seat=payer)
        elif points == due:
            sheet.agrees(line, label, payer)
        else:
            words = _recorded(label, points, due)
            sheet.differs("pay.penalty", line, label, words, recorded=str(points), expected=str(due), seat=payer)
    _weigh_left_out(sheet, line, claim)


def _weigh_left_out(sheet: Sheet, line: Line, claim: Pay) -> None:
    """Everybody whom the offender owes something for that cause is paid; told at the offender's first line."""
    paid = sheet.deal.paid(claim.cause)
    for payer in dict.fromkeys(payer for payer, _, _ in claim.payments):
        if next(told[0][0] for pair, told in paid.items() if pair[0] == payer) is not line:
            continue
        for payee in range(sheet.outcome.seats):
            due = penalty(sheet.deal, sheet.rules, sheet.outcome, claim.cause, (payer, payee))
            if payee != payer and (payer, payee) not in paid and isinstance(due, int) and due:
                label = claim_of(payer, payee, claim.cause)
                words = _missing(label, due)
                sheet.differs("pay.penalty", line, label, words, recorded="0", expected=str(due), seat=payer)


def weigh_net(sheet: Sheet, line: Line, claim: Points) -> None:
    """What the deal is said to change is what it changes."""
    change = sheet.change
    if isinstance(change, Unclear):
        _sum_is(sheet, line, claim, 0, change.words)
        return
    for seat, points in enumerate(claim.points[: len(change)]):
        due, label = change[seat], Claim("net", seat)
        if points == due:
            sheet.agrees(line, label, seat)
        else:
            _answer(sheet, "net.differs", line, label, points, due, f"{due:+d}", seat)


def weigh_score(sheet: Sheet, line: Line, claim: Points) -> None:
    """The totals are those before the deal and what it changed."""
    change = sheet.whole_change
    if isinstance(change, Unclear) or any(points is None for points in sheet.before):
        unknown = phrase("the points before this deal are not known")
        reason = change.words if isinstance(change, Unclear) else unknown
        total = sum(points for points in sheet.before if points is not None)
        known = all(points is not None for points in sheet.before)
        _sum_is(sheet, line, claim, total if known else None, reason)
        return
    for seat, points in enumerate(claim.points[: len(change)]):
        before = sheet.before[seat] or 0
        due, label = before + change[seat], Claim("score", seat)
        if points == due:
            sheet.agrees(line, label, seat)
        else:
            words = phrase("{due} = {before} before {change}", due=due, before=before, change=f"{change[seat]:+d}")
            _answer(sheet, "score.chain", line, label, points, due, words, seat)


def _answer(
    sheet: Sheet, code: str, line: Line, label: Claim, points: int | None, due: int, words: Sentence, seat: Seat
) -> None:
    """Of an amount that is not the one due: it differs, or is not said."""
    if points is None:
        sheet.unverified(line, label, phrase("the record does not say; due {due}", due=due), seat)
        return
    sheet.differs(
        code, line, label, _recorded(label, points, words), recorded=str(points), expected=str(due), seat=seat
    )


def _sum_is(sheet: Sheet, line: Line, claim: Points, total: int | None, reason: Sentence) -> None:
    """Where the single amounts cannot be recomputed, their sum still can: points only change hands."""
    told = sheet.rules.score is not None and not sheet.rules.pooled
    if total is not None and told and all(points is not None for points in claim.points):
        found = sum(points or 0 for points in claim.points)
        if found != total:
            adds = "{claim} adds up to {found}, not {total}: points only change hands"
            words = phrase(adds, claim=claim.keyword, found=found, total=total)
            sheet.differs("pay.zero", line, Claim(claim.keyword), words, recorded=str(found), expected=str(total))
            return
    for seat in range(len(claim.points)):
        sheet.unverified(line, Claim(claim.keyword, seat), reason, seat)
