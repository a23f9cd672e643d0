"""Payments by a tariff: how points become an amount, and how many times each player pays it.

Games whose payments need more than this, such as liability, have a function of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mjlog.model.formula import Formula, number, product, total
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Sentence, msg
from mjlog.model.record import Seat
from mjlog.model.settlement import Payment, Score
from mjlog.referee.rulebook import Outcome, Winner

_BASE: Final = msg("base")
_POINTS: Final = msg("points")
_MOST_DOUBLINGS: Final = 40


@dataclass(frozen=True, slots=True)
class Tariff:
    """The amounts that each player pays for a win.

    `doubling`: each point doubles the amount. `prices` has the amounts for 0 points, 1 point and so
    on, instead of the points; the last amount is for all higher points. `stake` multiplies the
    amount. After a self-draw each player pays the amount `self_draw` times. After a discard the
    discarder pays it `discarder` times and each other player `others` times. `base` is added to
    what each player pays. The dealer pays and receives `dealer` times as much. `label` is the word
    for points in messages. `drawn` and `discarded` are the numbers of the sentences about the two
    ways to win; without them payments cite the sentence that the book marks for `pay.seats`.
    """

    doubling: bool = False
    prices: Sequence[int] = ()
    stake: int = 1
    base: int = 0
    self_draw: int = 1
    discarder: int = 1
    others: int = 0
    dealer: int = 1
    label: Sentence = _POINTS
    drawn: str = ""
    discarded: str = ""

    def pay(self, winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
        """Yield what each other player pays to the winner, including payments of 0 points."""
        clause = self.drawn if winner.own_draw else self.discarded
        for seat in outcome.others(winner.seat):
            amount = self._amount(score.value, self._times(winner, seat))
            if self.dealer != 1 and outcome.dealer in {seat, winner.seat}:
                amount = product(amount, number(self.dealer, msg("dealer")))
            yield Payment.of(seat, winner.seat, amount, clause)

    def _times(self, winner: Winner, seat: Seat) -> int:
        if winner.own_draw:
            return self.self_draw
        return self.discarder if seat == winner.source else self.others

    def _amount(self, points: int, times: int) -> Formula:
        price = number(self.price(points), self.label)
        if times != 1:
            price = product(price, number(times)) if times else number(0)
        if not self.base:
            return price
        base = number(self.base, _BASE)
        return total(base, price) if times else base

    def price(self, points: int) -> int:
        """Return the price of a hand with this number of points: an amount multiplied by the stake.

        The amount is read from a list, or doubled for each point, or equal to the points. A player
        may pay a multiple of this price, for example twice the price after a discard.
        """
        if self.prices:
            return self.stake * self.prices[min(points, len(self.prices) - 1)]
        if self.doubling:
            return self.stake << min(points, _MOST_DOUBLINGS)
        return self.stake * points
