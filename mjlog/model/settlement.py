"""Payments, scores of hands and settlements of deals, each with its arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mjlog.model.formula import Formula
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Sentence, msg
from mjlog.model.notebook_display import brief, table
from mjlog.model.record import TABLE, Deal, Seat, seat_name


@value
class Payment:
    """A payment of `points` from `payer` to `payee`, with its formula and rulebook clause.

    `cause` is the word after `for=` if the payment is on a line of its own; empty for a plain
    payment.
    """

    payer: Seat
    payee: Seat
    points: int
    formula: Formula | None = None
    clause: str = ""
    cause: str = ""

    @staticmethod
    def of(
        payer: Seat, payee: Seat, formula: Formula, clause: str = "", cause: str = ""
    ) -> Payment:
        """Create a payment whose points are the result of the formula.

        `clause` is the number of the rule in the rulebook. `cause` is the word after ``for=`` on
        the payment's line in a record; empty for an ordinary payment.
        """
        return Payment(payer, payee, formula.number, formula, clause, cause)

    @property
    def reason(self) -> str:
        """Calculation of the payment in English, such as ``3 × 4``; empty if it has no formula."""
        if not self.formula:
            return ""
        return self.formula.words.english

    @property
    def explained(self) -> Sentence:
        """Points of the payment with their calculation, such as ``12 = 3 × 4``, as a message.

        A payment without a formula gives only the number, as a string.
        """
        if self.formula:
            return self.formula.explained
        return str(self.points)


@value
class PaymentSet:
    """Alternative payments of a deal, owed if a fact is true that the record does not state.

    `why` says which fact.
    """

    payments: tuple[Payment, ...]
    why: Sentence = ""

    def between(self, pair: tuple[Seat, Seat]) -> list[Payment]:
        """Return those of these payments that the first seat of `pair` pays to the second seat."""
        return [each for each in self.payments if (each.payer, each.payee) == pair]

    def with_more(self, other: PaymentSet) -> PaymentSet:
        """Return a new object with the payments of this object and of `other`.

        Its field `why`, which says on what fact the payments depend, comes from this object, or
        from `other` if it is empty here.
        """
        return PaymentSet((*self.payments, *other.payments), self.why or other.why)


@value
class Item:
    """A scored pattern: its name in records, its points, its rulebook clause.

    `alike` are other names of the pattern. `code` is the code of the finding that is reported if a
    sheet states other points; empty for the usual code. `source` names the source of the points if
    only one source has them. `unknown_because` says why nobody can check that the item applies.
    `formula` explains the points if they are calculated.
    """

    name: str
    points: int
    clause: str = ""
    alike: tuple[str, ...] = ()
    code: str = ""
    source: str = ""
    unknown_because: Sentence = ""
    formula: Formula | None = None

    @staticmethod
    def of(name: str, formula: Formula, clause: str = "", *, code: str = "") -> Item:
        """Create a scored item, such as a pattern, whose points are the result of `formula`.

        `name` is the item's name in records, `clause` the number of the rule in the rulebook.
        `code` is the code of the finding that is reported if the score sheet states other points;
        empty for the code that most items have.
        """
        return Item(name, formula.number, clause, code=code, formula=formula)


def sum_items(items: Iterable[Item]) -> int:
    """Return the sum of the points of several scored items."""
    total = 0
    for item in items:
        total += item.points
    return total


class LeftOut(NamedTuple):
    """A pattern of a hand that earns nothing next to the pattern `beside`.

    `principle` and its `clause` say why. If `principle` is empty, `beside` contains this pattern.
    """

    item: str
    beside: str
    principle: Sentence = ""
    clause: str = ""


@value
class Score:
    """What one hand is worth: `items` make up the hand value, `kongs` are paid in addition.

    If the value of the hand is not the sum of `items`, `formula` calculates it. `totals` are named
    sums that a sheet may state or leave out. `worth` has further named values, with the names used
    in score sheets and other formats: the points that the hand moves, the name of its limit.
    `contained` has the patterns of the hand that earn nothing next to another one. `claimed`: the
    score is taken from the claims of the sheet, because the tiles are not shown. `others` are the
    items of the hand if its tiles are arranged in other ways that are worth the same.
    `unknown_because` names the missing fact because of which the hand may be worth more;
    `alternatives` has the scores that are then possible. `is_stated`: the sheet itself says which
    of these scores it counts.
    """

    seat: Seat
    items: tuple[Item, ...]
    kongs: tuple[Item, ...] = ()
    unit: str = "points"
    formula: Formula | None = None
    totals: tuple[Item, ...] = ()
    contained: tuple[LeftOut, ...] = ()
    worth: tuple[Item, ...] = ()
    claimed: bool = False
    others: tuple[tuple[Item, ...], ...] = ()
    unknown_because: Sentence = ""
    alternatives: tuple[Score, ...] = ()
    is_stated: bool = False

    @property
    def value(self) -> int:
        """Value of the hand: the result of `formula`, or else the sum of the items' points."""
        if self.formula:
            return self.formula.number
        return sum_items(self.items)

    @property
    def patterns(self) -> set[str]:
        """Names of the items (the scored patterns) of the hand."""
        return {item.name for item in self.items}

    @property
    def kong_points(self) -> int:
        """Sum of the points of the hand's kongs."""
        return sum_items(self.kongs)

    @property
    def kongs_by_name(self) -> tuple[Item, ...]:
        """The kongs of the hand as scored items, with one item for all kongs of the same name.

        The item has the sum of their points. Score sheets list equal kongs one by one or together;
        both ways can be compared with this tuple.
        """
        names: dict[str, list[Item]] = {}
        for item in self.kongs:
            names.setdefault(item.name, []).append(item)
        return tuple(replace(alike[0], points=sum_items(alike)) for alike in names.values())


