"""The wrong amounts of a sheet, grouped so that each slip counts once.

A payment that is written for another player makes two amounts wrong, but is one slip.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mjlog.auditor.checks.changes import totals_due
from mjlog.auditor.deal_check import DealCheck
from mjlog.auditor.due import best_settlement, left_out, nearest, wrong_amounts
from mjlog.model.findings import Claim
from mjlog.model.frozen import value
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import Message, msg
from mjlog.model.record import TABLE, Line, Points, seat_name
from mjlog.model.settlement import net
from mjlog.model.slips import Slip, SlipKind
from mjlog.referee.rulebook import Unclear


@dataclass(frozen=True, slots=True)
class Cell:
    """One wrong amount: the recorded amount (None if it is missing) and the right amount `due`."""

    claim: Claim
    line: Line
    recorded: int | None
    due: int

    @property
    def more(self) -> int:
        """The recorded amount (0 if it is missing) minus the right amount."""
        return (self.recorded or 0) - self.due


Group = tuple[Cell, ...]
"""One wrong amount, or two that one slip explains."""


# --------------------------------------------------------------------------- what wrong numbers are


def _has_another_sign(_: DealCheck, cell: Cell) -> bool:
    return bool(cell.recorded) and cell.recorded == -cell.due


def _has_exchanged_digits(_: DealCheck, cell: Cell) -> bool:
    recorded, due = cell.recorded or 0, cell.due
    return recorded * due > 0 and sorted(str(abs(recorded))) == sorted(str(abs(due)))


def _is_one_unit_off(sheet: DealCheck, cell: Cell) -> bool:
    return bool(cell.recorded and cell.due) and abs(cell.more) == sheet.rules.scoring.step


def _is_of_table(_: DealCheck, cell: Cell) -> bool:
    return cell.claim.kind == "pay" and TABLE in {cell.claim.seat, cell.claim.payee}


def _is_total(_: DealCheck, cell: Cell) -> bool:
    return cell.claim.kind == "score"


def _lacks_counters(sheet: DealCheck, cell: Cell) -> bool:
    """Return whether an amount is wrong only because the points for counters (honba) are missing.

    Counters are paid for each time that the dealer has dealt again.
    """
    counters = _points_of_counters(sheet, cell)
    return counters != 0 and cell.recorded == cell.due - counters


def _points_of_counters(sheet: DealCheck, cell: Cell) -> int:
    """Return how many points of the right amount of `cell` are paid for counters (honba).

    Counters are paid for each time that the dealer has dealt again. The number is negative if the
    amount is the change of points of a player who pays for counters. It is 0 if the amount is a
    total.
    """
    word, claim = sheet.rules.progress.repeat_word, cell.claim
    if not word or claim.kind == "score":
        return 0
    payment_set = best_settlement(sheet)
    if claim.kind == "net":
        paid = [payment for payment in payment_set.payments if payment.cause == word]
        return net(paid, sheet.outcome.seats)[claim.seat]
    return sheet.owed_between(payment_set, (claim.seat, claim.payee)).get(word, 0)


def _pays_by_dealer(sheet: DealCheck) -> bool:
    """Return whether the payments of the deal depend on who the dealer is."""
    settle, settlement = sheet.rules.scoring.settle, sheet.settlement
    if settle is None or isinstance(settlement, Unclear):
        return False
    for seat in sheet.outcome.others(sheet.outcome.dealer):
        other = settle(replace(sheet.outcome, dealer=seat), sheet.clear_scores)
        if isinstance(other, Unclear) or other.owed() != settlement.owed():
            return True
    return False


def _lacks_dealers_share(sheet: DealCheck, cell: Cell) -> bool:
    """Return whether a payment is wrong because of the dealer's double share.

    The dealer often pays and gets twice as much as others. This may be forgotten, or be applied to
    a player who is not the dealer.
    """
    dealer, claim = sheet.outcome.dealer, cell.claim
    if claim.kind != "pay":
        return False
    plain = (cell.recorded or 0) - _points_of_counters(sheet, cell)
    if dealer in {claim.seat, claim.payee} and cell.due in {plain * 2, plain // 2}:
        return _pays_by_dealer(sheet)
    settled = sheet.settled
    owed = {} if settled is None else settled.owed()
    return cell.recorded == owed.get((dealer, claim.payee))


@value
class NumberSlip:
    """A kind of wrong number and how to recognize it, as a row of a table.

    `fits` returns whether a wrong amount is of this kind; `looks` is a text that describes the
    kind.
    """

    kind: SlipKind
    looks: Message
    fits: Callable[[DealCheck, Cell], bool]


NUMBER_SLIPS: Final = (
    NumberSlip("counters", msg("the counters are left out"), _lacks_counters),
    NumberSlip("sign", msg("its sign is missing, or one too many"), _has_another_sign),
    NumberSlip("digits", msg("its digits are in another order"), _has_exchanged_digits),
    NumberSlip("unit", msg("it is one unit off"), _is_one_unit_off),
    NumberSlip(
        "sticks",
        msg("the points on the table are left out or counted wrong"),
        _is_of_table,
    ),
    NumberSlip(
        "dealers-share",
        msg("the dealer's part is left out, or counted where it is not due"),
        _lacks_dealers_share,
    ),
    NumberSlip("sum", msg("the total was added up wrong"), _is_total),
)
"""Kinds of wrong numbers, the simplest first."""
_OF_SEVERAL: Final[Mapping[SlipKind, Message]] = {
    "price": msg("one wrong price explains the other amounts"),
    "payer": msg("the payment belongs to another player"),
    "payee": msg("the payment belongs to another player"),
    "exchanged": msg("two amounts are in each other's place"),
}
LOOKS: Final[Mapping[SlipKind, Message]] = {
    **_OF_SEVERAL,
    **{row.kind: row.looks for row in NUMBER_SLIPS},
}
"""What a wrong amount looks like, by the kind of slip."""


# --------------------------------------------------------------------------- slips


def slips_of_cells(sheet: DealCheck) -> list[Slip]:
    """Return a list of the mistakes (slips) that explain the wrong amounts of a deal.

    A mistake has its kind, its place, and the recorded and right content. Two swapped amounts are
    one mistake. The payments of the deal must be known.
    """
    slips: list[Slip] = []
    for group in groups_of_cells(sheet):
        cell, recorded, expected = group[0], "", ""
        kind: SlipKind = "amount"
        if len(group) > 1:
            kind = _slip_of_both(*group) or "exchanged"
            if cell.claim.kind == "pay":  # the slip is at the payment that is too large
                other, cell = sorted(group, key=lambda cell: cell.more)
                if kind != "exchanged":
                    recorded, expected = [
                        ">".join(
                            [
                                "table" if seat == TABLE else seat_name(seat)
                                for seat in (each.claim.seat, each.claim.payee)
                            ]
                        )
                        for each in (cell, other)
                    ]
        elif cell.recorded is None:
            kind = "missing"
        else:
            for row in NUMBER_SLIPS:
                if row.fits(sheet, cell):
                    kind = row.kind
                    break
        span = cell.line.span
        place = span.place(sheet.number, cell.claim.seat)
        written = "" if cell.recorded is None else str(cell.recorded)
        slip = Slip(kind, cell.claim, place, recorded or written, expected or str(cell.due))
        slips.append(slip)
    return slips


def how_many(sheet: DealCheck) -> int:
    """Return the number of mistakes that explain the wrong amounts of a deal.

    Two amounts that are wrong by one mistake, such as two swapped amounts, count once. The payments
    of the deal by the rules must be known.
    """
    return len(groups_of_cells(sheet))


def wrong_claims(sheet: DealCheck) -> frozenset[Claim]:
    """Return the set of keys (`Claim`) of the wrong amounts in a deal.

    The payments of the deal must be known.
    """
    return frozenset([cell.claim for group in groups_of_cells(sheet) for cell in group])


def groups_of_cells(sheet: DealCheck) -> list[Group]:
    """Return a list of tuples with the wrong amounts of a deal, one tuple for each mistake.

    A tuple has two amounts if one mistake explains both, such as two swapped amounts; otherwise it
    has one. A missing payment is a wrong amount, too. Raise ValueError if the payments of the deal
    by the rules are unknown.
    """
    payment_set = best_settlement(sheet)
    left = [Cell(*wrong) for wrong in wrong_amounts(sheet, payment_set)]
    if sheet.recorded_payments:
        for pair, cause, line, due in left_out(sheet, payment_set):
            left.append(Cell(Claim("pay", *pair, cause), line, None, due))
    groups: list[Group] = []
    while left:
        cell = left.pop(0)
        more = cell.more
        group: Group = (cell,)
        for other in left:
            if (other.recorded or 0) - other.due == -more and _slip_of_both(cell, other):
                left.remove(other)
                group = (cell, other)
                break
        groups.append(group)
    for keyword in ("net", "score"):
        for line, content in sheet.deal.with_lines(Points):
            if content.keyword != keyword:
                continue
            cells = _wrong_points(sheet, line, content)
            if len(cells) == 2 and _stand_for_each_other(*cells):
                groups.append(cells)
            else:
                groups += [(cell,) for cell in cells]
    return groups


def _slip_of_both(one: Cell, other: Cell) -> SlipKind | None:
    """Return which single mistake explains two wrong amounts; None if there is none.

    The result is "exchanged" for two swapped amounts, "payer" or "payee" for a payment that names a
    wrong player.
    """
    if one.more != -other.more:
        return None
    if _stand_for_each_other(one, other):
        return "exchanged"
    if None in {one.recorded, other.recorded}:
        if one.claim.payee == other.claim.payee:
            return "payer"
        if one.claim.seat == other.claim.seat:
            return "payee"
        if (one.claim.seat, one.claim.payee) == (other.claim.payee, other.claim.seat):
            return "payer"  # the two changed places
    return None


def _stand_for_each_other(one: Cell, other: Cell) -> bool:
    return one.recorded == other.due and other.recorded == one.due


def _wrong_points(sheet: DealCheck, line: Line, content: Points) -> Group:
    """Return a tuple of the wrong numbers on a `net` or `score` line, each with the right number.

    The tuple is empty if the right numbers are unknown.
    """
    if isinstance(sheet.changes, Unclear):
        return ()
    if content.keyword == "score":
        right = totals_due(sheet, content.points)
    else:
        right = [(points,) for points in nearest(content.points, sheet.net_ways)[0]]
    cells: list[Cell] = []
    for seat, (points, amounts) in enumerate(zip(content.points, right, strict=False)):
        if points is not None and points not in amounts:
            claim = Claim(content.keyword, seat)
            cells.append(Cell(claim, line, points, amounts[0]))
    return tuple(cells)
