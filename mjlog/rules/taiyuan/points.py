"""Taiyuan: scores winning hands, and computes who pays whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal

from mjlog.model.formula import Formula, joined, number, product, total
from mjlog.model.messages import msg
from mjlog.model.record import Seat, seat_name
from mjlog.model.settlement import Item, Payment, Score, Settlement
from mjlog.model.tiles import EAST, KIND, KINDS, PILLAR, counts, is_known, kinds_of
from mjlog.referee.rulebook import (
    Outcome,
    Unclear,
    Winner,
    hand_incomplete,
    hand_unknown,
    not_fourteen,
    winning_tile_missing,
)
from mjlog.rules.kit.hand import Reading, WayOfWinning, WinningHand, completed_by, set_of

KONG_POINTS: Final = {"exposed": 1, "concealed": 2}
WAIT_ITEMS: Final = ("middle", "edge", "single")
_HAND_VALUE: Final = msg("hand value")
_DEALER: Final = msg("dealer")
_READY: Final = msg("ready")
_NOT_READY: Final = msg("not ready")
CLAUSE: Final = {
    "basic": "10.1a",
    "missing-suit": "10.1b",
    "middle": "10.1c",
    "edge": "10.1d",
    "single": "10.1e",
    "dealer": "10.1f",
    "dragon": "10.1g",
    "pure-suit": "10.1g",
}


def worth(settings: Mapping[str, str]) -> Callable[[str, int], bool]:
    """Return a function that says whether an item can be worth a certain number of points.

    The function gets the name of the item and the number. An item for kongs may stand for several
    kongs, so it can be worth a multiple. Used to recognize wrong numbers on score sheets.
    `settings` maps the name of each option to its value.
    """
    values = dict.fromkeys(CLAUSE, 1)
    values |= {
        "dragon": int(settings["dragon_points"]),
        "pure-suit": int(settings["pure_suit_points"]),
    }

    def can_be(name: str, points: int) -> bool:
        if name in KONG_POINTS:
            return points > 0 and points % KONG_POINTS[name] == 0
        return points == values.get(name, points)

    return can_be


def _hand(winner: Winner) -> WinningHand:
    """Return a winner's hand in the form that patterns are tested on.

    Winds and bonus tiles are not filled in, because no item of these rules depends on them.
    """
    way = WayOfWinning(KIND[winner.tile & ~PILLAR], winner.own_draw, EAST)
    return WinningHand(
        counts(winner.tiles_seen), tuple(set_of(meld) for meld in winner.sets_seen), way
    )


def _has_dragon(hand_readings: Sequence[Reading]) -> bool:
    """Return whether some way to group the hand has 123, 456 and 789 of one suit concealed.

    `hand_readings` has every way to group the hand.
    """
    return any(
        {suit, suit + 3, suit + 6}
        <= {one.kind for one in reading.sets if one.is_chow and not one.is_claimed}
        for reading in hand_readings
        for suit in (0, 9, 18)
    )


def _wait_points(
    hand: WinningHand, hand_readings: Sequence[Reading], wait_scoring: str
) -> list[Item]:
    """Return the items that a hand earns for a special wait, such as the wait for a middle tile.

    `hand_readings` has every way to group the hand; a wait is special if it is so in one of them.
    `wait_scoring` is the value of the option that says how many such items count.
    """
    is_only_wait = len(hand.waited_kinds) == 1
    if wait_scoring == "unique" and not is_only_wait:
        return []
    completed = {completed_by(hand, reading) for reading in hand_readings}
    if is_only_wait or "pair" in completed:
        completed.add("single")
    names = tuple(name for name in WAIT_ITEMS if name in completed)
    if wait_scoring == "stacking":
        return [Item(name, 1, CLAUSE[name]) for name in names[:2]]
    return [Item(name, 1, CLAUSE[name], names) for name in names[:1]]


def scorer(settings: Mapping[str, str]) -> Callable[[Winner, Outcome], Score | Unclear]:
    """Return a function that scores a winner's hand under these options.

    `settings` maps the name of each option to its value.
    """
    zero = settings["missing_suit_zero"] == "true"
    dragon, pure = int(settings["dragon_points"]), int(settings["pure_suit_points"])
    wait_scoring = settings["wait_scoring"]

    def score(winner: Winner, outcome: Outcome) -> Score | Unclear:
        """Score a winner's hand, including the dealer's point and the points for kongs.

        The result is an `Unclear`, which states the reason, if the hand is not known or not
        complete.
        """
        unclear = _why_not_counted(winner)
        if unclear is not None:
            return unclear
        hand = _hand(winner)
        hand_readings = list(hand.readings())
        if not hand_readings:
            return hand_incomplete(winner.seat)
        is_pure = len(hand.suits) == 1 and max(hand.kinds) < EAST
        points = {
            "basic": 1,
            "missing-suit": len(hand.suits) == 2 or (zero and not hand.suits),
            "dealer": winner.seat == outcome.dealer,
            "dragon": dragon * _has_dragon(hand_readings),
            "pure-suit": pure * is_pure,
        }
        scored = [Item(name, int(each), CLAUSE[name]) for name, each in points.items() if each]
        waits = _wait_points(hand, hand_readings, wait_scoring)
        return Score(winner.seat, (*scored, *waits), _kongs(hand))

    return score


def _why_not_counted(winner: Winner) -> Unclear | None:
    """Return an `Unclear` with the reason why a hand cannot be scored, such as unknown tiles.

    Return None if nothing needed for scoring is missing; the hand may still be no complete winning
    hand.
    """
    if winner.tiles is None or winner.melds is None or not is_known(winner.tile):
        return hand_unknown(winner.seat)
    if winner.has_odd_sets:
        return hand_unknown(winner.seat)
    kind = KIND[winner.tile & ~PILLAR]
    if kind >= KINDS or kind not in kinds_of(winner.tiles):
        return winning_tile_missing(winner.seat)
    if len(winner.tiles) + 3 * len(winner.melds) != 14:
        return not_fourteen(winner.seat)
    return None


def _kongs(hand: WinningHand) -> tuple[Item, ...]:
    kongs = [meld for meld in hand.melds if meld.is_kong]
    sorts = sorted("exposed" if meld.is_claimed else "concealed" for meld in kongs)
    return tuple(Item(sort, KONG_POINTS[sort], "10.2") for sort in sorts)


# --------------------------------------------------------------------------- payments


class Payout:
    """Computes what each opponent pays for one win, under one choice of options.

    The amounts follow sentence 10.4 of the rulebook. `ready` are the seats that count as ready
    (Ting).
    """

    def __init__(
        self, settings: Mapping[str, str], score: Score, outcome: Outcome, ready: frozenset[Seat]
    ) -> None:
        self.settings = settings
        self.outcome = outcome
        self.ready = ready
        self.winner = score.seat
        self.value = score.value
        for item in score.items:
            if item.name == "dealer":
                self.value -= item.points
        self.kongs = score.kong_points if score.kongs else 0

    def _charged(self, payer: Seat, *, fined: bool = False) -> tuple[Charged, bool]:
        """Return what a payer is charged for the hand, and how the dealer's point is charged.

        The first result is a pair: the hand value, and whether the dealer's point is added to it
        before multiplying. The second result is true if the point is paid once, after multiplying.
        `fined` is true if the payer is not ready.
        """
        dealer = self.outcome.dealer
        if payer != dealer:
            return (self.value, self.winner == dealer), False
        # The regional penalty already includes the dealer's point (10.7).
        if fined and self.settings["nonready_discard"] == "regional":
            return (self.value, False), False
        where = self.settings["dealer_loss_point"]
        return (self.value, where == "in_hand_value"), where == "flat"

    def _penalty(self, payer: Seat) -> Penalty:
        """Return the penalty of a payer who is not ready: ``dealer`` (the higher) or ``plain``.

        If the option ``nonready_bonus_dealer`` is ``payer``, it is ``dealer`` when the payer is the
        dealer; otherwise it is ``dealer`` when the winner is the dealer.
        """
        looked_at = payer
        if self.settings["nonready_bonus_dealer"] != "payer":
            looked_at = self.winner
        return "dealer" if looked_at == self.outcome.dealer else "plain"

    def on_discard(self, payer: Seat, *, ready: bool) -> Payment:
        """Return one player's payment for a win on a discard, by sentence 10.4 of the rulebook.

        The amount is (hand value + kong points) × multiplier + penalty; under an option, the kong
        points are added after multiplying. `ready` says whether the payer has declared Ting
        (ready).
        """
        charged, flat = self._charged(payer, fined=not ready)
        points = _for_a_discard(
            charged,
            self.kongs,
            "" if ready else self._discard_penalty(payer),
            flat=flat,
            kongs_inside=self.settings["kong_in_discard_multiplier"] == "true",
        )
        return Payment.of(payer, self.winner, points, "10.4")

    def _discard_penalty(self, payer: Seat) -> Penalty:
        if self.settings["nonready_discard"] != "regional":
            return self._penalty(payer)
        return "regional dealer" if self.winner == self.outcome.dealer else "regional"

    def self_drawn(self, payer: Seat) -> Payment:
        """Return one player's payment for a self-draw, by sentence 10.4a of the rulebook.

        The amount is hand value × multiplier + kong points + penalty. `payer` is the seat of that
        player.
        """
        ready = payer in self.ready or self.settings["selfdraw_nonready"] == "all_x2"
        charged, flat = self._charged(payer)
        points = _for_a_draw(
            charged,
            self.kongs,
            "" if ready else self._penalty(payer),
            flat=flat,
            ready=payer in self.ready,
        )
        return Payment(payer, self.winner, points.number, points, "10.4a")

    def pay_for_all(self, discarder: Seat) -> Payment:
        """Return the payment of a discarder who is not ready and therefore pays for all players.

        The dealer's point is added if the dealer neither won nor discarded, unless the options
        waive it.
        """
        payment = self.on_discard(discarder, ready=False)
        dealer = self.outcome.dealer
        waived = (
            self.settings["dealer_point_under_bao"] == "waived"
            or self.settings["dealer_loss_point"] == "none"
        )
        if waived or dealer in {discarder, self.winner} or payment.formula is None:
            return payment
        points = joined(payment.formula, number(1, msg("the dealer's point")))
        return Payment.of(discarder, self.winner, points, "10.4b")


Penalty = Literal["", "plain", "dealer", "regional", "regional dealer"]
"""Kind of penalty for a payer who is not ready; empty for no penalty."""
_PENALTIES: Final[Mapping[Penalty, Formula]] = {
    "plain": number(2, _NOT_READY),
    "dealer": number(4, msg("not ready, dealer")),
    "regional": number(2, msg("not ready, dealer's share")),
    "regional dealer": number(1, _NOT_READY),
}
_DEALERS_POINT: Final = number(1, _DEALER)
Charged = tuple[int, bool]
"""Value of a hand, and whether the dealer's point is added to it."""


