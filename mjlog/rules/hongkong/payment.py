"""Hong Kong Old Style: the prices of faan, who pays them, and who pays for other players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mjlog.model.formula import Formula, number, product, quotient
from mjlog.model.messages import Sentence, msg
from mjlog.model.record import Ruling, Seat
from mjlog.model.settlement import Payment, Score
from mjlog.model.tiles import EAST, WHITE, suits_of
from mjlog.referee.rulebook import Outcome, Unclear, Winner
from mjlog.rules.hongkong.options import CAUSES
from mjlog.rules.kit.feeding import FedSet, Feeding
from mjlog.rules.shared.faan_prices import MOST_FAAN, price_multiplier
from mjlog.rules.shared.guarantor import GUARANTEE, why_no_guarantor

EXCUSED: Final = "excused"
"""Ruling that a player had no choice but to discard to a dangerous hand."""
STEPS: Final = (1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64)
SIMPLIFIED: Final = (1, 1, 1, 1, 2, 2, 2, 4, 4, 4, 8)
_PARTS: Final = msg("parts of the hand")


class Prices:
    """Computes what hands cost by their number of faan, under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.rise = settings["rise"]
        self.rows = [
            int(cell)
            for cell in settings["table"].removeprefix("faan:").split(",")
            if cell.isdigit()
        ]
        self.stake, self.base = int(settings["stake"]), int(settings["base_faan"])
        self.most = min(int(settings["max_faan"]), MOST_FAAN)
        self.quarters = {"bystander": 4, "share": 2, "discard_total": 1}[settings["table_means"]]

    def price(self, faan: int) -> int:
        """Return the price of a hand of `faan` faan, in points.

        The price is the stake times a factor that rises with the faan, up to the maximum of faan.
        If the options have no list of prices, fewer faan than ``base_faan`` cost as much as
        ``base_faan``.
        """
        faan = min(faan, self.most)
        if self.rows:
            return self.stake * self.rows[min(faan, len(self.rows) - 1)]
        return self.stake * self._multiplier(max(faan, self.base)) // self._multiplier(self.base)

    def _multiplier(self, faan: int) -> int:
        if self.rise.endswith("spicy"):
            return price_multiplier(faan, spicy=self.rise == "spicy")
        rows = STEPS if self.rise == "steps" else SIMPLIFIED
        return rows[min(faan, len(rows) - 1)]

    def part(self, faan: int, quarters: int) -> Formula:
        """Return what one player pays for a hand of `faan` faan, as a calculation.

        `quarters` is the player's part, in quarters of the amount that the discarder pays if one
        player pays for everybody. The result is rounded up to a whole number.
        """
        price = number(self.price(faan), msg("{number} faan", number=faan))
        times = quarters * self.quarters
        if times % 4 == 0:
            return price if times == 4 else product(price, number(times // 4, _PARTS))
        parts = self.price(faan) * times
        if parts % 4 == 0:
            return quotient(product(price, number(times)), number(4))
        return number(-(-parts // 4), msg("{number} faan, rounded up", number=faan))


class Payments:
    """Computes who pays whom under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.prices = Prices(settings)
        self.full = settings["responsibility"] == "full"
        self.doubles = settings["dealer_double"] == "yes"
        self.robbing_as_draw = settings["robbing_pays"] == "as_self_draw"
        causes = settings["liability"]
        self.causes = frozenset(() if causes == "none" else causes.split(","))
        self.nine_tile = settings["nine_tile"]
        if self.nine_tile == "one_suit_warning":
            self.causes |= {"one_suit"}
        self.on_any_win = settings["liable_on"] == "any_win"
        self.kong_feeder = settings["kong_feeder"] == "pays_all"
        self.false_win = settings["false_win"]

    def pay(self, winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
        """Yield the payments for a winning hand.

        If a player is liable because the player fed the sets of a dangerous hand, this player pays
        for everybody. Otherwise, if options say so, the player whose kong was robbed or the
        discarder pays for everybody. In all other cases each player pays its own part of the price.
        """
        feeding: Feeding = outcome.seen
        liable = self._liable(winner, feeding)
        parts = {
            seat: self._quarters(winner, seat, outcome) for seat in outcome.others(winner.seat)
        }
        whole = sum(parts.values())
        if liable is not None and liable != winner.seat:
            yield self._payment(liable, winner, whole, score, "4.9")
        elif winner.robbed and self.robbing_as_draw:
            drawn = sum(
                quarters * (1 + (seat != winner.source)) for seat, quarters in parts.items()
            )
            yield self._payment(winner.source, winner, drawn, score, "4.8")
        elif not winner.own_draw and (self.full or self._pays_for_bystanders(winner, feeding)):
            clause = "4.6" if self.full else "4.9"
            yield self._payment(winner.source, winner, whole, score, clause)
        else:
            for seat, quarters in parts.items():
                clause = "4.5" if winner.own_draw else "4.6"
                yield self._payment(seat, winner, quarters, score, clause)

    def _quarters(self, winner: Winner, seat: Seat, outcome: Outcome) -> int:
        """Return how many quarters of the price a player pays if every player pays a part.

        The number is 1, doubled for the discarder and for every player after a self-draw, and
        doubled again for payments by and to the dealer if an option says so.
        """
        quarters = 2 if winner.is_paid_by(seat) else 1
        is_double = self.doubles and outcome.dealer in {seat, winner.seat}
        return 2 * quarters if is_double else quarters

    def _payment(
        self, payer: Seat, winner: Winner, quarters: int, score: Score, clause: str
    ) -> Payment:
        return Payment.of(payer, winner.seat, self.prices.part(score.value, quarters), clause)

    def _pays_for_bystanders(self, winner: Winner, feeding: Feeding) -> bool:
        """Return whether the discarder pays for everybody because the winner has three open sets.

        Return False if the option ``nine_tile`` is not ``discard_pays_all``, or if a referee's
        ruling says that a player had no choice but to feed the hand.
        """
        if self.nine_tile != "discard_pays_all":
            return False
        open_sets = [meld for meld in winner.sets_seen if not meld.is_concealed]
        return len(open_sets) >= 3 and not feeding.ruled(EXCUSED)

    # ------------------------------------------------------------------ who is liable

    def _liable(self, winner: Winner, feeding: Feeding) -> Seat | None:
        """Return the seat that pays alone for a hand, or None if no seat does.

        A ruling (decision of the referee) decides or, without one, the claimed sets whose tiles the
        player discarded. `feeding` has the rulings and the claimed sets.
        """
        ruled = feeding.ruled(GUARANTEE)
        if ruled:
            return ruled[0]
        if not winner.own_draw and not self.on_any_win:
            return None
        feeders = [fed.source for fed in feeding.sets.get(winner.seat, ()) if self._completes(fed)]
        feeder = feeding.kong_feeder.get(winner.seat)
        if self.kong_feeder and winner.own_draw and feeder is not None:
            feeders.append(feeder)
        excused = feeding.ruled(EXCUSED)
        feeders = [seat for seat in feeders if seat not in excused]
        return feeders[-1] if feeders else None

    def _completes(self, fed: FedSet) -> bool:
        """Return whether a claimed set makes the player who discarded its tile liable for the hand.

        It does if it completes a group of sets that the options call dangerous, for example three
        sets of dragons. `fed` has the set and the sets that the claimer had before.
        """
        sets = [*fed.before, fed.meld]
        kinds = [meld.kind for meld in sets if meld.sort != "chow"]
        own = fed.meld.kind
        reached = {
            "dragons": own >= WHITE and sum(kind >= WHITE for kind in kinds) == 3,
            "winds": EAST <= own < WHITE and sum(EAST <= kind < WHITE for kind in kinds) == 4,
            "kongs": fed.meld.is_kong and sum(meld.is_kong for meld in sets) == 4,
            "twelve": len([meld for meld in sets if meld.sort != "concealed kong"]) == 4,
            "one_suit": len(sets) == 4
            and len(suits_of([meld.kind for meld in sets])) == 1
            and max(meld.kind for meld in sets) < EAST,
        }
        return any(reached[cause] for cause in CAUSES if cause in self.causes)

    def check_ruling(
        self, claim: Ruling, outcome: Outcome, _scores: Sequence[Score]
    ) -> Sentence | Unclear | None:
        """Return why a ruling about who pays for a hand cannot be right, as a sentence.

        The ruling (a decision of the referee) says that a player must pay, or need not pay, for
        everybody. It cannot be right if no other player has won. Return an empty text if the ruling
        can be right, and None for a ruling about something else.
        """
        return why_no_guarantor(claim, outcome) if claim.name in {GUARANTEE, EXCUSED} else None

    # ------------------------------------------------------------------ penalties

    def fines(self) -> dict[str, int]:
        """Return what a false win costs to each other player, as ``{"false-win": points}``.

        The result is empty if the option leaves the amount to a referee's ruling.
        """
        share = self.prices.part(self.prices.most, 2).number
        amounts = {
            "table_each": self.prices.price(self.prices.most),
            "self_draw_limit": share,
            "three_each": 3 * share,
        }
        amount = amounts.get(self.false_win)
        return {} if amount is None else {"false-win": amount}
