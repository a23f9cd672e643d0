"""Riichi: scores a hand of which the sheet states only the points that it moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product, starmap
from typing import Final

from mjlog.model import formula
from mjlog.model.messages import msg
from mjlog.model.record import Seat, seat_name
from mjlog.model.settlement import Item, Score
from mjlog.referee.rulebook import HandClaim, ItemsClaimed, Outcome, Unclear, Winner
from mjlog.rules.riichi.events import counters
from mjlog.rules.riichi.hand_value import FU, Counting, Worth
from mjlog.rules.riichi.points import base_moving, points_moved, stated_sums
from mjlog.rules.riichi.yaku import WORTH
from mjlog.rules.shared.claimed import stated, value_not_claimed

_MOVED: Final = msg("points of the hand")
_POINTS: Final = "points"
_PAID: Final = frozenset({_POINTS, "share", "dealer-share"})
_SUMS: Final = frozenset({*WORTH, "fu"})
_NEAR: Final = 3
"""Number of other values that are tried below and above."""
MOST_HAN: Final = 13


def fu_claimed(fu: int) -> tuple[Item, ...]:
    """Return the fu as an item in a tuple; return an empty tuple if `fu` is 0 (not stated)."""
    if not fu:
        return ()
    return (Item("fu", fu, "5.24"),)


class PaidClaims:
    """Scores hands from the points, or the shares of a self-draw, that are paid for them."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.counting = Counting(settings)
        self.halved = settings["three_player_tsumo"] == "halved"
        self.honba = int(settings["honba_points"])
        self.drawn_honba = int(settings["drawn_honba_points"])

    def score(self, claim: ItemsClaimed, winner: Winner, outcome: Outcome) -> Score | Unclear:
        """Return the score of a hand for which the score sheet states only what is paid.

        The sheet states the points, or the shares of a self-draw. The function finds the value of a
        hand that pays these points. If there is none, the points on the sheet are assumed to
        include the honba counters (repeats of the deal). Return an `Unclear`, which states the
        reason, if no hand pays these points or if the sheet states no points.
        """
        sums = frozenset({(name, points) for name, points in claim if name in _PAID and points})
        if not sums:
            return value_not_claimed(winner.seat)
        base = self._base(sums, claim, winner, outcome)
        if base is None:
            base = self._base(
                self._leave_out_counters(sums, winner, outcome), claim, winner, outcome
            )
        if base is None:
            return self._nobodys(sums, winner)
        return self._score_of_base(base, claim, winner, outcome)

    def _base(
        self,
        sums: frozenset[tuple[str, int]],
        claim: ItemsClaimed,
        winner: Winner,
        outcome: Outcome,
    ) -> int | None:
        return base_moving(sums, self._bases(claim), winner, outcome, halved=self.halved)

    def _bases(self, claim: ItemsClaimed) -> tuple[int, ...]:
        """Return every base that a hand can have with the han or fu on the score sheet.

        A base is the number that payments are multiples of. If the sheet states neither han nor fu,
        return all bases.
        """
        han, fu = stated(claim, "han"), stated(claim, "fu")
        if han is None and fu is None:
            return self.counting.bases
        hans = range(1, MOST_HAN + 1) if han is None else (han,)
        fus = FU if fu is None else (fu,)
        return tuple(dict.fromkeys(starmap(self.counting.base, product(hans, fus))))

    def _leave_out_counters(
        self, sums: frozenset[tuple[str, int]], winner: Winner, outcome: Outcome
    ) -> frozenset[tuple[str, int]]:
        """Return the sums in `sums`, with the points of the honba counters subtracted.

        Honba counters count the repeats of the deal; some score sheets include their points. `sums`
        has pairs of name and number; only the number named ``points`` is reduced, not the shares of
        a self-draw.
        """
        more = self.points_of_counters(winner, outcome)
        return frozenset({(name, points - more * (name == _POINTS)) for name, points in sums})

    def points_of_counters(self, winner: Winner, outcome: Outcome) -> int:
        """Return the points that a winner gets for the honba counters (repeats of the deal)."""
        drawn = self.drawn_honba * (outcome.seats - 1) if winner.own_draw else 0
        return (drawn or self.honba) * (counters(outcome) or 0)

    def _score_of_base(
        self, base: int, claim: ItemsClaimed, winner: Winner, outcome: Outcome
    ) -> Score:
        """Return the score of a hand with this base and the patterns on its score sheet.

        The base is the number that payments are multiples of. `claim` is what the sheet states
        about the hand.
        """
        fu = stated(claim, "fu") or 0
        worth = Worth(base, stated(claim, "han") or 0, fu, 0, (), ())
        paid = stated_sums(winner, worth, outcome, halved=self.halved)
        others = {item.name: item for item in paid}
        moved = others.pop(_POINTS).points
        patterns = tuple(Item(name, han or 0) for name, han in claim if name not in _SUMS)
        points_item = Item(_POINTS, stated(claim, _POINTS) or moved, "7.1")
        return Score(
            winner.seat,
            patterns or (points_item,),
            formula=formula.number(moved, _MOVED),
            totals=fu_claimed(fu),
            worth=(points_item, *others.values()),
            claimed=True,
        )

    def _nobodys(self, sums: frozenset[tuple[str, int]], winner: Winner) -> Unclear:
        """Return an `Unclear` with the reason why the stated points give a hand no score.

        The reason is that no hand is worth these points, for example "no hand that B can win so is
        worth 1100 points". After a self-draw, or if no points are stated, the reason is that the
        score sheet does not state the value of the hand. `sums` has pairs of name and number.
        """
        points = dict(sums).get(_POINTS)
        if points is None or winner.own_draw:
            return value_not_claimed(winner.seat)
        words = "no hand that {seat} can win so is worth {points} points"
        reason = msg(words, seat=seat_name(winner.seat), points=points)
        return Unclear(reason.lacking("hands"), never=_POINTS)

    def near(self, claim: ItemsClaimed, seat: Seat, outcome: Outcome) -> Iterator[HandClaim]:
        """Yield the six possible numbers of points that are nearest to the stated points of a hand.

        Each is yielded as a `HandClaim`: what a score sheet could state about a hand. Used to
        search for a slip of the pen. Yield nothing if the sheet states no points for the hand, or
        if the seat has not won.
        """
        points = stated(claim, _POINTS)
        winner = outcome.winner_of(seat)
        if points is None or winner is None:
            return
        moved = {
            points_moved(base, winner, outcome, halved=self.halved) for base in self.counting.bases
        }
        nearest = sorted(moved - {points}, key=lambda other: abs(other - points))
        yield from (HandClaim(((_POINTS, each),)) for each in nearest[: 2 * _NEAR])