def _bracket(charged: Charged) -> Formula:
    """Return the hand value that a payer is charged, as a formula.

    `charged` is a pair: the value, and whether the dealer's point is added to it.
    """
    points, inside = charged
    worth_before = number(points, _HAND_VALUE, "before")
    return total(worth_before, number(1, _DEALER, "before")) if inside else worth_before


def _more(penalty: Penalty, *, flat: bool) -> list[Formula]:
    """Return the amounts that are added to a payment after multiplying, as a list of formulas.

    These are the penalty of the kind `penalty`, unless this is an empty text, and the dealer's
    point if `flat` is true.
    """
    more = [_PENALTIES[penalty]] if penalty else []
    return [*more, _DEALERS_POINT] if flat else more


@lru_cache(maxsize=1 << 10)
def _for_a_discard(
    charged: Charged, kongs: int, penalty: Penalty, *, flat: bool, kongs_inside: bool
) -> Formula:
    # A player who is not ready pays three times the value, and the penalty.
    times = number(3, _NOT_READY) if penalty else number(1, _READY)
    kong_points, more = number(kongs, msg("kong points"), "before"), _more(penalty, flat=flat)
    if kongs_inside:
        return total(product(joined(_bracket(charged), kong_points), times), *more)
    return total(product(_bracket(charged), times), kong_points, *more)