@value
class Settlement:
    """All payments that one deal causes; their sum over all players and the table is zero.

    `scores` has the scores of the winners, and of the losers if the rules count their hands.
    `unknown_pairs` has tuples (seat, seat, reason): the record does not show what these two seats
    owe each other. `staked` are payments made during play; `payments` do not include them.
    `shared`: the rules say what each player pays or gets, but not who pays whom; all payments then
    have one amount, and each player pays or gets once. `alternatives` has the payments that are due
    instead, depending on a fact that the record leaves open; `why` says on which fact `payments`
    depend. `is_stated`: the sheet itself says that it counts `payments`.
    """

    payments: tuple[Payment, ...] = ()
    scores: tuple[Score, ...] = ()
    unknown_pairs: tuple[tuple[Seat, Seat, Sentence], ...] = ()
    staked: tuple[Payment, ...] = ()
    shared: bool = False
    alternatives: tuple[PaymentSet, ...] = ()
    why: Sentence = ""
    is_stated: bool = False

    def __repr__(self) -> str:
        """Return a short text for the prompt: who pays whom how many points."""
        paid = (
            f"{seat_name(payer)}>{seat_name(payee)} {points}"
            for (payer, payee), points in self.owed().items()
        )
        return brief("Settlement", ", ".join(paid) or "without payments")

    def _repr_html_(self) -> str:
        """Return the payments and their formulas as an HTML table for a notebook."""
        rows = ((seat_name(p.payer), seat_name(p.payee), p.points, p.reason) for p in self.payments)
        return table("Settlement", ("payer", "payee", "points", "because"), rows)

    def paired_as_recorded(self, recorded: Mapping[tuple[Seat, Seat], int | None]) -> Settlement:
        """Return a copy in which the sheet decides who pays whom, if the rules leave this open.

        The rules leave this open if `shared` is True; otherwise return this object unchanged.
        `recorded` maps (payer, payee) to the amount on the sheet, None for ``?``; if it is empty,
        nothing changes. Players whose payment on the sheet is wrong are paired in the order of
        `payments`.
        """
        if not (self.shared and recorded):
            return self
        one = self.payments[0]
        stated = [
            replace(one, payer=a, payee=b, points=points or 0)
            for (a, b), points in recorded.items()
        ]
        if _sums(stated) == _sums(self.payments):
            explained = [_unexplained(each, one.points) for each in stated]
            return replace(self, payments=tuple(explained))
        pairs = self._paired(recorded)
        return replace(self, payments=tuple(replace(one, payer=a, payee=b) for a, b in pairs))

    def _paired(self, recorded: Mapping[tuple[Seat, Seat], int | None]) -> list[tuple[Seat, Seat]]:
        """Return pairs (payer, payee) for all payments: those on the sheet if they can be right.

        `recorded` maps (payer, payee) to the amount on the sheet, None for ``?``. A pair on the
        sheet with a wrong amount or a wrong player is not used; the players that are left are
        paired in the order of `payments`.
        """
        payers, payees = [p.payer for p in self.payments], [p.payee for p in self.payments]
        pairs = []
        for (payer, payee), points in recorded.items():
            if payer in payers and payee in payees and points in {None, self.payments[0].points}:
                payers.remove(payer)
                payees.remove(payee)
                pairs.append((payer, payee))
        pairs += zip(payers, payees, strict=True)
        return pairs

    def reason_unknown(self, one: Seat, other: Seat) -> Sentence:
        """Return why the record does not show what the players `one` and `other` pay each other.

        Return an empty text if the record shows it.
        """
        if not self.unknown_pairs:
            return ""
        return next((reason for a, b, reason in self.unknown_pairs if {a, b} == {one, other}), "")

    def score_of(self, seat: Seat) -> Score | None:
        """Return the score of the seat's hand; None if the settlement has no score for the hand."""
        return next((score for score in self.scores if score.seat == seat), None)

    def owed(self) -> dict[tuple[Seat, Seat], int]:
        """Return the total points that a payer owes a payee, for each pair with a payment."""
        owed: dict[tuple[Seat, Seat], int] = {}
        for each in self.payments:
            owed[each.payer, each.payee] = owed.get((each.payer, each.payee), 0) + each.points
        return owed

    def between(self, payer: Seat, payee: Seat) -> int:
        """Return the total points that `payer` owes `payee`; 0 if there is no payment."""
        return self.owed().get((payer, payee), 0)

    def net(self, seats: int) -> tuple[int, ...]:
        """Return how many points each seat wins or loses at the end of the deal, in seat order.

        Payments that were made during play (`staked`) are not included.
        """
        return net(self.payments, seats)

    @property
    def left_on_the_table(self) -> int:
        """Points that the payments of this deal add to the points on the table.

        These points belong to nobody until a later win. Payments during play are included. The
        number is negative if players win points that lay on the table.
        """
        return left_on_the_table((*self.payments, *self.staked))


