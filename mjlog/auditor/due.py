"""The right payments: of several possible settlements, the one that the sheet fits best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.debts import Pair, sum_of
from mjlog.auditor.totals import subtract_rows
from mjlog.model.findings import Claim
from mjlog.model.messages import Message, Sentence, msg
from mjlog.model.record import SEATS, TABLE, Line, Points, Seat, seat_name
from mjlog.model.settlement import PaymentSet, Settlement
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Unclear

PLAIN: Final = frozenset({""})
"""Causes of a pair of seats that has only plain payments."""


def never_due(sheet: DealCheck, payer: Seat, payee: Seat, points: int) -> Message | None:
    """Return a message that says why `payer` can never owe `payee` these points after the win.

    Return None if the payer may owe the points, or if this is not certain, for example after a
    false win.
    """
    outcome = sheet.outcome
    if not outcome.winners or outcome.false_wins or outcome.plays_on:
        return None
    if TABLE in {payer, payee} or sheet.is_ruled_of(payer):
        return None
    if outcome.winning_seats == {payer}:
        return msg("{seat} has won and pays nobody", seat=seat_name(payer))
    won, least = outcome.winner_of(payee), sheet.rules.scoring.bystander_least
    words = ""
    if won is None and not sheet.rules.scoring.scores_losers:
        return msg("{seat} has not won and receives nothing", seat=seat_name(payee))
    if won is not None and least is not None and points < least and not won.is_paid_by(payer):
        words = "{seat} did not discard the winning tile and pays nothing for the win"
    return msg(words, seat=seat_name(payer)) if words else None


def best_settlement(sheet: DealCheck) -> PaymentSet:
    """Return the possible set of payments that fits the amounts on the sheet best.

    A deal has several possible sets if the record leaves something open. The index of the chosen
    set is stored in `sheet.best_set`, so that all entries are checked by the same payments. If the
    sheet itself says which payments it counts, the first set, which has these payments, is chosen.
    """
    if len(sheet.payment_sets) == 1:
        return sheet.payment_sets[0]
    if isinstance(sheet.settlement, Settlement) and sheet.settlement.is_stated:
        sheet.best_set = 0
    if sheet.best_set < 0:
        numbers = range(len(sheet.payment_sets))
        sheet.best_set = min(numbers, key=lambda number: _count_misfits(sheet, number))
    return sheet.payment_sets[sheet.best_set]


def _count_misfits(sheet: DealCheck, number: int) -> int:
    """Count the amounts on the sheet that are wrong by the set of payments with index `number`."""
    payment_set = sheet.payment_sets[number]
    amounts = [recorded for *_, recorded, _ in wrong_amounts(sheet, payment_set)]
    missing = [due for *_, due in left_out(sheet, payment_set)]
    # An amount that is written for another player counts once.
    wrong = len(amounts) + len([due for due in missing if due not in amounts])
    changes = _changes_of_set(sheet, sheet.whole_changes, number)
    at_the_end = _changes_of_set(
        sheet, () if isinstance(sheet.changes, Unclear) else sheet.changes, number
    )
    for line in sheet.deal.contents(Points):
        ways, stated = [*changes, *at_the_end], line.points
        if line.keyword == "score":
            ways, stated = [*changes], subtract_rows(line.points, sheet.start.points)
        wrong += min([_slips_by(stated, change)[0] for change, _ in ways], default=0)
    return wrong


def changes_of_best_set(sheet: DealCheck, changes: Ways) -> Ways:
    """Return those elements of `changes` that belong to the best fitting set of payments.

    `changes` has the possible changes for all possible sets of payments, one set after the other.
    Return all of it if only one set is possible, or if the elements cannot be divided evenly among
    the sets.
    """
    if len(sheet.payment_sets) == 1 or len(changes) % len(sheet.payment_sets):
        return changes
    best_settlement(sheet)
    return _changes_of_set(sheet, changes, sheet.best_set)


def _changes_of_set(sheet: DealCheck, changes: Ways, number: int) -> Ways:
    """Return those elements of `changes` that belong to the set of payments with index `number`.

    `changes` has equally many elements for each possible set, one set after the other.
    """
    each = len(changes) // len(sheet.payment_sets)
    return changes[number * each : (number + 1) * each]


Wrong = tuple[Claim, Line, int, int]
"""Claim about a payment, its line, the recorded amount and the right amount."""


def wrong_amounts(sheet: DealCheck, payment_set: PaymentSet) -> Iterator[Wrong]:
    """Yield the recorded payments that differ from `payment_set`, one possible set of payments.

    Each result is a tuple: the key of the payment, its line, the recorded and the right amount.
    Payments without an amount, or that the rules leave open, are skipped.
    """
    for pair, causes in sheet.recorded_payments.items():
        if isinstance(sheet.settlement, Settlement) and sheet.settlement.reason_unknown(*pair):
            continue
        for cause, amount in causes.items():
            if amount.points is None:
                continue
            right = right_amounts(sheet, payment_set, pair, cause)
            if amount.points not in right:
                yield Claim("pay", *pair, cause), amount.lines[0], amount.points, right[0]


def is_certain(sheet: DealCheck, pair: Pair, cause: str, points: int) -> bool:
    """Return whether a recorded amount is right under all possible sets of payments of the deal.

    The amount `points` is paid from `pair[0]` to `pair[1]` for `cause`; the caller has found that
    it is right under the best fitting set. If the record decides which set is right, only the first
    set is tested.
    """
    first = sheet.payment_sets[0]
    if len(sheet.payment_sets) == 1:
        return True  # the caller has found that it is right by the only set
    if not first.why:
        return points in right_amounts(sheet, first, pair, cause)
    return all(
        points in right_amounts(sheet, payment_set, pair, cause)
        for payment_set in sheet.payment_sets
    )


def right_amounts(
    sheet: DealCheck, payment_set: PaymentSet, pair: Pair, cause: str
) -> tuple[int, ...]:
    """Return the amounts that are right for a payment from `pair[0]` to `pair[1]` for a cause.

    `payment_set` is the set of payments that counts as right. The amount without stakes comes
    first, then the amount with stakes that were laid on the table. If the recorded amounts of
    several causes have the right sum, the recorded amount counts as right, too, because the sum may
    be divided among the causes in another way.
    """
    owed, stated = sheet.owed_between(payment_set, pair), sheet.recorded_payments_between(pair)
    staked = sheet.staked.get(pair, 0)
    whole = sum(owed.values())
    if not cause and stated.keys() <= PLAIN:
        return whole, whole + staked
    named = stated.keys() - PLAIN
    if cause:
        part, settlement = owed.get(cause, 0), sheet.settlement
        if isinstance(settlement, Unclear) or cause not in [p.cause for p in settlement.staked]:
            staked = 0
    else:
        part = whole - sum(owed.get(name, 0) for name in named)
    amounts: tuple[int, ...] = (part, part + staked)
    if cause and staked and not part:
        amounts = (staked,)
    # An amount that is divided differently among causes is right if the sum is right.
    is_split = len(stated) > 1 and all(owed.get(name) for name in named)
    wholes = {whole, whole + sheet.staked.get(pair, 0)}
    if cause in stated and is_split and sum_of(stated) in wholes:
        return (*amounts, stated[cause].points or 0)
    return amounts


def no_amount(due: int) -> Message:
    """Return the message "the record does not say how much; the rules give ...".

    `due` is the amount by the rules.
    """
    words = msg("the record does not say how much; the rules give {due}", due=due)
    return words.lacking("amounts")


def left_out(sheet: DealCheck, payment_set: PaymentSet) -> list[tuple[Pair, str, Line, int]]:
    """Return the payments that the sheet leaves out, as tuples (pair, cause, line, points).

    The right payments are those of `payment_set`, one possible set of payments. `pair` is payer and
    payee. `line` is the `pay` line after which the payment is missing. The cause is empty unless
    other `pay` lines have this cause.
    """
    missing: list[tuple[Pair, str, Line, int]] = []
    for pair, owed in sheet.parts_of(payment_set).items():
        stated = sheet.recorded_payments.get(pair, {})
        # A plain payment includes all other causes; if a named cause is not due, the name may be
        # wrong.
        if "" in stated or not all(owed.get(cause) for cause in stated):
            continue
        whole = sum(owed.values())
        # The table may give back a winner's stake, although no line says that the stake was laid.
        laid = pair[1], TABLE
        is_back = (
            pair[0] == TABLE
            and laid not in sheet.recorded_payments
            and sheet.staked.get(laid) == whole
        )
        if stated or not is_back:
            missing += _missing_for(sheet, pair, owed)
    return missing


def _missing_for(
    sheet: DealCheck, pair: Pair, owed: Mapping[str, int]
) -> list[tuple[Pair, str, Line, int]]:
    """Return the missing payments of one pair, as tuples (pair, cause, line, points).

    `pair` is payer and payee. `owed` has the right amounts by cause. Amounts whose cause is on no
    `pay` line are added up to one payment with an empty cause.
    """
    stated = sheet.recorded_payments_between(pair)
    last: dict[str, Line] = {}
    for causes in sheet.recorded_payments.values():
        for cause, amount in causes.items():
            line = amount.lines[-1]
            if cause not in last or line.span.line > last[cause].span.line:
                last[cause] = line
    missing: list[tuple[Pair, str, Line, int]] = []
    rest = 0
    for cause, points in owed.items():
        if not points or cause in stated:
            continue
        if cause and cause in last:
            missing.append((pair, cause, last[cause], points))
        else:
            rest += points
    # The payments for named causes may already include everything.
    is_whole = bool(stated) and sum_of(stated) == sum(owed.values())
    if rest and "" in last and not is_whole:
        missing.append((pair, "", last[""], rest))
    return missing


class Amount(NamedTuple):
    """A recorded amount: its line, its claim (what the amount is about), its seat and its points.

    `points` is None if the line leaves the amount open.
    """

    line: Line
    label: Claim
    seat: Seat
    points: int | None


Ways = Sequence[tuple[tuple[int, ...], Sentence]]
"""Possible changes of points for each seat, each with the fact on which it depends."""


_EVERYBODY: Final = tuple(frozenset(range(seats)) for seats in range(len(SEATS) + 1))
"""All seats of a table, by the number of seats."""


def nearest(
    stated_points: Sequence[int | None], ways: Ways, likely: Ways = ()
) -> tuple[tuple[int, ...], Sentence, frozenset[Seat]]:
    """Find the element of `ways`, the possible changes, that is nearest to the stated points.

    `ways` has at least one element. `likely` are those of them to choose from, empty for all.
    Return three values: everybody's changes, a sentence that says on which open question they
    depend (empty if on none), and the set of seats whose change is the same in all `ways`.
    """
    due, why = ways[0]
    if ways.count(ways[0]) == len(ways):
        return due, why, _EVERYBODY[len(due)]
    due, why = min(likely or ways, key=lambda way: _slips_by(stated_points, way[0]))
    numbers_by_seat = zip(*[way for way, _ in ways], strict=True)
    sure = frozenset([seat for seat, numbers in enumerate(numbers_by_seat) if len({*numbers}) == 1])
    return due, why, sure


def _slips_by(stated_points: Sequence[int | None], change: Sequence[int]) -> tuple[int, int]:
    """Return how many stated points differ from `change`, and the sum of the differences.

    Two swapped numbers count as one difference of 0 points.
    """
    pairs = zip(stated_points, change, strict=False)
    off = [(p, number) for p, number in pairs if p is not None and p != number]
    if len(off) == 2 and off[0] == (off[1][1], off[1][0]):
        return 1, 0
    return len(off), sum(abs(points - number) for points, number in off)


_MOST_LAID: Final = 10_000
"""Most points that players lay in one deal under unknown rules: ten usual sticks."""


def is_beyond_stakes(rules: RuleSet, difference: int) -> bool:
    """Return whether stakes that players laid on the table cannot explain a difference in points.

    This is so if the difference is not a multiple of the stake. If the rules are unknown, a
    difference of more than 10000 points is also too large.
    """
    step = rules.pot.step
    is_too_much = rules.is_unknown and abs(difference) > _MOST_LAID
    return is_too_much or not is_of_stakes(difference, step)


def is_of_stakes(difference: int, stake: int) -> bool:
    """Return whether a difference in points is a multiple of `stake`.

    If `stake` is 0, return whether the difference is 0.
    """
    if stake:
        return difference % stake == 0
    return difference == 0
