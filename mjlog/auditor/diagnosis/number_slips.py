"""The cells of a sheet that do not fit what the rules make of a deal, each slip once.

A payment that stands with another player leaves two cells wrong, and is one slip.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import ceil
from typing import Final

from mjlog.auditor.checks.changes import totals_due
from mjlog.auditor.deal_check import CLAIMS, DealCheck
from mjlog.auditor.due import left_out, nearest, world_of, wrong_amounts
from mjlog.auditor.owed import Pair
from mjlog.model.findings import Claim, Kind, Place
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import TABLE, Line, Points, Seat, seat_name
from mjlog.model.settlement import net
from mjlog.model.slips import Slip, SlipKind
from mjlog.referee.rulebook import Unclear


@dataclass(frozen=True, slots=True)
class Cell:
    """One amount that does not fit; `recorded` None where it is missing."""

    claim: Claim
    line: Line
    recorded: int | None
    due: int

    @property
    def more(self) -> int:
        """How much more is recorded than due."""
        return (self.recorded or 0) - self.due


Group = tuple[Cell, ...]
"""One cell, or two that one slip explains."""


def slips_of_cells(sheet: DealCheck) -> list[Slip]:
    """Return the fewest slips that explain the cells which do not fit."""
    slips = [_slip_of_payments(sheet, group) for group in _groups_of_payments(sheet)]
    for group in _groups_of_points(sheet):
        kind = "exchanged" if len(group) > 1 else _kind(sheet, group[0])
        slips.append(_slip(sheet, kind, group[0]))
    return slips


def few_slips(sheet: DealCheck, most: int) -> list[Slip] | None:
    """Return the fewest slips, if they are so many at most; None if they are more."""
    slips = slips_of_cells(sheet)
    return slips if len(slips) <= most else None


def how_many(sheet: DealCheck) -> int:
    """Return how many slips explain the cells which do not fit."""
    return len(_groups_of_points(sheet)) + len(_groups_of_payments(sheet))


def wrong_claims(sheet: DealCheck) -> frozenset[Claim]:
    """Return what is claimed by the cells which do not fit."""
    cells = chain(*_groups_of_points(sheet), *_groups_of_payments(sheet))
    return frozenset(cell.claim for cell in cells)


def slips_beside_stakes(sheet: DealCheck, step: int) -> int:
    """Return how many slips stay if whole stakes may be added to amounts or taken from them."""
    cells = chain(*_groups_of_points(sheet), *_groups_of_payments(sheet))
    return ceil(sum(cell.more % step != 0 for cell in cells) / 2)


# --------------------------------------------------------------------------- payments


def _groups_of_payments(sheet: DealCheck) -> list[Group]:
    """Return two payments that one slip explains together, the others one by one."""
    world = world_of(sheet)
    left = [Cell(*wrong) for wrong in wrong_amounts(sheet, world)]
    if sheet.told:
        for pair, cause, line, due in left_out(sheet, world):
            left.append(Cell(Claim("pay", *pair, cause), line, None, due))
    groups: list[Group] = []
    while left:
        cell = left.pop(0)
        other = next((other for other in left if _of_two(cell, other)), None)
        if other is not None:
            left.remove(other)
        groups.append((cell,) if other is None else (cell, other))
    return groups


def _slip_of_payments(sheet: DealCheck, group: Group) -> Slip:
    if len(group) == 1:
        return _slip(sheet, _kind(sheet, group[0]), group[0])
    return _of_both(sheet, *group)


def _of_two(one: Cell, other: Cell) -> SlipKind | None:
    """Return the slip that explains both cells; None if two are needed."""
    if one.more != -other.more:
        return None
    if _stand_for_each_other((one, other)):
        return "exchanged"
    if None not in {one.recorded, other.recorded}:
        return None
    if one.claim.payee == other.claim.payee:
        return "payer"
    if one.claim.seat == other.claim.seat:
        return "payee"
    return None


def _of_both(sheet: DealCheck, one: Cell, other: Cell) -> Slip:
    """Return the slip of two cells, told at the one where too much stands."""
    second, first = sorted((one, other), key=_too_much)
    kind = _of_two(one, other) or "exchanged"
    if kind == "exchanged":
        return _slip(sheet, kind, first)
    wanted = _pair(second.claim)
    return _slip(sheet, kind, first, _pair(first.claim), wanted)


def _too_much(cell: Cell) -> int:
    return cell.more


def _pair(claim: Claim) -> str:
    """Return who pays whom, in notation."""
    return ">".join(map(_named, (claim.seat, claim.payee)))


def _named(seat: Seat) -> str:
    if seat == TABLE:
        return "table"
    return seat_name(seat)


# --------------------------------------------------------------------------- changes and totals


_KEYWORDS: Final[tuple[Kind, ...]] = ("net", "score")
_TWO: Final = 2


def _groups_of_points(sheet: DealCheck) -> list[Group]:
    """Return the seats whose change or total does not fit; two in each other's place together."""
    groups: list[Group] = []
    for keyword in _KEYWORDS:  # the changes, then the totals
        for line, content in sheet.deal.with_lines(Points):
            if content.keyword != keyword:
                continue
            cells = _wrong_points(sheet, line, content)
            if _stand_for_each_other(cells):
                groups.append(cells)
            else:
                groups += [(cell,) for cell in cells]
    return groups


