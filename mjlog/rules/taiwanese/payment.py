"""Taiwanese 16-tile: who pays whom, the cost of a false win, and how the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

from mjlog.model import deal_labels
from mjlog.model.deal_labels import label_of, next_label
from mjlog.model.formula import Formula, joined, limited, named, number, product, total
from mjlog.model.messages import Message, msg
from mjlog.model.record import NOBODY, SEATS, Ruling, Seat, seat_name
from mjlog.model.settlement import Payment, PaymentSet, Score, Settlement
from mjlog.referee.rulebook import FALSE_WIN, Continuation, Outcome, Unclear, Winner, no_price
from mjlog.rules.taiwanese.events import Events
from mjlog.rules.taiwanese.insurance import Insurance, Liable
from mjlog.rules.taiwanese.points import Bonuses, value_of
from mjlog.rules.taiwanese.tai import ROBBED_EIGHTH

ROUNDS: Final = 4
INSURANCE: Final = "insurance"
_DEALER: Final = msg("dealer")
_CONTINUED: Final = msg("continued deals")
HARMLESS: Final = (
    "wrong-draw",
    "discard-changed",
    "claim-cancelled",
    "tile-returned",
    "long-hand",
    "short-hand",
)
CAUSES: Final[Mapping[str, str]] = {
    **FALSE_WIN,
    INSURANCE: "what the player who is liable pays for all losers",
    **dict.fromkeys(HARMLESS, "an irregularity that costs nothing"),
}
"""Causes of payments, as written after `for=`, with their meaning."""

RECORD_WORDS: Final[Mapping[str, str]] = {
    "~wrong-draw": "drew out of turn, and put the tile back",
    "~discard-changed=5z": "took the discard 5z back for another tile before anybody had acted",
    "~claim-cancelled": "claimed a discard, and gave it back",
    "~tile-returned": "gave back a tile that was drawn by mistake",
    "~replacement-returned": "gave a replacement back that was not due",
    "~long-hand": "has too many tiles, plays on and cannot win",
    "~short-hand": "has too few tiles, plays on and cannot win",
    "~false-win": "declared a win before any hand was laid open",
    "rule B insurance": "B is liable, and pays for all losers",
    "rule B false-win from=C": "what a false win costs, declared on a tile of C",
    "@ continued=2": "how many deals East has dealt on",
    "@ dice=3+4": "the throw that broke the wall",
    "@ break=B5": "where the wall was broken: whose side, which stack",
    "@ places=ADCB": "by the seats they came to, who sat where before seats were drawn",
    "@ throws=3+4,2+2,2+2": "the throws of dice for the seats; the last one breaks the wall",
    "@ winds=4321z": "the wind tiles that drew the seats, from the top",
}
"""Further words of records under these rules, as a scribe writes them, with their meaning."""


class Settling:
    """Computes who pays whom under one choice of options.

    If the rules let only one player win on a tile, only the winner nearest to the discarder is
    paid. After a draw nobody is paid.
    """

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.bonuses = Bonuses(settings)
        self.insurance = Insurance(settings)
        self.unit, self.base = int(settings["unit"]), int(settings["base"])
        self.limit = int(settings["limit"]) if settings["limit_scope"] == "payment" else 0
        self.east_pays_all = settings["east_pays_bonus_on_selfdraw"] == "true"
        self.robbed_eighth_paid_by_all = settings["rob8_payer"] == "all"
        self.insured_bonus = settings["insurance_amount"] == "three_shares"
        self.nearest = settings["multi_win"] == "nearest"

    def __call__(self, outcome: Outcome, scores: Sequence[Score]) -> Settlement | Unclear:
        """Compute who pays whom in a deal. There are no payments after a draw.

        Alternative payments are added if the record leaves open which player is liable. The result
        is an `Unclear`, which states the reason, if the record does not show who pays what.
        """
        won = outcome.nearest_first(scores)
        if self.nearest:
            del won[1:]
        paid: list[tuple[Payment, ...]] = []
        others: list[tuple[int, tuple[Payment, ...], Message]] = []
        for place, (winner, score) in enumerate(won):
            liable = self._liable(winner, score, outcome)
            if isinstance(liable, Unclear):
                return liable
            paid.append(tuple(self._payments(winner, score, outcome, liable)))
            if liable is None:
                insurance = self.insurance
                for doubted, why in insurance.doubtful_liabilities(winner, outcome, score.patterns):
                    instead = tuple(self._payments(winner, score, outcome, doubted))
                    others.append((place, instead, why))
        alternatives = []
        for place, payments, why in others:
            all_paid = (*paid[:place], payments, *paid[place + 1 :])
            alternatives.append(PaymentSet(tuple(chain(*all_paid)), why))
        return Settlement(tuple(chain(*paid)), tuple(scores), alternatives=tuple(alternatives))

    def _liable(self, winner: Winner, score: Score, outcome: Outcome) -> Liable | Unclear | None:
        """Find the player who pays for all losers. Return None if every loser pays.

        The result is an `Unclear`, which states the reason, if the payments depend on something
        that the record does not show.
        """
        concerns_east = outcome.dealer in {winner.seat, winner.source} or self.east_pays_all
        if concerns_east and self.bonuses.parts(outcome)[1] is None:
            return Unclear(_STREAK_UNKNOWN)
        if winner.source == NOBODY:
            return Unclear(_DISCARDER_UNKNOWN)
        return self.insurance.liable(winner, outcome, score.patterns)

    def _payments(
        self, winner: Winner, score: Score, outcome: Outcome, liable: Liable | None
    ) -> Iterator[Payment]:
        if liable is not None:
            yield self._insured(winner, score, outcome, liable)
            return
        payers = [winner.source]
        robbed = ROBBED_EIGHTH in score.patterns
        if winner.own_draw or (robbed and self.robbed_eighth_paid_by_all):
            payers = outcome.others(winner.seat)
        clause = "10.1" if winner.own_draw else "10.2"
        if robbed:
            clause = "10.2a"
        tai = value_of(score)
        for seat in payers:
            points = self._points(tai, self._bonus(seat, winner, outcome))
            yield Payment.of(seat, winner.seat, points, clause)

    def _bonus(self, payer: Seat, winner: Winner, outcome: Outcome) -> list[Formula]:
        """Return the extra tai that a payer owes because the winner or the payer is East.

        Each entry is a formula, for example for being dealer; the list is empty if there are no
        extra tai.
        """
        wins, pays = winner.seat == outcome.dealer, payer == outcome.dealer
        if not wins and not (pays and (not winner.own_draw or self.east_pays_all)):
            return []
        return self._parts(outcome)

    def _parts(self, outcome: Outcome) -> list[Formula]:
        dealer, continued = self.bonuses.parts(outcome)
        parts = [number(dealer, _DEALER), number(continued or 0, _CONTINUED)]
        return [part for part in parts if part.number]

    def _points(self, tai: Formula, bonus: Sequence[Formula]) -> Formula:
        """Return the calculation of what a payer owes, in points.

        `tai` is the value of the hand, `bonus` the extra tai for East, which are added. The sum is
        cut at the limit, multiplied by the points for a tai, and added to the points for a win.
        """
        for part in bonus:
            tai = joined(tai, part)
        if self.limit:
            tai = limited(tai, self.limit)
        money = tai
        if self.unit != 1:
            money = product(tai, number(self.unit, msg("for a tai")))
        if not self.base:
            return money
        return joined(money, number(self.base, msg("at the least")))

    def _insured(self, winner: Winner, score: Score, outcome: Outcome, liable: Liable) -> Payment:
        """Return the payment of the player who pays for all losers, which is three losers' shares.

        If the options count East's bonuses here, the bonuses are added to all three shares if East
        wins, and to one share if East is the player who pays.
        """
        wins, pays = winner.seat == outcome.dealer, liable.seat == outcome.dealer
        bonus = self._parts(outcome) if self.insured_bonus and (wins or pays) else []
        tai = value_of(score)
        plain = self._points(tai, [])
        share = self._points(tai, bonus) if bonus else plain
        if wins or share == plain:
            shares = product(share, number(3, msg("shares")))
        else:
            shares = total(share, product(plain, number(2, msg("shares without bonus"))))
        owed = named(shares, msg("liable: {why}", why=liable.words))
        return Payment.of(liable.seat, winner.seat, owed, liable.clause, INSURANCE)


_STREAK_UNKNOWN: Final = msg("the record does not say how often the dealer has dealt on").lacking(
    "turns"
)


_DISCARDER_UNKNOWN: Final = msg("the record does not say who threw the winning tile").lacking(
    "turns"
)


# --------------------------------------------------------------------------- faulty wins


def fine(settings: Mapping[str, str]) -> Callable[[Outcome, str, Seat, Seat], int | Unclear]:
    """Return a function that computes what one player owes another for an irregularity.

    An irregularity is an act against the rules, such as a false win. `settings` maps the name of
    each option to its value.
    """
    points = int(settings["limit"]) or int(settings["false_out_points"])

    def due(outcome: Outcome, cause: str, payer: Seat, payee: Seat) -> int | Unclear:
        """Return the points that `payer` owes `payee` for an irregularity (act against the rules).

        `cause` is the name of the irregularity. For a false win the payer owes each player the
        limit (without a limit, the points of an option), and twice that to the player on whose
        discard it was declared. Harmless irregularities cost 0. The result is an `Unclear`, which
        states the reason, if this discarder is unknown, or if the rules name no price for `cause`.
        """
        if cause in HARMLESS:
            return 0
        if cause != "false-win":
            return Unclear(no_price(cause))
        if payer == payee:
            return 0
        thrower = thrower_of(outcome, payer)
        if thrower is None:
            which = "the record does not say on which tile {seat} declared the win"
            return Unclear(msg(which, seat=seat_name(payer)), (points, 2 * points))
        if payee != thrower:
            return points
        return 2 * points

    return due


def thrower_of(outcome: Outcome, offender: Seat) -> Seat | None:
    """Return the seat that discarded the tile on which `offender` declared a false win.

    Return `NOBODY` if the offender drew the tile. Return None if the record does not show it.
    """
    seen: Events = outcome.seen
    for false in outcome.false_wins:
        if false.seat == offender:
            return NOBODY if false.own_draw else false.source
    false_wins = [(act.seat, thrower) for act, thrower in seen.irregular if act.name == "false-win"]
    declared = dict(false_wins)
    if offender in declared:
        return declared[offender]
    return _ruled_thrower(seen.ruled("false-win"), offender)


def _ruled_thrower(rulings: Sequence[Ruling], offender: Seat) -> Seat | None:
    """Return the seat that, by a referee's ruling, discarded the tile of a false win.

    Return None if no ruling names this seat. `offender` is the player who declared the false win.
    """
    throwers: dict[str, str] = {}
    for ruling in rulings:
        if ruling.seat == offender:
            throwers.update(ruling.attributes)
    return _SEATS.get(throwers.get("from", ""))


_SEATS: Final[Mapping[str, Seat]] = {name: seat for seat, name in enumerate(SEATS)}


# --------------------------------------------------------------------------- how the game goes on


def next_dealer(outcome: Outcome) -> Seat | Unclear:
    """Return the next dealer. East deals again after winning and after a draw.

    After a false win that ends the deal, the next player deals. The result is an `Unclear`, which
    states the reason, if the record does not show how the deal ended.
    """
    seen: Events = outcome.seen
    if outcome.winners:
        return outcome.dealer if outcome.dealer_wins else outcome.next_seat
    if outcome.washout is None:
        return Unclear(msg("the deal has no result").lacking("result"))
    if outcome.washout.how != "void":
        return outcome.dealer
    if seen.ruled("false-win"):
        return outcome.next_seat
    words = msg("the deal was declared void").lacking("result")
    return Unclear(words, (outcome.dealer, outcome.next_seat))


def progression(
    settings: Mapping[str, str],
) -> Callable[[Outcome, Sequence[int | None]], Continuation | Unclear]:
    """Return a function that computes from the outcome of a deal which deal comes next.

    `settings` maps the name of each option to its value.
    """
    counts_draws = settings["continued_counts_draws"] == "true"

    def after(outcome: Outcome, _points: Sequence[int | None]) -> Continuation | Unclear:
        """Return the next deal (its dealer, label and counters), or the end of the game.

        A game has sixteen deals, and one more each time East deals again. The result is an
        `Unclear`, which states the reason, if the next dealer is unknown.
        """
        dealer = next_dealer(outcome)
        if isinstance(dealer, Unclear):
            return dealer
        stays = dealer == outcome.dealer
        counters: int | None = 0
        if stays:
            counters = outcome.counters
            if counters is not None and (outcome.winners or counts_draws):
                counters += 1
        deal = deal_labels.named(outcome.seen.label)
        if deal is None:
            return Continuation(dealer, counters=counters)
        coming = next_label(deal, outcome.seats, stays=stays)
        over = coming[0] >= ROUNDS
        label = "" if over else label_of(coming)
        return Continuation(dealer, label, counters, over)

    return after