def left_on_the_table(payments: Iterable[Payment]) -> int:
    """Return how many points the payments add to the points on the table.

    Points on the table belong to nobody. The number is negative if players get more from the table
    than they pay to it.
    """
    left = 0
    for payment in payments:
        if payment.payee == TABLE:
            left += payment.points
        if payment.payer == TABLE:
            left -= payment.points
    return left


def _unexplained(payment: Payment, points: int) -> Payment:
    """Return the payment; remove its formula if the amount of the payment is not `points`.

    `points` is the result of the formula, so the formula would not explain another amount.
    """
    if payment.points == points:
        return payment
    return replace(payment, formula=None)


def seat_by_seat(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """Add two rows of points seat by seat.

    `other` may have more seats than `one`; the additional seats are left out.
    """
    return tuple(points + other[seat] for seat, points in enumerate(one))


def net(payments: Iterable[Payment], seats: int) -> tuple[int, ...]:
    """Return how many points each seat wins or loses by the payments, as a tuple in seat order.

    A payment to or from the table changes the points of one player only.
    """
    change = [0] * seats
    for payment in payments:
        if payment.payer != TABLE:
            change[payment.payer] -= payment.points
        if payment.payee != TABLE:
            change[payment.payee] += payment.points
    return tuple(change)


def _sums(payments: Iterable[Payment]) -> Counter[tuple[str, Seat]]:
    """Add up how many points each seat pays and how many it gets.

    The keys of the result are ``("pays", seat)`` and ``("gets", seat)``.
    """
    sums: Counter[tuple[str, Seat]] = Counter()
    for each in payments:
        sums["pays", each.payer] += each.points
        sums["gets", each.payee] += each.points
    return sums


def explained(parts: Sequence[Payment]) -> Sentence:
    """Return the total of payments, then how each is calculated, such as ``14: 12 = 3 × 4, 2``.

    A single payment gives only its calculation. All payments in `parts` are from one player to one
    other player.

    >>> from mjlog.model.formula import number, product
    >>> by_hand = product(number(3), number(4))
    >>> str(explained([Payment.of(0, 1, by_hand)]))
    '12 = 3 × 4'
    >>> str(explained([Payment.of(0, 1, by_hand), Payment(0, 1, 2)]))
    '14: 12 = 3 × 4, 2'
    """
    if len(parts) == 1:
        return parts[0].explained
    whole = sum(each.points for each in parts)
    return msg("{sum}: {parts}", sum=whole, parts=tuple(each.explained for each in parts))


def known_points(points: Iterable[int | None]) -> tuple[int, ...]:
    """Return the numbers in `points` without the unknown ones, which are None."""
    return tuple(number for number in points if number is not None)


def sum_amounts(amounts: Sequence[int | None]) -> int | None:
    """Return the sum of the amounts; None if an amount is unknown (None)."""
    if None in amounts:
        return None
    return sum(known_points(amounts))


def paid_in_all(deal: Deal, cause: str = "") -> dict[tuple[Seat, Seat], int | None]:
    """Return the total of the sheet's amounts for each pair of payer and payee.

    A total is None if one of its amounts is unknown. Only `pay` lines whose word after ``for=`` is
    `cause` count; with an empty `cause`, only lines without ``for=``, the ordinary payments.
    """
    return {
        pair: sum_amounts([points for _, points in payments])
        for pair, payments in deal.paid(cause).items()
    }


def combine_by_name(items: Iterable[tuple[str, int | None]]) -> list[tuple[str, int | None]]:
    """Add up the points of items with the same name.

    Return pairs of name and total, in the order in which the names first occur. A total is None if
    the points of one of its items are unknown (None).
    """
    amounts: dict[str, list[int | None]] = {}
    for name, points in items:
        amounts.setdefault(name, []).append(points)
    return [(name, sum_amounts(each)) for name, each in amounts.items()]