def _stand_for_each_other(cells: Group) -> bool:
    if len(cells) != _TWO:
        return False
    one, other = cells
    return one.recorded == other.due and other.recorded == one.due


def _wrong_points(sheet: DealCheck, line: Line, content: Points) -> Group:
    """Return the numbers of a line that differ from those due."""
    due = _due(sheet, content)
    return tuple(
        [
            Cell(CLAIMS.of((content.keyword, seat, -1, "")), line, points, right[0])
            for seat, (points, right) in enumerate(zip(content.points, due, strict=False))
            if points is not None and points not in right
        ]
    )


def _due(sheet: DealCheck, content: Points) -> Sequence[tuple[int, ...]]:
    """Return the numbers that are right, seat by seat; nothing if they are not known."""
    if isinstance(sheet.changes, Unclear):
        return ()
    if content.keyword == "score":
        return totals_due(sheet, content.points)
    ways = []
    for change, why in sheet.changes:
        ways += [(change, why), (sheet.with_stakes(change), why)]
    due, *_ = nearest(content.points, ways)
    return [(points,) for points in due]


# --------------------------------------------------------------------------- what kind of slip


def _slip(
    sheet: DealCheck, kind: SlipKind, cell: Cell, recorded: str = "", expected: str = ""
) -> Slip:
    span = cell.line.span
    place = Place(span.line, span.column, sheet.number, seat=cell.claim.seat)
    written = ""
    if cell.recorded is not None:
        written = str(cell.recorded)
    return Slip(kind, cell.claim, place, recorded or written, expected or str(cell.due))


def _kind(sheet: DealCheck, cell: Cell) -> SlipKind:
    """Return the slip that the two numbers look like, the plainest first."""
    if cell.recorded is None:
        return "missing"
    of_payment = cell.claim.kind == "pay"
    if _lacks_counters(sheet, cell):
        return "counters"
    by_digits = _of_digits(cell.recorded, cell.due, sheet.rules.scoring.step)
    if by_digits is not None:
        return by_digits
    if of_payment:
        return _of_payment(sheet, cell)
    return "sum" if cell.claim.kind == "score" else "amount"


def _of_digits(recorded: int, due: int, unit: int) -> SlipKind | None:
    """Return what the digits themselves tell."""
    if not recorded or not due:
        return None
    if recorded == -due:
        return "sign"
    same_digits = sorted(str(abs(recorded))) == sorted(str(abs(due)))
    if same_digits and recorded * due > 0:
        return "digits"
    if abs(recorded - due) == unit:
        return "unit"
    return None


def _of_payment(sheet: DealCheck, cell: Cell) -> SlipKind:
    """Return what a payment lacks or has too much of."""
    claim, recorded = cell.claim, cell.recorded or 0
    if TABLE in {claim.seat, claim.payee}:
        return "sticks"
    plain = recorded - _of_counters(sheet, cell)
    return "dealers-share" if _is_of_dealer(sheet, cell, plain) else "amount"


def _of_counters(sheet: DealCheck, cell: Cell) -> int:
    """Return what the counters add to a payment."""
    word = sheet.rules.progress.repeat_word
    if not word or cell.claim.kind == "score":
        return 0
    if cell.claim.kind == "net":
        paid = [each for each in world_of(sheet).payments if each.cause == word]
        return net(paid, sheet.outcome.seats)[cell.claim.seat]
    pair = cell.claim.seat, cell.claim.payee
    return sheet.owed_between(world_of(sheet), pair).get(word, 0)


def _lacks_counters(sheet: DealCheck, cell: Cell) -> bool:
    """Return whether an amount is what it would be without counters.

    A player's change may be a loss.
    """
    counters = _of_counters(sheet, cell)
    return counters != 0 and cell.recorded == cell.due - counters


def _is_of_dealer(sheet: DealCheck, cell: Cell, plain: int) -> bool:
    """Return whether the payment would be right without the dealer's part, or with it."""
    dealer, claim = sheet.outcome.dealer, cell.claim
    if dealer in {claim.seat, claim.payee} and cell.due in {plain * 2, plain // 2}:
        return True
    return cell.recorded == _owed(sheet).get((dealer, claim.payee))


def _owed(sheet: DealCheck) -> dict[Pair, int]:
    settled = sheet.settled
    if settled is None:
        return {}
    return settled.owed()
