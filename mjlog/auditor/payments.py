"""The claims `pay`, `net` and `score`.

What changes hands, and what everybody has after the deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product, repeat
from typing import Final, NamedTuple

from mjlog.auditor.deal_check import CLAIMS, KNOWN_CLAIMS, DealCheck
from mjlog.auditor.owed import Pair, Parts, StatedAmount, is_fine, penalty, sum_of
from mjlog.auditor.payment_words import (
    but,
    cause_named,
    changed,
    no_payment,
    payment,
    rules_give,
    total,
)
from mjlog.auditor.totals import added, all_known, taken
from mjlog.model.findings import Claim, Finding, Kind, Place, differing
from mjlog.model.messages import Message, Sentence, either, msg
from mjlog.model.record import NOBODY, SEATS, TABLE, Line, Pay, Points, Ruling, Seat, seat_name
from mjlog.model.settlement import (
    Payment,
    Perhaps,
    explained,
    in_all,
    known_points,
    net,
    seat_by_seat,
)
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Unclear, Winner


def claim_of(payer: Seat, payee: Seat, cause: str = "") -> Claim:
    """Return what is claimed of a payment: who pays whom, and for which cause."""
    about: tuple[Kind, Seat, Seat, str] = ("pay", payer, payee, cause)
    return KNOWN_CLAIMS.get(about) or CLAIMS.of(about)


_PLAIN: Final = frozenset({""})
"""The causes of a pair that has plain payments alone."""


def check_pay(sheet: DealCheck, line: Line, claim: Pay) -> None:
    """Check that each payment is the one that the rules make due."""
    if is_fine(claim.cause, sheet.rules):
        _check_penalty(sheet, line, claim)
        return
    stated_payments, cause = sheet.told, claim.cause
    is_plain = not cause and sheet.is_settled and len(sheet.worlds) == 1
    owed = sheet.parts_of(sheet.worlds[0]) if is_plain else {}
    for pair in claim.pairs:
        causes = stated_payments[pair]
        amount = causes[cause]
        # Amounts on several lines add up, so they are weighed once, where the first stands.
        if amount.lines[0] is not line:
            continue
        if is_plain and len(causes) == 1 and amount.points in _plainly_due(sheet, owed, pair):
            payer, payee = pair
            sheet.agrees(line, claim_of(payer, payee), payer, amount.points)
        else:
            _check_payment(sheet, pair, cause, amount)


def _plainly_due(sheet: DealCheck, owed: Parts, pair: Pair) -> tuple[int, int]:
    """Return what is right for a pair that has plain payments alone, if nothing is left open.

    `_check_payment` says the same by more steps.
    """
    due = 0
    if pair in owed:
        for points in owed[pair].values():
            due += points
    return due, due + sheet.staked.get(pair, 0)


def _check_payment(sheet: DealCheck, pair: Pair, cause: str, told: StatedAmount) -> None:
    """Check what one pays another for one cause, or for all without a line of its own."""
    payer, label, line, points = pair[0], claim_of(*pair, cause), told.lines[0], told.points
    if isinstance(sheet.settlement, Unclear):
        amount = _Amount(line, label, payer, points)
        _check_unsettled(sheet, amount, pair, sheet.settlement.words)
        return
    if untold := sheet.settlement.reason_untold(*pair):
        sheet.unverified(line, label, untold, payer)
        return
    world = world_of(sheet)
    right = right_amounts(sheet, world, pair, cause)
    if points is None:
        sheet.unverified(line, label, _no_amount(right[0]), payer)
    elif points in right:
        if _is_certain(sheet, pair, cause, points):
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


def _check_unsettled(sheet: DealCheck, amount: _Amount, pair: Pair, why: Sentence) -> None:
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


def _check_moves(sheet: DealCheck, amount: _Amount, moves: Sequence[int]) -> None:
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
            missing = _Amount(amount.lines[-1], claim_of(*pair, cause), pair[0], 0)
            _check_moves(sheet, missing, moves)


def never_due(sheet: DealCheck, payer: Seat, payee: Seat, points: int) -> Message | None:
    """Say why nobody can owe that after such a win; None if it may be due."""
    outcome = sheet.outcome
    if not outcome.winners or outcome.false_wins:
        return None
    if TABLE in {payer, payee} or sheet.is_ruled_of(payer):
        return None
    if outcome.winning_seats == {payer}:
        return msg("{seat} has won and pays nobody", seat=seat_name(payer))
    won = outcome.winner_of(payee)
    if won is not None:
        return _never_of_bystander(sheet, won, payer, points)
    if sheet.rules.scoring.scores_losers:
        return None
    return msg("{seat} has not won and receives nothing", seat=seat_name(payee))


def _never_of_bystander(sheet: DealCheck, won: Winner, payer: Seat, points: int) -> Message | None:
    """Say why nobody who neither drew nor discarded the winning tile can owe that; else None."""
    least = sheet.rules.scoring.bystander_least
    if least is None or points >= least:
        return None
    if won.is_paid_by(payer):
        return None
    return msg(
        "{seat} did not discard the winning tile and pays nothing for the win",
        seat=seat_name(payer),
    )


# --------------------------------------------------------------------------- which payments are
# right


def world_of(sheet: DealCheck) -> Perhaps:
    """Return what fits payments, changes and totals best, of all that may be due.

    It is one for the whole sheet: payments that fit one and changes that fit another contradict
    each other.
    """
    if len(sheet.worlds) == 1:
        return sheet.worlds[0]
    return sheet.worlds[_best_world(sheet)]


def _best_world(sheet: DealCheck) -> int:
    best: int | None = sheet.worked_out.get("world")
    if best is None:
        numbers = range(len(sheet.worlds))
        best = min(numbers, key=lambda number: _misfits_in_all(sheet, number))
        sheet.worked_out["world"] = best
    return best


def _misfits_in_all(sheet: DealCheck, number: int) -> int:
    """Count what is wrong on the sheet by one of the worlds; the payments weigh as they stand."""
    wrong = _misfits(sheet, sheet.worlds[number])
    changes = _of_world(sheet, sheet.whole_changes, number)
    at_the_end = _of_world(
        sheet, () if isinstance(sheet.changes, Unclear) else sheet.changes, number
    )
    for line in sheet.deal.told(Points):
        ways, stated = [*changes, *at_the_end], line.points
        if line.keyword == "score":
            ways, stated = [*changes], taken(line.points, sheet.before)
        wrong += min([_slips_by(stated, change)[0] for change, _ in ways], default=0)
    return wrong


def _of_best_world(sheet: DealCheck, changes: Ways) -> Ways:
    """Return those of all changes that go with what the whole sheet fits best."""
    if len(sheet.worlds) < _SEVERAL or len(changes) % len(sheet.worlds):
        return changes
    return _of_world(sheet, changes, _best_world(sheet))


_SEVERAL: Final = 2


def _of_world(sheet: DealCheck, changes: Ways, number: int) -> Ways:
    """Return those of all changes that belong to one of the worlds."""
    each = len(changes) // len(sheet.worlds)
    return changes[number * each : (number + 1) * each]


def _misfits(sheet: DealCheck, world: Perhaps) -> int:
    """Return how many payments of the sheet are wrong, or missing, if that is due.

    One that stands with another player counts once.
    """
    wrong = [recorded for *_, recorded, _ in wrong_amounts(sheet, world)]
    missing = [due for *_, due in left_out(sheet, world)]
    alone = [due for due in missing if due not in wrong]
    return len(wrong) + len(alone)


Wrong = tuple[Claim, Line, int, int]
"""What is claimed of a payment, on which line, the amount recorded and the one to cite."""


def wrong_amounts(sheet: DealCheck, world: Perhaps) -> Iterator[Wrong]:
    """Yield payments that are recorded and not due if that is, or with another amount."""
    for pair, causes in sheet.told.items():
        for cause, amount in causes.items():
            if amount.points is None:
                continue
            right = right_amounts(sheet, world, pair, cause)
            if amount.points not in right:
                yield claim_of(*pair, cause), amount.lines[0], amount.points, right[0]


def _is_certain(sheet: DealCheck, pair: Pair, cause: str, points: int) -> bool:
    """Return whether the amount is right by what the record tells, or whatever else is due."""
    first = sheet.worlds[0]
    if len(sheet.worlds) == 1:
        return True  # by which it was just found to be right
    if not first.why:
        return points in right_amounts(sheet, first, pair, cause)
    return all([points in right_amounts(sheet, world, pair, cause) for world in sheet.worlds])


def right_amounts(sheet: DealCheck, world: Perhaps, pair: Pair, cause: str) -> tuple[int, ...]:
    """Return the amounts that are right for a pair and a cause.

    What was staked in play may be in them or not.
    """
    owed, stated = sheet.owed_between(world, pair), sheet.told_between(pair)
    staked = sheet.staked.get(pair, 0)
    whole = sum(owed.values())
    if not cause and stated.keys() <= _PLAIN:
        return whole, whole + staked
    if cause:
        amounts = _right_for(sheet, cause, owed.get(cause, 0), staked)
    else:
        named = stated.keys() - _PLAIN
        part = whole - sum(map(owed.get, named, repeat(0)))
        amounts = part, part + staked
    if cause not in stated or not _is_split(stated, owed):
        return amounts
    if sum_of(stated) not in {whole, whole + staked}:
        return amounts
    return (*amounts, stated[cause].points or 0)


def _right_for(sheet: DealCheck, cause: str, part: int, staked: int) -> tuple[int, ...]:
    """Return the amounts that are right for a cause, of which the settlement makes a part due."""
    if cause not in sheet.staked_for:
        return part, part
    if staked and not part:
        return (staked,)
    return part, part + staked


def _is_split(stated: Mapping[str, StatedAmount], owed: Mapping[str, int]) -> bool:
    """Return whether several amounts are named, and none for a cause for which nothing is owed."""
    if len(stated) <= 1:
        return False
    return all(map(owed.get, stated.keys() - _PLAIN))


def _expected(sheet: DealCheck, world: Perhaps, pair: Pair, cause: str) -> int:
    """Return the amount to cite.

    The whole where a cause is named that has no part in it, and nothing else is.
    """
    owed = sheet.owed_between(world, pair)
    if cause and not owed.get(cause) and "" not in sheet.told[pair]:
        return sum(owed.values())
    return right_amounts(sheet, world, pair, cause)[0]


def _no_amount(due: int) -> Message:
    words = msg("the record does not say how much; the rules give {due}", due=due)
    return words.lacking("amounts")


def _unruled(seat: Seat) -> Message:
    return msg("no ruling names {seat}", seat=seat_name(seat))


def code_of_payment(sheet: DealCheck, world: Perhaps, pair: Pair) -> str:
    """Return the code of a payment between these two that differs."""
    causes = sheet.owed_between(world, pair)
    if causes.keys() - _PLAIN and any([is_fine(cause, sheet.rules) for cause in causes]):
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
        return sheet.broken
    return ""


def _reason(sheet: DealCheck, world: Perhaps, pair: Pair, cause: str) -> Message:
    """Say what is due, with its formula."""
    due = world.between(pair)
    stated = sheet.told_between(pair)
    of_cause = [part for part in due if part.cause == cause]
    if not cause:
        named = stated.keys() - _PLAIN
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


# --------------------------------------------------------------------------- what is missing


def check_missing_payments(sheet: DealCheck) -> None:
    """Check that each payment that is due has a `pay` line, if there is one at all."""
    if not sheet.worlds:
        _check_missing_stakes(sheet)
        return
    if not sheet.told:
        return
    world = world_of(sheet)
    for pair, cause, line, due in left_out(sheet, world):
        label = claim_of(*pair, cause)
        if pair[0] in sheet.fines.offenders:
            continue
        sheet.differs(
            code_of_payment(sheet, world, pair),
            line,
            label,
            but(no_payment(label), _reason(sheet, world, pair, cause)),
            recorded=0,
            expected=due,
            seat=pair[0],
            clause=_clause(sheet, world, pair),
        )


def left_out(sheet: DealCheck, world: Perhaps) -> list[tuple[Pair, str, Line, int]]:
    """Return what is due and not stated.

    With its cause where others are stated for it, else among the plain payments.
    """
    missing: list[tuple[Pair, str, Line, int]] = []
    last: dict[str, Line] = {}
    for pair, owed in sheet.parts_of(world).items():
        open_ = _not_stated(sheet, pair, owed)
        if not open_:
            continue
        last = last or _last_lines(sheet)
        named = last.keys() - _PLAIN
        stated = [cause for cause in open_ if cause in named]
        missing += [(pair, cause, last[cause], open_.pop(cause)) for cause in stated]
        if not open_ or "" not in last:
            continue
        if not _adds_up(sheet.told_between(pair), owed):
            missing.append((pair, "", last[""], sum(open_.values())))
    return missing


def _not_stated(sheet: DealCheck, pair: Pair, owed: Mapping[str, int]) -> dict[str, int]:
    """Return what one owes another, by cause, and no line states."""
    stated = sheet.told_between(pair)
    if "" in stated or not all([owed.get(cause) for cause in stated]):
        return {}  # the plain payment stands for all the rest, or the cause named is wrong
    if not stated and _only_comes_back(sheet, pair, owed):
        return {}
    return {cause: points for cause, points in owed.items() if points and cause not in stated}


def _last_lines(sheet: DealCheck) -> dict[str, Line]:
    """Return the last line on which a payment for each cause stands."""
    last: dict[str, Line] = {}
    for causes in sheet.told.values():
        for cause, amount in causes.items():
            line = amount.lines[-1]
            last[cause] = max(last.get(cause, line), line, key=_line)
    return last


def _only_comes_back(sheet: DealCheck, pair: Pair, owed: Mapping[str, int]) -> bool:
    """Return whether a winner only takes back a stake that the sheet never says was laid."""
    laid = pair[1], TABLE
    if pair[0] != TABLE or laid in sheet.told:
        return False
    return sheet.staked.get(laid) == sum(owed.values())


def _line(line: Line) -> int:
    return line.span.line


def _adds_up(stated: Mapping[str, StatedAmount], owed: Mapping[str, int]) -> bool:
    """Return whether what stands there for its causes is all that is due."""
    return bool(stated) and sum_of(stated) == sum(owed.values())


# --------------------------------------------------------------------------- penalties


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
            _check_unpriced(sheet, _Amount(line, label, payer, points), due)
        elif points is None:
            sheet.unverified(line, label, _no_amount(due), payer)
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


class _Amount(NamedTuple):
    """An amount that a line claims of a seat; None where the record does not say it."""

    line: Line
    label: Claim
    seat: Seat
    points: int | None


def _check_unpriced(sheet: DealCheck, amount: _Amount, due: Unclear) -> None:
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


# --------------------------------------------------------------------------- what the deal changes


def check_net(sheet: DealCheck, line: Line, claim: Points) -> None:
    """Check that the changes of the sheet are those of the deal.

    They may leave out what was staked in play.
    """
    changes = sheet.changes
    if isinstance(changes, Unclear):
        _sum_is(sheet, line, claim, 0, changes.words)
        return
    ways = _with_and_without_stakes(sheet, changes)
    likely = _of_best_world(sheet, ways)
    if (stated_change := _told_by(claim.points, likely)) is not None:
        sheet.all_agree(line, "net", stated_change)
        return
    due, why, sure = nearest(claim.points, ways, likely)
    for seat, points in enumerate(claim.points[: len(due)]):
        label = Claim("net", seat)
        if points == due[seat]:
            _agrees_if(sheet, line, label, points, "" if seat in sure else why)
        else:
            amount = _Amount(line, label, seat, points)
            words = changed(seat, points or 0, due[seat])
            _answer(sheet, "net.differs", amount, due[seat], words)


Ways = Sequence[tuple[tuple[int, ...], Sentence]]
"""All that a deal may change for each seat, each with what it hangs on."""


def _with_and_without_stakes(sheet: DealCheck, changes: Ways) -> Ways:
    """Return what the end of the deal may change, and the same with what was staked in play."""
    whole = sheet.whole_changes
    if whole is changes:
        return changes
    if len(changes) == 1:
        return [*changes, *whole]
    return [*chain.from_iterable(zip(changes, whole, strict=True))]


def _told_by(stated_points: Sequence[int | None], ways: Ways) -> tuple[int, ...] | None:
    """Return the change of everybody if the sheet states one that may be and depends on nothing."""
    for change, why in ways:
        if change == stated_points:
            return None if why else change
    return None


_EVERYBODY: Final = tuple([frozenset(range(seats)) for seats in range(len(SEATS) + 1)])
"""All seats of a table, by how many it has."""


def nearest(
    stated_points: Sequence[int | None], ways: Ways, likely: Ways = ()
) -> tuple[tuple[int, ...], Sentence, frozenset[Seat]]:
    """Return the possible change that is nearest to the stated one, and what it depends on.

    The seats are those for which nothing depends on it.
    """
    due, why = ways[0]
    if ways.count(ways[0]) == len(ways):
        return due, why, _EVERYBODY[len(due)]
    due, why = min(likely or ways, key=lambda way: _slips_by(stated_points, way[0]))
    told_of_each = zip(*[way for way, _ in ways], strict=True)
    sure = frozenset([seat for seat, numbers in enumerate(told_of_each) if len({*numbers}) == 1])
    return due, why, sure


def _slips_by(stated_points: Sequence[int | None], change: Sequence[int]) -> tuple[int, int]:
    """Count the slips that the change leaves in what is stated, and by how much they are off.

    Two numbers in each other's place are one slip.
    """
    pairs = zip(stated_points, change, strict=False)
    off = [(points, number) for points, number in pairs if points not in {None, number}]
    if len(off) == 2 and off[0] == (off[1][1], off[1][0]):
        return 1, 0
    return _unlike_by(stated_points, change)


def _unlike_by(stated_points: Sequence[int | None], change: Sequence[int]) -> tuple[int, int]:
    """Count the seats whose change is not the stated one, and by how much they are off in all."""
    pairs = zip(stated_points, change, strict=False)
    off = [abs(points - number) for points, number in pairs if points not in {None, number}]
    return len(off), sum(off)


def _agrees_if(
    sheet: DealCheck, line: Line, label: Claim, points: int | None, why: Sentence
) -> None:
    """Answer that the amount is the one due, or that it is so if what `why` names is so."""
    if why:
        sheet.leans(line, label, why, label.seat)
    else:
        sheet.agrees(line, label, label.seat, points)


def check_score(sheet: DealCheck, line: Line, claim: Points) -> None:
    """Check that the totals are those before the deal and what it changed."""
    before = all_known(sheet.before)
    if isinstance(sheet.changes, Unclear):
        # Where the changes are told as well, the two are compared cell by cell.
        together = None if changes_by_points(sheet, "net") else in_all(sheet.before)
        _sum_is(sheet, line, claim, together, sheet.changes.words)
        return
    if before is None:
        unknown = msg("the points before this deal are not known").lacking("points")
        _sum_is(sheet, line, claim, None, unknown)
        return
    due, why, sure = _change_by_totals(sheet, claim.points)
    after_all = seat_by_seat(due, before)
    if claim.points == after_all and not why:
        sheet.all_agree(line, "score", after_all)
        return
    right = totals_due(sheet, claim.points)
    for seat, points in enumerate(claim.points[: len(due)]):
        label = Claim("score", seat)
        if points in right[seat]:
            _agrees_if(sheet, line, label, points, "" if seat in sure else why)
        else:
            words = total(seat, points or 0, before[seat], due[seat])
            _answer(
                sheet, "score.chain", _Amount(line, label, seat, points), after_all[seat], words
            )


def adds_up_wrong(sheet: DealCheck) -> bool:
    """Return whether the totals of a deal add up wrong, and nobody knows whose is wrong."""
    if not sheet.findings:
        return False
    answers = [each.claim for each in differing(sheet.verdicts)]
    return Claim("score") in answers


def totals_due(sheet: DealCheck, told: Sequence[int | None]) -> list[tuple[int, ...]]:
    """Return the totals that are right, seat by seat.

    They follow from what is written before this deal; if that was wrong, also from what was due.
    """
    if None in sheet.before:
        return []
    if isinstance(sheet.changes, Unclear):
        told_changes = changes_by_points(sheet, "net")
        meant = added(sheet.before_due or sheet.before, told_changes[0]) if told_changes else ()
        return [(points,) for points in known_points(meant)]
    due = _change_by_totals(sheet, told)[0]
    written = added(sheet.before, due)
    if not sheet.before_due:
        return [(points,) for points in known_points(written)]
    meant = added(sheet.before_due, due)
    totals = zip(written, meant, strict=True)
    return [tuple(dict.fromkeys(known_points(either_of))) for either_of in totals]


def _change_by_totals(
    sheet: DealCheck, told: Sequence[int | None]
) -> tuple[tuple[int, ...], Sentence, frozenset[Seat]]:
    """Return the possible change that the totals fit best."""
    changes = sheet.whole_changes
    if len(changes) == 1:
        return nearest((), changes)
    return nearest(taken(told, sheet.before), changes, _of_best_world(sheet, changes))


def check_contradictions(sheet: DealCheck) -> None:
    """`pay`, `net` and `score` agree with each other even where nobody knows what is due."""
    if not isinstance(sheet.changes, Unclear):
        return
    contradiction = _contradiction(sheet)
    if contradiction is None:
        return
    (_, one, first), (line, other, change), seat = contradiction
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
    sheet.differs("net.differs", line, Claim("net", seat), words, seat=seat)


def contradicts_itself(sheet: DealCheck) -> bool:
    """Return whether payments, changes and totals contradict each other.

    Nothing is said of a sheet with payments for several causes: some may be left out.
    """
    if sheet.told_of_fines or any([causes.keys() != _PLAIN for causes in sheet.told.values()]):
        return False
    return _contradiction(sheet) is not None


def _contradiction(sheet: DealCheck) -> tuple[Story, Story, Seat] | None:
    """Return the first two stories that contradict each other, and about whom."""
    stories = [
        *_told_by_points(sheet, "net"),
        *_told_by_payments(sheet),
        *_told_by_points(sheet, "score"),
    ]
    for other in stories[1:]:
        first, (_, keyword, change) = stories[0], other
        seat = _first_difference(sheet, first[2], change, *_from_what_was_due(sheet, keyword))
        if seat is not None:
            return first, other, seat
    return None


def check_shares(sheet: DealCheck) -> None:
    """Check that the losers of a hand of unknown value pay multiples of one value."""
    if not isinstance(sheet.settlement, Unclear):
        return
    unequal = _unequal_share(sheet, sheet.rules)
    if unequal is None:
        return
    (winner,) = sheet.outcome.winning_seats
    says = (
        "{one} pays {winner} {amount} and {other} pays {points}; {one} owes the "
        "value of the hand × {times}, and {other} owes it × {others}"
    )
    words = msg(
        says,
        one=seat_name(unequal.one),
        winner=seat_name(winner),
        amount=unequal.amount,
        other=seat_name(unequal.other),
        points=unequal.points,
        times=unequal.times,
        others=unequal.others,
    )
    span = unequal.line.span
    place = Place(span.line, span.column, sheet.number, seat=unequal.other)
    sheet.findings.append(
        Finding.telling("pay.seats", "error", words, place, clause=sheet.rules.law("pay.seats"))
    )


class _Unequal(NamedTuple):
    """Two payments for one hand, each a multiple of another value.

    Who pays how much, and how many times the value is owed; `line` is where the second stands.
    """

    line: Line
    one: Seat
    amount: int
    times: int
    other: Seat
    points: int
    others: int


def _unequal_share(sheet: DealCheck, rules: RuleSet) -> _Unequal | None:
    """Return the first payment that does not go with the one before it.

    Return None if all do, and where the rules do not share one value, or others may have decided.
    """
    outcome, shares = sheet.outcome, rules.scoring.shares
    # A false win, a ruling or a rule of the house may change who pays how much of the value.
    if shares is None or outcome.false_wins or sheet.house or len(outcome.winners) != 1:
        return None
    if sheet.deal.told(Ruling) or outcome.dealer == NOBODY:
        return None
    paid = list(_plainly_paid(sheet, outcome.winners[0].seat))
    owed = shares(outcome) if len(paid) > 1 else {}
    for line, other, points in paid[1:]:
        _, first, amount = paid[0]
        # Multiplied crosswise: the value itself is not known, and need not divide evenly.
        if amount * owed[other] != points * owed[first]:
            return _Unequal(line, first, amount, owed[first], other, points, owed[other])
    return None


def _plainly_paid(sheet: DealCheck, winner: Seat) -> Iterator[tuple[Line, Seat, int]]:
    """Yield what each loser pays the only winner, if it is said without a cause."""
    for (payer, payee), causes in sheet.told.items():
        if payee == winner and payer not in {winner, TABLE} and causes.keys() == _PLAIN:
            plain = causes[""]
            if plain.points is not None:
                yield plain.lines[0], payer, plain.points


Story = tuple[Line, str, tuple[int, ...]]
"""A line, its keyword, and what the deal changes for each seat by it."""


def _told_by_points(sheet: DealCheck, keyword: str) -> Iterator[Story]:
    """Yield what a line of points says, if it says it of all."""
    seats, before = sheet.outcome.seats, sheet.before
    if keyword == "net":
        before = (0,) * seats
    for line, claim in sheet.deal.with_lines(Points):
        changes = known_points(taken(claim.points, before))
        if claim.keyword == keyword and len(changes) == seats:
            yield line, keyword, changes


def _told_by_payments(sheet: DealCheck) -> Iterator[Story]:
    """Yield the sum of all payments, if each amount is known and some are for the deal itself."""
    causes = {claim.cause for claim in sheet.deal.told(Pay)}
    paid: list[Payment] = []
    for payer, payee, points in sheet.deal.payments:
        if points is None:
            return
        paid.append(Payment(payer, payee, points))
    if "" in causes:
        yield sheet.deal.lines_of(Pay)[0], "pay", net(paid, sheet.outcome.seats)


def changes_by_payments(sheet: DealCheck) -> list[tuple[int, ...]]:
    """Return what the deal changes by the payments as they are recorded."""
    return [change for *_, change in _told_by_payments(sheet)]


def changes_by_points(sheet: DealCheck, keyword: str) -> list[tuple[int, ...]]:
    """Return what the deal changes by each line of that keyword."""
    return [change for *_, change in _told_by_points(sheet, keyword)]


def _from_what_was_due(sheet: DealCheck, keyword: str) -> list[tuple[int, ...]]:
    """Return the changes by the totals from those that were due before, if others were written."""
    if keyword != "score" or not sheet.before_due:
        return []
    changes = [taken(claim.points, sheet.before_due) for claim in sheet.deal.told(Points)
               if claim.keyword == keyword]  # fmt: skip
    return [known_points(change) for change in changes if None not in change]


def _first_difference(sheet: DealCheck, one: Sequence[int], *others: Sequence[int]) -> Seat | None:
    """Return the first seat of which a story differs by more than stakes of play may be."""
    unit = sheet.rules.pot.step
    numbers = enumerate(zip(one, *others, strict=False))
    unlike = (seat for seat, (first, *rest) in numbers
              if not any([_is_of_stakes(first - each, unit) for each in rest]))  # fmt: skip
    return next(unlike, None)


def _answer(sheet: DealCheck, code: str, amount: _Amount, due: int, words: Message) -> None:
    """Answer a claim whose amount is not the one due: it differs, or no amount is recorded."""
    line, label, seat, points = amount
    if points is None:
        sheet.unverified(line, label, _no_amount(due), seat)
        return
    if sheet.fines.unpriced:
        sheet.unverified(line, label, sheet.fines.unpriced, seat)
        return
    sheet.differs(
        code,
        line,
        label,
        words,
        recorded=points,
        expected=due,
        seat=seat,
    )


def _is_of_stakes(difference: int, stake: int) -> bool:
    """Return whether so much may have come to the table or gone from it.

    Whole stakes, or nothing.
    """
    if stake:
        return difference % stake == 0
    return difference == 0


def _sum_words(keyword: str, found: int, total: int, stake: int) -> Message:
    if not stake:
        adds = (
            "the numbers of `{claim}` add up to {found}, not to {total}: what one "
            "player loses, another wins"
        )
        return msg(adds, claim=keyword, found=found, total=total)
    adds = (
        "the numbers of `{claim}` add up to {found}, not to {total}: the table "
        "takes and gives whole stakes of {stake}"
    )
    return msg(adds, claim=keyword, found=found, total=total, stake=stake)


def _sum_is(
    sheet: DealCheck, line: Line, claim: Points, total: int | None, reason: Sentence
) -> None:
    """Check the sum of a line whose amounts cannot be computed: points only change hands."""
    total_stated, stake = in_all(claim.points), sheet.rules.pot.step
    is_scored = sheet.rules.scoring.score is not None
    due = known_points((total, sheet.start.sum_due if claim.keyword == "score" else None))
    if (
        total is None
        or total_stated is None
        or not is_scored
        or any([_is_of_stakes(total_stated - each, stake) for each in due])
    ):
        for seat in range(len(claim.points)):
            sheet.unverified(line, Claim(claim.keyword, seat), reason, seat)
        return
    words = _sum_words(claim.keyword, total_stated, total, stake)
    label = Claim(claim.keyword)
    sheet.differs("pay.zero", line, label, words, recorded=total_stated, expected=total)