@lru_cache(maxsize=1 << 10)
def _for_a_draw(
    charged: Charged, kongs: int, penalty: Penalty, *, flat: bool, ready: bool
) -> Formula:
    times = number(3 if penalty else 2, _READY if ready else _NOT_READY)
    value = product(_bracket(charged), times)
    kong_points = number(kongs, msg("kong points"), "before")
    return total(value, kong_points, *_more(penalty, flat=flat))


def settler(
    settings: Mapping[str, str],
) -> Callable[[Outcome, Sequence[Score]], Settlement | Unclear]:
    """Return the function that computes the payments of a deal under these options.

    `settings` maps the name of each option to its value.
    """
    payers = settings["discard_payers"]
    dead_is_ready = settings["dead_player_ready"] == "true"

    def settle(outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Return who pays the winner how much, as a `Settlement`.

        It has no payments if nobody won. A payment is marked as uncertain if it depends on whether
        a player could have won on an earlier tile and the record does not show that. The result is
        an `Unclear`, which states the reason, if the record does not say who had declared Ting
        (ready).
        """
        if not outcome.winners:
            return Settlement()
        if outcome.ready is None:
            return Unclear(msg("the record does not say who had declared ready").lacking("turns"))
        score, winner = scores[0], outcome.winners[0]
        others = outcome.others(winner.seat)

        def with_ready(ready: frozenset[Seat]) -> tuple[Payment, ...]:
            return tuple(_payments(Payout(settings, score, outcome, ready), winner, others, payers))

        if dead_is_ready:
            return Settlement(with_ready(outcome.ready), (score,))
        ready = outcome.ready - outcome.barred
        paid = with_ready(ready)
        passed = "the record does not say whether {seat} let a winning tile pass"
        unknown_pairs = [
            (payer, winner.seat, msg(passed, seat=seat_name(seat)))
            for seat in sorted(ready & outcome.perhaps_barred)
            for payer in _payers_touched(paid, with_ready(ready - {seat}))
        ]
        return Settlement(paid, (score,), tuple(unknown_pairs))

    return settle


def _payers_touched(one: Sequence[Payment], other: Sequence[Payment]) -> list[Seat]:
    """Return the seats of players whose payments differ between two lists of payments."""
    due = Counter(_paid_by_seat(one))
    due.subtract(_paid_by_seat(other))
    return sorted(seat for seat, more in due.items() if more)


def _paid_by_seat(payments: Sequence[Payment]) -> dict[Seat, int]:
    return {payment.payer: payment.points for payment in payments}


def _payments(payout: Payout, winner: Winner, others: list[Seat], payers: str) -> list[Payment]:
    if winner.own_draw:
        return [payout.self_drawn(seat) for seat in others]
    discarder = winner.source
    if payers == "each_by_own_state":
        return [payout.on_discard(seat, ready=seat in payout.ready) for seat in others]
    if discarder not in payout.ready:
        return [
            payout.pay_for_all(discarder)
            if payers == "bao"
            else payout.on_discard(discarder, ready=False)
        ]
    if payers == "discarder_only":
        return [payout.on_discard(discarder, ready=True)]
    return [payout.on_discard(seat, ready=True) for seat in others]


def next_dealer(outcome: Outcome) -> Seat | Unclear:
    """Return the next dealer. The dealer stays after winning, and after a washout without a kong.

    The result is an `Unclear`, which states the reason, if the record does not show how the deal
    ended or whether a kong was declared.
    """
    if outcome.winners:
        return outcome.dealer if outcome.dealer_wins else outcome.next_seat
    if not outcome.has_ended:
        return Unclear(msg("the deal has no result").lacking("result"))
    if outcome.kong is None:
        words = msg("the record does not say whether a kong was declared").lacking("turns")
        return Unclear(words, (outcome.dealer, outcome.next_seat))
    return outcome.next_seat if outcome.kong else outcome.dealer
