"""Finds the only win of a sheet that is not paid like its other wins, if no rules know the prices.

Clubs have prices of their own, and so has the card of the American league. What a win costs depends
on its value, on who discarded the tile, and perhaps on the dealer. If prices of that kind explain
all wins of a sheet but one, that one is wrong.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Final

from mjlog.auditor.report import Report
from mjlog.model.findings import Claim, Finding, Verdict
from mjlog.model.messages import msg
from mjlog.model.record import NOBODY, Deal, Items, Points, Remark, Seat, WinLine
from mjlog.sheets.records import WHOLE, SheetGame

_LEAST: Final = 5
"""Number of wins above which prices can be judged."""
_LEAST_ALIKE: Final = 3
"""Fewest other wins of the same kind (self-drawn or not) that the prices must explain."""
_DOUBLED: Final = 2
MOST_TIMES: Final = 4
"""Most times that a hand may be paid, for example because it has no joker."""
_Kind = tuple[bool, bool]
"""Whether a win is self-drawn, and whether the payer discarded the tile."""


@dataclass(frozen=True)
class _PaidWin:
    """A deal with exactly one winner, and each player's change of points.

    `line` is the record line of the changes, and `value_line` that of the hand's value; each is 0
    if there is no such line.
    """

    deal: Deal
    line: int
    value_line: int
    win: WinLine
    value: int
    changes: tuple[int, ...]

    @property
    def is_drawn(self) -> bool:
        """Whether the win was self-drawn."""
        return self.win.source == self.win.seat

    def kinds(self) -> Iterator[tuple[Seat, _Kind]]:
        """Yield a pair for each loser: the seat, and the kind of the loser's payment.

        The kind is two booleans: whether the win was self-drawn, and whether this loser discarded
        the winning tile.
        """
        for seat in range(len(self.changes)):
            if seat != self.win.seat:
                yield seat, (self.is_drawn, seat == self.win.source)

    def weight(self, seat: Seat, *, by_value: bool, of_dealer: int) -> int:
        """Return the factor that turns the price of a win into the payment of the player in `seat`.

        It is the hand's value if `by_value` is True, otherwise 1. It is multiplied by `of_dealer`
        if the winner or this player is the dealer.
        """
        has_dealer = self.deal.dealer in {seat, self.win.seat}
        return (self.value if by_value else 1) * (of_dealer if has_dealer else 1)


def check_prices(sheet: SheetGame, report: Report) -> Iterator[tuple[Verdict, Finding | None]]:
    """Find the only win that is not paid like all other wins of the sheet, and report it.

    Used if the rules do not know the prices; they are learned from the other wins. Yield one
    verdict and its finding, about the cell that is wrong: the value or a change of points. Yield
    nothing if several wins differ, or if there are too few wins.
    """
    wins = {number: win for number, deal in enumerate(sheet.game.deals, 1)
            if (win := _paid_win(deal)) is not None}  # fmt: skip
    is_judged = any(verdict.answer != "unverified" for verdict in report.verdicts
                    if verdict.claim.kind == "net" and verdict.place.deal in wins)  # fmt: skip
    if is_judged or len(wins) <= _LEAST:
        return
    candidates = [_odd_one([*wins.values()], by_value=by_value, of_dealer=of_dealer)
             for by_value, of_dealer in product((True, False), (1, _DOUBLED))]  # fmt: skip
    # If prices explain all wins, they are the prices of the sheet.
    odd = [each for each in candidates if each is not None]
    if any(due is None for _, due in odd) or len({win.line for win, _ in odd}) != 1:
        return
    win, due = odd[0]
    if due is not None and not win.deal.contents(Remark):
        named = _wrong_discarder(sheet, win, due)
        yield from named or _wrong(sheet, win, due, [other.value for other in wins.values()])


def _paid_win(deal: Deal) -> _PaidWin | None:
    """Return the win of a deal with everybody's change of points.

    Return None if the deal has no win or several wins, or if the changes are incomplete.
    """
    wins, lines = deal.contents(WinLine), deal.with_lines(Points)
    changes = [(line, points) for line, points in lines if points.keyword == "net"]
    if len(wins) != 1 or wins[0].source == NOBODY or len(changes) != 1:
        return None
    ((line, points),) = changes
    numbers = tuple(number for number in points.points if number is not None)
    if len(numbers) < len(points.points) or sum(numbers, 0):
        return None
    items = [(of_items.span.line, number) for of_items, claim in deal.with_lines(Items)
             for _, number in claim.items]  # fmt: skip
    value_line, value = items[0] if len(items) == 1 else (0, None)
    return _PaidWin(deal, line.span.line, value_line, wins[0], value or 0, numbers)


def _odd_one(
    wins: Sequence[_PaidWin], *, by_value: bool, of_dealer: int
) -> tuple[_PaidWin, Mapping[Seat, Fraction] | None] | None:
    """Find the only win whose payments do not follow from the usual prices.

    The usual prices are those of most wins. They are multiplied by the hand's value if `by_value`
    is True, and by `of_dealer` if the dealer pays or wins. Return the win, and a dict from seat to
    the expected payment. If the prices explain all wins, return the first win, and None instead of
    the dict. Return a single None if several wins differ, if there are too few wins to compare, or
    if the win may have a price of its own.
    """
    if by_value and not all(win.value for win in wins):
        return None
    if of_dealer > 1 and any(win.deal.dealer == NOBODY for win in wins):
        return None
    amounts: dict[_Kind, Counter[Fraction]] = defaultdict(Counter)
    for win in wins:
        for seat, kind in win.kinds():
            weight = win.weight(seat, by_value=by_value, of_dealer=of_dealer)
            amounts[kind][Fraction(-win.changes[seat], weight)] += 1
    usual = {kind: counter.most_common(1)[0][0] for kind, counter in amounts.items()}
    odd = [*_odd_wins(wins, usual, by_value=by_value, of_dealer=of_dealer)]
    # More hands may count twice, for example without jokers, than once.
    half = {kind: price / _DOUBLED for kind, price in usual.items()}
    odd_by_half = [*_odd_wins(wins, half, by_value=by_value, of_dealer=of_dealer)]
    if len(odd) > len(odd_by_half) + 1 or (len(odd) > 1 and len(odd_by_half) == 1):
        odd = odd_by_half
    if not odd:
        return wins[0], None
    win, due = odd[0]
    alike = sum(other.is_drawn == win.is_drawn for other in wins) - 1
    shares = {Fraction(-win.changes[seat]) / price for seat, price in due.items() if price}
    # Without values, a hand may have another price, unless only the dealer's addition is missing.
    is_open = len(shares) == 1 and (
        # The largest value may have a limit, which no other hand shows.
        max(shares) < 1 and win.value >= max(each.value for each in wins)
        if by_value
        else shares != {Fraction(1, of_dealer)}
    )
    is_alone = len(odd) == 1 and len(wins) > _LEAST and alike >= _LEAST_ALIKE
    return odd[0] if is_alone and not is_open else None


def _odd_wins(
    wins: Sequence[_PaidWin], prices: Mapping[_Kind, Fraction], *, by_value: bool, of_dealer: int
) -> Iterator[tuple[_PaidWin, Mapping[Seat, Fraction]]]:
    """Yield each win that is not paid by a multiple of these prices, and the nearest payments.

    `prices` has the price for each kind of payment. It is multiplied by the hand's value if
    `by_value` is True, and by `of_dealer` if the dealer pays or wins.
    """
    for win in wins:
        due = {seat: prices[kind] * win.weight(seat, by_value=by_value, of_dealer=of_dealer)
               for seat, kind in win.kinds()}  # fmt: skip
        best = min(range(1, MOST_TIMES + 1), key=lambda times: _differing(win, due, times))
        if _differing(win, due, best):
            yield win, {seat: price * best for seat, price in due.items()}


def _differing(win: _PaidWin, due: Mapping[Seat, Fraction], times: int | Fraction) -> int:
    """Count the players whose payment is not their expected payment multiplied by `times`.

    `due` has the expected payments by seat.
    """
    return sum(-win.changes[seat] != price * times for seat, price in due.items())


def _wrong_discarder(
    sheet: SheetGame, win: _PaidWin, due: Mapping[Seat, Fraction]
) -> list[tuple[Verdict, Finding | None]]:
    """Return a verdict and a finding about the discarder, if another one explains all payments.

    `due` maps seats to the expected payments. Swapping the payments of the discarder and of one
    other player must make all payments right, perhaps times a common factor. Return an empty list
    if no player or several players fit, or if the sheet has no cell with the discarder.
    """
    source = win.win.source
    if win.is_drawn or source not in due:
        return []
    fitting = [
        seat for seat in due.keys() - {source}
        if any(not _differing(win, {**due, seat: due[source], source: due[seat]}, times)
               for times in (Fraction(1, 2), *range(1, MOST_TIMES + 1)))
    ]  # fmt: skip
    lines = [line.span.line for line, _ in win.deal.with_lines(WinLine)]
    entry = sheet.entries.get(lines[0])
    cell = entry.cells.get("from") if entry else None
    if len(fitting) != 1 or cell is None:
        return []
    words = msg("{cell} says {text}, but by the points {player} has discarded the tile",
                cell=cell.name, text=repr(cell.text),
                player=sheet.draft.players[fitting[0]])  # fmt: skip
    place = cell.place(sheet.draft.sheet, seat=win.win.seat)
    verdict = Verdict("differs", Claim("win", win.win.seat), place, words)
    return [(verdict, Finding.telling("win.line", "error", words, place, verdict=verdict))]


def _wrong(
    sheet: SheetGame, win: _PaidWin, due: Mapping[Seat, Fraction], values: Collection[int]
) -> Iterator[tuple[Verdict, Finding | None]]:
    """Yield a verdict and a finding about the wrong cell of a win that is paid unlike other wins.

    `due` maps seats to the expected payments, and `values` are the hand values of all wins. If all
    payments agree with another of these values, the cell of the value is wrong. Otherwise it is the
    cell of the first loser with a wrong payment. Yield nothing if the sheet has no such cell.
    """
    paid_for = {win.value * -win.changes[seat] / price for seat, price in due.items() if price}
    is_value = all(each > 0 and each.denominator == 1 for each in paid_for)
    if len(paid_for) == 1 and (is_value or paid_for <= {*values} - {0}):
        entry, claim = sheet.entries.get(win.value_line), Claim("fan", win.win.seat)
        cell = entry.cells.get(WHOLE) if entry else None
        right = next(iter(paid_for)) / (entry.unit if entry else 1)
    else:
        entry = sheet.entries.get(win.line)
        wrong = [seat for seat, price in due.items() if -win.changes[seat] != price]
        cells = {seat: cell for seat in wrong if entry and (cell := entry.cells.get(seat))}
        seat, cell = next(iter(cells.items()), (NOBODY, None))
        claim = Claim("net", seat)
        right = -due.get(seat, Fraction()) / (entry.unit if entry else 1)
    if cell is None:
        return
    number = Decimal(right.numerator) / right.denominator
    words = msg(
        "{cell} says {recorded}; as all other wins of this sheet are paid, it is {due}",
        cell=cell.name, recorded=cell.text, due=f"{number.normalize():f}",
    )  # fmt: skip
    place = cell.place(sheet.draft.sheet, seat=claim.seat)
    verdict = Verdict("differs", claim, place, words)
    code = "score.item" if claim.kind == "fan" else "net.differs"
    yield verdict, Finding.telling(code, "error", words, place, verdict=verdict)
