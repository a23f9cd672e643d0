"""Amounts that one player owes another after a deal, by the rules and by the sheet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mjlog.model.frozen import value
from mjlog.model.messages import Sentence
from mjlog.model.record import TABLE, Deal, Line, Pay, Ruling, Seat
from mjlog.model.settlement import Payment, PaymentSet, sum_amounts
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import Outcome, Unclear, no_price

Pair = tuple[Seat, Seat]
Parts = dict[Pair, dict[str, int]]
"""Amounts due for each cause, by payer and payee. The cause of a plain payment is empty."""


@value
class Fines:
    """The penalty payments that rulings order and that the sheet does not list.

    `payment_sets` has one set, or alternatives if amounts are open, the likeliest first. `unpriced`
    is a sentence about a ruling that has no price in the rule set; empty if all have a price.
    `offenders` are the players whose rulings have no price.
    """

    payment_sets: tuple[PaymentSet, ...]
    unpriced: Sentence = ""
    offenders: frozenset[Seat] = frozenset()


NO_FINES: Final = Fines((PaymentSet(()),))


def is_fine(cause: str, rules: RuleSet) -> bool:
    """Return whether a payment with this cause is a penalty, such as `false-win`.

    Penalties need a ruling. A cause that the rule set does not know counts as a penalty. Return
    False for an empty cause.
    """
    if not cause:
        return False
    return cause in rules.penalties.ruled or cause not in rules.penalties.causes


def penalty(deal: Deal, rules: RuleSet, outcome: Outcome, cause: str, pair: Pair) -> int | Unclear:
    """Return the points that `pair[0]` owes `pair[1]` as a penalty for the rulings with this cause.

    The result is the price of one ruling times the number of such rulings against `pair[0]`, at
    least one. If the price is not certain, return `Unclear`, which has the reason and, if known,
    the possible amounts.
    """
    ruled = [(ruling.seat, ruling.name) for ruling in deal.contents(Ruling)]
    times = max(1, ruled.count((pair[0], cause)))
    penalties = rules.penalties
    due: int | Unclear = Unclear(no_price(cause))
    if cause in penalties.to_each or cause in penalties.to_nobody:
        amounts = penalties.to_nobody if pair[1] == TABLE else penalties.to_each
        due = amounts.get(cause, 0)
    elif penalties.price is not None:
        due = penalties.price(outcome, cause, *pair)
    if isinstance(due, Unclear):
        return Unclear(due.words, tuple(times * each for each in due.amounts))
    return due * times


@value
class StatedAmount:
    """The payments on a sheet from one player to another for one cause.

    `lines` are the `pay` lines in order, `written` has the amount on each of these lines, and
    `points` is the sum. An amount that the sheet leaves open is None; the sum is then None, too.
    """

    lines: tuple[Line, ...]
    written: tuple[int | None, ...]
    points: int | None


_NO_AMOUNT: Final = StatedAmount((), (), None)
Stated = dict[Pair, dict[str, StatedAmount]]


def stated(deal: Deal, rules: RuleSet, *, ruled: bool = False) -> Stated:
    """Return the recorded payments: a dict from (payer, payee) to a dict from cause to amount.

    If `ruled` is True, only penalties are returned, otherwise only other payments.
    """
    by_pair: dict[Pair, dict[str, StatedAmount]] = {}
    for line, claim in deal.with_lines(Pay):
        cause = claim.cause
        if (cause != "" and is_fine(cause, rules)) != ruled:
            continue
        for payer, payee, points in claim.payments:
            causes = by_pair.setdefault((payer, payee), {})
            earlier = causes.get(cause, _NO_AMOUNT)
            written = (*earlier.written, points)
            causes[cause] = StatedAmount((*earlier.lines, line), written, sum_amounts(written))
    return by_pair


def sum_of(amounts: Mapping[str, StatedAmount]) -> int | None:
    """Return the sum of recorded amounts, given by cause; None if an amount is unknown."""
    return sum_amounts([each.points for each in amounts.values()])


def totals_of_causes(by_pair: Stated) -> dict[Pair, int | None]:
    """Return the sum of the recorded payments for each pair (payer, payee), over all causes.

    A sum is None if one of its amounts is unknown.
    """
    return {pair: sum_of(causes) for pair, causes in by_pair.items()}


def fines(deal: Deal, rules: RuleSet, outcome: Outcome) -> Fines:
    """Compute the penalties for rulings that no `pay` line pays for.

    The result has the possible sets of penalty payments, the likeliest first. It also names the
    players whose penalty has no price in the rules.
    """
    law = rules.law("pay.penalty")
    clause = law.number if law is not None else ""
    payment_sets: list[PaymentSet] = [PaymentSet(())]
    unpriced: Sentence = ""
    offenders = set()
    # Keep only rulings that no `pay` line pays for.
    ruled = dict.fromkeys([(ruling.seat, ruling.name) for ruling in deal.contents(Ruling)])
    for line in deal.contents(Pay):
        for payer, _ in line.pairs:
            ruled.pop((payer, line.cause), None)
    for seat, cause in ruled:
        if cause not in rules.penalties.ruled or not 0 <= seat < outcome.seats:
            continue
        nobody = [TABLE] if cause in rules.penalties.to_nobody else []
        due = {
            payee: penalty(deal, rules, outcome, cause, (seat, payee))
            for payee in [*outcome.others(seat), *nobody]
        }
        unclear = next((each for each in due.values() if isinstance(each, Unclear)), Unclear(""))
        if unclear.words and not unclear.amounts:
            unpriced = unclear.words
            offenders.add(seat)
            continue
        possible: list[PaymentSet] = []
        for way in _possible_amounts(due):
            payments = [
                Payment(seat, payee, points, None, clause, cause)
                for payee, points in way.items()
                if points
            ]
            possible.append(PaymentSet(tuple(payments), unclear.words))
        payment_sets = [one.with_more(other) for one in payment_sets for other in possible]
    return Fines(tuple(payment_sets), unpriced, frozenset(offenders))


def _possible_amounts(due: Mapping[Seat, int | Unclear]) -> Iterator[dict[Seat, int]]:
    """Yield the possible amounts of a penalty that is not certain, as dicts from payee to amount.

    `due` has the amount for each payee, or `Unclear` with several possible amounts. In the first
    dict, each payee gets the first possible amount. In each further dict, one payee gets the last
    possible amount, and all others the first.
    """
    low, high = dict[Seat, int](), dict[Seat, int]()
    for payee, each in due.items():
        if isinstance(each, Unclear):
            low[payee], high[payee] = each.amounts[0], each.amounts[-1]
        else:
            low[payee] = each
    yield low
    for payee, points in high.items():
        yield low | {payee: points}
