"""Hong Kong faan: what a number of faan costs, and who pays it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.formula import Formula, number, product
from mjlog.model.messages import Sentence, msg
from mjlog.model.record import Deal, Ruling, Seat
from mjlog.model.settlement import Item, Payment, Score, Settlement
from mjlog.model.table import Table
from mjlog.referee.rulebook import HandClaim, Outcome, Unclear, Winner, hand_unknown
from mjlog.rules.shared.claimed import (
    claim_of,
    claims_of_one_sum,
    claims_with_other_sum,
    stated,
    value_not_claimed,
)
from mjlog.rules.shared.faan_prices import MOST_FAAN, price_multiplier
from mjlog.rules.shared.guarantor import GUARANTEE, why_no_guarantor

_STAKE: Final = msg("for 0 faan")
_OF_BASE: Final = msg("the stake")
_SHARE: Final = msg("self-drawn, or discarded")
_ALL: Final = msg("shares, for all")


def score(winner: Winner, _outcome: Outcome) -> Score | Unclear:
    """Return an `Unclear` for every hand, with the reason that its tiles are not known.

    This rule set only checks payments; the number of faan comes from the score sheet.
    """
    return hand_unknown(winner.seat)


def claimed(most: int) -> Callable[[Seat, Outcome], Score | Unclear]:
    """Return the function that scores a hand from the faan on its score sheet.

    A number above `most` counts as `most`, and a number below 0 as 0. The function returns an
    `Unclear`, which states the reason, if the sheet states no faan for the hand.
    """

    def sheet_score(seat: Seat, outcome: Outcome) -> Score | Unclear:
        items = claim_of(seat, outcome).items
        if not items:
            return hand_unknown(seat)
        faan = stated(items, "faan")
        if faan is None:
            return value_not_claimed(seat)
        counted = min(max(0, faan), most)
        return Score(seat, (Item("faan", counted, "1.1"),), unit="faan", claimed=True)

    return sheet_score


def near_claims(seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
    """Yield other numbers of faan that the writer of a score sheet may have meant for a hand.

    Each is yielded as a `HandClaim`: what a score sheet could state about a hand. First come
    numbers up to four above or below the stated number, then likely slips of the pen, such as
    swapped digits. If the sheet states no faan, the numbers are near 0. The audit tries these to
    find out which number on the sheet is wrong.
    """
    claim = claim_of(seat, outcome)
    yield from claims_with_other_sum(claim, "faan", stated(claim.items, "faan") or 0, 4)


def possible_claims(most: int) -> Callable[[Seat, Outcome], Iterator[HandClaim]]:
    """Return a function that yields a `HandClaim` for each number of faan from 0 to `most`.

    Numbers above 99 are left out. A `HandClaim` is what a score sheet could state about a hand. The
    audit tries these if neither the tiles nor the value of a hand is recorded.
    """

    def claims(_seat: Seat, _outcome: Outcome) -> Iterator[HandClaim]:
        return claims_of_one_sum("faan", range(min(most, MOST_FAAN) + 1))

    return claims


def collect_guarantees(deal: Deal, _table: Table) -> frozenset[Seat]:
    """Return the seats that must pay for all players by a referee's ruling on the score sheet."""
    return frozenset(ruling.seat for ruling in deal.contents(Ruling) if ruling.name == GUARANTEE)


def weigh_ruling(
    claim: Ruling, outcome: Outcome, _scores: Sequence[Score]
) -> Sentence | Unclear | None:
    """Return why the ruling that one player pays for another's win cannot be right, as a sentence.

    A ruling is a decision of the referee on the score sheet. It cannot be right if no other player
    has won. Return an empty text if the ruling can be right, and None for a ruling about something
    else.
    """
    return why_no_guarantor(claim, outcome) if claim.name == GUARANTEE else None


class Payments:
    """Computes who pays whom under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.stake = int(settings["stake"])
        self.spicy, self.base = settings["rise"] == "spicy", int(settings["base_faan"])
        self.full = settings["responsibility"] == "full"
        self.most = int(settings["max_faan"])

    @property
    def false_win(self) -> int:
        """The points that a player pays each other player for a false win.

        This is as much as the winner of a self-draw with the most valuable hand gets from all three
        players together.
        """
        return 6 * self.stake * self._times(self.most)

    def settle(self, outcome: Outcome, scores: Sequence[Score]) -> Settlement:
        """Return the payments to all winners; there are none if nobody won."""
        won = zip(outcome.winners, scores, strict=True)
        payments = [
            each for winner, score in won for each in self._payments_of(winner, score, outcome)
        ]
        return Settlement(tuple(payments), tuple(scores))

    def _payments_of(self, winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
        share = self._share(score.value)
        answers = next(iter(sorted(outcome.seen or ())), None)
        if answers is not None and answers != winner.seat:
            shares = 3 if winner.own_draw else 2
            yield Payment.of(answers, winner.seat, product(share, number(shares, _ALL)), "2.4")
        elif not winner.own_draw and self.full:
            whole = product(share, number(2, _ALL))
            yield Payment.of(winner.source, winner.seat, whole, "2.3")
        else:
            yield from self._from_all(winner, score.value, outcome)

    def _from_all(self, winner: Winner, faan: int, outcome: Outcome) -> Iterator[Payment]:
        """Yield what each player except the winner pays for a hand of `faan` faan.

        After a self-draw each player pays one share of the hand's price. After a discard the
        discarder pays one share, the other two players half a share.
        """
        for seat in range(outcome.seats):
            if seat == winner.seat:
                continue
            if winner.own_draw or seat == winner.source:
                clause = "2.2" if winner.own_draw else "2.3"
                yield Payment.of(seat, winner.seat, self._share(faan), clause)
            else:
                yield Payment.of(seat, winner.seat, self._base_payment(faan), "2.3")

    def _times(self, faan: int) -> int:
        """Return the price of a hand of `faan` faan as a multiple of the stake."""
        # Each of the first faan doubles the price, so a higher price is a whole multiple of the
        # stake.
        whole = price_multiplier(max(faan, self.base), spicy=self.spicy)
        return whole // price_multiplier(self.base, spicy=self.spicy)

    def _base_payment(self, faan: int) -> Formula:
        times = number(self._times(faan), msg("{number} faan", number=faan))
        stake = number(self.stake, _OF_BASE if self.base else _STAKE)
        return product(stake, times)

    def _share(self, faan: int) -> Formula:
        return product(self._base_payment(faan), number(2, _SHARE))
